import type { Clock } from "../clock.ts";
import type { SubscriptionFacts } from "../domain/billing.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Checkout, DuePayments, Billing as StoredPayments } from "../store/billing.ts";
import type { Commands } from "../store/commands.ts";
import { openFollowing } from "./follow.ts";
import type { Payments } from "./payments.ts";
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
}

/** How often a subscription is asked about. */
const SUBSCRIPTION_CHECK_MS = 3_600_000;

export function openDesk(settings: DeskSettings): Desk {
  const { payments, standIn, stored, commands, clock, log, origin } = settings;
  const follow = openFollowing(settings);
  const ending = new AbortController();
  const ended = Promise.withResolvers<void>();
  const settle = async (choose = (due: DuePayments) => due): Promise<void> => {
    if (ending.signal.aborted) return;
    const due = choose(stored.listDue(clock.now() - SUBSCRIPTION_CHECK_MS));
    await settleAll(due, follow, log, ending.signal);
  };
  const background = inBackground(() => settle(unwantedOnly), log);

  /** An unpaid bill was paid: what is sent may be late, so it is asked for. */
  const followResumed = async ({ subscriptionId, keyId, status }: SubscriptionFacts): Promise<void> => {
    if (status !== "live" || keyId === null || stored.findLiveSubscription(keyId)?.status !== "unpaid") return;
    await follow
      .subscription(subscriptionId)
      .catch((error: unknown) => log.warn({ err: error, subscription: subscriptionId }, "asked again later"));
  };

  return {
    standIn,
    checkout: sharing(openCheckouts(settings, follow.checkout, background.start)),

    async openPortal(keyId) {
      const customerId = stored.findLiveSubscription(keyId)?.customerId ?? null;
      if (customerId === null) throw new AppError("not_found", "this key has no subscription");
      return payments.createPortal(customerId, `${origin()}/pricing`);
    },

    async receive(body, signature) {
      const event = payments.readEvent(body, signature, clock.now());
      const { checkout, subscription } = event;
      if (checkout === undefined && subscription === undefined) return;
      const isNew = await commands.applyPayment({ event, checkout, subscription });
      log.info({ event: event.id, type: event.type, isNew }, "notified of a payment");
      background.start();
      if (subscription !== undefined) void followResumed(subscription);
    },

    refresh: sharing(async (sessionId) => {
      const before = stored.findCheckout(sessionId);
      if (before?.status !== "open" && before?.status !== "processing") return before;
      await follow.checkout(sessionId, false);
      background.start();
      return stored.findCheckout(sessionId);
    }),

    followSubscription: follow.subscription,

    settle() {
      // What is learnt may make more unwanted.
      const work = settle().then(background.start).then(background.settled);
      return Promise.race([work, ended.promise]);
    },

    settleUnwanted: () => background.start(),
    close() {
      ending.abort();
      ended.resolve();
    },
  };
}

/** Goes on with an attempt to pay, or begins another. */
function openCheckouts(
  { payments, stored, commands, origin }: DeskSettings,
  ask: (sessionId: string, isUnwanted: boolean) => Promise<string | null>,
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
    const { sessionId, url } = await commands.openCheckout({ attemptId, ...page });
    if (sessionId === null || url === null) throw unavailable("the session was given up meanwhile");
    // Refuses a key that was revoked meanwhile.
    await commands.beginCheckout({ keyId }).finally(settleUnwanted);
    return { sessionId, url };
  };
  const resume = async (sessionId: string): Promise<HostedPage | undefined> => {
    const url = await ask(sessionId, false);
    const status = stored.findCheckout(sessionId)?.status;
    if (status === "processing") throw new AppError("already_subscribed", "a payment for this key is being processed");
    if (status !== "open") return undefined;
    if (url === null) throw unavailable("the session has no address");
    return { url, sessionId };
  };
  return async (keyId) => {
    const begun = await commands.beginCheckout({ keyId });
    const open = begun.sessionId === undefined ? undefined : await resume(begun.sessionId);
    if (open !== undefined) return open;
    if (begun.sessionId === undefined) return create(begun.attemptId, keyId);
    // The one before has expired, or was paid: then this refuses.
    const { attemptId } = await commands.beginCheckout({ keyId });
    return create(attemptId, keyId);
  };
}

const unavailable = (reason: string): AppError =>
  new AppError("payments_unavailable", "the payment provider does not answer as it should; try again soon", {
    headers: { "Retry-After": "30" },
    cause: new Error(reason),
  });
