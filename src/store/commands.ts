import type { ProPrice } from "../domain/accounts/billing.ts";
import type { FixedKey, Key } from "../domain/accounts/keys.ts";
import type { OwnLimits, Tier } from "../domain/accounts/plans.ts";
import type { AlertChange, AlertContent } from "../domain/alert-rules.ts";
import type { Checkout } from "./accounts/checkouts.ts";
import type { KeyOrigin, NewKey, RotatedKey } from "./accounts/keys.ts";
import type { FoundSubscriptions, PaymentFinding } from "./accounts/subscriptions.ts";
import type { DayCount } from "./accounts/usage.ts";
import type { Alert, AlertName } from "./alerts/alerts.ts";
import type { Backup } from "./database/backup.ts";
import type { MarketName } from "./matching/pair-decisions.ts";
import type { Delivery, MadeAttempt } from "./webhooks/deliveries.ts";
import type { NewWebhook, Webhook, WebhookChange, WebhookName, WebhookSecret } from "./webhooks/webhooks.ts";

/**
 * The writes that the rest of the service may ask of the writer thread. Each resolves once its effect is durable, or
 * rejects with the AppError the writer threw.
 */
export interface Commands {
  /** Without `origin` there is no limit; with it, rejects with key_creation_limit_exceeded. */
  createKey(input: {
    name: string;
    email: string;
    tier: Tier;
    parentId?: string | undefined;
    limits?: OwnLimits | undefined;
    origin?: KeyOrigin | undefined;
    /** In place of a random id and secret. */
    fixed?: FixedKey | undefined;
  }): Promise<NewKey>;
  /** Rejects with revoked_api_key, key_not_found. */
  rotateKey(input: { id: string; graceHours: number }): Promise<RotatedKey>;
  /** A key that was revoked before keeps that time. Rejects with key_not_found. */
  revokeKey(input: { id: string }): Promise<Key>;
  /** Without `limits` the key has its plan's. Rejects with key_not_found; also for `free` while a subscription runs. */
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
  /** Gives the open page of a key that can be paid for. Rejects with already_subscribed, revoked_api_key, key_not_found. */
  beginCheckout(input: { keyId: string }): Promise<Checkout | null>;
  /** Keeps the new payment page of a key. */
  saveCheckout(input: { keyId: string; sessionId: string; priceId: string }): Promise<void>;
  /** Notes that a payment page cannot be paid any more. */
  closeCheckout(input: { sessionId: string }): Promise<void>;
  /** Brings keys in line with their subscriptions, as the provider has them now. */
  applySubscriptions(input: FoundSubscriptions): Promise<PaymentFinding[]>;
  /** Keeps the price of the pro plan. */
  saveProPrice(input: ProPrice): Promise<void>;
  /** Asks the platform for a market's past, unless that was done. Resolves before the platform has answered. */
  backfillHistory(input: { platform: string; id: string }): Promise<"pending" | "complete" | "unavailable">;
  /**
   * Starts a full pass over a platform at its pace, and resolves before it ends. Rejects with validation_error where the
   * platform is not read, rate_limit_exceeded where it is being read or just was, unavailable where nothing is read.
   */
  readPlatform(input: { platform: string }): Promise<void>;
  /**
   * Has the prices of these markets asked for every few seconds, and the order books of the first. Replaces the markets of the call before, and lasts for a
   * minute: repeat it sooner. Of too many markets the last ones are left out. Nothing of it is stored.
   */
  watchMarkets(input: { markets: readonly WatchedMarket[] }): Promise<void>;
  /**
   * Reads the order books of these markets, those that are younger than their price and half a minute left out. Resolves
   * once they are stored, within about 2 s, whether or not their platforms gave them.
   */
  readBooks(input: { markets: readonly WatchedMarket[] }): Promise<void>;
  /**
   * Stores or deletes the operator's decision on some pairs; matching applies it within seconds. `isInverted` says whether yes
   * on one is no on the other, null leaves it to the comparison. Rejects with validation_error; with market_not_found unless it is to be forgotten.
   */
  decidePairs(input: PairDecisions): Promise<void>;
  /** Keeps what a visitor reported. Rejects with rate_limit_exceeded, unavailable where too many reports wait. */
  reportMatch(input: ReportedMatch): Promise<void>;
  /** Deletes the reports of a pair, once the operator is done with them. */
  closeReports(input: { market: MarketName; other: MarketName }): Promise<void>;
  /** The questions that a decision would part, besides the pair itself. Changes nothing. */
  previewDecision(input: PairDecision): Promise<readonly PartedQuestion[]>;
  /** Rejects with webhook_limit_exceeded. */
  createWebhook(input: NewWebhook): Promise<WebhookSecret>;
  // The next ones reject with webhook_not_found for a webhook that the key does not have.
  /** Rejects with validation_error for a wrong code. */
  changeWebhook(input: WebhookChange): Promise<Webhook>;
  deleteWebhook(input: WebhookName): Promise<void>;
  /** Rejects with validation_error for a target that is not signed for. */
  rotateWebhook(input: WebhookName): Promise<WebhookSecret & { readonly previousExpiresAt: number }>;
  /** Rejects with webhook_disabled. */
  testWebhook(input: WebhookName): Promise<Delivery>;
  /** Rejects with webhook_disabled, delivery_not_found. */
  replayDelivery(input: WebhookName & { readonly messageId: string }): Promise<Delivery>;
  /** Records a try to send a message. Survives the process, not a loss of power. */
  recordAttempt(input: MadeAttempt): Promise<void>;
  /** Has a message sent to the operator's webhooks. */
  tellOperator(input: OperatorMessage): Promise<void>;
  /** Rejects with revoked_api_key, alert_limit_exceeded, validation_error, market_not_found, event_not_found, question_not_found. */
  createAlert(input: { keyId: string | null; content: AlertContent }): Promise<Alert>;
  /** The alert starts over. Rejects with alert_not_found and as `createAlert` does. */
  changeAlert(input: AlertName & { change: AlertChange }): Promise<Alert>;
  /** Rejects with alert_not_found. */
  deleteAlert(input: AlertName): Promise<Alert>;
  /** Makes a backup now, as at its times. Rejects with unavailable, and why. */
  makeBackup(input: Record<string, never>): Promise<Backup>;
  /** Whether a backup is being made, at its time or asked for. */
  isBackingUp(input: Record<string, never>): Promise<boolean>;
}

/** What the operator is told of the service itself. */
export interface OperatorMessage {
  readonly type: "service.source_stale" | "service.disk_full" | "service.backup_failed" | "service.webhook_lost";
  readonly title: string;
  readonly text: string;
}

/** A decision by hand on two markets of different platforms. */
export interface PairDecision {
  readonly a: MarketName;
  readonly b: MarketName;
  readonly kind: "confirmed" | "rejected" | "forgotten";
  readonly isInverted: boolean | null;
}

/** The same decision on several pairs. */
export interface PairDecisions extends Pick<PairDecision, "kind" | "isInverted"> {
  readonly pairs: readonly Pick<PairDecision, "a" | "b">[];
}

/** A market that does not belong to a question, as a visitor reports it. */
export interface ReportedMatch {
  readonly questionId: string;
  readonly market: MarketName;
  /** A market of the question to compare it with. */
  readonly other: MarketName;
  /** Why, in the visitor's words; may be empty. */
  readonly note: string;
  /** Where the report came from. */
  readonly address: string;
}

/** A question that a decision would part. */
export interface PartedQuestion {
  /** Null where its group has no question. */
  readonly id: string | null;
  /** Its markets, by who would stay together. */
  readonly parts: readonly (readonly (MarketName & { readonly title: string })[])[];
}

/** Further markets of a call are left out. */
export const MAX_WATCHED_MARKETS = 10_000;

/** A market that somebody looks at. */
export interface WatchedMarket {
  readonly platform: string;
  readonly id: string;
}

/** Carries out a command by its name. Untyped: a command crosses threads as a message. */
export type Call = (name: keyof Commands, input: unknown) => Promise<unknown>;

/** The commands as methods, each carried out by `call`. */
export const toCommands = (call: Call): Commands =>
  new Proxy<Partial<Commands>>(
    {},
    { get: (_, name) => (input: unknown) => call(name as keyof Commands, input) },
  ) as Commands;

/** The other end of `toCommands`. */
export const callCommand = (commands: Commands, name: keyof Commands, input: unknown): Promise<unknown> =>
  (commands[name] as (input: unknown) => Promise<unknown>)(input);
