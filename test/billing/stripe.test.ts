import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Stripe from "stripe";
import { openProvider } from "../../src/billing/open-provider.ts";
import { openStripe } from "../../src/billing/stripe.ts";
import { AppError, OperatorError, UsageError } from "../../src/errors.ts";
import { startProgram } from "../support/service/process.ts";
import { fixedClock } from "../support/store/writer.ts";
import { TEST_STRIPE } from "../support/stripe/payments.ts";
import { startFakeStripe } from "../support/stripe/stripe.ts";
import { PRICE_ID, price } from "../support/stripe/stripe-objects.ts";

describe("payments through Stripe", () => {
  it("are asked for over the address that is set, with the key, a version and a deadline", async () => {
    const clock = fixedClock();
    const stripe = await startFakeStripe(clock);
    const wrong = openStripe({ ...TEST_STRIPE, url: stripe.url, secretKey: "sk_test_of_somebody_else" });
    await assert.rejects(wrong.findCheckout("cs_1"), (error) => error instanceof AppError && error.status === 503);
    const settings = { ...TEST_STRIPE, url: stripe.url };
    assert.equal(await openStripe(settings).findCheckout("cs_1"), undefined);
    stripe.mishaps.push("silence");
    await assert.rejects(openStripe({ ...settings, timeoutMs: 100 }).findSubscription("sub_1"), /payment provider/);
  });

  it("are read in this program's words and units", async () => {
    const clock = fixedClock();
    const stripe = await startFakeStripe(clock);
    const provider = openStripe({ ...TEST_STRIPE, url: stripe.url });
    const { sessionId } = stripe.sellElsewhere({});
    const id = String(stripe.sessions.get(sessionId)?.subscription);
    const begun = Math.floor(clock.now() / 1000) * 1000;
    const read: Record<string, string | undefined> = {};
    for (const status of ["incomplete", "active", "trialing", "past_due", "unpaid", "paused", "canceled"] as const) {
      stripe.move(id, status);
      const found = await provider.findSubscription(id);
      read[status] = found?.status;
      assert.equal(found?.createdAt, begun);
      assert.ok((found?.paidUntil ?? 0) > begun, "the end of its period is in milliseconds");
    }
    assert.deepEqual(read, {
      ...{ incomplete: "pending", active: "live", trialing: "live", past_due: "live" },
      ...{ unpaid: "unpaid", paused: "unpaid", canceled: "ended" },
    });
    const { disputeId } = stripe.dispute(id);
    const decided: Record<string, string | undefined> = {};
    for (const status of ["won", "lost", "warning_closed", "prevented"] as const) {
      stripe.decide(disputeId, status);
      decided[status] = (await provider.listDisputes())[0]?.status;
    }
    assert.deepEqual(decided, { won: "won", lost: "lost", warning_closed: "won", prevented: "won" });
    stripe.prices.set(
      PRICE_ID,
      price({ id: PRICE_ID, unit_amount: null, unit_amount_decimal: Stripe.Decimal.from("0.5") }),
    );
    const found = await provider.findPrice();
    assert.equal(found?.isRecurring && found.amount, 0.5);
  });

  it("are asked for again where Stripe fails once", async () => {
    const stripe = await startFakeStripe(fixedClock());
    const { maxRetries: _, ...settings } = TEST_STRIPE;
    stripe.mishaps.push(500);
    assert.equal((await openStripe({ ...settings, url: stripe.url }).findPrice())?.isActive, true);
  });
});

describe("a request that Stripe refuses", () => {
  it("tells the operator what to do, unless it may pass by itself", async () => {
    const stripe = await startFakeStripe(fixedClock());
    const provider = openStripe({ ...TEST_STRIPE, url: stripe.url });
    const advised: unknown[] = [];
    for (const mishap of [403, undefined, 502]) {
      if (mishap !== undefined) stripe.mishaps.push(mishap);
      const refusal: unknown = await provider.createPortal("cus_unknown", "").catch((error: unknown) => error);
      const cause = refusal instanceof AppError && refusal.cause;
      advised.push(cause instanceof OperatorError && /[^.]*: [^:.]*$/.exec(cause.message)?.[0]);
    }
    assert.deepEqual(advised, [
      " STRIPE_SECRET_KEY lacks a permission: grant it in Stripe under Developers, API keys, or use another key",
      " Run 'toteboard doctor': it checks the settings with Stripe",
      false,
    ]);
  });
});

describe("the settings of payments", () => {
  const whole = { stripeSecretKey: "sk", stripeWebhookSecret: ["whsec"], stripePriceId: "price" };
  const none = { stripeSecretKey: undefined, stripeWebhookSecret: [], stripePriceId: undefined };
  const open = (given: typeof whole | typeof none, isDemo = false) =>
    openProvider({ isDemo, stripeUrl: undefined, ...given }, () => "http://127.0.0.1");

  it("are optional, and in demo a stand-in takes their place", async () => {
    assert.equal(await open(none), undefined);
    assert.ok(await open(whole));
    assert.equal((await open(whole))?.demoPages, undefined);
    assert.ok((await open(whole, true))?.demoPages);
    assert.ok((await open(none, true))?.demoPages);
  });

  const halves: [Partial<typeof whole>, string][] = [
    [{ stripeSecretKey: "sk" }, "STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID"],
    [{ stripeWebhookSecret: ["whsec"] }, "STRIPE_SECRET_KEY and STRIPE_PRICE_ID"],
    [{ stripeSecretKey: "sk", stripePriceId: "price" }, "STRIPE_WEBHOOK_SECRET"],
  ];
  for (const [half, missing] of halves) {
    it(`are refused without ${missing}`, async () => {
      await assert.rejects(
        () => open({ ...none, ...half } as typeof whole),
        (error) => error instanceof UsageError && error.message.includes(`set ${missing} too`),
      );
    });
  }

  it("stop the service at its start when they are half there, and no secret is printed", async () => {
    const environment = { STRIPE_SECRET_KEY: "sk_live_very_secret" };
    const { exitCode, stderr } = await startProgram(["serve", "--port", "0", "--no-ingest"], { environment }).ended;
    assert.equal(exitCode, 2);
    assert.match(stderr, /set STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID too/);
    assert.ok(!stderr.includes("very_secret"));
  });
});
