import { AppError } from "../../errors.ts";
import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { getKey } from "./key-rows.ts";
import { findLiveSubscription, type Subscription } from "./subscriptions.ts";

/** The latest payment page of a key. */
export interface Checkout {
  readonly keyId: string;
  /** The provider's id of the page. */
  readonly sessionId: string;
  /** What it sells; null where that was not noted. */
  readonly priceId: string | null;
  /** False once the provider has said that it cannot be paid any more. */
  readonly isOpen: boolean;
}

export const findCheckout = (db: Db, sessionId: string): Checkout | undefined =>
  toCheckout(prepare(db, "billing", "findCheckout").get(sessionId));

export const findCheckoutOf = (db: Db, keyId: string): Checkout | undefined =>
  toCheckout(prepare(db, "billing", "findCheckoutOf").get(keyId));

const toCheckout = (row: SqlRow<"billing", "findCheckout"> | undefined): Checkout | undefined =>
  row && { ...row, isOpen: row.isOpen === 1 };

/** At most 100 sessions of revoked keys that may still be paid. */
export const listPagesToClose = (db: Db): string[] => prepare(db, "billing", "listToClose").pluck().all();

/**
 * Gives the open page of a key that can be paid for; null where it has none. Throws AppError already_subscribed,
 * revoked_api_key, key_not_found.
 */
export function beginCheckout(db: Db, keyId: string): Checkout | null {
  const { tier, revokedAt } = getKey(db, keyId);
  if (revokedAt !== null) throw new AppError("revoked_api_key", "this API key was revoked; create one at /keys");
  if (tier !== "free")
    throw new AppError("already_subscribed", `this key is on ${tier} already; manage its plan on the page /pricing`);
  const live = findLiveSubscription(db, keyId);
  if (live !== undefined && live.status !== "moved") throw new AppError("already_subscribed", reasonOf(live));
  const page = findCheckoutOf(db, keyId);
  return page?.isOpen === true ? page : null;
}

/** Why a key that is on free cannot be paid for. */
function reasonOf({ status, isUnwanted }: Subscription): string {
  if (isUnwanted) return "the former subscription of this key is being cancelled; try again in a few minutes";
  if (status === "unpaid") {
    return "this key has a subscription with an open bill: pay that one, with 'Manage subscription' on the pricing page";
  }
  return "this key has a subscription that goes on, but its operator moved it to free: ask the operator";
}

/** Saves the new page of a key; the effect is on the disk when it returns. */
export const saveCheckout = (db: Db, page: Omit<Checkout, "isOpen">): void =>
  void durably(db, () => prepare(db, "billing", "saveCheckout").run(page));

export const closeCheckout = (db: Db, sessionId: string): void =>
  void durably(db, () => prepare(db, "billing", "closeCheckout").run(sessionId));
