import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { type Alike, splitTitle, type Titled, tellApart } from "../../domain/titles.ts";
import { withQuery } from "../../http/query.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { capitalized, counted } from "./figures.ts";
import { type Html, html } from "./html.ts";
import { type PageDeps, pathTo } from "./layout.ts";

interface LinkTarget {
  readonly platform: string;
  readonly id: string;
}

/** The path of a market's page. */
export const marketPath = (deps: Pick<PageDeps, "site">, { platform, id }: LinkTarget): string =>
  pathTo(deps, `/markets/${platform}/${encodeURIComponent(id)}`);

/** The path of an event's page. */
export const eventPath = (deps: Pick<PageDeps, "site">, { platform, id }: LinkTarget): string =>
  pathTo(deps, `/events/${platform}/${encodeURIComponent(id)}`);

/** The file of an event's markets, below the site's address. */
export const eventFile = ({ platform, id }: LinkTarget): string =>
  `/events/${platform}/${encodeURIComponent(id)}/markets.csv`;

/** The path of a question's page. */
export const questionPath = (deps: Pick<PageDeps, "site">, { id }: { readonly id: string }): string =>
  pathTo(deps, `/questions/${id}`);

/** Where an opportunity is explained: its question, its event, or a market where each leg asks a question of its own. */
export function opportunityPath(
  deps: Pick<PageDeps, "site">,
  { type, titled, questionId }: Pick<Opportunity, "type" | "titled" | "questionId">,
): string {
  if (questionId !== null) return questionPath(deps, { id: questionId });
  return type === "event" ? eventPath(deps, titled) : marketPath(deps, titled);
}

/** The file of a question's markets or of their prices, below the site's address. */
export const questionFile = ({ id }: { readonly id: string }, table: "markets" | "prices"): string =>
  `/questions/${id}/${table}.csv`;

/** Where the reference describes an operation of the API. */
export const operationPath = (
  deps: Pick<PageDeps, "site">,
  { tag, operationId }: { readonly tag: string; readonly operationId: string },
): string => pathTo(deps, `/docs/${tag}#${operationId}`);

/** A platform's own URL for a link; it must not run a script here. */
export const safeLink = (url: string): string => (/^https?:\/\//i.test(url) ? url : "#");

/** A platform's name with its colour; marks play money. */
export const platformTag = (platform: string): Html =>
  html`<span class="tag p-${platform}">${getPlatform(platform).name}</span>${
    !isRealMoney(platform) && html` <span class="play">play money</span>`
  }`;

/** A category's name with its colour, as a heading: "Politics". */
export const categoryTag = (category: string): Html =>
  html`<span class="tag c-${category}">${capitalized(category)}</span>`;

/** A link to the rows of a table as a file. `title` says which table; undefined parameters are left out. */
export function fileAnchor(
  deps: PageDeps,
  path: string,
  { title, query = {} }: { readonly title: string; readonly query?: Readonly<Record<string, string | undefined>> },
): Html {
  return html`<a href="${pathTo(deps, withQuery(path, query))}" download \
title="${title}, as a CSV file">CSV<span class="hide">: ${title}</span></a>`;
}

/** A title as event and outcome, or as one part. Its parent needs `dir="auto"`. */
export function titleParts(titled: Titled): Html {
  // Not in a <bdi>: its text would not count for the automatic direction.
  const { event, joiner, rest } = splitTitle(titled);
  if (event === undefined) return html`${rest}`;
  return html`<span class="of">${event}</span>${hidden(joiner)}<bdi class="outcome">${rest}</bdi>`;
}

/** The outcome alone, below the title of its event; screen readers get both. */
export const outcomeOnly = (outcome: string, eventTitle: string): Html =>
  outcome === eventTitle ? html`${outcome}` : html`${outcome}<span class="hide">, ${eventTitle}</span>`;

/** A link with a title, for rows and cards. The style sheet cuts a long one; its page has all of it. */
export const titleLink = (path: string, titled: Titled): Html =>
  html`<a href="${path}" class="title" dir="auto">${titleParts(titled)}</a>`;

const MAX_CARDS = 6;

/** A list of cards; those after the first six are folded, and `noun` says what they are. */
export const cardList = (cards: readonly Html[], noun: string): Html =>
  html`<ul class="cards">${cards.slice(0, MAX_CARDS)}</ul>${
    cards.length > MAX_CARDS &&
    html`\n<details><summary>${counted(cards.length - MAX_CARDS, noun)}</summary><ul class="cards">${cards.slice(MAX_CARDS)}</ul></details>`
  }`;

/** The heading of a page. */
export const titleHeading = (titled: Titled): Html => html`<h1 class="title" dir="auto">${titleParts(titled)}</h1>`;

/** A title in a sentence: in quotes, with a direction of its own. */
export const quoted = (title: string): Html => html`“<bdi>${title}</bdi>”`;

/** Notes that tell rows with the same title apart. */
export const alikeNotes = (rows: readonly Alike[]): ((row: Pick<Alike, "platform" | "id">) => Html | false) => {
  const notes = tellApart(rows);
  return ({ platform, id }) => {
    const note = notes.get(`${platform}:${id}`);
    return note !== undefined && html` · <bdi>${note}</bdi>`;
  };
};

/** The joiner between the parts; a colon is for screen readers only. */
const hidden = (joiner: string): Html =>
  html`${joiner.trim() !== "" && html`<span class="hide">${joiner.trim()}</span>`} `;
