import { type AlertContent, toContent } from "../../domain/alerts.ts";
// What people ask of an alert on a page: one line each, with at most one figure.

import type { Context } from "../../context.ts";
import type { AlertRule, AlertScope, AlertType, FormerRule, OptionName } from "../../domain/alerts.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { isQuestionId } from "../../domain/questions.ts";
import { decimal } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { parseName } from "../../store/alerts/scope.ts";
import { counted } from "../page/figures.ts";
import { readField, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { eventPath, marketPath, platformTag, questionPath } from "../page/links.ts";

interface Choice {
  /** What stands before and after the figure. */
  readonly label: readonly [before: string, after: string];
  readonly type: AlertType;
  /** The option that its figure is for, and how many of the figure's unit are one of the API's. */
  readonly option?: OptionName;
  readonly per?: number;
  /** What the figure is unless given, at a price in percent. */
  readonly propose?: (percent: number) => number;
}

/** How far from the present price a threshold is proposed, in percent. */
const AWAY = 5;

export const CHOICES = {
  above: {
    ...{ label: ["Yes rises to", "%"], type: "market.price_crossed", option: "above", per: 100 },
    propose: (percent: number) => Math.min(99, Math.round(percent) + AWAY),
  },
  below: {
    ...{ label: ["Yes falls to", "%"], type: "market.price_crossed", option: "below", per: 100 },
    propose: (percent: number) => Math.max(1, Math.round(percent) - AWAY),
  },
  moved: {
    ...{ label: ["Yes moves", "points within 24 hours"], type: "market.price_moved", option: "points" },
    propose: () => AWAY,
  },
  resolved: { label: ["It is resolved", ""], type: "market.resolved" },
  spread: {
    ...{ label: ["A spread of", "¢ after fees opens"], type: "spread.opened", option: "minNetCents" },
    propose: () => 1,
  },
  listed: { label: ["A new market has these words", ""], type: "market.listed" },
} as const satisfies Record<string, Choice>;
export type ChoiceName = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

/** What may be asked of markets that are named, of spreads of all there are, and of new markets. */
export const choicesFor = (about: string): readonly ChoiceName[] =>
  about === "" ? ["listed", "spread"] : CHOICE_NAMES.filter((name) => name !== "listed");

export interface AskedAlert {
  readonly when: ChoiceName;
  /** Undefined for what is proposed. */
  readonly value: number | undefined;
  /** What it is about, as `subjectsOf` reads it: empty for everything there is. */
  readonly about: string;
  readonly words: string;
  readonly isAnyPlatform: boolean;
}

export const figure = decimal({ description: "The figure it has to reach.", min: 0, max: 1000 });

/** Reads a form. Throws AppError validation_error for a figure that is none. */
export function readAsked(form: Query): AskedAlert {
  const about = textOf(form, "about");
  const when = CHOICE_NAMES.find((name) => name === textOf(form, "when")) ?? "above";
  const typed = textOf(form, `value-${when}`);
  return {
    ...{ about, when, words: textOf(form, "words"), isAnyPlatform: textOf(form, "any") !== "" },
    value: typed === "" ? undefined : readField(form, `value-${when}`, CHOICES[when].label[0], figure),
  };
}

/** The figure of a choice as it is asked for or proposed; undefined where it has none. */
export function figureOf(name: ChoiceName, { when, value }: AskedAlert, percent: number): number | undefined {
  const { propose }: Choice = CHOICES[name];
  return name === when && value !== undefined ? value : propose?.(percent);
}

/** The alert that is asked for, at a present price in percent. */
export function toAlertContent(asked: AskedAlert, percent: number): AlertContent {
  const { type, option, per = 1 }: Choice = CHOICES[asked.when];
  const value = figureOf(asked.when, asked, percent);
  const scope = asked.when === "listed" ? { query: asked.words } : toScope(asked.about);
  const hasChoice = asked.isAnyPlatform && type.startsWith("market.price_");
  return toContent(type, {
    ...(option !== undefined && value !== undefined && { [option]: value / per }),
    ...(hasChoice && { anyPlatform: true }),
    ...{ scope, cooldownSeconds: 3600 },
  });
}

function toScope(about: string): AlertScope {
  const ids = about.split(",").filter((id) => id !== "");
  const [first] = ids;
  if (first === undefined) return {};
  if (ids.length > 1) return { ids };
  return isQuestionId(first) ? { question: first } : { market: first };
}

/** An alert in a few words: "Yes rises to 60 %". */
export function ruleText({
  type,
  above,
  below,
  points,
  windowHours,
  minNetCents,
  minutes,
}: AlertRule | FormerRule): string {
  const price = above ?? below;
  if (type === "market.price_crossed")
    return `Yes ${above === undefined ? "falls" : "rises"} to ${Math.round((price ?? 0) * 1000) / 10}%`;
  if (type === "market.price_moved") return `Yes moves ${points} points within ${windowHours} hours`;
  if (type === "market.resolved") return "It is resolved";
  if (type === "market.listed") return "A new market";
  if (type === "spread.opened") return `A spread of ${minNetCents}¢ after fees opens`;
  return type === "source.stale" ? `Its data is ${minutes} minutes old` : type;
}

/** What an alert is about, as a page shows it. */
export interface FormSubject {
  readonly title: Html | string;
  readonly isQuestion: boolean;
  /** Of yes; null where it has none, or where it is about several. */
  readonly price: Micros | null;
  /** The price that thresholds are proposed beside. */
  readonly percent: number;
}

const MIDDLE = ONE / 2;

/** Throws AppError market_not_found, question_not_found, validation_error. */
export async function findSubject(context: Context, about: string): Promise<FormSubject> {
  const scope = context.store.alerts.checkScope(toScope(about));
  const price = await findPrice(context, scope);
  const percent = (100 * (price ?? MIDDLE)) / ONE;
  return { title: await scopeTitle(context, scope), isQuestion: scope.question !== undefined, price, percent };
}

async function findPrice({ store, clock }: Context, { market, question }: AlertScope): Promise<Micros | null> {
  if (market !== undefined) return store.alerts.listNamed({ market })?.[0]?.yesPrice ?? null;
  const found = question === undefined ? undefined : await store.questions.find(question, clock.now());
  return found !== undefined && "found" in found ? found.found.price : null;
}

/** What a scope names, by titles that link to their pages. */
export async function scopeTitle(context: Context, scope: AlertScope): Promise<Html | string> {
  const { market, question, event, ids, query, category, platform } = scope;
  const { store, clock } = context;
  if (market !== undefined) {
    const [found] = store.alerts.listNamed({ market }) ?? [];
    if (found === undefined) return market;
    return html`<a href="${marketPath(context, found)}">${found.title}</a> ${platformTag(found.platform)}`;
  }
  if (question !== undefined) {
    const found = await store.questions.find(question, clock.now());
    const title = found !== undefined && "found" in found ? found.found.title : "A question";
    return html`<a href="${questionPath(context, { id: question })}">${title}</a>`;
  }
  if (event !== undefined) {
    const named = parseName(event);
    const title = store.events.find(named.platform, named.id, clock.now())?.title ?? event;
    return html`<a href="${eventPath(context, named)}">${title}</a>`;
  }
  if (ids !== undefined) return counted(ids.length, "market or question", "markets and questions");
  const filters = [query && `“${query}”`, category, platform].filter((one) => one !== undefined);
  return filters.length === 0 ? "All markets" : `Markets: ${filters.join(", ")}`;
}
