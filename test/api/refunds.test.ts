import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments } from "../support/stripe/payments.ts";
import type { FakeEvent } from "../support/stripe/stripe.ts";

const test = await openTestPayments();
const { gate, stripe } = test;

/** Delivers an event and checks that it was taken. */
async function deliver(event: FakeEvent, to = test): Promise<void> {
  assert.equal((await to.notify(event)).status, 200);
}

const statusAtStripe = (subscriptionId: string) => stripe.subscriptions.get(subscriptionId)?.status;
const disputesOf = (id: string) => test.billing.openDisputes().filter(({ keyId }) => keyId === id);

describe("a payment that is given back", () => {
  it("in full ends the plan and the subscription, and the key can be paid for again", async () => {
    const { id, secret, subscriptionId } = await test.subscribe();
    const refunded = stripe.refund(subscriptionId);
    await deliver(refunded);
    await deliver(refunded);
    assert.deepEqual(test.changesOf(id).slice(1), [`pro free payment_refunded ${refunded.id}`]);
    await test.billing.reconcile();
    assert.equal(statusAtStripe(subscriptionId), "canceled", "or the payer would be billed for nothing");
    await deliver(stripe.tellOf(subscriptionId));
    assert.equal(test.changesOf(id).length, 2);
    const again = await test.checkout(secret);
    await deliver(stripe.pay(again.json.data.session_id));
    assert.equal(test.tierOf(id), "pro");
  });

  it("ends no subscription that the same customer bought later, however often it is told", async () => {
    const { id, secret, subscriptionId } = await test.subscribe();
    const refunded = stripe.refund(subscriptionId);
    await deliver(refunded);
    await test.billing.reconcile();
    gate.clock.advance(DAY_MS);
    const { json } = await test.checkout(secret);
    const paid = stripe.pay(json.data.session_id);
    const again = String(stripe.sessions.get(json.data.session_id)?.subscription);
    Object.assign(stripe.subscriptions.get(again) ?? {}, {
      customer: stripe.subscriptions.get(subscriptionId)?.customer,
    });
    await deliver(paid);
    await deliver(stripe.tellOf(again));
    assert.equal(test.tierOf(id), "pro");
    await deliver(refunded);
    assert.deepEqual([test.tierOf(id), statusAtStripe(again)], ["pro", "active"]);
  });

  it("ends a subscription that Stripe dates up to a minute after its first payment", async () => {
    for (const [seconds, tier] of [
      [60, "free"],
      [61, "pro"],
    ] as const) {
      const { id, subscriptionId } = await test.subscribe();
      const sold = stripe.subscriptions.get(subscriptionId) ?? assert.fail("nothing was sold");
      Object.assign(sold, { created: sold.created + seconds });
      await deliver(stripe.refund(subscriptionId));
      assert.equal(test.tierOf(id), tier, `${seconds} s`);
    }
  });

  it("is ended also where the news of it comes before that of the payment", async () => {
    const { id, sessionId } = await test.begin();
    const paid = stripe.pay(sessionId);
    const subscriptionId = String(stripe.sessions.get(sessionId)?.subscription);
    await deliver(stripe.refund(subscriptionId));
    await deliver(paid);
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), statusAtStripe(subscriptionId)], ["free", "canceled"]);
  });

  it("in part ends nothing, nor does one of a customer who is not ours", async () => {
    const { id, subscriptionId } = await test.subscribe();
    await deliver(stripe.refund(subscriptionId, 4800));
    const { event } = stripe.sellElsewhere({ mode: "subscription" });
    const other = String((event.data.object as { subscription?: unknown }).subscription);
    await deliver(stripe.refund(other));
    await deliver(stripe.dispute(other).event);
    assert.deepEqual(
      [test.tierOf(id), statusAtStripe(subscriptionId), statusAtStripe(other)],
      ["pro", "active", "active"],
    );
  });

  it("leaves a plan that the operator agreed on, and ends what is billed for it", async () => {
    const { id, subscriptionId } = await test.subscribe();
    await gate.access.commands.setKeyTier({ id, tier: "enterprise" });
    await deliver(stripe.refund(subscriptionId));
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), statusAtStripe(subscriptionId)], ["enterprise", "canceled"]);
  });

  it("ends nothing where the operator keeps plans", async () => {
    const kept = await openTestPayments({ config: { onRefund: "keep" } });
    const { id, subscriptionId } = await kept.subscribe();
    await deliver(kept.stripe.refund(subscriptionId), kept);
    const { disputeId, event } = kept.stripe.dispute(subscriptionId);
    await deliver(event, kept);
    await deliver(kept.stripe.decide(disputeId, "lost"), kept);
    assert.deepEqual([kept.tierOf(id), kept.stripe.subscriptions.get(subscriptionId)?.status], ["pro", "active"]);
    assert.match(JSON.stringify(kept.gate.logged), /TOTEBOARD_ON_REFUND keeps the plan/);
  });
});

describe("a disputed payment", () => {
  it("is shown to the operator and in the log until it is decided, and ends the plan when it is lost", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const { disputeId, event } = stripe.dispute(subscriptionId);
    await deliver(event);
    assert.equal(test.tierOf(id), "pro");
    const [open] = test.billing.openDisputes();
    assert.deepEqual([open?.keyId, open?.amount, open?.reason], [id, 4900, "fraudulent"]);
    const linesOf = () => gate.logged.filter(({ dispute }) => dispute === disputeId);
    const lines = linesOf();
    assert.match(String(lines[0]?.msg), /^a payment of \$49 is disputed \(fraudulent\): answer it in Stripe under/);
    assert.deepEqual([lines[0]?.key, lines[0]?.level], [id, 40]);
    const lost = stripe.decide(disputeId, "lost");
    await deliver(lost);
    assert.deepEqual(test.changesOf(id).slice(1), [`pro free dispute_lost ${lost.id}`]);
    await test.billing.reconcile();
    assert.equal(statusAtStripe(subscriptionId), "canceled");
    assert.deepEqual(test.billing.openDisputes(), []);
    assert.equal(linesOf().at(-1)?.msg, "the dispute about a payment of $49 is lost");
  });

  it("that is won or was an inquiry changes nothing, also where the news of its start comes last", async () => {
    const { id, subscriptionId } = await test.subscribe();
    for (const outcome of ["won", "warning_closed"] as const) {
      const { disputeId, event } = stripe.dispute(subscriptionId);
      await deliver(stripe.decide(disputeId, outcome));
      await deliver(event);
    }
    assert.deepEqual([test.tierOf(id), ...disputesOf(id)], ["pro"]);
  });

  it("is found by the hourly job too, and after a restart", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const { disputeId } = stripe.dispute(subscriptionId);
    gate.clock.advance(HOUR_MS);
    await test.billing.reconcile();
    assert.equal(disputesOf(id).length, 1);
    const restarted = await openTestPayments({ file: gate.writer.file, stripe, clock: gate.clock });
    await restarted.billing.reconcile();
    assert.deepEqual(
      restarted.billing.openDisputes().map((one) => one.disputeId),
      disputesOf(id).map((one) => one.disputeId),
    );
    stripe.decide(disputeId, "lost");
    gate.clock.advance(HOUR_MS);
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), statusAtStripe(subscriptionId)], ["free", "canceled"]);
    assert.deepEqual(test.changesOf(id).slice(1), ["pro free dispute_lost -"]);
  });

  it("is told again where Stripe does not say whose payment it is", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const { event } = stripe.dispute(subscriptionId);
    stripe.mishaps.push(500);
    assert.equal((await test.notify(event)).status, 503);
    await deliver(event);
    assert.equal(disputesOf(id).length, 1);
  });
});

describe("a customer who is deleted at Stripe", () => {
  it("has no plan any more", async () => {
    const { id, subscriptionId } = await test.subscribe();
    const deleted = stripe.deleteCustomer(subscriptionId);
    await deliver(deleted);
    assert.deepEqual(test.changesOf(id).slice(1), [`pro free subscription_ended ${deleted.id}`]);
  });
});
