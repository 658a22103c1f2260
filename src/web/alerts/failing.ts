import type { Context } from "../../context.ts";
import { shownAddress } from "../../domain/webhooks.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";

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
  const rows = failing.map(
    (webhook) => html`<tr><th scope="row" class="name">${webhook.target}</th>
<td><code>${shownAddress(webhook.target, webhook.address)}</code></td>
<td>${webhook.keyId === null ? "the operator" : html`<code>${webhook.keyId}</code>`}</td><td>${webhookState(webhook, now)}</td></tr>`,
  );
  return html`<h2>Failing webhooks</h2>
<p>${counted(waiting, "message")} in all wait to be sent.</p>
${dataTable("Failing webhooks", ["Target", "Address", "Key", "State"], rows)}`;
}
