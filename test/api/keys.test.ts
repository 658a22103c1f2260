import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSecret } from "../../src/domain/accounts/keys.ts";
import { AppError } from "../../src/errors.ts";
import fc from "../support/properties.ts";
import { openTestApi, openTestContext, startTestServer, type TestApi } from "../support/service/api.ts";
import { eventually } from "../support/service/service.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, START } from "../support/store/builders.ts";
import { temporaryFile, testConfig } from "../support/store/writer.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const config = { keysPerHour: 1000 };
const gate = await openTestApi({ hasTestKey: false, config });
const create = (query: string, secret?: string) => gate.call("POST", `/api/v1/keys?${query}`, secret);
const made = () => Number(gate.writer.value("SELECT count(*) FROM keys"));

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const PATH = "/api/v1/usage";
const DATA = "/api/v1/markets";

// What a key may touch: it lists and revokes itself and its descendants, and rotates itself alone.

const familyGate = await openTestApi({ hasTestKey: false, config: { keysPerHour: 100_000, pagesPerMinute: 100_000 } });

interface Member {
  readonly id: string;
  readonly secret: string;
}

async function makeChild(parent: Member): Promise<Member> {
  const { json } = await familyGate.call("POST", "/api/v1/keys?name=Child&email=child@example.org", parent.secret);
  return { id: json.data.id, secret: json.data.key };
}

/** A grandmother with two daughters, of whom the first has a child. */
async function makeFamily() {
  const root = await familyGate.make({ email: "child@example.org" });
  const first = await makeChild(root);
  const second = await makeChild(root);
  const grandchild = await makeChild(first);
  return { root, first, second, grandchild };
}

const list = async (key: Member): Promise<string[]> =>
  (await familyGate.get("/api/v1/keys", key.secret)).json.data.map((one: { id: string }) => one.id);
const revoke = (by: Member, id: string) => familyGate.call("DELETE", `/api/v1/keys/${id}`, by.secret);
const rotate = (by: Member, id: string) => familyGate.call("POST", `/api/v1/keys/${id}/rotate`, by.secret);
const isAlive = async (key: Member) => (await familyGate.get("/api/v1/keys", key.secret)).status === 200;

describe("POST /api/v1/keys", () => {
  it("makes a free key and shows it once", async () => {
    const { status, headers, json } = await create("name=My+app&email=ada%40example.org");
    assert.equal(status, 201);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers.etag, undefined);
    const { key, id, ...rest } = json.data;
    assert.ok(isSecret(key));
    assert.match(id, UUID);
    assert.deepEqual(rest, {
      key_prefix: key.slice(0, 12),
      name: "My app",
      email: "ada@example.org",
      tier: "free",
      daily_limit: 1_000,
      monthly_limit: 10_000,
    });
    assert.match(json.meta.warning, /shown only once/);
    assert.equal((await gate.get("/api/v1/keys", key)).status, 200, "it works at once");
  });

  const refused: [string, string[]][] = [
    ["", ["name", "email"]],
    ["name=+&email=ada@example.org", ["name"]],
    ["name=a%0Ab&email=ada@example.org", ["name"]],
    ["name=a&email=nobody", ["email"]],
    ["name=a&email=a@b..org", ["email"]],
    ["name=a&email=a@b@c.org", ["email"]],
    [`name=a&email=${"e".repeat(250)}@c.org`, ["email"]],
    ["name=a&email=nobody&tier=pro", ["email"]],
  ];
  for (const [query, parameters] of refused) {
    it(`refuses '${query.slice(0, 50)}'`, async () => {
      const { status, json } = await create(encodeURI(query).replaceAll("%25", "%"));
      assert.equal(status, 422);
      assert.deepEqual(
        json.detail.errors.map((error: { parameter: string }) => error.parameter),
        parameters,
      );
    });
  }

  it("makes neither pro nor enterprise keys and says how to get them", async () => {
    const before = made();
    const pro = await create("name=a&email=a@b.co&tier=pro");
    assert.deepEqual([pro.status, pro.json.detail.error], [402, "payment_required"]);
    assert.match(pro.json.detail.message, /POST \/api\/v1\/checkout/);
    const enterprise = await create("name=a&email=a@b.co&tier=enterprise");
    assert.deepEqual([enterprise.status, enterprise.json.detail.error], [403, "tier_not_self_service"]);
    assert.equal(made(), before);
  });

  it("makes a free child of whatever key is presented, and nothing for a wrong one", async () => {
    const parent = await gate.make({ tier: "enterprise" });
    const child = await create("name=Child&email=a@b.co", parent.secret);
    assert.deepEqual([child.status, child.json.data.tier, child.json.data.daily_limit], [201, "free", 1_000]);
    assert.ok(child.headers.ratelimit);
    const parentId = gate.writer.value("SELECT parent_id FROM keys WHERE key_id = ?", child.json.data.id);
    assert.equal(parentId, parent.id);
    const before = made();
    const anonymous = await create("name=Child&email=a@b.co", "nonsense");
    assert.deepEqual([anonymous.status, anonymous.json.detail.error], [401, "invalid_api_key"]);
    assert.equal(made(), before);
  });

  it("passes on that the writer cannot take commands", async () => {
    const createKey = () => Promise.reject(new AppError("overloaded", "the writer is busy; try again"));
    const context = await openTestContext();
    const busy = await startTestServer({ ...context, commands: { ...context.commands, createKey } });
    const reply = await busy.send("/api/v1/keys?name=a&email=a@b.co", { method: "POST" });
    assert.deepEqual([reply.status, reply.json.detail.error], [503, "overloaded"]);
  });
});

describe("keys made in an hour from one address", () => {
  const makeFrom = (at: TestApi, address: string, query = "name=a&email=a@b.co", secret?: string) =>
    at.send(`/api/v1/keys?${query}`, {
      method: "POST",
      headers: { "X-Forwarded-For": address, ...(secret === undefined ? {} : { "X-API-Key": secret }) },
    });
  const trusting = { config: { ...testConfig(), trustedProxies: ["127.0.0.1"] } };

  it("are ten, refused calls not counted, children included; then there is one more as the first is an hour old", async () => {
    const limited = await openTestApi({ ...trusting, hasTestKey: false });
    const parent = await limited.make();
    for (let index = 0; index < 20; index++) {
      assert.equal((await makeFrom(limited, "192.0.2.7", "name=a&email=nobody")).status, 422);
      assert.equal((await makeFrom(limited, "192.0.2.7", "name=a&email=a@b.co&tier=pro")).status, 402);
      assert.equal((await makeFrom(limited, "192.0.2.7", undefined, "nonsense")).status, 401);
    }
    assert.equal((await makeFrom(limited, "192.0.2.7", undefined, parent.secret)).status, 201);
    limited.clock.advance(600_000);
    for (let index = 0; index < 9; index++) assert.equal((await makeFrom(limited, "192.0.2.7")).status, 201);
    const over = await makeFrom(limited, "192.0.2.7");
    assert.deepEqual([over.status, over.headers["retry-after"]], [429, "3000"]);
    const { message, ...body } = over.json;
    const upgrade_url = `${limited.url}/pricing`;
    assert.deepEqual(body, { error: "key_creation_limit_exceeded", limit: 10, used: 10, tier: "free", upgrade_url });
    assert.match(message, /10 keys an hour/);
    assert.equal((await makeFrom(limited, "192.0.2.8")).status, 201, "another address has its own ten");
    limited.clock.advance(2_999_999);
    assert.equal((await makeFrom(limited, "192.0.2.7")).headers["retry-after"], "1");
    limited.clock.advance(1);
    assert.deepEqual(
      [(await makeFrom(limited, "192.0.2.7")).status, (await makeFrom(limited, "192.0.2.7")).status],
      [201, 429],
    );
  });

  it("are counted by /64, exactly when many ask at once, and across a restart and a clock set back", async () => {
    const limited = await openTestApi({ ...trusting, hasTestKey: false });
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) => makeFrom(limited, `2001:db8:1:2::${index}`)),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 10);
    assert.equal(replies.filter(({ status }) => status === 429).length, 15);
    assert.equal((await makeFrom(limited, "2001:db8:1:3::1")).status, 201);
    const again = await openTestApi({
      hasTestKey: false,
      ...trusting,
      file: limited.writer.file,
      at: START - HOUR_MS / 2,
    });
    assert.equal((await makeFrom(again, "2001:db8:1:2::99")).status, 429);
  });

  it("have their requests each for itself, and no address is kept", async () => {
    const limited = await openTestApi({ ...trusting, hasTestKey: false });
    const { key: one } = (await makeFrom(limited, "2001:db8:1:2::1")).json.data;
    const { key: two } = (await makeFrom(limited, "2001:db8:1:2::1")).json.data;
    for (let index = 0; index < 30; index++) assert.equal((await limited.get("/api/v1/markets", one)).status, 200);
    assert.equal((await limited.get("/api/v1/markets", one)).status, 429);
    assert.equal((await limited.get("/api/v1/markets", two)).status, 200);
    const tables = limited.writer.db.prepare("SELECT * FROM keys").all();
    assert.doesNotMatch(JSON.stringify(tables), /2001:db8/);
  });

  it("count nothing that the key itself may ask for", async () => {
    const limited = await openTestApi({ hasTestKey: false, config: { keysPerHour: 1 } });
    const { id, secret } = await limited.make();
    assert.equal((await limited.call("POST", "/api/v1/keys?name=a&email=a@b.co", secret)).status, 201);
    assert.equal((await limited.call("POST", "/api/v1/keys?name=a&email=a@b.co", secret)).status, 429);
    const key = limited.access.keys.find(id);
    assert.ok(key);
    assert.equal(limited.access.counters.used(key, limited.clock.now()).day, 0);
  });
});

describe("a key at its limit", () => {
  const limits = { perMinute: 1, perDay: 1, perMonth: 1 };

  it("can still list, pay, be replaced and be revoked, and none of that counts", async () => {
    const { id, secret } = await gate.make({ tier: "pro", limits });
    assert.equal((await gate.get("/api/v1/markets", secret)).status, 200);
    assert.equal((await gate.get("/api/v1/markets", secret)).status, 429);
    const list = await gate.get("/api/v1/keys", secret);
    assert.deepEqual([list.status, list.headers.ratelimit], [200, '"minute";r=0;t=60'], "what is left is still told");
    const usage = await gate.get("/api/v1/usage", secret);
    assert.deepEqual([usage.json.data.minute.used, usage.json.data.month.used], [1, 1]);
    assert.equal((await gate.call("POST", "/api/v1/checkout", secret)).json.detail.error, "already_subscribed");
    assert.equal((await gate.call("POST", "/api/v1/billing/portal", secret)).status, 503);
    assert.equal((await create("name=Child&email=a@b.co", secret)).status, 201);
    const rotated = (await gate.call("POST", `/api/v1/keys/${id}/rotate`, secret)).json.data.key;
    assert.equal((await gate.get("/api/v1/markets", rotated)).status, 429, "a new secret is no new allowance");
    assert.equal((await gate.call("DELETE", `/api/v1/keys/${id}`, rotated)).status, 200);
    assert.equal((await gate.get("/api/v1/markets", rotated)).json.detail.error, "revoked_api_key");
  });

  it("takes 60 actions a minute from one address, whichever keys they are about", async () => {
    const busy = await openTestApi({ hasTestKey: false, config: { ...testConfig(), trustedProxies: ["127.0.0.1"] } });
    const keys = [await busy.make(), await busy.make()];
    const list = (index: number, address: string) =>
      busy.get("/api/v1/keys", { "X-API-Key": keys[index % 2]?.secret ?? "", "X-Forwarded-For": address });
    for (let index = 0; index < 60; index++) assert.equal((await list(index, "192.0.2.7")).status, 200);
    const { status, headers, json } = await list(0, "192.0.2.7");
    assert.deepEqual([status, headers["retry-after"], headers.ratelimit], [429, "60", '"minute";r=30;t=0']);
    const { message, ...body } = json;
    const upgrade_url = `${busy.url}/pricing`;
    assert.deepEqual(body, { error: "rate_limit_exceeded", limit: 60, used: 60, tier: "free", upgrade_url });
    assert.match(message, /60 actions a minute on keys and plans .*one address; try again in 60 seconds/);
    assert.equal((await list(0, "192.0.2.8")).status, 200);
    busy.clock.advance(60_000);
    assert.equal((await list(0, "192.0.2.7")).status, 200);
  });
});

describe("POST /api/v1/keys/{key_id}/rotate", () => {
  const rotate = (id: string, secret: string, query = "") =>
    gate.call("POST", `/api/v1/keys/${id}/rotate${query}`, secret);
  const statusOf = async (secret: string) => {
    const { status, json } = await gate.get("/api/v1/keys", secret);
    return status === 200 ? 200 : json.detail.error;
  };

  it("gives the same key a new secret and ends the old one at once, whatever the clock does", async () => {
    const { id, secret } = await gate.make({ tier: "pro" });
    await gate.get("/api/v1/markets", secret);
    const { status, headers, json } = await rotate(id, secret);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    assert.deepEqual([json.data.id, json.data.tier, json.data.daily_limit], [id, "pro", 50_000]);
    assert.ok(isSecret(json.data.key) && json.data.key !== secret);
    assert.equal(json.data.key_prefix, json.data.key.slice(0, 12));
    assert.match(json.meta.warning, /shown only once/);
    assert.deepEqual([await statusOf(secret), await statusOf(json.data.key)], ["revoked_api_key", 200]);
    gate.clock.advance(-HOUR_MS);
    assert.equal(await statusOf(secret), "revoked_api_key");
    gate.clock.advance(HOUR_MS);
    const usage = await gate.get("/api/v1/usage", json.data.key);
    assert.equal(usage.json.data.day.used, 1, "counters stay");
  });

  it("lets the old secret work until the grace ends", async () => {
    const { id, secret } = await gate.make();
    const { json } = await rotate(id, secret, "?grace_hours=72");
    assert.equal(json.data.previous_expires_at, new Date(gate.clock.now() + 72 * HOUR_MS).toISOString());
    gate.clock.advance(72 * HOUR_MS - 1);
    assert.deepEqual([await statusOf(secret), await statusOf(json.data.key)], [200, 200]);
    gate.clock.advance(1);
    assert.deepEqual([await statusOf(secret), await statusOf(json.data.key)], ["revoked_api_key", 200]);
  });

  it("lets the old secret read only: it cannot rotate, revoke or make keys", async () => {
    const { id, secret: old } = await gate.make();
    const child = (await create("name=Child&email=a@b.co", old)).json.data.id;
    const current = (await rotate(id, old, "?grace_hours=1")).json.data.key;
    const before = made();
    const attempts = [
      await rotate(id, old),
      await gate.call("DELETE", `/api/v1/keys/${id}`, old),
      await gate.call("DELETE", `/api/v1/keys/${child}`, old),
      await create("name=a&email=a@b.co", old),
      await gate.call("POST", "/api/v1/checkout", old),
      await gate.call("POST", "/api/v1/billing/portal", old),
    ];
    for (const { status, json } of attempts) {
      assert.deepEqual([status, json.detail.error], [403, "read_only_secret"]);
      assert.match(json.detail.message, /new secret/);
    }
    assert.equal(made(), before);
    assert.deepEqual([await statusOf(old), await statusOf(current)], [200, 200]);
    assert.equal((await rotate(id, current)).status, 200, "the new secret may");
  });

  it("ends an older secret at once when it is done again", async () => {
    const { id, secret: first } = await gate.make();
    const second = (await rotate(id, first, "?grace_hours=24")).json.data.key;
    const third = (await rotate(id, second, "?grace_hours=24")).json.data.key;
    assert.deepEqual(
      [await statusOf(first), await statusOf(second), await statusOf(third)],
      ["revoked_api_key", 200, 200],
    );
  });

  it("survives a restart", async () => {
    const { id, secret } = await gate.make();
    const { key } = (await rotate(id, secret)).json.data;
    const again = await openTestApi({ hasTestKey: false, file: gate.writer.file, clock: gate.clock });
    assert.equal((await again.get("/api/v1/keys", secret)).json.detail.error, "revoked_api_key");
    assert.equal((await again.get("/api/v1/keys", key)).status, 200);
  });
});

describe("GET /api/v1/usage", () => {
  it("shows minute, day and month of the calling key, and counts neither itself nor other account actions", async () => {
    const gate = await openTestApi({ hasTestKey: false, at: NOW - DAY_MS });
    const { id, secret } = await gate.make({ tier: "pro" });
    await gate.get(DATA, secret);
    gate.clock.fixAt(NOW - 2 * MINUTE_MS);
    await gate.get(DATA, secret);
    await gate.get("/api/v1/keys", secret);
    await gate.get("/api/v1/markets?page=x", secret);
    gate.clock.fixAt(NOW);
    await gate.get(DATA, secret);
    const { status, headers, json } = await gate.get(`${PATH}?days=3`, secret);
    assert.deepEqual([status, headers["cache-control"], headers.etag], [200, "no-store", undefined]);
    assert.deepEqual(json.data, {
      key_id: id,
      tier: "pro",
      minute: { used: 1, limit: 300, remaining: 299 },
      day: { used: 3, limit: 50_000, remaining: 49_997, resets_at: "2026-11-21T00:00:00.000Z" },
      month: { used: 4, limit: 500_000, remaining: 499_996, resets_at: "2026-12-01T00:00:00.000Z" },
      daily: [
        { date: "2026-11-18", requests: 0 },
        { date: "2026-11-19", requests: 1 },
        { date: "2026-11-20", requests: 3 },
      ],
    });
  });

  it("has no limits where there are none", async () => {
    const gate = await openTestApi({ hasTestKey: false, at: NOW });
    const { secret } = await gate.make({ tier: "enterprise" });
    const { day, month, minute } = (await gate.get(PATH, secret)).json.data;
    assert.deepEqual(
      [minute.limit, day.limit, day.remaining, month.limit, month.remaining],
      [1_000, null, null, null, null],
    );
  });

  it("lists 30 days unless told otherwise, and 1 to 90", async () => {
    const gate = await openTestApi({ hasTestKey: false, at: NOW });
    const { id, secret } = await gate.make({ tier: "pro" });
    const today = Math.floor(NOW / DAY_MS);
    await gate.access.commands.saveUsage({ days: [{ keyId: id, day: today - 89, requests: 7 }], uses: [] });
    assert.equal((await gate.get(PATH, secret)).json.data.daily.length, 30);
    const { daily } = (await gate.get(`${PATH}?days=90`, secret)).json.data;
    assert.deepEqual([daily.length, daily[0]], [90, { date: "2026-08-23", requests: 7 }]);
    await gate.get(DATA, secret);
    const saved = () => gate.writer.value("SELECT requests FROM daily_usage WHERE day = ?", today);
    await eventually("the count", async () => saved() === 1);
    await gate.access.commands.saveUsage({ days: [{ keyId: id, day: today, requests: 0 }], uses: [] });
    assert.equal((await gate.get(PATH, secret)).json.data.daily.at(-1).requests, 1, "what is in memory is newer");
    for (const days of ["0", "91", "x"]) assert.equal((await gate.get(`${PATH}?days=${days}`, secret)).status, 422);
  });
});

describe("counters", () => {
  it("go on after a restart, and so does the time of last use", async () => {
    const file = temporaryFile();
    const first = await openTestApi({ hasTestKey: false, at: NOW, file });
    const { secret } = await first.make({ tier: "pro" });
    for (let index = 0; index < 4; index++) await first.get(DATA, secret);
    await first.access.close();
    const second = await openTestApi({ hasTestKey: false, at: NOW + MINUTE_MS, file });
    const [key] = (await second.get("/api/v1/keys", secret)).json.data;
    assert.equal(second.writer.value("SELECT last_used_at FROM keys WHERE key_id = ?", key.id), NOW);
    const { day, month } = (await second.get(PATH, secret)).json.data;
    assert.deepEqual([day.used, month.used], [4, 4]);
  });
});

describe("GET /api/v1/keys", () => {
  it("lists the key itself first, then its descendants, and shows no secret", async () => {
    const { root, first, second, grandchild } = await makeFamily();
    const { headers, json, text } = await familyGate.get("/api/v1/keys", root.secret);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(json.data[0].id, root.id);
    assert.deepEqual(
      json.data.map((one: { id: string }) => one.id).sort(),
      [root.id, first.id, second.id, grandchild.id].sort(),
    );
    assert.deepEqual(json.data[0], {
      id: root.id,
      name: "Ada",
      email: "child@example.org",
      tier: "free",
      key_prefix: root.secret.slice(0, 12),
      created_at: "2026-11-20T12:00:00.000Z",
      last_used_at: "2026-11-20T12:00:00.000Z",
      revoked_at: null,
      daily_limit: 1_000,
      monthly_limit: 10_000,
      current: true,
    });
    assert.equal(json.data[1].current, false);
    assert.equal(json.data.find((one: { id: string }) => one.id === second.id).last_used_at, null);
    for (const { secret } of [root, first, second]) assert.ok(!text.includes(secret.slice(0, 20)));
    familyGate.clock.advance(1_000);
    const newest = await makeChild(second);
    familyGate.clock.advance(-1_000);
    assert.equal((await list(root)).at(-1), newest.id, "the oldest first, whoever made them");
  });
});

describe("DELETE /api/v1/keys/{key_id}", () => {
  it("revokes a descendant for good, answers the same when repeated, and leaves its descendants alone", async () => {
    const { root, first, grandchild } = await makeFamily();
    const { status, json } = await revoke(root, first.id);
    assert.equal(status, 200);
    assert.deepEqual(json.data, { id: first.id, revoked: true, revoked_at: "2026-11-20T12:00:00.000Z" });
    familyGate.clock.advance(1_000);
    assert.deepEqual((await revoke(root, first.id.toUpperCase())).json.data, json.data);
    familyGate.clock.advance(-1_000);
    assert.equal(await isAlive(first), false);
    assert.equal(await isAlive(grandchild), true);
    assert.equal((await revoke(root, grandchild.id)).status, 200, "still a descendant");
    const shown = (await familyGate.get("/api/v1/keys", root.secret)).json.data;
    assert.ok(shown.find((one: { id: string }) => one.id === first.id).revoked_at);
  });

  it("revokes the calling key itself", async () => {
    const { root, first } = await makeFamily();
    assert.equal((await revoke(root, root.id)).status, 200);
    const again = await revoke(root, root.id);
    assert.deepEqual([again.status, again.json.detail.error], [401, "revoked_api_key"]);
    assert.equal(await isAlive(first), true);
  });
});

describe("what is out of a key's reach", () => {
  it("is whatever is no key", async () => {
    const { root } = await makeFamily();
    for (const id of ["nonsense", "%00", root.secret]) {
      const reply = await revoke(root, id);
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "key_not_found"], id);
    }
  });

  it("is the same as in a model of the tree, whatever the tree", async () => {
    const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.nat(), async (makers, caller, target) => {
        const members: Member[] = [];
        const parents: (number | undefined)[] = [];
        for (const [index, maker] of makers.entries()) {
          // Every third one is made without a key.
          const parent = index === 0 || maker % 3 === 0 ? undefined : maker % index;
          const at = parent === undefined ? undefined : members[parent];
          members.push(at === undefined ? await familyGate.make({ email: "child@example.org" }) : await makeChild(at));
          parents.push(parent);
        }
        const [by, of] = [caller % members.length, target % members.length];
        const [byKey, ofKey] = [members[by], members[of]];
        assert.ok(byKey && ofKey);
        const descends = (index: number | undefined): boolean =>
          index !== undefined && (index === by || descends(parents[index]));
        const family = members.filter((_, index) => descends(index)).map(({ id }) => id);
        assert.deepEqual((await list(byKey)).sort(), family.sort());
        const rotated = await rotate(byKey, ofKey.id);
        assert.equal(rotated.status, by === of ? 200 : 404);
        const secret = by === of ? rotated.json.data.key : byKey.secret;
        const revoked = await revoke({ ...byKey, secret }, ofKey.id);
        assert.equal(revoked.status, descends(of) ? 200 : 404);
        if (by !== of) assert.equal(await isAlive(ofKey), !descends(of));
      }),
      { numRuns: 40 },
    );
  });
});
