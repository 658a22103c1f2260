import {
  type CheckoutFacts,
  type PaymentEvent,
  paysForPro,
  type SubscriptionFacts,
  type TierChangeCause,
} from "../../domain/billing.ts";
import type { Tier } from "../../domain/plans.ts";
import { AppError } from "../../errors.ts";
import { type Db, prepare } from "../database/index.ts";
import { type Checkout, openTierChanges, type Subscription, toSubscription } from "./billing.ts";

/** What the payment provider told, and in which notification; none where it was asked. */
export interface PaymentNews {
  readonly event?: PaymentEvent | undefined;
  readonly checkout?: CheckoutFacts | undefined;
  readonly subscription?: SubscriptionFacts | undefined;
}

/** What became of a subscription that was to be attached to its key. */
export type Attached =
  | "attached"
  /** It is on record; what the provider says of it took effect. */
  | "known"
  | "not_running"
  | "unknown_key"
  /** It is to be cancelled. */
  | "revoked_key"
  /** Its price does not pay for pro. */
  | "other_price"
  /** The key has another subscription. */
  | "paid_twice";

/** Writes subscriptions and their effect on keys. Only ever called within a transaction. */
export function openSubscriptions(db: Db) {
  const findKey = openKeyFinding(db);
  const find = prepare(db, "billing", "findSubscription");
  const findLive = prepare(db, "billing", "findLive");
  const countCheckouts = prepare(db, "billing", "countCheckouts").pluck();
  const countSoldAt = prepare(db, "billing", "countSoldAt").pluck();
  const insert = openInserting(db);
  const set = prepare(db, "billing", "setSubscription");
  const regrade = openRegrading(db);

  /** Its session's news is still to come, and must not count then. */
  function remember({ keyId, ...facts }: SubscriptionFacts, event: PaymentEvent | undefined, now: number): void {
    if (facts.status !== "ended" || keyId === null || countCheckouts.get(keyId) !== 1) return;
    insert({ ...facts, keyId, priceId: null }, "checkout_paid", event, now);
  }

  /** What became of a subscription. Only what the provider was just asked gives a tier back; what it sends may be late. */
  function follow(facts: SubscriptionFacts, event: PaymentEvent | undefined, now: number): void {
    const before = toSubscription(find.get(facts.subscriptionId));
    if (before === undefined) {
      remember(facts, event, now);
      return;
    }
    const asOf = event?.createdAt ?? now;
    // An answer is never late, whatever the clock says: it may have been set back.
    const isLate = event !== undefined && asOf < before.asOf && facts.status !== "ended";
    if (before.status === "ended" || facts.status === "pending" || isLate) return;
    const priceId = before.priceId ?? soldAt(facts);
    const isMoved = facts.status === "live" && facts.prices !== undefined && !paysForPro(facts.prices, priceId);
    const status = isMoved ? "moved" : facts.status;
    if (event !== undefined && status === "live" && before.status !== "live") return;
    set.run({ subscriptionId: facts.subscriptionId, status, priceId, asOf, now });
    if (before.isGranted && status !== before.status) regrade(before, status, event, now);
  }

  return {
    follow,

    /** The subscription of a session that was paid just now. */
    start(checkout: Checkout, facts: CheckoutFacts, event: PaymentEvent | undefined, now: number): void {
      const { keyId, priceId } = checkout;
      const subscriptionId = facts.subscriptionId ?? "";
      // It ended before its beginning was told, or was attached before.
      if (find.get(subscriptionId) !== undefined) return;
      const told = facts.subscriptionStatus ?? "live";
      const status = told === "pending" ? "live" : told;
      const { customerId } = facts;
      insert({ subscriptionId, keyId, customerId, status, priceId }, "checkout_paid", event, now);
    },

    /**
     * A subscription whose payment was not recorded, as the provider was just found to have it. Which price was one of the
     * pro plan is known here only of subscriptions on record; `isKnownToPay` tells it of this one.
     */
    attach(facts: SubscriptionFacts, now: number, isKnownToPay = false): Attached {
      const { subscriptionId, keyId, status, customerId, prices } = facts;
      if (find.get(subscriptionId) !== undefined) {
        follow(facts, undefined, now);
        return "known";
      }
      if (status === "pending" || status === "ended") return "not_running";
      const key = keyId === null ? undefined : findKey.orNone(keyId);
      if (keyId === null || key === undefined) return "unknown_key";
      const priceId = soldAt(facts);
      const isSold = priceId !== null && (priceId === prices?.proPriceId || countSoldAt.get(priceId) === 1);
      if (!isSold && !isKnownToPay) return "other_price";
      const live = toSubscription(findLive.get(keyId));
      if (key.revokedAt === null && live !== undefined && isPaying(live)) return "paid_twice";
      insert({ subscriptionId, keyId, customerId, status, priceId }, "subscription_attached", undefined, now);
      return key.revokedAt === null ? "attached" : "revoked_key";
    },
  };
}

/** The price of the pro plan where a subscription has that, else its first. */
const soldAt = ({ prices }: SubscriptionFacts): string | null =>
  prices === undefined ? null : (prices.ids.find((id) => id === prices.proPriceId) ?? prices.ids[0] ?? null);

const isPaying = ({ status, isUnwanted }: Subscription): boolean => status !== "moved" && !isUnwanted;

interface NewSubscription extends Pick<SubscriptionFacts, "subscriptionId" | "status"> {
  readonly keyId: string;
  readonly customerId?: string | null | undefined;
  readonly priceId: string | null;
}

/** Adds a subscription with its effect: the key is on pro by it, or it is not wanted. */
function openInserting(db: Db) {
  const findKey = openKeyFinding(db);
  const findLive = prepare(db, "billing", "findLive");
  const insert = prepare(db, "billing", "insertSubscription");
  const move = openMoving(db);
  return (
    { subscriptionId, keyId, customerId = null, status, priceId }: NewSubscription,
    cause: TierChangeCause,
    event: PaymentEvent | undefined,
    now: number,
  ): void => {
    const key = findKey(keyId);
    const live = toSubscription(findLive.get(keyId));
    const isUnwanted = status !== "ended" && (key.revokedAt !== null || (live !== undefined && isPaying(live)));
    // What the operator agreed with a customer outlives a payment; pro ends with what pays for it.
    const isGranted = status !== "ended" && !isUnwanted && key.tier !== "enterprise";
    const flags = { isGranted: Number(isGranted), isUnwanted: Number(isUnwanted) };
    const asOf = event?.createdAt ?? now;
    insert.run({ subscriptionId, keyId, customerId, status, priceId, asOf, ...flags, now });
    if (isUnwanted) move(keyId, key.tier, "refund_due", event, now);
    else if (status === "live") move(keyId, isGranted ? "pro" : key.tier, cause, event, now);
  };
}

/** Moves a key between free and pro as the subscription that pays for it goes on. */
function openRegrading(db: Db) {
  const findKey = openKeyFinding(db);
  const countGranting = prepare(db, "billing", "countGranting").pluck();
  const move = openMoving(db);
  return (
    { keyId }: Subscription,
    status: Subscription["status"],
    event: PaymentEvent | undefined,
    now: number,
  ): void => {
    const { tier, revokedAt } = findKey(keyId);
    if (status === "live") {
      if (tier === "free" && revokedAt === null) move(keyId, "pro", "subscription_resumed", event, now);
      return;
    }
    if (tier === "pro" && countGranting.get(keyId) === 0) move(keyId, "free", `subscription_${status}`, event, now);
  };
}

function openMoving(db: Db) {
  const findKey = openKeyFinding(db);
  const setTier = prepare(db, "billing", "setTier");
  const changes = openTierChanges(db);
  return (keyId: string, to: Tier, cause: TierChangeCause, event: PaymentEvent | undefined, now: number): void => {
    const { tier: from } = findKey(keyId);
    if (from !== to) setTier.run({ keyId, tier: to });
    changes.add({ keyId, from, to, cause, eventId: event?.id ?? null }, now);
  };
}

interface FoundKey {
  readonly tier: Tier;
  readonly revokedAt: number | null;
}

/** Finds a key; throws AppError key_not_found where a key has to be there. */
export function openKeyFinding(db: Db) {
  const find = prepare(db, "billing", "findKey");
  const orNone = (keyId: string): FoundKey | undefined => find.get(keyId) as FoundKey | undefined;
  const get = (keyId: string): FoundKey => {
    const key = orNone(keyId);
    if (key === undefined) throw new AppError("key_not_found", `no key '${keyId}'`);
    return key;
  };
  return Object.assign(get, { orNone });
}
