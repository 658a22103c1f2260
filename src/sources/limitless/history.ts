import { toMicros, toNumber } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";

/** Hourly prices of a market by its slug (api.limitless.exchange/api-v1, historical-price). */
export async function fetchLimitlessHistory(
  fetcher: Fetcher,
  api: string,
  { id }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const query = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval: "1h",
  });
  const url = `${api}/markets/${toSegment(id)}/historical-price?${query}`;
  return readLimitlessHistory(await fetcher.json(url, { isOptional: true }));
}

/** Reads `{prices: [{timestamp, price}]}`, or a list of such series, yes first. Older prices are percent. */
export function readLimitlessHistory(body: unknown): PastPrice[] {
  const series: JsonFields | null = toFields(body) ?? toRecords(body)[0] ?? null;
  const points = toRecords(series?.prices).flatMap((point) => {
    const at = time(point?.timestamp) ?? time(toNumber(point?.timestamp));
    const price = toNumber(point?.price);
    return at === null || price === null ? [] : [{ at, price }];
  });
  const unit = points.some(({ price }) => price > 1) ? 100 : 1;
  return points.flatMap(({ at, price }) => {
    const yesPrice = toMicros(price / unit);
    return yesPrice === null ? [] : [{ at, yesPrice }];
  });
}
