import { ceilUnits } from "../../domain/prices.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listFilters, order } from "../../http/filters.ts";
import { pagingMeta } from "../../http/meta-schema.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import { choice, dateTime, decimal, list, optional, text, withDefault } from "../../http/parameters.ts";
import { arrayOf } from "../../http/schema.ts";
import { examplePlatform } from "../../http/value-schemas.ts";
import { MARKET_SORTS } from "../../store/markets.ts";
import { popularRoute } from "./popular.ts";
import { toMarket } from "./present.ts";
import { resolvedRoute } from "./resolved.ts";
import { marketSchema } from "./schema.ts";

const sort = choice({ description: "What to sort by; closing is the soonest close time first.", values: MARKET_SORTS });

export const marketRoutes = (platforms: readonly string[]) => [
  listRoute(platforms),
  popularRoute(platforms),
  resolvedRoute(platforms),
];

const listRoute = (platforms: readonly string[]) =>
  endpoint({
    method: "GET",
    path: "/api/v1/markets",
    summary: "List markets",
    operationId: "listMarkets",
    tag: "markets",
    tier: "free",
    cache: "clock",
    parameters: {
      ...listFilters(platforms),
      min_volume: withDefault(decimal({ description: "Smallest lifetime volume in USD.", min: 0 }), 0),
      sort: withDefault(sort, "volume"),
      order: order("The direction; desc unless the sort is closing."),
      event_id: optional(
        text({ description: "Only markets of this event.", min: 1, max: 200, example: "KXFED-27JAN" }),
      ),
      ids: optional(marketIds(platforms)),
      updated_since: optional(
        dateTime({
          description: "Only markets that changed at or after this moment.",
          example: "2026-11-19T00:00:00Z",
        }),
      ),
      closing_before: optional(
        dateTime({ description: "Only markets that close before this moment.", example: "2027-02-01" }),
      ),
      ...paging,
    },
    check: checkPaging,
    response: arrayOf(marketSchema),
    meta: pagingMeta,
    async handler({ store }, input) {
      const slice = toSlice(input);
      const query = {
        platform: input.platform,
        category: input.category?.toLowerCase(),
        status: input.status,
        minVolume: ceilUnits(input.min_volume, CENTS_PER_DOLLAR),
        sort: input.sort,
        order: input.order ?? (input.sort === "closing" ? "asc" : "desc"),
        text: input.q,
        eventId: input.event_id,
        ids: input.ids,
        updatedSince: input.updated_since,
        closingBefore: input.closing_before,
      } as const;
      const { markets, total, nextCursor } = await store.markets.list(query, slice);
      return { data: markets.map(toMarket), meta: toPagingMeta(slice, total, nextCursor) };
    },
  });

const marketIds = (platforms: readonly string[]) =>
  list({
    description: "Only these markets, each as platform:id.",
    items: `platform:id (platforms: ${platforms.join(", ")})`,
    max: 100,
    example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    parse(item) {
      const colon = item.indexOf(":");
      const [platform, id] = [item.slice(0, Math.max(colon, 0)), item.slice(colon + 1)];
      return platforms.includes(platform) && id !== "" ? { platform, id } : undefined;
    },
  });

const CENTS_PER_DOLLAR = 100;
