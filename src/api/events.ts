import { listFilters, order } from "../http/filters.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../http/paging.ts";
import { choice, withDefault } from "../http/parameters.ts";
import { toEvent } from "../http/present/events.ts";
import { route } from "../http/route.ts";
import { EVENT_SORTS } from "../store/events.ts";

const sort = choice({ description: "What to sort by: volume, markets in it, or newest.", values: EVENT_SORTS });

export const eventRoutes = (platforms: readonly string[]) => [
  route({
    method: "GET",
    path: "/api/v1/events",
    summary: "List events, the groups of markets",
    tier: "free",
    cache: "clock",
    parameters: {
      ...listFilters(platforms),
      sort: withDefault(sort, "volume"),
      order: order("The direction; desc by default."),
      ...paging,
    },
    check: checkPaging,
    async handler({ store }, input) {
      const slice = toSlice(input);
      const query = {
        platform: input.platform,
        category: input.category?.toLowerCase(),
        status: input.status,
        text: input.q,
        sort: input.sort,
        order: input.order ?? "desc",
      } as const;
      const { events, total, nextCursor } = await store.events.list(query, slice);
      return { data: events.map(toEvent), meta: toPagingMeta(slice, total, nextCursor) };
    },
  }),
];
