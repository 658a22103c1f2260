import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PaymentProvider } from "../../src/billing/provider.ts";
import { openReconciler } from "../../src/billing/reconcile.ts";
import type { SubscriptionFacts } from "../../src/domain/accounts/billing.ts";
import { addWebhook, listMessages } from "../support/alerts/alerts.ts";
import { DAY_MS, HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments } from "../support/stripe/payments.ts";

describe("a service that no webhook reaches", () => {
  it("learns by the job that a session was paid, is under way, has failed or has expired, and tells the operator", async () => {
    const test = await openTestPayments();
    addWebhook(test.gate.writer);
    const statusOf = (sessionId: string) => test.gate.context.store.billing.findCheckout(sessionId)?.status;
    const [paid, slow, failed, expired, open] = await Promise.all([1, 2, 3, 4, 5].map(() => test.begin()));
    assert.ok(paid && slow && failed && expired && open);
    test.stripe.pay(paid.sessionId);
    test.stripe.pay(slow.sessionId, "processing");
    test.stripe.pay(failed.sessionId, "processing");
    test.stripe.resolve(failed.sessionId, "failed");
    test.stripe.expire(expired.sessionId);
    await test.billing.reconcile();
    assert.deepEqual(
      [paid, slow, failed, expired, open].map(({ sessionId }) => statusOf(sessionId)),
      ["paid", "processing", "failed", "expired", "open"],
    );
    assert.deepEqual(
      [paid, slow, failed, expired, open].map(({ id }) => test.tierOf(id)),
      ["pro", "free", "free", "free", "free"],
    );
    test.stripe.resolve(slow.sessionId, "succeeded");
    await test.billing.reconcile();
    assert.equal(test.tierOf(slow.id), "pro");
    assert.deepEqual(test.changesOf(paid.id), ["free pro checkout_paid -"]);
    assert.deepEqual(
      listMessages(test.gate.writer).map(({ type, data }) => `${type} ${data.text.split(",")[0]}`),
      [paid, slow].map(({ sessionId }) => `service.webhook_lost Stripe says that ${sessionId} is paid`),
    );
  });

  it("asks about subscriptions every hour, and takes pro back when one has ended", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    test.stripe.move(subscriptionId, "canceled");
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "pro");
    test.gate.clock.advance(HOUR_MS);
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "free");
    const { secret } = await test.gate.make();
    assert.equal((await test.checkout(secret)).status, 200);
  });

  it("goes on asking and believing the answers after the clock was set back", async () => {
    const test = await openTestPayments();
    const leaver = await test.subscribe();
    const payer = await test.subscribe();
    const debtor = await test.subscribe();
    await test.notify(test.stripe.move(payer.subscriptionId, "unpaid"));
    test.gate.clock.advance(2 * HOUR_MS);
    await test.billing.reconcile();
    assert.deepEqual(
      [leaver, payer, debtor].map(({ id }) => test.tierOf(id)),
      ["pro", "free", "pro"],
    );
    test.gate.clock.set(-10 * DAY_MS);
    test.stripe.move(leaver.subscriptionId, "canceled");
    test.stripe.move(payer.subscriptionId, "active");
    test.stripe.move(debtor.subscriptionId, "unpaid");
    await test.billing.reconcile();
    assert.deepEqual(
      [leaver, payer, debtor].map(({ id }) => test.tierOf(id)),
      ["free", "pro", "free"],
    );
    // Notifications of the time after it are not late either.
    test.gate.clock.advance(1_000);
    await test.notify(test.stripe.move(payer.subscriptionId, "unpaid"));
    assert.equal(test.tierOf(payer.id), "free");
  });

  it("goes on with the rest when Stripe fails for one, and comes back to that", async () => {
    const test = await openTestPayments();
    const begun = [await test.begin(), await test.begin()];
    for (const { sessionId } of begun) test.stripe.pay(sessionId);
    test.stripe.mishaps.push(500);
    await test.billing.reconcile();
    assert.deepEqual(begun.map(({ id }) => test.tierOf(id)).sort(), ["free", "pro"]);
    await test.billing.reconcile();
    assert.deepEqual(
      begun.map(({ id }) => test.tierOf(id)),
      ["pro", "pro"],
    );
  });

  it("keeps everybody's plan when Stripe's account is another one", async () => {
    const test = await openTestPayments();
    const { id } = await test.subscribe();
    const { sessionId } = await test.begin();
    (test.stripe.subscriptions as Map<string, unknown>).clear();
    (test.stripe.sessions as Map<string, unknown>).clear();
    test.gate.clock.advance(2 * HOUR_MS);
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "pro");
    assert.equal(test.gate.context.store.billing.findCheckout(sessionId)?.status, "expired");
  });
});

describe("what the operator decides about a key", () => {
  it("stands when its subscription ends, where that is enterprise", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    await test.gate.access.commands.setKeyTier({ id, tier: "enterprise" });
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    assert.equal(test.tierOf(id), "enterprise");
    assert.deepEqual(test.changesOf(id).slice(1), ["pro enterprise operator -"]);
  });

  it("holds for an unpaid bill too: pro is kept until the subscription ends", async () => {
    const test = await openTestPayments();
    const { id, secret, subscriptionId } = await test.subscribe();
    await test.notify(test.stripe.move(subscriptionId, "unpaid"));
    assert.match((await test.checkout(secret)).json.detail.message, /open bill: pay that one/);
    await test.gate.access.commands.setKeyTier({ id, tier: "pro" });
    await test.billing.reconcileSubscription(subscriptionId);
    assert.equal(test.tierOf(id), "pro");
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    assert.equal(test.tierOf(id), "free");
  });

  it("is not undone by a payment that comes later", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    await test.gate.access.commands.setKeyTier({ id, tier: "enterprise" });
    const paid = test.stripe.pay(sessionId);
    await test.notify(paid);
    assert.equal(test.tierOf(id), "enterprise");
    await test.notify(test.stripe.move(String(test.stripe.sessions.get(sessionId)?.subscription), "canceled"));
    assert.equal(test.tierOf(id), "enterprise");
  });
});

describe("news of a subscription that comes late", () => {
  it("counts for nothing once newer news has come", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    test.gate.clock.advance(HOUR_MS);
    const late = test.stripe.move(subscriptionId, "unpaid");
    test.gate.clock.advance(HOUR_MS);
    await test.notify(test.stripe.move(subscriptionId, "active"));
    await test.notify(late);
    assert.equal(test.tierOf(id), "pro");
    await test.notify(test.stripe.move(subscriptionId, "unpaid"));
    assert.equal(test.tierOf(id), "free", "as it does when it comes in time");
  });
});

describe("a subscription from before prices were noted", () => {
  it("is taken to be sold at the price it is first seen at", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    const { db } = test.gate.writer;
    db.exec("UPDATE subscriptions SET price_id = NULL");
    await test.notify(test.stripe.reprice(subscriptionId, "price_of_last_year"));
    assert.equal(test.tierOf(id), "pro");
    assert.equal(db.prepare("SELECT price_id FROM subscriptions").pluck().get(), "price_of_last_year");
    await test.notify(test.stripe.reprice(subscriptionId, "price_of_something_else"));
    assert.equal(test.tierOf(id), "free");
  });
});

describe("an attempt to pay", () => {
  it("that was broken off before Stripe answered goes on under the same name after a restart", async () => {
    const first = await openTestPayments();
    const { id, secret } = await first.gate.make();
    const { attemptId } = await first.gate.access.commands.beginCheckout({ keyId: id });
    const { gate, clock } = { gate: first.gate, clock: first.gate.clock };
    const second = await openTestPayments({ file: gate.writer.file, clock, stripe: first.stripe });
    assert.equal((await second.checkout(secret)).status, 200);
    assert.equal(gate.writer.value("SELECT count(*) FROM checkouts"), 1);
    assert.equal(gate.writer.value("SELECT attempt_id FROM checkouts"), attemptId);
  });

  it("of the day before is not gone on with", async () => {
    const test = await openTestPayments();
    const { id, secret } = await test.gate.make();
    await test.gate.access.commands.beginCheckout({ keyId: id });
    test.gate.clock.advance(DAY_MS);
    assert.equal((await test.checkout(secret)).status, 200);
    assert.deepEqual(test.gate.writer.rows("SELECT status FROM checkouts ORDER BY created_at"), [
      ["dropped"],
      ["open"],
    ]);
  });
});

it("a subscription is not taken for cancelled while Stripe says that it runs, and is where Stripe does not know it", async () => {
  const test = await openTestPayments();
  const { id, subscriptionId } = await test.subscribe();
  const { store, access, log } = test.gate.context;
  let found: SubscriptionFacts | undefined = { subscriptionId, keyId: id, status: "live" };
  const reconciler = openReconciler({
    provider: { cancelSubscription: async () => found } as unknown as PaymentProvider,
    ...{ stored: store.billing, commands: access.commands, log },
  });
  await assert.rejects(reconciler.cancel(subscriptionId), { code: "payments_unavailable" });
  assert.equal(test.tierOf(id), "pro");
  found = undefined;
  await reconciler.cancel(subscriptionId);
  assert.equal(test.tierOf(id), "free");
});

describe("two payments for one key", () => {
  it("leave one subscription, and the other is cancelled and marked for a refund", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    // As if the first page had been taken for expired while it was being paid.
    await test.gate.access.commands.applyPayment({
      checkout: { sessionId, keyId: id, status: "expired", subscriptionId: null, customerId: null },
    });
    const { sessionId: second } = await test.billing.checkout(id);
    await test.notify(test.stripe.pay(sessionId));
    const late = test.stripe.pay(second);
    await test.notify(late);
    await test.billing.reconcile();
    assert.deepEqual(
      test.changesOf(id).map((change) => change.split(" ")[2]),
      ["checkout_paid", "refund_due"],
    );
    assert.deepEqual([...test.stripe.subscriptions.values()].map(({ status }) => status).sort(), [
      "active",
      "canceled",
    ]);
    assert.equal(test.tierOf(id), "pro");
  });
});
