import type { MarketStatus } from "../domain/markets.ts";

/** An index that lists are read from: its leading column, the status, the sort key, then platform and id. */
export interface ListIndex {
  readonly name: string;
  /** Its first column, where that is not the status; of use only to lists that are filtered by it. */
  readonly leading?: "platform" | "category";
  readonly sortKey: string;
  /** Columns it has beside those. */
  readonly columns: readonly string[];
  /** Where it has rows that no list shows too: the index that has nothing but those, and their condition. */
  readonly unlisted?: { readonly name: string; readonly condition: string };
}

/** A condition on one column, or on a sort key. */
export interface ListFilter {
  readonly column: string;
  readonly text: string;
  /** What it names. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Of a range: the condition for all that it leaves out. */
  readonly opposite?: string;
}

export interface ListParts {
  readonly table: "markets" | "events";
  readonly isListed: string;
  readonly statuses: readonly MarketStatus[];
}

/** Reading a row costs as much as so many entries of an index. */
const ROW_COST = 20;

/** What there is to be read of an index. */
export interface IndexCost {
  readonly entries: number;
  /** Entries whose row has to be looked at. */
  readonly rows: number;
}

/**
 * The index that a page costs least with. One in the order of the list is followed until the page is full; any other is
 * read as far as the filters reach, and what passes is sorted.
 */
export function chooseForPage(
  { indexes, filters, sortKey }: { indexes: readonly ListIndex[]; filters: readonly ListFilter[]; sortKey: string },
  { total, wanted }: { total: number; wanted: number },
  costOf: (index: ListIndex) => IndexCost,
): ListIndex {
  const ordered = filters.length === 0 ? indexes.find((index) => index.sortKey === sortKey) : undefined;
  if (ordered !== undefined) return ordered;
  const share = Math.min(1, wanted / Math.max(total, 1));
  return leastOf(usable(indexes, filters), (index) => {
    const cost = weigh(costOf(index));
    return index.sortKey === sortKey ? cost * share : cost + total * ROW_COST;
  });
}

/** The index that costs least to be read to its end. */
export const chooseForCount = (
  indexes: readonly ListIndex[],
  filters: readonly ListFilter[],
  costOf: (index: ListIndex) => IndexCost,
): ListIndex => leastOf(usable(indexes, filters), (index) => weigh(costOf(index)));

const weigh = ({ entries, rows }: IndexCost): number => entries + rows * ROW_COST;

/** The statement that counts what passes the filters by reading an index. */
export function countText(parts: ListParts, index: ListIndex, filters: readonly ListFilter[]): string {
  const { unlisted } = index;
  if (unlisted === undefined || !covers(index, filters)) return countOf(parts, index.name, filters, parts.isListed);
  // Whether a row is listed is not in the index, so those that are not are taken off.
  return `${countOf(parts, index.name, filters)} - (${countOf(parts, unlisted.name, filters, unlisted.condition)})`;
}

const countOf = (parts: ListParts, name: string, filters: readonly ListFilter[], condition?: string): string =>
  `SELECT ${parts.statuses
    .map(
      (status) => `(SELECT count(*) FROM ${parts.table} INDEXED BY ${name} WHERE ${where(status, filters, condition)})`,
    )
    .join(" + ")}`;

/** The statement that counts the entries of an index in a range of its sort key, up to so many of each status. */
export const probeText = ({ table, isListed, statuses }: ListParts, index: ListIndex, range: string): string => {
  const condition = index.unlisted === undefined ? isListed : undefined;
  const arm = (status: MarketStatus) =>
    `SELECT 1 FROM ${table} INDEXED BY ${index.name} WHERE ${where(status, [], condition)} AND ${range} LIMIT @most`;
  return `SELECT ${statuses.map((status) => `(SELECT count(*) FROM (${arm(status)}))`).join(" + ")}`;
};

/**
 * The filters as an index is read with. A plus sign leaves a column to be tested only: SQLite takes one that is given for
 * no part of the order, and would sort.
 */
export const filtersFor = (index: ListIndex, filters: readonly ListFilter[]): ListFilter[] =>
  filters.map((filter) =>
    filter.column === "platform" && index.leading !== "platform" ? { ...filter, text: `+${filter.text}` } : filter,
  );

/** The conditions of one status. */
export const where = (
  status: MarketStatus,
  filters: readonly ListFilter[],
  ...more: readonly (string | undefined)[]
): string =>
  [`status = '${status}'`, ...more.filter((one) => one !== undefined), ...filters.map(({ text }) => text)].join(
    " AND ",
  );

/** Whether all filters can be tested on the entries of an index alone. */
export const covers = (index: ListIndex, filters: readonly ListFilter[]): boolean =>
  filters.every(
    ({ column }) => ["platform", index.leading, index.sortKey].includes(column) || index.columns.includes(column),
  );

/** Whether a filter is the one that an index of a leading column needs. */
export const isLeading =
  ({ leading }: ListIndex) =>
  ({ text }: ListFilter): boolean =>
    text === `${leading} = @${leading}`;

const usable = (indexes: readonly ListIndex[], filters: readonly ListFilter[]): ListIndex[] =>
  indexes.filter((index) => index.leading === undefined || filters.some(isLeading(index)));

function leastOf(indexes: readonly ListIndex[], costOf: (index: ListIndex) => number): ListIndex {
  const [least] = indexes.map((index) => ({ index, cost: costOf(index) })).sort((a, b) => a.cost - b.cost);
  if (least === undefined) throw new Error("a list has no index it can be read from");
  return least.index;
}
