import {
  type CheckoutFacts,
  type PaymentNotification,
  paysForPro,
  type SubscriptionFacts,
  type TierChangeCause,
} from "../../domain/accounts/billing.ts";
import { type Db, prepare } from "../database/db.ts";
import { findKey, getKey } from "./key-rows.ts";
import {
  type Checkout,
  type Dispute,
  findLiveSubscription,
  findSubscription,
  listOfCustomer,
  type Subscription,
} from "./stored-payments.ts";
import { moveKey, type Occasion } from "./tiers.ts";

/** What the payment provider said, and in which notification; none when the provider was asked. */
export interface PaymentNews {
  readonly event?: PaymentNotification | undefined;
  readonly checkout?: CheckoutFacts | undefined;
  readonly subscription?: SubscriptionFacts | undefined;
  readonly dispute?: Dispute | undefined;
  readonly ending?: PlanEnding | undefined;
}

/** Why the subscriptions of a customer end. */
interface PlanEnding {
  readonly customerId: string;
  readonly cause: "payment_refunded" | "dispute_lost" | "customer_deleted";
}

/** The result of attaching a subscription to its key. */
export type Attached =
  | "attached"
  /** It is on record; the provider's answer took effect. */
  | "known"
  | "not_running"
  | "unknown_key"
  /** It will be cancelled. */
  | "revoked_key"
  /** Its price does not pay for pro. */
  | "other_price"
  /** The key has another subscription. */
  | "paid_twice";

// All functions here expect a transaction.

/** Records the subscription of a session that was paid just now. */
export function startSubscription(db: Db, checkout: Checkout, facts: CheckoutFacts, occasion: Occasion): void {
  const { keyId, priceId } = checkout;
  const { customerId, subscriptionId, subscriptionStatus = "live" } = facts;
  // Known already when it was attached before, or when the news of its end came first.
  if (subscriptionId === null || findSubscription(db, subscriptionId) !== undefined) return;
  const status = subscriptionStatus === "pending" ? "live" : subscriptionStatus;
  insertSubscription(db, { subscriptionId, keyId, customerId, status, priceId }, "checkout_paid", occasion);
}

/** Applies news of a subscription. Notifications may be late, so only an answer of the provider gives a tier back. */
export function applySubscription(db: Db, facts: SubscriptionFacts, occasion: Occasion): void {
  const { event, now } = occasion;
  const before = findSubscription(db, facts.subscriptionId);
  if (before === undefined) {
    recordEnded(db, facts, occasion);
    return;
  }
  const asOf = event?.createdAt ?? now;
  // An answer is never late, even when the clock was set back.
  const isLate = event !== undefined && asOf < before.asOf && facts.status !== "ended";
  if (before.status === "ended" || facts.status === "pending" || isLate) return;
  const priceId = before.priceId ?? soldAt(facts);
  const isMoved = facts.status === "live" && facts.prices !== undefined && !paysForPro(facts.prices, priceId);
  const status = isMoved ? "moved" : facts.status;
  if (event !== undefined && status === "live" && before.status !== "live") return;
  prepare(db, "billing", "setSubscription").run({ subscriptionId: facts.subscriptionId, status, priceId, asOf, now });
  if (before.isGranted && status !== before.status) regradeKey(db, before.keyId, status, occasion);
}

/** Ends the subscriptions of a customer and the plan they pay for. Unless they ended with it, they are to be cancelled. */
export function endSubscriptions(db: Db, { customerId, cause }: PlanEnding, occasion: Occasion): void {
  for (const { subscriptionId, keyId, status, isGranted } of listOfCustomer(db, customerId)) {
    if (status === "ended") continue;
    if (cause === "customer_deleted") {
      applySubscription(db, { subscriptionId, keyId, status: "ended" }, occasion);
      continue;
    }
    prepare(db, "billing", "abandon").run(subscriptionId);
    if (isGranted) takeBackPro(db, keyId, cause, occasion);
  }
}

/** Records a subscription whose end arrives before its session's payment, so that the payment then has no effect. */
function recordEnded(db: Db, { keyId, ...facts }: SubscriptionFacts, occasion: Occasion): void {
  if (facts.status !== "ended" || keyId === null) return;
  if (prepare(db, "billing", "countCheckouts").pluck().get(keyId) !== 1) return;
  insertSubscription(db, { ...facts, keyId, priceId: null }, "checkout_paid", occasion);
}

/**
 * Records a subscription whose payment was not recorded, with the provider's latest answer. Its price must be one that
 * subscriptions on record were sold at, unless `isKnownToPay`.
 */
export function attachSubscription(db: Db, facts: SubscriptionFacts, now: number, isKnownToPay = false): Attached {
  const { subscriptionId, keyId, status, customerId, prices } = facts;
  if (findSubscription(db, subscriptionId) !== undefined) {
    applySubscription(db, facts, { now });
    return "known";
  }
  if (status === "pending" || status === "ended") return "not_running";
  const key = keyId === null ? undefined : findKey(db, keyId);
  if (keyId === null || key === undefined) return "unknown_key";
  const priceId = soldAt(facts);
  const isSold = priceId !== null && (priceId === prices?.proPriceId || wasSoldAt(db, priceId));
  if (!isSold && !isKnownToPay) return "other_price";
  if (key.revokedAt === null && isPaidFor(db, keyId)) return "paid_twice";
  insertSubscription(db, { subscriptionId, keyId, customerId, status, priceId }, "subscription_attached", { now });
  return key.revokedAt === null ? "attached" : "revoked_key";
}

const wasSoldAt = (db: Db, priceId: string): boolean =>
  prepare(db, "billing", "countSoldAt").pluck().get(priceId) === 1;

/** The price of the pro plan if the subscription has it, else its first. */
const soldAt = ({ prices }: SubscriptionFacts): string | null =>
  prices === undefined ? null : (prices.ids.find((id) => id === prices.proPriceId) ?? prices.ids[0] ?? null);

function isPaidFor(db: Db, keyId: string): boolean {
  const live = findLiveSubscription(db, keyId);
  return live !== undefined && live.status !== "moved" && !live.isUnwanted;
}

interface NewSubscription extends Pick<SubscriptionFacts, "subscriptionId" | "status"> {
  readonly keyId: string;
  readonly customerId?: string | null | undefined;
  readonly priceId: string | null;
}

/** Adds a subscription with its effect: it puts the key on pro, or it must be cancelled. */
function insertSubscription(db: Db, added: NewSubscription, cause: TierChangeCause, occasion: Occasion): void {
  const { subscriptionId, keyId, customerId = null, status, priceId } = added;
  const { event, now } = occasion;
  const key = getKey(db, keyId);
  const isUnwanted = status !== "ended" && (key.revokedAt !== null || isPaidFor(db, keyId));
  // What the operator agreed with a customer outlives a payment; pro ends with its payment.
  const isGranted = status !== "ended" && !isUnwanted && key.tier !== "enterprise";
  const flags = { isGranted: Number(isGranted), isUnwanted: Number(isUnwanted) };
  const asOf = event?.createdAt ?? now;
  const row = { subscriptionId, keyId, customerId, status, priceId, asOf, ...flags, now };
  prepare(db, "billing", "insertSubscription").run(row);
  if (isUnwanted) moveKey(db, keyId, key.tier, "refund_due", occasion);
  else if (status === "live") moveKey(db, keyId, isGranted ? "pro" : key.tier, cause, occasion);
}

/** Moves a key between free and pro after its subscription changed. */
function regradeKey(db: Db, keyId: string, status: Subscription["status"], occasion: Occasion): void {
  const { tier, revokedAt } = getKey(db, keyId);
  if (status === "live") {
    if (tier === "free" && revokedAt === null) moveKey(db, keyId, "pro", "subscription_resumed", occasion);
    return;
  }
  takeBackPro(db, keyId, `subscription_${status}`, occasion);
}

/** Unless another subscription pays for it. */
function takeBackPro(db: Db, keyId: string, cause: TierChangeCause, occasion: Occasion): void {
  const isGranted = prepare(db, "billing", "countGranting").pluck().get(keyId) !== 0;
  if (getKey(db, keyId).tier === "pro" && !isGranted) moveKey(db, keyId, "free", cause, occasion);
}
