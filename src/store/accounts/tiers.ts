import type { PaymentNotification, TierChangeCause } from "../../domain/accounts/billing.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { NO_OWN_LIMITS, type OwnLimits, type Tier } from "../../domain/accounts/plans.ts";
import { OperatorError } from "../../errors.ts";
import { type Db, prepare } from "../database/db.ts";
import { getKey } from "./key-rows.ts";
import { findLiveSubscription } from "./stored-payments.ts";

/** What the operator chose for a key. */
export interface TierChoice {
  readonly tier: Tier;
  /** Its own limits; the tier's without them. */
  readonly limits?: OwnLimits | undefined;
  /** Cancels the key's subscription with the payment provider. */
  readonly cancelsSubscription?: boolean | undefined;
}

/** Why a key moves: the notification, if one caused it, and the time. */
export interface Occasion {
  readonly event?: PaymentNotification | undefined;
  readonly now: number;
}

// All functions here expect a transaction.

/** Moves a key to a tier with that tier's limits, and records it; records also that a key stays where it is. */
export function moveKey(db: Db, id: string, to: Tier, cause: TierChangeCause, { event, now }: Occasion): void {
  const { tier: from } = getKey(db, id);
  if (from !== to) setTier(db, id, to, NO_OWN_LIMITS);
  recordChange(db, { keyId: id, from, to, cause, eventId: event?.id ?? null, now });
}

/**
 * Pro comes from the key's subscription and ends with it; enterprise does not. Throws OperatorError for free while the
 * subscription runs.
 */
export function setTierByOperator(db: Db, { id, tier: from }: Key, choice: TierChoice, now: number): void {
  const { tier: to, limits = NO_OWN_LIMITS, cancelsSubscription = false } = choice;
  if (cancelsSubscription) prepare(db, "billing", "cancel").run(id);
  else grantTier(db, id, to);
  setTier(db, id, to, limits);
  if (from !== to) recordChange(db, { keyId: id, from, to, cause: "operator", eventId: null, now });
}

function grantTier(db: Db, keyId: string, tier: Tier): void {
  const live = findLiveSubscription(db, keyId);
  if (tier === "free" && live !== undefined && !live.isUnwanted) {
    throw new OperatorError(
      `key ${keyId} has the subscription ${live.subscriptionId}, which would go on being billed: ` +
        "add --cancel-subscription to end it at once",
    );
  }
  prepare(db, "billing", "grant").run({ keyId, isGranted: Number(tier === "pro") });
}

const setTier = (db: Db, id: string, tier: Tier, limits: OwnLimits): void =>
  void prepare(db, "keys", "setTier").run({ id, tier, ...limits });

interface RecordedChange {
  readonly keyId: string;
  readonly from: Tier;
  readonly to: Tier;
  readonly cause: TierChangeCause;
  readonly eventId: string | null;
  readonly now: number;
}

const recordChange = (db: Db, change: RecordedChange): void =>
  void prepare(db, "billing", "insertTierChange").run(change);
