import { randomUUID } from "node:crypto";
import { HOUR_MS, toIso } from "../../clock.ts";
import { failsTooLong, type TryOutcome, waitAfter } from "../../domain/webhooks.ts";
import { AppError } from "../../errors.ts";
import { type Db, immediately, prepare, type SqlRow } from "../database/db.ts";

/** What came of one try. */
export type Attempt = SqlRow<"deliveries", "listAttempts">;

/** One message to one webhook, with all tries. */
export interface Delivery extends Omit<SqlRow<"deliveries", "find">, "nextAt"> {
  /** When it is tried next; null once it is not. */
  readonly nextAt: number | null;
  readonly attempts: readonly Attempt[];
}

/** The next message of a webhook, with all that sending it needs: secrets too. */
export type DueMessage = SqlRow<"deliveries", "findNext">;

/** A try as the sender reports it. */
export interface MadeAttempt {
  readonly deliveryKey: number;
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: TryOutcome;
  readonly statusCode: number | null;
  /** Its first 1,024 bytes, or what went wrong. */
  readonly answer: string;
  /** How long the webhook asked to be left alone; 0 where it did not. */
  readonly retryAfterMs: number;
}

/** Keys of webhooks with a try that is due, those that work well or those that fail. */
export const listDueWebhooks = (db: Db, now: number, isFailing: boolean, limit: number): number[] =>
  prepare(db, "deliveries", "listDue")
    .pluck()
    .all({ now, isFailing: Number(isFailing), limit });

export const findNextMessage = (db: Db, webhookKey: number, now: number): DueMessage | undefined =>
  prepare(db, "deliveries", "findNext").get({ webhookKey, now });

/** Messages that wait for webhooks that are sent to, and when the oldest was made. */
export const countWaiting = (db: Db) => prepare(db, "deliveries", "count").get();

/** Throws AppError delivery_not_found. */
export function getDelivery(db: Db, webhookKey: number, messageId: string): Delivery {
  const row = prepare(db, "deliveries", "find").get({ webhookKey, messageId });
  if (row === undefined)
    throw new AppError("delivery_not_found", "this webhook has no delivery with this id; list them");
  return toDelivery(db, row);
}

/** The newest first, or those before one with this id. Throws AppError delivery_not_found. */
export function listDeliveriesOf(db: Db, webhookKey: number, limit: number, beforeId?: string): Delivery[] {
  const before = beforeId === undefined ? Number.MAX_SAFE_INTEGER : getDelivery(db, webhookKey, beforeId).deliveryKey;
  const rows = prepare(db, "deliveries", "listBefore").all({ webhookKey, before, limit });
  return rows.map((row) => toDelivery(db, row));
}

const toDelivery = (db: Db, { nextAt, ...row }: SqlRow<"deliveries", "find">): Delivery => ({
  ...row,
  nextAt: row.status === "waiting" ? Math.max(nextAt, row.createdAt) : null,
  attempts: prepare(db, "deliveries", "listAttempts").all({ deliveryKey: row.deliveryKey }),
});

/**
 * Records a try and when the next one is due. Not durable by itself: a try that is forgotten in a loss of power is made
 * again, under the same id.
 */
export const recordAttempt = (db: Db, attempt: MadeAttempt, random: () => number): void =>
  immediately(db, () => {
    const { deliveryKey, retryAfterMs, ...made } = attempt;
    const row = prepare(db, "deliveries", "findTried").get({ deliveryKey });
    if (row === undefined) return;
    prepare(db, "deliveries", "insertAttempt").run({ deliveryKey, ...made });
    const saveTried = prepare(db, "deliveries", "saveTried");
    const saveResult = prepare(db, "deliveries", "saveResult");
    const tries = row.tries + 1;
    const endedAt = made.at + made.durationMs;
    if (made.outcome === "delivered") {
      saveTried.run({ deliveryKey, status: "delivered", tries, nextAt: 0 });
      saveResult.run({ ...row, failures: 0, failingSince: null, heldUntil: 0, reason: null });
      return;
    }
    const isGone = made.statusCode === 410;
    const waitMs = isGone ? undefined : waitAfter(tries, retryAfterMs, random);
    const status = waitMs === undefined ? "failed" : "waiting";
    saveTried.run({ deliveryKey, status, tries, nextAt: endedAt + (waitMs ?? 0) });
    const [failures, failingSince] = [row.failures + 1, row.failingSince ?? made.at];
    const reason = isGone ? "gone" : failsTooLong(endedAt - failingSince, failures) ? "failing" : null;
    const state = reason === null || row.state === "ended" ? row.state : "disabled";
    const heldUntil = retryAfterMs === 0 ? 0 : endedAt + retryAfterMs;
    saveResult.run({ webhookKey: row.webhookKey, failures, failingSince, heldUntil, state, reason });
  });

/** A message for the webhooks of a key, or for the operator's own where that is null. */
export interface NewMessage {
  readonly keyId: string | null;
  /** Such as `market.price_crossed`. */
  readonly type: string;
  /**
   * Sent as it is to a webhook. Other targets show its `title`, `text` and `url` where it has these, as strings;
   * without a `text` they show the type and the members.
   */
  readonly data: object;
  readonly at: number;
  readonly alertId: string | null;
  /** All of the key without them. Those of other keys are left out. */
  readonly webhookIds?: readonly string[] | null;
}

/** Whether what goes to these webhooks, or to all of a key where none are named, goes to one. */
export const goesTo = (webhookIds: readonly string[] | null | undefined, id: string): boolean =>
  webhookIds?.includes(id) ?? true;

/** Messages of alerts that a webhook gets in an hour. */
export const MAX_HOURLY_MESSAGES = 100;

/**
 * Adds a message for each enabled webhook of its key, within the caller's transaction: it is sent if that commits, at least
 * once. Gives the message's id. What alerts send beyond the hourly limit of a webhook is held back.
 */
export function enqueueMessage(db: Db, message: NewMessage): string {
  const { keyId, type, at, alertId, webhookIds } = message;
  const messageId = newMessageId();
  const enabled = prepare(db, "deliveries", "listEnabled").all(keyId);
  const webhooks = enabled.filter(({ id }) => goesTo(webhookIds, id));
  const body = webhooks.length === 0 ? "" : toBody(message);
  for (const { webhookKey, nextAt } of webhooks) {
    const limit = { webhookKey, after: at - HOUR_MS, skip: MAX_HOURLY_MESSAGES - 1 };
    if (alertId !== null && prepare(db, "deliveries", "isFull").pluck().get(limit) === 1) {
      prepare(db, "deliveries", "hold").run({ webhookKey, alertId, at });
      continue;
    }
    prepare(db, "deliveries", "enqueue").run({ webhookKey, messageId, alertId, type, body, at });
    if (nextAt !== 0) prepare(db, "deliveries", "wake").run({ webhookKey });
  }
  return messageId;
}

/** Alerts that the message about what was held back names. */
const MAX_NAMED_ALERTS = 10;

/** Tells each webhook, an hour after its first message was held back, how many were. */
export function tellHeldMessages(db: Db, at: number): void {
  const held = prepare(db, "deliveries", "listHeld").all({ before: at - HOUR_MS });
  if (held.length === 0) return;
  immediately(db, () => {
    for (const [webhookKey, alerts] of Map.groupBy(held, (row) => row.webhookKey)) {
      const [{ keyId, webhookId }] = alerts as [(typeof alerts)[number]];
      const message = { type: "alerts.held_back", data: describeHeld(alerts), at, alertId: null };
      enqueueMessage(db, { ...message, keyId, webhookIds: [webhookId] });
      prepare(db, "deliveries", "endHeld").run({ webhookKey });
    }
  });
}

function describeHeld(alerts: readonly SqlRow<"deliveries", "listHeld">[]): object {
  const messages = alerts.reduce((sum, alert) => sum + alert.messages, 0);
  const named = alerts.slice(0, MAX_NAMED_ALERTS);
  const since = Math.min(...alerts.map((alert) => alert.since));
  const counts = named.map(({ alertId, name, messages: count }) => `${name || alertId}: ${count}`).join("\n");
  const more = alerts.length > named.length ? `\nand ${alerts.length - named.length} more alerts` : "";
  return {
    title: `${messages} ${messages === 1 ? "message was" : "messages were"} held back`,
    text:
      `A webhook gets ${MAX_HOURLY_MESSAGES} messages of alerts in an hour. Held back since ${toIso(since)}:\n${counts}${more}\n` +
      "A narrower scope or a longer cooldown makes them fewer.",
    messages,
    since: toIso(since),
    alerts: named.map(({ alertId, name, messages: count }) => ({
      alert_id: alertId,
      alert_name: name,
      messages: count,
    })),
  };
}

/** Stays the same on every try. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll("-", "")}`;

/** What is signed and sent. */
export const toBody = ({ type, data, at }: Pick<NewMessage, "type" | "data" | "at">): string =>
  JSON.stringify({ type, timestamp: toIso(at), data });
