import type { Fetcher } from "../fetcher.ts";
import { bookPrice } from "../quotes.ts";
import { type Fields, text, time, toFields, toRecords, toSegment } from "../records.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";
import { dollars } from "./records.ts";

const HOUR_MINUTES = "60";

/** Hourly candles, from the live endpoint or, for what settled months ago, from the historical one. */
export async function fetchKalshiHistory(
  fetcher: Fetcher,
  base: string,
  market: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const query = new URLSearchParams({
    start_ts: toSeconds(from),
    end_ts: toSeconds(to),
    period_interval: HOUR_MINUTES,
  });
  const ticker = toSegment(market.id);
  const series = market.historyKey ?? (await findSeries(fetcher, base, market.eventId));
  const places = [
    ...(series === null ? [] : [`/series/${toSegment(series)}/markets/${ticker}/candlesticks`]),
    `/historical/markets/${ticker}/candlesticks`,
  ];
  for (const place of places) {
    const prices = readKalshiHistory(await fetcher.json(`${base}${place}?${query}`, { isOptional: true }));
    if (prices.length > 0) return prices;
  }
  return [];
}

/** A ticker does not always begin with its series, so the event is asked. */
async function findSeries(fetcher: Fetcher, base: string, eventId: string): Promise<string | null> {
  const body = await fetcher.json(`${base}/events/${toSegment(eventId)}`, { isOptional: true });
  return text(toFields(toFields(body)?.event)?.series_ticker);
}

/**
 * The price at the end of each candle, by the same rule as everywhere: the middle of a book that is not wide, else the
 * last trade. Prices are decimal text with or without a suffix, or whole cents.
 */
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

const closeOf = (fields: Fields | null, name: "close" | "previous"): number | null =>
  dollars(fields?.[`${name}_dollars`], fields?.[name]);

const toSeconds = (ms: number): string => `${Math.floor(ms / 1000)}`;
