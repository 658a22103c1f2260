import type { BookLevel, OrderBook } from "../domain/books.ts";
import { ONE, toMicros, toNumber } from "../domain/prices.ts";
import type { Fetcher } from "./fetcher.ts";
import { toRecords } from "./json-fields.ts";
import type { BookPage, BookRequest } from "./source.ts";

/** Of one call, where each book is a request. */
const MAX_REQUESTS = 10;

/** Larger sizes are no numbers of contracts. */
const MAX_SIZE = 1e15;

/** A level from a price in 0..1 and a size in contracts; empty where one of them cannot be read or is zero. */
export function toLevel(price: unknown, size: unknown): readonly BookLevel[] {
  const micros = toMicros(price);
  const contracts = toNumber(size);
  if (micros === null || micros === 0 || micros === ONE) return [];
  if (contracts === null || contracts <= 0 || contracts > MAX_SIZE) return [];
  return [[micros, contracts]];
}

/** The levels of a side given as `[{price, size}]`. */
export const toLevels = (side: readonly unknown[]): readonly BookLevel[] =>
  toRecords(side).flatMap((level) => toLevel(level?.price, level?.size));

/** A bid for no as the ask for yes it amounts to. */
export const turnLevel = ([price, size]: BookLevel): BookLevel => [ONE - price, size];

/** The books of the first markets, one request each; `read` gives null where a body is no book, as of an unknown market. */
export async function* fetchSingleBooks(
  fetcher: Fetcher,
  markets: readonly BookRequest[],
  toUrl: (id: string) => string,
  read: (body: unknown) => OrderBook | null,
): AsyncGenerator<BookPage> {
  for (const { id } of markets.slice(0, MAX_REQUESTS)) {
    yield new Map([[id, read(await fetcher.json(toUrl(id), { isOptional: true }))]]);
  }
}
