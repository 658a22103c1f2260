import {
  type CheckoutFacts,
  type DisputeFacts,
  describeDispute,
  type ProPrice,
  type SubscriptionFacts,
} from "../domain/accounts/billing.ts";
import { AppError, OperatorError } from "../errors.ts";
import type { Log } from "../log.ts";
import {
  findCheckoutOf,
  findLiveSubscription,
  findSubscription,
  listOfCustomer,
  listPrices,
  listRunning,
  listRunningOf,
  type PaymentFinding,
  type ReturnedPayment,
} from "../store/accounts/subscriptions.ts";
import type { Commands } from "../store/commands.ts";
import type { Db } from "../store/database/db.ts";
import { findProPrice } from "../store/database/properties.ts";
import { type PaymentProvider, type PriceFacts, paymentsUnavailable } from "./provider.ts";

export interface ReconcilerDeps {
  readonly provider: PaymentProvider;
  readonly db: Db;
  readonly commands: Commands;
  readonly log: Log;
  /** Whether a plan outlives a full refund and a lost dispute. */
  readonly keepsRefunded?: boolean;
}

/** A contested payment of a key. */
export interface Dispute extends DisputeFacts {
  readonly keyId: string;
}

/** Runs one piece of work after the other. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

// All functions here ask the provider, and reject with AppError payments_unavailable when it does not answer.

/** Why the provider is asked. */
interface Reason {
  readonly eventId?: string | null;
  readonly returned?: ReturnedPayment;
}

/** Brings the keys in line that a customer pays for. */
export async function reconcileCustomer(deps: ReconcilerDeps, customerId: string, reason: Reason = {}): Promise<void> {
  const found = await deps.provider.listOfCustomer(customerId);
  const keyIds = listOfCustomer(deps.db, customerId).map(({ keyId }) => keyId);
  for (const { subscriptionId, keyId, outcome } of await apply(deps, { found, keyIds, ...reason })) {
    // Another service may share the account.
    if (outcome === "unknown_key") deps.log.warn({ subscription: subscriptionId, key: keyId }, UNKNOWN_KEY);
  }
}

const UNKNOWN_KEY = "a subscription runs for a key that is not in the database";

interface ProviderAnswer extends Reason {
  readonly found: readonly SubscriptionFacts[];
  /** Keys to bring in line beside those of `found`. */
  readonly keyIds?: readonly string[];
}

/** Brings keys in line with what the provider says of their subscriptions, and asks about those that it left out. */
async function apply(
  deps: ReconcilerDeps,
  { found, keyIds = [], ...reason }: ProviderAnswer,
): Promise<PaymentFinding[]> {
  const { provider, db, commands, log } = deps;
  const named = found.flatMap((one) => findSubscription(db, one.subscriptionId)?.keyId ?? one.keyId ?? []);
  const ours = found.filter((one) => one.keyId !== null || findSubscription(db, one.subscriptionId) !== undefined);
  const listed = new Set(found.map(({ subscriptionId }) => subscriptionId));
  for (const { subscriptionId } of [...new Set([...named, ...keyIds])].flatMap((id) => listRunningOf(db, id))) {
    const other = listed.has(subscriptionId) ? undefined : await find(deps, subscriptionId);
    if (other !== undefined) ours.push(other);
  }
  const paid: SubscriptionFacts[] = [];
  for (const one of ours) if (!(await isUnderWay(deps, one))) paid.push(one);
  if (paid.length === 0) return [];
  const findings = await commands.applySubscriptions({ found: paid, proPriceId: provider.priceId, ...reason });
  for (const finding of findings) logFinding(log, finding);
  return findings;
}

/** Another account of Stripe knows none of the subscriptions on record. Nobody loses a paid plan because of that. */
async function find({ provider, log }: ReconcilerDeps, subscriptionId: string): Promise<SubscriptionFacts | undefined> {
  const found = await provider.findSubscription(subscriptionId);
  if (found === undefined) log.warn({ subscription: subscriptionId }, "the payment provider does not know this");
  return found;
}

/** Some payments take days, and the subscription may run meanwhile. The page that sold it knows. */
async function isUnderWay(deps: ReconcilerDeps, facts: SubscriptionFacts): Promise<boolean> {
  const { subscriptionId, keyId, status } = facts;
  const { provider, db, commands } = deps;
  if (status !== "live" || keyId === null || findSubscription(db, subscriptionId) !== undefined) return false;
  const page = findCheckoutOf(db, keyId);
  if (page === undefined || !page.isOpen) return false;
  const found = await provider.findCheckout(page.sessionId);
  if (found === undefined || isFinal(found)) await commands.closeCheckout({ sessionId: page.sessionId });
  return found?.status === "processing" && found.subscription?.subscriptionId === subscriptionId;
}

const isFinal = ({ status }: CheckoutFacts): boolean => status === "paid" || status === "unpaid";

/** Logs what the operator must see to. */
function logFinding(log: Log, { outcome, subscriptionId, keyId }: PaymentFinding): void {
  const about = { subscription: subscriptionId, key: keyId };
  if (outcome === "paid") log.info(about, "a subscription pays for its key");
  if (outcome === "revoked_key") log.warn(about, "a subscription of a revoked key is cancelled; refund its payment");
  if (outcome === "paid_twice") log.error(about, "a second subscription of a key is cancelled; refund its payment");
  if (outcome === "other_price") {
    const advice = `if it does, attach it with 'toteboard payments attach ${keyId} ${subscriptionId}'`;
    log.warn(about, `a subscription has a price that is not known to pay for pro: ${advice}`);
  }
}

/** Asks about a payment page, and brings its key in line with what it sold. */
export async function reconcilePage(
  deps: ReconcilerDeps,
  sessionId: string,
  read = deps.provider.findCheckout,
): Promise<CheckoutFacts> {
  const found = await read(sessionId);
  if (found === undefined) deps.log.warn({ session: sessionId }, "the payment provider does not know this session");
  const facts = found ?? { status: "unpaid", url: null, subscription: undefined };
  if (isFinal(facts)) await deps.commands.closeCheckout({ sessionId });
  if (isFinal(facts) && facts.subscription !== undefined) await apply(deps, { found: [facts.subscription] });
  return facts;
}

/** Has a page closed; what it sold before is brought in line. */
export async function closePage(deps: ReconcilerDeps, sessionId: string): Promise<void> {
  const { status } = await reconcilePage(deps, sessionId, deps.provider.expireCheckout);
  if (status === "open") throw paymentsUnavailable(`session ${sessionId} is still open`);
}

/** Ends a subscription at once. */
export async function cancel({ provider, commands, log }: ReconcilerDeps, subscriptionId: string): Promise<void> {
  const found = await provider.cancelSubscription(subscriptionId);
  if (found !== undefined && found.status !== "ended") {
    throw new AppError("payments_unavailable", `subscription ${subscriptionId} is still ${found.status}`);
  }
  const nothing = { keyId: null, customerId: null, priceIds: [], createdAt: 0, paidUntil: null };
  const ended = { ...nothing, ...found, subscriptionId, status: "ended" as const };
  await commands.applySubscriptions({ found: [ended], proPriceId: provider.priceId });
  log.info({ subscription: subscriptionId }, "subscription cancelled");
}

/** Ends the plan that a payment was for, where all of it was given back. */
export async function reconcileRefund(deps: ReconcilerDeps, chargeId: string, eventId: string): Promise<void> {
  const charge = await deps.provider.findCharge(chargeId);
  if (charge === undefined || charge.customerId === null || !charge.isRefunded) return;
  const { customerId, createdAt: chargedAt } = charge;
  await endReturned(deps, { customerId, cause: "payment_refunded", chargedAt }, eventId);
}

async function endReturned(deps: ReconcilerDeps, returned: ReturnedPayment, eventId: string | null): Promise<void> {
  const { customerId, cause } = returned;
  if (deps.keepsRefunded !== true) return reconcileCustomer(deps, customerId, { eventId, returned });
  const key = listOfCustomer(deps.db, customerId)[0]?.keyId;
  if (key === undefined) return;
  deps.log.warn({ key, cause }, "a payment was given back; TOTEBOARD_ON_REFUND keeps the plan it paid for");
}

/** The disputes about payments for keys here. */
export const toOwnDisputes = (db: Db, disputes: readonly DisputeFacts[]): Dispute[] =>
  disputes.flatMap((facts) => {
    const [first] = facts.customerId === null ? [] : listOfCustomer(db, facts.customerId);
    return first === undefined ? [] : { ...facts, keyId: first.keyId };
  });

/** Reads the disputes, says which are new or decided, and ends the plan where one was lost. */
export async function reconcileDisputes(
  deps: ReconcilerDeps,
  before: readonly Dispute[],
  eventId: string | null,
): Promise<Dispute[]> {
  const statuses = new Map(before.map(({ disputeId, status }) => [disputeId, status]));
  const found = toOwnDisputes(deps.db, await deps.provider.listDisputes());
  for (const dispute of found.filter(({ disputeId, status }) => statuses.get(disputeId) !== status)) {
    const { disputeId, keyId, customerId, status, chargedAt } = dispute;
    if (status === "open" || statuses.has(disputeId)) {
      deps.log.warn({ key: keyId, dispute: disputeId }, describeDispute(dispute));
    }
    if (status === "lost" && customerId !== null && findLiveSubscription(deps.db, keyId) !== undefined)
      await endReturned(deps, { customerId, cause: "dispute_lost", chargedAt }, eventId);
  }
  return found;
}

/** Another account of Stripe knows none of them, and is not asked about all. */
const MAX_UNKNOWN = 20;

/** A pass over all subscriptions. */
export function openPass(deps: ReconcilerDeps, serially: Queue): () => Promise<void> {
  let isFirst = true;
  return async () => {
    const findings = await reconcileAll(deps, serially);
    if (isFirst) logUnknownKeys(deps.log, findings);
    // What happened while the service was away, Stripe tells again.
    else await tellOfLostWebhook(deps.commands, findings);
    isFirst = false;
  };
}

/** Lists the subscriptions at all prices that were sold, and asks about those on record that are not among them. */
async function reconcileAll(deps: ReconcilerDeps, serially: Queue): Promise<PaymentFinding[]> {
  const { provider, db } = deps;
  const findings: PaymentFinding[] = [];
  const [prices, seen] = [new Set<string>(), new Set<string>()];
  const applySeen = async (found: readonly SubscriptionFacts[]): Promise<void> => {
    for (const { subscriptionId } of found) seen.add(subscriptionId);
    findings.push(...(await apply(deps, { found })));
  };
  const applyPage = async (price: string, from: string | undefined): Promise<string | undefined> => {
    const { subscriptions, next } = await provider.listAtPrice(price, from);
    await applySeen(subscriptions);
    return next;
  };
  let unknown = 0;
  const applyOne = async (subscriptionId: string): Promise<void> => {
    seen.add(subscriptionId);
    const found = await find(deps, subscriptionId);
    if (found === undefined) unknown++;
    else await applySeen([found]);
  };
  const nextPrice = (): string | undefined => [provider.priceId, ...listPrices(db)].find((id) => !prices.has(id));
  for (let price = nextPrice(); price !== undefined; price = nextPrice()) {
    const listed = price;
    prices.add(listed);
    let from: string | undefined;
    do from = await serially(() => applyPage(listed, from));
    while (from !== undefined);
    // What is asked about singly may have a price that was not known before.
    if (nextPrice() !== undefined) continue;
    for (let ids = listRunning(db, ""); ids.length > 0; ids = listRunning(db, ids.at(-1) ?? "")) {
      for (const id of ids) if (!seen.has(id) && unknown < MAX_UNKNOWN) await serially(() => applyOne(id));
    }
  }
  return findings;
}

function logUnknownKeys(log: Log, findings: readonly PaymentFinding[]): void {
  for (const { subscriptionId, keyId } of findings.filter(({ outcome }) => outcome === "unknown_key")) {
    const advice = `attach it with 'toteboard payments attach KEY ${subscriptionId}', or cancel it in Stripe`;
    log.error({ subscription: subscriptionId, key: keyId }, `${UNKNOWN_KEY}: ${advice}`);
  }
}

/** What Stripe has to be asked for, since no notification said it, the operator should know. */
async function tellOfLostWebhook(commands: Commands, findings: readonly PaymentFinding[]): Promise<void> {
  const news = findings.filter(({ outcome }) => outcome === "paid" || outcome === "ended");
  const [first] = news;
  if (first === undefined) return;
  const more = news.length === 1 ? "" : `, and of ${news.length - 1} more the like`;
  const said = `Stripe says that ${first.subscriptionId} is ${first.outcome}${more}, but sent no webhook`;
  const text = `${said}: see that its endpoint leads to /api/v1/webhooks/stripe.`;
  await commands.tellOperator({ type: "service.webhook_lost", title: "A webhook of Stripe is missing", text });
}

interface PriceDeps {
  readonly provider: PaymentProvider;
  readonly db: Db;
  readonly commands: Commands;
  readonly log: Log;
}

/** The price of the pro plan: read from the provider, and stored for a start without it. */
export function openPriceReader({ provider, db, commands, log }: PriceDeps) {
  const { priceId } = provider;
  const saved = findProPrice(db);
  let price = saved?.priceId === priceId ? saved : undefined;
  return {
    /** Undefined until the provider has answered once. */
    current: (): ProPrice | undefined => price,
    /** Asks the provider. Throws AppError payments_unavailable, OperatorError for a one-time price. */
    async read(): Promise<void> {
      const { sold, trouble } = toSoldPrice(priceId, await provider.findPrice());
      if (trouble !== undefined) log.error(trouble);
      if (sold === undefined) return;
      const { amount, currency, interval, intervalCount } = sold;
      const read = { priceId, amount, currency, interval, intervalCount };
      if (JSON.stringify(read) !== JSON.stringify(price)) await commands.saveProPrice(read);
      price = read;
    },
  };
}

/** A price as the plan needs it, and what the operator must do about it. Throws OperatorError for a one-time price. */
export function toSoldPrice(priceId: string, found: PriceFacts | undefined) {
  if (found === undefined) {
    const advice = "set STRIPE_PRICE_ID to a recurring one of this account, in the mode of the key (test or live)";
    return { sold: undefined, trouble: `Stripe does not know the price ${priceId}: ${advice}` };
  }
  if (!found.isRecurring) {
    throw new OperatorError(
      `the price ${priceId} is paid once, and the pro plan needs a recurring one: ` +
        "make a recurring price in Stripe and set STRIPE_PRICE_ID to it",
    );
  }
  if (found.isActive) return { sold: found, trouble: undefined };
  return { sold: found, trouble: `the price ${priceId} is archived in Stripe, so nobody can buy it: activate it` };
}
