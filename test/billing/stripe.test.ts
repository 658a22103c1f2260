import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openProvider } from "../../src/billing/open-provider.ts";
import { openStripe } from "../../src/billing/stripe.ts";
import { AppError, UsageError } from "../../src/errors.ts";
import { startProgram } from "../support/service/process.ts";
import { fixedClock } from "../support/store/writer.ts";
import { TEST_STRIPE } from "../support/stripe/payments.ts";
import { startFakeStripe } from "../support/stripe/stripe.ts";

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
