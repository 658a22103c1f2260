import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_WAITING } from "../../src/store/webhooks/webhooks.ts";
import { deleteDeliveries } from "../../src/writer/maintenance/maintenance.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { DAY_MS } from "../support/store/builders.ts";

const test = await openTestDeliveries();
const receiver = await startReceiver();
const { ask } = test;
const body = { target: "webhook", url: `${receiver.url}/secret-path?token=hidden`, name: "My script" };

/** What the database holds that is not ended. */
const count = (sql: string, ...values: unknown[]) => test.writer.value(`SELECT count(*) FROM ${sql}`, ...values);

describe("POST /api/v1/webhooks", () => {
  it("gives the secret once, and never the address again", async () => {
    const { secret } = await test.make();
    const made = await test.hook(secret, body);
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = made;
    assert.deepEqual(shown, {
      id: made.id,
      ...{ target: "webhook", name: "My script", address: `${receiver.url}/…`, chat_id: null },
      ...{ state: "enabled", reason: null, failures: 0, failing_since: null },
      created_at: new Date(test.clock.running()).toISOString(),
    });
    const listed = await ask("GET", "/api/v1/webhooks", secret);
    assert.deepEqual([listed.json.data, listed.json.meta.total], [[shown], 1]);
    assert.doesNotMatch(listed.text, /whsec_|hidden|secret-path/);
  });

  it("allows as many as the plan has: 1, 10, 50", async () => {
    for (const [tier, allowed] of [
      ["free", 1],
      ["pro", 10],
      ["enterprise", 50],
    ] as const) {
      const limits = { perMinute: 1000, perDay: null, perMonth: null };
      const { secret } = await test.make({ tier, limits });
      for (let made = 0; made < allowed; made++) await test.hook(secret, body);
      const { status, json } = await ask("POST", "/api/v1/webhooks", secret, body);
      assert.deepEqual([status, json.detail.error], [403, "webhook_limit_exceeded"], tier);
      assert.match(json.detail.message, new RegExp(`^the ${tier} plan allows ${allowed} webhooks?; delete one`));
      const [first] = (await ask("GET", "/api/v1/webhooks", secret)).json.data;
      await ask("DELETE", `/api/v1/webhooks/${first.id}`, secret);
      await test.hook(secret, body);
    }
  });

  it("says what a target needs", async () => {
    const { secret } = await test.make();
    for (const [given, parameter, message] of [
      [{ target: "slack" }, "url", /^expected an address such as https/],
      [{ target: "ntfy", url: receiver.url }, "url", /^expected the address of a topic, such as https:\/\/ntfy.sh\//],
      [{ target: "ntfy", url: `${receiver.url}//example.org/topic` }, "url", /^expected the address of a topic/],
      [
        { target: "ntfy", url: `${receiver.url}/t?auth=QmVhcmVyIHRrX3g` },
        "url",
        /^expected an address without '\?' .*token/,
      ],
      [{ target: "ntfy", url: `${receiver.url}/t#x` }, "url", /^expected an address without/],
      [
        { target: "telegram", token: "1:abc", chat_id: "1", url: `${receiver.url}/?key=1` },
        "url",
        /^expected an address/,
      ],
      [{ target: "webhook", url: receiver.url, token: "1" }, "token", /^webhook does not take it; it is for telegram/],
      [{ target: "ntfy", url: `${receiver.url}/t`, chat_id: "1" }, "chat_id", /^ntfy does not take it/],
      [{ target: "slack", url: receiver.url, email: "ada@example.org" }, "email", /^slack does not take it/],
      [{ target: "telegram", chat_id: "1" }, "token", /^expected the token of a bot/],
      [{ target: "ntfy", url: `${receiver.url}/t`, token: "a\r\nX-Injected: 1" }, "token", /^expected no spaces$/],
      [{ target: "telegram", token: "1:abc" }, "chat_id", /^expected a chat/],
      [{ target: "email" }, "target", /^no e-mail is set up here/],
      [{ target: "fax", url: receiver.url }, "target", /^expected one of webhook, ntfy, discord, slack, telegram/],
      [{ target: "webhook", url: "http://10.0.0.1/" }, "url", /^expected a public address; .*TOTEBOARD_WEBHOOK_ALLOW/],
    ] as const) {
      const { status, json } = await ask("POST", "/api/v1/webhooks", secret, given);
      assert.deepEqual([status, json.detail.errors[0].parameter], [422, parameter]);
      assert.match(json.detail.errors[0].message, message);
    }
  });
});

describe("a webhook", () => {
  it("is out of reach of other keys, whatever they try", async () => {
    const [own, other] = await Promise.all([test.make(), test.make()]);
    const { id } = await test.hook(own.secret, body);
    const messageId = test.enqueue({ keyId: own.id });
    await test.flush();
    for (const [method, path, sent] of [
      ["PATCH", "", { enabled: false }],
      ["PATCH", "", { url: receiver.url }],
      ["DELETE", "", undefined],
      ["POST", "/test", undefined],
      ["POST", "/rotate", undefined],
      ["GET", "/deliveries", undefined],
      ["POST", `/deliveries/${messageId}/replay`, undefined],
    ] as const) {
      const { status, json } = await ask(method, `/api/v1/webhooks/${id}${path}`, other.secret, sent);
      assert.deepEqual([status, json.detail.error], [404, "webhook_not_found"], `${method} ${path}`);
    }
    assert.deepEqual((await ask("GET", "/api/v1/webhooks", other.secret)).json.data, []);
    const [webhook] = (await ask("GET", "/api/v1/webhooks", own.secret)).json.data;
    assert.equal(webhook.state, "enabled");
  });

  it("gets no message of another key, and none that names another webhook", async () => {
    const [own, other] = await Promise.all([test.make({ tier: "pro" }), test.make()]);
    const [first, second] = [await test.hook(own.secret, body), await test.hook(own.secret, body)];
    const foreign = await test.hook(other.secret, body);
    test.enqueue({ keyId: own.id, webhookIds: [second.id, foreign.id] });
    await test.flush();
    const counts = [first, second].map(async ({ id }) => (await test.deliveries(own.secret, id)).length);
    assert.deepEqual(await Promise.all(counts), [0, 1]);
    assert.deepEqual(await test.deliveries(other.secret, foreign.id), []);
  });

  it("is changed, disabled and enabled again", async () => {
    const { id: keyId, secret } = await test.make();
    const { id } = await test.hook(secret, body);
    const other = await startReceiver();
    const path = `/api/v1/webhooks/${id}`;
    const moved = await ask("PATCH", path, secret, { name: "Other", url: `${other.url}/x`, enabled: false });
    assert.deepEqual(
      [moved.json.data.name, moved.json.data.address, moved.json.data.state, moved.json.data.reason],
      ["Other", `${other.url}/…`, "disabled", "owner"],
    );
    test.enqueue({ keyId });
    assert.equal((await ask("POST", `${path}/test`, secret)).json.detail.error, "webhook_disabled");
    assert.equal((await ask("PATCH", path, secret, { url: "http://10.0.0.1/" })).status, 422);
    await ask("PATCH", path, secret, { enabled: true });
    test.enqueue({ keyId });
    await test.flush();
    assert.deepEqual(
      other.received.map(({ path: at }) => at),
      ["/x"],
      "what comes while it is disabled is not sent",
    );
  });

  it("is tested, and its deliveries are listed, page by page, and replayed under their ids", async () => {
    const { id: keyId, secret } = await test.make();
    const { id } = await test.hook(secret, body);
    const path = `/api/v1/webhooks/${id}`;
    const tested = await ask("POST", `${path}/test`, secret);
    assert.deepEqual([tested.status, tested.json.data.type, tested.json.data.status], [200, "webhook.test", "waiting"]);
    assert.equal(tested.json.data.next_try_at, new Date(test.clock.now()).toISOString());
    const sent = [tested.json.data.id, test.enqueue({ keyId }), test.enqueue({ keyId, alertId: null })];
    await test.flush();
    const listed = await test.deliveries(secret, id);
    assert.deepEqual(
      listed.map(({ id: one, status, alert_id }) => [one, status, alert_id]),
      [
        [sent[2], "delivered", null],
        [sent[1], "delivered", "al_1"],
        [sent[0], "delivered", null],
      ],
    );
    assert.equal(listed[0].attempts[0].status_code, 204);
    const older = await ask("GET", `${path}/deliveries?limit=1&before=${sent[2]}`, secret);
    assert.deepEqual(
      older.json.data.map((one: { id: string }) => one.id),
      [sent[1]],
    );
    const before = receiver.received.length;
    const replayed = await ask("POST", `${path}/deliveries/${sent[1]}/replay`, secret);
    assert.deepEqual([replayed.status, replayed.json.data.status], [200, "waiting"]);
    await test.flush();
    assert.equal(receiver.received.length, before + 1);
    assert.equal(receiver.received.at(-1)?.headers["webhook-id"], sent[1]);
    for (const [method, at] of [
      ["POST", "/deliveries/msg_x/replay"],
      ["GET", "/deliveries?before=msg_x"],
    ] as const) {
      const { status, json } = await ask(method, path + at, secret);
      assert.deepEqual([status, json.detail.error], [404, "delivery_not_found"]);
    }
  });

  it("of another target than webhook has no secret to rotate", async () => {
    const { secret } = await test.make();
    const made = await test.hook(secret, { target: "discord", url: receiver.url });
    assert.equal(made.secret, null);
    const { status, json } = await ask("POST", `/api/v1/webhooks/${made.id}/rotate`, secret);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "webhook_id"]);
  });

  it("ends with its key, from wherever that is revoked, and what waits is sent no more", async () => {
    const { id: keyId, secret } = await test.make();
    const { id } = await test.hook(secret, body);
    test.enqueue({ keyId });
    const before = receiver.received.length;
    // As the command line does beside the service.
    test.writer.db.prepare("UPDATE keys SET revoked_at = 1 WHERE key_id = ?").run(keyId);
    test.enqueue({ keyId });
    await test.flush();
    assert.equal(receiver.received.length, before);
    const late = { keyId, target: "webhook", name: "Late", address: receiver.url } as const;
    await assert.rejects(test.access.commands.createWebhook(late), { code: "revoked_api_key" });
    const secrets = "secret IS NULL AND address = '' AND token IS NULL";
    assert.equal(count(`webhooks WHERE webhook_id = ? AND state = 'ended' AND ${secrets}`, id), 1);
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.equal(count("webhooks WHERE webhook_id = ?", id), 0);
    assert.equal(count("deliveries WHERE webhook_key NOT IN (SELECT webhook_key FROM webhooks)"), 0);
  });

  it("beyond the plan of its key is disabled, the newest first, and says why", async () => {
    const { id, secret } = await test.make({ tier: "pro" });
    const { id: gone } = await test.hook(secret, body);
    for (let made = 1; made < 3; made++) await test.hook(secret, body);
    // What is disabled already takes no place.
    test.writer.db.prepare("UPDATE webhooks SET state = 'disabled', reason = 'gone' WHERE webhook_id = ?").run(gone);
    await test.access.commands.setKeyTier({ id, tier: "free" });
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    const { json } = await ask("GET", "/api/v1/webhooks", secret);
    assert.deepEqual(
      json.data.map(({ state, reason }: { state: string; reason: string }) => [state, reason]),
      [
        ["disabled", "gone"],
        ["enabled", null],
        ["disabled", "plan"],
      ],
    );
  });

  it("with more than 5,000 messages waiting is disabled before the file grows further", async () => {
    const { id: keyId, secret } = await test.make();
    const { id } = await test.hook(secret, body);
    test.writer.write(() => {
      for (let message = 0; message < MAX_WAITING; message++) test.enqueue({ keyId, alertId: null });
    });
    const stateOf = async () => (await ask("GET", "/api/v1/webhooks", secret)).json.data[0];
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.equal((await stateOf()).state, "enabled");
    test.enqueue({ keyId, alertId: null });
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.deepEqual([(await stateOf()).state, (await stateOf()).reason], ["disabled", "overflow"]);
    await ask("DELETE", `/api/v1/webhooks/${id}`, secret);
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.equal(count("deliveries WHERE type = 'market.price_crossed' AND status = 'waiting'"), 0);
  });
});

describe("deliveries", () => {
  it("are kept for 30 days", async () => {
    const { id: keyId, secret } = await test.make();
    const { id } = await test.hook(secret, body);
    test.enqueue({ keyId });
    await test.flush();
    test.clock.advance(30 * DAY_MS - 1);
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.equal((await test.deliveries(secret, id)).length, 1);
    test.clock.advance(2);
    await deleteDeliveries(test.writer.writer.writing, test.clock);
    assert.deepEqual(await test.deliveries(secret, id), []);
    assert.equal(count("delivery_attempts WHERE delivery_key NOT IN (SELECT delivery_key FROM deliveries)"), 0);
  });
});
