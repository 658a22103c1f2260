import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { describe, it } from "node:test";
import { isSecret } from "../../../src/domain/accounts/keys.ts";
import { openTestApi } from "../../support/service/api.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const test = openTestWriter();
const site = await openTestApi({ writer: test, hasPages: true });
const secretsIn = (text: string): string[] => [
  ...new Set((text.match(/tb_live_[0-9A-Za-z]+/g) ?? []).filter(isSecret)),
];
const statusOf = async (secret: string) => (await site.get("/api/v1/markets", { "X-API-Key": secret })).status;
const namedIn = (text: string) => /class="account"[^>]*>([^<]*)</.exec(text)?.[1];
const isSignedIn = async (session: Record<string, string>) =>
  /You are signed in/.test((await site.get("/keys", session)).text);

describe("the page of keys", () => {
  it("makes a free key, shows it once and signs in with it", async () => {
    const { status, headers, text } = await site.post("/keys/make", { name: "Desk <1>", email: "ada@example.org" });
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    const [secret = "", ...more] = secretsIn(text);
    assert.deepEqual(more, []);
    assert.ok(text.includes("Desk &lt;1&gt;"));
    assert.match(text, new RegExp(`curl -H &#39;X-API-Key: ${secret}&#39; &#39;${site.url}/api/v1/markets`));
    assert.equal(await statusOf(secret), 200);
    assert.equal(namedIn(text), "Desk &lt;1&gt;");
    const own = (await site.get("/keys", cookieOf(headers))).text;
    assert.deepEqual(secretsIn(own), []);
  });

  it("shows who has signed in what the key has used and the keys made with it", async () => {
    const { id, secret } = await site.make();
    const child = await site.make({ tier: "free", parentId: id });
    await statusOf(secret);
    const { text } = await site.get("/keys", site.sessionOf(secret));
    assert.match(text, /Today \(UTC\)<\/dt>\s*<dd><strong>1<\/strong> of 1,000/);
    assert.match(text, /This month \(UTC\)<\/dt>\s*<dd><strong>1<\/strong> of 10,000/);
    assert.match(text, new RegExp(`${child.keyPrefix}…</code></td>\\s*<td[^>]*>Free<`));
    assert.deepEqual(secretsIn(text), []);
  });

  it("rotates a key, with a grace period on request", async () => {
    const { secret } = await site.make();
    const rotate = async (secret: string, hours: string) => {
      const { text } = await site.post("/keys/rotate", { grace_hours: hours }, site.sessionOf(secret));
      return secretsIn(text)[0] ?? "";
    };
    const second = await rotate(secret, "1");
    assert.deepEqual([await statusOf(secret), await statusOf(second)], [200, 200]);
    const third = await rotate(second, "0");
    assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200]);
  });

  it("revokes a key and those made with it, and no others", async () => {
    const { id, secret } = await site.make();
    const child = await site.make({ tier: "free", parentId: id });
    const other = await site.make();
    const session = site.sessionOf(secret);
    assert.equal((await site.post("/keys/revoke", { id: other.id }, session)).status, 404);
    const fromChild = await site.post("/keys/revoke", { id }, site.sessionOf(child.secret));
    assert.equal(fromChild.status, 404, "a child reaches no parent");
    assert.equal(await statusOf(other.secret), 200);
    const { text } = await site.post("/keys/revoke", { id: child.id }, session);
    assert.match(text, new RegExp(`${child.keyPrefix}… is revoked`));
    assert.deepEqual([await statusOf(child.secret), await statusOf(secret)], [401, 200]);
    const last = await site.post("/keys/revoke", { id }, session);
    assert.equal(last.status, 200);
    assert.match(last.text, /Sign in with a key/);
    assert.equal(namedIn(last.text), "Sign in");
    assert.equal(await statusOf(secret), 401);
  });

  const wrong: readonly (readonly [path: string, fields: Record<string, string>, status: number, message: RegExp])[] = [
    ["/keys/make", { name: "", email: "ada@example.org" }, 422, /“Name” must be/],
    ["/keys/make", { name: "Desk", email: "nobody" }, 422, /“Email” must be an email address/],
    ["/keys/sign-in", {}, 401, /An API key is needed/],
    ["/keys/sign-in", { key: "<b>" }, 401, /not a valid API key/],
    ["/keys/rotate", { grace_hours: "0" }, 401, /You are signed out/],
    ["/keys/revoke", { id: "x" }, 401, /You are signed out/],
  ];
  for (const [path, fields, status, message] of wrong) {
    it(`says what is wrong with ${JSON.stringify(fields)} at ${path}`, async () => {
      const reply = await site.post(path, fields);
      assert.equal(reply.status, status);
      assert.match(reply.text, message);
      assert.match(reply.text, /role="alert"/);
      assert.doesNotMatch(reply.text, /<b>/);
    });
  }

  it("keeps what was typed, but for a key, which no page repeats", async () => {
    const fields = { name: 'My "desk" <1>', email: "ada at example.org" };
    const { text } = await site.post("/keys/make", fields);
    assert.match(text, /name="name" type="text" value="My &quot;desk&quot; &lt;1&gt;"/);
    assert.match(text, /name="email" type="email" value="ada at example.org"/);
    const { secret } = await site.make();
    const refused = await site.post("/keys/rotate", { grace_hours: "-5" }, site.sessionOf(secret));
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Hours until the old secret stops working” must be .*\./);
    assert.match(refused.text, /name="grace_hours" [^>]*value="-5"/);
    assert.doesNotMatch((await site.post("/keys/sign-in", { key: "tb_live_typo" })).text, /tb_live_typo/);
  });

  it("makes no more keys than an address may make, and shows no more pages", async () => {
    const few = await openTestApi({ hasPages: true, config: { keysPerHour: 1, pagesPerMinute: 3 } });
    const fields = { name: "Desk", email: "ada@example.org" };
    assert.equal((await few.post("/keys/make", fields)).status, 200);
    const many = await few.post("/keys/make", fields);
    assert.equal(many.status, 429);
    assert.match(many.text, /At most 1 keys an hour/);
    await few.get("/keys");
    assert.match((await few.post("/keys/sign-in", { key: "guessed" })).text, /At most 3 pages a minute/);
  });
});

const cookieOf = (headers: IncomingHttpHeaders) => ({
  Cookie: headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
});

describe("a session", () => {
  it("begins with a key, even one that the command line has just made, in a cookie that says nothing of it", async () => {
    const { id, secret } = await test.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    const { status, headers } = await site.post("/keys/sign-in", { key: ` ${secret}\n` });
    assert.deepEqual([status, headers.location], [303, "/keys"]);
    const cookie = String(headers["set-cookie"]);
    assert.match(cookie, /^toteboard_key=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    for (const part of [id, secret.slice(8, 20)]) assert.ok(!cookie.includes(part));
    assert.ok(await isSignedIn(cookieOf(headers)));
    assert.ok(await isSignedIn({ Cookie: `toteboard_key_of_another=a; ${cookieOf(headers).Cookie}` }));
    assert.ok(!JSON.stringify(site.context.logged).includes(cookieOf(headers).Cookie));
  });

  it("is sent over https alone where the site is, and below its path", async () => {
    const { sessions } = site.context.access;
    const { "Set-Cookie": cookie } = sessions.begin("https://example.org/tote", "digest", 0);
    assert.match(cookie, /; Path=\/tote\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/);
  });

  it("begins with no secret that was replaced, as it could change the key, and no revoked key", async () => {
    const { id, secret } = await site.make();
    await site.context.commands.rotateKey({ id, graceHours: 1 });
    const { status, text, headers } = await site.post("/keys/sign-in", { key: secret });
    assert.deepEqual([status, headers["set-cookie"]], [403, undefined]);
    assert.match(text, /may only read until/);
    await site.context.commands.revokeKey({ id });
    assert.match((await site.post("/keys/sign-in", { key: secret })).text, /was revoked/);
  });

  it("goes on where its browser makes another key", async () => {
    const session = site.sessionOf((await site.make()).secret);
    const { headers } = await site.post("/keys/make", { name: "Second", email: "ada@example.org" }, session);
    assert.deepEqual([headers["set-cookie"], await isSignedIn(session)], [undefined, true]);
    assert.ok(await isSignedIn({ Cookie: `toteboard_keys=of-another-program; ${session.Cookie}` }));
  });

  it("ends where its browser signs in with another key", async () => {
    const [former, next] = [await site.make(), await site.make()];
    const session = site.sessionOf(former.secret);
    assert.equal((await site.post("/keys/sign-in", { key: next.secret }, session)).status, 303);
    assert.equal(await isSignedIn(session), false);
  });

  it("ends in its browser by signing out, and in all browsers by signing out everywhere", async () => {
    const { secret } = await site.make();
    const [one, two, three] = [site.sessionOf(secret), site.sessionOf(secret), site.sessionOf(secret)];
    const other = site.sessionOf((await site.make()).secret);
    const { headers } = await site.post("/keys/sign-out", {}, one);
    assert.match(String(headers["set-cookie"]), /^toteboard_key=; .*Max-Age=0/);
    assert.deepEqual([await isSignedIn(one), await isSignedIn(two)], [false, true]);
    await site.post("/keys/sign-out", { everywhere: "yes" }, two);
    assert.deepEqual([await isSignedIn(two), await isSignedIn(three), await isSignedIn(other)], [false, false, true]);
  });

  it("ends when its key is rotated, elsewhere at once, or revoked, and after seven days", async () => {
    const { id, secret } = await site.make();
    const [here, elsewhere] = [site.sessionOf(secret), site.sessionOf(secret)];
    const { headers } = await site.post("/keys/rotate", { grace_hours: "72" }, here);
    const next = cookieOf(headers);
    assert.deepEqual(
      [await isSignedIn(here), await isSignedIn(elsewhere), await isSignedIn(next)],
      [false, false, true],
    );
    await site.context.commands.revokeKey({ id });
    assert.equal(await isSignedIn(next), false);
    const late = site.sessionOf((await site.make()).secret);
    test.clock.advance(7 * 24 * 3_600_000 - 1000);
    assert.equal(await isSignedIn(late), true);
    test.clock.advance(1000);
    assert.equal(await isSignedIn(late), false);
  });

  it("leaves the sessions of others alone, however many one key begins", async () => {
    const first = site.sessionOf((await site.make()).secret);
    const { secret } = await site.make();
    const many = Array.from({ length: 21 }, () => site.sessionOf(secret));
    assert.equal(await isSignedIn(many[0] ?? {}), false);
    assert.deepEqual([await isSignedIn(many[1] ?? {}), await isSignedIn(first)], [true, true]);
  });

  it("changes nothing for a form of another site, and no form of another site begins one", async () => {
    const { id, secret } = await site.make();
    const session = site.sessionOf(secret);
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    for (const [path, fields] of [
      ["/keys/revoke", { id }],
      ["/keys/rotate", { grace_hours: "0" }],
      ["/keys/sign-out", { everywhere: "yes" }],
      ["/keys/sign-in", { key: secret }],
      ["/pricing/upgrade", {}],
    ] as const) {
      for (const headers of [foreign, { Origin: "null" }, {}]) {
        const reply = await site.postFrom(path, fields, { ...session, ...headers });
        assert.deepEqual([reply.status, reply.headers["set-cookie"]], [403, undefined], path);
      }
    }
    assert.equal(await statusOf(secret), 200);
    assert.ok(await isSignedIn(session));
  });

  it("is no key of the API, but for a call that a page of the service makes, which costs a request", async () => {
    const { id, secret } = await site.make();
    const session = site.sessionOf(secret);
    const ofPage = { ...session, "X-Toteboard-Session": "use" };
    assert.equal((await site.get("/api/v1/markets", session)).status, 401);
    assert.equal((await site.get("/api/v1/markets", ofPage)).status, 200);
    assert.equal((await site.get("/api/v1/usage", ofPage)).status, 403);
    assert.equal((await site.post(`/api/v1/keys/${id}/rotate`, {}, ofPage)).status, 401, "it only reads");
    const { headers } = await site.get("/api/v1/markets", { ...ofPage, Origin: "https://evil.example" });
    assert.equal(headers["access-control-allow-credentials"], undefined);
    const key = site.context.access.keys.find(id);
    assert.ok(key);
    assert.equal(site.context.access.counters.used(key, test.clock.running()).day, 2);
  });

  it("is told what it used most in a day, also while it used nothing", async () => {
    const { secret } = await site.make({ tier: "pro" });
    const session = site.sessionOf(secret);
    assert.match((await site.get("/keys", session)).text, /highest: 0 a day/);
    await site.get("/api/v1/markets", { "X-API-Key": secret });
    assert.match((await site.get("/keys", session)).text, /highest: 1 a day/);
  });

  it("is shown pages that no cache may share, and nobody else is shown them", async () => {
    const { secret, keyPrefix } = await site.make({ tier: "pro" });
    const session = site.sessionOf(secret);
    for (const path of ["/keys", "/pricing", "/arbitrage", "/feeds/spreads.atom", "/analytics/platform-share.csv"]) {
      const { status, headers } = await site.get(path, session);
      assert.deepEqual([status, headers["cache-control"]], [200, "private, no-cache"], path);
      assert.match(String(headers.vary), /Cookie/, path);
      assert.ok(!(await site.get(path)).text.includes(keyPrefix), path);
    }
    const etag = async (headers = {}) => (await site.get("/keys", headers)).headers.etag;
    assert.notEqual(await etag(session), await etag());
  });
});
