import type { DemoState } from "../figures.ts";
import type { ListedEvent } from "../listings.ts";

/** Answers GET requests as one platform does; `path` is below the platform's base address. */
export type StandIn = (path: string, query: URLSearchParams) => StandInAnswer;

/** Answers POST requests to one address, given their JSON. */
export type PostStandIn = (body: unknown) => StandInAnswer;

export interface StandInAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The picture of an event: that of its category. */
export const imageOf = ({ images = "" }: DemoState, { topic }: ListedEvent): string =>
  `${images}/${topic.category}.svg`;

/** A JSON object of an answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const ok = (body: unknown): StandInAnswer => ({ status: 200, body });

interface PageRequest<T> {
  /** In the order of the listing, unfiltered. */
  readonly all: readonly T[];
  readonly keep: (item: T) => boolean;
  readonly limit: number;
  /** From the page before; null for the first page. */
  readonly cursor: string | null;
  readonly idOf: (item: T) => string;
}

/**
 * The next page of a listing; null for an unknown cursor. The cursor names the last item seen, so that an item that leaves
 * the listing between two pages shifts no other.
 */
export function pageOf<T>(request: PageRequest<T>): { items: T[]; next: string | null } | null {
  const { all, keep, limit, cursor, idOf } = request;
  const last = cursor === null ? null : Buffer.from(cursor, "base64url").toString();
  const start = last === null ? 0 : all.findIndex((item) => idOf(item) === last) + 1;
  if (last !== null && start === 0) return null;
  const items: T[] = [];
  for (let index = start; index < all.length; index++) {
    const item = all[index];
    if (item === undefined || !keep(item)) continue;
    if (items.length === limit) return { items, next: toCursor(items.at(-1), idOf) };
    items.push(item);
  }
  return { items, next: null };
}

/** A whole number of a query between 1 and `max`, or the standard when it is missing or no number. */
export function countIn(query: URLSearchParams, name: string, standard: number, max: number): number {
  const value = query.get(name) ?? "";
  return /^\d{1,9}$/.test(value) ? Math.min(max, Math.max(1, Number(value))) : standard;
}

/** A time of a query, given in epoch seconds, as milliseconds; null when missing. */
export const secondsIn = (query: URLSearchParams, name: string): number | null => {
  const value = query.get(name) ?? "";
  return /^\d{1,11}$/.test(value) ? Number(value) * 1000 : null;
};

const toCursor = <T>(item: T | undefined, idOf: (item: T) => string): string | null =>
  item === undefined ? null : Buffer.from(idOf(item)).toString("base64url");
