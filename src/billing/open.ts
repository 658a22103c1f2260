import type { Config } from "../config.ts";
import { UsageError } from "../errors.ts";
import type { Payments } from "./payments.ts";
import { openStandIn, type StandIn } from "./stand-in.ts";
import { openStripe, type StripeSettings } from "./stripe.ts";

/**
 * The payment provider the settings name: in demo the stand-in, undefined without any. Throws UsageError for half a set
 * of settings.
 */
export function openPayments(
  { isDemo, stripe }: Pick<Config, "isDemo" | "stripe">,
  origin: () => string,
  timing: Pick<StripeSettings, "timeoutMs" | "maxRetries"> = {},
): { payments: Payments; standIn?: StandIn } | undefined {
  if (isDemo) {
    const standIn = openStandIn(origin);
    return { payments: standIn, standIn };
  }
  const { secretKey, webhookSecrets, priceId, url } = stripe;
  const missing = [
    ...(secretKey === undefined ? ["STRIPE_SECRET_KEY"] : []),
    ...(webhookSecrets.length === 0 ? ["STRIPE_WEBHOOK_SECRET"] : []),
    ...(priceId === undefined ? ["STRIPE_PRICE_ID"] : []),
  ];
  if (missing.length === 3) return undefined;
  if (secretKey === undefined || priceId === undefined || missing.length > 0) {
    const names = missing.join(" and ");
    throw new UsageError(`payments are half set up: set ${names} too, or none of Stripe's settings`);
  }
  return { payments: openStripe({ secretKey, webhookSecrets, priceId, url, ...timing }) };
}
