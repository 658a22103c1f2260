import { MINUTE_MS } from "../../clock.ts";
import type { SubscriptionFacts, TierChangeCause } from "../../domain/accounts/billing.ts";
import { AppError } from "../../errors.ts";
import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { findKey, getKey, moveKey, type Occasion } from "./keys.ts";

/** A subscription as the provider had it last. */
export interface Subscription {
  readonly subscriptionId: string;
  readonly keyId: string;
  readonly customerId: string | null;
  /** A `moved` one runs, but at a price that does not pay for pro. */
  readonly status: Exclude<SubscriptionFacts["status"], "pending"> | "moved";
  /** What it was sold at: null until that is known, empty for one that was not sold at a price of pro. */
  readonly priceId: string | null;
  /** Whether it must be cancelled. */
  readonly isUnwanted: boolean;
  readonly paidUntil: number | null;
}

/** What the provider has just answered. */
export interface FoundSubscriptions {
  readonly found: readonly SubscriptionFacts[];
  /** The price for sale now. */
  readonly proPriceId: string;
  /** The notification that was the reason to ask. */
  readonly eventId?: string | null;
  /** A payment of the customer that was given back. */
  readonly returned?: ReturnedPayment | undefined;
  /** The operator says that the price of a new one pays for pro. */
  readonly isKnownToPay?: boolean;
}

export interface ReturnedPayment {
  readonly customerId: string;
  readonly cause: "payment_refunded" | "dispute_lost";
  readonly chargedAt: number;
}

/** What the operator may have to know of a subscription. */
export interface PaymentFinding {
  readonly subscriptionId: string;
  readonly keyId: string;
  readonly outcome:
    | "paid"
    | "ended"
    | "unknown_key"
    /** It will be cancelled. */
    | "revoked_key"
    /** The key has another one, so it will be cancelled. */
    | "paid_twice"
    /** Its price is not known to pay for pro. */
    | "other_price";
}

export function findSubscription(db: Db, id: string): Subscription | undefined {
  const row = prepare(db, "billing", "findSubscription").get(id);
  return row && toSubscription(row);
}

/** A key's subscription that has not ended; of several, the one that pays for pro. */
export const findLiveSubscription = (db: Db, keyId: string): Subscription | undefined => listRunningOf(db, keyId)[0];

/** Those of a key that have not ended. */
export const listRunningOf = (db: Db, keyId: string): Subscription[] =>
  prepare(db, "billing", "listOfKey").all(keyId).map(toSubscription);

/** Those of a customer, also those that have ended. */
export const listOfCustomer = (db: Db, customerId: string) => prepare(db, "billing", "listOfCustomer").all(customerId);

/** At most 100 that have not ended, by their ids, after one. */
export const listRunning = (db: Db, after: string): string[] =>
  prepare(db, "billing", "listRunning").pluck().all(after);

/** At most 100 that the provider must be told to end. */
export const listToCancel = (db: Db): string[] => prepare(db, "billing", "listToCancel").pluck().all();

/** The prices at which anything was sold. */
export const listPrices = (db: Db): string[] => prepare(db, "billing", "listPrices").pluck().all();

const toSubscription = ({ isUnwanted, ...rest }: SqlRow<"billing", "findSubscription">): Subscription => ({
  ...rest,
  isUnwanted: isUnwanted === 1,
});

/** Brings keys in line with their subscriptions; the effect is on the disk when it returns. */
export const applySubscriptions = (db: Db, answer: FoundSubscriptions, now: number): PaymentFinding[] =>
  durably(db, () => {
    const { found, returned, eventId = null } = answer;
    // Where a key has several, the ends come first, then those on record, so that a new one meets what is left of them.
    const rank = ({ status, subscriptionId }: SubscriptionFacts): number =>
      status === "ended" ? 0 : findSubscription(db, subscriptionId) !== undefined ? 1 : 2;
    const ordered = found.toSorted((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt);
    const findings = ordered.flatMap((facts) => applySubscription(db, facts, { ...answer, eventId, now }) ?? []);
    if (returned !== undefined) endReturned(db, found, returned, { eventId, now });
    return findings;
  });

/** The answer that is applied, and its occasion. */
type Application = Omit<FoundSubscriptions, "eventId"> & Occasion;

/** One that was paid for once, and its key. */
interface PaidFacts extends SubscriptionFacts {
  readonly status: Exclude<SubscriptionFacts["status"], "pending">;
  readonly keyId: string;
}

function applySubscription(db: Db, facts: SubscriptionFacts, answer: Application): PaymentFinding | undefined {
  const { subscriptionId, status: found } = facts;
  const before = findSubscription(db, subscriptionId);
  const keyId = before?.keyId ?? facts.keyId;
  if (keyId === null || found === "pending" || before?.status === "ended") return undefined;
  const paid = { ...facts, keyId, status: found };
  if (before !== undefined) return update(db, before, paid, answer);
  return found === "ended" ? undefined : insert(db, paid, answer);
}

const NOT_PRO = "";

function update(db: Db, before: Subscription, facts: PaidFacts, answer: Application): PaymentFinding | undefined {
  const { subscriptionId, keyId, isUnwanted } = before;
  // One from before prices were noted was sold at the price it is first seen at.
  const learnsPrice = before.priceId === null || (before.priceId === NOT_PRO && answer.isKnownToPay === true);
  const priceId = learnsPrice ? priceOf(facts, answer) : before.priceId;
  const status = gradeOf(facts, priceId, answer);
  save(db, { ...facts, status, priceId, isUnwanted });
  if (status === before.status) return undefined;
  // What the operator chose as a subscription was cancelled stays.
  if (!isUnwanted || getKey(db, keyId).revokedAt !== null) regradeKey(db, keyId, status, answer);
  return status === "live" || status === "ended"
    ? { subscriptionId, keyId, outcome: status === "live" ? "paid" : status }
    : undefined;
}

/** Adds a subscription with its effect: it puts its key on pro, or it must be cancelled. */
function insert(db: Db, facts: PaidFacts, answer: Application): PaymentFinding | undefined {
  const { subscriptionId, keyId } = facts;
  const told = (outcome: PaymentFinding["outcome"]): PaymentFinding => ({ subscriptionId, keyId, outcome });
  const key = findKey(db, keyId);
  if (key === undefined) return told("unknown_key");
  const price = priceOf(facts, answer);
  const isSold = price !== null && [answer.proPriceId, ...listPrices(db)].includes(price);
  const priceId = isSold || answer.isKnownToPay === true ? price : NOT_PRO;
  const status = gradeOf(facts, priceId, answer);
  const isUnwanted = key.revokedAt !== null || (status !== "moved" && isPaidFor(db, keyId));
  save(db, { ...facts, status, priceId, isUnwanted });
  if (isUnwanted) {
    moveKey(db, keyId, key.tier, "refund_due", answer);
    return told(key.revokedAt === null ? "paid_twice" : "revoked_key");
  }
  if (status === "moved") return told("other_price");
  if (status !== "live") return undefined;
  const isOwnSale = answer.isKnownToPay !== true && prepare(db, "billing", "findCheckoutOf").get(keyId) !== undefined;
  // What the operator agreed with a customer outlives a payment; pro ends with its payment.
  const tier = key.tier === "enterprise" ? key.tier : "pro";
  moveKey(db, keyId, tier, isOwnSale ? "checkout_paid" : "subscription_attached", answer);
  return told("paid");
}

/** The price for sale now if the subscription has it, else its first. */
const priceOf = ({ priceIds }: SubscriptionFacts, { proPriceId }: Application): string | null =>
  priceIds.find((id) => id === proPriceId) ?? priceIds[0] ?? null;

/** A subscription pays for pro at the current price and at the one it was sold at. */
function gradeOf({ status, priceIds }: PaidFacts, soldAt: string | null, answer: Application): Subscription["status"] {
  const paysForPro = priceIds.some((id) => id === answer.proPriceId || id === soldAt);
  return status === "live" && !paysForPro ? "moved" : status;
}

/** Whether a subscription pays for a key, or will once its bill is paid. */
const isPaidFor = (db: Db, keyId: string): boolean =>
  listRunningOf(db, keyId).some(({ status, isUnwanted }) => status !== "moved" && !isUnwanted);

const save = (db: Db, { isUnwanted, ...row }: Subscription): void =>
  void prepare(db, "billing", "saveSubscription").run({ ...row, isUnwanted: Number(isUnwanted) });

/** Moves a key between free and pro after its subscription changed. */
function regradeKey(db: Db, keyId: string, status: Subscription["status"], occasion: Occasion): void {
  const { tier, revokedAt } = getKey(db, keyId);
  if (status !== "live") takeBackPro(db, keyId, `subscription_${status}`, occasion);
  else if (tier === "free" && revokedAt === null) moveKey(db, keyId, "pro", "subscription_resumed", occasion);
}

/** Unless another subscription pays for it. */
function takeBackPro(db: Db, keyId: string, cause: TierChangeCause, occasion: Occasion): void {
  const isPaid = listRunningOf(db, keyId).some(({ status, isUnwanted }) => status === "live" && !isUnwanted);
  if (getKey(db, keyId).tier === "pro" && !isPaid) moveKey(db, keyId, "free", cause, occasion);
}

/** The provider dates a subscription up to seconds after its first payment. */
const FIRST_PAYMENT_MS = MINUTE_MS;

/** Has the subscriptions cancelled that were there when a payment was made, and ends the plan they pay for. */
function endReturned(
  db: Db,
  found: readonly SubscriptionFacts[],
  { customerId, cause, chargedAt }: ReturnedPayment,
  occasion: Occasion,
): void {
  for (const facts of found) {
    const subscription = findSubscription(db, facts.subscriptionId);
    if (subscription === undefined || facts.customerId !== customerId) continue;
    const { keyId, status, isUnwanted } = subscription;
    if (status === "ended" || isUnwanted || facts.createdAt > chargedAt + FIRST_PAYMENT_MS) continue;
    save(db, { ...subscription, isUnwanted: true });
    takeBackPro(db, keyId, cause, occasion);
  }
}

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
