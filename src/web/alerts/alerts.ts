import { findPreview, type Preview } from "../../api/alert-preview.ts";
import { createAlert, listAlerts } from "../../api/alerts.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { allowanceOf, includesTier } from "../../domain/accounts/plans.ts";
import { requireRule, tierFor, toContent } from "../../domain/alert-rules.ts";
import { tellFiring } from "../../domain/alert-texts.ts";
import { ALERT_TERMS, type AlertRule, type AlertScope, type AlertType, type OptionName } from "../../domain/alerts.ts";
import { toDate } from "../../domain/calendar.ts";
import { AppError } from "../../errors.ts";
import { choice, decimal, inForm, optional, text, withDefault } from "../../http/parameters.ts";
import { type Query, withQuery } from "../../http/query.ts";
import type { Caller, Redirect, Route } from "../../http/route.ts";
import { ago, counted, moment } from "../page/figures.ts";
import { formProblem, readField, requireSignedIn, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable } from "../page/table.ts";

interface Choice {
  readonly label: string;
  readonly type: AlertType;
  /** The option that its figure is for, what it is unless given, and what makes a number of the API of it. */
  readonly option?: OptionName;
  readonly value?: number;
  readonly toOption?: (value: number) => number;
}

const ofPercent = (value: number): number => value / 100;

/** What people choose among; each has one figure at most. */
const CHOICES = {
  above: { label: "Yes rises to … %", type: "market.price_crossed", option: "above", value: 60, toOption: ofPercent },
  below: { label: "Yes falls to … %", type: "market.price_crossed", option: "below", value: 40, toOption: ofPercent },
  moved: { label: "Yes moves … points in 24 hours", type: "market.price_moved", option: "points", value: 5 },
  volume: { label: "… times the usual volume in 24 hours", type: "market.volume_jumped", option: "times", value: 3 },
  closing: {
    label: "It closes in … hours",
    type: "market.closing",
    option: "hoursBefore",
    value: 24,
    toOption: Math.round,
  },
  resolved: { label: "It is resolved", type: "market.resolved" },
  match: { label: "Another platform asks it", type: "match.found" },
  spread: { label: "A spread of … ¢ after fees opens", type: "spread.opened", option: "minNetCents", value: 1 },
} as const satisfies Record<string, Choice>;
type ChoiceName = keyof typeof CHOICES;
const NAMES = Object.keys(CHOICES) as ChoiceName[];

const when = choice({ description: "What to tell of.", values: NAMES });
const value = decimal({ description: "The figure it has to reach.", min: 0, max: 1000 });
const about = text({
  description: "A market as platform:id, the id of a question, or several of them, separated by commas.",
  min: 1,
  max: 10_000,
});

interface AskedAlert {
  readonly when: ChoiceName;
  readonly value: number | undefined;
  /** What it is about: empty for everything there is. */
  readonly about: string;
}

/** Markets that a page replays: anybody may ask for it. */
const MAX_REPLAYED = 20;
const SHOWN = 10;

export const alertPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/alerts",
    readsKey: true,
    summary: "Ask for an alert, and see when it would have fired",
    parameters: { about: inForm(optional(about)), when: withDefault(when, "above"), value: inForm(optional(value)) },
    render: async (context, asked, { key }) =>
      toDocument(context, await alertPage(context, key, { ...asked, about: asked.about ?? "" }), "/alerts"),
  }),
  pages.form({
    path: "/alerts/make",
    summary: "The form that makes an alert",
    submit,
    refuse: (context, error, form, { key }) => alertPage(context, key, readAsked(form), error),
  }),
  pages.form({
    path: "/alerts/delete",
    summary: "The form that deletes an alert",
    async submit(context, form, caller): Promise<Redirect> {
      await context.commands.deleteAlert({ keyId: requireSignedIn(caller).id, id: textOf(form, "id") });
      return { seeOther: pathTo(context, "/keys") };
    },
    refuse: (context, error, form, { key }) => alertPage(context, key, readAsked(form), error),
  }),
];

/** The address of the form for an alert about something. */
export const alertPath = (deps: Pick<PageDeps, "site">, subject: string, choiceName?: ChoiceName): string =>
  pathTo(deps, withQuery("/alerts", { about: subject, when: choiceName }));

/** The button that leads there. */
export const alertAnchor = (deps: Pick<PageDeps, "site">, subject: string, choiceName?: ChoiceName): Html =>
  html`<a class="button" href="${alertPath(deps, subject, choiceName)}">Alert me</a>`;

async function submit(context: Context, form: Query, caller: Caller): Promise<Redirect> {
  const key = requireSignedIn(caller);
  const asked = {
    when: readField(form, "when", "When", when),
    value: textOf(form, "value") === "" ? undefined : readField(form, "value", "The figure", value),
    about: textOf(form, "about"),
  };
  await createAlert(context, key, { rule: toRule(asked), name: "", webhookIds: null, expiresAt: null });
  return { seeOther: pathTo(context, "/keys#alerts") };
}

const readAsked = (form: Query): AskedAlert => ({
  when: NAMES.find((name) => name === textOf(form, "when")) ?? "above",
  value: Number(textOf(form, "value")) || undefined,
  about: textOf(form, "about"),
});

function toRule({ when: name, value: figure, about: subject }: AskedAlert): AlertRule {
  const { type, option, value: usual = 0, toOption = (one) => one }: Choice = CHOICES[name];
  const chosen = option && { [option]: toOption(figure ?? usual) };
  return toContent(type, { ...chosen, scope: toScope(subject), cooldownSeconds: 3600 }).rule;
}

function toScope(subject: string): AlertScope {
  const ids = subject.split(",").filter((id) => id !== "");
  const [first] = ids;
  if (first === undefined) return {};
  if (ids.length > 1) return { ids };
  return first.includes(":") ? { market: first } : { question: first };
}

/** The form with what its alert would have done, and the button that makes it. */
async function alertPage(context: Context, key: Key | undefined, asked: AskedAlert, refused?: AppError): Promise<Page> {
  const chosen: Choice = CHOICES[asked.when];
  const { preview, problem } = await tryPreview(context, asked);
  const error = refused ?? problem;
  const main = html`<h1>Alert me</h1>
${preview !== undefined && html`<p class="lead">${await subjectText(context, asked.about)}</p>`}
${
  lacksSubject(asked) &&
  html`<p class="lead">This is about a market or a question: choose “Alert me” on its page. <a href="${pathTo(context, "/questions")}">Questions</a></p>`
}
${formProblem(context, "alert", error, "/alerts")}
<form class="narrow" method="get" action="${pathTo(context, "/alerts")}">
<input type="hidden" name="about" value="${asked.about}">
<label for="when">When</label>
<select id="when" name="when">${NAMES.map(
    (name) => html`<option value="${name}"${name === asked.when && html` selected`}>${CHOICES[name].label}</option>`,
  )}</select>
<label for="value">The figure, if it has one</label>
<input id="value" name="value" type="number" min="0" max="1000" step="any" value="${asked.value ?? (chosen.value || "")}" inputmode="decimal">
<p class="actions"><button>See when it would have fired</button></p></form>
${preview !== undefined && previewSection(preview, toRule(asked))}
${preview !== undefined && makeSection(context, key, asked)}`;
  return { title: error === undefined ? "Alert me" : "Please check the form", main };
}

/** Who comes to the form by its address has not done anything wrong. */
const lacksSubject = ({ about: subject, when: name }: AskedAlert): boolean =>
  subject === "" && ALERT_TERMS[CHOICES[name].type].isForAll !== true;

async function tryPreview(context: Context, asked: AskedAlert): Promise<{ preview?: Preview; problem?: AppError }> {
  if (lacksSubject(asked)) return {};
  try {
    const rule = toRule(asked);
    requireRule(rule);
    return { preview: await findPreview(context, rule, { max: MAX_REPLAYED, isForPro: context.pagesPlan.showsAll }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: error };
  }
}

/** What the alert is about, by its title. */
async function subjectText({ store, clock }: Context, subject: string): Promise<Html | string> {
  const { ids, question, market } = toScope(subject);
  if (ids !== undefined) return `About ${counted(ids.length, "market or question", "markets and questions")}.`;
  if (question !== undefined) {
    const found = await store.questions.find(question, clock.now());
    return found !== undefined && "found" in found ? found.found.title : "About a question.";
  }
  const [found] = market === undefined ? [] : (store.alerts.listNamed({ market }) ?? []);
  return found === undefined ? "About all markets and questions." : html`${found.title} ${platformTag(found.platform)}`;
}

const previewSection = ({ count, days, firings, note, isWhole, markets }: Preview, rule: AlertRule): Html =>
  html`<section aria-labelledby="preview"><h2 id="preview">${
    count === null ? "No preview" : `It would have fired ${count === 1 ? "once" : `${count} times`} in the last 30 days`
  }</h2>
${note !== null && html`<p class="note">${note.replace(/^./, (letter) => letter.toUpperCase())}.</p>`}
${!isWhole && html`<p class="note">Counted for the ${markets} most traded markets.</p>`}
${
  firings.length === 0 &&
  days.length > 0 &&
  dataTable(
    "The days on which it would have fired",
    ["Day", { num: "Times" }],
    days
      .slice(-SHOWN)
      .reverse()
      .map(({ day, count: times }) => html`<tr><th scope="row">${toDate(day)}</th><td class="num">${times}</td></tr>`),
  )
}
${
  firings.length > 0 &&
  dataTable(
    "When it would have fired",
    ["When", "What", "Market"],
    firings
      .slice(-SHOWN)
      .reverse()
      .map(
        ({ at, title, platform, ...told }) => html`<tr><th scope="row">${moment(at)}</th>
<td>${tellFiring(rule, told, { title: "", platform, outcome: "see its page" })}</td><td>${title}</td></tr>`,
      ),
  )
}</section>`;

function makeSection(
  context: Context,
  key: Key | undefined,
  { when: name, value: figure, about: subject }: AskedAlert,
): Html {
  if (key === undefined) {
    return html`<p class="actions"><a class="button main" href="${pathTo(context, "/keys")}#sign-in">Sign in with a key to make it</a></p>`;
  }
  if (tierFor(CHOICES[name].type) === "pro" && !includesTier(key.tier, "pro")) {
    return html`<p>Alerts on spreads need the plan that lists all spreads. <a href="${pathTo(context, "/pricing")}">Plans and prices</a></p>`;
  }
  const hasWebhook = context.store.webhooks.list(key.id).length > 0;
  return html`<form method="post" action="${pathTo(context, "/alerts/make")}">
<input type="hidden" name="about" value="${subject}"><input type="hidden" name="when" value="${name}">
<input type="hidden" name="value" value="${figure ?? (CHOICES[name] as Choice).value}">
<p class="actions"><button class="main">Make this alert</button></p>
<p class="hint">Its messages go to the webhooks of the key “${key.name}”${
    !hasWebhook && html`, which has none yet: <a href="${pathTo(context, "/docs/webhooks")}">make one</a>`
  }. After a firing, a market fires no more for an hour.</p></form>`;
}

/** The alerts of a key, on its page. */
export function alertSection(context: Context, key: Key): Html {
  const alerts = listAlerts(context, key);
  const now = context.clock.now();
  const docs = html`<a href="${pathTo(context, "/docs/alerts")}">over the API</a>`;
  return html`<section aria-labelledby="alerts"><h2 id="alerts">Alerts</h2>
<p>“Alert me” on the page of a market or question makes one, as does a call ${docs}. The plan ${key.tier} allows ${allowanceOf(key.tier, "alert")}.</p>
${
  alerts.length > 0 &&
  html`<form method="post" action="${pathTo(context, "/alerts/delete")}">${dataTable(
    "Alerts",
    ["Alert", "About", "State", "Last fired", "Delete"],
    alerts.map(
      ({
        id,
        name,
        rule,
        status,
        lastFiredAt,
        firings,
      }) => html`<tr><th scope="row" class="name">${name === "" ? ruleText(rule) : name}</th>
<td>${Object.values(rule.scope).flat().join(", ") || "everything"}</td><td>${status.replace("_", " ")}</td>
<td>${lastFiredAt === null ? "never" : html`${ago(lastFiredAt, now)}, ${counted(firings, "time")} in all`}</td>
<td><button name="id" value="${id}">Delete <span class="hide">${ruleText(rule)}</span></button></td></tr>`,
    ),
  )}</form>`
}</section>`;
}

/** An alert in a few words: "price crossed 60%". */
function ruleText({ type, above, below, points, times, hoursBefore, minNetCents, minutes }: AlertRule): string {
  const price = above ?? below;
  const figures = [
    price === undefined ? "" : `${above === undefined ? "down to" : "up to"} ${Math.round(price * 1000) / 10}%`,
    points === undefined ? "" : `${points} points`,
    times === undefined ? "" : `${times} times`,
    hoursBefore === undefined ? "" : `${hoursBefore} hours before`,
    minNetCents === undefined ? "" : `${minNetCents}¢`,
    minutes === undefined ? "" : `${minutes} minutes`,
  ].filter((figure) => figure !== "");
  return [type.replace(/^market\./, "").replace(/[._]/g, " "), ...figures].join(" ");
}
