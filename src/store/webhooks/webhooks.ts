import { hash, randomBytes } from "node:crypto";
import { DAY_MS } from "../../clock.ts";
import { allowanceOf, getPlan } from "../../domain/accounts/plans.ts";
import { createSigningSecret, ROTATION_MS, type WebhookTarget } from "../../domain/webhooks.ts";
import { AppError, invalidParameter } from "../../errors.ts";
import { getLiveKey } from "../accounts/keys.ts";
import { consistently, type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { type Delivery, enqueueMessage, getDelivery, listDeliveriesOf, newMessageId, toBody } from "./deliveries.ts";

/** Where messages of a key go, or the operator's own. It holds no secret but what its `address` may contain. */
export type Webhook = SqlRow<"webhooks", "find">;

/** A webhook and its key; of the operator, where that is null. */
export interface WebhookName {
  readonly keyId: string | null;
  readonly id: string;
}

export interface NewWebhook {
  readonly keyId: string | null;
  readonly target: WebhookTarget;
  readonly name: string;
  /** A URL, that of the Bot API of telegram, or an e-mail address. The caller has checked it. */
  readonly address: string;
  readonly chatId?: string | undefined;
  readonly token?: string | undefined;
}

export interface WebhookChange extends WebhookName {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  /** Confirms an e-mail address. */
  readonly code?: string | undefined;
}

/** A webhook with its new secret, which is shown once; null for targets without one. */
export interface WebhookSecret {
  readonly webhook: Webhook;
  readonly secret: string | null;
}

/** E-mail addresses that a key may add in a day: each gets a message before it has agreed to any. */
const MAX_NEW_ADDRESSES = 5;

/** Messages that may wait for one webhook, or the file would grow without end. */
export const MAX_WAITING = 5000;

/** Rows that a job deletes in one step. */
const STEP_ROWS = 100;

export const listWebhooks = (db: Db, keyId: string | null): Webhook[] =>
  prepare(db, "webhooks", "listOfKey").all({ keyId });

/** Those of all keys that fail, the longest first. */
export const listFailingWebhooks = (db: Db, limit: number): Webhook[] =>
  prepare(db, "webhooks", "listFailing").all({ limit });

/** Throws AppError webhook_not_found. */
export function getWebhook(db: Db, { keyId, id }: WebhookName): Webhook {
  const webhook = prepare(db, "webhooks", "find").get({ keyId, id });
  if (webhook !== undefined) return webhook;
  throw new AppError(
    "webhook_not_found",
    "your key has no webhook with this id; see GET /api/v1/webhooks for those it has",
  );
}

/** The newest messages first, or those before one with this id. Throws AppError webhook_not_found, delivery_not_found. */
export const listDeliveries = (db: Db, name: WebhookName, limit: number, before?: string): Delivery[] =>
  consistently(db, () => listDeliveriesOf(db, getWebhook(db, name).webhookKey, limit, before));

/**
 * The effect is on the disk when this returns, as with all that follow. Throws AppError revoked_api_key,
 * webhook_limit_exceeded. An e-mail address is first asked whether it wants messages.
 */
export const createWebhook = (db: Db, input: NewWebhook, at: number): WebhookSecret =>
  durably(db, () => {
    const { keyId, target, chatId = null, token = null } = input;
    if (keyId !== null) admit(db, keyId, target, at);
    const id = `wh_${randomBytes(12).toString("base64url")}`;
    const secret = target === "webhook" ? createSigningSecret() : null;
    const code = target === "email" && keyId !== null ? randomBytes(9).toString("base64url") : undefined;
    const state = code === undefined ? "enabled" : "unconfirmed";
    const confirmationDigest = code === undefined ? null : hash("sha256", code);
    prepare(db, "webhooks", "insert").run({ ...input, id, chatId, token, secret, confirmationDigest, state, at });
    const webhook = getWebhook(db, { keyId, id });
    if (code !== undefined) askToConfirm(db, webhook, code, at);
    return { webhook, secret };
  });

/**
 * Throws AppError webhook_not_found, and validation_error for a wrong code and for an address that has not been
 * confirmed.
 */
export const changeWebhook = (db: Db, { name, address, isEnabled, code, ...named }: WebhookChange): Webhook =>
  durably(db, () => {
    const found = getWebhook(db, named);
    const { webhookKey } = found;
    const shown = { name: name ?? found.name, address: address ?? found.address };
    prepare(db, "webhooks", "update").run({ webhookKey, ...shown });
    if (code !== undefined) confirm(db, webhookKey, code);
    else if (isEnabled === true && found.isUnconfirmed === 1) {
      throw invalidParameter("enabled", "the address is not confirmed; send the code from the e-mail");
    } else if (isEnabled === true) prepare(db, "webhooks", "enable").run({ webhookKey });
    else if (isEnabled === false) prepare(db, "webhooks", "disable").run({ webhookKey, reason: "owner" });
    return getWebhook(db, named);
  });

/** Throws AppError webhook_not_found. */
export const endWebhook = (db: Db, name: WebhookName): void =>
  durably(db, () => void prepare(db, "webhooks", "end").run({ webhookKey: getWebhook(db, name).webhookKey }));

/**
 * Gives a new secret; the one before signs too for a day. Throws AppError webhook_not_found, and validation_error where
 * there is none.
 */
export const rotateWebhook = (
  db: Db,
  name: WebhookName,
  at: number,
): WebhookSecret & { readonly previousExpiresAt: number } =>
  durably(db, () => {
    const webhook = getWebhook(db, name);
    const { target, webhookKey } = webhook;
    if (target !== "webhook") {
      throw invalidParameter("webhook_id", `only messages to a target webhook are signed, not to ${target}`);
    }
    const [secret, previousExpiresAt] = [createSigningSecret(), at + ROTATION_MS];
    prepare(db, "webhooks", "rotate").run({ webhookKey, secret, expiresAt: previousExpiresAt });
    return { webhook, secret, previousExpiresAt };
  });

/** Sends a message to one webhook, for its owner to see. Throws AppError webhook_not_found, webhook_disabled. */
export const testWebhook = (db: Db, name: WebhookName, at: number): Delivery =>
  durably(db, () => {
    const { keyId, id, webhookKey } = getEnabled(db, name);
    const message = { keyId, type: "webhook.test", data: TEST_DATA, at, alertId: null, webhookIds: [id] };
    return getDelivery(db, webhookKey, enqueueMessage(db, message));
  });

/**
 * Sends a message once more, under its former id. Throws AppError webhook_not_found, webhook_disabled,
 * delivery_not_found.
 */
export const replayDelivery = (db: Db, name: WebhookName, messageId: string): Delivery =>
  durably(db, () => {
    const { webhookKey } = getEnabled(db, name);
    getDelivery(db, webhookKey, messageId);
    prepare(db, "deliveries", "replay").run({ webhookKey, messageId });
    prepare(db, "deliveries", "wake").run({ webhookKey });
    return getDelivery(db, webhookKey, messageId);
  });

/** Disables what keys have beyond their plan, as after a downgrade, and what too many messages wait for; gives how many. */
export const disableSomeWebhooks = (db: Db): number =>
  prepare(db, "webhooks", "disableBeyondPlan").run(WEBHOOKS_OF_PLANS).changes +
  prepare(db, "deliveries", "disableOverfull").run({ skip: MAX_WAITING }).changes;

/** Deletes some messages of before, and ended webhooks with theirs; gives how many, 0 at the end. Expects a transaction. */
export function deleteSomeDeliveries(db: Db, before: number, now: number): number {
  let rows = prepare(db, "deliveries", "deleteOld").run({ before, limit: STEP_ROWS }).changes;
  const listEnded = prepare(db, "webhooks", "listEnded").pluck();
  for (const webhookKey of listEnded.all({ before: now - DAY_MS })) {
    const { changes } = prepare(db, "deliveries", "deleteOfWebhook").run({ webhookKey, limit: STEP_ROWS });
    rows += changes > 0 ? changes : prepare(db, "webhooks", "delete").run(webhookKey).changes;
  }
  return rows;
}

/** Throws AppError webhook_not_found, webhook_disabled. */
function getEnabled(db: Db, name: WebhookName): Webhook {
  const webhook = getWebhook(db, name);
  if (webhook.state === "enabled") return webhook;
  throw new AppError(
    "webhook_disabled",
    `this webhook is ${webhook.state}; PATCH /api/v1/webhooks/${name.id} changes that`,
  );
}

const [FREE, PRO, ENTERPRISE] = [getPlan("free"), getPlan("pro"), getPlan("enterprise")];
const WEBHOOKS_OF_PLANS = { free: FREE.webhooks, pro: PRO.webhooks, enterprise: ENTERPRISE.webhooks };

const TEST_DATA = { title: "Test", text: "This is a test message of Toteboard. Alerts will arrive like this." };

/** Throws AppError revoked_api_key, webhook_limit_exceeded. The caller holds the transaction. */
function admit(db: Db, keyId: string, target: WebhookTarget, at: number): void {
  const { tier } = getLiveKey(db, keyId);
  if (Number(prepare(db, "webhooks", "countOfKey").pluck().get({ keyId })) >= getPlan(tier).webhooks) {
    const message = `the ${tier} plan allows ${allowanceOf(tier, "webhook")}; delete one, or upgrade at /pricing`;
    throw new AppError("webhook_limit_exceeded", message);
  }
  const after = at - DAY_MS;
  const added = Number(prepare(db, "webhooks", "countNewAddresses").pluck().get({ keyId, after }));
  if (target !== "email" || added < MAX_NEW_ADDRESSES) return;
  const message = `a key may add ${MAX_NEW_ADDRESSES} e-mail addresses a day; try again tomorrow`;
  throw new AppError("webhook_limit_exceeded", message);
}

function askToConfirm(db: Db, { webhookKey }: Webhook, code: string, at: number): void {
  const data = {
    title: "Confirm this address",
    text: `Somebody wants alerts of Toteboard sent here. If it was you, confirm with this code: ${code}\nOtherwise do nothing: no other message will come.`,
  };
  const type = "webhook.confirmation";
  const row = { webhookKey, messageId: newMessageId(), alertId: null, type, body: toBody({ type, data, at }), at };
  prepare(db, "deliveries", "enqueue").run(row);
  prepare(db, "deliveries", "wake").run({ webhookKey });
}

function confirm(db: Db, webhookKey: number, code: string): void {
  const digest = hash("sha256", code);
  if (prepare(db, "webhooks", "isConfirmedBy").pluck().get({ webhookKey, digest }) === 0) {
    throw invalidParameter("code", "expected the code from the e-mail that was sent to this address");
  }
  prepare(db, "webhooks", "enable").run({ webhookKey });
}
