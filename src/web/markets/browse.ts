import { marketFilters, toMarketQuery } from "../../api/markets.ts";
import type { Route } from "../../http/route.ts";
import type { Movement } from "../../store/board/movements.ts";
import type { StoredMarket } from "../../store/markets.ts";
import {
  type BrowseColumn,
  browseDocument,
  figureColumns,
  filterFields,
  formParameters,
  refuseFilters,
  sliceOf,
} from "../browse/browse.ts";
import { movementColumns } from "../charts/movement.ts";
import { html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { alikeNotes } from "../page/titles.ts";
import { endingNote, priceCell, titleCell, volume24hOf, volumeOf } from "./market-table.ts";

const SORTS = [
  ["volume", "volume"],
  ["volume_24h", "24 h volume"],
  ["price", "price of yes"],
  ["closing", "close time"],
  ["updated", "last update"],
] as const;

/** All markets, as GET /api/v1/markets lists them. */
export function marketListPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const { event_id: _event, ids: _ids, updated_since: _since, ...filters } = marketFilters(platforms);
  const parameters = formParameters(filters);
  const { words, platform, category, status, minVolume, closingBefore, realMoney, order } = filterFields(platforms);
  const sort = { name: "sort", label: "Sort by", type: "choice", options: SORTS } as const;
  const fields = [words, platform, category, status, minVolume, closingBefore, sort, order, realMoney];
  return [
    page({
      path: "/markets",
      summary: "All markets, to filter and sort",
      parameters,
      refuse: refuseFilters({ path: "/markets", title: "Markets", parameters, fields }),
      async render(context, input) {
        const now = context.clock.now();
        const { markets, total } = await context.store.markets.list(toMarketQuery(input), sliceOf(input));
        const listed = {
          path: "/markets",
          title: "Markets",
          lead: html`All markets of all platforms. The page <a href="${pathTo(context, "/questions")}">Questions</a> compares those that \
two or more platforms have.`,
          noun: "market",
          operation: { path: "/api/v1/markets", id: "listMarkets" },
          parameters,
          fields,
          columns: columnsOf(context, markets, await context.store.movements.ofMarkets(markets, now)),
          nameOf: ({ platform, id }: StoredMarket) => `${platform}:${id}`,
          followed: { markets },
        };
        return browseDocument(context, listed, { now, input, rows: markets, total });
      },
    }),
  ];
}

function columnsOf(
  deps: PageDeps,
  markets: readonly StoredMarket[],
  movements: readonly Movement[],
): readonly BrowseColumn<StoredMarket>[] {
  const moved = new Map(markets.map((market, index) => [market, movements[index]]));
  const noteOf = alikeNotes(markets);
  return [
    { label: "Yes", className: "yes", sort: "price", cell: priceCell },
    { label: "Market", cell: (market) => titleCell(deps, market, html`${endingNote(market)}${noteOf(market)}`) },
    ...movementColumns((market: StoredMarket) => moved.get(market)),
    ...figureColumns(markets, { volume24hOf, volumeOf }),
  ];
}
