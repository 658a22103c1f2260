// How a payment upgrades a key: Stripe notifies the route of webhooks, or the payer comes back. Either way
// reconcile.ts asks Stripe for the customer's subscriptions, and store/accounts/subscriptions.ts writes what follows.

import { once } from "node:events";
import { type Clock, HOUR_MS } from "../clock.ts";
import type { CheckoutFacts } from "../domain/accounts/billing.ts";
import { AppError, levelOf, messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import { getKey } from "../store/accounts/keys.ts";
import { findCheckout, findLiveSubscription, listPagesToClose, listToCancel } from "../store/accounts/subscriptions.ts";
import type { Db } from "../store/database/db.ts";
import { paymentsUnavailable, withinDeadline } from "./provider.ts";
import {
  cancel,
  closePage,
  type Dispute,
  openPass,
  openPriceReader,
  type Queue,
  type ReconcilerDeps,
  reconcileCustomer,
  reconcileDisputes,
  reconcilePage,
  reconcileRefund,
} from "./reconcile.ts";

/** Sells the pro plan: joins the payment provider with the stored keys. */
export type Billing = ReturnType<typeof openBilling>;

/** Throws AppError payments_not_configured without billing. */
export function requireBilling(billing: Billing | undefined): Billing {
  if (billing !== undefined) return billing;
  throw new AppError(
    "payments_not_configured",
    "this service takes no payments; the operator creates pro keys with 'toteboard keys create --tier pro'",
  );
}

interface BillingDeps extends ReconcilerDeps {
  readonly clock: Clock;
  /** Of the pages the provider sends a payer to, without a slash at its end. */
  readonly origin: () => string;
  readonly deadlineMs?: number;
}

/** Callers get an answer within 10 s, even when the provider does not answer. */
const DEADLINE_MS = 8_000;

const START_DEADLINE_MS = 4_000;

export function openBilling(deps: BillingDeps) {
  const { provider, db, clock, log, origin, deadlineMs = DEADLINE_MS } = deps;
  const closing = new AbortController();
  const closed = once(closing.signal, "abort");
  const inTime = <T>(work: Promise<T>): Promise<T> => withinDeadline(work, deadlineMs, closing.signal);
  // The provider is asked one thing after the other, so that no answer replaces a later one.
  const serially = createQueue();
  const price = openPriceReader(deps);
  let disputes: readonly Dispute[] = [];
  const readDisputes = async (eventId: string | null): Promise<void> => {
    disputes = await reconcileDisputes(deps, disputes, eventId);
  };
  const cancelUnwanted = () => attempt(() => cancelAll(deps, serially, closing.signal), log);
  const reconcile = openHourly(deps, closing.signal, [
    price.read,
    openPass(deps, serially),
    () => serially(() => readDisputes(null)),
  ]);
  return {
    /** The demo's payment pages; undefined with a real provider. */
    demoPages: provider.demoPages,
    /** What the pro plan costs; undefined until the provider has answered once. */
    price: price.current,
    /** Contested payments that are not decided, as they were last read. */
    openDisputes: (): readonly Dispute[] => disputes.filter(({ status }) => status === "open"),
    /** Asks the provider for the price, for at most 4 s. Throws OperatorError for a one-time price. */
    readPrice: (): Promise<void> =>
      withinDeadline(price.read(), START_DEADLINE_MS, closing.signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log[levelOf(error)]({ err: error }, "the price of the pro plan cannot be read now");
      }),

    /**
     * A page to pay for a key; its open page if there is one. Throws AppError already_subscribed, revoked_api_key,
     * payments_unavailable.
     */
    checkout: (keyId: string): Promise<HostedPage> =>
      inTime(serially(() => openPage(deps, keyId)).finally(() => void cancelUnwanted())),

    /** Whether a key has a subscription to manage. */
    hasPortal: (keyId: string): boolean => findCustomer(db, keyId) !== null,

    /** The provider's page for a key's subscription. Throws AppError not_found, payments_unavailable. */
    async openPortal(keyId: string): Promise<string> {
      const customerId = findCustomer(db, keyId);
      if (customerId === null)
        throw new AppError("not_found", "this key has no subscription; buy one on the page /pricing");
      return inTime(provider.createPortal(customerId, `${origin()}/pricing`));
    },

    /** Acts on a notification. Throws AppError invalid_signature, bad_request, payments_unavailable. */
    async receive(body: Buffer, signature: string | undefined): Promise<void> {
      const { id, type, subject } = provider.readNotification(body, signature, clock.now());
      if (subject === undefined) return;
      log.info({ event: id, type }, "notified of a payment");
      const ask = (): Promise<void> => {
        if (subject.kind === "dispute") return readDisputes(id);
        if (subject.kind === "refund") return reconcileRefund(deps, subject.chargeId, id);
        return reconcileCustomer(deps, subject.customerId, { eventId: id });
      };
      // An error makes the provider send the notification again.
      await inTime(serially(ask).finally(() => void cancelUnwanted()));
    },

    /** Where the payment of a session made here is; the provider is asked unless it is final. Throws AppError payments_unavailable. */
    refresh: (sessionId: string) =>
      inTime(serially(() => refresh(deps, sessionId)).finally(() => void cancelUnwanted())),
    /** Asks about one customer. Throws AppError payments_unavailable. */
    reconcileCustomer: (customerId: string): Promise<void> => serially(() => reconcileCustomer(deps, customerId)),

    /** Cancels what is unwanted, and once an hour asks about everything. Failures are logged and tried again next time. */
    async reconcile(): Promise<void> {
      // The answers may make something unwanted.
      await Promise.race([reconcile().then(cancelUnwanted), closed]);
    },

    /** Closes unwanted sessions and cancels unwanted subscriptions, in the background. */
    cancelUnwanted: (): void => void cancelUnwanted(),
    /** Aborts what is under way and starts nothing more. */
    close(): void {
      closing.abort();
      provider.close();
    },
  };
}

/** Who pays for a key now; null where nobody does. */
const findCustomer = (db: Db, keyId: string): string | null => findLiveSubscription(db, keyId)?.customerId ?? null;

function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Runs `steps` once an hour; until all of them succeed, each time. */
function openHourly(
  { clock, log }: BillingDeps,
  signal: AbortSignal,
  steps: readonly (() => Promise<void>)[],
): () => Promise<void> {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    // A clock that was set back makes it due too.
    if (now >= doneAt && now < doneAt + HOUR_MS) return;
    let isDone = true;
    for (const step of steps) if (!signal.aborted && !(await attempt(step, log))) isDone = false;
    if (isDone) doneAt = now;
  };
}

/** Whether a step succeeded; a failure is logged. */
const attempt = (step: () => Promise<void>, log: Log): Promise<boolean> =>
  step().then(
    () => true,
    (error: unknown) => {
      log[levelOf(error)]({ err: error }, `${messageOf(error)}; reconciling payments is tried again`);
      return false;
    },
  );

/** Closes the pages of revoked keys and cancels unwanted subscriptions. A failure is logged and stays due. */
async function cancelAll(deps: BillingDeps, serially: Queue, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  if (signal.aborted) return;
  for (const id of listPagesToClose(db)) await attempt(() => serially(() => closePage(deps, id)), log);
  if (signal.aborted) return;
  for (const id of listToCancel(db)) await attempt(() => serially(() => cancel(deps, id)), log);
}

async function refresh(deps: BillingDeps, sessionId: string): Promise<Pick<CheckoutFacts, "status"> | undefined> {
  const page = findCheckout(deps.db, sessionId);
  if (page === undefined) return undefined;
  if (!page.isOpen && getKey(deps.db, page.keyId).tier !== "free") return { status: "paid" };
  return reconcilePage(deps, sessionId);
}

/** A hosted page on which a key is paid for. */
export interface HostedPage {
  readonly url: string;
  readonly sessionId: string;
}

/** The page of a key that is open, or a new one. */
async function openPage(deps: BillingDeps, keyId: string): Promise<HostedPage> {
  const { provider, db, commands, origin } = deps;
  const former = findLiveSubscription(db, keyId);
  if (former?.isUnwanted) await cancel(deps, former.subscriptionId);
  const before = await commands.beginCheckout({ keyId });
  if (before !== null) {
    const { sessionId } = before;
    const { status, url } = await reconcilePage(deps, sessionId);
    if (status === "open" && url === null) throw paymentsUnavailable("the session has no address");
    if (status === "open" && url !== null) return { url, sessionId };
    // Where it was paid, this refuses.
    await commands.beginCheckout({ keyId });
    if (status === "processing")
      throw new AppError(
        "already_subscribed",
        "a payment for this key is being processed; look again in a few minutes",
      );
  }
  const successUrl = `${origin()}/billing/success?session_id={CHECKOUT_SESSION_ID}`;
  const page = await provider.createCheckout({ keyId, successUrl, cancelUrl: `${origin()}/billing/cancelled` });
  // Nobody can pay a page before its address is given away, so that one which is lost here does no harm.
  await commands.saveCheckout({ keyId, sessionId: page.sessionId, priceId: provider.priceId });
  // Refuses a key that was revoked meanwhile.
  await commands.beginCheckout({ keyId });
  return page;
}
