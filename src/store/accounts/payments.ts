import { randomUUID } from "node:crypto";
import type { CheckoutFacts, SubscriptionFacts } from "../../domain/billing.ts";
import { AppError } from "../../errors.ts";
import { type Db, durably, prepare } from "../database/index.ts";
import { type BegunCheckout, type Checkout, type Subscription, toSubscription } from "./billing.ts";
import { type Attached, openKeyFinding, openSubscriptions, type PaymentNews } from "./subscriptions.ts";

/**
 * How long the provider answers a repeated attempt with the session of the first; a little less, for clocks differ. It
 * keeps an unpaid session as long.
 */
const ATTEMPT_LIFE_MS = 23 * 3_600_000;

/** The provider repeats a notification for days, and its operator may for a month. */
const EVENT_LIFE_MS = 90 * 24 * 3_600_000;

/** Writes payments and their effect on keys; each method's effect is on the disk when it returns. */
export function openPaymentWriter(db: Db) {
  const checkouts = openCheckouts(db);
  const subscriptions = openSubscriptions(db);
  const insertEvent = prepare(db, "billing", "insertEvent");
  const forgetEvents = prepare(db, "billing", "forgetEvents");

  const apply = ({ event, checkout, subscription }: PaymentNews, now: number): boolean => {
    forgetEvents.run({ before: now - EVENT_LIFE_MS });
    if (event !== undefined && insertEvent.run({ id: event.id, type: event.type, now }).changes === 0) return false;
    const paid = checkout === undefined ? undefined : checkouts.settle(checkout, now);
    if (checkout !== undefined && paid !== undefined) subscriptions.start(paid, checkout, event, now);
    if (subscription !== undefined) subscriptions.follow(subscription, event, now);
    return true;
  };

  return {
    begin: (keyId: string, now: number): BegunCheckout => durably(db, () => checkouts.begin(keyId, now)),

    open: (attemptId: string, session: OpenedSession, now: number): Checkout =>
      durably(db, () => checkouts.open(attemptId, session, now)),

    drop: (attemptId: string, now: number): void => durably(db, () => checkouts.drop(attemptId, now)),

    /** Gives false for a notification that has had its effect before. */
    apply: (news: PaymentNews, now: number): boolean => durably(db, () => apply(news, now)),

    /**
     * Records a subscription whose payment was not recorded, as the provider was just found to have it. With
     * `isKnownToPay` it is taken to be sold at whatever price it has.
     */
    attach: (facts: SubscriptionFacts, now: number, isKnownToPay?: boolean): Attached =>
      durably(db, () => subscriptions.attach(facts, now, isKnownToPay)),
  };
}

interface OpenedSession {
  readonly sessionId: string;
  readonly url: string;
  readonly priceId: string;
}

function openCheckouts(db: Db) {
  const findKey = openKeyFinding(db);
  const findInProgress = prepare(db, "billing", "findInProgress");
  const findAttempt = prepare(db, "billing", "findAttempt");
  const findCheckout = prepare(db, "billing", "findCheckout");
  const findLive = prepare(db, "billing", "findLive");
  const insert = prepare(db, "billing", "insertCheckout");
  const open = prepare(db, "billing", "openCheckout");
  const set = prepare(db, "billing", "setCheckout");
  return {
    begin(keyId: string, now: number): BegunCheckout {
      const { tier, revokedAt } = findKey(keyId);
      if (revokedAt !== null) throw new AppError("revoked_api_key", "this API key was revoked");
      if (tier !== "free") throw new AppError("already_subscribed", `this key is on ${tier} already`);
      const live = toSubscription(findLive.get(keyId));
      if (live !== undefined && live.status !== "moved") throw new AppError("already_subscribed", reasonOf(live));
      const before = findInProgress.get(keyId) as Checkout | undefined;
      if (before?.sessionId != null) return { attemptId: before.attemptId, sessionId: before.sessionId };
      if (before !== undefined && before.createdAt > now - ATTEMPT_LIFE_MS) return { attemptId: before.attemptId };
      if (before !== undefined) set.run({ attemptId: before.attemptId, status: "dropped", now });
      const attemptId = randomUUID();
      insert.run({ attemptId, keyId, now });
      return { attemptId };
    },

    open(attemptId: string, session: OpenedSession, now: number): Checkout {
      const before = findAttempt.get(attemptId) as Checkout | undefined;
      // Another one that asked with the same attempt was first.
      if (before?.status === "creating") open.run({ attemptId, ...session, now });
      const checkout = findAttempt.get(attemptId) as Checkout | undefined;
      if (checkout === undefined) throw new Error(`no attempt '${attemptId}' to pay`);
      return checkout;
    },

    drop(attemptId: string, now: number): void {
      const before = findAttempt.get(attemptId) as Checkout | undefined;
      if (before?.status === "creating") set.run({ attemptId, status: "dropped", now });
    },

    /** Brings a session up to date; gives it when that is what makes it paid. One that is not ours changes nothing. */
    settle(facts: CheckoutFacts, now: number): Checkout | undefined {
      const checkout = findCheckout.get(facts.sessionId) as Checkout | undefined;
      if (checkout === undefined || facts.keyId !== checkout.keyId || checkout.status === "paid") return undefined;
      const isPaid = facts.status === "paid" && facts.subscriptionId !== null;
      const status = isPaid ? "paid" : nextStatus(checkout.status, facts.status);
      set.run({ attemptId: checkout.attemptId, status, now });
      return isPaid ? checkout : undefined;
    },
  };
}

/** Why a key that is on free cannot be paid for. */
function reasonOf({ status, isUnwanted }: Subscription): string {
  if (isUnwanted) return "the former subscription of this key is being cancelled; try again in a few minutes";
  if (status === "unpaid") {
    return "this key has a subscription with an open bill: pay that one, with 'Manage subscription' on the pricing page";
  }
  return "this key has a subscription that goes on, but its operator moved it to free: ask the operator";
}

/** What is told late does not undo what came after it. */
function nextStatus(before: Checkout["status"], told: CheckoutFacts["status"]): Checkout["status"] {
  if (told === "expired" && before === "open") return "expired";
  if (told === "failed" && (before === "open" || before === "processing")) return "failed";
  if (told === "processing" && before === "open") return "processing";
  return before;
}
