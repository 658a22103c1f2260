import type {
  CheckoutFacts,
  DisputeFacts,
  ProPrice,
  SubscriptionFacts,
  TierChangeCause,
} from "../../domain/accounts/billing.ts";
import type { Tier } from "../../domain/accounts/plans.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { findProPrice, isRestored } from "../database/properties.ts";

/** An attempt to pay. Without a session, one must be created under the attempt's id. */
export interface BegunCheckout {
  readonly attemptId: string;
  readonly sessionId?: string;
}

/** An attempt to pay for a key. */
export interface Checkout {
  readonly attemptId: string;
  readonly keyId: string;
  /** The provider's hosted page; null until there is one. */
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly status: CheckoutFacts["status"] | "creating" | "dropped";
  /** What it sells; null where that was not recorded. */
  readonly priceId: string | null;
  readonly createdAt: number;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly keyId: string;
  readonly customerId: string | null;
  /** A `moved` one runs, but at a price that does not pay for pro. */
  readonly status: Exclude<SubscriptionFacts["status"], "pending"> | "moved";
  /** What it was sold at; null until that is known. */
  readonly priceId: string | null;
  /** Whether the key's tier comes from it. */
  readonly isGranted: boolean;
  /** Whether it must be cancelled. */
  readonly isUnwanted: boolean;
  /** The time of the message its status comes from. */
  readonly asOf: number;
}

/** A contested payment of a key. */
export interface Dispute extends Omit<DisputeFacts, "chargeId"> {
  readonly keyId: string;
}

export interface TierChange {
  readonly from: Tier;
  readonly to: Tier;
  readonly cause: TierChangeCause;
  readonly eventId: string | null;
  readonly changedAt: number;
}

/** What the provider must be asked about. */
export interface DuePayments {
  readonly checkouts: readonly { sessionId: string; isUnwanted: boolean }[];
  /** Subscriptions to ask about. */
  readonly unchecked: readonly string[];
  /** Subscriptions to cancel. */
  readonly unwanted: readonly string[];
}

/** Reads payments. */
export type StoredPayments = ReturnType<typeof openStoredPayments>;

const MAX_DUE = 100;

/** Reads payments over one connection. */
export const openStoredPayments = (db: Db) => ({
  findCheckout: (sessionId: string): Checkout | undefined => findCheckout(db, "findCheckout", sessionId),
  /** The attempt to pay for a key that is under way. */
  findCheckoutInProgress: (keyId: string): Checkout | undefined => findCheckout(db, "findInProgress", keyId),
  findSubscription: (id: string): Subscription | undefined => findSubscription(db, id),
  /** A key's subscription that has not ended; of several, the one that pays for pro. */
  findLiveSubscription: (keyId: string): Subscription | undefined => findLiveSubscription(db, keyId),
  /** Those of a customer, also those that have ended. */
  listOfCustomer: (customerId: string): Subscription[] => listOfCustomer(db, customerId),
  /** Payments that are contested and not decided, at most 100, the oldest first. */
  listOpenDisputes: (): Dispute[] => prepare(db, "billing", "listOpenDisputes").all(),
  /** The oldest first. */
  listTierChanges: (keyId: string): TierChange[] => prepare(db, "billing", "listTierChanges").all(keyId),
  /**
   * At most 100 of each. A subscription in good standing is due when it was last checked at `checkedBefore` or earlier,
   * or after `now`, which happens when the clock is set back.
   */
  listDue(times: { readonly checkedBefore: number; readonly now: number }): DuePayments {
    const limit = MAX_DUE;
    const checkouts = prepare(db, "billing", "listUnfinished").all({ limit });
    return {
      checkouts: checkouts.map(({ sessionId, isUnwanted }) => ({ sessionId, isUnwanted: isUnwanted === 1 })),
      unchecked: prepare(db, "billing", "listUnchecked")
        .pluck()
        .all({ ...times, limit }),
      unwanted: prepare(db, "billing", "listUnwanted").pluck().all({ limit }),
    };
  },
  /** The price of the pro plan as it was last read. */
  findProPrice: (): ProPrice | undefined => findProPrice(db),
  /** Whether the database is a restored backup that was not reconciled with the provider yet. */
  isRestored: (): boolean => isRestored(db),
});

/** By its session, the key it is under way for, or its attempt. */
export const findCheckout = (
  db: Db,
  query: "findCheckout" | "findInProgress" | "findAttempt",
  id: string,
): Checkout | undefined => prepare(db, "billing", query).get(id);

export function findSubscription(db: Db, id: string): Subscription | undefined {
  const row = prepare(db, "billing", "findSubscription").get(id);
  return row && toSubscription(row);
}

/** A key's subscription that has not ended; of several, the one that pays for pro. */
export function findLiveSubscription(db: Db, keyId: string): Subscription | undefined {
  const row = prepare(db, "billing", "findLive").get(keyId);
  return row && toSubscription(row);
}

export const listOfCustomer = (db: Db, customerId: string): Subscription[] =>
  prepare(db, "billing", "listOfCustomer").all(customerId).map(toSubscription);

const toSubscription = ({ isGranted, isUnwanted, ...rest }: SqlRow<"billing", "findSubscription">): Subscription => ({
  ...rest,
  isGranted: isGranted === 1,
  isUnwanted: isUnwanted === 1,
});
