import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HOUR_MS } from "../support/store/builders.ts";
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
