import { HOUR_MS } from "../../clock.ts";
import { type OrderBook, toOrderBook } from "../../domain/books.ts";
import { type Micros, ONE, toMicros } from "../../domain/prices.ts";
import {
  baseAddress,
  batchesOf,
  type Fetcher,
  type QueryFields,
  toSeconds,
  unexpected,
  walkPages,
} from "../fetcher.ts";
import { identifier, type JsonFields, text, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import { createOptionalBatches } from "../optional-batches.ts";
import { midOf, quotesOf, WIDE_SPREAD } from "../records.ts";
import {
  type BookPage,
  type BookRequest,
  type OpenSource,
  type PastMarket,
  type PastPrice,
  type Quote,
  type QuoteReader,
  type Span,
  toLevels,
} from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { readPolymarket } from "./records.ts";

/** The most traded events of a day; the full pass reads the others. */
const MAX_ACTIVE_PAGES = 20;
const MAX_RESOLVED_PAGES = 10;
const MAX_IDS_PER_REQUEST = 50;
/** Of books. Prices may be asked for by 500 tokens; each token is asked for with both sides here. */
const MAX_TOKENS_PER_REQUEST = 100;

/** Polymarket by its gamma API (docs.polymarket.com, "keyset pagination"). `closed` has no documented default. */
export const openPolymarket: OpenSource = (urls) => {
  const base = baseAddress(urls.polymarket, "https://gamma-api.polymarket.com");
  const clob = baseAddress(urls.polymarket_clob, "https://clob.polymarket.com");
  const walk = (fetcher: Fetcher, query: QueryFields, more: WalkOptions = {}) =>
    walkPages(fetcher, {
      // The cursor goes back as `after_cursor`; the API ignores `cursor`.
      url: (cursor, limit) => {
        const page = { ...query, limit: `${limit}`, ...(cursor === null ? {} : { after_cursor: cursor }) };
        return `${base}/events/keyset?${new URLSearchParams(page)}`;
      },
      next: (body) => (more.isDone?.(body) ? null : text(toFields(body)?.next_cursor)),
      recordsField: "events",
      limits: more.limit === undefined ? [500, 250, 100] : [more.limit],
      maxPages: more.maxPages,
    });
  const walkOpen = openChildren((fetcher, query, more) => walk(fetcher, { closed: "false", ...query }, more));

  return {
    platform: "polymarket",
    normalise: readPolymarket,
    fetchOpen: (fetcher) => walkOpen(fetcher, {}),
    async *fetchActive(fetcher, since) {
      const closing = { end_date_min: toDay(since), end_date_max: toDay(since + 49 * HOUR_MS) };
      yield* walkOpen(fetcher, closing);
      const traded = { order: "volume24hr", ascending: "false" };
      yield* walkOpen(fetcher, traded, { maxPages: MAX_ACTIVE_PAGES, isDone: isTradedOut });
    },
    fetchResolved: (fetcher, since) =>
      walk(
        fetcher,
        { closed: "true", order: "closedTime", ascending: "false" },
        { limit: 100, maxPages: MAX_RESOLVED_PAGES, isDone: (body) => isClosedBefore(body, since) },
      ),
    async *fetchMarkets(fetcher, ids) {
      for (const batch of batchesOf(ids, MAX_IDS_PER_REQUEST)) yield* fetchBatch(fetcher, base, batch);
    },
    fetchHistory: (fetcher, market, span) => fetchHistory(fetcher, clob, market, span),
    fetchBooks: (fetcher, markets) => fetchBooks(fetcher, clob, markets),
    quotes: openQuotes(base, clob),
  };
};

type IsDone = (body: unknown) => boolean;

interface WalkOptions {
  readonly limit?: number;
  readonly maxPages?: number;
  readonly isDone?: IsDone;
}

type WalkEvents = (fetcher: Fetcher, query: QueryFields, more?: WalkOptions) => AsyncIterable<unknown>;

/**
 * Asks for the events of a game's spreads, totals and props beside the game's own. Documents do not say whether a listing has
 * them without being asked (docs.polymarket.com, list-events-keyset-pagination). Once the parameter is refused, the
 * listing is read without it until the process ends.
 */
function openChildren(walk: WalkEvents): WalkEvents {
  let isRefused = false;
  return async function* walkOpen(fetcher, query, more) {
    let pages = 0;
    try {
      if (!isRefused) {
        for await (const page of walk(fetcher, { ...query, include_children: "true" }, more)) {
          pages++;
          yield page;
        }
        return;
      }
    } catch (error) {
      if (pages > 0 || !isRefusal(error)) throw error;
      isRefused = true;
    }
    yield* walk(fetcher, query, more);
  };
}

/** Whether the platform understands the request but not a parameter of it. */
const isRefusal = (error: unknown): boolean => error instanceof UpstreamError && /^http_4(00|22)$/.test(error.code);

const toDay = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
const eventsOf = (body: unknown): readonly JsonFields[] =>
  toRecords(toFields(body)?.events).filter((event) => event !== null);

/** In the order of the day's volume: once an event did not trade, no later one did. */
function isTradedOut(body: unknown): boolean {
  const volumes = eventsOf(body).map((event) => Number(event.volume24hr) || 0);
  const isOrdered = volumes.every((volume, index) => index === 0 || volume <= (volumes[index - 1] ?? 0));
  return !isOrdered || (volumes.at(-1) ?? 0) === 0;
}

function isClosedBefore(body: unknown, since: number): boolean {
  return eventsOf(body).every((event) => (time(event.closedTime) ?? 0) < since);
}

/** A request for many ids lists closed markets only, so the others are fetched one by one. */
async function* fetchBatch(fetcher: Fetcher, base: string, ids: readonly string[]): AsyncGenerator<unknown> {
  const query = new URLSearchParams([
    ["closed", "true"],
    ["limit", "100"],
    ...ids.map((id): [string, string] => ["id", id]),
  ]);
  const wanted = new Set(ids);
  const listed = await findOrNull(fetcher, `${base}/markets/keyset?${query}`);
  // The API ignores a filter it does not understand and lists other markets.
  const found = toRecords(toFields(listed)?.markets).filter((market) => wanted.has(identifier(market?.id) ?? ""));
  for (const market of found) wanted.delete(identifier(market?.id) ?? "");
  if (found.length > 0) yield { markets: found };
  yield* findEach(fetcher, base, wanted);
}

async function* findEach(fetcher: Fetcher, base: string, ids: Iterable<string>): AsyncGenerator<unknown> {
  for (const id of ids) {
    const market = await findOrNull(fetcher, `${base}/markets/${toSegment(id)}`);
    if (market !== null) yield market;
  }
}

/** Null for an id that the platform does not know (404) or refuses (400, 422). */
async function findOrNull(fetcher: Fetcher, url: string): Promise<unknown> {
  try {
    return await fetcher.json(url, { isOptional: true });
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** The API refuses longer spans at hourly grain. */
const MAX_SPAN_MS = 15 * 86_400_000;

const HOURLY_MINUTES = 60;

/** The API has no shorter interval for closed markets (github.com/Polymarket/py-clob-client/issues/216). */
const HALF_DAILY_MINUTES = 720;

/** Prices of yes, by its token (docs.polymarket.com, get-prices-history). */
async function fetchHistory(
  fetcher: Fetcher,
  clob: string,
  { historyKey }: PastMarket,
  span: Span,
): Promise<readonly PastPrice[]> {
  if (historyKey === null) return [];
  for (const fidelity of [HOURLY_MINUTES, HALF_DAILY_MINUTES]) {
    const prices: PastPrice[] = [];
    for (let from = span.from; from < span.to; from += MAX_SPAN_MS) {
      const to = Math.min(from + MAX_SPAN_MS, span.to);
      const query = { market: historyKey, startTs: toSeconds(from), endTs: toSeconds(to), fidelity: `${fidelity}` };
      const url = `${clob}/prices-history?${new URLSearchParams(query)}`;
      prices.push(...readPolymarketHistory(await fetcher.json(url, { isOptional: true })));
    }
    if (prices.length > 0) return prices;
  }
  return [];
}

/** Reads `{history: [{t: epoch seconds, p: 0..1}]}`; unreadable points are left out. */
export function readPolymarketHistory(body: unknown): PastPrice[] {
  return toRecords(toFields(body)?.history).flatMap((point) => {
    const at = time(point?.t);
    const yesPrice = toMicros(point?.p);
    return at === null || yesPrice === null ? [] : [{ at, yesPrice }];
  });
}

/**
 * Books of the yes tokens (docs.polymarket.com, "Get order books (request body)"). They hold what is offered for no too:
 * the exchange mirrors it. Tokens without a book are missing in the answer.
 */
async function* fetchBooks(fetcher: Fetcher, clob: string, markets: readonly BookRequest[]): AsyncGenerator<BookPage> {
  const ids = new Map(markets.flatMap(({ id, historyKey }) => (historyKey === null ? [] : [[historyKey, id]])));
  for (const tokens of batchesOf([...ids.keys()], MAX_TOKENS_PER_REQUEST)) {
    const body = await fetcher.json(`${clob}/books`, { post: tokens.map((token) => ({ token_id: token })) });
    if (!Array.isArray(body)) throw unexpected(clob);
    const books = [...readPolymarketBooks(body)].flatMap(([token, book]) => {
      const id = ids.get(token);
      return id === undefined ? [] : [[id, book] as const];
    });
    yield new Map(books);
  }
}

/** Reads `[{asset_id, bids: [{price, size}], asks}]`, levels in any order; what cannot be read is left out. */
export function readPolymarketBooks(body: unknown): ReadonlyMap<string, OrderBook> {
  const books = toRecords(body).flatMap((book) => {
    const token = text(book?.asset_id);
    if (token === null || !Array.isArray(book?.bids) || !Array.isArray(book.asks)) return [];
    return [[token, toOrderBook(toLevels(book.bids), toLevels(book.asks))] as const];
  });
  return new Map(books);
}

/**
 * The best bid and ask of the yes tokens (docs.polymarket.com, "Get market prices (request body)"), and the last trade
 * where these are far apart. The listing of markets is no source of new prices: it is cached for five minutes. Without
 * that address markets are read one by one.
 */
function openQuotes(base: string, clob: string): QuoteReader {
  const askBatch = createOptionalBatches<TradedMarket>(idOf);
  return {
    marketsPerRequest: MAX_TOKENS_PER_REQUEST,
    async *fetch(fetcher, markets, now) {
      for (const batch of batchesOf(markets.filter(isTraded), MAX_TOKENS_PER_REQUEST)) {
        const ask = (asked: readonly TradedMarket[]) =>
          fetcher.json(`${clob}/prices`, { post: asked.flatMap(toSides), isOptional: true });
        for await (const [part, body] of askBatch(batch, ask)) {
          const books = body === null ? null : readPrices(body, clob);
          if (books !== null) yield toQuotes(part, books, await fetchLastTrades(fetcher, clob, books));
          else
            for await (const market of findEach(fetcher, base, part.map(idOf)))
              yield quotesOf(readPolymarket(market, now));
        }
      }
    },
  };
}

type TradedMarket = BookRequest & { readonly historyKey: string };

const isTraded = (market: BookRequest): market is TradedMarket => market.historyKey !== null;

const idOf = ({ id }: BookRequest): string => id;

const toSides = ({ historyKey }: TradedMarket) => ["BUY", "SELL"].map((side) => ({ token_id: historyKey, side }));

interface BestPrices {
  readonly bid: Micros | null;
  readonly ask: Micros | null;
}

/** Reads `{token: {BUY: best bid, SELL: best ask}}`. An empty side is missing, 0 or 1. */
function readPrices(body: unknown, clob: string): ReadonlyMap<string, BestPrices> {
  const byToken = toFields(body);
  if (byToken === null) throw unexpected(clob);
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

/** The last trades of tokens with a wide spread: such a token is priced by its last trade. */
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
