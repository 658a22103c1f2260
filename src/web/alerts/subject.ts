import type { Context } from "../../context.ts";
import type { AlertScope } from "../../domain/alerts.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { parseName } from "../../store/alerts/scope.ts";
import { counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { eventPath, marketPath, platformTag, questionPath } from "../page/links.ts";
import { toScope } from "./rules.ts";

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
