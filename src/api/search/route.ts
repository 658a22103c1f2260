import { endpoint } from "../../http/endpoint.ts";
import { STATUSES, topFilters } from "../../http/filters.ts";
import { choice, required, text, withDefault } from "../../http/parameters.ts";
import type { ValueOf } from "../../http/schema.ts";
import { rowKind, tableOf } from "../../http/tables/index.ts";
import { toEvent } from "../events/index.ts";
import { toMarket } from "../markets/index.ts";
import { foundSchema, searchMeta, searchSchema } from "./schema.ts";

const DESCRIPTION =
  'Words that must all be in the title, the last one as a prefix; "a phrase" in quotes; -word to exclude a word.';

/** The warning for a query without a word. */
export const NOTHING_TO_FIND = "q holds no word or symbol that could be found in a title";

export const searchRoutes = (platforms: readonly string[]) => [
  endpoint({
    method: "GET",
    path: "/api/v1/search",
    summary: "Search the titles of events and markets",
    operationId: "search",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      q: required(text({ description: DESCRIPTION, min: 2, max: 200, example: "election" })),
      ...topFilters(platforms),
      status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "all"),
    },
    response: searchSchema,
    meta: searchMeta,
    table: tableOf("search", rowKind(foundSchema), ({ events, markets }: ValueOf<typeof searchSchema>) => [
      ...events.map((event) => ({ kind: "event" as const, ...event })),
      ...markets.map((market) => ({ kind: "market" as const, ...market })),
    ]),
    async handler({ store }, { q, platform, status, limit }) {
      const found = await store.search.find({ text: q, platform, status, limit });
      return {
        data: { events: found.events.map(toEvent), markets: found.markets.map(toMarket) },
        meta: {
          query: q,
          events_found: found.eventsFound,
          markets_found: found.marketsFound,
          found_is_capped: found.isCapped,
          ...(found.hasTerms ? undefined : { warnings: [NOTHING_TO_FIND] }),
        },
      };
    },
  }),
];
