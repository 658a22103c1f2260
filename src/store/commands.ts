import type { SubscriptionFacts } from "../domain/billing.ts";
import type { Key } from "../domain/keys.ts";
import type { OwnLimits, Tier } from "../domain/plans.ts";
import type { ProPrice } from "../domain/pro-price.ts";
import type {
  Attached,
  BegunCheckout,
  Checkout,
  DayCount,
  KeyOrigin,
  NewKey,
  PaymentNews,
  RotatedKey,
} from "./accounts/index.ts";

/**
 * The writes the rest of the service may ask of the writer thread, by name. Each resolves once its effect is durable,
 * or rejects with the AppError the writer threw.
 */
export interface Commands {
  /** Without `origin` nobody counts; rejects with key_creation_limit_exceeded. */
  createKey(input: {
    name: string;
    email: string;
    tier: Tier;
    parentId?: string | undefined;
    limits?: OwnLimits | undefined;
    origin?: KeyOrigin | undefined;
  }): Promise<NewKey>;
  /** Rejects with revoked_api_key, key_not_found. */
  rotateKey(input: { id: string; graceHours: number }): Promise<RotatedKey>;
  /** A key that was revoked before keeps the time it was. Rejects with key_not_found. */
  revokeKey(input: { id: string }): Promise<Key>;
  /** Without `limits` the key has its plan's. Rejects with key_not_found, and for free while a subscription goes on. */
  setKeyTier(input: {
    id: string;
    tier: Tier;
    limits?: OwnLimits | undefined;
    cancelsSubscription?: boolean | undefined;
  }): Promise<Key>;
  /** Sets counts and times; repeating it changes nothing. Survives the process, not a loss of power. */
  saveUsage(input: {
    days: readonly DayCount[];
    uses: readonly { keyId: string; lastUsedAt: number }[];
  }): Promise<void>;
  /** Begins to pay for a key, or goes on with it. Rejects with already_subscribed, revoked_api_key, key_not_found. */
  beginCheckout(input: { keyId: string }): Promise<BegunCheckout>;
  /** Notes the session an attempt got; the first one stays. Gives the attempt as it is then. */
  openCheckout(input: { attemptId: string; sessionId: string; url: string; priceId: string }): Promise<Checkout>;
  /** Gives up an attempt that got no session. */
  dropCheckout(input: { attemptId: string }): Promise<void>;
  /** Records what was told together with its effect; gives false for a notification that had its effect before. */
  applyPayment(input: PaymentNews): Promise<boolean>;
  /** Records a subscription whose payment was not recorded, as the provider has it now, with its effect. */
  attachSubscription(input: SubscriptionFacts): Promise<Attached>;
  /** Keeps the price of the pro plan. */
  saveProPrice(input: ProPrice): Promise<void>;
  /** Payments of a restored database agree with the provider. */
  endRestoring(input: Record<string, never>): Promise<void>;
  /** Has the platform asked for a market's past, unless it was; resolves at once, before the platform has answered. */
  backfillHistory(input: { platform: string; id: string }): Promise<"pending" | "complete" | "unavailable">;
}

/** All of them; the compiler sees to it that none is missing. */
const NAMES: Readonly<Record<keyof Commands, true>> = {
  createKey: true,
  rotateKey: true,
  revokeKey: true,
  setKeyTier: true,
  saveUsage: true,
  beginCheckout: true,
  openCheckout: true,
  dropCheckout: true,
  applyPayment: true,
  attachSubscription: true,
  saveProPrice: true,
  endRestoring: true,
  backfillHistory: true,
};

export type Call = (name: keyof Commands, input: unknown) => Promise<unknown>;

/** The commands, each carried out by `call`. */
export const toCommands = (call: Call): Commands =>
  Object.fromEntries(
    Object.keys(NAMES).map((name) => [name, (input: unknown) => call(name as keyof Commands, input)]),
  ) as unknown as Commands;

/** Carries out a command by its name. */
export const callCommand = (commands: Commands, name: keyof Commands, input: unknown): Promise<unknown> =>
  (commands[name] as (input: unknown) => Promise<unknown>)(input);
