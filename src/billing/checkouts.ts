import { AppError } from "../errors.ts";
import { unavailable } from "./deadline.ts";
import type { Reconciler, ReconcilerDeps } from "./reconcile.ts";

/** A hosted page on which a key is paid for. */
export interface HostedPage {
  readonly url: string;
  readonly sessionId: string;
}

export interface CheckoutDeps extends ReconcilerDeps {
  /** Of the pages the provider sends a payer to, without a slash at its end. */
  readonly origin: () => string;
}

/** Resumes a key's attempt to pay, or starts another. */
export function openCheckouts(
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
    if (sessionId === null || url === null) throw unavailable("the session was dropped meanwhile");
    // Refuses a key that was revoked meanwhile.
    await commands.beginCheckout({ keyId }).finally(cancelUnwanted);
    return { sessionId, url };
  };
  const resume = async (sessionId: string): Promise<HostedPage | undefined> => {
    const url = await reconciler.checkout(sessionId, false);
    const status = stored.findCheckout(sessionId)?.status;
    if (status === "processing") throw new AppError("already_subscribed", "a payment for this key is being processed");
    if (status !== "open") return undefined;
    if (url === null) throw unavailable("the session has no address");
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
