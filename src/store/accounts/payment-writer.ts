import { randomUUID } from "node:crypto";
import type { CheckoutFacts, SubscriptionFacts } from "../../domain/accounts/billing.ts";
import { AppError } from "../../errors.ts";
import { type Db, durably, prepare } from "../database/db.ts";
import { getKey } from "./key-rows.ts";
import {
  type BegunCheckout,
  type Checkout,
  findCheckout,
  findLiveSubscription,
  type Subscription,
} from "./stored-payments.ts";
import {
  type Attached,
  applySubscription,
  attachSubscription,
  endSubscriptions,
  type PaymentNews,
  startSubscription,
} from "./subscriptions.ts";

/** The provider repeats a notification for days, and its operator may for a month. */
const EVENT_LIFE_MS = 90 * 24 * 3_600_000;

/** Writes payments and their effect on keys; each method's effect is on the disk when it returns. */
export const openPaymentWriter = (db: Db) => ({
  /** Starts or resumes an attempt to pay. Throws AppError already_subscribed, revoked_api_key, key_not_found. */
  begin: (keyId: string, now: number): BegunCheckout => durably(db, () => beginCheckout(db, keyId, now)),

  /** Records an attempt's session; the first one counts. */
  open: (attemptId: string, session: OpenedSession, now: number): Checkout =>
    durably(db, () => openCheckout(db, attemptId, session, now)),

  /** Ends an attempt that got no session. */
  drop: (attemptId: string, now: number): void => durably(db, () => dropCheckout(db, attemptId, now)),

  /** Gives false for a notification that was applied before. */
  apply: (news: PaymentNews, now: number): boolean => durably(db, () => applyNews(db, news, now)),

  /**
   * Records a subscription whose payment was not recorded, with the provider's latest answer. With `paysForPro` any
   * price will do.
   */
  attach: (facts: SubscriptionFacts, now: number, paysForPro?: boolean): Attached =>
    durably(db, () => attachSubscription(db, facts, now, paysForPro)),
});

function applyNews(db: Db, { event, checkout, subscription, dispute, ending }: PaymentNews, now: number): boolean {
  const occasion = { event, now };
  prepare(db, "billing", "forgetEvents").run({ before: now - EVENT_LIFE_MS });
  if (event !== undefined) {
    const { changes } = prepare(db, "billing", "insertEvent").run({ id: event.id, type: event.type, now });
    if (changes === 0) return false;
  }
  const paid = checkout === undefined ? undefined : applyCheckout(db, checkout, now);
  if (checkout !== undefined && paid !== undefined) startSubscription(db, paid, checkout, occasion);
  if (subscription !== undefined) applySubscription(db, subscription, occasion);
  if (dispute !== undefined) prepare(db, "billing", "saveDispute").run(dispute);
  if (ending !== undefined) endSubscriptions(db, ending, occasion);
  return true;
}

/**
 * How long the provider answers a repeated attempt with the session of the first, less an hour for clocks that differ.
 * It keeps an unpaid session as long.
 */
const ATTEMPT_LIFE_MS = 23 * 3_600_000;

interface OpenedSession {
  readonly sessionId: string;
  readonly url: string;
  readonly priceId: string;
}

// All functions here expect a transaction.

export function beginCheckout(db: Db, keyId: string, now: number): BegunCheckout {
  requireUnpaid(db, keyId);
  const before = findCheckout(db, "findInProgress", keyId);
  if (before?.sessionId != null) return { attemptId: before.attemptId, sessionId: before.sessionId };
  if (before !== undefined && before.createdAt > now - ATTEMPT_LIFE_MS) return { attemptId: before.attemptId };
  if (before !== undefined) setStatus(db, before.attemptId, "dropped", now);
  const attemptId = randomUUID();
  prepare(db, "billing", "insertCheckout").run({ attemptId, keyId, now });
  return { attemptId };
}

function requireUnpaid(db: Db, keyId: string): void {
  const { tier, revokedAt } = getKey(db, keyId);
  if (revokedAt !== null) throw new AppError("revoked_api_key", "this API key was revoked; create one at /keys");
  if (tier !== "free")
    throw new AppError("already_subscribed", `this key is on ${tier} already; manage its plan on the page /pricing`);
  const live = findLiveSubscription(db, keyId);
  if (live !== undefined && live.status !== "moved") throw new AppError("already_subscribed", reasonOf(live));
}

/** Why a key that is on free cannot be paid for. */
function reasonOf({ status, isUnwanted }: Subscription): string {
  if (isUnwanted) return "the former subscription of this key is being cancelled; try again in a few minutes";
  if (status === "unpaid") {
    return "this key has a subscription with an open bill: pay that one, with 'Manage subscription' on the pricing page";
  }
  return "this key has a subscription that goes on, but its operator moved it to free: ask the operator";
}

export function openCheckout(db: Db, attemptId: string, session: OpenedSession, now: number): Checkout {
  // Two requests may ask with the same attempt; the first session counts.
  if (findCheckout(db, "findAttempt", attemptId)?.status === "creating") {
    prepare(db, "billing", "openCheckout").run({ attemptId, ...session, now });
  }
  const checkout = findCheckout(db, "findAttempt", attemptId);
  if (checkout === undefined) throw new Error(`no attempt '${attemptId}' to pay`);
  return checkout;
}

export function dropCheckout(db: Db, attemptId: string, now: number): void {
  const isCreating = findCheckout(db, "findAttempt", attemptId)?.status === "creating";
  if (isCreating) setStatus(db, attemptId, "dropped", now);
}

/** Updates a session's status; gives the checkout when that makes it paid. Another service's session changes nothing. */
function applyCheckout(db: Db, facts: CheckoutFacts, now: number): Checkout | undefined {
  const checkout = findCheckout(db, "findCheckout", facts.sessionId);
  if (checkout === undefined || facts.keyId !== checkout.keyId || checkout.status === "paid") return undefined;
  const isPaid = facts.status === "paid" && facts.subscriptionId !== null;
  setStatus(db, checkout.attemptId, isPaid ? "paid" : nextStatus(checkout.status, facts.status), now);
  return isPaid ? checkout : undefined;
}

/** News may arrive late: an older status never replaces a later one. */
function nextStatus(before: Checkout["status"], found: CheckoutFacts["status"]): Checkout["status"] {
  if (found === "expired" && before === "open") return "expired";
  if (found === "failed" && (before === "open" || before === "processing")) return "failed";
  if (found === "processing" && before === "open") return "processing";
  return before;
}

const setStatus = (db: Db, attemptId: string, status: Checkout["status"], now: number): void =>
  void prepare(db, "billing", "setCheckout").run({ attemptId, status, now });
