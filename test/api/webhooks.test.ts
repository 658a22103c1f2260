import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_WAITING } from "../../src/store/webhooks/webhooks.ts";
import { deleteDeliveries } from "../../src/writer/maintenance/maintenance.ts";
import { openTestDeliveries } from "../support/deliveries/deliveries.ts";
import { startReceiver } from "../support/deliveries/receiver.ts";
import { DAY_MS, HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments, WEBHOOK } from "../support/stripe/payments.ts";
import { sign } from "../support/stripe/stripe.ts";
import { event } from "../support/stripe/stripe-objects.ts";

const OTHER_SECRET = "whsec_the_next_one";
const test = await openTestPayments({ settings: { webhookSecrets: ["whsec_0123456789", OTHER_SECRET] } });
const { gate, stripe, notify } = test;

/** Delivers an event and checks that it was taken. */
async function deliver(...args: Parameters<typeof notify>): Promise<void> {
  const { status, json } = await notify(...args);
  assert.deepEqual([status, json], [200, { received: true }]);
}

const endpoints = await openTestDeliveries();
const receiver = await startReceiver();
const { ask } = endpoints;
const body = { target: "webhook", url: `${receiver.url}/secret-path?token=hidden`, name: "My script" };

/** What the database holds that is not ended. */
const count = (sql: string, ...values: unknown[]) => endpoints.writer.value(`SELECT count(*) FROM ${sql}`, ...values);

describe("POST /api/v1/webhooks/stripe", () => {
  it("upgrades the same key once its session is paid", async () => {
    const { id, secret, sessionId } = await test.begin();
    assert.equal((await gate.get("/api/v1/usage", secret)).status, 403);
    const paid = stripe.pay(sessionId);
    await deliver(paid);
    assert.equal((await gate.get("/api/v1/usage", secret)).status, 200);
    assert.deepEqual(test.changesOf(id), [`free pro checkout_paid ${paid.id}`]);
  });

  it("waits for money that is under way, and upgrades when it has come", async () => {
    const { id, sessionId } = await test.begin();
    await deliver(stripe.pay(sessionId, "processing"));
    assert.equal(test.tierOf(id), "free");
    await deliver(stripe.resolve(sessionId, "succeeded"));
    assert.equal(test.tierOf(id), "pro");
  });

  it("does not upgrade for money that never came, and lets the key be paid for again", async () => {
    const { id, secret, sessionId } = await test.begin();
    await deliver(stripe.pay(sessionId, "processing"));
    await deliver(stripe.resolve(sessionId, "failed"));
    assert.equal(test.tierOf(id), "free");
    const { status, json } = await test.checkout(secret);
    assert.equal(status, 200);
    assert.notEqual(json.data.session_id, sessionId);
  });

  it("takes an event any number of times and applies it once", async () => {
    const { id, sessionId } = await test.begin();
    const paid = stripe.pay(sessionId);
    await Promise.all([paid, paid, paid].map((one) => deliver(one)));
    await deliver(paid);
    assert.equal(test.changesOf(id).length, 1);
  });

  it("downgrades when a subscription ends or stays unpaid, and not while a bill is only late", async () => {
    const { id, subscriptionId } = await test.subscribe();
    await deliver(stripe.move(subscriptionId, "past_due"));
    assert.equal(test.tierOf(id), "pro");
    const unpaid = stripe.move(subscriptionId, "unpaid");
    await deliver(unpaid);
    assert.equal(test.tierOf(id), "free");
    const ended = stripe.move(subscriptionId, "canceled");
    await deliver(ended);
    assert.deepEqual(test.changesOf(id).slice(1), [`pro free subscription_unpaid ${unpaid.id}`]);
    const { id: other, subscriptionId: second } = await test.subscribe();
    const last = stripe.move(second, "canceled");
    await deliver(last);
    assert.deepEqual(test.changesOf(other).slice(1), [`pro free subscription_ended ${last.id}`]);
  });

  it("gives pro back when a bill is paid after all, but never on the word of a late event", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const active = stripe.move(subscriptionId, "active");
    await deliver(stripe.move(subscriptionId, "unpaid"));
    await deliver(active);
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "free", "Stripe still says unpaid");
    const resumed = stripe.move(subscriptionId, "active");
    await deliver(resumed);
    assert.equal(test.tierOf(id), "pro");
    assert.deepEqual(test.changesOf(id).at(-1), `free pro subscription_resumed ${resumed.id}`);
  });

  it("acknowledges what it does not know, and does nothing", async () => {
    const before = stripe.asked.length;
    for (const type of ["invoice.paid", "customer.created", "something.of.next.year"]) {
      await deliver(event({ id: `evt_${type}`, type, created: 1, object: { object: "thing", customer: "cus_1" } }));
    }
    assert.equal(stripe.asked.length, before);
  });

  it("heeds no session that was not made here", async () => {
    const { id } = await gate.make();
    const { event: sold } = stripe.sellElsewhere({ client_reference_id: id, metadata: { toteboard_key_id: id } });
    await deliver(sold);
    assert.deepEqual([test.tierOf(id), test.changesOf(id)], ["free", []]);
  });

  it("believes Stripe, and not what an event says of whose payment it is", async () => {
    const { id, sessionId } = await test.begin();
    const { id: other } = await test.begin();
    const paid = stripe.pay(sessionId);
    for (const reference of [other, "somebody", null]) {
      await deliver({ ...paid, data: { object: { ...paid.data.object, client_reference_id: reference } as object } });
    }
    assert.deepEqual([test.tierOf(id), test.tierOf(other)], ["pro", "free"]);
  });

  it("grants nothing for a session that Stripe says is open or unpaid, whatever an event says", async () => {
    const { id, sessionId } = await test.begin();
    const paid = stripe.pay(sessionId, "processing");
    const tell = (name: string, changes: object) =>
      deliver({ ...paid, id: `evt_${name}`, data: { object: { ...paid.data.object, ...changes } } });
    await tell("paid", { payment_status: "paid" });
    await tell("free_of_charge", { payment_status: "no_payment_required" });
    assert.equal(test.tierOf(id), "free");
    const session = stripe.sessions.get(sessionId);
    assert.ok(session);
    session.payment_status = "no_payment_required";
    stripe.move(String(session.subscription), "active");
    await tell("unpaid", { payment_status: "unpaid", status: "open" });
    assert.equal(test.tierOf(id), "pro", "as Stripe says by now");
  });

  it("waits for money that is under way where Stripe takes the subscription for active meanwhile", async () => {
    const { id, secret, sessionId } = await test.begin();
    const slow = stripe.pay(sessionId, "processing");
    const started = stripe.move(String(stripe.sessions.get(sessionId)?.subscription), "active");
    await deliver(slow);
    await deliver(started);
    gate.clock.advance(HOUR_MS);
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "free");
    assert.match((await test.checkout(secret)).json.detail.message, /being processed/);
    await deliver(stripe.resolve(sessionId, "succeeded"));
    assert.equal(test.tierOf(id), "pro");
  });

  it("ends with what Stripe says last, in whatever order events come", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const events = ["unpaid", "active", "past_due", "canceled"] as const;
    const told = events.map((status) => stripe.move(subscriptionId, status));
    for (const one of told.toReversed()) await deliver(one);
    assert.equal(test.tierOf(id), "free");
    assert.equal(test.changesOf(id).length, 2);
  });

  const subscription = { object: "subscription", id: "sub_1", status: "active", metadata: {} };
  const session = { object: "checkout.session", id: "cs_1", status: "complete", mode: "subscription" };
  const whole = { id: "evt_odd", type: "customer.subscription.updated", created: 1 };
  const nonsense: readonly unknown[] = [
    null,
    [],
    1,
    "text",
    {},
    { ...whole },
    { ...whole, data: null },
    { ...whole, data: [] },
    { ...whole, data: { object: null } },
    { ...whole, data: { object: [] } },
    { ...whole, data: { object: subscription }, id: 7 },
    { ...whole, data: { object: subscription }, type: null },
    { ...whole, data: { object: { ...subscription, customer: 5 } } },
    { ...whole, data: { object: { ...subscription, customer: [] } } },
    { ...whole, type: "checkout.session.completed", data: { object: { ...session, customer: { id: 5 } } } },
    { ...whole, type: "customer.deleted", data: { object: { object: "customer" } } },
    { ...whole, type: "customer.deleted", data: { object: { object: "customer", id: 5 } } },
    { ...whole, type: "charge.refunded", data: { object: { object: "charge", refunded: true, id: {} } } },
  ];
  for (const sent of nonsense) {
    it(`refuses what is signed and no event: ${JSON.stringify(sent)}`, async () => {
      const before = gate.logged.length;
      const { status, json } = await notify(JSON.stringify(sent));
      assert.deepEqual([status, json.detail.error], [400, "bad_request"]);
      assert.deepEqual(gate.logged.slice(before), []);
    });
  }

  it("takes either of two secrets while one replaces the other", async () => {
    const { id, sessionId } = await test.begin();
    await deliver(stripe.pay(sessionId), { secret: OTHER_SECRET });
    assert.equal(test.tierOf(id), "pro");
  });
});

describe("a notification that is not Stripe's", () => {
  const refused = async (sent: { body: string; headers?: Record<string, string> }) => {
    const reply = await gate.send(WEBHOOK, { method: "POST", isAnonymous: true, ...sent });
    assert.deepEqual([reply.status, reply.json.detail.error], [400, "invalid_signature"]);
    return reply;
  };

  it("is refused: forged, unsigned, signed for another body, or sent again after five minutes", async () => {
    const { id, sessionId } = await test.begin();
    const paid = stripe.pay(sessionId);
    const now = gate.clock.now();
    const { body, signature } = sign(paid, now);
    const forged = sign(paid, now, "whsec_guessed");
    const old = sign(paid, now - 301_000);
    await refused({ body });
    await refused({ body: "", headers: { "Stripe-Signature": signature } });
    await refused({ body: "not json", headers: { "Stripe-Signature": signature } });
    await refused({ body, headers: { "Stripe-Signature": "t=1,v1=" } });
    await refused({ body, headers: { "Stripe-Signature": forged.signature } });
    await refused({ body: body.replace("cs_", "cz_"), headers: { "Stripe-Signature": signature } });
    await refused({ body: old.body, headers: { "Stripe-Signature": old.signature } });
    assert.deepEqual([test.tierOf(id), test.changesOf(id)], ["free", []]);
    const lately = sign(paid, now - 299_000);
    const reply = await gate.send(WEBHOOK, {
      method: "POST",
      body: lately.body,
      headers: { "Stripe-Signature": lately.signature },
      isAnonymous: true,
    });
    assert.equal(reply.status, 200);
    assert.equal(test.tierOf(id), "pro");
  });

  it("leaves nothing of itself in the log and the answer", async () => {
    const before = gate.logged.length;
    const reply = await refused({ body: '{"card":"4242424242424242"}', headers: { "Stripe-Signature": "t=1,v1=2" } });
    assert.ok(!reply.text.includes("4242"));
    assert.deepEqual(gate.logged.slice(before), []);
  });

  it("is refused by its size alone", async () => {
    const reply = await gate.send(WEBHOOK, { method: "POST", body: "x".repeat(600 * 1024), isAnonymous: true });
    assert.equal(reply.status, 413);
  });
});

describe("POST /api/v1/webhooks", () => {
  it("gives the secret once, and never the address again", async () => {
    const { secret } = await endpoints.make();
    const made = await endpoints.hook(secret, body);
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = made;
    assert.deepEqual(shown, {
      id: made.id,
      ...{ target: "webhook", name: "My script", address: `${receiver.url}/…`, chat_id: null },
      ...{ state: "enabled", reason: null, failures: 0, failing_since: null },
      created_at: new Date(endpoints.clock.running()).toISOString(),
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
      const { secret } = await endpoints.make({ tier, limits });
      for (let made = 0; made < allowed; made++) await endpoints.hook(secret, body);
      const { status, json } = await ask("POST", "/api/v1/webhooks", secret, body);
      assert.deepEqual([status, json.detail.error], [403, "webhook_limit_exceeded"], tier);
      assert.match(json.detail.message, new RegExp(`^the ${tier} plan allows ${allowed} webhooks?; delete one`));
      const [first] = (await ask("GET", "/api/v1/webhooks", secret)).json.data;
      await ask("DELETE", `/api/v1/webhooks/${first.id}`, secret);
      await endpoints.hook(secret, body);
    }
  });

  it("says what a target needs", async () => {
    const { secret } = await endpoints.make();
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
    const [own, other] = await Promise.all([endpoints.make(), endpoints.make()]);
    const { id } = await endpoints.hook(own.secret, body);
    const messageId = endpoints.enqueue({ keyId: own.id });
    await endpoints.flush();
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
    const [own, other] = await Promise.all([endpoints.make({ tier: "pro" }), endpoints.make()]);
    const [first, second] = [await endpoints.hook(own.secret, body), await endpoints.hook(own.secret, body)];
    const foreign = await endpoints.hook(other.secret, body);
    endpoints.enqueue({ keyId: own.id, webhookIds: [second.id, foreign.id] });
    await endpoints.flush();
    const counts = [first, second].map(async ({ id }) => (await endpoints.deliveries(own.secret, id)).length);
    assert.deepEqual(await Promise.all(counts), [0, 1]);
    assert.deepEqual(await endpoints.deliveries(other.secret, foreign.id), []);
  });

  it("is changed, disabled and enabled again", async () => {
    const { id: keyId, secret } = await endpoints.make();
    const { id } = await endpoints.hook(secret, body);
    const other = await startReceiver();
    const path = `/api/v1/webhooks/${id}`;
    const moved = await ask("PATCH", path, secret, { name: "Other", url: `${other.url}/x`, enabled: false });
    assert.deepEqual(
      [moved.json.data.name, moved.json.data.address, moved.json.data.state, moved.json.data.reason],
      ["Other", `${other.url}/…`, "disabled", "owner"],
    );
    endpoints.enqueue({ keyId });
    assert.equal((await ask("POST", `${path}/test`, secret)).json.detail.error, "webhook_disabled");
    assert.equal((await ask("PATCH", path, secret, { url: "http://10.0.0.1/" })).status, 422);
    await ask("PATCH", path, secret, { enabled: true });
    endpoints.enqueue({ keyId });
    await endpoints.flush();
    assert.deepEqual(
      other.received.map(({ path: at }) => at),
      ["/x"],
      "what comes while it is disabled is not sent",
    );
  });

  it("is tested, and its deliveries are listed, page by page, and replayed under their ids", async () => {
    const { id: keyId, secret } = await endpoints.make();
    const { id } = await endpoints.hook(secret, body);
    const path = `/api/v1/webhooks/${id}`;
    const tested = await ask("POST", `${path}/test`, secret);
    assert.deepEqual([tested.status, tested.json.data.type, tested.json.data.status], [200, "webhook.test", "waiting"]);
    assert.equal(tested.json.data.next_try_at, new Date(endpoints.clock.now()).toISOString());
    const sent = [tested.json.data.id, endpoints.enqueue({ keyId }), endpoints.enqueue({ keyId, alertId: null })];
    await endpoints.flush();
    const listed = await endpoints.deliveries(secret, id);
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
    await endpoints.flush();
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
    const { secret } = await endpoints.make();
    const made = await endpoints.hook(secret, { target: "discord", url: receiver.url });
    assert.equal(made.secret, null);
    const { status, json } = await ask("POST", `/api/v1/webhooks/${made.id}/rotate`, secret);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "webhook_id"]);
  });

  it("ends with its key, from wherever that is revoked, and what waits is sent no more", async () => {
    const { id: keyId, secret } = await endpoints.make();
    const { id } = await endpoints.hook(secret, body);
    endpoints.enqueue({ keyId });
    const before = receiver.received.length;
    // As the command line does beside the service.
    endpoints.writer.db.prepare("UPDATE keys SET revoked_at = 1 WHERE key_id = ?").run(keyId);
    endpoints.enqueue({ keyId });
    await endpoints.flush();
    assert.equal(receiver.received.length, before);
    const late = { keyId, target: "webhook", name: "Late", address: receiver.url } as const;
    await assert.rejects(endpoints.access.commands.createWebhook(late), { code: "revoked_api_key" });
    const secrets = "secret IS NULL AND address = '' AND token IS NULL";
    assert.equal(count(`webhooks WHERE webhook_id = ? AND state = 'ended' AND ${secrets}`, id), 1);
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.equal(count("webhooks WHERE webhook_id = ?", id), 0);
    assert.equal(count("deliveries WHERE webhook_key NOT IN (SELECT webhook_key FROM webhooks)"), 0);
  });

  it("beyond the plan of its key is disabled, the newest first, and says why", async () => {
    const { id, secret } = await endpoints.make({ tier: "pro" });
    const { id: gone } = await endpoints.hook(secret, body);
    for (let made = 1; made < 3; made++) await endpoints.hook(secret, body);
    // What is disabled already takes no place.
    endpoints.writer.db
      .prepare("UPDATE webhooks SET state = 'disabled', reason = 'gone' WHERE webhook_id = ?")
      .run(gone);
    await endpoints.access.commands.setKeyTier({ id, tier: "free" });
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
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
    const { id: keyId, secret } = await endpoints.make();
    const { id } = await endpoints.hook(secret, body);
    endpoints.writer.write(() => {
      for (let message = 0; message < MAX_WAITING; message++) endpoints.enqueue({ keyId, alertId: null });
    });
    const stateOf = async () => (await ask("GET", "/api/v1/webhooks", secret)).json.data[0];
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.equal((await stateOf()).state, "enabled");
    endpoints.enqueue({ keyId, alertId: null });
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.deepEqual([(await stateOf()).state, (await stateOf()).reason], ["disabled", "overflow"]);
    await ask("DELETE", `/api/v1/webhooks/${id}`, secret);
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.equal(count("deliveries WHERE type = 'market.price_crossed' AND status = 'waiting'"), 0);
  });
});

describe("deliveries", () => {
  it("are kept for 30 days", async () => {
    const { id: keyId, secret } = await endpoints.make();
    const { id } = await endpoints.hook(secret, body);
    endpoints.enqueue({ keyId });
    await endpoints.flush();
    endpoints.clock.advance(30 * DAY_MS - 1);
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.equal((await endpoints.deliveries(secret, id)).length, 1);
    endpoints.clock.advance(2);
    await deleteDeliveries(endpoints.writer.writer.writing, endpoints.clock);
    assert.deepEqual(await endpoints.deliveries(secret, id), []);
    assert.equal(count("delivery_attempts WHERE delivery_key NOT IN (SELECT delivery_key FROM deliveries)"), 0);
  });
});
