import type { Context } from "../../context.ts";
import { splitTitle } from "../../domain/titles.ts";
import type { STATUSES } from "../../http/filters.ts";
import type { Movement } from "../../store/board/movements.ts";
import type { StoredEvent } from "../../store/events.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { EventGroup, SearchResult } from "../../store/search/query.ts";
import { MAX_LISTED } from "../../store/titles/search.ts";
import { createAddresses } from "../browse/filters.ts";
import { pageLinks } from "../browse/list-page.ts";
import { MOVEMENT_HEADS, movementCells } from "../charts/movement.ts";
import { endingLine, endingNote, priceCell, titleCell, volumeOf } from "../markets/market-table.ts";
import { type FeedLink, feedAnchor } from "../page/feed-link.ts";
import { count, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { eventPath, fileAnchor, marketPath, platformTag } from "../page/links.ts";
import { livePart } from "../page/live.ts";
import { sourceNotes } from "../page/source-notes.ts";
import { alikeNotes, outcomeOnly } from "../page/titles.ts";
import { questionTable } from "../questions/question-table.ts";

/** Rows of a page. */
const QUESTIONS = 10;
const MARKETS = 20;
const EVENTS = 5;
export const MAX_PAGES = MAX_LISTED / MARKETS;

export interface SearchForm {
  readonly q: string;
  readonly platform: string;
  readonly category: string;
  readonly status: (typeof STATUSES)[number];
  readonly isReal: boolean;
  readonly page: number;
}

type Changes = Partial<Record<"q" | "status" | "page", string>>;

/** What a page of the search shows: questions, other markets by event, and events by their own titles. */
export async function findHits(context: Context, form: SearchForm) {
  const { q, platform, category, status, isReal, page } = form;
  const found = await context.store.search.find({
    text: q,
    platform: platform === "" ? undefined : platform,
    category: category === "" ? undefined : category,
    status,
    realMoneyOnly: isReal,
    isGrouped: true,
    page,
    limit: MARKETS,
    questions: QUESTIONS,
    now: context.clock.now(),
  });
  const { questionsFound, marketsFound, groups } = found;
  const named =
    page === 1 ? found.events.filter((event) => event.marketCount > 1 && !isAmong(groups, event)).slice(0, EVENTS) : [];
  const total = Math.min(Math.max(questionsFound * (MARKETS / QUESTIONS), marketsFound), MAX_LISTED);
  return { found, named, total, pages: Math.ceil(total / MARKETS) };
}

/** The hits as a part of the page, and the feed of what was searched for, if words were. */
export async function searchResults(
  context: Context,
  form: SearchForm,
): Promise<{ readonly part: Html; readonly feeds: readonly FeedLink[] }> {
  const hits = await findHits(context, form);
  const feeds = hits.found.isNamed ? [] : [feedOf(form, hits.found)];
  return { part: await hitsPart(context, form, hits, feeds), feeds };
}

async function hitsPart(
  context: Context,
  form: SearchForm,
  { found, named, total }: Awaited<ReturnType<typeof findHits>>,
  feeds: readonly FeedLink[],
): Promise<Html> {
  const now = context.clock.now();
  const { page } = form;
  const to = addressesOf(context, form);
  const { questionsFound, marketsFound, eventsFound } = found;
  if (questionsFound + marketsFound + eventsFound === 0)
    return livePart(context, now, {}, await nothingFound(context, { found, form, to }));
  const { questions, groups } = found;
  const [asked, listed] = await Promise.all([
    context.store.movements.ofQuestions(questions, now),
    context.store.movements.ofMarkets(found.markets, now),
  ]);
  const isEmpty = questions.length + groups.length === 0;
  return livePart(
    context,
    now,
    { questions, markets: found.markets },
    html`${spellingNote(found, to)}<p class="note" role="status">${foundText(found)}.${closedLink(found, to)} ${feeds.map(
      (feed) => html`${feedAnchor(context, feed)} · `,
    )}${fileAnchor(context, "/search.csv", { title: "Results of this page", query: chosenOf(form) })}</p>
${found.isNamed && groups.length > 0 && marketSection(context, found, listed)}
${
  questions.length > 0 &&
  html`<section aria-labelledby="questions"><h2 id="questions">${questionHeading(found)}</h2>\
${questionTable(context, { questions, movements: asked, caption: "Questions found" })}</section>`
}
${!found.isNamed && groups.length > 0 && marketSection(context, found, listed)}
${
  named.length > 0 &&
  html`<section aria-labelledby="events"><h2 id="events">Events</h2><ul class="list">\
${named.map((event) => eventLine(context, event))}</ul></section>`
}
${isEmpty && total > 0 && html`<p class="empty">There is no page ${count(page)}. <a href="${to({ page: "1" })}">The first page</a></p>`}
${pageLinks({ page, size: MARKETS, total }, to)}`,
  );
}

const marketSection = (context: Context, found: SearchResult, movements: readonly Movement[]): Html =>
  html`<section aria-labelledby="markets"><h2 id="markets">${marketHeading(found)}</h2>${eventTable(context, found, movements)}</section>`;

function marketHeading({ isNamed, questionsFound, marketsFound }: SearchResult): string {
  if (isNamed) return marketsFound === 1 ? "Market" : "Markets of the event";
  return questionsFound > 0 ? "Other markets" : "Markets";
}

function questionHeading({ isNamed, questionsFound, marketsFound }: SearchResult): string {
  if (!isNamed) return "Questions";
  if (marketsFound > 1) return "Their questions on all platforms";
  return questionsFound === 1 ? "Its question on all platforms" : "Its questions on all platforms";
}

/** New markets with the words that were searched for. */
function feedOf({ q, platform }: SearchForm, { corrected, leftOut = [] }: SearchResult): FeedLink {
  const kept = q.split(/\s+/).filter((word) => !leftOut.includes(word));
  const searched = corrected ?? (leftOut.length === 0 ? q : kept.join(" "));
  return {
    name: "search",
    title: `Open markets: ${searched}`,
    query: { q: searched, platform: platform === "" ? undefined : platform },
  };
}

const isAmong = (groups: readonly EventGroup[], { platform, id }: StoredEvent): boolean =>
  groups.some(({ event }) => event.platform === platform && event.id === id);

/** What was asked for, without defaults. */
const chosenOf = ({ q, platform, category, status, isReal, page }: SearchForm) => ({
  q,
  ...(platform === "" ? undefined : { platform }),
  ...(category === "" ? undefined : { category }),
  ...(status === "open" ? undefined : { status }),
  ...(isReal ? { real_money_only: "true" } : undefined),
  ...(page === 1 ? undefined : { page: String(page) }),
});

/** Addresses of the same search with changes; a change other than of the page begins again. */
function addressesOf(deps: PageDeps, form: SearchForm) {
  const toAddress = createAddresses(pathTo(deps, "/search"), {}, chosenOf(form));
  return (changes: Readonly<Record<string, string | undefined>> = {}): string => {
    const number = "page" in changes ? changes.page : undefined;
    return toAddress({ ...changes, page: number === "1" ? undefined : number });
  };
}

type ToAddress = (changes?: Changes) => string;

const spellingNote = ({ corrected, suggestion, leftOut = [] }: SearchResult, to: ToAddress): Html | false => {
  if (leftOut.length > 0) {
    const left = html`${leftOut.map((word, index) => html`${index > 0 && " "}<del>${word}</del>`)}`;
    return html`<p class="note" role="status">No title has all of these words. Searched without ${left}${
      corrected !== undefined && html`, for <a href="${to({ q: corrected })}">${corrected}</a>`
    }.</p>\n`;
  }
  if (corrected !== undefined) {
    return html`<p class="note" role="status">No title has these words as typed. These are the results for \
<a href="${to({ q: corrected })}">${corrected}</a>.</p>\n`;
  }
  return (
    suggestion !== undefined &&
    html`<p class="note">Did you mean <a href="${to({ q: suggestion })}">${suggestion}</a>?</p>\n`
  );
};

function foundText(found: SearchResult): string {
  const { questionsFound, marketsFound, eventsFound, isCapped, isNamed } = found;
  if (isNamed) return namedText(found);
  const other = questionsFound > 0 ? "other market" : "market";
  const parts = [
    questionsFound > 0 && counted(questionsFound, "question"),
    marketsFound > 0 && `${isCapped ? "more than " : ""}${counted(marketsFound, other)}`,
    questionsFound + marketsFound === 0 && counted(eventsFound, "event"),
  ];
  return parts.filter((part) => part !== false).join(" and ");
}

/** "The market with this id or address and 1 question". */
function namedText({ questionsFound, marketsFound, eventsFound }: SearchResult): string {
  const parts = [
    eventsFound > 0 ? "The event with this id or address" : "The market with this id or address",
    ...(eventsFound > 0 ? [counted(marketsFound, "market")] : []),
    ...(questionsFound > 0 ? [counted(questionsFound, "question")] : []),
  ];
  return new Intl.ListFormat("en-GB").format(parts);
}

const closedLink = ({ closedFound }: SearchResult, to: ToAddress): Html | false =>
  closedFound > 0 && html` <a href="${to({ status: "all" })}">Include closed (${count(closedFound)})</a> ·`;

/** What to try next; of an empty database only why it is empty. */
async function nothingFound(
  context: Context,
  { found, form, to }: { found: SearchResult; form: SearchForm; to: ToAddress },
): Promise<Html> {
  const { sources, database } = await context.store.sources.list(
    form.platform === "" ? context.config.platforms : [form.platform],
  );
  const isEmpty = database.markets === 0;
  const notes = sourceNotes(context, sources, { isEmpty });
  if (isEmpty && notes !== false) return notes;
  const isFiltered = form.platform !== "" || form.category !== "" || form.isReal;
  const plain = `${pathTo(context, "/search")}?${String(new URLSearchParams({ q: form.q, status: "all" }))}`;
  return html`${spellingNote(found, to)}<p class="note" role="status">No question, market or event has these words. Try fewer or other \
words${isFiltered && html`, or <a href="${plain}">search without filters</a>`}.</p>
<p class="more">${closedLink(found, to)} <a href="${pathTo(context, "/questions")}">All questions</a> · \
<a href="${pathTo(context, "/markets")}">All markets</a></p>
${notes}`;
}

/** Markets under the event that they belong to, where it has others too. */
function eventTable(
  deps: PageDeps,
  { groups, markets }: Pick<SearchResult, "groups" | "markets">,
  movements: readonly Movement[],
): Html {
  const noteOf = alikeNotes(markets);
  const moved = new Map(markets.map(({ platform, id }, index) => [`${platform}:${id}`, movements[index]]));
  return html`<table class="board"><caption class="hide">Markets found, by event</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th>${MOVEMENT_HEADS}<th scope="col" class="num wide">Volume</th>\
</tr></thead>
${groups.map(
  ({ event, markets }) =>
    html`<tbody>${event.marketCount > 1 && eventRow(deps, event)}${markets.map(
      (market) =>
        html`<tr data-row="${market.platform}:${market.id}">${priceCell(market)}${
          event.marketCount > 1
            ? outcomeCell(deps, market, noteOf(market))
            : titleCell(deps, market, html`${endingNote(market)}${noteOf(market)}`)
        }
${movementCells(moved.get(`${market.platform}:${market.id}`))}<td class="num wide">${volumeOf(market)}</td></tr>`,
    )}</tbody>\n`,
)}</table>`;
}

/** Its event says the platform and the category, and its own title. */
function outcomeCell(deps: PageDeps, market: StoredMarket, note: Html | false): Html {
  const { event, rest } = splitTitle(market);
  const title = event === undefined ? html`${rest}` : outcomeOnly(rest, event);
  return html`<th scope="row"><a href="${marketPath(deps, market)}" class="title" dir="auto">${title}</a>${endingLine(market)}${
    note !== false && html`<span class="sub">${note}</span>`
  }</th>`;
}

const eventRow = (deps: PageDeps, event: StoredEvent): Html =>
  html`<tr class="group"><th colspan="5" scope="rowgroup"><a href="${eventPath(deps, event)}" class="title" dir="auto">${event.title}</a> \
<span class="sub">${platformTag(event.platform)} · ${event.category} · ${counted(event.marketCount, "market")}</span></th></tr>`;

const eventLine = (
  context: Context,
  { id, title, platform, category, marketCount, totalVolume, status }: StoredEvent,
): Html =>
  html`<li data-row="${platform}:${id}"><bdi><a href="${eventPath(context, { platform, id })}">${title}</a></bdi> \
<span class="sub">${platformTag(platform)} · ${category} · ${counted(marketCount, "market")} · \
${volumeOf({ platform, volume: totalVolume })} · ${status}</span></li>`;
