import type { AlertContent, AlertRule } from "../../../src/domain/alerts.ts";
import type { Alert } from "../../../src/store/alerts/alerts.ts";
import type { TestWriter } from "../store/writer.ts";

/** A rule with nothing but what it is given. */
export const rule = (given: Partial<AlertRule> & Pick<AlertRule, "type">): AlertRule => ({
  scope: {},
  once: false,
  cooldownSeconds: 0,
  hysteresis: 0,
  minVolume: 0,
  ...given,
});

export const toContent = (one: AlertRule, more: Partial<AlertContent> = {}): AlertContent => ({
  ...{ name: "", rule: one, webhookIds: null, expiresAt: null },
  ...more,
});

/** Makes an alert of the operator. */
export const makeAlert = (
  { commands }: Pick<TestWriter, "commands">,
  given: Parameters<typeof rule>[0],
  content: Partial<AlertContent> = {},
): Promise<Alert> =>
  commands.createAlert({
    keyId: null,
    content: toContent(rule(given), content),
  });

/** Adds a webhook that gets the messages of a key, or the operator's; nothing is sent there. */
export function addWebhook({ db }: Pick<TestWriter, "db">, keyId: string | null = null, id = `wh_${keyId}`): string {
  const columns = "webhook_id, key_id, target, name, address, state, failures, held_until, created_at";
  db.prepare(
    `INSERT INTO webhooks (${columns}) VALUES (?, ?, 'ntfy', '', 'https://ntfy.example/t', 'enabled', 0, 0, 0)`,
  ).run(id, keyId);
  return id;
}

/** A message as it waits to be sent. */
export interface SentMessage {
  readonly id: string;
  readonly alertId: string | null;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
  readonly data: any;
}

/** The messages that wait, oldest first. */
export const listMessages = ({ db }: Pick<TestWriter, "db">): SentMessage[] =>
  db
    .prepare<[], { id: string; alertId: string | null; type: string; body: string }>(
      "SELECT message_id AS id, alert_id AS alertId, type, body FROM deliveries ORDER BY delivery_key",
    )
    .all()
    .map(({ body, ...row }) => ({ ...row, data: JSON.parse(body).data }));
