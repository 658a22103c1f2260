import { marketList } from "../../api/markets.ts";
import type { Context } from "../../context.ts";
import type { Route } from "../../http/route.ts";
import type { AgedMarket } from "../../store/markets.ts";
import { filterWords } from "../browse/filters.ts";
import { listPages } from "../browse/list-page.ts";
import { figureColumns, sortableTable, type TableView } from "../browse/table.ts";
import { movementColumns } from "../charts/movement.ts";
import { type Html, html } from "../page/html.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { words } from "../page/table.ts";
import { alikeNotes } from "../page/titles.ts";
import { endingNote, marketTitle, priceCell, volume24hOf, volumeOf } from "./market-table.ts";

const SORTS = {
  volume: "volume",
  volume_24h: "24 h volume",
  change: "24 h change",
  price: "price of yes",
  closing: "close time",
};

export const marketListPages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, marketList(platforms), {
    path: "/markets",
    title: "Markets",
    summary: "All markets, to filter and sort",
    noun: "market",
    filters: ["q", "platform", "category", "status", "min_volume", "closing_before", "sort", "real_money_only"],
    words: { ...filterWords(platforms), sort: { label: "Sort by", choices: SORTS } },
    draw: marketTable,
    follow: (markets) => ({ markets }),
    readNotes: readSourceNotes,
  });

/** Markets with their prices. The page needs browse.css. */
export async function marketTable(context: Context, markets: readonly AgedMarket[], view: TableView): Promise<Html> {
  const movements = await context.store.movements.ofMarkets(markets, view.now);
  const moved = new Map(markets.map((market, index) => [market, movements[index]]));
  const noteOf = alikeNotes(markets);
  return sortableTable<AgedMarket>(
    {
      rows: markets,
      nameOf: ({ platform, id }) => `${platform}:${id}`,
      columns: [
        { ...words("Yes", priceCell, "yes"), sort: "price" },
        {
          ...words("Market", (market) => marketTitle(context, market, html`${endingNote(market)}${noteOf(market)}`)),
          isHead: true,
        },
        ...movementColumns((market: AgedMarket) => moved.get(market)),
        ...figureColumns(markets, view.now, { volume24hOf, volumeOf }),
      ],
    },
    view,
  );
}
