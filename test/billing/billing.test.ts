import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { paymentsUnavailable } from "../../src/billing/provider.ts";
import type { SubscriptionFacts } from "../../src/domain/accounts/billing.ts";
import { addWebhook, listMessages } from "../support/alerts/alerts.ts";
import { DAY_MS, HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments, type TestPayments } from "../support/stripe/payments.ts";
import { price } from "../support/stripe/stripe-objects.ts";

describe("a service that no webhook reaches", () => {
  it("learns by the hourly job what was paid, is under way or has failed, and tells the operator", async () => {
    const test = await openTestPayments();
    addWebhook(test.gate.writer);
    await test.billing.reconcile();
    const hour = async (): Promise<void> => {
      test.gate.clock.advance(HOUR_MS);
      await test.billing.reconcile();
    };
    const [paid, slow, failed, expired, open] = await Promise.all([1, 2, 3, 4, 5].map(() => test.begin()));
    assert.ok(paid && slow && failed && expired && open);
    test.stripe.pay(paid.sessionId);
    test.stripe.pay(slow.sessionId, "processing");
    test.stripe.pay(failed.sessionId, "processing");
    test.stripe.resolve(failed.sessionId, "failed");
    test.stripe.expire(expired.sessionId);
    await hour();
    assert.deepEqual(
      [paid, slow, failed, expired, open].map(({ id }) => test.tierOf(id)),
      ["pro", "free", "free", "free", "free"],
    );
    test.stripe.resolve(slow.sessionId, "succeeded");
    await hour();
    assert.equal(test.tierOf(slow.id), "pro");
    assert.deepEqual(test.changesOf(paid.id), ["free pro checkout_paid -"]);
    const bought = [paid, slow].map(({ sessionId }) => test.stripe.sessions.get(sessionId)?.subscription);
    assert.deepEqual(
      listMessages(test.gate.writer).map(({ type, data }) => `${type} ${data.text.split(",")[0]}`),
      bought.map((id) => `service.webhook_lost Stripe says that ${id} is paid`),
    );
  });

  it("believes another subscription of a key while the money of its page is under way", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    const soldBy = (session: string): string => String(test.stripe.sessions.get(session)?.subscription);
    test.stripe.pay(sessionId, "processing");
    test.stripe.move(soldBy(sessionId), "active");
    await test.notify(test.stripe.tellOf(soldBy(sessionId)));
    assert.equal(test.tierOf(id), "free", "the money has not come");
    const { sessionId: elsewhere } = test.stripe.sellElsewhere({});
    const { metadata } = test.stripe.subscriptions.get(soldBy(sessionId)) ?? assert.fail();
    Object.assign(test.stripe.subscriptions.get(soldBy(elsewhere)) ?? {}, { metadata });
    await test.notify(test.stripe.tellOf(soldBy(elsewhere)));
    assert.equal(test.tierOf(id), "pro");
  });

  it("is paid only once its page says so, whatever plan the operator gives the key meanwhile", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    await test.gate.access.commands.setKeyTier({ id, tier: "pro" });
    assert.equal((await test.billing.refresh(sessionId))?.status, "open");
  });

  it("asks about no subscription where a dispute is lost after the plan has ended", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    const { disputeId, event } = test.stripe.dispute(subscriptionId);
    await test.notify(event);
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    assert.equal(test.tierOf(id), "free");
    test.stripe.asked.length = 0;
    await test.notify(test.stripe.decide(disputeId, "lost"));
    assert.deepEqual(test.stripe.asked, ["GET /v1/disputes"]);
  });

  it("asks about all subscriptions every hour, and takes pro back when one has ended", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    addWebhook(test.gate.writer);
    await test.billing.reconcile();
    test.stripe.move(subscriptionId, "canceled");
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "pro");
    test.gate.clock.advance(HOUR_MS);
    await test.billing.reconcile();
    assert.equal(test.tierOf(id), "free");
    const [message] = listMessages(test.gate.writer);
    assert.match(message?.data.text, new RegExp(`^Stripe says that ${subscriptionId} is ended`));
    assert.deepEqual(
      test.gate.logged.filter(({ level }) => Number(level) >= 50),
      [],
    );
    const { secret } = await test.gate.make();
    assert.equal((await test.checkout(secret)).status, 200);
  });

  it("asks for pages of subscriptions at the prices that were sold, and singly for those that are not among them", async () => {
    const test = await openTestPayments();
    const subscribed = await Promise.all(Array.from({ length: 105 }, () => test.subscribe()));
    for (let number = 0; number < 120; number++) {
      const { sessionId } = test.stripe.sellElsewhere({});
      test.stripe.reprice(String(test.stripe.sessions.get(sessionId)?.subscription), "price_of_something_else");
    }
    const [ended, moved] = subscribed;
    assert.ok(ended && moved);
    test.stripe.move(ended.subscriptionId, "canceled");
    test.stripe.reprice(moved.subscriptionId, "price_of_something_else");
    test.stripe.asked.length = 0;
    await test.billing.reconcile();
    assert.deepEqual(test.stripe.asked.toSorted(), [
      "GET /v1/disputes",
      "GET /v1/prices/price_pro_monthly",
      "GET /v1/subscriptions",
      "GET /v1/subscriptions",
      ...[ended.subscriptionId, moved.subscriptionId].map((id) => `GET /v1/subscriptions/${id}`).toSorted(),
    ]);
    const tiers = subscribed.map(({ id }) => test.tierOf(id));
    assert.deepEqual([tiers.indexOf("pro"), tiers.filter((tier) => tier === "free").length], [2, 2]);
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

  it("asks again at the next turn of the job, and not an hour later, when Stripe fails", async () => {
    const test = await openTestPayments();
    const begun = [await test.begin(), await test.begin()];
    for (const { sessionId } of begun) test.stripe.pay(sessionId);
    // The price, and the first page of subscriptions.
    test.stripe.mishaps.push(500, 500);
    await test.billing.reconcile();
    assert.deepEqual(
      begun.map(({ id }) => test.tierOf(id)),
      ["free", "free"],
    );
    await test.billing.reconcile();
    assert.deepEqual(
      begun.map(({ id }) => test.tierOf(id)),
      ["pro", "pro"],
    );
  });

  it("goes on with the rest when Stripe fails for one that is to be cancelled, and comes back to that", async () => {
    const test = await openTestPayments();
    const begun = [await test.subscribe(), await test.subscribe()];
    await test.billing.reconcile();
    for (const { id } of begun) await test.gate.access.commands.revokeKey({ id });
    const statuses = () => begun.map(({ subscriptionId }) => test.stripe.subscriptions.get(subscriptionId)?.status);
    test.stripe.mishaps.push(500);
    await test.billing.reconcile();
    assert.deepEqual(statuses().toSorted(), ["active", "canceled"]);
    await test.billing.reconcile();
    assert.deepEqual(statuses(), ["canceled", "canceled"]);
  });

  it("keeps everybody's plan when Stripe's account or mode is another one, and does not ask about all", async () => {
    const test = await openTestPayments();
    const payers = await Promise.all(Array.from({ length: 25 }, () => test.subscribe()));
    const { secret } = await test.begin();
    (test.stripe.subscriptions as Map<string, unknown>).clear();
    (test.stripe.sessions as Map<string, unknown>).clear();
    test.stripe.asked.length = 0;
    await test.billing.reconcile();
    assert.ok(payers.every(({ id }) => test.tierOf(id) === "pro"));
    assert.equal(test.stripe.asked.filter((call) => call.includes("/subscriptions/sub_")).length, 20);
    assert.equal((await test.checkout(secret)).status, 200);
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
    await test.notify(test.stripe.tellOf(subscriptionId));
    assert.equal(test.tierOf(id), "pro");
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    assert.equal(test.tierOf(id), "free");
  });

  it("is not undone by a payment that comes later", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    const limits = { perMinute: 5000, perDay: null, perMonth: null };
    await test.gate.access.commands.setKeyTier({ id, tier: "enterprise", limits });
    const paid = test.stripe.pay(sessionId);
    await test.notify(paid);
    assert.equal(test.tierOf(id), "enterprise");
    assert.deepEqual(test.gate.access.keys.find(id)?.ownLimits, limits);
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
  it("goes on after a restart", async () => {
    const first = await openTestPayments();
    const { secret, sessionId } = await first.begin();
    const { gate, stripe } = first;
    const second = await openTestPayments({ file: gate.writer.file, clock: gate.clock, stripe });
    assert.equal((await second.checkout(secret)).json.data.session_id, sessionId);
  });

  it("whose answer was lost leaves a page that nobody knows, and another one is paid", async () => {
    const test = await openTestPayments();
    const { id, secret } = await test.gate.make();
    test.stripe.mishaps.push("lost");
    assert.equal((await test.checkout(secret)).status, 503);
    const { json } = await test.checkout(secret);
    await test.notify(test.stripe.pay(json.data.session_id));
    assert.equal(test.tierOf(id), "pro");
  });

  it("at a price that was for sale before pays for pro, also for the first who pays it", async () => {
    const first = await openTestPayments();
    const { id, sessionId } = await first.begin();
    const { gate, stripe } = first;
    stripe.prices.set("price_dearer", price({ id: "price_dearer", unit_amount: 9900 }));
    const settings = { priceId: "price_dearer" };
    const replace = () => ({ findPrice: () => Promise.reject(paymentsUnavailable("away")) });
    const second = await openTestPayments({ file: gate.writer.file, clock: gate.clock, stripe, settings, replace });
    assert.equal(second.billing.price(), undefined, "the stored price is that of before");
    await second.notify(stripe.pay(sessionId));
    assert.equal(second.tierOf(id), "pro");
  });

  it("pays for pro beside something else that it bills first, also once another price is for sale", async () => {
    const first = await openTestPayments();
    const { id, sessionId } = await first.begin();
    const { gate, stripe } = first;
    const paid = stripe.pay(sessionId);
    const subscriptionId = String(stripe.sessions.get(sessionId)?.subscription);
    const { items } = stripe.subscriptions.get(subscriptionId) ?? assert.fail();
    items.data = items.data.flatMap((item) => [{ ...item, price: price({ id: "price_of_support" }) }, item]);
    await first.notify(paid);
    assert.equal(first.tierOf(id), "pro");
    const settings = { priceId: "price_dearer" };
    stripe.prices.set("price_dearer", price({ id: "price_dearer", unit_amount: 9900 }));
    const second = await openTestPayments({ file: gate.writer.file, clock: gate.clock, stripe, settings });
    await second.notify(stripe.tellOf(subscriptionId));
    assert.equal(second.tierOf(id), "pro");
  });
});

describe("a subscription that is to be cancelled", () => {
  it("is not taken for cancelled while Stripe says that it runs, and is where Stripe does not know it", async () => {
    let facts: SubscriptionFacts | undefined;
    const test = await openTestPayments({ replace: () => ({ cancelSubscription: async () => facts }) });
    const { id, subscriptionId } = await test.subscribe();
    const rest = { keyId: id, customerId: null, priceIds: [], createdAt: 0, paidUntil: null };
    facts = { ...rest, subscriptionId, status: "live" };
    await test.gate.access.commands.setKeyTier({ id, tier: "free", cancelsSubscription: true });
    await test.billing.reconcile();
    await assert.rejects(test.billing.checkout(id), /is still live/);
    facts = undefined;
    await test.billing.reconcile();
    assert.match((await test.billing.checkout(id)).sessionId, /^cs_/);
  });
});

describe("two payments for one key", () => {
  it("leave one subscription, and the other is cancelled and marked for a refund", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    await test.notify(test.stripe.pay(sessionId));
    const { event, sessionId: second } = test.stripe.sellElsewhere({});
    const bought = test.stripe.subscriptions.get(String(test.stripe.sessions.get(second)?.subscription));
    Object.assign(bought?.metadata ?? {}, { toteboard_key_id: id });
    await test.notify(event);
    await test.billing.reconcile();
    assert.deepEqual(
      test.changesOf(id).map((change) => change.split(" ")[2]),
      ["checkout_paid", "refund_due"],
    );
    assert.deepEqual(
      [...test.stripe.subscriptions.values()].map(({ status }) => status),
      ["active", "canceled"],
    );
    assert.equal(test.tierOf(id), "pro");
    await test.notify(test.stripe.refund(String(bought?.id)));
    assert.equal(test.tierOf(id), "pro", "another customer got that money back");
  });

  it("end pro with the one that pays for it, also while the other is still to be cancelled", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    const { event, sessionId } = test.stripe.sellElsewhere({});
    const bought = test.stripe.subscriptions.get(String(test.stripe.sessions.get(sessionId)?.subscription));
    Object.assign(bought?.metadata ?? {}, { toteboard_key_id: id });
    await test.notify(event);
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    assert.equal(test.tierOf(id), "free");
  });

  it("leave the older one where both are found at once", async () => {
    const test = await openTestPayments();
    const { id } = await test.gate.make();
    for (let sold = 0; sold < 2; sold++) {
      const { sessionId } = test.stripe.sellElsewhere({});
      const bought = test.stripe.subscriptions.get(String(test.stripe.sessions.get(sessionId)?.subscription));
      Object.assign(bought?.metadata ?? {}, { toteboard_key_id: id });
      test.gate.clock.advance(HOUR_MS);
    }
    await test.billing.reconcile();
    const statuses = [...test.stripe.subscriptions.values()].map(({ status }) => status);
    assert.deepEqual([test.tierOf(id), ...statuses], ["pro", "active", "canceled"]);
  });

  it("leave the second one where the first has ended, also when nobody told of that", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId } = await test.subscribe();
    test.stripe.move(subscriptionId, "canceled");
    const { event, sessionId } = test.stripe.sellElsewhere({});
    const bought = test.stripe.subscriptions.get(String(test.stripe.sessions.get(sessionId)?.subscription));
    Object.assign(bought?.metadata ?? {}, { toteboard_key_id: id });
    await test.notify(event);
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), bought?.status], ["pro", "active"]);
  });
});

describe("a subscription for a key at a price that was never sold here", () => {
  /** Something else that the operator sold to the owner of a key. */
  async function sellOther(test: TestPayments, keyId: string) {
    const { event, sessionId } = test.stripe.sellElsewhere({});
    const subscriptionId = String(test.stripe.sessions.get(sessionId)?.subscription);
    Object.assign(test.stripe.subscriptions.get(subscriptionId)?.metadata ?? {}, { toteboard_key_id: keyId });
    test.stripe.reprice(subscriptionId, "price_of_something_else");
    return { event, subscriptionId };
  }

  it("does not pay for pro, however often it is told of, and the operator learns what to do", async () => {
    const test = await openTestPayments();
    const { id, secret } = await test.gate.make();
    const { event, subscriptionId } = await sellOther(test, id);
    await test.notify(event);
    await test.notify(test.stripe.tellOf(subscriptionId));
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), test.changesOf(id)], ["free", []]);
    const told = test.gate.logged.filter(({ msg }) => /payments attach/.test(String(msg)));
    assert.deepEqual(
      told.map(({ subscription, key }) => [subscription, key]),
      [[subscriptionId, id]],
    );
    assert.equal((await test.checkout(secret)).status, 200, "pro can be bought beside it");
  });

  it("leaves the plan that another one pays for, as it runs and as it ends", async () => {
    const test = await openTestPayments();
    const { id, subscriptionId: paying } = await test.subscribe();
    const { event, subscriptionId } = await sellOther(test, id);
    await test.notify(event);
    await test.notify(test.stripe.move(subscriptionId, "canceled"));
    await test.billing.reconcile();
    assert.deepEqual([test.tierOf(id), test.stripe.subscriptions.get(paying)?.status], ["pro", "active"]);
    assert.equal(test.changesOf(id).length, 1);
  });
});
