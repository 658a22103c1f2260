import { endpoint } from "../../http/endpoint.ts";
import { listFilters, STATUSES, topFilters } from "../../http/filters.ts";
import { choice, flag, integer, type ParameterError, required, text, withDefault } from "../../http/parameters.ts";
import type { ValueOf } from "../../http/schema.ts";
import { rowKind, type Table, tableOf } from "../../http/tables/table.ts";
import type { FoundMarket, SearchResult } from "../../store/search/query.ts";
import { MAX_LISTED } from "../../store/titles/search.ts";
import { toEvent } from "../events/present.ts";
import { toMarket } from "../markets/present.ts";
import { toQuestion } from "../questions/present.ts";
import { foundSchema, searchMeta, searchSchema } from "./schema.ts";

const DESCRIPTION =
  'Words that must all be in the title, the last one also as the beginning of a word, unless hundreds of titles have it whole; "a phrase" in quotes; -word to exclude a word. Other names count too: btc is bitcoin, dec december, 100k 100,000. The first 10 words and 4 excluded ones count.';

/** The warning for a query without a word. */
export const NOTHING_TO_FIND = "q holds no word or symbol that could be found in a title";

const FIRST_PAGE = 1;

/** A row for each hit, questions first. */
export const searchTable: Table<ValueOf<typeof searchSchema>> = {
  ...tableOf("search", rowKind(foundSchema), ({ questions, events, markets }: ValueOf<typeof searchSchema>) => [
    ...questions.map((question) => ({ kind: "question" as const, ...question })),
    ...events.map((event) => ({ kind: "event" as const, ...event })),
    ...markets.map((market) => ({ kind: "market" as const, ...market })),
  ]),
  notesOf: ({ corrected, did_you_mean, left_out }) => [
    ...(Array.isArray(left_out) ? [`no title has all words: searched without '${left_out.join(" ")}'`] : []),
    ...(corrected === undefined ? [] : [`no title has the words as typed: searched for '${corrected}'`]),
    ...(did_you_mean === undefined ? [] : [`'${did_you_mean}' finds more`]),
  ],
};

export const searchRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/search",
    summary: "Search the titles of questions, events and markets",
    description:
      "Whole words rank before prefixes, open before closed, and questions on many platforms before those on few. Then more volume ranks first. " +
      "A word that no title has is corrected, as meta.corrected says, or left out, as meta.left_out says. " +
      "q may also be the id of a market or an event, or the URL of its page on its platform. Then only that one is found, with any status and category. Markets with the same question_id or event_id belong together.",
    operationId: "search",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      q: required(text({ description: DESCRIPTION, min: 2, max: 200, example: "election" })),
      ...topFilters(platforms),
      category: listFilters(platforms).category,
      status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "all"),
      real_money_only: withDefault(
        flag({ description: "Leave out play-money markets, and questions that fewer than two others ask." }),
        false,
      ),
      page: withDefault(
        integer({
          description: `Which page of each list, counted from 1; the best ${MAX_LISTED} can be listed.`,
          min: FIRST_PAGE,
          max: MAX_LISTED,
        }),
        FIRST_PAGE,
      ),
    },
    check: checkReach,
    response: searchSchema,
    meta: searchMeta,
    table: searchTable,
    async handler({ store, clock }, { q, platform, category, status, real_money_only, page, limit }) {
      const found = await store.search.find({
        text: q,
        platform,
        category: category?.toLowerCase(),
        status,
        realMoneyOnly: real_money_only,
        page,
        limit,
        now: clock.now(),
      });
      return {
        data: toSearchResult(found),
        meta: {
          query: q,
          page,
          total_pages: countPages(found, limit),
          questions_found: found.questionsFound,
          events_found: found.eventsFound,
          markets_found: found.marketsFound,
          found_is_capped: found.isCapped,
          ...(status === "open" ? { closed_matches: found.closedFound } : undefined),
          ...toSpellingMeta(found),
          ...(found.hasTerms ? undefined : { warnings: [NOTHING_TO_FIND] }),
        },
      };
    },
  }),
];

/** What was found, as it is published. */
export const toSearchResult = ({
  questions,
  events,
  markets,
}: Pick<SearchResult, "questions" | "events" | "markets">) => ({
  questions: questions.map(toQuestion),
  events: events.map(toEvent),
  markets: markets.map(toFoundMarket),
});

const toFoundMarket = (market: FoundMarket) => ({ ...toMarket(market), question_id: market.questionId });

/** Until the longest list ends, as far as it can be listed. */
const countPages = ({ questionsFound, eventsFound, marketsFound }: SearchResult, limit: number): number =>
  Math.min(Math.ceil(Math.max(questionsFound, eventsFound, marketsFound) / limit), Math.floor(MAX_LISTED / limit));

const toSpellingMeta = ({ corrected, suggestion, leftOut }: SearchResult) => ({
  ...(leftOut === undefined || leftOut.length === 0 ? undefined : { left_out: leftOut }),
  ...(corrected === undefined ? undefined : { corrected }),
  ...(suggestion === undefined ? undefined : { did_you_mean: suggestion }),
});

/** Hits further down are not compared. */
function checkReach({ page, limit }: { readonly page?: number; readonly limit?: number }): ParameterError[] {
  if (page === undefined || limit === undefined || page * limit <= MAX_LISTED) return [];
  const message = `expected page × limit of at most ${MAX_LISTED}, got ${page * limit}; add a word or a filter to see others`;
  return [{ parameter: "page", message }];
}
