import { createAddressLimit } from "../../access/address-limit.ts";
import type { Context } from "../../context.ts";
import { STATUSES } from "../../http/filters.ts";
import { choice, optional, text, withDefault } from "../../http/parameters.ts";
import { type Route, route } from "../../http/route.ts";
import type { StoredEvent } from "../../store/events.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/index.ts";
import { marketTable } from "../markets/index.ts";
import {
  beginPage,
  counted,
  eventPath,
  type FeedLink,
  feedAnchor,
  type Html,
  html,
  livePart,
  marketPath,
  money,
  nameFields,
  type PageDeps,
  type PublicPages,
  pathTo,
  percent,
  platformTag,
  questionPath,
  sentence,
  textOf,
  toDocument,
  toErrorDocument,
} from "../page/index.ts";
import { questionTable } from "../questions/index.ts";

/** Hits of each kind on the page; there is no second page. */
const HITS = 20;
const QUESTIONS = 5;
const SUGGESTIONS = 8;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

const words = text({ description: "Words of a title.", min: 1, max: 200 });

export const searchPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/search",
    summary: "Events and markets by title",
    parameters: {
      q: optional(words),
      platform: optional(choice({ description: "Only this platform.", values: ["", ...platforms] })),
      status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
    },
    refuse(context, error, path, query) {
      if (error.code !== "validation_error") return toErrorDocument(context, error, path);
      const status = STATUSES.find((one) => one === textOf(query, "status")) ?? "open";
      const form = { q: textOf(query, "q"), platform: textOf(query, "platform"), status };
      const main = html`<h1>Search</h1>
<p class="problem" role="alert">${sentence(nameFields(error, LABELS).message)}</p>
${filterForm(context, platforms, form)}
<p class="more"><a href="${pathTo(context, "/search")}">Open the page without filters</a></p>`;
      return toDocument(context, { title: "Search", main, status: error.status }, "/search");
    },
    async render(context, { q = "", platform = "", status }) {
      const main = html`<h1>Search</h1>
${filterForm(context, platforms, { q, platform, status })}
${q.trim() === "" ? html`<p class="empty">Type what a title should contain, or <a href="${pathTo(context, "/markets")}">browse all markets</a>.</p>` : await hits(context, { q, platform, status })}`;
      return toDocument(
        context,
        {
          title: q === "" ? "Search" : `Search: ${q}`,
          main,
          assets: ["browse.css"],
          feeds: q.trim() === "" ? [] : [feedOf({ q, platform })],
        },
        "/search",
      );
    },
  }),
  suggestionsRoute(),
];

/** What the fields of the form are called. */
const LABELS = { q: "Words", platform: "Platform", status: "State" } as const;

interface SearchForm {
  readonly q: string;
  readonly platform: string;
  readonly status: (typeof STATUSES)[number];
}

async function hits(context: Context, form: SearchForm): Promise<Html> {
  const moment = beginPage(context);
  const filter = toFilter(form);
  const result = await context.store.search.find({ ...filter, limit: HITS });
  const { events, markets, eventsFound, marketsFound, isCapped } = result;
  const questions = (await listQuestions(context, markets)).slice(0, QUESTIONS);
  const questionsFound = Math.max(questions.length, await countQuestions(context, filter));
  if (questionsFound + marketsFound + eventsFound === 0)
    return livePart(context, moment, {}, nothingFound(context, form));
  const found = `${counted(questionsFound, "question")}, ${isCapped ? "more than " : ""}${counted(marketsFound, "market")} and ${counted(eventsFound, "event")}`;
  const isCut = questionsFound > QUESTIONS || Math.max(marketsFound, eventsFound) > HITS;
  return livePart(
    context,
    moment,
    { questions, markets },
    html`<p class="note" role="status">${found}${isCut && `, the best ${QUESTIONS}, ${HITS} and ${HITS} of them here`}. ${feedAnchor(context, feedOf(form))}</p>
${questions.length > 0 && html`<section aria-labelledby="questions"><h2 id="questions">Questions</h2>${questionTable(context, questions, "Questions found")}${questionsFound > questions.length && allWith(context, "/questions", form)}</section>`}
${markets.length > 0 && html`<section aria-labelledby="markets"><h2 id="markets">Markets</h2>${marketTable(context, markets, "Markets found")}${marketsFound > markets.length && allWith(context, "/markets", form)}</section>`}
${events.length > 0 && html`<section aria-labelledby="events"><h2 id="events">Events</h2><ul class="list">${events.map((event) => eventLine(context, event))}</ul></section>`}`,
  );
}

/** New markets with these words. */
const feedOf = ({ q, platform }: Pick<SearchForm, "q" | "platform">): FeedLink => ({
  name: "search",
  title: `Open markets: ${q}`,
  query: { q, platform: platform === "" ? undefined : platform },
});

const toFilter = ({ q, platform, status }: SearchForm) => ({
  text: q,
  platform: platform === "" ? undefined : platform,
  status,
});

/** How many questions have these words. */
async function countQuestions({ store, clock }: Context, filter: ReturnType<typeof toFilter>): Promise<number> {
  const query = { ...filter, ...ALL_QUESTIONS, now: clock.now() };
  return (await store.questions.list(query, { page: 1, size: 1 })).total;
}

const ALL_QUESTIONS = { minVolume: 0, minGap: 0, realMoneyOnly: false, sort: "volume", order: "desc" } as const;

/** A link to the list that has all hits, which takes words of two characters and more. */
const allWith = (deps: PageDeps, path: "/questions" | "/markets", { q, platform, status }: SearchForm): Html | false =>
  q.length >= 2 &&
  html`<p class="more"><a href="${pathTo(deps, path)}?${String(new URLSearchParams({ q, platform, status }))}">All ${path.slice(1)} with these words</a></p>`;

/** What to try next. */
const nothingFound = (deps: PageDeps, { q, platform, status }: SearchForm): Html =>
  html`<p class="note" role="status">No question, market or event has these words. Try fewer or other words${platform !== "" && ", or all platforms"}.</p>
<p class="more">${status !== "all" && html`<a href="${pathTo(deps, "/search")}?${String(new URLSearchParams({ q, platform, status: "all" }))}">Open and closed ones</a> · `}<a href="${pathTo(deps, "/questions")}">All questions</a> · <a href="${pathTo(deps, "/markets")}">All markets</a></p>`;

/** The questions of the markets found, the best first. */
async function listQuestions(
  { store, clock }: Context,
  markets: readonly StoredMarket[],
): Promise<readonly Question[]> {
  const questions = await store.questions.ofMarkets(markets, clock.now());
  return [...new Set(markets.flatMap(({ platform, id }) => questions.get(`${platform}:${id}`) ?? []))];
}

const eventLine = (
  context: Context,
  { id, title, platform, category, marketCount, totalVolume, status }: StoredEvent,
): Html =>
  html`<li data-row="${platform}:${id}"><a href="${eventPath(context, { platform, id })}">${title}</a> <span class="sub">${platformTag(platform)} · ${category} · ${counted(marketCount, "market")} · ${money(totalVolume)} · ${status}</span></li>`;

const filterForm = (context: Context, platforms: readonly string[], wanted: SearchForm): Html =>
  html`<form class="bar" role="search" action="${pathTo(context, "/search")}">
<div class="words"><label for="words">${LABELS.q}</label><input id="words" type="search" name="q" value="${wanted.q}" maxlength="200" required autocomplete="off" data-suggest="${pathTo(context, "/search/suggestions")}"></div>
<label>${LABELS.platform} <select name="platform">${["", ...platforms].map((id) => option(id, id === "" ? "all" : id, wanted.platform))}</select></label>
<label>${LABELS.status} <select name="status">${STATUSES.map((id) => option(id, id, wanted.status))}</select></label>
<button class="main">Search</button></form>`;

const option = (value: string, label: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;

/** A fragment of a page: suggestions for the text typed so far. */
function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  return route({
    method: "GET",
    path: "/search/suggestions",
    summary: "Suggestions for a search",
    tier: "open",
    cache: "clock",
    parameters: { q: withDefault(words, "") },
    admit: ({ clock, config }, address) =>
      limit.admit(address, clock.running(), config.pagesPerMinute * SUGGESTIONS_PER_PAGE),
    async handler(context, { q }) {
      const filter = { platform: undefined, status: "open", limit: HITS } as const;
      const { markets } = await context.store.search.find({ text: q, ...filter });
      const questions = await context.store.questions.ofMarkets(markets, context.clock.now());
      const found = new Set(markets.map((market) => questions.get(`${market.platform}:${market.id}`) ?? market));
      const lines = [...found].slice(0, SUGGESTIONS).map((one, index) => suggestion(context, one, index));
      return { text: html`${lines}`.text, type: "text/html; charset=utf-8" };
    },
  });
}

/** A question, or a market that no other platform asks. */
function suggestion(deps: PageDeps, found: Question | StoredMarket, index: number): Html {
  const [path, note, price] =
    "members" in found
      ? [questionPath(deps, found), `on ${counted(found.members.length, "platform")}`, found.price]
      : [marketPath(deps, found), platformTag(found.platform), found.yesPrice];
  return html`<a role="option" id="suggestion-${index}" aria-selected="false" href="${path}" tabindex="-1">${found.title} <span class="sub">${note} ${percent(price)}</span></a>`;
}
