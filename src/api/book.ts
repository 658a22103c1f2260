import { toIso } from "../clock.ts";
import { MAX_BOOK_AGE_MS, type OrderBook, refusedUntil } from "../domain/books.ts";
import { type Cost, costForStake, costToBuy, type Side } from "../domain/cost.ts";
import { getPlatform } from "../domain/platforms.ts";
import { fromMicros, ONE } from "../domain/prices.ts";
import { endpoint } from "../http/endpoint.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import { decimal, optional, type ParameterError, wholeNumber } from "../http/parameters.ts";
import { about, integer, noun, nullable, number, publishedBy, publisher, string } from "../http/schema.ts";
import { platformSchema, price } from "../http/value-schemas.ts";
import type { MarketDetail } from "../store/detail.ts";
import { bookLevels, getMarketDetail } from "./detail.ts";

const usd = (description: string, example: number) =>
  publishedBy(number(`${description} USD, at most 6 places.`, example), fromMicros);

/** What one side costs, with how much of it the book holds. */
interface SideCost extends Cost {
  readonly offered: number;
}

const costSchema = noun<SideCost>("BookCost")({
  contracts: number("Contracts that can be bought: fewer than asked for where the book holds no more.", 100, {
    minimum: 0,
  }),
  offered: number("Contracts that the book holds of this side.", 350, { minimum: 0 }),
  cost: usd("All that is paid on buying, fee included.", 64.64),
  fee: usd("Paid on buying, rounded as the platform rounds that of an order.", 1.64),
  win_fee: usd("Taken from the payout if the contracts win.", 0),
  average_price: price("Of one contract, before fees.", 0.63),
  payout: usd("What they pay if they win.", 100),
  profit_if_right: usd("payout minus cost.", 35.36),
});

interface MarketBook {
  readonly market: MarketDetail;
  readonly book: OrderBook | null;
  readonly ageMs: number | null;
  readonly buyYes: SideCost | null;
  readonly buyNo: SideCost | null;
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

const MAX_CONTRACTS = 10_000_000;

export const bookRoutes = (platforms: readonly string[]) => [
  endpoint({
    path: "/api/v1/markets/:platform/:market_id/book",
    summary: "The order book of one market, and what an order costs in it",
    description:
      "The last book that was read. Books are read every 30 s of markets in the best spreads and of those that are looked at, this endpoint included. Where a platform refuses them without a key, it is asked again after an hour, and a warning says so. With contracts or stake, it says what that many cost on each side, level by level, with fees.",
    operationId: "getMarketBook",
    tag: "markets",
    tier: "pro",
    cache: "clock",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
      contracts: optional(
        wholeNumber({ description: "How many contracts to buy.", min: 1, max: MAX_CONTRACTS, example: "100" }),
      ),
      stake: optional(
        decimal({
          description: "How much to spend, in USD, fee included.",
          min: 0.01,
          max: MAX_CONTRACTS,
          example: "250",
        }),
      ),
    },
    check: checkOrder,
    exampleQuery: { contracts: "100" },
    response: bookSchema,
    errors: ["market_not_found"],
    async handler(context, { platform, market_id, contracts, stake }) {
      const market = await getMarketDetail(context, platform, market_id);
      const { hub, clock } = context;
      // The writer asks for the books of what is looked at.
      if (market.status === "open")
        hub.notePage({ markets: new Set([`${platform}:${market_id}`]), events: new Set(), questions: new Set() });
      const { orderBook: book } = market;
      const ageMs = book && clock.now() - book.fetchedAt;
      const costOf = (side: Side) => book && costIn(market, side, { book, contracts, stake });
      const data = toMarketBook({ market, book, ageMs, buyYes: costOf("yes"), buyNo: costOf("no") });
      const asksAgainAt = refusedUntil(context.store.sources.findBookRefusal(platform), clock.now());
      return { data, meta: { warnings: warningsOf(market, { ageMs, asksAgainAt }) } };
    },
  }),
];

interface OrderInput {
  readonly contracts?: number | undefined;
  readonly stake?: number | undefined;
}

const checkOrder = ({ contracts, stake }: OrderInput): ParameterError[] =>
  contracts === undefined || stake === undefined
    ? []
    : [{ parameter: "stake", message: "expected either contracts or stake, got both; leave one out" }];

function costIn(
  market: MarketDetail,
  side: Side,
  { book, contracts, stake }: OrderInput & { readonly book: OrderBook },
): SideCost | null {
  const all = costToBuy(market, side, Number.MAX_SAFE_INTEGER, book);
  const found =
    stake === undefined
      ? contracts === undefined
        ? null
        : costToBuy(market, side, contracts, book)
      : costForStake(market, side, Math.round(stake * ONE), book);
  return found && all && { ...found, offered: all.contracts };
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
  if (ageMs === null) return ["no order book of this market was read yet; it is asked for now: call again in a minute"];
  if (ageMs <= MAX_BOOK_AGE_MS) return [];
  return [`the order book is ${Math.round(ageMs / 1000)} s old; a new one is asked for: call again in a minute`];
}
