import type { Clock } from "../clock.ts";
import type { CheckoutFacts, PaymentEvent, SubscriptionFacts } from "../domain/billing.ts";
import type { ProPrice } from "../domain/pro-price.ts";
import { AppError, levelOf, messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Checkout, DuePayments, Billing as StoredPayments } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";
import { unavailable, withinDeadline } from "./deadline.ts";
import { type Following, openFollowing } from "./follow.ts";
import type { Payments } from "./payments.ts";
import { openPriceReading } from "./price.ts";
import { reconcileRestored } from "./reconcile.ts";
import { inBackground, settleAll, sharing, unwantedOnly } from "./settle.ts";
import type { StandIn } from "./stand-in.ts";

/** A hosted page on which a key is paid for. */
export interface HostedPage {
  readonly url: string;
  readonly sessionId: string;
}

/** Where keys are paid for: the payment provider on one side, the stored keys on the other. */
export interface Desk {
  /** The demo's provider, where that is in use. */
  readonly standIn: StandIn | undefined;
  /** What the pro plan costs; undefined until the provider has told it. */
  price(): ProPrice | undefined;
  /** Has the provider asked for the price. Throws OperatorError for one that is paid once. */
  readPrice(): Promise<void>;
  /**
   * A page to pay for a key; the one that is open already if there is one. Throws AppError already_subscribed,
   * revoked_api_key, payments_unavailable.
   */
  checkout(keyId: string): Promise<HostedPage>;
  /** The provider's page for a key's subscription. Throws AppError not_found, payments_unavailable. */
  openPortal(keyId: string): Promise<string>;
  /** Takes in a notification. Throws AppError invalid_signature. */
  receive(body: Buffer, signature: string | undefined): Promise<void>;
  /** A session of ours, asked about anew while it is not settled. Throws AppError payments_unavailable. */
  refresh(sessionId: string): Promise<Checkout | undefined>;
  /** Asks about one subscription. Throws AppError payments_unavailable. */
  followSubscription(subscriptionId: string): Promise<void>;
  /** Asks about what is not settled and cancels what is not wanted any more; what fails is logged and comes again. */
  settle(): Promise<void>;
  /** Closes and cancels what is not wanted any more, in the background. */
  settleUnwanted(): void;
  /** Begins nothing more of this, and waits for none of it. */
  close(): void;
}

/** Throws AppError payments_not_configured where there is none. */
export function requireDesk(desk: Desk | undefined): Desk {
  if (desk !== undefined) return desk;
  throw new AppError("payments_not_configured", "keys cannot be paid for here: the operator has not set up payments");
}

export interface DeskSettings {
  readonly payments: Payments;
  readonly standIn?: StandIn | undefined;
  readonly stored: StoredPayments;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the payer comes back to, without a slash at its end. */
  readonly origin: () => string;
  /** How long a caller waits for the provider. */
  readonly deadlineMs?: number;
}

/** How often a subscription is asked about. */
const SUBSCRIPTION_CHECK_MS = 3_600_000;

/** Callers are answered within 10 s, whether the provider answers or not. */
const DEADLINE_MS = 8_000;

/** A start waits no longer for the price. */
const START_DEADLINE_MS = 4_000;

export function openDesk(settings: DeskSettings): Desk {
  const { payments, standIn, stored, commands, clock, log, origin, deadlineMs = DEADLINE_MS } = settings;
  const follow = openFollowing(settings);
  const price = openPriceReading(settings);
  const ending = new AbortController();
  const ended = Promise.withResolvers<void>();
  const inTime = <T>(work: Promise<T>): Promise<T> => withinDeadline(work, deadlineMs, ending.signal);
  const settle = async (choose = (due: DuePayments) => due): Promise<void> => {
    if (ending.signal.aborted) return;
    const now = clock.now();
    const due = choose(stored.listDue({ checkedBefore: now - SUBSCRIPTION_CHECK_MS, now }));
    await settleAll(due, follow, log, ending.signal);
  };
  const background = inBackground(() => settle(unwantedOnly), log);

  const checkout = sharing(openCheckouts(settings, follow, background.start));
  const refresh = sharing(async (sessionId) => {
    const before = stored.findCheckout(sessionId);
    if (before?.status !== "open" && before?.status !== "processing") return before;
    await follow.checkout(sessionId, false);
    background.start();
    return stored.findCheckout(sessionId);
  });
  const reconcile = sharing(() => reconcileRestored({ ...settings, follow }));
  const repair = async (): Promise<void> => {
    const parts = [() => price.read(), () => reconcile("all")];
    for (const part of parts) {
      if (ending.signal.aborted) return;
      await part().catch((error: unknown) => log[levelOf(error)]({ err: error }, messageOf(error)));
    }
  };

  return {
    standIn,
    price: price.current,
    readPrice: () =>
      withinDeadline(price.read(), START_DEADLINE_MS, ending.signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log.warn({ err: error }, "the price of the pro plan cannot be read now");
      }),
    checkout: (keyId) => inTime(checkout(keyId)),

    async openPortal(keyId) {
      const customerId = stored.findLiveSubscription(keyId)?.customerId ?? null;
      if (customerId === null) throw new AppError("not_found", "this key has no subscription");
      return inTime(payments.createPortal(customerId, `${origin()}/pricing`));
    },

    async receive(body, signature) {
      const event = payments.readEvent(body, signature, clock.now());
      const { checkout, subscription } = event;
      if (checkout === undefined && subscription === undefined) return;
      const isNew = await commands.applyPayment({ event, checkout, subscription });
      log.info({ event: event.id, type: event.type, isNew }, "notified of a payment");
      background.start();
      const resumed = findResumed(stored, subscription);
      if (resumed !== undefined) {
        void follow
          .subscription(resumed)
          .catch((error: unknown) => log.warn({ err: error, subscription: resumed }, "asked again later"));
      }
      const unrecorded = findUnrecorded(stored, event);
      // Refused where the provider does not answer, so that it sends this again.
      if (unrecorded !== undefined) await inTime(follow.attachment(unrecorded));
    },

    refresh: (sessionId) => inTime(refresh(sessionId)),
    followSubscription: follow.subscription,

    settle() {
      // What is learnt may make more unwanted.
      const work = repair()
        .then(() => settle())
        .then(background.start)
        .then(background.settled);
      return Promise.race([work, ended.promise]);
    },

    settleUnwanted: () => background.start(),
    close() {
      ending.abort();
      ended.resolve();
      payments.close();
    },
  };
}

/** A subscription that pays for pro again, it seems: what is sent may be late, so it has to be asked for. */
function findResumed(stored: StoredPayments, facts: SubscriptionFacts | undefined): string | undefined {
  if (facts?.status !== "live") return undefined;
  const before = stored.findSubscription(facts.subscriptionId)?.status;
  return before === "unpaid" || before === "moved" ? facts.subscriptionId : undefined;
}

/** A subscription that was paid for and is not on record, as after a backup was restored. */
function findUnrecorded(stored: StoredPayments, { checkout, subscription }: PaymentEvent): string | undefined {
  const id = findPaid(stored, checkout) ?? (isRunning(subscription) ? subscription?.subscriptionId : undefined);
  return id === undefined || stored.findSubscription(id) !== undefined ? undefined : id;
}

const isRunning = (facts: SubscriptionFacts | undefined): boolean =>
  facts?.keyId != null && (facts.status === "live" || facts.status === "unpaid");

function findPaid(stored: StoredPayments, facts: CheckoutFacts | undefined): string | undefined {
  if (facts?.status !== "paid" || stored.findCheckout(facts.sessionId) !== undefined) return undefined;
  return facts.subscriptionId ?? undefined;
}

/** Goes on with an attempt to pay, or begins another. */
function openCheckouts(
  { payments, stored, commands, origin }: DeskSettings,
  follow: Following,
  settleUnwanted: () => void,
): (keyId: string) => Promise<HostedPage> {
  const create = async (attemptId: string, keyId: string): Promise<HostedPage> => {
    const successUrl = `${origin()}/billing/success?session_id={CHECKOUT_SESSION_ID}`;
    const order = { attemptId, keyId, successUrl, cancelUrl: `${origin()}/billing/cancelled` };
    const page = await payments.createCheckout(order).catch(async (error: unknown) => {
      // Repeated under the same name, the provider might only repeat its refusal.
      await commands.dropCheckout({ attemptId });
      throw error;
    });
    const { sessionId, url } = await commands.openCheckout({ attemptId, ...page, priceId: payments.priceId });
    if (sessionId === null || url === null) throw unavailable("the session was given up meanwhile");
    // Refuses a key that was revoked meanwhile.
    await commands.beginCheckout({ keyId }).finally(settleUnwanted);
    return { sessionId, url };
  };
  const resume = async (sessionId: string): Promise<HostedPage | undefined> => {
    const url = await follow.checkout(sessionId, false);
    const status = stored.findCheckout(sessionId)?.status;
    if (status === "processing") throw new AppError("already_subscribed", "a payment for this key is being processed");
    if (status !== "open") return undefined;
    if (url === null) throw unavailable("the session has no address");
    return { url, sessionId };
  };
  return async (keyId) => {
    const former = stored.findLiveSubscription(keyId);
    if (former?.isUnwanted) await follow.cancellation(former.subscriptionId);
    const begun = await commands.beginCheckout({ keyId });
    const open = begun.sessionId === undefined ? undefined : await resume(begun.sessionId);
    if (open !== undefined) return open;
    if (begun.sessionId === undefined) return create(begun.attemptId, keyId);
    // The one before has expired, or was paid: then this refuses.
    const { attemptId } = await commands.beginCheckout({ keyId });
    return create(attemptId, keyId);
  };
}
