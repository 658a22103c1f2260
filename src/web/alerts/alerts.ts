import { findPreview, type Preview } from "../../api/alert-preview.ts";
import { createAlert, listAlerts, requirePlan, type ShownAlert } from "../../api/alerts.ts";
import { toDate } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { allowanceOf, getPlan } from "../../domain/accounts/plans.ts";
import type { AlertRule } from "../../domain/alerts.ts";
import { requireRule, tellFiring } from "../../domain/alerts.ts";
import { AppError } from "../../errors.ts";
import { choice, flag, inForm, optional, text, withDefault } from "../../http/parameters.ts";
import { NO_QUERY, type Query, withQuery } from "../../http/query.ts";
import type { Caller, Route } from "../../http/route.ts";
import { type Delivery, goesTo } from "../../store/webhooks/deliveries.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import { ago, capitalized, moment, percentTenths } from "../page/figures.ts";
import { formProblem, requireSignedIn, textOf } from "../page/form.ts";
import { nameFields } from "../page/help.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable, num, words } from "../page/table.ts";
import { placeFields, placeText, reachPlace, webhookState } from "./places.ts";
import {
  type AskedAlert,
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  choicesFor,
  type FormSubject,
  figure,
  figureOf,
  findSubject,
  readAsked,
  ruleText,
  scopeTitle,
  toAlertContent,
} from "./rules.ts";

const when = choice({ description: "What to tell of.", values: CHOICE_NAMES });
/** What an alert is about. */
const alertSubject = text({
  description: "A market as platform:id, the id of a question, or several of them, separated by commas.",
  min: 1,
  max: 10_000,
});
const titleWords = text({ description: "Words that the title of a new market has.", min: 1, max: 200 });

/** Markets that a page replays: anybody may ask for it. */
const MAX_REPLAYED = 20;
const SHOWN = 10;

export const alertPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/alerts",
    readsKey: true,
    parameters: {
      about: inForm(optional(alertSubject)),
      when: optional(when),
      value: inForm(optional(figure)),
      words: inForm(optional(titleWords)),
      any: inForm(withDefault(flag({ description: "Whether the price of any platform counts." }), false)),
    },
    async render(context, { about: subject = "", words: asked = "", when: name, value, any: isAnyPlatform }, { key }) {
      const [first = "above"] = choicesFor(subject);
      const form = { about: subject, words: asked, when: name ?? first, value, isAnyPlatform };
      return toDocument(context, await alertPage(context, key, { asked: form }), "/alerts");
    },
  }),
  pages.form({
    path: "/alerts/preview",
    submit: (context, form, { key }) => alertPage(context, key, { asked: readAsked(form), form, isPreview: true }),
    refuse: refusePage,
  }),
  pages.form({
    path: "/alerts/sign-in",
    async submit(context, form) {
      const alert = askedQuery(readAsked(form));
      return { seeOther: `${pathTo(context, withQuery("/keys", { alert }))}#sign-in` };
    },
    refuse: refusePage,
  }),
  pages.form({ path: "/alerts/make", submit, refuse: refusePage }),
  button(pages, "/alerts/delete", ({ commands }, name) => commands.deleteAlert(name)),
  button(pages, "/alerts/forget", ({ commands }, name) => commands.deleteWebhook(name)),
  button(pages, "/alerts/send-again", ({ commands }, name, form) =>
    commands.replayDelivery({ ...name, messageId: textOf(form, "message") }),
  ),
];

type Act = (context: Context, name: { readonly keyId: string; readonly id: string }, form: Query) => Promise<unknown>;

/** A button of the lists, which lead back to them. */
const button = (pages: PublicPages, path: string, act: Act): Route =>
  pages.form({
    path,
    refuse: refusePage,
    async submit(context, form, caller) {
      await act(context, { keyId: requireSignedIn(caller).id, id: textOf(form, "id") }, form);
      return { seeOther: pathTo(context, "/alerts") };
    },
  });

/** An alert that waits for a key, as the query of the page that asks for it. */
export const awaitedAlert = text({ description: "The query of the page of an alert.", min: 1, max: 12_000 });

const askedQuery = ({ about, when, value, words, isAnyPlatform }: AskedAlert): string =>
  withQuery("", {
    ...{ about: about || undefined, when, words: words || undefined },
    ...{ value: value?.toString(), any: isAnyPlatform ? "true" : undefined },
  }).slice(1);

/** The page of an alert that waited for a key. */
export const awaitedPath = (deps: Pick<PageDeps, "site">, alert: string): string =>
  pathTo(deps, `/alerts?${new URLSearchParams(alert)}`);

/** The address of the form for an alert about something. */
export const alertPath = (deps: Pick<PageDeps, "site">, subject: string, choiceName?: ChoiceName): string =>
  pathTo(deps, withQuery("/alerts", { about: subject, when: choiceName }));

/** The button that leads there. */
export const alertAnchor = (deps: Pick<PageDeps, "site">, subject: string, choiceName?: ChoiceName): Html =>
  html`<a class="button" href="${alertPath(deps, subject, choiceName)}">Alert me</a>`;

/** Sends a test to where the messages are to go, and makes the alert once that has arrived. */
async function submit(context: Context, form: Query, caller: Caller): Promise<Page> {
  const key = requireSignedIn(caller);
  const asked = readAsked(form);
  const content = toAlertContent(asked, (await findSubject(context, asked.about)).percent);
  requireRule(content.rule);
  context.store.alerts.checkScope(content.rule.scope);
  requirePlan(context, key, content.rule.type);
  const { webhook, secret, forget } = await reachPlace(context, key, form);
  try {
    await createAlert(context, key, { ...content, webhookIds: [webhook.id] });
  } catch (error) {
    await forget();
    throw error;
  }
  const main = html`<h1>Your alert is on</h1>
<p class="done" role="status">The test message has arrived. Messages of this alert go the same way: ${placeText(webhook)}</p>
${
  secret !== null &&
  html`<p>Messages are signed with this secret, shown only now. <a href="${pathTo(context, "/docs/webhooks")}">How to verify them</a></p>
<p class="secret"><code>${secret}</code></p>`
}
${await alertSections(context, key)}`;
  return { title: "Your alert is on", main };
}

const LABELS = { url: "Where to", token: "Token", chat_id: "Chat", email: "E-mail", "scope.query": "Words" };

function refusePage(context: Context, error: AppError, form: Query, { key }: Caller): Promise<Page> {
  // The figure itself may be what is wrong: without it, the proposed one is shown.
  const asked = readAsked(new Map([...form].filter(([name]) => !name.startsWith("value-"))));
  const value = Number(textOf(form, `value-${asked.when}`)) || undefined;
  return alertPage(context, key, { asked: { ...asked, value }, form, refused: nameFields(error, LABELS) });
}

interface AlertPageState {
  readonly asked: AskedAlert;
  readonly form?: Query;
  readonly isPreview?: boolean;
  readonly refused?: AppError;
}

/** The form, what its alert would have done, and all alerts of the key where it is about nothing that is named. */
async function alertPage(
  context: Context,
  key: Key | undefined,
  { asked, form = NO_QUERY, isPreview = false, refused }: AlertPageState,
): Promise<Page> {
  const isAbout = asked.about !== "";
  const { found: subject, problem: unknown } = await attempt(() => findSubject(context, asked.about));
  const isReplayed = subject !== undefined && (isAbout || isPreview);
  const { found: preview, problem } = isReplayed ? await attempt(async () => replay(context, asked, subject)) : {};
  const error = refused ?? unknown ?? problem;
  const title = isAbout ? "Alert me" : "Alerts";
  const main = html`<h1>${title}</h1>
${
  isAbout
    ? subject &&
      html`<p class="lead">${subject.title}${subject.price !== null && html` <span class="sub">Yes is at ${percentTenths(subject.price)} now.</span>`}</p>`
    : html`<p class="lead">This page tells you about new markets and spreads. To hear about a price, use “Alert me” on the page of a market or question.</p>`
}
${formProblem(context, "alert", error && { form: "alert", error }, "/alerts")}
${!isAbout && key !== undefined && (await alertSections(context, key))}
${unknown === undefined && alertForm(context, key, { asked, form, subject })}
${preview !== undefined && previewSection(preview, toAlertContent(asked, subject?.percent ?? DEFAULT_PERCENT).rule)}`;
  return { title: error === undefined ? title : "Please check the form", main };
}

const DEFAULT_PERCENT = 50;

/** What a form asks for, or why there is none. */
async function attempt<T>(find: () => Promise<T>): Promise<{ found?: T; problem?: AppError }> {
  try {
    return { found: await find() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: nameFields(error, LABELS) };
  }
}

function replay(context: Context, asked: AskedAlert, { percent }: FormSubject): Promise<Preview> {
  const { rule } = toAlertContent(asked, percent);
  requireRule(rule);
  return findPreview(context, rule, { max: MAX_REPLAYED, isForPro: context.pagesPlan.showsAll });
}

function alertForm(
  context: Context,
  key: Key | undefined,
  {
    asked,
    form,
    subject,
  }: { readonly asked: AskedAlert; readonly form: Query; readonly subject: FormSubject | undefined },
): Html {
  const percent = subject?.percent ?? DEFAULT_PERCENT;
  const preview = html`<button formaction="${pathTo(context, "/alerts/preview")}">When would it have fired?</button>`;
  return html`<form class="narrow" method="post" action="${pathTo(context, "/alerts/make")}">
<input type="hidden" name="about" value="${asked.about}">
<fieldset class="kinds"><legend>Tell me when</legend>
${choicesFor(asked.about).map((name) => choiceRow(name, asked, percent))}</fieldset>
${
  subject?.isQuestion === true &&
  html`<label class="choice"><input type="checkbox" name="any"${asked.isAnyPlatform && html` checked`}> \
The price of any platform counts, not the question’s own</label>`
}
${
  key === undefined
    ? html`<p class="actions">${preview} <button class="main" formaction="${pathTo(context, "/alerts/sign-in")}">Sign in with a key to save it</button></p>`
    : html`${placeFields(context, key, form)}
<p class="hint">The service sends a test message at once and saves the alert when it has arrived. After a message about a market, \
the alert is silent about it for an hour.</p>
<p class="actions"><button class="main">Send a test and save</button> ${preview}</p>`
}</form>`;
}

function choiceRow(name: ChoiceName, asked: AskedAlert, percent: number): Html {
  const [before, after] = CHOICES[name].label;
  const value = figureOf(name, asked, percent);
  const isChosen = name === asked.when;
  return html`<div class="figure"><label class="choice"><input type="radio" name="when" value="${name}"${isChosen && html` checked`}> ${before}</label>${
    value !== undefined &&
    html` <input name="value-${name}" type="number" min="0" max="1000" step="any" value="${value}" inputmode="decimal" aria-label="${before} … ${after}">`
  }${name === "listed" && html` <input name="words" value="${asked.words}" maxlength="200" aria-label="Words" placeholder="fed cut">`} ${after}</div>\n`;
}

const firedText = (count: number): string =>
  count === 0 ? "not have fired" : `have fired ${count === 1 ? "once" : `${count} times`}`;

const previewSection = ({ count, days, firings, note, isWhole, markets }: Preview, rule: AlertRule): Html =>
  html`<section aria-labelledby="preview"><h2 id="preview">${
    count === null ? "No preview" : `It would ${firedText(count)} in the last 30 days`
  }</h2>
${note !== null && html`<p class="note">${capitalized(note)}.</p>`}
${!isWhole && html`<p class="note">Counted for the ${markets} most traded markets.</p>`}
${
  firings.length === 0 &&
  days.length > 0 &&
  dataTable("The days on which it would have fired", days.slice(-SHOWN).reverse(), [
    words("Day", ({ day }) => toDate(day)),
    num("Times", ({ count: times }) => String(times)),
  ])
}
${
  firings.length > 0 &&
  dataTable("When it would have fired", firings.slice(-SHOWN).reverse(), [
    words("When", ({ at }) => moment(at)),
    words("What", (told) => tellFiring(rule, told, "see its page")),
    ...(isOfOne(firings) ? [] : [words<Preview["firings"][number]>("Market", ({ title }) => title)]),
  ])
}</section>`;

const isOfOne = (firings: Preview["firings"]): boolean => new Set(firings.map(({ title }) => title)).size === 1;

const MESSAGES_SHOWN = 5;

async function alertSections(context: Context, key: Key): Promise<Html> {
  const { store, clock } = context;
  const webhooks = store.webhooks.list(key.id);
  const sent = webhooks
    .flatMap((webhook) =>
      store.webhooks.listOf(webhook.webhookKey, MESSAGES_SHOWN).map((delivery) => ({ webhook, delivery })),
    )
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
  const places = webhooks.filter(({ id: webhook }) => goesTo(webhookIds, webhook)).map(placeWithState);
  const last = lastFiredAt === null ? "nothing sent yet" : html`last sent ${ago(lastFiredAt, context.clock.now())}`;
  const state = status === "active" ? "" : html`<strong>${status.replace("_", " ")}</strong> · `;
  const title = await scopeTitle(context, rule.scope);
  const asked = `${ruleText(rule)}${"anyPlatform" in rule && rule.anyPlatform === true ? " on any platform" : ""}`;
  return row(
    name === "" ? title : html`${name}: ${title}`,
    reason === null
      ? html`${state}${asked} · ${places.length === 0 ? "nowhere: no webhook" : places.join(", ")} · ${last}`
      : html`<strong>${status}</strong> · ${reason}`,
    buttonForm(context, "/alerts/delete", { id }, "Delete", asked),
  );
}

const placeWithState = (webhook: Webhook): string =>
  webhook.state === "enabled" ? placeText(webhook) : `${placeText(webhook)} (${webhook.state})`;

const webhookRow = (context: Context, webhook: Webhook, now: number): Html =>
  row(
    placeText(webhook),
    html`${webhook.name !== webhook.target && `${webhook.name} · `}${webhookState(webhook, now)}`,
    buttonForm(context, "/alerts/forget", { id: webhook.id }, "Delete", placeText(webhook)),
  );

function sentRow(
  context: Context,
  { webhook, delivery }: { readonly webhook: Webhook; readonly delivery: Delivery },
  now: number,
): Html {
  const { id, type, title, createdAt, status, attempts } = delivery;
  const last = attempts.at(-1);
  const answer =
    last === undefined ? "not tried yet" : `${last.outcome}${last.statusCode === null ? "" : ` ${last.statusCode}`}`;
  const tries = attempts.length > 1 ? `, ${attempts.length} tries` : "";
  return row(
    title ?? type,
    html`${placeText(webhook)} · ${ago(createdAt, now)} · ${status === "waiting" ? "waiting" : answer}${tries}`,
    buttonForm(context, "/alerts/send-again", { id: webhook.id, message: id }, "Send again", title ?? type),
  );
}

const buttonForm = (context: Context, path: string, fields: object, label: string, what: string): Html =>
  html`<form method="post" action="${pathTo(context, path)}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label} <span class="hide">${what}</span></button></form>`;
