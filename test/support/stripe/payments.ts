import assert from "node:assert/strict";
import { type Billing, requireBilling } from "../../../src/billing/billing.ts";
import type { PaymentProvider } from "../../../src/billing/provider.ts";
import { openStripe, type StripeSettings } from "../../../src/billing/stripe.ts";
import { listTierChanges } from "../../../src/store/accounts/keys.ts";
import { openTestApi, type TestApi, type TestApiOptions } from "../service/api.ts";
import { fixedClock } from "../store/writer.ts";
import { type FakeEvent, type FakeStripe, SECRET_KEY, sign, startFakeStripe, WEBHOOK_SECRET } from "./stripe.ts";
import { PRICE_ID } from "./stripe-objects.ts";

export const WEBHOOK = "/api/v1/webhooks/stripe";

/** The real server over a real database, with a stand-in for Stripe. */
export interface TestPayments {
  readonly gate: TestApi;
  readonly stripe: FakeStripe;
  readonly billing: Billing;
  checkout(secret: string): ReturnType<TestApi["call"]>;
  /** A new free key and the session it is paid in. */
  begin(): Promise<{ id: string; secret: string; sessionId: string }>;
  /** A new key that was paid for. */
  subscribe(): Promise<{ id: string; secret: string; sessionId: string; subscriptionId: string }>;
  /** Delivers an event as Stripe does, or signed otherwise. */
  notify(event: FakeEvent | string, signed?: { at?: number; secret?: string }): ReturnType<TestApi["call"]>;
  tierOf(id: string): unknown;
  /** "free pro checkout_paid evt_1" and so on. */
  changesOf(id: string): string[];
}

export interface TestPaymentsOptions extends Pick<TestApiOptions, "file" | "clock" | "config"> {
  /** True to serve the pages beside the API. */
  readonly hasPages?: boolean;
  readonly settings?: Partial<StripeSettings>;
  readonly stripe?: FakeStripe;
  /** How long a caller waits for Stripe. */
  readonly deadlineMs?: number;
  /** Replaces methods of the provider. */
  readonly replace?: (provider: PaymentProvider) => Partial<PaymentProvider>;
}

export async function openTestPayments(options: TestPaymentsOptions = {}): Promise<TestPayments> {
  const clock = options.clock ?? fixedClock();
  const stripe = options.stripe ?? (await startFakeStripe(clock));
  const real = openStripe({ ...TEST_STRIPE, url: stripe.url, ...options.settings });
  const provider = { ...real, ...options.replace?.(real) };
  const config = { keysPerHour: 1_000_000, pagesPerMinute: 1_000_000, ...options.config };
  const gate = await openTestApi({
    hasTestKey: false,
    clock,
    config,
    provider,
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    ...(options.file === undefined ? {} : { file: options.file }),
    hasPages: options.hasPages === true,
  });
  const billing = requireBilling(gate.context.billing);
  await billing.readPrice();
  stripe.asked.length = 0;
  const checkout: TestPayments["checkout"] = (secret) => gate.call("POST", "/api/v1/checkout", secret);
  const begin: TestPayments["begin"] = async () => {
    const { id, secret } = await gate.make();
    const { status, json } = await checkout(secret);
    assert.equal(status, 200);
    return { id, secret, sessionId: json.data.session_id };
  };
  const notify: TestPayments["notify"] = (event, { at = clock.now(), secret } = {}) => {
    const { body, signature } = sign(event, at, secret);
    return gate.send(WEBHOOK, { method: "POST", body, headers: { "Stripe-Signature": signature }, isAnonymous: true });
  };
  const tierOf = (id: string): unknown => gate.writer.value("SELECT tier FROM keys WHERE key_id = ?", id);
  return {
    gate,
    stripe,
    billing,
    checkout,
    begin,
    notify,
    tierOf,
    async subscribe() {
      const begun = await begin();
      assert.equal((await notify(stripe.pay(begun.sessionId))).status, 200);
      assert.equal(tierOf(begun.id), "pro");
      return { ...begun, subscriptionId: String(stripe.sessions.get(begun.sessionId)?.subscription) };
    },
    changesOf: (id) =>
      listTierChanges(gate.context.store.db, id).map(({ from, to, cause, eventId }) =>
        [from, to, cause, eventId ?? "-"].join(" "),
      ),
  };
}

/** The same as settings of the program. */
export const stripeEnvironment = (url: string) => ({
  STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
  STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecrets.join(","),
  STRIPE_PRICE_ID: TEST_STRIPE.priceId,
  TOTEBOARD_STRIPE_URL: url,
});

/** Settings for the stand-in, with time for a machine that does much else. */
export const TEST_STRIPE = {
  secretKey: SECRET_KEY,
  webhookSecrets: [WEBHOOK_SECRET],
  priceId: PRICE_ID,
  timeoutMs: 60_000,
  maxRetries: 0,
} as const;
