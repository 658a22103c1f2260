import { toIso } from "../clock.ts";
import { hasBestPrices, MAX_BOOK_AGE_MS, type OrderBook, refusedUntil } from "../domain/books.ts";
import type { Side } from "../domain/cost.ts";
import { costOfOrder, type SizedCost } from "../domain/orders.ts";
import { getPlatform } from "../domain/platforms.ts";
import { AppError } from "../errors.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import { endpoint } from "../http/route.ts";
import { about, integer, noun, nullable, publisher, string } from "../http/schema.ts";
import { platformSchema } from "../http/value-schemas.ts";
import type { MarketDetail } from "../store/detail.ts";
import { bookLevels, getMarketDetail } from "./detail.ts";
import { checkOrder, costSchema, orderParameters, toAskedOrder, waitForBooks } from "./orders.ts";

interface MarketBook {
  readonly market: MarketDetail;
  readonly book: OrderBook | null;
  readonly ageMs: number | null;
  readonly buyYes: SizedCost | null;
  readonly buyNo: SizedCost | null;
}

const bookSchema = noun<MarketBook>("MarketBook")(
  {
    platform: platformSchema,
    market_id: string("The market's id on its platform.", "KXFED-27JAN-CUT"),
    title: string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    age_seconds: nullable(integer("How long ago the book was read; null without one.", 12)),
    bids: nullable(about(bookLevels("Offers to buy yes", 0.61), "Offers to buy yes, best first; null without a book.")),
    asks: nullable(
      about(
        bookLevels("Offers to sell yes", 0.63),
        "Offers to sell yes, best first; a bid for no is one at 1 minus its price.",
      ),
    ),
    buy_yes: nullable(
      about(costSchema, "What the asked contracts or stake cost and pay; null without either, or without offers."),
    ),
    buy_no: nullable(about(costSchema, "The same for no: who bids for yes sells it.")),
  },
  {
    platform: ({ market }) => market.platform,
    market_id: ({ market }) => market.id,
    title: ({ market }) => market.title,
    age_seconds: ({ ageMs }) => (ageMs === null ? null : Math.round(ageMs / 1000)),
    bids: ({ book }) => book?.bids ?? null,
    asks: ({ book }) => book?.asks ?? null,
  },
);
const toMarketBook = publisher(bookSchema);

export const bookRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/markets/:platform/:market_id/book",
    summary: "The order book of one market, and what an order costs in it",
    description:
      "Waits up to 2 s for a new book where the last one is older than half a minute or than the price, else " +
      "gives the last one with its age, if it still has the best prices. Where a platform refuses them without " +
      "a key, it is asked again after an hour, and a warning says so. With contracts or stake, it says what " +
      "that many cost on each side, level by level, with fees.",
    operationId: "getMarketBook",
    tag: "markets",
    tier: "pro",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
      ...orderParameters,
    },
    check: checkOrder,
    exampleQuery: { contracts: "100" },
    response: bookSchema,
    errors: ["market_not_found", "unavailable"],
    async handler(context, { platform, market_id, ...input }) {
      const before = await getMarketDetail(context, platform, market_id);
      await waitForBooks(context, [{ market: before, book: before.orderBook }]);
      const market = await getMarketDetail(context, platform, market_id);
      const { hub, clock } = context;
      // The writer asks for the books of what is looked at.
      if (market.status === "open")
        hub.notePage({ markets: new Set([`${platform}:${market_id}`]), events: new Set(), questions: new Set() });
      const { orderBook: book } = market;
      const ageMs = book && clock.now() - book.fetchedAt;
      const asksAgainAt = refusedUntil(context.store.sources.findBookRefusal(platform), clock.now());
      if (asksAgainAt === null) requireBook(market, clock.now());
      const costOf = (side: Side) => book && costOfOrder(market, side, toAskedOrder(input), book);
      const data = toMarketBook({ market, book, ageMs, buyYes: costOf("yes"), buyNo: costOf("no") });
      return { data, meta: { warnings: warningsOf(market, { ageMs, asksAgainAt }) } };
    },
  }),
];

/** Throws AppError unavailable where a platform that gives books gave none, or none since prices moved away from the last one. */
function requireBook({ platform, status, orderBook, ...quoted }: MarketDetail, now: number): void {
  const { name, hasBooks } = getPlatform(platform);
  if (status === "closed" || !hasBooks) return;
  if (orderBook !== null && (now - orderBook.fetchedAt <= MAX_BOOK_AGE_MS || hasBestPrices(orderBook, quoted))) return;
  const age = orderBook && Math.round((now - orderBook.fetchedAt) / 1000);
  const last = age === null ? "" : `; the last one, ${age} s old, has other prices than are quoted now`;
  const message = `${name} gave no order book within 2 s${last}: it is asked for again, so call again in some seconds`;
  throw new AppError("unavailable", message, { headers: { "Retry-After": "5" } });
}

interface BookReading {
  readonly ageMs: number | null;
  /** When a platform that refuses its books is asked again; null where it gives them. */
  readonly asksAgainAt: number | null;
}

const QUOTES_ALONE = "best_bid and best_ask of the market are all that is known";

function warningsOf({ platform, status }: MarketDetail, { ageMs, asksAgainAt }: BookReading): string[] {
  const { name, hasBooks } = getPlatform(platform);
  if (status === "closed") return ["the market is closed: nothing is offered"];
  if (!hasBooks) return [`${name} publishes no order books; ${QUOTES_ALONE}`];
  if (asksAgainAt !== null)
    return [
      `${name} refuses order books without a key; ${QUOTES_ALONE} until it is asked again at ${toIso(asksAgainAt)}`,
    ];
  if (ageMs === null || ageMs <= MAX_BOOK_AGE_MS) return [];
  return [`the order book is ${Math.round(ageMs / 1000)} s old; a new one is asked for: call again in a minute`];
}
