/** What a stand-in answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export interface PageRequest<T> {
  /** In listing order, whether or not they pass the filters. */
  readonly all: readonly T[];
  readonly keep: (item: T) => boolean;
  readonly limit: number;
  /** As an earlier page gave it; null starts at the beginning. */
  readonly cursor: string | null;
  readonly idOf: (item: T) => string;
}

/**
 * The next page of a listing. The cursor names the last item seen, so that one that leaves the listing between two
 * pages moves no other. Null for a cursor that was never given.
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

/** A whole number of a query within bounds, or the standard when it is absent or no number. */
export function countIn(query: URLSearchParams, name: string, standard: number, most: number): number {
  const value = query.get(name) ?? "";
  return /^\d{1,9}$/.test(value) ? Math.min(most, Math.max(1, Number(value))) : standard;
}

/** A time of a query in epoch seconds as milliseconds; null when absent. */
export const secondsIn = (query: URLSearchParams, name: string): number | null => {
  const value = query.get(name) ?? "";
  return /^\d{1,11}$/.test(value) ? Number(value) * 1000 : null;
};

const toCursor = <T>(item: T | undefined, idOf: (item: T) => string): string | null =>
  item === undefined ? null : Buffer.from(idOf(item)).toString("base64url");
