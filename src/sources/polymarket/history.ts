import { toMicros } from "../../domain/prices.ts";
import { toSeconds } from "../addresses.ts";
import type { Fetcher } from "../fetcher.ts";
import { time, toFields, toRecords } from "../json-fields.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";

/** The API refuses longer spans at hourly grain. */
const MAX_SPAN_MS = 15 * 86_400_000;

const HOURLY_MINUTES = 60;

/** The only grain of closed markets (github.com/Polymarket/py-clob-client/issues/216). */
const HALF_DAILY_MINUTES = 720;

/** Prices of yes, by its token (docs.polymarket.com, get-prices-history). */
export async function fetchPolymarketHistory(
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
