import type {
  CheckoutFacts,
  DisputeFacts,
  PaymentEvent,
  ProPrice,
  SubscriptionFacts,
  SubscriptionPrices,
  SubscriptionStatus,
} from "../domain/accounts/billing.ts";
import type { AccountFacts, FoundCheckout, PriceFacts, WebhookFacts } from "./provider.ts";

// Only members that are the same in every version of Stripe's API are read: an account may be set to any.

/** Where sessions and subscriptions carry the id of their key. */
export const KEY = "toteboard_key_id";

type Members = Readonly<Record<string, unknown>>;

/** Reads an event. Throws TypeError for what is none. */
export function toPaymentEvent(value: unknown, proPriceId: string): PaymentEvent {
  const { data, ...members } = toMembers(value, "the event");
  const [id, type] = [text(members, "id"), text(members, "type")];
  const event = { id, type, createdAt: wholeNumber(members, "created") * 1000 };
  const object = toMembers(toMembers(data, "data").object, "data.object");
  if (object.object === "checkout.session" && type.startsWith("checkout.session.")) {
    const { facts } = toFoundCheckout(object);
    const hasFailed = type === "checkout.session.async_payment_failed";
    return { ...event, checkout: hasFailed ? { ...facts, status: "failed" } : facts };
  }
  if (object.object === "subscription" && type.startsWith("customer.subscription.")) {
    const facts = toSubscriptionFacts(object, proPriceId);
    const hasEnded = type === "customer.subscription.deleted";
    return { ...event, subscription: hasEnded ? { ...facts, status: "ended" } : facts };
  }
  if (object.object === "charge" && type === "charge.refunded" && object.refunded === true) {
    return { ...event, refundedCustomerId: reference(object, "customer") ?? undefined };
  }
  if (object.object === "dispute" && type.startsWith("charge.dispute.")) {
    return { ...event, dispute: toDisputeFacts(object) };
  }
  if (object.object === "customer" && type === "customer.deleted") {
    return { ...event, deletedCustomerId: text(object, "id") };
  }
  return event;
}

/** Only a decision for the payer takes the money; an inquiry that was closed took none. */
const DECIDED: Readonly<Record<string, DisputeFacts["status"]>> = {
  won: "won",
  lost: "lost",
  warning_closed: "won",
  prevented: "won",
};

const toDisputeFacts = (dispute: Members): DisputeFacts => ({
  disputeId: text(dispute, "id"),
  chargeId: reference(dispute, "charge") ?? "",
  status: DECIDED[text(dispute, "status")] ?? "open",
  amount: wholeNumber(dispute, "amount"),
  currency: text(dispute, "currency"),
  reason: text(dispute, "reason"),
  openedAt: wholeNumber(dispute, "created") * 1000,
});

/** Reads whose payment a charge was; null where Stripe knows no customer. Throws TypeError. */
export const toCustomerOfCharge = (value: unknown): string | null =>
  reference(toMembers(value, "the charge"), "customer");

/** Reads a checkout session. Throws TypeError. */
export function toFoundCheckout(value: unknown): FoundCheckout {
  const session = toMembers(value, "the session");
  const { subscription } = session;
  const subscriptionStatus = isMembers(subscription) ? toSubscriptionStatus(subscription) : undefined;
  const facts: CheckoutFacts = {
    sessionId: text(session, "id"),
    keyId: textOrNull(session, "client_reference_id"),
    status: toStatus(session, subscriptionStatus),
    subscriptionId: reference(session, "subscription"),
    customerId: reference(session, "customer"),
    ...(subscriptionStatus === undefined ? {} : { subscriptionStatus }),
  };
  return { facts, url: textOrNull(session, "url") };
}

function toStatus(session: Members, subscription: SubscriptionStatus | undefined): CheckoutFacts["status"] {
  const { mode, status, payment_status } = session;
  if (status === "expired") return "expired";
  if (status !== "complete" || mode !== "subscription") return "open";
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  // A first payment that fails later takes the subscription with it.
  return subscription === "ended" ? "failed" : "processing";
}

/** Reads a subscription. Throws TypeError. */
export function toSubscriptionFacts(value: unknown, proPriceId: string): SubscriptionFacts {
  const subscription = toMembers(value, "the subscription");
  const { metadata } = subscription;
  const prices = toPrices(subscription, proPriceId);
  return {
    subscriptionId: text(subscription, "id"),
    keyId: metadata == null ? null : textOrNull(toMembers(metadata, "metadata"), KEY),
    status: toSubscriptionStatus(subscription),
    customerId: reference(subscription, "customer"),
    ...(prices === undefined ? {} : { prices }),
  };
}

function toPrices({ items }: Members, proPriceId: string): SubscriptionPrices | undefined {
  if (items == null) return undefined;
  const { data } = toMembers(items, "items");
  if (!Array.isArray(data)) throw new TypeError("items.data is no list");
  const ids = data.flatMap((item) => toPriceId(toMembers(item, "an item")));
  return ids.length === 0 ? undefined : { ids, proPriceId };
}

/** The price of an item; before 2020 it was called its plan. */
function toPriceId({ price, plan }: Members): string[] {
  const sold = price ?? plan;
  return sold == null ? [] : [text(toMembers(sold, "price"), "id")];
}

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "pending",
  active: "live",
  trialing: "live",
  past_due: "live",
  unpaid: "unpaid",
  paused: "unpaid",
  canceled: "ended",
  incomplete_expired: "ended",
};

const toSubscriptionStatus = (subscription: Members): SubscriptionStatus =>
  STATUSES[text(subscription, "status")] ?? "pending";

/** Reads a price. Throws TypeError. */
export function toPriceFacts(value: unknown): PriceFacts {
  const price = toMembers(value, "the price");
  const base = { priceId: text(price, "id"), currency: text(price, "currency"), isActive: price.active === true };
  if (price.recurring == null) return { ...base, isRecurring: false };
  const recurring = toMembers(price.recurring, "recurring");
  const amount = Number(price.unit_amount ?? price.unit_amount_decimal ?? Number.NaN);
  return {
    ...base,
    isRecurring: true,
    amount: Number.isFinite(amount) ? amount : null,
    interval: text(recurring, "interval") as ProPrice["interval"],
    intervalCount: wholeNumber(recurring, "interval_count"),
  };
}

/** Reads the account. Throws TypeError. */
export function toAccountFacts(value: unknown): AccountFacts {
  const account = toMembers(value, "the account");
  return { accountId: text(account, "id"), takesCharges: account.charges_enabled === true };
}

/** Reads a webhook endpoint. Throws TypeError. */
export function toWebhookFacts(value: unknown): WebhookFacts {
  const endpoint = toMembers(value, "the webhook");
  const { enabled_events: events } = endpoint;
  if (!Array.isArray(events)) throw new TypeError("enabled_events is no list");
  return { url: text(endpoint, "url"), isEnabled: endpoint.status === "enabled", events: events.map(String) };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function toMembers(value: unknown, name: string): Members {
  if (!isMembers(value)) throw new TypeError(`${name} is no object`);
  return value;
}

function text(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== "string") throw new TypeError(`${name} is no text`);
  return value;
}

const textOrNull = (members: Members, name: string): string | null =>
  members[name] == null ? null : text(members, name);

function wholeNumber(members: Members, name: string): number {
  const value = members[name];
  if (!Number.isSafeInteger(value) || Math.abs(Number(value)) > MAX_NUMBER) {
    throw new TypeError(`${name} is no whole number`);
  }
  return Number(value);
}

/** Times in seconds beyond this are no dates. */
const MAX_NUMBER = 100_000_000_000;

/** The id of an object that is included whole or by its id. */
function reference(members: Members, name: string): string | null {
  const value = members[name];
  return isMembers(value) ? text(value, "id") : textOrNull(members, name);
}
