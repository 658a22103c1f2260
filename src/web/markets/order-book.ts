import {
  type DatedBook,
  type DepthLevel,
  hasBestPrices,
  MAX_BOOK_LEVELS,
  sizesAtBest,
  toDepth,
} from "../../domain/books.ts";
import { toCentsText } from "../../domain/orders.ts";
import type { Micros } from "../../domain/prices.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { type Axes, drawChart, fromZero, shareOf, stepsPath, swatch, valueTicks } from "../charts/chart.ts";
import { ago, compactCount, count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, num, words } from "../page/table.ts";

/** Kept free beside the outermost prices. */
const ROOM: Micros = 5_000;
/** More price marks do not fit on a phone. */
const MAX_PRICE_STEPS = 7;

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
  const reading = html`Read ${ago(orderBook.fetchedAt, now)}.`;
  return html`<section aria-labelledby="book"><h2 id="book">Order book</h2>
${depthChart(bids, asks, reading)}
<details><summary>Levels of the order book</summary>
${levelTable("Bids", bids, title)}
${levelTable("Asks", asks, title)}</details></section>`;
}

const bestText = (name: string, [best]: readonly DepthLevel[]): string =>
  `${name} ${best === undefined ? "none" : `${toCentsText(best.price)} for ${contracts(best.size)}`}`;

const contracts = (size: number): string =>
  `${contractCount(size)} ${size > 0 && size <= 1 ? "contract" : "contracts"}`;

/** Whole contracts, rounded down as in spreads; platforms trade parts of them too. */
export const contractCount = (size: number): string => (size > 0 && size < 1 ? "under 1" : count(Math.floor(size)));

/** The contracts at the best prices of a market: "5,093 / 120". */
export function bestSizes(book: DatedBook, market: Parameters<typeof sizesAtBest>[1], now: number): string {
  const { bid, ask } = sizesAtBest(book, market, now);
  return [bid, ask].map((size) => (size === undefined ? "–" : contractCount(size))).join(" / ");
}

/**
 * Bids to the left and asks to the right, each the higher the further from the middle. Both are given from the best price
 * outwards; `reading` says when they were read.
 */
function depthChart(bids: readonly DepthLevel[], asks: readonly DepthLevel[], reading: Html): Html {
  const prices = [...bids, ...asks].map(({ price }) => price);
  const axes = {
    x: [Math.min(...prices) - ROOM, Math.max(...prices) + ROOM] as const,
    y: fromZero(Math.max(1, bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)),
  };
  const summary = `${bestText("Best bid", bids)}; ${bestText("best ask", asks)}.`;
  const mid = middleOf(bids, asks);
  const sizeText = ([level]: readonly DepthLevel[]): string => (level === undefined ? "–" : contractCount(level.total));
  const pointsOf = (levels: readonly DepthLevel[], isBid: boolean) =>
    levels.map((level) => ({
      share: shareOf(level.price, axes.x),
      values: isBid ? [sizeText([level]), "–"] : ["–", sizeText([level])],
      at: `contracts at ${toCentsText(level.price)} or better`,
    }));
  return drawChart({
    name: "depth",
    legend: [
      { label: html`${swatch("bids")} Bids: offers to buy yes`, value: sizeText(bids) },
      { label: html`${swatch("asks")} Asks: offers to sell yes`, value: sizeText(asks) },
    ],
    points: [...pointsOf(bids, true).toReversed(), ...pointsOf(asks, false)],
    atRest: "contracts at the best price",
    plots: [
      {
        summary: `Order book: ${summary} The table below has its levels.`,
        xTicks: valueTicks(axes.x, toCentsText, MAX_PRICE_STEPS),
        yTicks: valueTicks(axes.y, compactCount),
        shapes: [area("bids", bids, axes), area("asks", asks, axes)],
        marks: mid === undefined ? [] : [{ share: shareOf(mid, axes.x), text: toCentsText(mid) }],
      },
    ],
    caption: html`Contracts offered at each price or better. One contract pays $1 if it wins. ${summary}${
      mid !== undefined && ` The mark is halfway between them, at ${toCentsText(mid)}.`
    } ${reading}`,
  });
}

/** Halfway between the best bid and the best ask; undefined where one is missing. */
const middleOf = ([bid]: readonly DepthLevel[], [ask]: readonly DepthLevel[]): Micros | undefined =>
  bid === undefined || ask === undefined ? undefined : (bid.price + ask.price) / 2;

/** Steps from the best price outwards; the last one reaches the edge. */
function area(side: "bids" | "asks", levels: readonly DepthLevel[], axes: Axes): Html {
  const [best] = levels;
  if (best === undefined) return html``;
  const edge = axes.x[side === "bids" ? 0 : 1];
  const steps = levels.map(({ price, total }) => [price, total] as const);
  return html`<path class="${side}" d="${stepsPath([[best.price, 0], ...steps, [edge, 0]], axes)}Z"/>`;
}

const levelTable = (side: "Bids" | "Asks", levels: readonly DepthLevel[], title: string): Html =>
  dataTable(
    {
      label: side,
      caption: html`${side}${levels.length === MAX_BOOK_LEVELS && `, the best ${MAX_BOOK_LEVELS}`}<span class="hide"> of ${title}</span>`,
    },
    levels,
    [
      words("Price of yes", ({ price }) => toCentsText(price), "name"),
      num("Contracts", ({ size }) => contractCount(size)),
      num("Contracts at this price or better", ({ total }) => contractCount(total)),
    ],
  );
