import { randomUUID } from "node:crypto";
import { toIso } from "../../clock.ts";
import { type Db, prepare } from "../database/db.ts";

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

/**
 * Gives what adds a message for each enabled webhook of its key, within the caller's transaction: it is sent if that
 * commits, at least once. It gives the message's id.
 */
export function openMessageQueue(db: Db): (message: NewMessage) => string {
  const listEnabled = prepare(db, "deliveries", "listEnabled");
  const enqueue = prepare(db, "deliveries", "enqueue");
  const wake = prepare(db, "deliveries", "wake");
  return (message) => {
    const { keyId, type, at, alertId, webhookIds } = message;
    const messageId = newMessageId();
    const webhooks = listEnabled.all(keyId).filter(({ id }) => webhookIds?.includes(id) ?? true);
    const body = webhooks.length === 0 ? "" : toBody(message);
    for (const { webhookKey, nextAt } of webhooks) {
      enqueue.run({ webhookKey, messageId, alertId, type, body, at });
      if (nextAt !== 0) wake.run({ webhookKey });
    }
    return messageId;
  };
}

/** Stays the same on every try. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll("-", "")}`;

/** What is signed and sent. */
export const toBody = ({ type, data, at }: Pick<NewMessage, "type" | "data" | "at">): string =>
  JSON.stringify({ type, timestamp: toIso(at), data });
