import { createAddressLimit } from "../access/limit.ts";
import { listTopics, topicList } from "../api/topics.ts";
import type { Context } from "../context.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { pageCategory, realMoneyOnly, STATUSES, searchTextOrAddress } from "../http/filters.ts";
import { choice, type Input, inForm, optional, required, wholeNumber, withDefault } from "../http/parameters.ts";
import { withQuery } from "../http/query.ts";
import { type Route, route } from "../http/route.ts";
import type { SearchResult } from "../store/search/search.ts";
import type { Topic, TopicPage } from "../store/topics/topics.ts";
import {
  type AddressWith,
  type Chosen,
  chosenOf,
  createAddresses,
  filterForm,
  filterWords,
  refuseFilters,
  toFields,
} from "./browse/filters.ts";
import { pageLinks } from "./browse/list-page.ts";
import { listFile } from "./files.ts";
import { count, counted, percent } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { type FeedLink, feedAnchor, pathTo, toDocument } from "./page/layout.ts";
import { eventPath, fileAnchor, marketPath, platformTag, questionPath } from "./page/links.ts";
import { livePart } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { sourceNotes } from "./page/source-notes.ts";
import { followedOf, outcomePath, topicGrid, topicPath } from "./topics.ts";

const ROWS = 25;

const words = searchTextOrAddress("Words of a title.");

const searchParameters = (platforms: readonly string[]) => ({
  q: inForm(optional(words)),
  platform: inForm(optional(choice({ description: "Only this platform.", values: platforms }))),
  category: inForm(pageCategory),
  status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
  real_money_only: realMoneyOnly,
  page: inForm(withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: 10_000 }), 1)),
});

type WordSearch = Omit<Input<ReturnType<typeof searchParameters>>, "page"> & { readonly q: string };

export function searchPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const parameters = searchParameters(platforms);
  const { page: _page, ...ofFile } = parameters;
  const names = ["q", "platform", "category", "status", "real_money_only"];
  const labels = { ...filterWords(platforms), q: { label: "Words", type: "search" } } as const;
  const fields = toFields(parameters, names, labels);
  return [
    pages.page({
      path: "/search",
      parameters,
      refuse: refuseFilters(fields),
      async render(context, { page, ...input }) {
        const { q = "" } = input;
        const pasted = q.includes("/") ? findAddress(context, q) : undefined;
        if (pasted !== undefined) return { seeOther: pasted };
        const chosen = chosenOf(parameters, { ...input, page });
        const path = pathTo(context, "/search");
        const to = createAddresses(path, parameters, chosen);
        const asked = q.trim() === "" ? undefined : lookUp(context, { ...input, q });
        const feeds = asked === undefined || asked.found.isNamed ? [] : [feedOf(asked)];
        const main = html`<h1>Search</h1>
${filterForm({ action: path, fields, isSearch: true }, chosen)}
${
  asked === undefined
    ? html`<p class="empty">Type words of a title, or <a href="${pathTo(context, "/markets")}">browse all markets</a>.</p>`
    : await hitsPart(context, { ...asked, page, feeds, chosen, to })
}`;
        const title = q === "" ? "Search" : `Search: ${q}`;
        return toDocument(context, { title, main, assets: ["browse.css", "board.css"], feeds }, "/search");
      },
    }),
    listFile(pages, topicList(platforms), {
      path: "/search.csv",
      parameters: { ...ofFile, q: required(words) },
      toInput: (context, input) => ({ ...lookUp(context, input as WordSearch).query }),
    }),
    suggestionsRoute(),
  ];
}

/** Where the address of a page on a platform leads: to its topic, with the column of the platform marked. */
function findAddress({ store, clock, site }: Context, text: string): string | undefined {
  const { isNamed, ...found } = store.search.find({ text, status: "all", limit: 1, now: clock.now() });
  const [[question], [market], [event]] = [found.questions, found.markets, found.events];
  if (isNamed !== true) return undefined;
  if (event !== undefined) return eventPath({ site }, event);
  if (question !== undefined) return withQuery(questionPath({ site }, question), { platform: market?.platform });
  return market && marketPath({ site }, market);
}

/** What a search asks the list of topics for, and what is known of its words. */
interface LookedUp {
  readonly input: WordSearch;
  readonly query: Parameters<typeof listTopics>[1];
  readonly found: SearchResult;
  /** The words that were looked for. */
  readonly searched: string;
}

function lookUp({ store, clock, config }: Context, input: WordSearch): LookedUp {
  const { q, platform, category, status, real_money_only: isReal } = input;
  const filters = { platform, category, status, realMoneyOnly: isReal };
  const found = store.search.find({ ...filters, text: q, limit: 1, questions: 0, now: clock.now() });
  const { isNamed, events, markets, leftOut = [] } = found;
  const kept = q.split(/\s+/).filter((word) => !leftOut.includes(word));
  const searched = leftOut.length === 0 ? q : kept.join(" ");
  const named = events.length > 0 ? { event: events } : { market: markets };
  const among = platform === undefined ? config.platforms : [platform];
  const query: LookedUp["query"] = {
    ...(isNamed === true ? named : { q: searched }),
    ...(isReal ? { platform: among.filter(isRealMoney) } : platform !== undefined && { platform: [platform] }),
    ...(category !== undefined && { category: [category] }),
    ...{ status, sort: status === "closed" ? "resolved" : "closing" },
  };
  return { input, query, found, searched };
}

interface ShownHits extends LookedUp {
  readonly page: number;
  readonly feeds: readonly FeedLink[];
  /** What was asked for, without defaults. */
  readonly chosen: Chosen;
  /** Addresses of the same search with changes. */
  readonly to: AddressWith;
}

async function hitsPart(context: Context, hits: ShownHits): Promise<Html> {
  const { input, query, found, page, feeds, chosen, to } = hits;
  const now = context.clock.now();
  const { topics, total } = await listTopics(context, query, { page, size: ROWS });
  const closed = input.status === "open" && (await closedLink(context, hits));
  if (total === 0) return livePart(context, now, {}, await nothingFound(context, hits, closed));
  const platforms = input.platform === undefined ? context.config.platforms : [input.platform];
  return livePart(
    context,
    now,
    followedOf(topics),
    html`${searchNote(found, to)}<p class="note" role="status">${foundText(found, total)}.${closed} ${feeds.map(
      (feed) => html`${feedAnchor(context, feed)} · `,
    )}${fileAnchor(context, "/search.csv", { title: "All results", query: { ...chosen, page: undefined } })}</p>
${
  topics.length === 0
    ? html`<p class="empty">There is no page ${count(page)}. <a href="${to({ page: "1" })}">The first page</a></p>`
    : await topicGrid(context, topics, { platforms, now, isOver: input.status === "closed" })
}
${pageLinks({ page, size: ROWS, total }, to)}`,
  );
}

const feedOf = ({ searched: q, input: { platform } }: LookedUp): FeedLink => ({
  name: "search",
  title: `Open markets: ${q}`,
  query: { q, platform },
});

const searchNote = ({ suggestion, leftOut = [] }: SearchResult, to: AddressWith): Html | false =>
  leftOut.length > 0
    ? html`<p class="note" role="status">Searched without ${leftOut.map((word, index) => html`${index > 0 && " "}<del>${word}</del>`)}.</p>\n`
    : suggestion !== undefined &&
      html`<p class="note">Did you mean <a href="${to({ q: suggestion, page: undefined })}">${suggestion}</a>?</p>\n`;

const foundText = ({ isNamed, events }: SearchResult, total: number): string =>
  isNamed !== true ? counted(total, "event") : `The ${events.length > 0 ? "event" : "market"} with this id`;

async function closedLink(context: Context, { query, to }: ShownHits): Promise<Html | false> {
  const { total }: TopicPage = await listTopics(context, { ...query, status: "closed" }, { page: 1, size: 1 });
  return total > 0 && html` <a href="${to({ status: "all", page: undefined })}">Include closed (${count(total)})</a> ·`;
}

/** What to try next; of an empty database only why it is empty. */
async function nothingFound(context: Context, { found, input, to }: ShownHits, closed: Html | false): Promise<Html> {
  const { q, platform, category, real_money_only: isReal } = input;
  const { sources, database } = await context.store.sources.list(
    platform === undefined ? context.config.platforms : [platform],
  );
  const isEmpty = database.markets === 0;
  const notes = sourceNotes(context, sources, { isEmpty });
  if (isEmpty && notes !== false) return notes;
  const isFiltered = platform !== undefined || category !== undefined || isReal;
  const plain = pathTo(context, withQuery("/search", { q, status: "all" }));
  return html`<p class="note" role="status">No event has a market with all of these words. Try fewer or other \
words${isFiltered && html`, or <a href="${plain}">search without filters</a>`}.</p>
${searchNote(found, to)}<p class="more">${closed} <a href="${pathTo(context, "/questions")}">All questions</a> · \
<a href="${pathTo(context, "/markets")}">All markets</a></p>
${notes}`;
}

const SUGGESTIONS = 8;
/** Several may be of one topic. */
const SUGGESTED_MARKETS = 16;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

/** A fragment of a page: the topics of the best hits for the text typed so far. */
function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  return route({
    path: "/search/suggestions",
    tier: "open",
    cache: "clock",
    parameters: { q: inForm(withDefault(words, "")) },
    admit({ clock, config }, address) {
      limit.admit(address, clock.now(), { perMinute: config.pagesPerMinute * SUGGESTIONS_PER_PAGE });
      return undefined;
    },
    async handler(context, { q }) {
      const now = context.clock.now();
      const found = context.store.search.find({ text: q, status: "open", limit: SUGGESTED_MARKETS, questions: 0, now });
      const meant = found.suggestion;
      const options = [
        ...(meant === undefined
          ? []
          : [
              html` href="${pathTo(context, withQuery("/search", { q: meant }))}" tabindex="-1">${meant} \
<span class="sub">did you mean this?</span>`,
            ]),
        ...(await topicsOf(context, found)).map((topic) => lineOf(context, topic)),
      ];
      const fragment = options
        .slice(0, SUGGESTIONS)
        .map((one, index) => html`<a role="option" id="suggestion-${index}" aria-selected="false"${one}</a>`);
      return { text: html`${fragment}`.text, type: "text/html; charset=utf-8" };
    },
  });
}

/** The topics of markets, in their order. */
async function topicsOf(context: Context, { markets }: SearchResult): Promise<readonly Topic[]> {
  const slice = { page: 1, size: SUGGESTED_MARKETS };
  const { topics } = await listTopics(context, { market: markets, status: "open", sort: "trending" }, slice);
  const found = markets.flatMap(
    ({ platform, eventId }) =>
      topics.find(({ events }) => events.some((event) => event.platform === platform && event.id === eventId)) ?? [],
  );
  return [...new Set(found)];
}

/** A topic with its likeliest outcome: what follows the name of the element. */
function lineOf(context: Context, topic: Topic): Html {
  const {
    title,
    platforms: [first = "", ...others],
    outcomes: [lead],
    outcomesCount,
  } = topic;
  const where = others.length === 0 ? platformTag(first) : html`on ${counted(others.length + 1, "platform")}`;
  const chance = lead && html`${outcomesCount > 1 && html`<bdi>${lead.name}</bdi> `}${percent(lead.price)} · `;
  return html` href="${lead === undefined ? topicPath(context, topic) : outcomePath(context, lead)}" tabindex="-1">${title} \
<span class="sub">${chance}${where}</span>`;
}
