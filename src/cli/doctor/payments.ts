import {
  oneTimePrice,
  openProvider,
  type PaymentProvider,
  type PriceFacts,
  type WebhookFacts,
} from "../../billing/index.ts";
import type { Config } from "../../config.ts";
import { describePrice } from "../../domain/pro-price.ts";
import { messageOf, UsageError } from "../../errors.ts";
import type { Finding } from "./finding.ts";

const check = "payments";
const PATH = "/api/v1/webhooks/stripe";

/** Without these a payment is noticed late: the service asks by itself every few minutes, about ended ones every hour. */
const EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.updated",
  "customer.subscription.deleted",
];

/** Looks at whether the settings for payments belong together, and at what Stripe has to say about them. */
export async function checkPayments(config: Config, isOffline: boolean): Promise<Finding[]> {
  let payments: PaymentProvider | undefined;
  try {
    payments = openProvider(config, () => config.publicUrl ?? "", { timeoutMs: 5_000, maxRetries: 0 });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ check, status: "problem", message: messageOf(error) }];
  }
  if (payments === undefined) return [{ check, status: "ok", message: "not set up: nobody can buy a plan" }];
  if (isOffline) return [...checkSettings(config), { check, status: "ok", message: "set up; Stripe was not asked" }];
  try {
    return [...checkSettings(config), ...(await askStripe(payments, config))];
  } finally {
    payments.close();
  }
}

function checkSettings({ stripe: { secretKey = "" }, publicUrl }: Config): Finding[] {
  const isTest = /^[a-z]+_test_/.test(secretKey);
  const findings: Finding[] = [];
  if (isTest) findings.push({ check, status: "warning", message: "set up with a test key: no money moves" });
  if (!isTest && publicUrl === undefined) {
    const message = "payers come back to this machine's own address: set TOTEBOARD_PUBLIC_URL";
    findings.push({ check, status: "warning", message });
  }
  return findings;
}

async function askStripe(payments: PaymentProvider, config: Config): Promise<Finding[]> {
  const questions = [
    async () => checkAccount(await payments.readAccount()),
    async () => checkPrice(payments.priceId, await payments.findPrice()),
    async () => checkWebhooks(await payments.listWebhooks(), config.publicUrl),
  ];
  const findings: Finding[] = [];
  for (const question of questions) {
    try {
      findings.push(await question());
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      findings.push({ check, status: "problem", message: messageOf(cause) });
    }
  }
  return findings;
}

function checkAccount({ accountId, takesCharges }: Awaited<ReturnType<PaymentProvider["readAccount"]>>): Finding {
  if (takesCharges) return { check, status: "ok", message: `account ${accountId} takes payments` };
  const message = `account ${accountId} cannot take payments yet: complete it in Stripe's dashboard under Settings, Business`;
  return { check, status: "problem", message };
}

function checkPrice(priceId: string, price: PriceFacts | undefined): Finding {
  const problem = (message: string): Finding => ({ check, status: "problem", message });
  if (price === undefined) {
    return problem(
      `Stripe does not know the price ${priceId}: set STRIPE_PRICE_ID to one of this account, in the mode of the key (test or live)`,
    );
  }
  if (!price.isRecurring) return problem(messageOf(oneTimePrice(priceId)));
  if (!price.isActive) return problem(`the price ${priceId} is archived, so nobody can buy it: activate it in Stripe`);
  return { check, status: "ok", message: `pro costs ${describePrice(price) ?? "no single amount"} (${priceId})` };
}

/** Looks for the webhook that comes to this service, and at what is sent to it. */
function checkWebhooks(webhooks: readonly WebhookFacts[], publicUrl: string | undefined): Finding {
  const wanted = publicUrl === undefined ? undefined : publicUrl + PATH;
  const ours = webhooks.filter(({ url }) => (wanted === undefined ? url.endsWith(PATH) : url === wanted));
  const [endpoint] = ours.filter(({ isEnabled }) => isEnabled);
  if (endpoint === undefined) {
    const address = wanted ?? `https://YOUR-ADDRESS${PATH}`;
    const what =
      ours.length > 0
        ? `the webhook ${ours[0]?.url} is disabled: enable it`
        : `no webhook leads to ${address}: add one`;
    return {
      check,
      status: ours.length > 0 ? "problem" : "warning",
      message: `${what} in Stripe under Developers, Webhooks; until then upgrades take up to 3 minutes and ends an hour`,
    };
  }
  const missing = EVENTS.filter((event) => !endpoint.events.includes("*") && !endpoint.events.includes(event));
  if (missing.length === 0) return { check, status: "ok", message: `the webhook ${endpoint.url} gets all events` };
  const message = `the webhook ${endpoint.url} does not get ${missing.join(", ")}: add these events to it in Stripe`;
  return { check, status: "problem", message };
}
