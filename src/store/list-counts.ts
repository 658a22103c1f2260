import { VOLUME_BUCKETS, volumeBucketOf } from "../domain/analytics.ts";
import type { Cents } from "../domain/prices.ts";
import { openDataVersion } from "./data-version.ts";
import { type Db, openStatements } from "./db.ts";
import {
  chooseForCount,
  countText,
  covers,
  type IndexCost,
  isLeading,
  type ListFilter,
  type ListIndex,
  type ListParts,
  probeText,
} from "./list-index.ts";

/** What is counted for a list; a table whose counts are kept by bucket of volume has `least`, the least volume. */
export interface Counted extends ListParts {
  readonly indexes: readonly ListIndex[];
  /** Begins the statement that adds up kept counts. */
  readonly keptCount: string;
  readonly filters: readonly ListFilter[];
  readonly minVolume?: Cents | undefined;
}

export type Counts = ReturnType<typeof openCounts>;
type Values = Readonly<Record<string, unknown>>;

/** Entries of an index beyond this many are not counted to learn how many there are. */
const MOST_PROBED = 10_000;
/** Rows beyond this many are not looked at to be taken off. */
const MOST_LOOKED_AT = 1500;
/** Figures that are remembered until the data changes. */
const MOST_REMEMBERED = 2000;

/** Reads one figure with a statement put together from fragments, or remembers it. */
type Figure = (text: string, values: Values) => number;

/** Counts what lists have, from kept counts where there are some, else by reading as little of an index as can be. */
export function openCounts(db: Db) {
  const statement = openStatements(db);
  const { renew, remember } = openMemory(db);
  const figure: Figure = (text, values) =>
    remember(`${text}\n${JSON.stringify(values)}`, () => Number(statement(text).pluck().get(values)));
  return {
    /** Forgets what is no longer true; to be called first in a transaction. */
    renew,
    figure,
    remember,
    total: (list: Counted): number => countAll(figure, list),
    costOf: (list: Counted, index: ListIndex): IndexCost => costOf(figure, list, index),
    /** All of its statuses, whatever the filters. */
    ofStatuses: (list: Counted): number => kept(figure, list, []),
    /** Without the ranges that leave out nothing. */
    simplify<List extends Counted>(list: List): List {
      const filters = list.filters.filter((one) => !isRange(one) || leftOut(figure, list, one) > 0);
      return filters.length === list.filters.length ? list : { ...list, filters };
    },
  };
}

function countAll(figure: Figure, list: Counted): number {
  const ranges = list.filters.filter(isRange);
  const places = list.filters.filter((filter) => !isRange(filter));
  if (ranges.length === 0) return kept(figure, list, places);
  if (ranges.length === 1 && list.minVolume !== undefined) return countFrom(figure, list, list.minVolume, places);
  for (const range of ranges) {
    const [filters, index] = [list.filters.filter((one) => one !== range), indexOf(list, range)];
    const others = [...filters, { ...range, text: range.opposite ?? range.text }];
    const most = covers(index, others) ? MOST_PROBED : MOST_LOOKED_AT;
    // Where what a range leaves out is the smaller part, that is counted and taken off.
    if (leftOut(figure, list, range) >= most || probe(figure, list, index, range) < most) continue;
    return countAll(figure, { ...list, filters }) - figure(countText(list, index, others), valuesOf(others));
  }
  const index = chooseForCount(list.indexes, list.filters, (one) => costOf(figure, list, one));
  return figure(countText(list, index, list.filters), valuesOf(list.filters));
}

/** Whole buckets of volume are added up; of the one that `least` falls into, the index is read. */
function countFrom(figure: Figure, list: Counted, least: Cents, places: readonly ListFilter[]): number {
  const bucket = volumeBucketOf(least);
  const { min = 0, max = null } = VOLUME_BUCKETS[bucket] ?? {};
  if (least <= min * 100) return kept(figure, list, [...places, inBuckets(">=", bucket)]);
  const end = { column: "volume", text: "volume < @endVolume", values: { endVolume: (max ?? 0) * 100 } };
  const part = max === null ? list.filters : [...list.filters, end];
  const indexes = list.indexes.filter(({ sortKey }) => sortKey === "volume");
  const index = chooseForCount(indexes, part, (one) => costOf(figure, list, one));
  const above = kept(figure, list, [...places, inBuckets(">", bucket)]);
  return above + figure(countText(list, index, part), valuesOf(part));
}

/** About how many entries of an index are left to be read, and rows where it does not have all that is asked for. */
function costOf(figure: Figure, list: Counted, index: ListIndex): IndexCost {
  const isByVolume = index.sortKey === "volume" && list.minVolume !== undefined;
  const buckets = isByVolume ? [inBuckets(">=", volumeBucketOf(list.minVolume ?? 0))] : [];
  const all = kept(figure, list, [...list.filters.filter(isLeading(index)), ...buckets]);
  const range = list.filters.find(({ column }) => column === index.sortKey);
  let entries = all;
  if (!isByVolume && range !== undefined && all >= MOST_PROBED) {
    const found = probe(figure, list, index, range);
    entries = found < MOST_PROBED ? found : all / 2;
  }
  if (covers(index, list.filters)) return { entries, rows: 0 };
  const tested = list.filters.filter((filter) => !isRange(filter) && covers(index, [filter]));
  return { entries, rows: Math.min(entries, kept(figure, list, [...tested, ...buckets])) };
}

function kept(figure: Figure, list: Counted, filters: readonly ListFilter[]): number {
  const [status, ...others] = list.statuses;
  const conditions = [...(others.length > 0 ? [] : [`status = '${status}'`]), ...filters.map(({ text }) => text)];
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  return figure(`${list.keptCount}${where}`, valuesOf(filters));
}

/** How many entries a range has, up to MOST_PROBED of a status. */
const probe = (figure: Figure, list: Counted, index: ListIndex, range: ListFilter, condition = range.text): number =>
  figure(probeText(list, index, condition), { ...range.values, most: MOST_PROBED });

/** How many entries a range leaves out, as far as they are counted. */
const leftOut = (figure: Figure, list: Counted, range: ListFilter): number =>
  range.opposite === undefined ? MOST_PROBED : probe(figure, list, indexOf(list, range), range, range.opposite);

const inBuckets = (comparison: ">" | ">=", bucket: number): ListFilter => ({
  column: "bucket",
  text: `bucket ${comparison} @bucket`,
  values: { bucket },
});

const isRange = ({ column }: ListFilter): boolean => column !== "platform" && column !== "category";

/** The index that has a range of all there is in one piece. */
function indexOf({ indexes }: Counted, { column }: ListFilter): ListIndex {
  const index = indexes.find(({ sortKey, leading }) => sortKey === column && leading === undefined);
  if (index === undefined) throw new Error(`no index has a range of ${column}`);
  return index;
}

export const valuesOf = (filters: readonly ListFilter[]): Values =>
  Object.assign({}, ...filters.map(({ values }) => values));

/** Remembers figures until the data changes, which `renew` notices: once for each answer. */
function openMemory(db: Db) {
  const versionNow = openDataVersion(db, "exact");
  const known = new Map<string, number>();
  let version: number | undefined;
  return {
    renew(): void {
      const current = versionNow();
      if (current !== version || current === undefined || known.size >= MOST_REMEMBERED) known.clear();
      version = current;
    },
    remember(key: string, work: () => number): number {
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const found = work();
      known.set(key, found);
      return found;
    },
  };
}
