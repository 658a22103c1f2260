import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { eventually } from "../support/service/service.ts";
import { DAY_MS, HOUR_MS } from "../support/store/builders.ts";
import { openTestPayments } from "../support/stripe/payments.ts";
import type { FakeEvent } from "../support/stripe/stripe.ts";

const test = await openTestPayments();
const { gate, stripe, checkout } = test;

/** Paths asked of Stripe while `work` runs. */
async function askedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = stripe.asked.length;
  await work();
  return stripe.asked.slice(before);
}

describe("POST /api/v1/checkout", () => {
  it("gives a page of Stripe's for the calling key", async () => {
    const { id, secret } = await gate.make();
    const { status, headers, json } = await checkout(secret);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    const made = stripe.sessions.get(json.data.session_id);
    assert.deepEqual(json.data, { checkout_url: made?.url, session_id: made?.id });
    assert.equal(made?.client_reference_id, id);
    assert.deepEqual(made?.metadata, { toteboard_key_id: id });
    const origin = gate.context.site.origin();
    assert.equal(made?.success_url, `${origin}/billing/success?session_id={CHECKOUT_SESSION_ID}`);
    assert.equal(made?.cancel_url, `${origin}/billing/cancelled`);
    assert.ok(!JSON.stringify(made).includes(secret), "Stripe never sees the key");
    assert.equal(test.tierOf(id), "free", "an open page grants nothing");
  });

  it("gives the page that is open already", async () => {
    const { secret, sessionId } = await test.begin();
    const again = await checkout(secret);
    assert.equal(again.json.data.session_id, sessionId);
    assert.match(again.json.data.checkout_url, /^https:/);
  });

  it("makes one page for calls at the same time", async () => {
    const { secret } = await gate.make();
    const asked = await askedDuring(async () => {
      const replies = await Promise.all([1, 2, 3, 4].map(() => checkout(secret)));
      assert.equal(new Set(replies.map(({ json }) => json.data.session_id)).size, 1);
    });
    assert.equal(asked.filter((call) => call === "POST /v1/checkout/sessions").length, 1);
  });

  it("makes another page once the one before has expired", async () => {
    const { secret, sessionId } = await test.begin();
    stripe.expire(sessionId);
    const { status, json } = await checkout(secret);
    assert.equal(status, 200);
    assert.notEqual(json.data.session_id, sessionId);
  });

  it("refuses a key that has paid, also when nobody has told yet", async () => {
    const { id, secret, sessionId } = await test.begin();
    stripe.pay(sessionId);
    const { status, json } = await checkout(secret);
    assert.deepEqual([status, json.detail.error], [409, "already_subscribed"]);
    assert.equal(test.tierOf(id), "pro");
    assert.equal((await checkout(secret)).json.detail.error, "already_subscribed");
  });

  it("refuses a key whose payment is under way", async () => {
    const { secret, sessionId } = await test.begin();
    stripe.pay(sessionId, "processing");
    const { status, json } = await checkout(secret);
    assert.deepEqual([status, json.detail.error], [409, "already_subscribed"]);
    assert.match(json.detail.message, /being processed/);
  });

  it("refuses pro and enterprise keys", async () => {
    for (const tier of ["pro", "enterprise"] as const) {
      const { secret } = await gate.make({ tier });
      const asked = await askedDuring(async () =>
        assert.equal((await checkout(secret)).json.detail.error, "already_subscribed"),
      );
      assert.deepEqual(asked, []);
    }
  });

  it("says that payments are not set up where they are not", async () => {
    const plain = await openTestApi({ hasTestKey: false });
    const { secret } = await plain.make();
    for (const path of ["/api/v1/checkout", "/api/v1/billing/portal", "/api/v1/webhooks/stripe"]) {
      const { status, json } = await plain.call("POST", path, secret);
      assert.deepEqual([status, json.detail.error], [503, "payments_not_configured"]);
    }
  });
});

describe("a Stripe that fails", () => {
  for (const mishap of [500, 429, 503, "silence"] as const) {
    it(`with ${mishap} is told as payments_unavailable, and the next call works`, async () => {
      const { stripe, gate, ...patient } = await openTestPayments();
      const hasty = { stripe, file: gate.writer.file, settings: { timeoutMs: 1_000 } };
      const asked = mishap === "silence" ? await openTestPayments(hasty) : { gate, ...patient };
      const { id, secret } = await gate.make();
      stripe.mishaps.push(mishap);
      const failed = await asked.checkout(secret);
      assert.deepEqual([failed.status, failed.json.detail.error], [503, "payments_unavailable"]);
      assert.equal(failed.headers["retry-after"], "30");
      assert.ok(!failed.text.includes("stripe"));
      const [logged] = asked.gate.logged.slice(-1);
      assert.match(JSON.stringify(logged), /stripe: creating a checkout session/);
      assert.ok(!JSON.stringify(asked.gate.logged).includes("sk_test"), "no secret is logged");
      assert.equal((await patient.checkout(secret)).status, 200);
      assert.equal(patient.tierOf(id), "free");
    });
  }

  it("is asked again under the same idempotency key, so that a lost answer makes no second page", async () => {
    const again = await openTestPayments({ settings: { maxRetries: 2 } });
    const { secret } = await again.gate.make();
    again.stripe.mishaps.push("lost", 500);
    const { status, json } = await again.checkout(secret);
    assert.equal(status, 200);
    assert.equal(again.stripe.asked.length, 3);
    assert.deepEqual([...again.stripe.sessions.keys()], [json.data.session_id]);
  });

  it("does not say so for ever when the price is wrong", async () => {
    const wrong = await openTestPayments({ settings: { priceId: "price_of_another_account" } });
    const { secret } = await wrong.gate.make();
    for (let call = 0; call < 2; call++) {
      assert.equal((await wrong.checkout(secret)).json.detail.error, "payments_unavailable");
    }
    assert.match(JSON.stringify(wrong.gate.logged), /No such price/);
  });
});

describe("a key that is revoked while it is being paid for", () => {
  const statusOf = (sessionId: string) => stripe.sessions.get(sessionId)?.status;

  it("has its page closed at once", async () => {
    const { id, secret, sessionId } = await test.begin();
    await gate.call("DELETE", `/api/v1/keys/${id}`, secret);
    await eventually("its page to be closed", () => statusOf(sessionId) === "expired", { everyMs: 1 });
    assert.equal((await checkout(secret)).json.detail.error, "revoked_api_key");
  });

  it("gets nothing for a payment that was faster, which is cancelled and marked for a refund", async () => {
    const { id, secret, sessionId } = await test.begin();
    stripe.pay(sessionId);
    await gate.call("DELETE", `/api/v1/keys/${id}`, secret);
    await test.billing.reconcile();
    const subscriptionId = String(stripe.sessions.get(sessionId)?.subscription);
    assert.equal(stripe.subscriptions.get(subscriptionId)?.status, "canceled");
    assert.equal(test.tierOf(id), "free");
    assert.deepEqual(test.changesOf(id), ["free free refund_due -"]);
  });

  it("gets nothing for a payment told afterwards either", async () => {
    const { id, sessionId } = await test.begin();
    await gate.access.commands.revokeKey({ id });
    const told = stripe.pay(sessionId);
    await test.notify(told);
    await test.billing.reconcile();
    assert.deepEqual(test.changesOf(id), [`free free refund_due ${told.id}`]);
    const subscriptionId = String(stripe.sessions.get(sessionId)?.subscription);
    assert.equal(stripe.subscriptions.get(subscriptionId)?.status, "canceled");
  });

  it("is refused when that happens while Stripe makes the page, and the page is closed", async () => {
    const slow = await openTestPayments({
      replace: (provider) => ({
        async createCheckout(order) {
          const made = await provider.createCheckout(order);
          await slow.gate.access.commands.revokeKey({ id: order.keyId });
          return made;
        },
      }),
    });
    const { id } = await slow.gate.make();
    await assert.rejects(slow.billing.checkout(id), { code: "revoked_api_key" });
    await slow.billing.reconcile();
    assert.deepEqual(
      [...slow.stripe.sessions.values()].map(({ status }) => status),
      ["expired"],
    );
  });

  it("has its subscription cancelled, again and again until Stripe confirms", async () => {
    const { id, secret, subscriptionId } = await test.subscribe();
    stripe.mishaps.push(500, 500);
    await gate.call("DELETE", `/api/v1/keys/${id}`, secret);
    for (let pass = 0; pass < 4 && stripe.subscriptions.get(subscriptionId)?.status !== "canceled"; pass++) {
      await test.billing.reconcile();
    }
    assert.equal(stripe.subscriptions.get(subscriptionId)?.status, "canceled");
    await test.billing.reconcile();
    assert.equal(test.changesOf(id).length, 2);
    gate.clock.advance(2 * HOUR_MS);
    assert.deepEqual(
      (await askedDuring(() => test.billing.reconcile())).filter((call) => call.includes(subscriptionId)),
      [],
      "an ended subscription is asked about no more",
    );
  });
});

const openPortal = (secret?: string) => gate.call("POST", "/api/v1/billing/portal", secret);

describe("POST /api/v1/billing/portal", () => {
  it("gives Stripe's page for the calling key's subscription", async () => {
    const { secret } = await test.subscribe();
    const { status, headers, json } = await openPortal(secret);
    assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
    const { host, searchParams } = new URL(json.data.portal_url);
    assert.deepEqual([host, searchParams.get("back")], ["billing.stripe.test", `${gate.url}/pricing`]);
  });

  it("knows none for a key that has no subscription, had one, or was made pro by the operator", async () => {
    const free = await test.gate.make();
    const pro = await test.gate.make({ tier: "pro" });
    const ended = await test.subscribe();
    await test.notify(test.stripe.move(ended.subscriptionId, "canceled"));
    for (const { secret } of [free, pro, ended]) {
      const { status, json } = await openPortal(secret);
      assert.deepEqual([status, json.detail.error], [404, "not_found"]);
    }
  });

  it("says so when Stripe does not answer", async () => {
    const { secret } = await test.subscribe();
    test.stripe.mishaps.push(502);
    assert.equal((await openPortal(secret)).json.detail.error, "payments_unavailable");
  });
});

/** Delivers an event and checks that it was taken. */
async function deliver(event: FakeEvent, to = test): Promise<void> {
  assert.equal((await to.notify(event)).status, 200);
}

const statusAtStripe = (subscriptionId: string) => stripe.subscriptions.get(subscriptionId)?.status;
const disputesOf = (id: string) => test.billing.openDisputes().filter(({ keyId }) => keyId === id);

describe("a notification of Stripe", () => {
  it("may be half a megabyte, as one with many lines is, and no larger", async () => {
    const test = await openTestPayments();
    const { id, sessionId } = await test.begin();
    const told = JSON.stringify(test.stripe.pay(sessionId));
    const larger = await test.notify(told + " ".repeat(600_000));
    assert.deepEqual([larger.status, larger.json.detail.error, test.tierOf(id)], [413, "payload_too_large", "free"]);
    assert.deepEqual([(await test.notify(told + " ".repeat(500_000))).status, test.tierOf(id)], [200, "pro"]);
  });
});

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
