import type { CheckoutFacts, SubscriptionFacts, TierChangeCause } from "../../domain/billing.ts";
import type { Tier } from "../../domain/plans.ts";
import type { ProPrice } from "../../domain/pro-price.ts";
import { OperatorError } from "../../errors.ts";
import { type Db, findProPrice, isRestored, prepare } from "../database/index.ts";

/** An attempt to pay that goes on: with a session that is there, or with one to be asked for under the attempt's id. */
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
  /** What is for sale in it; null where that was not noted. */
  readonly priceId: string | null;
  readonly createdAt: number;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly keyId: string;
  readonly customerId: string | null;
  /** One that is `moved` runs, but at a price that does not pay for pro. */
  readonly status: Exclude<SubscriptionFacts["status"], "pending"> | "moved";
  /** What it was sold at; null until that is known. */
  readonly priceId: string | null;
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
  /** The attempt to pay for a key that is under way. */
  findCheckoutInProgress(keyId: string): Checkout | undefined;
  findSubscription(subscriptionId: string): Subscription | undefined;
  /** The subscription of a key that has not ended; the one that pays for pro, where there are more. */
  findLiveSubscription(keyId: string): Subscription | undefined;
  /** The oldest first. */
  listTierChanges(keyId: string): TierChange[];
  /**
   * At most 100 of each. Subscriptions in good standing are due that were last checked at `checkedBefore` or earlier, or
   * after `now`: the clock was set back since.
   */
  listDue(times: { readonly checkedBefore: number; readonly now: number }): DuePayments;
  /** The price of the pro plan as it was last read. */
  findProPrice(): ProPrice | undefined;
  /** Whether the database is a restored backup that was not reconciled with the provider yet. */
  isRestored(): boolean;
}

const DUE_AT_ONCE = 100;

/** Reads payments over one connection. */
export function openBilling(db: Db): Billing {
  const findCheckout = prepare(db, "billing", "findCheckout");
  const findInProgress = prepare(db, "billing", "findInProgress");
  const findSubscription = prepare(db, "billing", "findSubscription");
  const findLive = prepare(db, "billing", "findLive");
  const listTierChanges = prepare(db, "billing", "listTierChanges");
  const listUnsettled = prepare(db, "billing", "listUnsettled");
  const listUnchecked = prepare(db, "billing", "listUnchecked").pluck();
  const listUnwanted = prepare(db, "billing", "listUnwanted").pluck();
  return {
    findCheckout: (sessionId) => findCheckout.get(sessionId) as Checkout | undefined,
    findCheckoutInProgress: (keyId) => findInProgress.get(keyId) as Checkout | undefined,
    findSubscription: (id) => toSubscription(findSubscription.get(id)),
    findLiveSubscription: (keyId) => toSubscription(findLive.get(keyId)),
    listTierChanges: (keyId) => listTierChanges.all(keyId) as TierChange[],
    listDue(times) {
      const limit = DUE_AT_ONCE;
      const checkouts = listUnsettled.all({ limit }) as { sessionId: string; isUnwanted: number }[];
      return {
        checkouts: checkouts.map(({ sessionId, isUnwanted }) => ({ sessionId, isUnwanted: isUnwanted === 1 })),
        unchecked: listUnchecked.all({ ...times, limit }) as string[],
        unwanted: listUnwanted.all({ limit }) as string[],
      };
    },
    findProPrice: () => findProPrice(db),
    isRestored: () => isRestored(db),
  };
}

/** Writes down changes of tiers. Only ever called within a transaction. */
export function openTierChanges(db: Db) {
  const insert = prepare(db, "billing", "insertTierChange");
  const findLive = prepare(db, "billing", "findLive");
  const grant = prepare(db, "billing", "grant");
  const cancel = prepare(db, "billing", "cancel");
  return {
    add(change: { keyId: string; from: Tier; to: Tier; cause: TierChangeCause; eventId: string | null }, now: number) {
      insert.run({ ...change, now });
    },

    /**
     * What the operator's choice of a tier means for the subscription of the key: pro stems from it and ends with it,
     * enterprise does not. Throws OperatorError for free while the subscription goes on.
     */
    decide(keyId: string, tier: Tier, cancelsSubscription: boolean): void {
      if (cancelsSubscription) {
        cancel.run(keyId);
        return;
      }
      const live = toSubscription(findLive.get(keyId));
      if (tier === "free" && live !== undefined && !live.isUnwanted) {
        throw new OperatorError(
          `key ${keyId} has the subscription ${live.subscriptionId}, which would go on being billed: ` +
            "add --cancel-subscription to end it at once",
        );
      }
      grant.run({ keyId, isGranted: Number(tier === "pro") });
    },
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
