import {
  type DatedBook,
  type DepthLevel,
  hasBestPrices,
  MAX_BOOK_LEVELS,
  sizesAtBest,
  toCentsText,
  toDepth,
} from "../../domain/orders.ts";
import type { Micros } from "../../domain/prices.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { createFrame, type Frame, marksUpTo } from "../axes/frame.ts";
import { ago, count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";

/** Kept free beside the outermost prices. */
const ROOM: Micros = 5_000;
/** The drawing is this wide in its own units; the page stretches it. */
const WIDTH = 1000;
/** More price marks do not fit on a phone. */
const MAX_PRICE_STEPS = 7;
/** A text in the middle of the drawing needs this part of its width to each side. */
const MID_ROOM = 0.15;

/** What the order book offers at each price, where it is known. */
export function bookSection(market: MarketDetail, now: number): Html | false {
  const { orderBook, title } = market;
  if (orderBook === null || orderBook.bids.length + orderBook.asks.length === 0) return false;
  const [bids, asks] = [toDepth(orderBook.bids), toDepth(orderBook.asks)];
  const summary = `${bestText("Best bid", bids)}; ${bestText("best ask", asks)}.`;
  const isOlder = orderBook.fetchedAt < market.updatedAt;
  const isOther = !hasBestPrices(orderBook, market);
  const isOutdated = isOther && isOlder;
  return html`<section aria-labelledby="book"><h2 id="book">Order book</h2>
<figure class="depth${isOutdated && " outdated"}"><ul class="legend"><li>${swatch("bids")} Bids: offers to buy yes</li>\
<li>${swatch("asks")} Asks: offers to sell yes</li></ul>
${depthChart(bids, asks, summary)}
<figcaption>Contracts offered at each price or better. One contract pays $1 if it wins. ${summary} Read \
${ago(orderBook.fetchedAt, now)}.${
    isOther &&
    html` <strong>${
      isOlder
        ? "The prices at the top of the page are newer."
        : "The book is newer than the prices at the top of the page."
    }</strong>`
  }</figcaption></figure>
<details><summary>Levels of the order book</summary>
${levelTable({ side: "Bids", levels: bids, title })}
${levelTable({ side: "Asks", levels: asks, title })}</details></section>`;
}

const swatch = (side: string): Html =>
  html`<svg class="swatch ${side}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="M0 0H28V8H0Z"/></svg>`;

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

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** Bids to the left and asks to the right, each the higher the further from the middle. */
function depthChart(bids: readonly DepthLevel[], asks: readonly DepthLevel[], summary: string): Html {
  const prices = [...bids, ...asks].map(({ price }) => price);
  const [from, to] = [Math.min(...prices) - ROOM, Math.max(...prices) + ROOM];
  const frame = createFrame(marksUpTo(Math.max(1, bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)), (mark) =>
    compact.format(mark),
  );
  const placed = { frame, placeOf: (price: Micros): number => (price - from) / (to - from) };
  const shapes = html`<svg width="100%" height="${frame.height}" viewBox="0 0 ${WIDTH} ${frame.height}" preserveAspectRatio="none">\
${area("bids", bids, placed)}${area("asks", asks, placed)}</svg>\
${midLine(bids, asks, placed)}${hints("Bid", bids, placed)}${hints("Ask", asks, placed)}`;
  const [, step = 1] = marksUpTo(to - from, MAX_PRICE_STEPS);
  const first = Math.ceil(from / step) * step;
  const marks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
  const below = marks.map((price) => ({ percent: placed.placeOf(price) * 100, text: toCentsText(price) }));
  return frame.draw({ summary: `Order book: ${summary} The table below has its levels.`, shapes, below });
}

/** Halfway between the best bid and the best ask; nothing where one is missing. */
function midLine(
  [bid]: readonly DepthLevel[],
  [ask]: readonly DepthLevel[],
  { frame, placeOf }: PricePlaces,
): Html | false {
  if (bid === undefined || ask === undefined) return false;
  const mid = (bid.price + ask.price) / 2;
  const place = placeOf(mid);
  const anchor = place < MID_ROOM ? "start" : place > 1 - MID_ROOM ? "end" : "middle";
  const x = `${(place * 100).toFixed(2)}%`;
  return html`<line class="mid" x1="${x}" x2="${x}" y1="18" y2="${frame.toY(0)}"/><text class="mid" x="${x}" y="12" \
text-anchor="${anchor}">Middle ${toCentsText(mid)}</text>`;
}

interface PricePlaces {
  readonly frame: Frame;
  /** From 0 at the left to 1. */
  readonly placeOf: (price: Micros) => number;
}

/** Steps from the best price outwards; the last one reaches the edge. */
function area(
  side: "bids" | "asks",
  levels: readonly DepthLevel[],
  { frame: { toY }, placeOf }: PricePlaces,
): Html | false {
  const [best] = levels;
  if (best === undefined) return false;
  const x = (price: Micros): string => (placeOf(price) * WIDTH).toFixed(1);
  const steps = levels.map(({ price, total }) => `H${x(price)}V${toY(total).toFixed(1)}`).join("");
  return html`<path class="${side}" d="M${x(best.price)} ${toY(0)}${steps}H${side === "bids" ? 0 : WIDTH}V${toY(0)}Z"/>`;
}

/** What the pointer shows of each level: from its price to the next one. */
function hints(name: "Bid" | "Ask", levels: readonly DepthLevel[], { placeOf }: PricePlaces): readonly Html[] {
  return levels.map(({ price, size, total }, index) => {
    const next = levels[index + 1];
    const end = next === undefined ? Number(name === "Ask") : placeOf(next.price);
    const [left, right] = [placeOf(price), end].toSorted((a, b) => a - b);
    const text = `${name} ${toCentsText(price)}: ${contracts(size)}, ${contractCount(total)} at this price or better`;
    return html`<rect class="hit" x="${((left ?? 0) * 100).toFixed(2)}%" width="${(((right ?? 0) - (left ?? 0)) * 100).toFixed(2)}%" \
y="0" height="100%"><title>${text}</title></rect>`;
  });
}

interface BookSide {
  readonly side: "Bids" | "Asks";
  readonly levels: readonly DepthLevel[];
  readonly title: string;
}

const levelTable = ({ side, levels, title }: BookSide): Html =>
  dataTable(
    {
      label: side,
      caption: html`${side}${levels.length === MAX_BOOK_LEVELS && `, the best ${MAX_BOOK_LEVELS}`}<span class="hide"> of ${title}</span>`,
    },
    ["Price of yes", { num: "Contracts" }, { num: "Contracts at this price or better" }],
    levels.map(
      ({ price, size, total }) =>
        html`<tr><th scope="row" class="name">${toCentsText(price)}</th><td class="num">${contractCount(size)}</td>\
<td class="num">${contractCount(total)}</td></tr>`,
    ),
  );
