import { createAddressLimit } from "../../access/address-limit.ts";
import { listTopics } from "../../api/topics.ts";
import type { Context } from "../../context.ts";
import { reportsVolume } from "../../domain/platforms.ts";
import { splitTitle } from "../../domain/titles.ts";
import { pageCategory, realMoneyOnly, STATUSES, searchTextOrAddress } from "../../http/filters.ts";
import { choice, type Input, inForm, optional, wholeNumber, withDefault } from "../../http/parameters.ts";
import { type Route, route } from "../../http/route.ts";
import type { StoredEvent } from "../../store/events.ts";
import type { Movement } from "../../store/history/movements.ts";
import type { AgedMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import type { EventGroup, SearchResult } from "../../store/search/query.ts";
import { MAX_LISTED } from "../../store/titles/search.ts";
import { topicGrid } from "../board/grid.ts";
import {
  type AddressWith,
  type Chosen,
  chosenOf,
  createAddresses,
  filterForm,
  filterWords,
  refuseFilters,
  toFields,
} from "../browse/filters.ts";
import { pageLinks } from "../browse/list-page.ts";
import { MOVEMENT_HEADS, movementCells } from "../charts/movement.ts";
import { endingLine, endingNote, priceCell, slimVolume, titleCell, volumeOf } from "../markets/market-table.ts";
import { type FeedLink, feedAnchor } from "../page/feed-link.ts";
import { count, counted, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import { eventPath, fileAnchor, marketPath, platformTag, questionPath } from "../page/links.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { sourceNotes } from "../page/source-notes.ts";
import { alikeNotes, outcomeOnly, titleParts } from "../page/titles.ts";
import { questionTable } from "../questions/question-table.ts";

/** Rows of a page. */
const QUESTIONS = 10;
const MARKETS = 20;
const EVENTS = 5;
const MAX_PAGES = MAX_LISTED / MARKETS;

export const words = searchTextOrAddress("Words of a title.");

/** What the page and its file take. */
export const searchParameters = (platforms: readonly string[]) => ({
  q: inForm(optional(words)),
  platform: inForm(optional(choice({ description: "Only this platform.", values: platforms }))),
  category: inForm(pageCategory),
  status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
  real_money_only: realMoneyOnly,
  page: inForm(withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: MAX_PAGES }), 1)),
});

/** A search for words. */
type WordSearch = Input<ReturnType<typeof searchParameters>> & { readonly q: string };

export function searchPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const parameters = searchParameters(platforms);
  const names = ["q", "platform", "category", "status", "real_money_only"];
  const words = { ...filterWords(platforms), q: { label: "Words", type: "search" } } as const;
  const form = { path: "/search", title: "Search", fields: toFields(parameters, names, words), assets: ["browse.css"] };
  const kind = "search";
  return [
    page({
      path: "/search",
      summary: "Questions, events and markets by title",
      parameters,
      refuse: refuseFilters({ ...form, parameters, kind }),
      async render(context, input) {
        const { q = "" } = input;
        const chosen = chosenOf(parameters, input);
        const path = pathTo(context, "/search");
        const to = createAddresses(path, parameters, chosen);
        const hits = q.trim() === "" ? undefined : await findHits(context, { ...input, q });
        const pasted = hits && q.includes("/") && pathOfNamed(context, hits.found);
        if (typeof pasted === "string") return { seeOther: pasted };
        const feeds = hits === undefined || hits.found.isNamed ? [] : [feedOf({ ...input, q }, hits.found)];
        const main = html`<h1>Search</h1>
${filterForm({ action: path, fields: form.fields, kind }, chosen)}
${hits === undefined ? nothingAsked(context) : await hitsPart(context, { ...hits, input: { ...input, q }, feeds, chosen, to })}`;
        const title = q === "" ? "Search" : `Search: ${q}`;
        const assets = [...form.assets, "board.css"];
        return toDocument(context, { title, main, assets, feeds }, "/search");
      },
    }),
    suggestionsRoute(),
  ];
}

/** Where a pasted address of a platform leads: to its outcome or to that of its event that is likeliest. */
function pathOfNamed(context: Context, { isNamed, questions, markets, events }: SearchResult): string | undefined {
  if (isNamed !== true) return undefined;
  const [[question], [market], [event]] = [questions, markets, events];
  if (event !== undefined) return eventPath(context, event);
  if (question !== undefined) return questionPath(context, question);
  return market && marketPath(context, market);
}

/** Topics above what else is found. */
const TOPICS = 5;

/** The topics that have these words, the nearest date first. */
async function topicSection(
  context: Context,
  { q, platform, category, status, page }: WordSearch,
): Promise<Html | false> {
  if (page > 1) return false;
  const now = context.clock.now();
  const asked = {
    ...{ q, status, sort: "closing" as const },
    ...(status === "open" && { closing_after: now }),
    ...(platform !== undefined && { platform: [platform] }),
    ...(category !== undefined && { category: [category] }),
  };
  const { topics } = await listTopics(context, asked, { page: 1, size: TOPICS });
  if (topics.length === 0) return false;
  const { platforms } = context.config;
  return html`<section aria-labelledby="topics"><h2 id="topics">Events across platforms, the nearest date first</h2>\
${await topicGrid(context, topics, { platforms, now })}</section>`;
}

const nothingAsked = (context: Context): Html =>
  html`<p class="empty">Type words of a title, or <a href="${pathTo(context, "/markets")}">browse all markets</a>.</p>`;

/** What a page of the search shows: questions, other markets by event, and events by their own titles. All hits are one page. */
export async function findHits(
  context: Context,
  { q, real_money_only: isReal, page, ...filters }: WordSearch,
  { isAll = false } = {},
) {
  const found = await context.store.search.find({
    ...filters,
    text: q,
    realMoneyOnly: isReal,
    isGrouped: true,
    page,
    limit: isAll ? MAX_LISTED : MARKETS,
    questions: isAll ? MAX_LISTED : QUESTIONS,
    now: context.clock.now(),
  });
  const { questionsFound, marketsFound, groups } = found;
  const named =
    page === 1
      ? found.events
          .filter((event) => event.marketCount > 1 && !isAmong(groups, event))
          .slice(0, isAll ? MAX_LISTED : EVENTS)
      : [];
  const total = Math.min(Math.max(questionsFound * (MARKETS / QUESTIONS), marketsFound), MAX_LISTED);
  return { found, named, total };
}

interface ShownHits extends Awaited<ReturnType<typeof findHits>> {
  readonly input: WordSearch;
  readonly feeds: readonly FeedLink[];
  /** What was asked for, without defaults. */
  readonly chosen: Chosen;
  /** Addresses of the same search with changes. */
  readonly to: AddressWith;
}

/** The hits as a part of the page. */
async function hitsPart(context: Context, hits: ShownHits): Promise<Html> {
  const { found, named, total, input, feeds, chosen, to } = hits;
  const now = context.clock.now();
  const { questionsFound, marketsFound, eventsFound } = found;
  if (questionsFound + marketsFound + eventsFound === 0)
    return livePart(context, now, {}, await nothingFound(context, hits));
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
    html`${searchNote(found, to)}<p class="note" role="status">${foundText(found)}.${closedLink(found, to)} ${feeds.map(
      (feed) => html`${feedAnchor(context, feed)} · `,
    )}${fileAnchor(context, "/search.csv", { title: "All results", query: { ...chosen, page: undefined } })}</p>
${found.isNamed && groups.length > 0 && marketSection(context, found, listed)}
${found.isNamed !== true && (await topicSection(context, input))}
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
${isEmpty && total > 0 && html`<p class="empty">There is no page ${count(input.page)}. <a href="${to({ page: "1" })}">The first page</a></p>`}
${pageLinks({ page: input.page, size: MARKETS, total }, to)}`,
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
function feedOf({ q, platform }: WordSearch, { leftOut = [] }: SearchResult): FeedLink {
  const kept = q.split(/\s+/).filter((word) => !leftOut.includes(word));
  const searched = leftOut.length === 0 ? q : kept.join(" ");
  return {
    name: "search",
    title: `Open markets: ${searched}`,
    query: { q: searched, platform },
  };
}

const isAmong = (groups: readonly EventGroup[], { platform, id }: StoredEvent): boolean =>
  groups.some(({ event }) => event.platform === platform && event.id === id);

/** Which words were not looked for, or another text that finds more. */
const searchNote = ({ suggestion, leftOut = [] }: SearchResult, to: AddressWith): Html | false =>
  leftOut.length > 0
    ? html`<p class="note" role="status">Searched without ${leftOut.map((word, index) => html`${index > 0 && " "}<del>${word}</del>`)}.</p>\n`
    : suggestion !== undefined &&
      html`<p class="note">Did you mean <a href="${to({ q: suggestion, page: undefined })}">${suggestion}</a>?</p>\n`;

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

const closedLink = ({ closedFound }: SearchResult, to: AddressWith): Html | false =>
  closedFound > 0 &&
  html` <a href="${to({ status: "all", page: undefined })}">Include closed (${count(closedFound)})</a> ·`;

/** What to try next; of an empty database only why it is empty. */
async function nothingFound(context: Context, { found, input, to }: ShownHits): Promise<Html> {
  const { q, platform, category, real_money_only: isReal } = input;
  const { sources, database } = await context.store.sources.list(
    platform === undefined ? context.config.platforms : [platform],
  );
  const isEmpty = database.markets === 0;
  const notes = sourceNotes(context, sources, { isEmpty });
  if (isEmpty && notes !== false) return notes;
  const isFiltered = platform !== undefined || category !== undefined || isReal;
  const plain = `${pathTo(context, "/search")}?${String(new URLSearchParams({ q, status: "all" }))}`;
  return html`<p class="note" role="status">No question, market or event has all of these words. Try fewer or other \
words${isFiltered && html`, or <a href="${plain}">search without filters</a>`}.</p>
${searchNote(found, to)}<p class="more">${closedLink(found, to)} <a href="${pathTo(context, "/questions")}">All questions</a> · \
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
            : titleCell(deps, market, html`${endingNote(market)}${volumeNote(market)}${noteOf(market)}`)
        }
${movementCells(moved.get(`${market.platform}:${market.id}`))}<td class="num wide">${volumeOf(market)}</td></tr>`,
    )}</tbody>\n`,
)}</table>`;
}

/** Shown when there is no room for a column. */
const volumeNote = (market: AgedMarket): Html | false =>
  reportsVolume(market.platform) && html`<span class="slim"> · volume ${volumeOf(market)}</span>`;

/** Its event says the platform and the category, and its own title. */
function outcomeCell(deps: PageDeps, market: AgedMarket, note: Html | false): Html {
  const { event, rest } = splitTitle(market);
  const title = event === undefined ? html`${rest}` : outcomeOnly(rest, event);
  return html`<th scope="row"><a href="${marketPath(deps, market)}" class="title" dir="auto">${title}</a>${endingLine(market)}${slimVolume(market)}${
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

const SUGGESTIONS = 8;
/** So that a market without partners is seen beside the questions. */
const SUGGESTED_QUESTIONS = 6;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

/** A fragment of a page: the best hits for the text typed so far, as the search page orders them. */
function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  return route({
    path: "/search/suggestions",
    summary: "Suggestions for a search",
    tier: "open",
    cache: "clock",
    parameters: { q: inForm(withDefault(words, "")) },
    admit({ clock, config }, address) {
      limit.admit(address, clock.now(), { perMinute: config.pagesPerMinute * SUGGESTIONS_PER_PAGE });
      return undefined;
    },
    async handler(context, { q }) {
      const found = await context.store.search.find({
        text: q,
        status: "open",
        isGrouped: true,
        limit: SUGGESTIONS,
        questions: SUGGESTED_QUESTIONS,
        now: context.clock.now(),
      });
      const lines = [...found.questions, ...found.markets].slice(0, SUGGESTIONS);
      const meant = found.suggestion;
      const options = [
        ...(meant === undefined
          ? []
          : [
              html` href="${pathTo(context, "/search")}?${String(new URLSearchParams({ q: meant }))}" tabindex="-1">${meant} \
<span class="sub">did you mean this?</span>`,
            ]),
        ...lines.map((one) => lineOf(context, one)),
      ];
      const fragment = options
        .slice(0, SUGGESTIONS)
        .map((one, index) => html`<a role="option" id="suggestion-${index}" aria-selected="false"${one}</a>`);
      return { text: html`${fragment}`.text, type: "text/html; charset=utf-8" };
    },
  });
}

/** A question, or a market that no other platform asks: what follows the name of the element. */
function lineOf(deps: PageDeps, found: Question | AgedMarket): Html {
  const [path, note, price] =
    "members" in found
      ? [questionPath(deps, found), `on ${counted(found.members.length, "platform")}`, found.price]
      : [marketPath(deps, found), platformTag(found.platform), found.yesPrice];
  return html` href="${path}" tabindex="-1">${titleParts(found)} <span class="sub">${priceText(price, found)} · ${note}</span>`;
}
