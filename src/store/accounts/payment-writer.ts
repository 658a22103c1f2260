import type { SubscriptionFacts } from "../../domain/accounts/billing.ts";
import { type Db, durably, prepare } from "../database/db.ts";
import { applyCheckout, beginCheckout, dropCheckout, type OpenedSession, openCheckout } from "./checkouts.ts";
import type { BegunCheckout, Checkout } from "./stored-payments.ts";
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
