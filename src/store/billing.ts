import type { CheckoutFacts, SubscriptionFacts, TierChangeCause } from "../domain/billing.ts";
import type { Tier } from "../domain/plans.ts";
import { type Db, prepare } from "./db.ts";

/** An attempt to pay for a key. */
export interface Checkout {
  readonly attemptId: string;
  readonly keyId: string;
  /** The provider's hosted page; null until there is one. */
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly status: CheckoutFacts["status"] | "creating" | "dropped";
  readonly createdAt: number;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly keyId: string;
  readonly customerId: string | null;
  readonly status: Exclude<SubscriptionFacts["status"], "pending">;
  /** Whether the key's tier stems from it. */
  readonly isGranted: boolean;
  /** Whether it has to be cancelled. */
  readonly isUnwanted: boolean;
  /** The time of what its status was taken from. */
  readonly asOf: number;
}

export interface TierChange {
  readonly from: Tier;
  readonly to: Tier;
  readonly cause: TierChangeCause;
  readonly eventId: string | null;
  readonly changedAt: number;
}

/** What the provider has to be asked about. */
export interface DuePayments {
  readonly checkouts: readonly { sessionId: string; isUnwanted: boolean }[];
  /** Subscriptions to look at again. */
  readonly unchecked: readonly string[];
  /** Subscriptions to cancel. */
  readonly unwanted: readonly string[];
}

/** Reads payments. */
export interface Billing {
  findCheckout(sessionId: string): Checkout | undefined;
  /** The subscription of a key that has not ended. */
  findLiveSubscription(keyId: string): Subscription | undefined;
  /** The oldest first. */
  listTierChanges(keyId: string): TierChange[];
  /** At most 100 of each; `checkedBefore` is for subscriptions in good standing. */
  listDue(checkedBefore: number): DuePayments;
}

const DUE_AT_ONCE = 100;

/** Reads payments over one connection. */
export function openBilling(db: Db): Billing {
  const findCheckout = prepare(db, "billing", "findCheckout");
  const findLive = prepare(db, "billing", "findLive");
  const listTierChanges = prepare(db, "billing", "listTierChanges");
  const listUnsettled = prepare(db, "billing", "listUnsettled");
  const listUnchecked = prepare(db, "billing", "listUnchecked").pluck();
  const listUnwanted = prepare(db, "billing", "listUnwanted").pluck();
  return {
    findCheckout: (sessionId) => findCheckout.get(sessionId) as Checkout | undefined,
    findLiveSubscription: (keyId) => toSubscription(findLive.get(keyId)),
    listTierChanges: (keyId) => listTierChanges.all(keyId) as TierChange[],
    listDue(before) {
      const limit = DUE_AT_ONCE;
      const checkouts = listUnsettled.all({ limit }) as { sessionId: string; isUnwanted: number }[];
      return {
        checkouts: checkouts.map(({ sessionId, isUnwanted }) => ({ sessionId, isUnwanted: isUnwanted === 1 })),
        unchecked: listUnchecked.all({ before, limit }) as string[],
        unwanted: listUnwanted.all({ limit }) as string[],
      };
    },
  };
}

/** Writes down changes of tiers. Only ever called within a transaction. */
export function openTierChanges(db: Db) {
  const insert = prepare(db, "billing", "insertTierChange");
  const disown = prepare(db, "billing", "disown");
  return {
    add(change: { keyId: string; from: Tier; to: Tier; cause: TierChangeCause; eventId: string | null }, now: number) {
      insert.run({ ...change, now });
    },

    /** From now on the key's tier is the operator's, whatever becomes of a subscription. */
    disown: (keyId: string): void => void disown.run(keyId),
  };
}

/** A row of sql/queries/billing.sql as a subscription. */
export function toSubscription(row: unknown): Subscription | undefined {
  if (row === undefined) return undefined;
  const { isGranted, isUnwanted, ...rest } = row as Omit<Subscription, "isGranted" | "isUnwanted"> & {
    isGranted: number;
    isUnwanted: number;
  };
  return { ...rest, isGranted: isGranted === 1, isUnwanted: isUnwanted === 1 };
}
