import { baseAddress } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { batchesOf, walkPages } from "../paging.ts";
import { type Fields, identifier, text, time, toFields, toRecords } from "../records.ts";
import type { OpenSource } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { fetchPolymarketHistory } from "./history.ts";
import { readPolymarket } from "./records.ts";

const HOUR_MS = 3_600_000;
/** The most traded events of a day; what is beyond is left to the full pass. */
const ACTIVE_PAGES = 20;
const RESOLVED_PAGES = 10;
const IDS_A_REQUEST = 50;

/** Polymarket by its gamma API (docs.polymarket.com, "keyset pagination"): `closed` has no sure default, so it is sent. */
export const openPolymarket: OpenSource = (urls) => {
  const base = baseAddress(urls.polymarket, "https://gamma-api.polymarket.com");
  const clob = baseAddress(urls.polymarket_clob, "https://clob.polymarket.com");
  const address = (path: string, query: Query): string => `${base}${path}?${new URLSearchParams(query)}`;

  const walk = (fetcher: Fetcher, query: Query, more: { limit?: number; maxPages?: number; isDone?: IsDone } = {}) =>
    walkPages(fetcher, {
      // The cursor goes back as `after_cursor`; `cursor` would be ignored without a word.
      url: (cursor, limit) =>
        address("/events/keyset", {
          ...query,
          limit: `${limit}`,
          ...(cursor === null ? {} : { after_cursor: cursor }),
        }),
      next: (body) => (more.isDone?.(body) ? null : text(toFields(body)?.next_cursor)),
      holds: "events",
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
      yield* walk(fetcher, traded, { maxPages: ACTIVE_PAGES, isDone: isTradedOut });
    },
    fetchResolved: (fetcher, since) =>
      walk(
        fetcher,
        { closed: "true", order: "closedTime", ascending: "false" },
        { limit: 100, maxPages: RESOLVED_PAGES, isDone: (body) => isClosedBefore(body, since) },
      ),
    async *fetchMarkets(fetcher, ids) {
      for (const batch of batchesOf(ids, IDS_A_REQUEST)) yield* fetchBatch(fetcher, base, batch);
    },
    fetchHistory: (fetcher, market, span) => fetchPolymarketHistory(fetcher, clob, market, span),
  };
};

type Query = Readonly<Record<string, string>>;
type IsDone = (body: unknown) => boolean;

const toDay = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
const eventsOf = (body: unknown): readonly Fields[] =>
  toRecords(toFields(body)?.events).filter((event) => event !== null);

/** Ordered by the day's volume, the rest of the listing did not trade once a page's last event did not. */
function isTradedOut(body: unknown): boolean {
  const volumes = eventsOf(body).map((event) => Number(event.volume24hr) || 0);
  const isOrdered = volumes.every((volume, index) => index === 0 || volume <= (volumes[index - 1] ?? 0));
  return !isOrdered || (volumes.at(-1) ?? 0) === 0;
}

function isClosedBefore(body: unknown, since: number): boolean {
  return eventsOf(body).every((event) => (time(event.closedTime) ?? 0) < since);
}

/** Asks for many ids at once, then one by one for those the batch did not hold: it lists closed markets only. */
async function* fetchBatch(fetcher: Fetcher, base: string, ids: readonly string[]): AsyncGenerator<unknown> {
  const query = new URLSearchParams([["closed", "true"], ["limit", "100"], ...ids.map((id) => ["id", id])]);
  const wanted = new Set(ids);
  const listed = await findOrNull(fetcher, `${base}/markets/keyset?${query}`);
  // A filter that is not understood is ignored upstream, so what was not asked for is left out here.
  const found = toRecords(toFields(listed)?.markets).filter((market) => wanted.has(idOf(market) ?? ""));
  for (const market of found) wanted.delete(idOf(market) ?? "");
  if (found.length > 0) yield { markets: found };
  for (const id of wanted) {
    const market = await findOrNull(fetcher, `${base}/markets/${encodeURIComponent(id)}`);
    if (market !== null) yield market;
  }
}

const idOf = (market: Fields | null): string | null => identifier(market?.id);

/** Null for what the platform does not know (404) or does not take for an id (422). */
async function findOrNull(fetcher: Fetcher, url: string): Promise<unknown> {
  try {
    return await fetcher.json(url, { isOptional: true });
  } catch (error) {
    if (error instanceof UpstreamError && /^http_4(00|22)$/.test(error.code)) return null;
    throw error;
  }
}
