import { type Micros, ONE, toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, toFields, toRecords } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import { createOptionalBatches, quotesOf } from "../quote-lists.ts";
import { midOf, WIDE_SPREAD } from "../quotes.ts";
import type { BookRequest, Quote, QuoteReader } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { readPolymarket } from "./records.ts";

/** Books and last trades may be asked for by 500 tokens; each token is asked for with both sides here. */
const MAX_TOKENS_PER_REQUEST = 100;

/** Reads one market as the listing has it; null where it does not exist. */
type FindMarket = (fetcher: Fetcher, id: string) => Promise<unknown>;

/**
 * The best bid and ask of the yes tokens (docs.polymarket.com, "Get market prices (request body)"), and the last trade
 * where these are far apart. The listing of markets is no source of new prices: it is cached for five minutes. Without
 * that address markets are read one by one.
 */
export function openPolymarketQuotes(clob: string, findMarket: FindMarket): QuoteReader {
  const askBatch = createOptionalBatches(({ id }: TradedMarket) => id);
  return {
    marketsPerRequest: MAX_TOKENS_PER_REQUEST,
    async *fetch(fetcher, markets) {
      for (const batch of batchesOf(markets.filter(isTraded), MAX_TOKENS_PER_REQUEST)) {
        const ask = (asked: readonly TradedMarket[]) =>
          fetcher.json(`${clob}/prices`, { post: asked.flatMap(toSides), isOptional: true });
        for await (const [part, body] of askBatch(batch, ask)) {
          const books = body === null ? null : readPrices(body, clob);
          if (books === null) yield* fetchOneByOne(fetcher, findMarket, part);
          else yield toQuotes(part, books, await fetchLastTrades(fetcher, clob, books));
        }
      }
    },
  };
}

type TradedMarket = BookRequest & { readonly historyKey: string };

const isTraded = (market: BookRequest): market is TradedMarket => market.historyKey !== null;

const toSides = ({ historyKey }: TradedMarket) => ["BUY", "SELL"].map((side) => ({ token_id: historyKey, side }));

interface BestPrices {
  readonly bid: Micros | null;
  readonly ask: Micros | null;
}

/** Reads `{token: {BUY: best bid, SELL: best ask}}`. An empty side is missing, 0 or 1. */
function readPrices(body: unknown, clob: string): ReadonlyMap<string, BestPrices> {
  const byToken = toFields(body);
  if (byToken === null) throw new UpstreamError("unexpected", new URL(clob).host);
  return new Map(
    Object.entries(byToken).flatMap(([token, value]) => {
      const sides = toFields(value);
      const [bid, ask] = [toOffer(sides?.BUY), toOffer(sides?.SELL)];
      // Read the wrong way round, or a book that is changing.
      const isCrossed = bid !== null && ask !== null && bid > ask;
      return isCrossed || (bid === null && ask === null) ? [] : [[token, { bid, ask }] as const];
    }),
  );
}

function toOffer(value: unknown): Micros | null {
  const price = toMicros(value);
  return price === ONE ? null : price || null;
}

const isWide = ({ bid, ask }: BestPrices): boolean => (ask ?? ONE) - (bid ?? 0) > WIDE_SPREAD;

/** The last trades of tokens with a wide spread, whose price they are. */
async function fetchLastTrades(
  fetcher: Fetcher,
  clob: string,
  books: ReadonlyMap<string, BestPrices>,
): Promise<ReadonlyMap<string, Micros>> {
  const wide = [...books].flatMap(([token, book]) => (isWide(book) ? [{ token_id: token }] : []));
  if (wide.length === 0) return new Map();
  const body = await fetcher.json(`${clob}/last-trades-prices`, { post: wide, isOptional: true });
  return new Map(toRecords(body).flatMap(readTrade));
}

function readTrade(trade: JsonFields | null): (readonly [string, Micros])[] {
  const token = identifier(trade?.token_id);
  const price = toOffer(trade?.price);
  return token === null || price === null ? [] : [[token, price]];
}

const toQuotes = (
  batch: readonly TradedMarket[],
  books: ReadonlyMap<string, BestPrices>,
  trades: ReadonlyMap<string, Micros>,
): Quote[] =>
  batch.flatMap(({ id, historyKey }) => {
    const book = books.get(historyKey);
    const prices = book === undefined ? null : toPrices(book, trades.get(historyKey) ?? null);
    return prices === null ? [] : [{ id, ...prices }];
  });

/**
 * What the listing shows: the middle of the spread, which it quotes as the price, or the last trade where the spread is
 * wide. Null where neither is known.
 */
function toPrices(book: BestPrices, last: Micros | null): Omit<Quote, "id"> | null {
  const { bid: bestBid, ask: bestAsk } = book;
  if (!isWide(book)) {
    return { yesPrice: midOf(bestBid ?? 0, bestAsk ?? ONE), priceSource: "quoted", bestBid, bestAsk };
  }
  return last === null ? null : { yesPrice: last, priceSource: "last", bestBid, bestAsk, lastPrice: last };
}

async function* fetchOneByOne(
  fetcher: Fetcher,
  findMarket: FindMarket,
  batch: readonly BookRequest[],
): AsyncGenerator<readonly Quote[]> {
  for (const { id } of batch) {
    const body = await findMarket(fetcher, id);
    if (body !== null) yield quotesOf(readPolymarket(body));
  }
}
