// How a payment upgrades a key: the route of webhooks receives a notification, stripe.ts checks its signature, and
// `applyNotification` sends it to the writer. There store/accounts decides what it means and moves the key to its tier.

import { once } from "node:events";
import type { Clock } from "../clock.ts";
import {
  describeDispute,
  type PaymentNotification,
  type ProPrice,
  type SubscriptionFacts,
} from "../domain/accounts/billing.ts";
import { AppError, levelOf, messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Checkout, DuePayments, StoredPayments } from "../store/accounts/stored-payments.ts";
import type { PaymentNews } from "../store/accounts/subscriptions.ts";
import { type DemoPages, paymentsUnavailable, withinDeadline } from "./provider.ts";
import {
  openPriceReader,
  openReconciler,
  type Reconciler,
  type ReconcilerDeps,
  reconcileRestored,
} from "./reconcile.ts";

/** Sells the pro plan: joins the payment provider with the stored keys. */
export interface Billing {
  /** The demo's payment pages; undefined with a real provider. */
  readonly demoPages: DemoPages | undefined;
  /** What the pro plan costs; undefined until the provider has answered once. */
  price(): ProPrice | undefined;
  /** Asks the provider for the price, for at most 4 s. Throws OperatorError for a one-time price. */
  readPrice(): Promise<void>;
  /**
   * A page to pay for a key; its open page if there is one. Throws AppError already_subscribed, revoked_api_key,
   * payments_unavailable.
   */
  checkout(keyId: string): Promise<HostedPage>;
  /** The provider's page for a key's subscription. Throws AppError not_found, payments_unavailable. */
  openPortal(keyId: string): Promise<string>;
  /** Applies a notification. Throws AppError invalid_signature, bad_request, payments_unavailable. */
  receive(body: Buffer, signature: string | undefined): Promise<void>;
  /** One of our sessions; the provider is asked while it is open. Throws AppError payments_unavailable. */
  refresh(sessionId: string): Promise<Checkout | undefined>;
  /** Asks about one subscription. Throws AppError payments_unavailable. */
  reconcileSubscription(subscriptionId: string): Promise<void>;
  /** Asks about all that is open and cancels what is unwanted. Failures are logged and tried again next time. */
  reconcile(): Promise<void>;
  /** Closes unwanted sessions and cancels unwanted subscriptions, in the background. */
  cancelUnwanted(): void;
  /** Aborts what is under way and starts nothing more. */
  close(): void;
}

/** Throws AppError payments_not_configured without billing. */
export function requireBilling(billing: Billing | undefined): Billing {
  if (billing !== undefined) return billing;
  throw new AppError(
    "payments_not_configured",
    "this service takes no payments; the operator creates pro keys with 'toteboard keys create --tier pro'",
  );
}

interface BillingDeps extends CheckoutDeps {
  readonly clock: Clock;
  /** Whether a plan outlives a full refund and a lost dispute. */
  readonly keepsRefunded?: boolean;
  readonly deadlineMs?: number;
}

const SUBSCRIPTION_CHECK_MS = 3_600_000;

/** Callers get an answer within 10 s, even when the provider does not answer. */
const DEADLINE_MS = 8_000;

const START_DEADLINE_MS = 4_000;

export function openBilling(deps: BillingDeps): Billing {
  const { provider, stored, clock, log, origin, deadlineMs = DEADLINE_MS } = deps;
  const closing = new AbortController();
  const inTime = <T>(work: Promise<T>): Promise<T> => withinDeadline(work, deadlineMs, closing.signal);
  const reconciler = openReconciler(deps);
  const price = openPriceReader(deps);
  const { reconcile, cancelUnwanted } = openReconciling(deps, reconciler, price.read, closing.signal);
  const checkout = sharing(openCheckouts(deps, reconciler, cancelUnwanted));
  const refresh = sharing(async (sessionId) => {
    const before = stored.findCheckout(sessionId);
    if (before?.status !== "open" && before?.status !== "processing") return before;
    await reconciler.checkout(sessionId, false);
    cancelUnwanted();
    return stored.findCheckout(sessionId);
  });
  return {
    demoPages: provider.demoPages,
    price: price.current,
    readPrice: () =>
      withinDeadline(price.read(), START_DEADLINE_MS, closing.signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log.warn({ err: error }, "the price of the pro plan cannot be read now");
      }),
    checkout: (keyId) => inTime(checkout(keyId)),

    async openPortal(keyId) {
      const customerId = stored.findLiveSubscription(keyId)?.customerId ?? null;
      if (customerId === null)
        throw new AppError("not_found", "this key has no subscription; buy one on the page /pricing");
      return inTime(provider.createPortal(customerId, `${origin()}/pricing`));
    },

    async receive(body, signature) {
      const event = provider.readNotification(body, signature, clock.now());
      const returned = await inTime(readReturned(deps, event, reconciler));
      if (event.checkout === undefined && event.subscription === undefined && returned === undefined) return;
      const unrecorded = await applyNotification(deps, { event, ...returned }, reconciler);
      cancelUnwanted();
      // An error makes the provider send the notification again.
      if (unrecorded !== undefined) await inTime(reconciler.attach(unrecorded));
    },

    refresh: (sessionId) => inTime(refresh(sessionId)),
    reconcileSubscription: reconciler.subscription,
    reconcile,
    cancelUnwanted,
    close() {
      closing.abort();
      provider.close();
    },
  };
}

/** Reconciles all that is due, and what is unwanted at once in the background. */
function openReconciling(
  deps: BillingDeps,
  reconciler: Reconciler,
  readPrice: () => Promise<void>,
  closing: AbortSignal,
): Pick<Billing, "reconcile" | "cancelUnwanted"> {
  const { stored, commands, clock, log } = deps;
  const closed = once(closing, "abort");
  const runDue = async (choose = (due: DuePayments) => due): Promise<void> => {
    if (closing.aborted) return;
    const now = clock.now();
    const due = choose(stored.listDue({ checkedBefore: now - SUBSCRIPTION_CHECK_MS, now }));
    await reconcileDue(due, { stored, commands, log }, reconciler, closing);
  };
  const unwanted = inBackground(() => runDue(unwantedOnly), log);
  const restored = sharing(() => reconcileRestored(deps, reconciler));
  const run = async (): Promise<void> => {
    for (const step of [readPrice, () => restored("all")]) {
      if (closing.aborted) return;
      await step().catch((error: unknown) => log[levelOf(error)]({ err: error }, messageOf(error)));
    }
    await runDue();
    // The answers may have made more unwanted.
    unwanted.start();
    await unwanted.finished();
  };
  return {
    reconcile: async () => void (await Promise.race([run(), closed])),
    cancelUnwanted: unwanted.start,
  };
}

type Returned = Pick<PaymentNews, "dispute" | "ending">;

/** What a refund, a dispute or the end of a customer comes to; undefined for customers without a subscription here. */
async function readReturned(
  deps: BillingDeps,
  event: PaymentNotification,
  reconciler: Reconciler,
): Promise<Returned | undefined> {
  const { provider, log, keepsRefunded = false } = deps;
  const { refundedCustomerId, dispute: facts, deletedCustomerId } = event;
  const disputedBy = facts === undefined ? undefined : await provider.findCustomerOfCharge(facts.chargeId);
  const customerId = refundedCustomerId ?? disputedBy ?? deletedCustomerId;
  const keyId = customerId == null ? undefined : await findKeyOf(customerId, deps, reconciler);
  if (customerId == null || keyId === undefined) return undefined;
  if (deletedCustomerId !== undefined) return { ending: { customerId, cause: "customer_deleted" } };
  const dispute = facts && { ...facts, keyId };
  if (dispute !== undefined) log.warn({ key: keyId, dispute: dispute.disputeId }, describeDispute(dispute));
  if (dispute !== undefined && dispute.status !== "lost") return { dispute };
  const cause = dispute === undefined ? "payment_refunded" : "dispute_lost";
  if (!keepsRefunded) return { dispute, ending: { customerId, cause } };
  log.warn({ key: keyId, cause }, "a payment was given back; TOTEBOARD_ON_REFUND keeps the plan it paid for");
  return { dispute };
}

/** The key that a customer pays for. News of the payment itself may be later: then open sessions are asked about. */
async function findKeyOf(
  customerId: string,
  { stored, clock }: BillingDeps,
  reconciler: Reconciler,
): Promise<string | undefined> {
  const find = () => stored.listOfCustomer(customerId)[0]?.keyId;
  const known = find();
  if (known !== undefined) return known;
  const { checkouts } = stored.listDue({ checkedBefore: 0, now: clock.now() });
  for (const { sessionId, isUnwanted } of checkouts) await reconciler.checkout(sessionId, isUnwanted);
  return find();
}

/** Applies a notification; gives the subscription it names when that was paid for and is not on record. */
async function applyNotification(
  { stored, commands, log }: BillingDeps,
  { event, ...returned }: Returned & { readonly event: PaymentNotification },
  reconciler: Reconciler,
): Promise<string | undefined> {
  const { checkout, subscription } = event;
  const isNew = await commands.applyPayment({ event, checkout, subscription, ...returned });
  log.info({ event: event.id, type: event.type, isNew }, "notified of a payment");
  const resumed = findResumed(stored, subscription);
  if (resumed !== undefined) {
    void reconciler
      .subscription(resumed)
      .catch((error: unknown) => log.warn({ err: error, subscription: resumed }, "asked again later"));
  }
  return findUnrecorded(stored, event);
}

/** A subscription that seems to pay for pro again. The notification may be late, so the provider must be asked. */
function findResumed(stored: StoredPayments, facts: SubscriptionFacts | undefined): string | undefined {
  if (facts?.status !== "live") return undefined;
  const before = stored.findSubscription(facts.subscriptionId)?.status;
  return before === "unpaid" || before === "moved" ? facts.subscriptionId : undefined;
}

/** A subscription that was paid for and is not on record, as after a backup was restored. */
function findUnrecorded(stored: StoredPayments, { checkout, subscription }: PaymentNotification): string | undefined {
  const isNewPayment = checkout?.status === "paid" && stored.findCheckout(checkout.sessionId) === undefined;
  const isRunning = subscription?.keyId != null && ["live", "unpaid"].includes(subscription.status);
  const paid = isNewPayment ? checkout.subscriptionId : null;
  const id = paid ?? (isRunning ? subscription.subscriptionId : undefined);
  return id === undefined || stored.findSubscription(id) !== undefined ? undefined : id;
}

/** A hosted page on which a key is paid for. */
export interface HostedPage {
  readonly url: string;
  readonly sessionId: string;
}

interface CheckoutDeps extends ReconcilerDeps {
  /** Of the pages the provider sends a payer to, without a slash at its end. */
  readonly origin: () => string;
}

/** Resumes a key's attempt to pay, or starts another. */
function openCheckouts(
  { provider, stored, commands, origin }: CheckoutDeps,
  reconciler: Reconciler,
  cancelUnwanted: () => void,
): (keyId: string) => Promise<HostedPage> {
  const create = async (attemptId: string, keyId: string): Promise<HostedPage> => {
    const successUrl = `${origin()}/billing/success?session_id={CHECKOUT_SESSION_ID}`;
    const order = { attemptId, keyId, successUrl, cancelUrl: `${origin()}/billing/cancelled` };
    const page = await provider.createCheckout(order).catch(async (error: unknown) => {
      // Under the same attempt, the provider might only repeat its refusal.
      await commands.dropCheckout({ attemptId });
      throw error;
    });
    const { sessionId, url } = await commands.openCheckout({ attemptId, ...page, priceId: provider.priceId });
    if (sessionId === null || url === null) throw paymentsUnavailable("the session was dropped meanwhile");
    // Refuses a key that was revoked meanwhile.
    await commands.beginCheckout({ keyId }).finally(cancelUnwanted);
    return { sessionId, url };
  };
  const resume = async (sessionId: string): Promise<HostedPage | undefined> => {
    const url = await reconciler.checkout(sessionId, false);
    const status = stored.findCheckout(sessionId)?.status;
    if (status === "processing")
      throw new AppError(
        "already_subscribed",
        "a payment for this key is being processed; look again in a few minutes",
      );
    if (status !== "open") return undefined;
    if (url === null) throw paymentsUnavailable("the session has no address");
    return { url, sessionId };
  };
  return async (keyId) => {
    const former = stored.findLiveSubscription(keyId);
    if (former?.isUnwanted) await reconciler.cancel(former.subscriptionId);
    const begun = await commands.beginCheckout({ keyId });
    const open = begun.sessionId === undefined ? undefined : await resume(begun.sessionId);
    if (open !== undefined) return open;
    if (begun.sessionId === undefined) return create(begun.attemptId, keyId);
    // The former session expired, or was paid: then this refuses.
    const { attemptId } = await commands.beginCheckout({ keyId });
    return create(attemptId, keyId);
  };
}

/** Reconciles what is due, one after the other, until `signal` is aborted. A failure is logged and stays due. */
async function reconcileDue(
  due: DuePayments,
  { stored, commands, log }: Pick<BillingDeps, "stored" | "commands" | "log">,
  reconciler: Reconciler,
  signal: AbortSignal,
): Promise<void> {
  /** What Stripe has to be asked for, since no notification said it, the operator should know. */
  const tellIfNews = async (id: string, before: string | undefined, after: string | undefined): Promise<void> => {
    if (before === after || (after !== "paid" && after !== "ended")) return;
    const text = `Stripe says that ${id} is ${after}, but sent no webhook: see that its endpoint leads to /api/v1/webhooks/stripe.`;
    await commands.tellOperator({ type: "service.webhook_lost", title: "A webhook of Stripe is missing", text });
  };
  const checkoutStatus = (id: string): string | undefined => stored.findCheckout(id)?.status;
  const subscriptionStatus = (id: string): string | undefined => stored.findSubscription(id)?.status;
  const steps = [
    ...due.checkouts.map(({ sessionId, isUnwanted }) => ({
      subject: { session: sessionId },
      async run() {
        const before = checkoutStatus(sessionId);
        await reconciler.checkout(sessionId, isUnwanted);
        await tellIfNews(sessionId, before, checkoutStatus(sessionId));
      },
    })),
    ...due.unwanted.map((id) => ({ subject: { subscription: id }, run: () => reconciler.cancel(id) })),
    ...due.unchecked.map((id) => ({
      subject: { subscription: id },
      async run() {
        const before = subscriptionStatus(id);
        await reconciler.subscription(id);
        await tellIfNews(id, before, subscriptionStatus(id));
      },
    })),
  ];
  for (const { subject, run } of steps) {
    if (signal.aborted) return;
    await run().catch((error: unknown) =>
      log[levelOf(error)]({ err: error, ...subject }, "reconciling a payment failed; it is tried again"),
    );
  }
}

/** What must not wait: pages that must not be paid, and subscriptions to cancel. */
const unwantedOnly = ({ checkouts, unwanted }: DuePayments): DuePayments => ({
  checkouts: checkouts.filter(({ isUnwanted }) => isUnwanted),
  unwanted,
  unchecked: [],
});

/** Runs `work` in the background. A start while it runs makes it run once more afterwards. */
function inBackground(work: () => Promise<void>, log: Log): { start(): void; finished(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  const run = async (): Promise<void> => {
    while (isDueAgain) {
      isDueAgain = false;
      await work().catch((error: unknown) =>
        log.error({ err: error }, "reconciling payments failed; it is tried again"),
      );
    }
    running = undefined;
  };
  return {
    start() {
      isDueAgain = true;
      running ??= run();
    },
    finished: () => running ?? Promise.resolve(),
  };
}

/** Calls with the same id share one answer while it is under way. */
function sharing<T>(work: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (id) => {
    const before = running.get(id);
    if (before !== undefined) return before;
    const answer = work(id).finally(() => running.delete(id));
    running.set(id, answer);
    return answer;
  };
}
