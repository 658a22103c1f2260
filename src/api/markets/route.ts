import { endpoint } from "../../http/endpoint.ts";
import { pagingMeta } from "../../http/meta-schema.ts";
import { checkPaging, paging, toPagingMeta, toSlice } from "../../http/paging.ts";
import { arrayOf } from "../../http/schema.ts";
import { listTable } from "../../http/tables/table.ts";
import { popularRoute } from "./popular.ts";
import { toMarket } from "./present.ts";
import { marketFilters, toMarketQuery } from "./query.ts";
import { resolvedRoute } from "./resolved.ts";
import { marketSchema } from "./schema.ts";

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
    parameters: { ...marketFilters(platforms), ...paging },
    check: checkPaging,
    response: arrayOf(marketSchema),
    meta: pagingMeta,
    table: listTable("markets", marketSchema),
    async handler({ store }, input) {
      const slice = toSlice(input);
      const { markets, total, nextCursor } = await store.markets.list(toMarketQuery(input), slice);
      return { data: markets.map(toMarket), meta: toPagingMeta(slice, total, nextCursor) };
    },
  });
