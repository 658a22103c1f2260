import { type DepthLevel, hasBestPrices, MAX_BOOK_LEVELS, toDepth } from "../../domain/books.ts";
import { toCentsText } from "../../domain/orders.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { gauge } from "../charts/chart.ts";
import { ago, count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { num, plainTable, words } from "../page/table.ts";

/** The market at one reading: with the prices of its order book where that is newer, without a book that is older and other. */
export function atOneReading(market: MarketDetail): MarketDetail {
  const { orderBook, updatedAt, status, yesPrice, priceSource } = market;
  if (orderBook === null || status === "closed" || hasBestPrices(orderBook, market)) return market;
  if (orderBook.fetchedAt < updatedAt) return { ...market, orderBook: null };
  const [bestBid, bestAsk] = [orderBook.bids[0]?.[0] ?? null, orderBook.asks[0]?.[0] ?? null];
  // A crossed book is changing, and has no middle.
  const isMid = priceSource === "mid" && bestBid !== null && bestAsk !== null && bestBid < bestAsk;
  return { ...market, bestBid, bestAsk, yesPrice: isMid ? Math.round((bestBid + bestAsk) / 2) : yesPrice };
}

/** What the order book offers at each price, where it is known. */
export function bookSection({ orderBook, title }: MarketDetail, now: number): Html | false {
  if (orderBook === null || orderBook.bids.length + orderBook.asks.length === 0) return false;
  const [bids, asks] = [toDepth(orderBook.bids), toDepth(orderBook.asks)];
  const most = Math.max(...[...bids, ...asks].map(({ total }) => total));
  return html`<section aria-labelledby="book"><h2 id="book">Order book</h2>
<p class="hint">${bestText("Best bid", bids)}; ${bestText("best ask", asks)}. One contract pays $1 if it wins. \
Read ${ago(orderBook.fetchedAt, now)}.</p>
<div class="sides">${levelTable(["Bids", "offers to buy yes"], bids, { most, title })}
${levelTable(["Asks", "offers to sell yes"], asks, { most, title })}</div></section>`;
}

const bestText = (name: string, [best]: readonly DepthLevel[]): string =>
  `${name} ${best === undefined ? "none" : `${toCentsText(best.price)} for ${contracts(best.size)}`}`;

const contracts = (size: number): string =>
  `${contractCount(size)} ${size > 0 && size <= 1 ? "contract" : "contracts"}`;

/** Whole contracts, rounded down as in spreads; platforms trade parts of them too. */
const contractCount = (size: number): string => (size > 0 && size < 1 ? "under 1" : count(Math.floor(size)));

/** The levels of a side, from the best price outwards; `most` is the longest bar. */
const levelTable = (
  [side, meaning]: readonly [side: string, meaning: string],
  levels: readonly DepthLevel[],
  { most, title }: { readonly most: number; readonly title: string },
): Html =>
  plainTable(
    {
      label: side,
      caption: html`${side}: ${meaning}${levels.length === MAX_BOOK_LEVELS && `, the best ${MAX_BOOK_LEVELS}`}\
<span class="hide"> of ${title}</span>`,
    },
    levels,
    [
      words("Price of yes", ({ price }) => toCentsText(price), "name"),
      num("Contracts", ({ size }) => contractCount(size)),
      words(html`<span class="hide">Share</span>`, ({ total }) => gauge(total / most), "bars"),
      num("In all", ({ total }) => contractCount(total), "At this price or a better one"),
    ],
  );
