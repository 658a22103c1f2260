import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { after, describe, it } from "node:test";
import { createSecret } from "../../src/domain/accounts/keys.ts";
import { type Caller, route } from "../../src/http/route.ts";
import { openTestApi } from "../support/service/api.ts";
import { HOUR_MS } from "../support/store/builders.ts";

const shared = { summary: "", cache: "never", parameters: {} } as const;
const whoAmI = (_context: unknown, _input: unknown, { key }: Caller) => ({ data: { id: key?.id ?? null } });
const routes = [
  ...(["open", "any", "free", "pro", "enterprise"] as const).map((tier) =>
    route({ ...shared, method: "GET", path: `/${tier}`, tier, handler: whoAmI }),
  ),
  route({ ...shared, method: "POST", path: "/optional", tier: "open", isKeyOptional: true, handler: whoAmI }),
  route({
    ...shared,
    method: "GET",
    path: "/throws/:what",
    tier: "any",
    handler() {
      throw new Error("broken");
    },
  }),
];

const gate = await openTestApi({ hasTestKey: false, routes });
const { id, secret } = await gate.make({ limits: { perMinute: 100_000, perDay: null, perMonth: null } });
const other = await gate.make();

const errorOf = (reply: { json: { detail: { error: string } } }): string => reply.json.detail.error;

describe("presenting a key", () => {
  const ways: [string, string, Record<string, string>][] = [
    ["X-API-Key", "/free", { "X-API-Key": secret }],
    ["Authorization: Bearer", "/free", { Authorization: `Bearer ${secret}` }],
    ["a bearer scheme in any case", "/free", { Authorization: `bearer  ${secret}` }],
    ["the query", `/free?api_key=${secret}`, {}],
    ["a header, whatever the query says", `/free?api_key=${other.secret}`, { "X-API-Key": secret }],
    ["a header, however wrong the query", "/free?api_key=nonsense&api_key=twice", { "X-API-Key": secret }],
    ["X-API-Key before a bearer", "/free", { "X-API-Key": secret, Authorization: "Bearer of-a-proxy" }],
    ["X-API-Key beside another kind of authorization", "/free", { "X-API-Key": secret, Authorization: "Basic eDp5" }],
  ];
  for (const [name, path, headers] of ways) {
    it(`works with ${name}`, async () => {
      const { status, json } = await gate.get(path, headers);
      assert.deepEqual([status, json.data?.id], [200, id]);
      assert.deepEqual(json.meta.warnings, undefined);
    });
  }

  const missing: [string, Record<string, string>][] = [
    ["/free", {}],
    ["/free?api_key=", {}],
    ["/free", { "X-API-Key": "" }],
    ["/free", { Authorization: "Bearer" }],
    ["/free", { Authorization: "Basic eDp5" }],
  ];
  for (const [path, headers] of missing) {
    it(`is missed at ${path} with ${JSON.stringify(headers)}`, async () => {
      const reply = await gate.get(path, headers);
      assert.deepEqual([reply.status, errorOf(reply)], [401, "missing_api_key"]);
      assert.match(String(reply.headers["www-authenticate"]), /^Bearer realm="toteboard"$/);
      assert.match(reply.json.detail.message, /X-API-Key/);
    });
  }

  it("is refused alike for a malformed key, a mistyped one and an unknown one", async () => {
    const unknown = createSecret();
    const mistyped = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    const bodies = new Set<string>();
    for (const wrong of [unknown, mistyped, "nonsense", `${secret}0`, "x".repeat(10_000), secret.toLowerCase()]) {
      for (const reply of [
        await gate.get("/free", wrong),
        await gate.get("/free", { Authorization: `Bearer ${wrong}` }),
        await gate.get(`/free?api_key=${wrong}`),
      ]) {
        assert.equal(reply.status, 401);
        assert.equal(reply.headers.ratelimit, undefined);
        assert.equal(reply.headers["cache-control"], "no-store");
        bodies.add(reply.text);
      }
    }
    assert.deepEqual(
      [...bodies].map((body) => JSON.parse(body).detail.error),
      ["invalid_api_key"],
    );
  });

  it("twice in the query is a bad parameter", async () => {
    const reply = await gate.get(`/free?api_key=${secret}&api_key=${secret}`);
    assert.deepEqual([reply.status, reply.json.detail.errors[0].parameter], [422, "api_key"]);
  });

  it("comes after finding the route and before reading parameters", async () => {
    assert.equal((await gate.get("/nowhere", "nonsense")).status, 404);
    assert.equal((await gate.call("DELETE", "/free", "nonsense")).status, 405);
    assert.equal((await gate.call("OPTIONS", "/free")).status, 204);
    assert.equal((await gate.get("/free?x=%zz", "nonsense")).status, 401);
    assert.equal((await gate.get("/free?x=%zz", secret)).status, 400);
  });
});

describe("a key that was revoked", () => {
  it("stays revoked when the clock is set back", async () => {
    const { id: gone, secret: old } = await gate.make();
    await gate.access.commands.revokeKey({ id: gone });
    gate.clock.advance(-HOUR_MS);
    assert.equal(errorOf(await gate.get("/free", old)), "revoked_api_key");
    gate.clock.advance(HOUR_MS);
  });
});

describe("a connection that stays open", () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  after(() => agent.destroy());
  const ports = new Set<number | undefined>();

  /** The status of an answer that came over the one connection. */
  const ask = (path: string, given: string): Promise<number | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    get(gate.url + path, { agent, headers: { "X-API-Key": given } }, (response) => {
      ports.add(response.socket.localPort);
      response.resume().on("end", () => resolve(response.statusCode));
    }).on("error", reject);
    return promise;
  };

  it("is asked for its key with every request: whatever happens to one counts for the next", async () => {
    const { commands } = gate.access;
    const made = await gate.make();
    const asked: (number | undefined)[] = [];
    for (const given of [made.secret, other.secret, made.secret, `${made.secret.slice(0, -1)}?`, "", made.secret]) {
      asked.push(await ask("/free", given));
    }
    assert.deepEqual(asked, [200, 200, 200, 401, 401, 200]);
    assert.equal(await ask("/pro", made.secret), 403);
    await commands.setKeyTier({ id: made.id, tier: "pro" });
    assert.equal(await ask("/pro", made.secret), 200);
    const { secret: newer } = await commands.rotateKey({ id: made.id, graceHours: 1 });
    assert.deepEqual([await ask("/free", made.secret), await ask("/free", newer)], [200, 200]);
    gate.clock.advance(HOUR_MS);
    assert.deepEqual([await ask("/free", made.secret), await ask("/free", newer)], [401, 200]);
    await commands.revokeKey({ id: made.id });
    assert.equal(await ask("/free", newer), 401);
    gate.clock.advance(-HOUR_MS);
    assert.equal(ports.size, 1, "all of it came over one connection");
  });
});

describe("an open route", () => {
  it("that heeds keys works without one, and with none but a valid one", async () => {
    const withNone = await gate.call("POST", "/optional");
    assert.deepEqual([withNone.json.data.id, withNone.headers.ratelimit], [null, undefined]);
    const withKey = await gate.call("POST", "/optional", secret);
    assert.equal(withKey.json.data.id, id);
    assert.ok(withKey.headers.ratelimit);
    assert.equal(errorOf(await gate.call("POST", "/optional", "nonsense")), "invalid_api_key");
    assert.equal(errorOf(await gate.call("POST", "/optional", "")), "missing_api_key");
    assert.equal(errorOf(await gate.call("POST", "/optional?api_key=nonsense")), "invalid_api_key");
  });
});

describe("a secret", () => {
  it("is in no log and no error, wherever it was put", async () => {
    gate.logged.length = 0;
    const replies = [
      await gate.get(`/throws/${secret}?api_key=${secret}`, secret),
      await gate.get(`/nothing/${secret}`),
      await gate.get(`/free?api_key=${secret}%zz`),
      await gate.get(`/free?${secret}=%zz`, secret),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [500, 404, 400, 400],
    );
    assert.equal(gate.logged.length, 1);
    for (const text of [JSON.stringify(gate.logged), ...replies.map((reply) => reply.text)]) {
      assert.doesNotMatch(text, new RegExp(secret.slice(0, 20)));
    }
  });

  it("is in the database as its digest alone", async () => {
    await gate.get("/free", secret);
    await gate.access.counters.flush();
    const { writer } = gate;
    const tables = writer.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '*key*'").flat();
    assert.ok(tables.length >= 3);
    for (const table of tables) {
      const text = JSON.stringify(writer.rows(`SELECT * FROM ${table}`));
      assert.ok(!text.includes(secret.slice(0, 14)), String(table));
    }
  });
});
