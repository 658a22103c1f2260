import { DAY_MS } from "../../clock.ts";
import { type BookLevel, type OrderBook, refusedUntil, toOrderBook } from "../../domain/books.ts";
import {
  baseAddress,
  batchesOf,
  type Fetcher,
  type QueryFields,
  toSeconds,
  unexpected,
  walkPages,
} from "../fetcher.ts";
import { type JsonFields, text, time, toFields, toList, toRecords, toSegment } from "../json-fields.ts";
import { bookPrice, quotesOf } from "../records.ts";
import {
  type BookPage,
  type BookRequest,
  type EventRequest,
  fetchSingleBooks,
  type OpenSource,
  type PastMarket,
  type PastPrice,
  type Quote,
  type Span,
  toLevel,
  turnLevel,
} from "../source.ts";
import { isKeyRefusal, UpstreamError } from "../upstream-error.ts";
import { dollars, openPictures, readKalshi, SERIES_FEES } from "./records.ts";

const CLOSING_WITHIN_MS = 48 * 3_600_000;
/** Of markets and of books, by the API's reference. */
const MAX_TICKERS_PER_REQUEST = 100;
const EVENT_LIMITS = [200, 100, 50] as const;
/** A pass that is due waits for these. */
const MAX_SETTLED_PAGES = 40;

/** Kalshi by its trade API v2 (docs.kalshi.com). The base address may include the version. */
export const openKalshi: OpenSource = (urls) => {
  const base = baseAddress(urls.kalshi, "https://external-api.kalshi.com/trade-api/v2");

  const walk = (
    fetcher: Fetcher,
    path: string,
    query: QueryFields,
    limits: readonly [number, ...number[]],
    maxPages?: number,
  ) =>
    walkPages(fetcher, {
      url: (cursor, limit) =>
        `${base}${path}?${new URLSearchParams({ ...query, limit: `${limit}`, ...(cursor === null ? {} : { cursor }) })}`,
      next: (body) => text(toFields(body)?.cursor),
      recordsField: path.slice(1),
      limits,
      maxPages,
    });
  // Without `mve_filter` the first thousands of markets are combinations. It is the only filter that `min_updated_ts`
  // can be joined with (GetMarkets in the API's reference).
  const walkMarkets = (fetcher: Fetcher, query: QueryFields) =>
    walk(fetcher, "/markets", { mve_filter: "exclude", ...query }, [1000, 500, 250, 100]);

  const series = openSeriesFees(base);
  const pictures = openPictures(base);

  return {
    platform: "kalshi",
    normalise: readKalshi,
    async *fetchOpen(fetcher, now) {
      await series.refresh(fetcher, now);
      await pictures.refresh(fetcher);
      const query = { status: "open", with_nested_markets: "true" };
      for await (const page of walk(fetcher, "/events", query, EVENT_LIMITS)) yield series.addTo(pictures.addTo(page));
    },
    async *fetchActive(fetcher, since) {
      yield* walkMarkets(fetcher, { min_updated_ts: toSeconds(since) });
      const until = toSeconds(since + CLOSING_WITHIN_MS);
      yield* walkMarkets(fetcher, { min_close_ts: toSeconds(since), max_close_ts: until });
    },
    fetchResolved: (fetcher, since) => walkMarkets(fetcher, { status: "settled", min_settled_ts: toSeconds(since) }),
    fetchMarkets: (fetcher, ids) => fetchMarkets(fetcher, base, ids),
    async *fetchEvents(fetcher, events) {
      for (const event of events) {
        for await (const body of fetchEvent(fetcher, base, event)) yield series.addTo(body);
      }
    },
    fetchSettledEvents: (fetcher, since) => {
      const query = { status: "settled", with_nested_markets: "true", min_close_ts: toSeconds(since) };
      return walk(fetcher, "/events", query, EVENT_LIMITS, MAX_SETTLED_PAGES);
    },
    fetchHistory: (fetcher, market, span) => fetchHistory(fetcher, base, market, span),
    fetchBooks: openBooks(base),
    quotes: {
      marketsPerRequest: MAX_TICKERS_PER_REQUEST,
      fetch: (fetcher, markets, now) => fetchQuotes(fetcher, base, markets, now),
    },
  };
};

/**
 * What series charge, by GetSeriesList: one answer with all of them, read once a day. A page of events is given those of its
 * series, so that reading it needs nothing else. Without an answer, what was read before counts until the next full pass.
 */
function openSeriesFees(base: string) {
  let rows: ReadonlyMap<string, JsonFields> = new Map();
  let isReadUntil = Number.NEGATIVE_INFINITY;
  return {
    /** `now` is epoch milliseconds. */
    async refresh(fetcher: Fetcher, now: number): Promise<void> {
      if (now < isReadUntil) return;
      const listed = toRecords(toFields(await findSeriesList(fetcher, base))?.series);
      if (listed.length === 0) return;
      rows = new Map(
        listed.flatMap((row) => (row === null ? [] : [[text(row.ticker) ?? "", feeFields(row)] as const])),
      );
      isReadUntil = now + DAY_MS;
    },

    addTo(body: unknown): unknown {
      const page = toFields(body);
      if (page === null) return body;
      const events = [...toRecords(page.events), toFields(page.event)];
      const tickers = new Set(events.flatMap((event) => text(event?.series_ticker) ?? []));
      const fees = [...tickers].flatMap((ticker) => {
        const row = rows.get(ticker);
        return row === undefined ? [] : [[ticker, row] as const];
      });
      return { ...page, [SERIES_FEES]: Object.fromEntries(fees) };
    },
  };
}

const feeFields = ({ fee_type, fee_multiplier }: JsonFields): JsonFields => ({ fee_type, fee_multiplier });

/** Null where it cannot be had now: fees are no reason to fail a pass. */
async function findSeriesList(fetcher: Fetcher, base: string): Promise<unknown> {
  try {
    return await fetcher.json(`${base}/series`, { isOptional: true });
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

/** Markets that settled months ago are in the historical listing only. */
async function* fetchMarkets(
  fetcher: Fetcher,
  base: string,
  tickers: readonly string[],
): AsyncGenerator<{ readonly markets: readonly (JsonFields | null)[] }> {
  for (const batch of batchesOf(tickers, MAX_TICKERS_PER_REQUEST)) {
    const missing = new Set(batch);
    for (const path of ["/markets", "/historical/markets"]) {
      if (missing.size === 0) break;
      const body = await fetcher.json(`${base}${path}?${toQuery([...missing])}`, { isOptional: true });
      const found = toRecords(toFields(body)?.markets).filter((market) => missing.delete(text(market?.ticker) ?? ""));
      if (found.length > 0) yield { markets: found };
    }
  }
}

const toQuery = (tickers: readonly string[]): URLSearchParams =>
  new URLSearchParams({ tickers: tickers.join(","), limit: `${MAX_TICKERS_PER_REQUEST}` });

/** An event lacks its markets that settled months ago: these are fetched by ticker. */
async function* fetchEvent(fetcher: Fetcher, base: string, { id, marketIds }: EventRequest): AsyncGenerator<unknown> {
  const url = `${base}/events/${toSegment(id)}?with_nested_markets=true`;
  const event = toFields(toFields(await fetcher.json(url, { isOptional: true }))?.event);
  if (event === null) return;
  const markets = [...toRecords(event.markets)];
  const nested = new Set(markets.map((market) => text(market?.ticker)));
  const missing = marketIds.filter((ticker) => !nested.has(ticker));
  for await (const page of fetchMarkets(fetcher, base, missing)) markets.push(...page.markets);
  yield { event: { ...event, markets } };
}

/** The listing's own records, by ticker (GetMarkets in the API's reference). */
async function* fetchQuotes(
  fetcher: Fetcher,
  base: string,
  markets: readonly BookRequest[],
  now: number,
): AsyncGenerator<readonly Quote[]> {
  for (const batch of batchesOf(markets, MAX_TICKERS_PER_REQUEST)) {
    const body = await fetcher.json(`${base}/markets?${toQuery(batch.map(({ id }) => id))}`);
    if (!Array.isArray(toFields(body)?.markets)) throw unexpected(base);
    yield quotesOf(readKalshi(body, now));
  }
}

const HOUR_MINUTES = "60";

/** Hourly prices from the live endpoint, or from the historical one for markets that settled months ago. */
async function fetchHistory(fetcher: Fetcher, base: string, market: PastMarket, span: Span): Promise<PastPrice[]> {
  const times = { start_ts: toSeconds(span.from), end_ts: toSeconds(span.to) };
  const query = new URLSearchParams({ ...times, period_interval: HOUR_MINUTES });
  const ticker = toSegment(market.id);
  const series = market.historyKey ?? (await findSeries(fetcher, base, market.eventId));
  const paths = [
    ...(series === null ? [] : [`/series/${toSegment(series)}/markets/${ticker}/candlesticks`]),
    `/historical/markets/${ticker}/candlesticks`,
  ];
  for (const path of paths) {
    const prices = readKalshiHistory(await fetcher.json(`${base}${path}?${query}`, { isOptional: true }));
    if (prices.length > 0) return prices;
  }
  return [];
}

/** The series ticker of an event. A market's ticker does not always begin with it. */
async function findSeries(fetcher: Fetcher, base: string, eventId: string): Promise<string | null> {
  const body = await fetcher.json(`${base}/events/${toSegment(eventId)}`, { isOptional: true });
  return text(toFields(toFields(body)?.event)?.series_ticker);
}

/** The price at the end of each candle. Prices are decimal text with or without a suffix, or whole cents. */
export function readKalshiHistory(body: unknown): PastPrice[] {
  return toRecords(toFields(body)?.candlesticks).flatMap((candle) => {
    const at = time(candle?.end_period_ts);
    const [bid, ask] = [toFields(candle?.yes_bid), toFields(candle?.yes_ask)].map((side) => closeOf(side, "close"));
    const trade = toFields(candle?.price);
    const last = closeOf(trade, "close") ?? closeOf(trade, "previous");
    const price = bookPrice(bid || null, ask === 1_000_000 ? null : ask || null, last || null);
    return at === null || price === null ? [] : [{ at, yesPrice: price.yes }];
  });
}

const closeOf = (fields: JsonFields | null, name: "close" | "previous"): number | null =>
  dollars(fields?.[`${name}_dollars`], fields?.[name]);

/**
 * Books by ticker (docs.kalshi.com). The reference asks for a key on the batch address and on that of single books; both
 * have answered without one. While the batch address refuses, single books are asked for.
 */
function openBooks(base: string) {
  let refusedAt: number | null = null;
  return async function* fetchBooks(
    fetcher: Fetcher,
    markets: readonly BookRequest[],
    now: number,
  ): AsyncGenerator<BookPage> {
    try {
      if (refusedUntil(refusedAt, now) === null) return yield* fetchBookBatches(fetcher, base, markets);
    } catch (error) {
      if (!isKeyRefusal(error)) throw error;
      refusedAt = now;
    }
    const toUrl = (ticker: string): string => `${base}/markets/${toSegment(ticker)}/orderbook`;
    yield* fetchSingleBooks(fetcher, markets, toUrl, readBook);
  };
}

/**
 * By GetMarketOrderbooks. Tickers are repeated parameters: joined by commas they count as one ticker, whose book is
 * empty.
 */
async function* fetchBookBatches(
  fetcher: Fetcher,
  base: string,
  markets: readonly BookRequest[],
): AsyncGenerator<BookPage> {
  const asked = new Set(markets.map(({ id }) => id));
  for (const tickers of batchesOf([...asked], MAX_TICKERS_PER_REQUEST)) {
    const query = new URLSearchParams(tickers.map((ticker): [string, string] => ["tickers", ticker]));
    const list = toFields(await fetcher.json(`${base}/markets/orderbooks?${query}`))?.orderbooks;
    if (!Array.isArray(list)) throw unexpected(base);
    yield new Map([...readKalshiBooks(list)].filter(([ticker]) => asked.has(ticker)));
  }
}

/** Reads a list of `{ticker, …}` with a book each; what cannot be read is left out. */
export function readKalshiBooks(list: unknown): ReadonlyMap<string, OrderBook> {
  const books = toRecords(list).flatMap((entry) => {
    const ticker = text(entry?.ticker);
    const book = readBook(entry);
    return ticker === null || book === null ? [] : [[ticker, book] as const];
  });
  return new Map(books);
}

/**
 * Reads `{orderbook_fp: {yes_dollars: [[price, contracts]], no_dollars}}`, all of it text; null where it is no book. Both
 * sides are bids, in any order; an empty side may be null.
 */
function readBook(body: unknown): OrderBook | null {
  const book = toFields(toFields(body)?.orderbook_fp);
  if (book === null) return null;
  const [yes, no] = [toBids(book.yes_dollars), toBids(book.no_dollars)];
  return yes === null || no === null ? null : toOrderBook(yes, no.map(turnLevel));
}

/** Null for anything but a list or null. */
function toBids(side: unknown): readonly BookLevel[] | null {
  if (side !== null && !Array.isArray(side)) return null;
  return toList(side).flatMap((level) => {
    const [price, size] = toList(level);
    return toLevel(price, size);
  });
}
