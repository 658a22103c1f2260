import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPreview } from "../../src/api/alert-preview.ts";
import type { Tier } from "../../src/domain/accounts/plans.ts";
import { rule } from "../support/alerts/alerts.ts";
import { openTestApi, type Reply } from "../support/service/api.ts";
import { HOUR_MS, market, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

const script: Script = {
  full: [page([market({ id: "m1", yesPrice: 500_000 }), market({ id: "m2", yesPrice: 500_000, volume: 200_000 })])],
};
const writer = openTestWriter({ scripts: { kalshi: script } });
await writer.pass();
for (const price of [0.61, 0.55, 0.62, 0.58]) {
  writer.clock.fixAt(writer.clock.now() + HOUR_MS);
  script.full = [
    page([market({ id: "m1", yesPrice: price * 1e6 }), market({ id: "m2", yesPrice: 500_000, volume: 200_000 })]),
  ];
  await writer.pass();
}
const api = await openTestApi({ writer });

const send = (method: string, path: string, body: object | undefined, secret: string): Promise<Reply> =>
  api.send(path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { "X-API-Key": secret, ...(body && { "Content-Type": "application/json" }) },
  });

const CROSSED = { type: "market.price_crossed", scope: { market: "kalshi:m1" }, above: 0.6 };

describe("alerts of a key", () => {
  it("are made, listed, changed and deleted", async () => {
    const { secret } = await api.make();
    const made = await send("POST", "/api/v1/alerts", { ...CROSSED, name: "Mine", cooldown_seconds: 60 }, secret);
    assert.equal(made.status, 201, made.text);
    const { id, status, above, cooldown_seconds, scope, name } = made.json.data;
    assert.deepEqual([status, above, cooldown_seconds, scope, name], ["active", 0.6, 60, CROSSED.scope, "Mine"]);
    const listed = await send("GET", "/api/v1/alerts", undefined, secret);
    assert.deepEqual([listed.json.meta.total, listed.json.data[0].id], [1, id]);
    const changed = await send("PATCH", `/api/v1/alerts/${id}`, { below: 0.4, once: true }, secret);
    assert.deepEqual(
      [changed.json.data.above, changed.json.data.below, changed.json.data.once, changed.json.data.name],
      [null, 0.4, true, "Mine"],
    );
    const back = await send("PATCH", `/api/v1/alerts/${id}`, { above: 0.7 }, secret);
    assert.deepEqual([back.json.data.above, back.json.data.below, back.json.data.once], [0.7, null, true]);
    assert.deepEqual((await send("DELETE", `/api/v1/alerts/${id}`, undefined, secret)).json.data, {
      id,
      deleted: true,
    });
    assert.equal((await send("GET", `/api/v1/alerts/${id}`, undefined, secret)).status, 404);
  });

  it("say whom they reach, and warn where that is nobody", async () => {
    const { secret } = await api.make({ tier: "pro" });
    const made = await send("POST", "/api/v1/alerts", CROSSED, secret);
    assert.deepEqual([made.status, made.json.data.reaches], [201, []]);
    assert.match(made.json.meta.warnings[0], /reaches nobody.*POST \/api\/v1\/webhooks/);
    const path = `/api/v1/alerts/${made.json.data.id}`;
    const hook = { target: "webhook", url: "https://example.org/hook" };
    const { id } = (await send("POST", "/api/v1/webhooks", hook, secret)).json.data;
    assert.deepEqual((await send("GET", path, undefined, secret)).json.data.reaches, [id]);
    const reached = await send("POST", "/api/v1/alerts", { ...CROSSED, webhook_ids: [id] }, secret);
    assert.deepEqual([reached.json.data.reaches, reached.json.meta.warnings], [[id], undefined]);
    await send("PATCH", `/api/v1/webhooks/${id}`, { enabled: false }, secret);
    const listed = (await send("GET", "/api/v1/alerts", undefined, secret)).json.data;
    assert.deepEqual(
      listed.map(({ reaches }: { reaches: string[] }) => reaches),
      [[], []],
    );
    assert.equal((await send("PATCH", path, { name: "Mine" }, secret)).json.meta.warnings.length, 1);
  });

  it("wait an hour between firings about one market where their scope names none, unless asked otherwise", async () => {
    const { secret } = await api.make({ tier: "pro" });
    const cooldownOf = async (body: object): Promise<number> => {
      const made = await send("POST", "/api/v1/alerts", { ...CROSSED, ...body }, secret);
      assert.equal(made.status, 201, made.text);
      return made.json.data.cooldown_seconds;
    };
    assert.equal(await cooldownOf({}), 0);
    assert.equal(await cooldownOf({ scope: { ids: ["kalshi:m1", "kalshi:m2"] } }), 0);
    assert.equal(await cooldownOf({ scope: { platform: "kalshi" } }), 3600);
    assert.equal(await cooldownOf({ scope: { category: "politics", query: "fed" } }), 3600);
    assert.equal(await cooldownOf({ scope: { platform: "kalshi" }, cooldown_seconds: 0 }), 0);
  });

  it("keep what a change leaves out, and give back what it sets to null", async () => {
    const { secret } = await api.make({ tier: "pro" });
    const hook = { target: "webhook", url: "https://example.org/hook" };
    const { id: hookId } = (await send("POST", "/api/v1/webhooks", hook, secret)).json.data;
    const asked = {
      ...{ type: "market.price_moved", scope: { market: "kalshi:m1", category: "politics" }, points: 5, name: "Mine" },
      ...{ window_hours: 3, direction: "up", once: true, cooldown_seconds: 60, hysteresis: 1, min_volume: 9 },
      ...{ expires_at: "2030-01-01T00:00:00.000Z", webhook_ids: [hookId] },
    };
    const made = (await send("POST", "/api/v1/alerts", asked, secret)).json.data;
    const path = `/api/v1/alerts/${made.id}`;
    const change = async (body: object) => {
      const { status, json, text } = await send("PATCH", path, body, secret);
      assert.equal(status, 200, text);
      return json.data;
    };
    assert.deepEqual(await change({}), made);
    const back = await change({
      ...{
        window_hours: null,
        direction: null,
        once: null,
        cooldown_seconds: null,
        hysteresis: null,
        min_volume: null,
      },
      ...{ expires_at: null, webhook_ids: null, name: null },
    });
    assert.deepEqual(back, {
      ...made,
      ...{ window_hours: 24, direction: "either", once: false, cooldown_seconds: 0, hysteresis: 0, min_volume: 0 },
      ...{ expires_at: null, webhook_ids: null, name: "" },
    });
    assert.deepEqual((await change({ scope: { event: "kalshi:e1", category: null } })).scope, { event: "kalshi:e1" });
    await change({ webhook_ids: [hookId] });
    assert.equal((await change({ webhook_ids: [] })).webhook_ids, null);
    for (const [body, parameter] of [
      [{ points: null }, "points"],
      [{ scope: null }, "scope.market"],
      [{ scope: {} }, "scope.market"],
      [{ above: 0.6 }, "above"],
    ] as const) {
      const { status, json } = await send("PATCH", path, body, secret);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, parameter]);
    }
  });

  it("on spreads need the plan that lists spreads, and rest without it", async () => {
    const [free, pro] = [await api.make(), await api.make({ tier: "pro" })];
    const body = { type: "spread.opened" };
    const refused = await send("POST", "/api/v1/alerts", body, free.secret);
    assert.deepEqual([refused.status, refused.json.detail.error], [403, "tier_required"]);
    assert.equal(refused.json.detail.required_tier, "pro");
    assert.equal((await send("POST", "/api/v1/alerts", body, pro.secret)).status, 201);
    await api.access.commands.setKeyTier({ id: pro.id, tier: "free" });
    const { json } = await send("GET", "/api/v1/alerts", undefined, pro.secret);
    assert.equal(json.data[0].status, "beyond_plan");
  });

  it("of a type that earlier versions had stay, disabled with a reason, and are deleted alone", async () => {
    const { secret, id: keyId } = await api.make();
    const { id } = (await send("POST", "/api/v1/alerts", CROSSED, secret)).json.data;
    const rule = { type: "market.closing", scope: { market: "kalshi:m1" }, hoursBefore: 24, once: false };
    const stored = JSON.stringify({ ...rule, cooldownSeconds: 0, hysteresis: 0, minVolume: 0 });
    writer.db.prepare("UPDATE alerts SET rule = ? WHERE alert_id = ? AND key_id = ?").run(stored, id, keyId);
    writer.writer.alerts.lookAtTime();
    const { json } = await send("GET", `/api/v1/alerts/${id}`, undefined, secret);
    const { type, status, reason, unit } = json.data;
    assert.deepEqual([type, status, unit], ["market.closing", "disabled", null]);
    assert.match(reason, /^market\.closing is gone: GET \/api\/v1\/markets\?sort=closing lists/);
    const changed = await send("PATCH", `/api/v1/alerts/${id}`, { name: "Mine" }, secret);
    assert.equal(changed.status, 422);
    assert.match(changed.json.detail.message, /market\.closing is gone: .* Delete this alert/);
    assert.equal((await send("DELETE", `/api/v1/alerts/${id}`, undefined, secret)).status, 200);
  });

  it("are nobody else's", async () => {
    const [own, other] = [await api.make(), await api.make({ tier: "enterprise" })];
    const { id } = (await send("POST", "/api/v1/alerts", CROSSED, own.secret)).json.data;
    for (const [method, body] of [["GET"], ["PATCH", { above: 0.7 }], ["DELETE"]] as const) {
      const reply = await send(method, `/api/v1/alerts/${id}`, body, other.secret);
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "alert_not_found"]);
    }
    assert.equal((await send("GET", "/api/v1/alerts", undefined, other.secret)).json.meta.total, 0);
  });

  it("are as many as the plan has", async () => {
    const { secret } = await api.make();
    for (let count = 0; count < 3; count++)
      assert.equal((await send("POST", "/api/v1/alerts", CROSSED, secret)).status, 201);
    const refused = await send("POST", "/api/v1/alerts", CROSSED, secret);
    assert.deepEqual([refused.status, refused.json.detail.error], [403, "alert_limit_exceeded"]);
    assert.match(refused.json.detail.message, /free plan has at most 3 alerts/);
  });

  for (const [what, body, parameter, message] of [
    ["a type there is not", { type: "market.moon" }, "type", /expected one of market\.price_crossed, .*'market\.moon'/],
    ["no type", {}, "type", /required in the body/],
    ["a price that is none", { ...CROSSED, above: 60 }, "above", /expected a number from 0 to 1, got '60'/],
    ["both sides", { ...CROSSED, below: 0.4 }, "above", /above or below, and not both/],
    ["no price", { ...CROSSED, above: undefined }, "above", /above or below/],
    ["no points", { ...CROSSED, type: "market.price_moved", above: undefined }, "points", /required/],
    ["an option of another type", { ...CROSSED, points: 5 }, "points", /does not take it; it takes above, below/],
    ["no scope", { ...CROSSED, scope: {} }, "scope.market", /expected a scope/],
    ["two scopes", { ...CROSSED, scope: { market: "kalshi:m1", event: "kalshi:e" } }, "scope.event", /expected one of/],
    ["a market without platform", { ...CROSSED, scope: { market: "m1" } }, "scope.market", /expected platform:id/],
    ["a question that is none", { ...CROSSED, scope: { question: "x" } }, "scope.question", /16 hexadecimal/],
    ["a scope that is a text", { ...CROSSED, scope: "kalshi:m1" }, "scope", /expected an object of market, event/],
    ["a scope of several", { type: "market.listed", scope: ["kalshi:m1"] }, "scope", /expected an object of market/],
    ["an unknown scope", { type: "market.listed", scope: { markets: "kalshi:m1" } }, "scope.markets", /one of market/],
    ["a query without words", { type: "market.listed", scope: { query: "?!" } }, "scope.query", /expected words/],
    ["a source with a query", { type: "source.stale", scope: { query: "rain" } }, "scope.query", /platform alone/],
  ] as const) {
    it(`are not made of ${what}`, async () => {
      const { secret } = await api.make();
      for (const path of ["/api/v1/alerts", "/api/v1/alerts/preview"]) {
        const { status, json } = await send("POST", path, body, secret);
        assert.equal(status, 422);
        const [first] = json.detail.errors;
        assert.equal(first.parameter, parameter);
        assert.match(first.message, message);
      }
    });
  }

  it("go to webhooks of their own key alone", async () => {
    const [own, other] = [await api.make(), await api.make()];
    const hook = { target: "webhook", url: "https://example.org/hook" };
    const [mine, theirs] = await Promise.all(
      [own, other].map(async ({ secret }) => (await send("POST", "/api/v1/webhooks", hook, secret)).json.data.id),
    );
    const made = await send("POST", "/api/v1/alerts", { ...CROSSED, webhook_ids: [mine] }, own.secret);
    assert.deepEqual([made.status, made.json.data.webhook_ids], [201, [mine]], made.text);
    for (const [method, path] of [
      ["POST", "/api/v1/alerts"],
      ["PATCH", `/api/v1/alerts/${made.json.data.id}`],
    ] as const) {
      const body = { ...(method === "POST" && CROSSED), webhook_ids: [mine, theirs] };
      const { status, json } = await send(method, path, body, own.secret);
      assert.equal(status, 422);
      assert.match(json.detail.message, /^webhook_ids: expected ids of webhooks of this key, got 'wh_.*GET \/api/);
    }
    await send("DELETE", `/api/v1/webhooks/${mine}`, undefined, own.secret);
    const renamed = await send("PATCH", `/api/v1/alerts/${made.json.data.id}`, { name: "Other" }, own.secret);
    assert.equal(renamed.status, 200, renamed.text);
  });

  it("end in a time to come", async () => {
    const { secret } = await api.make();
    const expires_at = "2020-01-01T00:00:00.000Z";
    const { status, json } = await send("POST", "/api/v1/alerts", { ...CROSSED, expires_at }, secret);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "expires_at"]);
    assert.match(json.detail.message, /expected a time to come/);
  });

  it("name a market that there is", async () => {
    const { secret } = await api.make();
    const reply = await send("POST", "/api/v1/alerts", { ...CROSSED, scope: { market: "kalshi:m9" } }, secret);
    assert.deepEqual([reply.status, reply.json.detail.error], [404, "market_not_found"]);
  });

  it("are read from JSON alone", async () => {
    const { secret } = await api.make();
    const asText = await api.send("/api/v1/alerts", {
      method: "POST",
      body: "type=x",
      headers: { "X-API-Key": secret },
    });
    assert.equal(asText.status, 415);
    const { status, json } = await send("POST", "/api/v1/alerts", { ...CROSSED, abov: 0.7 }, secret);
    assert.equal(status, 201);
    assert.ok(json.meta.warnings.includes("unknown parameter 'abov' ignored; did you mean 'above'?"));
  });
});

describe("POST /api/v1/alerts/preview", () => {
  const preview = async (body: object, tier: Tier = "pro") =>
    (await send("POST", "/api/v1/alerts/preview", body, (await api.make({ tier })).secret)).json.data;

  it("says when it would have fired", async () => {
    const { count, firings, markets, complete } = await preview({ ...CROSSED, scope: { event: "kalshi:e1" } });
    assert.deepEqual([count, markets, complete], [2, 2, true]);
    assert.deepEqual(
      firings.map(({ at, observed, market_id }: Record<string, unknown>) => [at, observed, market_id]),
      [
        ["2026-11-20T13:00:00.000Z", 0.61, "m1"],
        ["2026-11-20T15:00:00.000Z", 0.62, "m1"],
      ],
    );
    const once = await preview({ ...CROSSED, once: true });
    assert.deepEqual([once.count, once.firings[0].at], [1, "2026-11-20T13:00:00.000Z"]);
    assert.equal((await preview({ ...CROSSED, scope: { query: "m1" } })).count, 2);
  });

  for (const [given, expected] of [
    [{}, 2],
    [{ once: true }, 1],
    [{ min_volume: 1_000 }, 2],
    [{ min_volume: 1_001 }, 1],
  ] as const) {
    it(`counts ${expected} new markets with ${JSON.stringify(given)}`, async () => {
      const { count } = await preview({ type: "market.listed", scope: { event: "kalshi:e1" }, ...given });
      assert.equal(count, expected);
    });
  }

  it("counts no market that was new before its 30 days", async () => {
    const script: Script = { full: [page([market({ id: "old" })])] };
    const late = openTestWriter({ scripts: { kalshi: script } });
    await late.pass();
    late.clock.advance(31 * 24 * HOUR_MS);
    script.full = [page([market({ id: "old" }), market({ id: "new" })])];
    await late.pass();
    const { context } = await openTestApi({ writer: late });
    const listed = rule({ type: "market.listed", scope: { event: "kalshi:e1" } });
    const { count, markets } = await findPreview(context, listed, { isForPro: true });
    assert.deepEqual([count, markets], [1, 2]);
  });

  it("looks at the most traded markets of a scope", async () => {
    const crossed = rule({ ...CROSSED, type: "market.price_crossed", scope: { event: "kalshi:e1" } });
    const found = await findPreview(api.context, crossed, { max: 1, isForPro: true });
    assert.deepEqual([found.markets, found.isWhole, found.count], [1, false, 0]);
  });

  it("says below pro on which days and how often, without times and prices, whatever the scope", async () => {
    const day = { date: "2026-11-20", count: 2 };
    for (const scope of [{ market: "kalshi:m1" }, { event: "kalshi:e1" }, { query: "m1" }, { ids: ["kalshi:m1"] }]) {
      const [free, pro] = [await preview({ ...CROSSED, scope }, "free"), await preview({ ...CROSSED, scope })];
      assert.deepEqual([free.count, free.days, free.firings], [2, [day], []]);
      assert.deepEqual([pro.count, pro.days, pro.firings.length], [2, [day], 2]);
    }
  });

  it("says of what it cannot replay that it cannot", async () => {
    const { count, note } = await preview({ type: "spread.opened" });
    assert.equal(count, null);
    assert.match(note, /no preview/);
  });

  it("makes nothing", async () => {
    const { secret } = await api.make();
    await send("POST", "/api/v1/alerts/preview", CROSSED, secret);
    assert.equal((await send("GET", "/api/v1/alerts", undefined, secret)).json.meta.total, 0);
  });
});
