import { once } from "node:events";
import type { Clock } from "../clock.ts";
import type { PaymentEvent, ProPrice, SubscriptionFacts } from "../domain/accounts/billing.ts";
import { AppError, levelOf, messageOf } from "../errors.ts";
import type { Checkout, DuePayments, StoredPayments } from "../store/accounts/stored-payments.ts";
import { type CheckoutDeps, type HostedPage, openCheckouts } from "./checkouts.ts";
import { withinDeadline } from "./deadline.ts";
import { inBackground, reconcileDue, sharing, unwantedOnly } from "./due.ts";
import { openPriceReader } from "./price.ts";
import type { DemoPages } from "./provider.ts";
import { openReconciler, type Reconciler } from "./reconcile.ts";
import { reconcileRestored } from "./restored.ts";

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
  /** How long a caller waits for the provider. */
  readonly deadlineMs?: number;
}

/** How often a subscription is asked about. */
const SUBSCRIPTION_CHECK_MS = 3_600_000;

/** Callers get an answer within 10 s, even when the provider does not answer. */
const DEADLINE_MS = 8_000;

/** How long a start waits for the price. */
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
      if (customerId === null) throw new AppError("not_found", "this key has no subscription");
      return inTime(provider.createPortal(customerId, `${origin()}/pricing`));
    },

    async receive(body, signature) {
      const event = provider.readEvent(body, signature, clock.now());
      if (event.checkout === undefined && event.subscription === undefined) return;
      const unrecorded = await applyEvent(deps, event, reconciler);
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
  const { stored, clock, log } = deps;
  const closed = once(closing, "abort");
  const runDue = async (choose = (due: DuePayments) => due): Promise<void> => {
    if (closing.aborted) return;
    const now = clock.now();
    const due = choose(stored.listDue({ checkedBefore: now - SUBSCRIPTION_CHECK_MS, now }));
    await reconcileDue(due, reconciler, log, closing);
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

/** Applies a notification; gives the subscription it names when that was paid for and is not on record. */
async function applyEvent(
  { stored, commands, log }: BillingDeps,
  event: PaymentEvent,
  reconciler: Reconciler,
): Promise<string | undefined> {
  const { checkout, subscription } = event;
  const isNew = await commands.applyPayment({ event, checkout, subscription });
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
function findUnrecorded(stored: StoredPayments, { checkout, subscription }: PaymentEvent): string | undefined {
  const isNewPayment = checkout?.status === "paid" && stored.findCheckout(checkout.sessionId) === undefined;
  const isRunning = subscription?.keyId != null && ["live", "unpaid"].includes(subscription.status);
  const paid = isNewPayment ? checkout.subscriptionId : null;
  const id = paid ?? (isRunning ? subscription.subscriptionId : undefined);
  return id === undefined || stored.findSubscription(id) !== undefined ? undefined : id;
}
