import type { Config } from "../config.ts";
import { UsageError } from "../errors.ts";
import { openDemoProvider } from "./demo-provider.ts";
import type { PaymentProvider } from "./provider.ts";
import type { StripeSettings } from "./stripe.ts";

type StripeSetting = "stripeSecretKey" | "stripeWebhookSecret" | "stripePriceId" | "stripeUrl";

/**
 * The payment provider of the settings, the demo's own in demo; undefined when none is set. Rejects with UsageError for an
 * incomplete set of settings.
 */
export async function openProvider(
  { isDemo, ...config }: Pick<Config, "isDemo" | StripeSetting>,
  origin: () => string,
  timing: Pick<StripeSettings, "timeoutMs" | "maxRetries"> = {},
): Promise<PaymentProvider | undefined> {
  if (isDemo) return openDemoProvider(origin);
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecrets, stripePriceId: priceId } = config;
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
  // Its client takes a tenth of a second to load.
  const { openStripe } = await import("./stripe.ts");
  return openStripe({ secretKey, webhookSecrets, priceId, url: config.stripeUrl, ...timing });
}
