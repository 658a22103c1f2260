import { HOUR_MS } from "../../clock.ts";
import { baseAddress, type QueryFields } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, text, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import { batchesOf, walkPages } from "../paging.ts";
import type { OpenSource } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { fetchPolymarketBooks } from "./books.ts";
import { fetchPolymarketHistory } from "./history.ts";
import { openPolymarketQuotes } from "./quotes.ts";
import { readPolymarket } from "./records.ts";

/** The most traded events of a day; the full pass reads the others. */
const MAX_ACTIVE_PAGES = 20;
const MAX_RESOLVED_PAGES = 10;
const MAX_IDS_PER_REQUEST = 50;

/** Polymarket by its gamma API (docs.polymarket.com, "keyset pagination"). `closed` has no documented default. */
export const openPolymarket: OpenSource = (urls) => {
  const base = baseAddress(urls.polymarket, "https://gamma-api.polymarket.com");
  const clob = baseAddress(urls.polymarket_clob, "https://clob.polymarket.com");
  const walk = (
    fetcher: Fetcher,
    query: QueryFields,
    more: { limit?: number; maxPages?: number; isDone?: IsDone } = {},
  ) =>
    walkPages(fetcher, {
      // The cursor goes back as `after_cursor`; the API ignores `cursor`.
      url: (cursor, limit) => {
        const page = { ...query, limit: `${limit}`, ...(cursor === null ? {} : { after_cursor: cursor }) };
        return `${base}/events/keyset?${new URLSearchParams(page)}`;
      },
      next: (body) => (more.isDone?.(body) ? null : text(toFields(body)?.next_cursor)),
      recordsField: "events",
      limits: more.limit === undefined ? [500, 250, 100] : [more.limit],
      ...(more.maxPages === undefined ? {} : { maxPages: more.maxPages }),
    });

  return {
    platform: "polymarket",
    normalise: readPolymarket,
    fetchOpen: (fetcher) => walk(fetcher, { closed: "false" }),
    async *fetchActive(fetcher, since) {
      const closing = { end_date_min: toDay(since), end_date_max: toDay(since + 49 * HOUR_MS) };
      yield* walk(fetcher, { closed: "false", ...closing });
      const traded = { closed: "false", order: "volume24hr", ascending: "false" };
      yield* walk(fetcher, traded, { maxPages: MAX_ACTIVE_PAGES, isDone: isTradedOut });
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
    fetchHistory: (fetcher, market, span) => fetchPolymarketHistory(fetcher, clob, market, span),
    fetchBooks: (fetcher, markets) => fetchPolymarketBooks(fetcher, clob, markets),
    quotes: openPolymarketQuotes(clob, (fetcher, id) => findOrNull(fetcher, `${base}/markets/${toSegment(id)}`)),
  };
};

type IsDone = (body: unknown) => boolean;

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
  const query = new URLSearchParams([["closed", "true"], ["limit", "100"], ...ids.map((id) => ["id", id])]);
  const wanted = new Set(ids);
  const listed = await findOrNull(fetcher, `${base}/markets/keyset?${query}`);
  // The API ignores a filter it does not understand and lists other markets.
  const found = toRecords(toFields(listed)?.markets).filter((market) => wanted.has(idOf(market) ?? ""));
  for (const market of found) wanted.delete(idOf(market) ?? "");
  if (found.length > 0) yield { markets: found };
  for (const id of wanted) {
    const market = await findOrNull(fetcher, `${base}/markets/${toSegment(id)}`);
    if (market !== null) yield market;
  }
}

const idOf = (market: JsonFields | null): string | null => identifier(market?.id);

/** Null for an id that the platform does not know (404) or refuses (400, 422). */
async function findOrNull(fetcher: Fetcher, url: string): Promise<unknown> {
  try {
    return await fetcher.json(url, { isOptional: true });
  } catch (error) {
    if (error instanceof UpstreamError && /^http_4(00|22)$/.test(error.code)) return null;
    throw error;
  }
}
