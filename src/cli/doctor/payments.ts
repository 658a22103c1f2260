import { openProvider } from "../../billing/open-provider.ts";
import { judgePrice } from "../../billing/price.ts";
import type { AccountFacts, PaymentProvider, PriceFacts, WebhookFacts } from "../../billing/provider.ts";
import type { Config } from "../../config.ts";
import { describePrice } from "../../domain/accounts/billing.ts";
import { messageOf, UsageError } from "../../errors.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const CHECK = "payments";
const WEBHOOK_PATH = "/api/v1/webhooks/stripe";

/** Without these the service learns of payments late: it asks every 3 minutes, and about ended ones every hour. */
const EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.updated",
  "customer.subscription.deleted",
];

/** Checks the settings for payments, and with Stripe the account, the price and the webhook. */
export async function checkPayments(config: Config, isOffline: boolean): Promise<Finding[]> {
  let provider: PaymentProvider | undefined;
  try {
    provider = await openProvider(config, () => config.publicUrl ?? "", { timeoutMs: 5_000, maxRetries: 0 });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [problem(CHECK, messageOf(error))];
  }
  if (provider === undefined) return [ok(CHECK, "not set up: nobody can buy a plan")];
  if (isOffline) return [...checkSettings(config), ok(CHECK, "set up; Stripe was not asked")];
  try {
    return [...checkSettings(config), ...(await askStripe(provider, config))];
  } finally {
    provider.close();
  }
}

function checkSettings({ stripe: { secretKey = "" }, publicUrl }: Config): Finding[] {
  if (/^[a-z]+_test_/.test(secretKey)) return [warning(CHECK, "set up with a test key: no money moves")];
  if (publicUrl !== undefined) return [];
  return [warning(CHECK, "payers come back to this machine's own address: set TOTEBOARD_PUBLIC_URL")];
}

async function askStripe(provider: PaymentProvider, config: Config): Promise<Finding[]> {
  const questions = [
    async () => checkAccount(await provider.readAccount()),
    async () => checkPrice(provider.priceId, await provider.findPrice()),
    async () => checkWebhooks(await provider.listWebhooks(), config.publicUrl),
  ];
  const findings: Finding[] = [];
  for (const question of questions) {
    try {
      findings.push(await question());
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      findings.push(problem(CHECK, messageOf(cause)));
    }
  }
  return findings;
}

function checkAccount({ accountId, takesCharges }: AccountFacts): Finding {
  if (takesCharges) return ok(CHECK, `account ${accountId} takes payments`);
  const advice = "complete it in Stripe's dashboard under Settings, Business";
  return problem(CHECK, `account ${accountId} cannot take payments yet: ${advice}`);
}

function checkPrice(priceId: string, found: PriceFacts | undefined): Finding {
  const { sold, trouble } = judgePrice(priceId, found);
  if (trouble !== undefined) return problem(CHECK, trouble);
  return ok(CHECK, `pro costs ${describePrice(sold) ?? "no single amount"} (${priceId})`);
}

const UNTIL_THEN = "in Stripe under Developers, Webhooks; until then upgrades take up to 3 minutes and ends an hour";

/** Checks that a webhook leads to this service and gets all events. */
function checkWebhooks(webhooks: readonly WebhookFacts[], publicUrl: string | undefined): Finding {
  const address = publicUrl === undefined ? undefined : publicUrl + WEBHOOK_PATH;
  const ours = webhooks.filter(({ url }) => (address === undefined ? url.endsWith(WEBHOOK_PATH) : url === address));
  const [first] = ours;
  if (first === undefined) {
    return warning(
      CHECK,
      `no webhook leads to ${address ?? `https://YOUR-ADDRESS${WEBHOOK_PATH}`}: add one ${UNTIL_THEN}`,
    );
  }
  const endpoint = ours.find(({ isEnabled }) => isEnabled);
  if (endpoint === undefined) return problem(CHECK, `the webhook ${first.url} is disabled: enable it ${UNTIL_THEN}`);
  const missing = EVENTS.filter((event) => !endpoint.events.includes("*") && !endpoint.events.includes(event));
  if (missing.length === 0) return ok(CHECK, `the webhook ${endpoint.url} gets all events`);
  return problem(
    CHECK,
    `the webhook ${endpoint.url} does not get ${missing.join(", ")}: add these events to it in Stripe`,
  );
}
