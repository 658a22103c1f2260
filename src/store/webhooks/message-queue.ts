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
  readonly webhookIds?: readonly string[] | undefined;
}

/**
 * Adds a message for each enabled webhook of its key, within the caller's transaction: it is sent if that commits, at
 * least once. Gives its id.
 */
export function enqueueMessage(db: Db, message: NewMessage): string {
  const { keyId, type, at, alertId, webhookIds } = message;
  const queue = getQueue(db);
  const messageId = newMessageId();
  const enabled = queue.listEnabled.all(keyId);
  const webhooks = webhookIds === undefined ? enabled : enabled.filter(({ id }) => webhookIds.includes(id));
  if (webhooks.length === 0) return messageId;
  const body = toBody(message);
  for (const { webhookKey, nextAt } of webhooks) {
    queue.enqueue.run({ webhookKey, messageId, alertId, type, body, at });
    if (nextAt !== 0) queue.wake.run({ webhookKey });
  }
  return messageId;
}

/** Stays the same on every try. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll("-", "")}`;

/** What is signed and sent. */
export const toBody = ({ type, data, at }: Pick<NewMessage, "type" | "data" | "at">): string =>
  JSON.stringify({ type, timestamp: toIso(at), data });

type MessageQueue = ReturnType<typeof openQueue>;

/** Statements of a connection: alerts enqueue hundreds of messages in one transaction. */
const queues = new WeakMap<Db, MessageQueue>();

function getQueue(db: Db): MessageQueue {
  const known = queues.get(db);
  if (known !== undefined) return known;
  const queue = openQueue(db);
  queues.set(db, queue);
  return queue;
}

const openQueue = (db: Db) => ({
  listEnabled: prepare(db, "deliveries", "listEnabled"),
  enqueue: prepare(db, "deliveries", "enqueue"),
  wake: prepare(db, "deliveries", "wake"),
});
