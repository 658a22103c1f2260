import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPreview, previewSchema } from "../../../src/api/alert-preview.ts";
import type { AlertScope } from "../../../src/domain/alerts.ts";
import type { EventRecord, MarketRecord } from "../../../src/domain/markets.ts";
import { toGroups } from "../../../src/domain/matching/matches.ts";
import { EXAMPLE_MESSAGE } from "../../../src/http/openapi/texts.ts";
import { publisher } from "../../../src/http/schema.ts";
import type { PastPrice } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { immediately } from "../../../src/store/database/db.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { upsertMarkets } from "../../../src/writer/ingest/upsert.ts";
import { openWriting } from "../../../src/writer/transactions.ts";
import { addWebhook, listMessages, makeAlert, rule, toContent } from "../../support/alerts/alerts.ts";
import { event, HOUR_MS, market, page } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openReader, openTestWriter, type Script, type TestWriter } from "../../support/store/writer.ts";

/** A platform with market `m1`, which is read again at other prices, each an hour after the one before. */
async function openPriced(given: Partial<MarketRecord> = {}, more: Partial<Script> = {}) {
  const script: Script = { ...more, full: [] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  const read = async (yesPrice: number, more: Partial<MarketRecord> = {}): Promise<void> => {
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    script.full = [page([market({ id: "m1", ...given, ...more, yesPrice: Math.round(yesPrice * 1e6) })])];
    await test.pass();
  };
  addWebhook(test);
  await read(0.5);
  return { test, script, read, fired: () => listMessages(test).map(({ data }) => data.observed) };
}

const ABOVE = { type: "market.price_crossed", scope: { market: "kalshi:m1" }, above: 0.6 } as const;

describe("an alert on a price", () => {
  it("fires when the price crosses, and again only once it was below", async () => {
    const { test, read, fired } = await openPriced();
    const { id } = await makeAlert(test, ABOVE);
    for (const price of [0.55, 0.61, 0.65, 0.59, 0.6, 0.58]) await read(price);
    assert.deepEqual(fired(), [0.61, 0.6]);
    const [first] = listMessages(test);
    assert.equal(first?.alertId, id);
    assert.deepEqual(
      Object.keys(first?.data),
      Object.keys(EXAMPLE_MESSAGE.data),
      "the documented message has the same",
    );
    assert.deepEqual(
      { ...first?.data, fired_at: "", alert_id: "" },
      {
        alert_id: "",
        alert_name: "",
        title: "Will m1 happen?",
        text: "Yes is at 61%, at or above 60%.",
        url: "https://example.com/markets/m1",
        fired_at: "",
        observed: 0.61,
        threshold: 0.6,
        unit: "price",
        baseline: null,
        baseline_unit: null,
        window_hours: null,
        market: {
          platform: "kalshi",
          id: "m1",
          title: "Will m1 happen?",
          url: "https://example.com/markets/m1",
          yes_price: 0.61,
          question_id: null,
        },
      },
    );
  });

  it("fires for what its scope names, and for nothing else", async () => {
    const script: Script = { full: [] };
    const test = openTestWriter({ scripts: { kalshi: script, polymarket: { full: [] } } });
    const read = async (yesPrice: number): Promise<void> => {
      const of = (id: string, category: EventRecord["category"]) =>
        [market({ id, eventId: `e${id}`, yesPrice }), event({ id: `e${id}`, category })] as const;
      const listed = [of("m1", "politics"), of("m2", "sports")];
      script.full = [
        page(
          listed.map(([one]) => one),
          listed.map(([, one]) => one),
        ),
      ];
      test.clock.advance(HOUR_MS);
      await test.pass();
    };
    addWebhook(test);
    await read(500_000);
    const scopes: readonly [string, AlertScope, readonly string[]][] = [
      ["market", { market: "kalshi:m1" }, ["m1"]],
      ["event", { event: "kalshi:em2" }, ["m2"]],
      ["ids", { ids: ["kalshi:m2"] }, ["m2"]],
      ["query", { query: "m1" }, ["m1"]],
      ["category", { category: "Sports" }, ["m2"]],
      ["platform", { query: "happen", platform: "kalshi" }, ["m1", "m2"]],
      ["platform without it", { query: "happen", platform: "polymarket" }, []],
      ["query and category", { query: "m1", category: "sports" }, []],
    ];
    for (const [name, scope] of scopes) await makeAlert(test, { ...ABOVE, scope }, { name });
    await read(650_000);
    const fired = listMessages(test).map(({ data }) => [data.alert_name, data.market.id]);
    for (const [name, , ids] of scopes) {
      assert.deepEqual(
        fired
          .filter(([alert]) => alert === name)
          .map(([, id]) => id)
          .sort(),
        ids,
        name,
      );
    }
  });

  it("fires for what comes in the second in which it is made, not for what came before it", async () => {
    const { test, script, read, fired } = await openPriced();
    await read(0.62);
    await makeAlert(test, ABOVE);
    for (const price of [0.63, 0.55]) await again(price);
    assert.deepEqual(fired(), []);
    await makeAlert(test, { ...ABOVE, scope: { query: "m1" } });
    await again(0.64);
    assert.deepEqual(fired(), [0.64, 0.64]);
    async function again(price: number): Promise<void> {
      test.clock.advance(100);
      script.full = [page([market({ id: "m1", yesPrice: price * 1e6 })])];
      await test.pass();
    }
  });

  it("fires in the transaction that stores how far it has looked, and is not looked at twice", async () => {
    const { test, script, read } = await openPriced();
    await makeAlert(test, ABOVE);
    await read(0.62);
    const seq = test.value("SELECT max(seq) FROM feed_changes");
    assert.equal(test.value("SELECT position FROM job_positions WHERE job = 'alerts-up-to'"), seq);
    // As after a kill between the commit of a pass and that of the alerts: the next look begins where the last one ended.
    test.db.exec(`DELETE FROM deliveries; DELETE FROM alert_states; UPDATE job_positions SET position = ${Number(seq) - 2}
      WHERE job = 'alerts-up-to'`);
    await test.writer.close();
    const again = openTestWriter({ scripts: { kalshi: script }, file: test.file, clock: test.clock });
    again.writer.alerts.look();
    assert.deepEqual(
      listMessages(again).map(({ data }) => data.observed),
      [0.62],
    );
    again.writer.alerts.look();
    assert.equal(listMessages(again).length, 1);
  });

  it("is undone with the transaction that it fired in", async () => {
    const { test, read, fired } = await openPriced();
    await makeAlert(test, ABOVE);
    test.db.exec("CREATE TRIGGER broken BEFORE UPDATE OF firings ON alerts BEGIN SELECT raise(ABORT, 'broken'); END");
    await read(0.62);
    assert.deepEqual(fired(), []);
    await read(0.61);
    assert.equal(test.logged.filter(({ msg }) => /alerts cannot be looked at/.test(String(msg))).length, 1);
    test.db.exec("DROP TRIGGER broken");
    await read(0.63);
    assert.deepEqual(fired(), [0.63]);
  });

  it("fires once where it is to, and not after its end", async () => {
    const { test, read, fired } = await openPriced();
    await makeAlert(test, { ...ABOVE, once: true });
    await makeAlert(
      test,
      { type: "market.price_crossed", scope: ABOVE.scope, below: 0.4 },
      { expiresAt: test.clock.now() + 3 * HOUR_MS },
    );
    for (const price of [0.62, 0.5, 0.62, 0.3]) await read(price);
    assert.deepEqual(fired(), [0.62]);
    assert.deepEqual(test.rows("SELECT firings, ended_at IS NOT NULL FROM alerts"), [
      [1, 1],
      [0, 0],
    ]);
  });

  it("looks at the markets of an event, a list, a title or a category", async () => {
    const { test, read } = await openPriced();
    const scopes = [
      { event: "kalshi:e1" },
      { ids: ["kalshi:m1"] },
      { query: "m1 happen" },
      { category: "politics" },
      { query: "happ" },
    ];
    for (const scope of scopes) await makeAlert(test, { ...ABOVE, scope }, { name: JSON.stringify(scope) });
    const others = [{ query: "other" }, { category: "sports" }, { category: "politics", platform: "polymarket" }];
    for (const scope of others) await makeAlert(test, { ...ABOVE, scope });
    await read(0.62);
    assert.deepEqual(
      listMessages(test)
        .map(({ data }) => data.alert_name)
        .sort(),
      scopes.map((scope) => JSON.stringify(scope)).sort(),
    );
  });

  it("says what moved, from where, and within which window", async () => {
    const { test, read } = await openPriced();
    await makeAlert(test, { type: "market.price_moved", scope: ABOVE.scope, points: 5, windowHours: 3 });
    for (const price of [0.48, 0.51, 0.54]) await read(price);
    const [{ data } = { data: {} }, ...more] = listMessages(test);
    const { observed, threshold, unit, baseline, baseline_unit, window_hours } = data;
    assert.deepEqual([observed, threshold, unit], [6, 5, "points"]);
    assert.deepEqual([baseline, baseline_unit, window_hours], [0.48, "price", 3]);
    assert.match(data.text, /moved from 48% to 54% within 3 hours/);
    assert.equal(more.length, 0);
  });

  it("sees a move from a price that the platform tells later", async () => {
    const told: PastPrice[] = [];
    const { test, read, fired } = await openPriced({}, { history: async () => told });
    await makeAlert(test, { type: "market.price_moved", scope: { query: "m2" }, points: 10, windowHours: 24 });
    told.push({ at: test.clock.now() + 60_000, yesPrice: 300_000 });
    for (const price of [0.5, 0.51]) await read(price, { id: "m2" });
    await test.commands.backfillHistory({ platform: "kalshi", id: "m2" });
    await test.writer.backfills.whenIdle();
    assert.deepEqual(fired(), []);
    await read(0.52, { id: "m2" });
    assert.deepEqual(fired(), [22]);
  });

  it("waits while its price is stale, and fires once the platform is read again", async () => {
    const { test, script, fired } = await openPriced();
    await makeAlert(test, ABOVE);
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    script.full = [new UpstreamError("http_503", "kalshi.example")];
    await test.pass();
    test.db.exec(`CREATE TABLE waited (subject INTEGER);
      CREATE TRIGGER wait_noted AFTER INSERT ON alert_waiting BEGIN INSERT INTO waited VALUES (new.subject); END`);
    script.full = [page([market({ id: "m1", yesPrice: 620_000 })])];
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    // Its prices are written before the pass counts as a success.
    await test.pass();
    const counts = test.rows("SELECT (SELECT count(*) FROM waited), (SELECT count(*) FROM alert_waiting)");
    assert.deepEqual([fired(), counts], [[0.62], [[1, 0]]]);
  });

  it("sees all that a price went through since it looked", async () => {
    const { test, read } = await openPriced();
    await makeAlert(test, { type: "market.price_moved", scope: ABOVE.scope, points: 20 });
    await read(0.51);
    // As where the writer ends between a commit and the look after it.
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    const listed = {
      ...{ platform: "kalshi", isOpenListing: true, events: new Map([["e1", event({ id: "e1" })]]) },
      markets: [market({ id: "m1", yesPrice: 400_000 })],
    };
    const writing = openWriting(test.db, { clock: test.clock });
    immediately(test.db, () => {
      upsertMarkets(writing, listed, test.clock.now());
      flushGathered(writing);
    });
    await read(0.62);
    assert.deepEqual(
      listMessages(test).map(({ data }) => [data.baseline, data.observed]),
      [[0.4, 22]],
    );
  });

  for (const [what, isNamed] of [
    ["sees the prices of all platforms of a question in its direction, where that is asked", false],
    ["sees the price of a market that it names beside its question as its platform shows it", true],
  ] as const) {
    it(what, async () => {
      const scripts: Record<string, Script> = {
        kalshi: { full: [page([market({ id: "q", yesPrice: 500_000 })])] },
        polymarket: { full: [page([market({ id: "q", yesPrice: 500_000 })])] },
      };
      const test = openTestWriter({ scripts });
      addWebhook(test);
      await test.writer.runOnce(new Set());
      group(test, [{ a: "kalshi", b: "polymarket", isInverted: true }]);
      const question = String(test.value("SELECT id FROM questions"));
      const isKalshi = Number(
        test.value("SELECT market_key = (SELECT min(market_key) FROM markets) FROM markets WHERE platform = 'kalshi'"),
      );
      const inverted = isKalshi === 1 ? "polymarket" : "kalshi";
      const scope = isNamed ? { ids: [question, `${inverted}:q`] } : { question };
      await makeAlert(test, { ...ABOVE, scope, anyPlatform: true });
      (scripts[inverted] as Script).full = [page([market({ id: "q", yesPrice: isNamed ? 620_000 : 380_000 })])];
      test.clock.fixAt(test.clock.now() + HOUR_MS);
      await test.writer.runOnce(new Set());
      const [{ data } = { data: {} }] = listMessages(test);
      assert.deepEqual([data.observed, data.market?.platform], [0.62, inverted]);
    });
  }

  for (const isRestarted of [false, true]) {
    it(`turns what it has seen with the relation of a market, ${isRestarted ? "also" : "not only"} after a restart`, async () => {
      const scripts: Record<string, Script> = { kalshi: { full: [] }, polymarket: { full: [] } };
      const first = openTestWriter({ scripts });
      const read = async (test: TestWriter, yesPrice: number): Promise<void> => {
        for (const script of Object.values(scripts)) script.full = [page([market({ id: "q", yesPrice })])];
        test.clock.fixAt(test.clock.now() + HOUR_MS);
        await test.writer.runOnce(new Set());
      };
      addWebhook(first);
      await read(first, 500_000);
      group(first, [{ a: "kalshi", b: "polymarket" }]);
      const scope = { question: String(first.value("SELECT id FROM questions")) };
      const moved = { type: "market.price_moved", points: 15, windowHours: 24 } as const;
      const any = { scope, anyPlatform: true };
      await makeAlert(first, { ...moved, ...any }, { name: "moved" });
      await makeAlert(first, { type: "market.price_crossed", above: 0.65, ...any }, { name: "crossed" });
      // The first fires of both markets, and the second has seen both above and below.
      for (const price of [660_000, 320_000]) await read(first, price);
      const before = listMessages(first).length;
      if (isRestarted) await first.writer.close();
      const test = isRestarted ? openTestWriter({ scripts, file: first.file, clock: first.clock }) : first;
      group(test, [{ a: "kalshi", b: "polymarket", isInverted: true }]);
      const told = async (price: number) => {
        const known = listMessages(test).length;
        await read(test, price);
        return listMessages(test)
          .slice(known)
          .map(({ data }) => [data.alert_name, data.market.yes_price, data.baseline]);
      };
      assert.equal(before, 6);
      assert.deepEqual(await told(330_000), [], "its yes is at 0.67 there, and was at 0.68");
      assert.deepEqual(await told(360_000), [], "below 0.65, and not far from 0.68");
      assert.deepEqual((await told(170_000)).toSorted(), [
        ["crossed", 0.83, null],
        ["moved", 0.17, 0.36],
        ["moved", 0.83, 0.64],
      ]);
    });
  }

  it("watches the own price of a question, as its page shows it, and not that of one platform", async () => {
    const listing = (price: number, volume = 100_000) => [page([market({ id: "q", yesPrice: price * 1e6, volume })])];
    const scripts: Record<string, Script> = {
      kalshi: { full: listing(0.5) },
      polymarket: { full: listing(0.5, 300_000) },
      // Play money does not count.
      manifold: { full: listing(0.9, 900_000) },
    };
    const test = openTestWriter({ scripts });
    addWebhook(test);
    await test.writer.runOnce(new Set());
    group(test, [
      { a: "kalshi", b: "polymarket" },
      { a: "kalshi", b: "manifold" },
    ]);
    const question = String(test.value("SELECT id FROM questions"));
    await makeAlert(test, { ...ABOVE, scope: { question } }, { name: "crossed" });
    await makeAlert(test, { ...ABOVE, scope: { question }, anyPlatform: true }, { name: "any" });
    const moved = rule({ type: "market.price_moved", scope: { question }, points: 9, windowHours: 24 });
    await makeAlert(test, moved, { name: "moved" });
    const own: number[] = [];
    const store = openReader(test.file);
    for (const [kalshi, polymarket] of [
      [0.7, 0.5],
      [0.7, 0.58],
      [0.6, 0.55],
      [0.65, 0.6],
    ] as const) {
      (scripts.kalshi as Script).full = listing(kalshi);
      (scripts.polymarket as Script).full = listing(polymarket, 300_000);
      test.clock.fixAt(test.clock.now() + HOUR_MS);
      await test.writer.runOnce(new Set());
      const found = store.questions.find(question, test.clock.now());
      own.push(found !== undefined && "found" in found ? found.found.price / 1e6 : 0);
    }
    assert.deepEqual(own, [0.55, 0.61, 0.5625, 0.6125]);
    const told = (name: string) => listMessages(test).filter(({ data }) => data.alert_name === name);
    assert.deepEqual(
      told("crossed").map(({ data }) => [data.observed, data.question.id, data.question.price]),
      [
        [0.61, question, 0.61],
        [0.6125, question, 0.6125],
      ],
    );
    assert.deepEqual(told("any").map(({ data }) => data.observed)[0], 0.7);
    assert.deepEqual(
      told("moved").map(({ data }) => data.observed),
      [11],
    );
    const preview = await findPreview({ store, clock: test.clock }, rule({ ...ABOVE, scope: { question } }), {
      isForPro: true,
    });
    assert.deepEqual(
      preview.firings.map(({ observed }) => observed),
      [0.61, 0.6125],
    );
  });

  for (const relation of ["same", "inverted"] as const) {
    it(`goes on in its own direction with the question that its own was merged into: ${relation}`, async () => {
      const platforms = ["kalshi", "polymarket", "manifold", "predictit"] as const;
      const script: Script = { full: [page([market({ id: "q", yesPrice: 500_000 })])] };
      const test = openTestWriter({ scripts: Object.fromEntries(platforms.map((platform) => [platform, script])) });
      addWebhook(test);
      await test.writer.runOnce(new Set());
      group(test, [
        { a: "kalshi", b: "polymarket" },
        { a: "manifold", b: "predictit" },
      ]);
      const younger = String(test.value("SELECT id FROM questions ORDER BY question_key DESC LIMIT 1"));
      const markets = test.db
        .prepare(`SELECT market_key AS marketKey, platform, event_key AS eventKey, question_id AS questionId
          FROM markets JOIN question_members USING (market_key) ORDER BY 1`)
        .all() as { marketKey: number; platform: string; eventKey: number; questionId: string }[];
      const alert = await makeAlert(test, { ...ABOVE, scope: { question: younger }, anyPlatform: true });
      test.writer.alerts.look();
      const [first, ...others] = markets;
      const links = others.map(({ marketKey, questionId }) => ({
        a: first?.marketKey ?? 0,
        b: marketKey,
        relation: questionId === younger ? relation : ("same" as const),
      }));
      test.write(() => saveGroups(test.writer.writing, markets, toGroups(markets, links), test.clock.now()));
      await test.commands.changeAlert({ keyId: null, id: alert.id, change: { name: "Mine" } });
      script.full = [page([market({ id: "q", yesPrice: 620_000 })])];
      test.clock.fixAt(test.clock.now() + HOUR_MS);
      await test.writer.runOnce(new Set());
      const told = listMessages(test).map(({ data }) => data.market.platform);
      const seen = markets.filter(({ questionId }) => relation === "same" || questionId === younger);
      assert.deepEqual(told.toSorted(), seen.map(({ platform }) => platform).toSorted());
    });
  }

  it("ends with its key, and rests where its key's plan has fewer", async () => {
    const { test, read } = await openPriced();
    const key = await test.commands.createKey({ name: "A", email: "a@example.org", tier: "pro" });
    addWebhook(test, key.id);
    const make = (name: string) =>
      test.commands.createAlert({ keyId: key.id, content: toContent(rule(ABOVE), { name }) });
    for (const name of ["1", "2", "3", "4"]) await make(name);
    await read(0.62);
    const namesOf = () => listMessages(test).map(({ data }) => data.alert_name);
    assert.deepEqual(namesOf(), ["1", "2", "3", "4"]);
    await test.commands.setKeyTier({ id: key.id, tier: "free" });
    test.db.exec("DELETE FROM deliveries");
    await read(0.5);
    await read(0.62);
    assert.deepEqual(namesOf(), ["1", "2", "3"]);
    await test.commands.revokeKey({ id: key.id });
    // A request for another may have come just before.
    await assert.rejects(make("5"), { code: "revoked_api_key" });
    assert.equal(test.value("SELECT (SELECT count(*) FROM alerts) + (SELECT count(*) FROM alert_states)"), 0);
  });

  it("is told to the webhooks that it names, and to no other", async () => {
    const { test, read } = await openPriced();
    addWebhook(test, null, "wh_named");
    addWebhook(test, null, "wh_other");
    await makeAlert(test, ABOVE, { webhookIds: ["wh_named"] });
    await read(0.61);
    const told = test.rows("SELECT webhook_id FROM deliveries JOIN webhooks USING (webhook_key)");
    assert.deepEqual(told, [["wh_named"]]);
  });

  it("is told of once when what was looked at could not be noted", async () => {
    const { test, read, fired } = await openPriced();
    await makeAlert(test, ABOVE);
    test.db.exec(`CREATE TRIGGER refuse_position BEFORE INSERT ON job_positions WHEN new.job = 'alerts-up-to'
      BEGIN SELECT raise(ABORT, 'no position today'); END`);
    await read(0.61);
    assert.deepEqual(fired(), [], "neither the message nor the position is stored");
    test.db.exec("DROP TRIGGER refuse_position");
    test.clock.fixAt(test.clock.now() + HOUR_MS);
    await test.pass();
    assert.deepEqual(fired(), [0.61]);
  });
});

describe("the preview of an alert", () => {
  it("has the times at which it fired over the same history", async () => {
    const walk = Array.from({ length: 60 }, (_, step) => Math.round(50 + 18 * Math.sin(step / 3) + (step % 7)) / 100);
    const prices = [0.55, 0.61, 0.65, 0.59, 0.6, 0.52, 0.58, 0.66, 0.7, 0.61, 0.58, 0.61, ...walk];
    const { test, read } = await openPriced();
    const rules = [
      rule(ABOVE),
      rule({ ...ABOVE, hysteresis: 3, cooldownSeconds: 7200 }),
      rule({ type: "market.price_moved", scope: ABOVE.scope, points: 5, windowHours: 3, direction: "up" }),
      rule({ type: "market.price_moved", scope: ABOVE.scope, points: 7, windowHours: 24 }),
      rule({ type: "market.price_moved", scope: ABOVE.scope, points: 9, windowHours: 4, direction: "down" }),
      rule({ type: "market.price_moved", scope: ABOVE.scope, points: 20, windowHours: 6, cooldownSeconds: 20_000 }),
    ];
    for (const [index, one] of rules.entries()) await makeAlert(test, one, { name: String(index) });
    for (const price of prices) await read(price);
    const store = openReader(test.file);
    for (const [index, one] of rules.entries()) {
      const fired = listMessages(test).filter(({ data }) => data.alert_name === String(index));
      const found = await findPreview({ store, clock: test.clock }, one, { isForPro: true });
      const { firings, count, markets } = publisher(previewSchema)(found);
      assert.ok(fired.length > 0);
      assert.deepEqual([count, markets], [fired.length, 1]);
      assert.deepEqual(
        firings.map(({ at, observed, baseline, threshold }) => [at, observed, baseline, threshold]),
        fired.map(({ data }) => [data.fired_at, data.observed, data.baseline, data.threshold]),
      );
    }
  });
});
