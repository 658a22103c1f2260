import type { Clock } from "../clock.ts";
import type { ProPrice } from "../domain/accounts/billing.ts";
import type { AlertChange, AlertContent } from "../domain/alerts.ts";
import {
  createKey,
  type DayCount,
  type KeyInput,
  revokeKey,
  rotateKey,
  saveUsage,
  setKeyTier,
  type TierChoice,
  touchKeys,
} from "./accounts/keys.ts";
import {
  applySubscriptions,
  beginCheckout,
  type Checkout,
  closeCheckout,
  type FoundSubscriptions,
  saveCheckout,
} from "./accounts/subscriptions.ts";
import { type AlertName, changeAlert, createAlert, deleteAlert } from "./alerts/alerts.ts";
import type { Backup } from "./database/backup.ts";
import { type Db, immediately } from "./database/db.ts";
import { saveProPrice } from "./database/properties.ts";
import { previewDecision } from "./matching/pairs.ts";
import {
  addReport,
  decidePairs,
  type MarketName,
  type PairDecision,
  type PairDecisions,
  type ReportedMatch,
  removeReportsOfPair,
} from "./matching/reviews.ts";
import { type MadeAttempt, recordAttempt } from "./webhooks/deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  endWebhook,
  type NewWebhook,
  replayDelivery,
  rotateWebhook,
  testWebhook,
  type WebhookChange,
  type WebhookName,
} from "./webhooks/webhooks.ts";

/** The writer's connection, with what else commands take. */
export interface CommandContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The writes that need the database alone. */
export const STORE_COMMANDS = {
  /** Without `origin` there is no limit; with it, rejects with key_creation_limit_exceeded. */
  createKey: ({ db, clock }, input: KeyInput) => createKey(db, input, clock.now()),
  /** Rejects with revoked_api_key, key_not_found. */
  rotateKey: ({ db, clock }, { id, graceHours }: { id: string; graceHours: number }) =>
    rotateKey(db, id, graceHours, clock.now()),
  /** A key that was revoked before keeps that time. Rejects with key_not_found. */
  revokeKey: ({ db, clock }, { id }: { id: string }) => revokeKey(db, id, clock.now()),
  /** Without `limits` the key has its plan's. Rejects with key_not_found; also for `free` while a subscription runs. */
  setKeyTier: ({ db, clock }, input: TierChoice & { readonly id: string }) => setKeyTier(db, input, clock.now()),
  /** Sets counts and times; repeating it changes nothing. Survives the process, not a loss of power. */
  saveUsage: ({ db }, { days, uses }: UsageCounts) =>
    immediately(db, () => {
      saveUsage(db, days);
      touchKeys(db, uses);
    }),
  /** Gives the open page of a key that can be paid for. Rejects with already_subscribed, revoked_api_key, key_not_found. */
  beginCheckout: ({ db }, { keyId }: { keyId: string }) => beginCheckout(db, keyId),
  /** Keeps the new payment page of a key. */
  saveCheckout: ({ db }, page: Omit<Checkout, "isOpen">) => saveCheckout(db, page),
  /** Notes that a payment page cannot be paid any more. */
  closeCheckout: ({ db }, { sessionId }: { sessionId: string }) => closeCheckout(db, sessionId),
  /** Brings keys in line with their subscriptions, as the provider has them now. */
  applySubscriptions: ({ db, clock }, answer: FoundSubscriptions) => applySubscriptions(db, answer, clock.now()),
  /** Keeps the price of the pro plan. */
  saveProPrice: ({ db }, price: ProPrice) => saveProPrice(db, price),
  /**
   * Stores or deletes the operator's decision on some pairs; matching applies it within seconds. `isInverted` says whether yes
   * on one is no on the other, null leaves it to the comparison. Rejects with validation_error; with market_not_found unless it is to be forgotten.
   */
  decidePairs: ({ db, clock }, decisions: PairDecisions) => decidePairs(db, decisions, clock.now()),
  /** Keeps what a visitor reported. Rejects with rate_limit_exceeded, unavailable where too many reports wait. */
  reportMatch: ({ db, clock }, report: ReportedMatch) => addReport(db, report, clock.now()),
  /** Deletes the reports of a pair, once the operator is done with them. */
  closeReports: ({ db }, { market, other }: { market: MarketName; other: MarketName }) =>
    removeReportsOfPair(db, market, other),
  /** The questions that a decision would part, besides the pair itself. Changes nothing. */
  previewDecision: ({ db }, decision: PairDecision) => previewDecision(db, decision),
  /** Rejects with webhook_limit_exceeded. */
  createWebhook: ({ db, clock }, input: NewWebhook) => createWebhook(db, input, clock.running()),
  // The next ones reject with webhook_not_found for a webhook that the key does not have.
  /** Rejects with validation_error for a wrong code. */
  changeWebhook: ({ db }, change: WebhookChange) => changeWebhook(db, change),
  deleteWebhook: ({ db }, name: WebhookName) => endWebhook(db, name),
  /** Rejects with validation_error for a target that is not signed for. */
  rotateWebhook: ({ db, clock }, name: WebhookName) => rotateWebhook(db, name, clock.running()),
  /** Rejects with webhook_disabled. */
  testWebhook: ({ db, clock }, name: WebhookName) => testWebhook(db, name, clock.running()),
  /** Rejects with webhook_disabled, delivery_not_found. */
  replayDelivery: ({ db }, { messageId, ...name }: WebhookName & { readonly messageId: string }) =>
    replayDelivery(db, name, messageId),
  /** Records a try to send a message. Survives the process, not a loss of power. */
  recordAttempt: ({ db, random }, attempt: MadeAttempt) => recordAttempt(db, attempt, random),
  /** Rejects with revoked_api_key, alert_limit_exceeded, validation_error, market_not_found, event_not_found, question_not_found. */
  createAlert: ({ db, clock }, { keyId, content }: { keyId: string | null; content: AlertContent }) =>
    createAlert(db, keyId, content, clock.now()),
  /** The alert starts over. Rejects with alert_not_found and as `createAlert` does. */
  changeAlert: ({ db, clock }, { change, ...name }: AlertName & { change: AlertChange }) =>
    changeAlert(db, name, change, clock.now()),
  /** Rejects with alert_not_found. */
  deleteAlert: ({ db }, name: AlertName) => deleteAlert(db, name),
} satisfies Readonly<Record<string, (context: CommandContext, input: never) => unknown>>;

interface UsageCounts {
  readonly days: readonly DayCount[];
  readonly uses: readonly { keyId: string; lastUsedAt: number }[];
}

type StoreCommands = {
  [Name in keyof typeof STORE_COMMANDS]: (
    input: Parameters<(typeof STORE_COMMANDS)[Name]>[1],
  ) => Promise<ReturnType<(typeof STORE_COMMANDS)[Name]>>;
};

/**
 * The writes that the rest of the service may ask of the writer thread. Each resolves once its effect is durable, or
 * rejects with the AppError the writer threw.
 */
export interface Commands extends StoreCommands {
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
  /** Has a message sent to the operator's webhooks. */
  tellOperator(input: OperatorMessage): Promise<void>;
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

/** Further markets of a call are left out. */
export const MAX_WATCHED_MARKETS = 10_000;

/** A market that somebody looks at. */
export type WatchedMarket = MarketName;

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
