import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { time, toFields, toRecords } from "../records.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";

/** The API refuses longer spans at fine grain. */
const SPAN_MS = 15 * 86_400_000;

const HOURLY_MINUTES = 60;

/** All that is kept of closed markets (github.com/Polymarket/py-clob-client/issues/216). */
const HALF_DAILY_MINUTES = 720;

/** Prices of the outcome that counts as yes, by its token (docs.polymarket.com, get-prices-history). */
export async function fetchPolymarketHistory(
  fetcher: Fetcher,
  clob: string,
  { historyKey }: PastMarket,
  span: Span,
): Promise<readonly PastPrice[]> {
  if (historyKey === null) return [];
  for (const fidelity of [HOURLY_MINUTES, HALF_DAILY_MINUTES]) {
    const prices: PastPrice[] = [];
    for (let from = span.from; from < span.to; from += SPAN_MS) {
      const to = Math.min(from + SPAN_MS, span.to);
      const query = { market: historyKey, startTs: toSeconds(from), endTs: toSeconds(to), fidelity: `${fidelity}` };
      const url = `${clob}/prices-history?${new URLSearchParams(query)}`;
      prices.push(...readPolymarketHistory(await fetcher.json(url, { isOptional: true })));
    }
    if (prices.length > 0) return prices;
  }
  return [];
}

/** `{history: [{t: epoch seconds, p: 0..1}]}`; what is unreadable is left out. */
export function readPolymarketHistory(body: unknown): PastPrice[] {
  return toRecords(toFields(body)?.history).flatMap((point) => {
    const at = time(point?.t);
    const yesPrice = toMicros(point?.p);
    return at === null || yesPrice === null ? [] : [{ at, yesPrice }];
  });
}

const toSeconds = (ms: number): string => `${Math.floor(ms / 1000)}`;
