// The alerts of a key, where their messages go, and what came of the last ones.

import { listAlerts, type ShownAlert } from "../../api/alerts.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { allowanceOf, getPlan } from "../../domain/accounts/plans.ts";
import type { AppError } from "../../errors.ts";
import type { Query } from "../../http/query.ts";
import type { Caller, Redirect, Route } from "../../http/route.ts";
import type { Delivery } from "../../store/webhooks/deliveries.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago } from "../page/figures.ts";
import { requireSignedIn, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { webhookState } from "./failing.ts";
import { placeText } from "./places.ts";
import { ruleText } from "./rules.ts";
import { scopeTitle } from "./subject.ts";

type Refuse = (context: Context, error: AppError, form: Query, caller: Caller) => Promise<Page>;
type Act = (context: Context, name: { readonly keyId: string; readonly id: string }, form: Query) => Promise<unknown>;

/** The buttons of the lists. */
export function alertRoutes(pages: PublicPages, refuse: Refuse): readonly Route[] {
  const button = (path: string, summary: string, act: Act): Route =>
    pages.form({
      path,
      summary,
      refuse,
      async submit(context, form, caller): Promise<Redirect> {
        await act(context, { keyId: requireSignedIn(caller).id, id: textOf(form, "id") }, form);
        return { seeOther: pathTo(context, "/alerts") };
      },
    });
  return [
    button("/alerts/delete", "The form that deletes an alert", ({ commands }, name) => commands.deleteAlert(name)),
    button("/alerts/forget", "The form that deletes a webhook", ({ commands }, name) => commands.deleteWebhook(name)),
    button("/alerts/send-again", "The form that sends a message again", ({ commands }, name, form) =>
      commands.replayDelivery({ ...name, messageId: textOf(form, "message") }),
    ),
  ];
}

const SHOWN = 5;

interface SentMessage {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

export async function alertSections(context: Context, key: Key): Promise<Html> {
  const { store, clock } = context;
  const webhooks = store.webhooks.list(key.id);
  const sent = webhooks
    .flatMap((webhook) => store.webhooks.listOf(webhook.webhookKey, SHOWN).map((delivery) => ({ webhook, delivery })))
    .toSorted((a, b) => b.delivery.createdAt - a.delivery.createdAt);
  const alerts = listAlerts(context, key);
  const rows = await Promise.all(alerts.map((alert) => alertRow(context, alert, webhooks)));
  const now = clock.running();
  const allowed = `The ${getPlan(key.tier).name} plan allows ${allowanceOf(key.tier, "alert")} and ${allowanceOf(key.tier, "webhook")}.`;
  return html`<section aria-labelledby="alerts"><h2 id="alerts">Your alerts</h2>
${
  alerts.length === 0
    ? html`<p class="empty">There is no alert yet. ${allowed}</p>`
    : html`<ul class="twolines">${rows}</ul><p class="hint">${allowed}</p>`
}</section>
${
  webhooks.length > 0 &&
  html`<section aria-labelledby="webhooks"><h2 id="webhooks">Where they go</h2>
<ul class="twolines">${webhooks.map((webhook) => webhookRow(context, webhook, now))}</ul>
<p class="hint">Their names, addresses and secrets can be changed <a href="${pathTo(context, "/docs/webhooks")}">over the API</a>.</p></section>`
}
${
  sent.length > 0 &&
  html`<section aria-labelledby="sent"><h2 id="sent">Last messages</h2>
<ul class="twolines">${sent.map((one) => sentRow(context, one, now))}</ul></section>`
}`;
}

const row = (first: Html | string, second: Html | string, button: Html): Html =>
  html`<li><div><p class="name">${first}</p><p class="sub">${second}</p></div>${button}</li>\n`;

async function alertRow(context: Context, alert: ShownAlert, webhooks: readonly Webhook[]): Promise<Html> {
  const { id, name, rule, status, reason, lastFiredAt, webhookIds } = alert;
  const places = webhooks.filter((one) => webhookIds?.includes(one.id) ?? true).map(placeText);
  const last = lastFiredAt === null ? "nothing sent yet" : html`last sent ${ago(lastFiredAt, context.clock.now())}`;
  const state = status === "active" ? "" : html`<strong>${status.replace("_", " ")}</strong> · `;
  const title = await scopeTitle(context, rule.scope);
  const asked = `${ruleText(rule)}${"anyPlatform" in rule && rule.anyPlatform === true ? " on any platform" : ""}`;
  return row(
    name === "" ? title : html`${name}: ${title}`,
    reason === null
      ? html`${state}${asked} · ${places.length === 0 ? "nowhere: no webhook" : places.join(", ")} · ${last}`
      : html`<strong>${status}</strong> · ${reason}`,
    button(context, "/alerts/delete", { id }, "Delete", asked),
  );
}

const webhookRow = (context: Context, webhook: Webhook, now: number): Html =>
  row(
    placeText(webhook),
    html`${webhook.name !== webhook.target && `${webhook.name} · `}${webhookState(webhook, now)}`,
    button(context, "/alerts/forget", { id: webhook.id }, "Delete", placeText(webhook)),
  );

function sentRow(context: Context, { webhook, delivery }: SentMessage, now: number): Html {
  const { id, type, title, createdAt, status, attempts } = delivery;
  const last = attempts.at(-1);
  const answer =
    last === undefined ? "not tried yet" : `${last.outcome}${last.statusCode === null ? "" : ` ${last.statusCode}`}`;
  const tries = attempts.length > 1 ? `, ${attempts.length} tries` : "";
  return row(
    title ?? type,
    html`${placeText(webhook)} · ${ago(createdAt, now)} · ${status === "waiting" ? "waiting" : answer}${tries}`,
    button(context, "/alerts/send-again", { id: webhook.id, message: id }, "Send again", title ?? type),
  );
}

const button = (context: Context, path: string, fields: object, label: string, what: string): Html =>
  html`<form method="post" action="${pathTo(context, path)}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label} <span class="hide">${what}</span></button></form>`;
