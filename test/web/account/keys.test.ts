import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSecret } from "../../../src/domain/accounts/keys.ts";
import { servePages } from "../../support/service/pages.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const test = openTestWriter();
const site = await servePages(test);
const secretsIn = (text: string): string[] => [
  ...new Set((text.match(/tb_live_[0-9A-Za-z]+/g) ?? []).filter(isSecret)),
];
const statusOf = async (secret: string) => (await site.get("/api/v1/markets", { "X-API-Key": secret })).status;

describe("the page of keys", () => {
  it("makes a free key and shows it once", async () => {
    const { status, headers, text } = await site.post("/keys/make", { name: "Desk <1>", email: "ada@example.org" });
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    const [secret = "", ...more] = secretsIn(text);
    assert.deepEqual(more, []);
    assert.ok(text.includes("Desk &lt;1&gt;"));
    assert.ok(
      text.includes(
        `<code id="first">curl -H &#39;X-API-Key: ${secret}&#39; &#39;${site.url}/api/v1/markets?page_size=3&#39;</code>`,
      ),
    );
    assert.equal(await statusOf(secret), 200);
    const own = (await site.post("/keys/own", { key: secret })).text;
    assert.deepEqual(secretsIn(own), []);
    assert.match(own, /All free keys made from one address share the minute and the day\./);
  });

  it("shows what a key has used and the keys made with it, whatever its plan", async () => {
    const { id, secret } = await site.make();
    const child = await site.make("free", id);
    await statusOf(secret);
    const { status, text } = await site.post("/keys/own", { key: ` ${secret}\n` });
    assert.equal(status, 200);
    assert.match(text, /Today \(UTC\)<\/dt>\s*<dd><strong>1<\/strong> of 1,000/);
    assert.match(text, /This month \(UTC\)<\/dt>\s*<dd><strong>1<\/strong> of 10,000/);
    assert.ok(text.includes(child.keyPrefix));
    assert.deepEqual(secretsIn(text), []);
  });

  it("knows a key that the command line has just made", async () => {
    const { secret } = await test.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free" });
    assert.equal((await site.post("/keys/own", { key: secret })).status, 200);
  });

  it("rotates a key, with a grace period on request", async () => {
    const { secret } = await site.make();
    const [second = ""] = secretsIn((await site.post("/keys/rotate", { key: secret, grace_hours: "1" })).text);
    assert.deepEqual([await statusOf(secret), await statusOf(second)], [200, 200]);
    const [third = ""] = secretsIn((await site.post("/keys/rotate", { key: second, grace_hours: "0" })).text);
    assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200]);
  });

  it("lets a secret in its grace look, but not rotate or revoke", async () => {
    const { id, secret: old } = await site.make();
    const [current = ""] = secretsIn((await site.post("/keys/rotate", { key: old, grace_hours: "1" })).text);
    assert.equal((await site.post("/keys/own", { key: old })).status, 200);
    for (const [path, fields] of [
      ["/keys/rotate", { key: old, grace_hours: "0" }],
      ["/keys/revoke", { key: old, id }],
    ] as const) {
      const { status, text } = await site.post(path, fields);
      assert.equal(status, 403, path);
      assert.match(text, /may only read until/);
    }
    assert.deepEqual([await statusOf(old), await statusOf(current)], [200, 200]);
  });

  it("revokes a key and those made with it, and no others", async () => {
    const { id, secret } = await site.make();
    const child = await site.make("free", id);
    const other = await site.make();
    const refused = await site.post("/keys/revoke", { key: secret, id: other.id });
    assert.equal(refused.status, 404);
    assert.equal((await site.post("/keys/revoke", { key: child.secret, id })).status, 404, "a child reaches no parent");
    assert.equal(await statusOf(other.secret), 200);
    const { text } = await site.post("/keys/revoke", { key: secret, id: child.id });
    assert.match(text, new RegExp(`${child.keyPrefix}… is revoked`));
    assert.deepEqual([await statusOf(child.secret), await statusOf(secret)], [401, 200]);
    assert.equal((await site.post("/keys/revoke", { key: secret, id })).status, 200);
    assert.equal(await statusOf(secret), 401);
  });

  const wrong: readonly (readonly [path: string, fields: Record<string, string>, status: number, message: RegExp])[] = [
    ["/keys/make", { name: "", email: "ada@example.org" }, 422, /Name: expected/],
    ["/keys/make", { name: "Desk", email: "nobody" }, 422, /Email: expected an email address/],
    ["/keys/own", {}, 401, /An API key is needed/],
    ["/keys/own", { key: "<b>" }, 401, /not a valid API key/],
    ["/keys/rotate", { key: "tb_live_x" }, 401, /not a valid API key/],
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
    const { status, text } = await site.post("/keys/make", fields);
    assert.equal(status, 422);
    assert.match(text, /name="name" type="text" value="My &quot;desk&quot; &lt;1&gt;"/);
    assert.match(text, /name="email" type="email" value="ada at example.org"/);
    const { secret } = await site.make();
    const refused = await site.post("/keys/rotate", { key: secret, grace_hours: "-5" });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Hours until the old secret stops working: expected .*\./);
    assert.match(refused.text, /name="grace_hours" [^>]*value="-5"/);
    assert.match(refused.text, /Today \(UTC\)/);
    assert.deepEqual(secretsIn(refused.text), []);
  });

  it("makes no more keys than an address may make, and shows no more pages", async () => {
    const few = await servePages(openTestWriter(), { keysPerHour: 1, pagesPerMinute: 3 });
    const fields = { name: "Desk", email: "ada@example.org" };
    assert.equal((await few.post("/keys/make", fields)).status, 200);
    const many = await few.post("/keys/make", fields);
    assert.equal(many.status, 429);
    assert.match(many.text, /At most 1 keys an hour/);
    await few.get("/keys");
    assert.match((await few.post("/keys/own", { key: "guessed" })).text, /At most 3 pages a minute/);
  });

  it("takes a key from a form alone, never from an address", async () => {
    const { secret } = await site.make();
    assert.equal((await site.get(`/keys/own?key=${secret}`)).status, 405);
    const { text } = await site.get(`/keys?key=${secret}`);
    assert.ok(!text.includes(secret));
  });
});
