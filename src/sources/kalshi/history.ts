import { toSeconds } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, text, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import { bookPrice } from "../quotes.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";
import { dollars } from "./records.ts";

const HOUR_MINUTES = "60";

/** Hourly prices from the live endpoint, or from the historical one for markets that settled months ago. */
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
