import type { Micros } from "../domain/prices.ts";

/** An order that a book is asked about. */
interface SizedOrder {
  readonly side: "yes" | "no";
  /** The price of one contract of that side. */
  readonly price: Micros;
  readonly market: { readonly marketKey: number };
}

/** Reads how many contracts the order books offer. */
export interface BookSizes {
  /**
   * Contracts of that side that the market's book offers at the order's price or better. Undefined unless the book was
   * fetched within the last 60 s.
   */
  sizeOf(order: SizedOrder, now: number): number | undefined;
}

/** No book is fetched yet, so no size is known. */
export const openBookSizes = (): BookSizes => ({ sizeOf: () => undefined });

/** The contracts that all orders can have; null where one is unknown. */
export function smallestSize(sizes: BookSizes, orders: readonly SizedOrder[], now: number): number | null {
  const known = orders.flatMap((order) => sizes.sizeOf(order, now) ?? []);
  return known.length < orders.length ? null : Math.min(...known);
}
