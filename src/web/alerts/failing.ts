import type { Context } from "../../context.ts";
import { shownAddress } from "../../domain/webhooks.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, words } from "../page/table.ts";

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
