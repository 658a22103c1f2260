import type { TierChangeCause } from "../../domain/accounts/billing.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { NO_OWN_LIMITS, type OwnLimits, type Tier } from "../../domain/accounts/plans.ts";
import { OperatorError } from "../../errors.ts";
import { type Db, prepare } from "../database/db.ts";
import { getKey } from "./key-rows.ts";

/** What the operator chose for a key. */
export interface TierChoice {
  readonly tier: Tier;
  /** Its own limits; the tier's without them. */
  readonly limits?: OwnLimits | undefined;
  /** Cancels the key's subscription with the payment provider. */
  readonly cancelsSubscription?: boolean | undefined;
}

/** When a key moves, and the notification, if one caused it. */
export interface Occasion {
  readonly eventId: string | null;
  readonly now: number;
}

export interface TierChange {
  readonly from: Tier;
  readonly to: Tier;
  readonly cause: TierChangeCause;
  readonly eventId: string | null;
  readonly changedAt: number;
}

/** The changes of a key's tier, the oldest first. */
export const listTierChanges = (db: Db, keyId: string): TierChange[] =>
  prepare(db, "billing", "listTierChanges").all(keyId);

// All functions here expect a transaction.

/** Moves a key to a tier with that tier's limits, and records it; records also that a key stays where it is. */
export function moveKey(db: Db, id: string, to: Tier, cause: TierChangeCause, { eventId, now }: Occasion): void {
  const { tier: from } = getKey(db, id);
  if (from !== to) setTier(db, id, to, NO_OWN_LIMITS);
  prepare(db, "billing", "insertTierChange").run({ keyId: id, from, to, cause, eventId, now });
}

/**
 * Pro comes from the key's subscription and ends with it; enterprise does not. Throws OperatorError for free while the
 * subscription runs.
 */
export function setTierByOperator(db: Db, { id, tier: from }: Key, choice: TierChoice, now: number): void {
  const { tier: to, limits = NO_OWN_LIMITS, cancelsSubscription = false } = choice;
  if (cancelsSubscription) prepare(db, "billing", "cancelOfKey").run(id);
  else if (to === "free") requireNotBilled(db, id);
  setTier(db, id, to, limits);
  const change = { keyId: id, from, to, cause: "operator", eventId: null, now };
  if (from !== to) prepare(db, "billing", "insertTierChange").run(change);
}

function requireNotBilled(db: Db, keyId: string): void {
  const billed = prepare(db, "billing", "listOfKey").get(keyId);
  if (billed === undefined || billed.isUnwanted === 1) return;
  throw new OperatorError(
    `key ${keyId} has the subscription ${billed.subscriptionId}, which would go on being billed: ` +
      "add --cancel-subscription to end it at once",
  );
}

const setTier = (db: Db, id: string, tier: Tier, limits: OwnLimits): void =>
  void prepare(db, "keys", "setTier").run({ id, tier, ...limits });
