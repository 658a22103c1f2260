import { baseAddress, type QueryFields, toSeconds } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, text, toFields, toRecords, toSegment } from "../json-fields.ts";
import { batchesOf, walkPages } from "../paging.ts";
import { quotesOf } from "../quote-lists.ts";
import type { BookRequest, EventRequest, OpenSource, Quote } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { openKalshiBooks } from "./books.ts";
import { fetchKalshiHistory } from "./history.ts";
import { readKalshi } from "./records.ts";

const CLOSING_WITHIN_MS = 48 * 3_600_000;
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
      ...(maxPages === undefined ? {} : { maxPages }),
    });
  // Without `mve_filter` the first thousands of markets are combinations. It is the only filter that `min_updated_ts`
  // can be joined with (GetMarkets in the API's reference).
  const walkMarkets = (fetcher: Fetcher, query: QueryFields) =>
    walk(fetcher, "/markets", { mve_filter: "exclude", ...query }, [1000, 500, 250, 100]);

  return {
    platform: "kalshi",
    normalise: readKalshi,
    fetchOpen: (fetcher) => walk(fetcher, "/events", { status: "open", with_nested_markets: "true" }, EVENT_LIMITS),
    async *fetchActive(fetcher, since) {
      yield* walkMarkets(fetcher, { min_updated_ts: toSeconds(since) });
      const until = toSeconds(since + CLOSING_WITHIN_MS);
      yield* walkMarkets(fetcher, { min_close_ts: toSeconds(since), max_close_ts: until });
    },
    fetchResolved: (fetcher, since) => walkMarkets(fetcher, { status: "settled", min_settled_ts: toSeconds(since) }),
    async *fetchMarkets(fetcher, ids) {
      for (const batch of batchesOf(ids, MAX_TICKERS_PER_REQUEST)) yield* fetchBatch(fetcher, base, batch);
    },
    async *fetchEvents(fetcher, events) {
      for (const event of events) yield* fetchEvent(fetcher, base, event);
    },
    fetchSettledEvents: (fetcher, since) => {
      const query = { status: "settled", with_nested_markets: "true", min_close_ts: toSeconds(since) };
      return walk(fetcher, "/events", query, EVENT_LIMITS, MAX_SETTLED_PAGES);
    },
    fetchHistory: (fetcher, market, span) => fetchKalshiHistory(fetcher, base, market, span),
    fetchBooks: openKalshiBooks(base),
    quotes: {
      marketsPerRequest: MAX_TICKERS_PER_REQUEST,
      fetch: (fetcher, markets) => fetchQuotes(fetcher, base, markets),
    },
  };
};

/** The listing's own records, by ticker (GetMarkets in the API's reference). */
async function* fetchQuotes(
  fetcher: Fetcher,
  base: string,
  markets: readonly BookRequest[],
): AsyncGenerator<readonly Quote[]> {
  for (const batch of batchesOf(markets, MAX_TICKERS_PER_REQUEST)) {
    const tickers = batch.map(({ id }) => id).join(",");
    const query = new URLSearchParams({ tickers, limit: `${MAX_TICKERS_PER_REQUEST}` });
    const body = await fetcher.json(`${base}/markets?${query}`);
    if (!Array.isArray(toFields(body)?.markets)) throw new UpstreamError("unexpected", new URL(base).host);
    yield quotesOf(readKalshi(body));
  }
}

/** Markets that settled months ago are in the historical listing only. */
async function* fetchBatch(
  fetcher: Fetcher,
  base: string,
  tickers: readonly string[],
): AsyncGenerator<{ readonly markets: readonly (JsonFields | null)[] }> {
  const missing = new Set(tickers);
  for (const path of ["/markets", "/historical/markets"]) {
    if (missing.size === 0) return;
    const query = new URLSearchParams({ tickers: [...missing].join(","), limit: `${MAX_TICKERS_PER_REQUEST}` });
    const body = await fetcher.json(`${base}${path}?${query}`, { isOptional: true });
    const found = toRecords(toFields(body)?.markets).filter((market) => missing.delete(text(market?.ticker) ?? ""));
    if (found.length > 0) yield { markets: found };
  }
}

/** An event lacks its markets that settled months ago: these are fetched by ticker. */
async function* fetchEvent(fetcher: Fetcher, base: string, { id, marketIds }: EventRequest): AsyncGenerator<unknown> {
  const url = `${base}/events/${toSegment(id)}?with_nested_markets=true`;
  const event = toFields(toFields(await fetcher.json(url, { isOptional: true }))?.event);
  if (event === null) return;
  const markets = [...toRecords(event.markets)];
  const nested = new Set(markets.map((market) => text(market?.ticker)));
  const missing = marketIds.filter((ticker) => !nested.has(ticker));
  for (const batch of batchesOf(missing, MAX_TICKERS_PER_REQUEST)) {
    for await (const page of fetchBatch(fetcher, base, batch)) markets.push(...page.markets);
  }
  yield { event: { ...event, markets } };
}
