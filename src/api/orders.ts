import { setTimeout } from "node:timers/promises";
import { toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import { type DatedBook, hasBestPrices, MAX_BOOK_AGE_MS, type OrderBook, refusedUntil } from "../domain/books.ts";
import type { Side } from "../domain/cost.ts";
import {
  type AskedOrder,
  costOfOrder,
  type QuestionOrder,
  type QuestionOrders,
  type SizedCost,
  withOrders,
} from "../domain/orders.ts";
import { getPlatform } from "../domain/platforms.ts";
import { fromMicros, type Micros, ONE } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import { pathMarketId, pathPlatform } from "../http/filters.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { marketIdSchema, platformSchema, price } from "../http/value-schemas.ts";
import type { Commands } from "../store/commands.ts";
import type { MarketDetail } from "../store/detail.ts";
import type { QuestionMember } from "../store/questions/question.ts";
import { bookLevels, getMarketDetail } from "./detail.ts";

const MAX_CONTRACTS = 10_000_000;

/** What a caller asks the cost of. */
export const orderParameters = {
  contracts: p.optional(
    p.wholeNumber({
      description: "How many contracts to buy. Not together with stake.",
      min: 1,
      max: MAX_CONTRACTS,
      example: 100,
    }),
  ),
  stake: p.optional(
    p.decimal({
      description: "How much to spend, in USD, fee included. Not together with contracts.",
      min: 0.01,
      max: MAX_CONTRACTS,
      example: 250,
    }),
  ),
};

export interface OrderInput {
  readonly contracts?: number | undefined;
  readonly stake?: number | undefined;
}

export const checkOrder = ({ contracts, stake }: OrderInput): p.ParameterError[] =>
  contracts === undefined || stake === undefined
    ? []
    : [{ parameter: "stake", message: "expected either contracts or stake, got both; leave one out" }];

export const toAskedOrder = ({ contracts, stake }: OrderInput): AskedOrder => ({
  contracts,
  stake: stake === undefined ? undefined : Math.round(stake * ONE),
});

export const asksOrder = ({ contracts, stake }: OrderInput): boolean => contracts !== undefined || stake !== undefined;

const usd = (description: string, example: number) =>
  s.publishedBy(s.number(`${description} USD, at most 6 places.`, example), fromMicros);

const costFields = {
  contracts: s.number("Contracts that can be bought: fewer than asked for where the book holds no more.", 100, {
    minimum: 0,
  }),
  offered: s.nullable(
    s.number("Contracts that the book holds of this side; null without a book.", 350, { minimum: 0 }),
  ),
  cost: usd("All that is paid on buying, fee included.", 64.64),
  fee: usd("Paid on buying, rounded as the platform rounds that of an order.", 1.64),
  win_fee: usd("Taken from the payout if the contracts win.", 0),
  average_price: price("Of one contract, before fees.", 0.63),
  payout: usd("What they pay if they win.", 100),
  profit_if_right: usd("payout minus cost.", 35.36),
};

/** What an order costs on one market. */
const costSchema = s.noun<SizedCost>("BookCost")(costFields);

const orderSchema = s.noun<QuestionOrder>("QuestionOrder")(
  {
    side: s.oneOf(["yes", "no"], "The side to buy on that market itself: the other one where it is inverted."),
    ...costFields,
    age_seconds: s.nullable(
      s.integer("How long ago the book was read; null without one: then all is at the quoted price.", 3),
    ),
    best: s.boolean(
      "Whether no other earns more if it is right: the cheapest. Only whole orders at present prices for real money count.",
      true,
    ),
  },
  { age_seconds: ({ bookAgeMs }) => (bookAgeMs === null ? null : Math.round(bookAgeMs / 1000)), best: "isBest" },
);

const sideOrder = (side: "yes" | "no") =>
  s.nullable(
    s.about(
      orderSchema,
      `What the asked contracts or stake cost of ${side} of the question; null without either, or without offers.`,
    ),
  );

/** What is asked about, of both sides of a question on one of its markets. */
export const orderFields = { order_yes: sideOrder("yes"), order_no: sideOrder("no") };

/** An order as tools show it, in dollars. */
export const toShownOrder = (order: (SizedCost & Partial<Pick<QuestionOrder, "isBest">>) | null) =>
  order && {
    contracts: order.contracts,
    cost_usd: inDollars(order.cost),
    payout_usd: inDollars(order.payout),
    ...(order.isBest === true && { best: true }),
  };

const inDollars = (amount: Micros): number => Math.round(fromMicros(amount) * 100) / 100;

/** "100 contracts for $64.64", with less than was asked where the book has no more. */
export const orderText = (order: SizedCost | null): string =>
  order === null ? "not offered" : `${order.contracts.toLocaleString("en-US")} for $${inDollars(order.cost)}`;

/** The same parameters for tools: names say what they are. */
export const toolOrderParameters = {
  contracts: { ...p.describedAs(orderParameters.contracts, ""), told: ["type"] },
  stake: { ...p.describedAs(orderParameters.stake, ""), told: ["type"] },
};

/** Throws AppError validation_error for both at once. */
export function requireOneOrder(order: OrderInput): void {
  const [problem] = checkOrder(order);
  if (problem !== undefined) throw new AppError("validation_error", `${problem.parameter}: ${problem.message}`);
}

/** What can have books read. */
export interface BookReader extends Pick<Context, "clock"> {
  readonly store: Pick<Context["store"], "books" | "sources">;
  readonly commands: Pick<Commands, "readBooks">;
}

/** How long an answer waits for books. */
const WAIT_MS = 2000;

/** Younger ones are not read again. */
const FRESH_MS = 25_000;

interface BookedMarket {
  readonly platform: string;
  readonly id: string;
  readonly status: "open" | "closed";
  readonly updatedAt: number;
}

/** Has books that are old read, and waits for them, at most 2 s. */
export async function waitForBooks(
  { commands, clock }: BookReader,
  markets: readonly { readonly market: BookedMarket; readonly book: DatedBook | null | undefined }[],
): Promise<void> {
  const now = clock.now();
  const old = markets.filter(
    ({ market, book }) =>
      market.status === "open" &&
      getPlatform(market.platform).hasBooks &&
      (book == null || now - book.fetchedAt > FRESH_MS || book.fetchedAt < market.updatedAt),
  );
  if (old.length === 0) return;
  const names = old.map(({ market: { platform, id } }) => ({ platform, id }));
  const ending = new AbortController();
  // Left to itself after 2 s: the books are kept for the next caller.
  const read = commands.readBooks({ markets: names }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  const late = setTimeout(WAIT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  await Promise.race([read, late]);
  ending.abort();
}

const NO_BOOKS: ReadonlyMap<number, DatedBook> = new Map();

/** The markets of questions with what the order costs there. Reads books first where an order is asked about. */
export async function readOrders<M extends QuestionMember>(
  reader: BookReader,
  questions: readonly (readonly M[])[],
  input: OrderInput,
): Promise<readonly (readonly (M & QuestionOrders)[])[]> {
  const asked = toAskedOrder(input);
  const { store, clock } = reader;
  const members = questions.flat();
  const readBooks = () => store.books.ofMarkets(members, clock.now());
  let books = NO_BOOKS;
  if (asksOrder(input)) {
    const stored = await readBooks();
    await waitForBooks(
      reader,
      members.map((market) => ({ market, book: stored.get(market.marketKey) })),
    );
    books = await readBooks();
  }
  return questions.map((some) => withOrders(some, asked, { books, now: clock.now() }));
}

interface MarketBook {
  readonly market: MarketDetail;
  readonly book: OrderBook | null;
  readonly ageMs: number | null;
  readonly buyYes: SizedCost | null;
  readonly buyNo: SizedCost | null;
}

const bookSchema = s.noun<MarketBook>("MarketBook")(
  {
    platform: platformSchema,
    market_id: marketIdSchema,
    title: s.string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    age_seconds: s.nullable(s.integer("How long ago the book was read; null without one.", 12)),
    bids: s.nullable(
      s.about(bookLevels("Offers to buy yes", 0.61), "Offers to buy yes, best first; null without a book."),
    ),
    asks: s.nullable(
      s.about(
        bookLevels("Offers to sell yes", 0.63),
        "Offers to sell yes, best first; a bid for no is one at 1 minus its price.",
      ),
    ),
    buy_yes: s.nullable(
      s.about(costSchema, "What the asked contracts or stake cost and pay; null without either, or without offers."),
    ),
    buy_no: s.nullable(s.about(costSchema, "The same for no: who bids for yes sells it.")),
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
      const data = { market, book, ageMs, buyYes: costOf("yes"), buyNo: costOf("no") };
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
