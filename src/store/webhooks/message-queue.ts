import { randomUUID } from "node:crypto";
import { HOUR_MS, toIso } from "../../clock.ts";
import { type Db, immediately, prepare, type SqlRow } from "../database/db.ts";

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
  const webhooks = enabled.filter(({ id }) => webhookIds?.includes(id) ?? true);
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
