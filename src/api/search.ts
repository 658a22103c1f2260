import {
  anyStatus,
  checkReach,
  realMoneyQuestions,
  searchTextOrAddress,
  toCategories,
  topFilters,
} from "../http/filters.ts";
import { required, withDefault } from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { rowKind, type Table, tableOf } from "../http/table.ts";
import { metaOf } from "../http/value-schemas.ts";
import type { SearchResult } from "../store/search/search.ts";
import { MAX_LISTED } from "../store/titles/search.ts";
import { eventSchema } from "./events.ts";
import { marketSchema } from "./markets.ts";
import { questionSchema } from "./questions.ts";

const searchSchema = s.noun<Pick<SearchResult, "questions" | "events" | "markets">>("SearchResult")({
  questions: s.arrayOf(questionSchema, "Questions that have a market found, best first."),
  events: s.arrayOf(eventSchema, "Events found, best first."),
  markets: s.arrayOf(marketSchema, "Markets found, best first."),
});

const { markets, ...oneQuestion } = s.fieldsOf(questionSchema);

/** A row of the table: a question, an event or a market, in columns for all. */
const foundSchema = s.object(
  {
    kind: s.oneOf(
      ["question", "event", "market"],
      "What was found. Questions have the fields of a question, events those of an event, markets those of a market.",
    ),
  },
  { ...oneQuestion, ...(markets && { markets }), ...s.fieldsOf(eventSchema), ...s.fieldsOf(marketSchema) },
);

const words = (description: string) => s.rare(s.string(description, "recession"));

const searchMeta = metaOf(
  "SearchMeta",
  {
    query: s.string("The text that was typed.", "fed january"),
    page: s.integer("The page of each list.", 1, { minimum: 1 }),
    total_pages: s.integer("Pages until the longest list ends; 0 when nothing is found.", 6),
    questions_found: s.integer("Questions of the markets that were counted.", 12),
    events_found: s.integer("All events found, counted up to 1,000.", 42),
    markets_found: s.integer("All markets found, counted up to 3,000.", 118),
    found_is_capped: s.boolean("True when there are more than were counted.", false),
  },
  {
    closed_matches: s.rare(
      s.integer("With status=open: closed markets that match too. Both are counted up to 3,000.", 31),
    ),
    did_you_mean: words("Another text that finds more. Where nothing was found, the nearest that finds something."),
    left_out: s.rare(
      s.arrayOf(
        s.string("A word as it was typed.", "will"),
        "Words that only ask and were not looked for, such as who and will: no title has them together with the others.",
      ),
    ),
  },
);

const DESCRIPTION =
  'Words that must all be in the title, the last one also as the beginning of a word, unless hundreds of titles have it whole; "a phrase" in quotes; -word to exclude a word. Other names count too: btc is bitcoin, dec december, 100k 100,000. The first 10 words and 4 excluded ones count.';

/** The warning for a query without a word. */
export const NOTHING_TO_FIND = "q holds no word or symbol that could be found in a title";

/** A row for each hit, questions first. */
const searchTable: Table<s.ValueOf<typeof searchSchema>> = {
  ...tableOf("search", rowKind(foundSchema), ({ questions, events, markets }: s.ValueOf<typeof searchSchema>) => [
    ...questions.map((question) => ({ kind: "question" as const, ...question })),
    ...events.map((event) => ({ kind: "event" as const, ...event })),
    ...markets.map((market) => ({ kind: "market" as const, ...market })),
  ]),
  notesOf: ({ did_you_mean, left_out }) => [
    ...(Array.isArray(left_out) ? [`no title has all words: searched without '${left_out.join(" ")}'`] : []),
    ...(did_you_mean === undefined ? [] : [`'${did_you_mean}' finds more`]),
  ],
};

export const searchRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/search",
    summary: "Search the titles of questions, events and markets",
    description:
      "Whole words rank before prefixes, open before closed, and questions on many platforms before those on few. Then more volume ranks first. " +
      "No word that names something is left out or corrected: where no title has them all, nothing is found, and meta.did_you_mean has the nearest text that finds something. " +
      "q may also be the id of a market or an event, or the URL of its page on its platform. Then only that one " +
      "is found, if the filters let it pass. Markets with the same question_id or event_id belong together.",
    operationId: "search",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      q: required(searchTextOrAddress(DESCRIPTION)),
      ...topFilters(platforms),
      status: withDefault(anyStatus, "all"),
      real_money_only: realMoneyQuestions,
    },
    check: checkReach,
    response: searchSchema,
    meta: searchMeta,
    table: searchTable,
    async handler({ store, clock }, { q, platform, category, status, real_money_only, ...paging }) {
      const { page, page_size, limit = page_size } = paging;
      const found = await store.search.find({
        text: q,
        platform,
        category: toCategories(category),
        status,
        realMoneyOnly: real_money_only,
        page,
        limit,
        now: clock.now(),
      });
      return {
        data: found,
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

/** Until the longest list ends, as far as it can be listed. */
const countPages = ({ questionsFound, eventsFound, marketsFound }: SearchResult, limit: number): number =>
  Math.min(Math.ceil(Math.max(questionsFound, eventsFound, marketsFound) / limit), Math.floor(MAX_LISTED / limit));

const toSpellingMeta = ({ suggestion, leftOut }: SearchResult) => ({
  ...(leftOut === undefined || leftOut.length === 0 ? undefined : { left_out: leftOut }),
  ...(suggestion === undefined ? undefined : { did_you_mean: suggestion }),
});
