import type { Counted } from "./list-counts.ts";
import type { ListOrder, SortPosition } from "./list-order.ts";
import type { SearchTerms } from "./search-text.ts";

/** One list, ready to be read: fixed SQL fragments and the values they name. */
export interface ListPlan extends Counted, ListOrder {
  readonly key: "market_key" | "event_key";
  readonly columns: string;
  /** How rows that are named one by one are looked up; they are sorted then. */
  readonly access?: string | undefined;
  /** What titles have to be like. */
  readonly text?: TextFilter | undefined;
}

/** What a person looks for in titles. */
export interface TextFilter {
  readonly terms: SearchTerms;
  /** For the full-text index; filters on the platform are part of it. */
  readonly match: string;
}

/** Where a page begins: after so many rows, or after a row. */
export interface Start {
  readonly offset: number;
  readonly after: SortPosition | undefined;
  readonly size: number;
}

/** The keys of a page in its order, one more where there is a next one. */
export interface KeyPage {
  readonly keys: readonly number[];
  readonly total: number;
}
