import { randomUUID } from "node:crypto";
import type { CheckoutFacts, PaymentEvent, SubscriptionFacts, TierChangeCause } from "../domain/billing.ts";
import type { Tier } from "../domain/plans.ts";
import { AppError } from "../errors.ts";
import { type Checkout, openTierChanges, type Subscription, toSubscription } from "./billing.ts";
import type { BegunCheckout, PaymentNews } from "./commands.ts";
import { type Db, durably, prepare } from "./db.ts";

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
    if (checkout !== undefined && paid !== undefined) subscriptions.start(paid.keyId, checkout, event, now);
    if (subscription !== undefined) subscriptions.follow(subscription, event, now);
    return true;
  };

  return {
    begin: (keyId: string, now: number): BegunCheckout => durably(db, () => checkouts.begin(keyId, now)),

    open: (attemptId: string, session: { sessionId: string; url: string }, now: number): Checkout =>
      durably(db, () => checkouts.open(attemptId, session, now)),

    drop: (attemptId: string, now: number): void => durably(db, () => checkouts.drop(attemptId, now)),

    /** Gives false for a notification that has had its effect before. */
    apply: (news: PaymentNews, now: number): boolean => durably(db, () => apply(news, now)),
  };
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
      if (findLive.get(keyId) !== undefined) {
        throw new AppError("already_subscribed", "this key has a subscription with an open bill: pay that one");
      }
      const before = findInProgress.get(keyId) as Checkout | undefined;
      if (before?.sessionId != null) return { attemptId: before.attemptId, sessionId: before.sessionId };
      if (before !== undefined && before.createdAt > now - ATTEMPT_LIFE_MS) return { attemptId: before.attemptId };
      if (before !== undefined) set.run({ attemptId: before.attemptId, status: "dropped", now });
      const attemptId = randomUUID();
      insert.run({ attemptId, keyId, now });
      return { attemptId };
    },

    open(attemptId: string, session: { sessionId: string; url: string }, now: number): Checkout {
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

/** What is told late does not undo what came after it. */
function nextStatus(before: Checkout["status"], told: CheckoutFacts["status"]): Checkout["status"] {
  if (told === "expired" && before === "open") return "expired";
  if (told === "failed" && (before === "open" || before === "processing")) return "failed";
  if (told === "processing" && before === "open") return "processing";
  return before;
}

function openSubscriptions(db: Db) {
  const findKey = openKeyFinding(db);
  const find = prepare(db, "billing", "findSubscription");
  const findLive = prepare(db, "billing", "findLive");
  const countCheckouts = prepare(db, "billing", "countCheckouts").pluck();
  const insert = prepare(db, "billing", "insertSubscription");
  const set = prepare(db, "billing", "setSubscription");
  const move = openMoving(db);
  return {
    /** The subscription of a session that was paid just now. */
    start(keyId: string, facts: CheckoutFacts, event: PaymentEvent | undefined, now: number): void {
      const subscriptionId = facts.subscriptionId ?? "";
      // It ended before its beginning was told.
      if (find.get(subscriptionId) !== undefined) return;
      const told = facts.subscriptionStatus ?? "live";
      const status = told === "pending" ? "live" : told;
      const key = findKey(keyId);
      const isUnwanted = status !== "ended" && (key.revokedAt !== null || findLive.get(keyId) !== undefined);
      const isGranted = status !== "ended" && !isUnwanted && key.tier === "free";
      const flags = { isGranted: Number(isGranted), isUnwanted: Number(isUnwanted) };
      const asOf = event?.createdAt ?? now;
      insert.run({ subscriptionId, keyId, customerId: facts.customerId, status, asOf, ...flags, now });
      if (isUnwanted) move(keyId, key.tier, "refund_due", event, now);
      else if (status === "live") move(keyId, isGranted ? "pro" : key.tier, "checkout_paid", event, now);
    },

    /** What became of a subscription. Only what the provider was just asked gives a tier back; what it sends may be late. */
    follow(facts: SubscriptionFacts, event: PaymentEvent | undefined, now: number): void {
      const before = toSubscription(find.get(facts.subscriptionId));
      if (before === undefined) {
        remember(facts, event, now);
        return;
      }
      const asOf = event?.createdAt ?? now;
      const isLate = asOf < before.asOf && facts.status !== "ended";
      if (before.status === "ended" || facts.status === "pending" || isLate) return;
      if (event !== undefined && facts.status === "live" && before.status === "unpaid") return;
      set.run({ ...facts, asOf: Math.max(asOf, before.asOf), now });
      if (before.isGranted) regrade(before, facts.status, event, now);
    },
  };

  /** Its session's news is still to come, and must not count then. */
  function remember(
    { subscriptionId, keyId, status }: SubscriptionFacts,
    event: PaymentEvent | undefined,
    now: number,
  ) {
    if (status !== "ended" || keyId === null || countCheckouts.get(keyId) !== 1) return;
    const asOf = event?.createdAt ?? now;
    insert.run({ subscriptionId, keyId, customerId: null, status, asOf, isGranted: 0, isUnwanted: 0, now });
  }

  function regrade(
    { keyId, status: before }: Subscription,
    status: Subscription["status"],
    event: PaymentEvent | undefined,
    now: number,
  ): void {
    const { tier, revokedAt } = findKey(keyId);
    if (status === "live" && before === "unpaid" && tier === "free" && revokedAt === null) {
      move(keyId, "pro", "subscription_resumed", event, now);
    } else if (status !== "live" && tier === "pro") {
      move(keyId, "free", status === "ended" ? "subscription_ended" : "subscription_unpaid", event, now);
    }
  }
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

function openKeyFinding(db: Db) {
  const find = prepare(db, "billing", "findKey");
  return (keyId: string): { tier: Tier; revokedAt: number | null } => {
    const key = find.get(keyId) as { tier: Tier; revokedAt: number | null } | undefined;
    if (key === undefined) throw new AppError("key_not_found", `no key '${keyId}'`);
    return key;
  };
}
