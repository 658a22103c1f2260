// Where the messages of an alert go: one of the key's webhooks or a new one, which gets a test message before anything is saved.

import { setTimeout as delay } from "node:timers/promises";
import { readWebhook } from "../../api/webhooks.ts";
import { SECOND_MS } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { shownAddress, type WebhookTarget } from "../../domain/webhooks.ts";
import { AppError } from "../../errors.ts";
import type { Query } from "../../http/query.ts";
import type { Attempt } from "../../store/webhooks/deliveries.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago, counted } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, words } from "../page/table.ts";

interface PlaceField {
  /** What the API calls it. */
  readonly name: "url" | "token" | "chat_id" | "email";
  readonly label: string;
  readonly example: string;
}

const PLACES: Readonly<Record<WebhookTarget, { readonly label: string; readonly fields: readonly PlaceField[] }>> = {
  ntfy: {
    label: "ntfy, messages to your phone",
    fields: [{ name: "url", label: "Topic, or its address", example: "my-topic" }],
  },
  discord: {
    label: "Discord",
    fields: [{ name: "url", label: "Webhook address", example: "https://discord.com/api/webhooks/…" }],
  },
  slack: {
    label: "Slack",
    fields: [{ name: "url", label: "Webhook address", example: "https://hooks.slack.com/services/…" }],
  },
  telegram: {
    label: "Telegram",
    fields: [
      { name: "token", label: "Bot token", example: "123456:ABC-DEF…" },
      { name: "chat_id", label: "Chat", example: "123456 or @channel" },
    ],
  },
  webhook: {
    label: "Webhook, for a program",
    fields: [{ name: "url", label: "Address", example: "https://example.org/hook" }],
  },
  email: { label: "E-mail", fields: [{ name: "email", label: "Address", example: "ada@example.org" }] },
};

const NAMES = Object.keys(PLACES) as WebhookTarget[];

/** "Discord https://discord.com/…" */
export const placeText = ({ target, address, chatId }: Webhook): string =>
  `${PLACES[target].label.replace(/,.*/, "")} ${target === "telegram" ? chatId : shownAddress(target, address)}`;

/** The choice of a place; `form` is what was sent before. */
export function placeFields({ store, config }: Context, key: Key, form: Query): Html {
  const known = store.webhooks.list(key.id).filter(({ state }) => state !== "ended");
  const asked = textOf(form, "to");
  const isChosen = ({ id, target, address }: Webhook): boolean =>
    asked === id || (asked === target && [textOf(form, "email"), textOf(form, "url-webhook")].includes(address));
  const chosen = known.find(isChosen)?.id ?? (asked || known.find(({ state }) => state === "enabled")?.id);
  const targets = NAMES.filter((target) => target !== "email" || config.smtpUrl !== undefined);
  return html`<fieldset class="kinds"><legend>Where to?</legend>
${known.map(
  (webhook) =>
    html`${radio(webhook.id, placeText(webhook), chosen === webhook.id)}${
      webhook.isUnconfirmed === 1 && fieldOf("code", "Code from the e-mail", "", textOf(form, "code"))
    }</div>\n`,
)}${targets.map((target) => {
  const { label, fields } = PLACES[target];
  return html`${radio(target, known.length > 0 ? `New: ${label}` : label, chosen === target)}${fields.map(
    ({ name, label, example }) =>
      fieldOf(nameOf(name, target), label, example, name === "token" ? "" : textOf(form, nameOf(name, target))),
  )}</div>\n`;
})}</fieldset>`;
}

const nameOf = (name: PlaceField["name"], target: WebhookTarget): string => (name === "url" ? `url-${target}` : name);

const radio = (value: string, label: string, isChosen: boolean): Html =>
  html`<div><label class="choice"><input type="radio" name="to" value="${value}"${isChosen && html` checked`}> ${label}</label>`;

const fieldOf = (name: string, label: string, example: string, typed: string): Html =>
  html`<label>${label}<input name="${name}" value="${typed}" placeholder="${example}" maxlength="2000" autocomplete="off"></label>`;

/**
 * Finds or makes the place that a form names, and sends it a test. Throws AppError validation_error where that does not
 * arrive: a new place is gone then, but for an e-mail address that waits for its code. `secret` is that of a new webhook
 * that is signed, which is shown only once; `forget` takes a new place back.
 */
export async function reachPlace(context: Context, key: Key, form: Query) {
  const { webhook, secret, isNew } = await findPlace(context, key, form);
  const named = { keyId: key.id, id: webhook.id };
  const forget = async (): Promise<void> => {
    if (isNew) await context.commands.deleteWebhook(named);
  };
  if (webhook.isUnconfirmed === 1) await confirm(context, webhook, named, textOf(form, "code"));
  const tried = await sendTest(context, named);
  if (tried?.outcome === "delivered") return { webhook, secret, forget };
  await forget();
  throw new AppError("validation_error", `Where to: nothing is saved, because the test message ${describe(tried)}`);
}

const describe = (tried: Attempt | undefined): string => {
  if (tried === undefined) return "was not sent within 10 seconds; older messages may wait for this place";
  const answer = tried.answer === "" ? "" : ` (${tried.answer.slice(0, 200)})`;
  if (tried.outcome === "refused") return `was refused with ${tried.statusCode}${answer}`;
  if (tried.outcome === "timeout") return "got no answer in time";
  return tried.outcome === "forbidden" ? tried.answer : `did not get there${answer}`;
};

async function findPlace(context: Context, key: Key, form: Query) {
  const { store, commands } = context;
  const known = store.webhooks.list(key.id);
  const to = textOf(form, "to");
  const chosen = known.find(({ id }) => id === to);
  if (chosen !== undefined) return { webhook: chosen, secret: null, isNew: false };
  const target = NAMES.find((one) => one === to);
  if (target === undefined) throw new AppError("validation_error", "Where to: choose where messages go");
  const typed = PLACES[target].fields.map(
    ({ name }) => [name, textOf(form, nameOf(name, target)) || undefined] as const,
  );
  const given: { url?: string; token?: string; chat_id?: string; email?: string } = Object.fromEntries(typed);
  if (target === "ntfy" && /^[\w-]{1,64}$/.test(given.url ?? "")) given.url = `https://ntfy.sh/${given.url}`;
  const asked = readWebhook(context, key.id, { target, ...given });
  const isSame = (one: Webhook): boolean =>
    one.target === target && one.address === asked.address && one.chatId === (asked.chatId ?? null);
  const same = target === "telegram" ? undefined : known.find(isSame);
  if (same !== undefined) return { webhook: same, secret: null, isNew: false };
  return { ...(await commands.createWebhook(asked)), isNew: true };
}

/** Throws AppError validation_error until the code from the e-mail is given. */
async function confirm(
  { commands }: Context,
  { address }: Webhook,
  named: { readonly keyId: string; readonly id: string },
  code: string,
): Promise<void> {
  if (code === "") throw new AppError("validation_error", `Code: enter the one from the e-mail to ${address}`);
  await commands.changeWebhook({ ...named, code });
}

const TEST_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 100;

/** The first try of a test message; undefined where there was none in time. */
async function sendTest(
  { commands, store, clock }: Context,
  named: { readonly keyId: string; readonly id: string },
): Promise<Attempt | undefined> {
  const { id } = await commands.testWebhook(named);
  for (const from = clock.elapsed(); clock.elapsed() - from < TEST_MS; ) {
    const [tried] = store.webhooks.listDeliveries(named, 5).find((one) => one.id === id)?.attempts ?? [];
    if (tried !== undefined) return tried;
    await delay(LOOK_EVERY_MS);
  }
  return undefined;
}

const REASONS: Readonly<Record<NonNullable<Webhook["reason"]>, string>> = {
  owner: "by its owner",
  gone: "after the answer 410",
  failing: "after five days of failure",
  overflow: "with more than 5,000 messages waiting",
  plan: "as beyond the plan",
};

/** Whether a webhook is sent to, and since when it fails. */
export const webhookState = ({ state, reason, failures, failingSince }: Webhook, now: number): Html =>
  html`${state}${reason !== null && ` ${REASONS[reason]}`}${
    failingSince !== null &&
    html`<span class="sub failed">${failures} failed, the first ${ago(failingSince, now)}</span>`
  }`;

const MAX_FAILING = 50;

/** The webhooks of all keys that fail, the longest first; nothing where none does. */
export function failingWebhooks({ store, clock }: Context): Html | false {
  const failing = store.webhooks.listFailing(MAX_FAILING);
  const now = clock.running();
  if (failing.length === 0) return false;
  const { waiting } = store.webhooks.count();
  return html`<h2>Failing webhooks</h2>
<p>${counted(waiting, "message")} in all wait to be sent.</p>
${dataTable("Failing webhooks", failing, [
  words("Target", ({ target }) => target, "name"),
  words("Address", ({ target, address }) => html`<code>${shownAddress(target, address)}</code>`),
  words("Key", ({ keyId }) => (keyId === null ? "the operator" : html`<code>${keyId}</code>`)),
  words("State", (webhook) => webhookState(webhook, now)),
])}`;
}
