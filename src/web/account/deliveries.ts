import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { allowanceOf } from "../../domain/accounts/plans.ts";
import { shownAddress } from "../../domain/webhooks.ts";
import type { Delivery } from "../../store/webhooks/deliveries.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { dataTable } from "../page/table.ts";

/** Deliveries shown of each webhook. */
const SHOWN = 5;

/** Where the messages of a key go, and what came of the last ones. */
export function deliverySection(context: Context, key: Key): Html {
  const { store, clock } = context;
  const webhooks = store.webhooks.list(key.id);
  const now = clock.running();
  const docs = html`<a href="${pathTo(context, "/docs/webhooks")}">Make and change them over the API</a>`;
  if (webhooks.length === 0) {
    return html`<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
<p>This key has no webhook. One sends its messages to your program, ntfy, Discord, Slack, Telegram or an e-mail address. The \
plan ${key.tier} allows ${allowanceOf(key.tier, "webhook")}. ${docs}.</p></section>`;
  }
  const rows = webhooks.flatMap((webhook) =>
    store.webhooks.listOf(webhook.webhookKey, SHOWN).map((delivery) => deliveryRow(webhook, delivery, now)),
  );
  return html`<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
<p>${docs}.</p>
${dataTable(
  "Webhooks",
  ["Name", "Target", "Address", "State"],
  webhooks.map((webhook) => webhookRow(webhook, now)),
)}
${rows.length > 0 && html`<h3>Last deliveries</h3>${dataTable("Last deliveries", ["Message", "To", "Made", "State", "Last answer"], rows)}`}
</section>`;
}

const webhookRow = (webhook: Webhook, now: number): Html =>
  html`<tr><th scope="row" class="name">${webhook.name}</th><td>${webhook.target}</td>
<td><code>${shownAddress(webhook.target, webhook.address)}</code></td><td>${webhookState(webhook, now)}</td></tr>`;

const REASONS: Readonly<Record<NonNullable<Webhook["reason"]>, string>> = {
  owner: "by its owner",
  gone: "after the answer 410",
  failing: "after five days of failure",
  overflow: "with more than 5,000 messages waiting",
  plan: "as beyond the plan",
};

/** Whether a webhook is sent to, and since when it fails. */
const webhookState = ({ state, reason, failures, failingSince }: Webhook, now: number): Html =>
  html`${state}${reason !== null && ` ${REASONS[reason]}`}${
    failingSince !== null &&
    html`<span class="sub failed">${failures} failed, the first ${ago(failingSince, now)}</span>`
  }`;

function deliveryRow({ name }: Webhook, { type, createdAt, status, attempts }: Delivery, now: number): Html {
  const last = attempts.at(-1);
  return html`<tr><th scope="row" class="name"><code>${type}</code></th><td>${name}</td><td>${ago(createdAt, now)}</td>
<td>${status}${attempts.length > 1 && html`<span class="sub">${attempts.length} tries</span>`}</td>
<td>${last === undefined ? "none yet" : `${last.statusCode ?? ""} ${last.outcome}`}</td></tr>`;
}

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
