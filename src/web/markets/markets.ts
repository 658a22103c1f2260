import { eventList } from "../../api/events.ts";
import { marketList } from "../../api/markets.ts";
import type { Context } from "../../context.ts";
import type { Outcome, SettlementSource } from "../../domain/markets.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Route } from "../../http/route.ts";
import type { StoredEvent } from "../../store/events.ts";
import type { AgedMarket, StoredMarket } from "../../store/markets.ts";
import { filterWords } from "../browse/filters.ts";
import {
  figureColumns,
  type ListView,
  listPages,
  movementColumns,
  sortableTable,
  type TableView,
} from "../browse/list-page.ts";
import { capitalized, closing, count, money, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { alikeNotes, eventPath, marketPath, platformTag, titleLink } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { num, words } from "../page/table.ts";

const MARKET_SORTS = {
  volume: "volume",
  volume_24h: "24 h volume",
  change: "24 h change",
  price: "price of yes",
  closing: "close time",
};
const EVENT_SORTS = { volume: "volume", volume_24h: "24 h volume", markets: "number of markets", recent: "newest" };

export const marketListPages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] => [
  ...listPages(pages, marketList(platforms), {
    path: "/markets",
    title: "Markets",
    noun: "market",
    filters: ["q", "platform", "category", "status", "min_volume", "closing_before", "sort", "real_money_only"],
    words: { ...filterWords(platforms), sort: { label: "Sort by", choices: MARKET_SORTS } },
    draw: marketTable,
    follow: (markets) => ({ markets }),
  }),
  ...listPages(pages, eventList(platforms), {
    path: "/events",
    title: "Events",
    noun: "event",
    filters: ["q", "platform", "category", "status", "sort", "real_money_only"],
    words: { ...filterWords(platforms), sort: { label: "Sort by", choices: EVENT_SORTS } },
    draw: eventTable,
    follow: () => ({}),
  }),
];

/** Markets with their prices. The page needs browse.css. */
export async function marketTable(context: Context, markets: readonly AgedMarket[], view: TableView): Promise<Html> {
  const movements = await context.store.movements.ofMarkets(markets, view.now);
  const noteOf = alikeNotes(markets);
  return sortableTable<AgedMarket>(
    markets,
    {
      rowName: ({ platform, id }) => `${platform}:${id}`,
      columns: [
        { ...words("Yes", priceCell, "yes"), sort: "price" },
        {
          ...words(
            "Market",
            (market) => html`${titleLink(marketPath(context, market), market)}
<span class="sub">${platformTag(market.platform)} · ${capitalized(market.category)}${endingNote(market)}${noteOf(market)}</span>`,
          ),
          isHead: true,
        },
        ...movementColumns(markets, movements),
        ...figureColumns(markets, view.now, { volume24hOf, volumeOf }),
      ],
    },
    view,
  );
}

const eventTable = (context: Context, events: readonly StoredEvent[], view: ListView): Html =>
  sortableTable<StoredEvent>(
    events,
    {
      rowName: ({ platform, id }) => `event:${platform}:${id}`,
      columns: [
        words("Event", (event) => eventTitle(context, event)),
        { ...num("Markets", ({ marketCount }) => count(marketCount)), sort: "markets" },
        { ...num("Volume", ({ platform, totalVolume: volume }) => volumeOf({ platform, volume })), sort: "volume" },
        { ...num("Ends", ({ endsAt }) => closing(endsAt, view.now)), isWide: true },
      ],
    },
    view,
  );

const eventTitle = (context: Context, event: StoredEvent): Html =>
  html`<a href="${eventPath(context, event)}" class="title" dir="auto">${event.title}</a> \
<span class="sub">${platformTag(event.platform)} · ${capitalized(event.category)}${event.status === "closed" && " · closed"}</span>`;

/** The price of yes; grey where it is the last one of a closed market, or an old one. */
const priceCell = (market: AgedMarket) => ({
  content: priceText(market.yesPrice, market),
  className: market.status === "closed" && "over",
  key: `${market.platform}:${market.id}`,
});

/** How a market ended, after the other things said of it. */
function endingNote(market: Pick<StoredMarket, "status" | "outcome">): Html | false {
  const ending = endingOf(market);
  return ending !== undefined && html` · <span class="ending">${ending}</span>`;
}

/** Lifetime volume; "–" if the platform publishes none. */
export const volumeOf = ({ platform, volume }: Pick<StoredMarket, "platform" | "volume">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume, platform);

export const volume24hOf = ({ platform, volume24h }: Pick<StoredMarket, "platform" | "volume24h">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume24h, platform);

/** How a market ended: "resolved: yes"; undefined while it is open. */
export function endingOf({ status, outcome }: { status: string; outcome: Outcome | null }): string | undefined {
  if (status === "open") return undefined;
  return isSettled({ status, outcome }) ? `resolved: ${outcome}` : "closed";
}

/** Whether its outcome is known, so that its price no longer moves. */
export const isSettled = ({ status, outcome }: { status: string; outcome: Outcome | null }): boolean =>
  status !== "open" && outcome !== null && outcome !== "unknown";

/** One line: "Settlement source: AP, https://apnews.com/". Only http and https addresses become links. */
export function settlementLine({ name, url }: SettlementSource): Html {
  const isLink = url !== null && /^https?:\/\//i.test(url);
  const link = isLink ? html`<a href="${url}" rel="noopener noreferrer">${url}</a>` : url;
  return html`<p class="hint settles">Settlement source: ${name}${name !== null && url !== null && ", "}${link}</p>`;
}
