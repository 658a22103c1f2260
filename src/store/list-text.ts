import { type Db, openStatements, type Statement } from "./db.ts";
import { type Counts, valuesOf } from "./list-counts.ts";
import { chooseForCount, chooseForPage, covers, filtersFor, where } from "./list-index.ts";
import { isAfter, orderOf } from "./list-order.ts";
import type { KeyPage, ListPlan, Start, TextFilter } from "./list-plan.ts";
import { isUnranked, openTitleHits, rangeBelow, rankOfRowid, type TitleHits } from "./title-hits.ts";
import { keyOf, rowidsOf } from "./title-index.ts";
import { isMatch } from "./title-match.ts";

/** So few hits are looked at one by one. */
const MOST_SORTED = 2000;
/** So many hits that trade about as much may stand where a page ends. */
const MOST_IN_BAND = 4000;
/** To look whether one title matches takes as long as to read so many hits. */
const TITLE_COST = 50;
/** So few titles are looked at in less time than anything else takes. */
const FEW_TITLES = 300;
const ALL = 2 ** 31;

/** What of a list belongs to it: by its key, or by its title where `isByTitle`. */
interface Membership {
  readonly isByTitle: boolean;
  has(key: number, title: string): boolean;
}

interface Reader {
  statement(text: string): Statement;
  readonly hits: TitleHits;
  readonly counts: Counts;
}

/** Reads lists of what has certain words in its title. */
export function openTextReader(db: Db, noun: "Market" | "Event", counts: Counts) {
  const reader: Reader = { statement: openStatements(db), hits: openTitleHits(db, noun), counts };
  return (plan: ListPlan, text: TextFilter, start: Start): KeyPage => readPage(reader, plan, text, start);
}

function readPage(reader: Reader, plan: ListPlan, text: TextFilter, start: Start): KeyPage {
  const { hits, counts } = reader;
  const { match } = text;
  const range = rangeOf(plan);
  const few = hits.list(match, range, MOST_SORTED + 1);
  if (few.length <= MOST_SORTED) return sorted(reader, plan, few.map(keyOf), start);
  const isByTitleAlone = plan.access === undefined && plan.filters.every(({ column }) => column === "platform");
  if (!isByTitleAlone) return amongFiltered(reader, plan, text, start);
  const total = counts.remember(`${match} ${range.from} ${range.to}`, () => hits.count(match, range, ALL));
  if (start.offset >= total) return { keys: [], total };
  const titles = (start.offset + start.size) * (counts.ofStatuses(plan) / total);
  if (titles < FEW_TITLES) return { keys: walk(reader, plan, byTitle(text), total, start), total };
  const leading = plan.sortKey === "volume" && !plan.isReversed ? leadingHits(reader, plan, match, start) : undefined;
  if (leading !== undefined) return { keys: sorted(reader, plan, leading.map(keyOf), start).keys, total };
  const members = titles * TITLE_COST < total ? byTitle(text) : byKey(hits.listKeys(match, range));
  return { keys: walk(reader, plan, members, total, start), total };
}

/** What belongs to a list of some rows, in its order. */
function sorted(
  { statement }: Reader,
  plan: ListPlan,
  keys: readonly number[],
  start: Start,
  members = EVERYTHING,
): KeyPage {
  const { offset, after, size } = start;
  const statuses = plan.statuses.map((status) => `'${status}'`).join(", ");
  const conditions = [`status IN (${statuses})`, plan.isListed, ...plan.filters.map(({ text }) => text)];
  const text =
    `SELECT ${plan.key}, ${titleFor(members)}, ${after === undefined ? "1" : isAfter(plan)},` +
    ` ${plan.sortKey} AS sortKey, platform, id` +
    ` FROM (SELECT value AS listed FROM json_each(@keys)) CROSS JOIN ${plan.table} ON ${plan.key} = listed` +
    ` WHERE ${conditions.join(" AND ")} ORDER BY ${orderOf(plan)}`;
  const values = { ...valuesOf(plan.filters), ...after, keys: JSON.stringify(keys) };
  const rows = statement(text).raw().all(values) as [key: number, title: string, isAfter: number][];
  const belonging = rows.filter(([key, title]) => members.has(key, title));
  const following = belonging.filter((row) => row[2] === 1).slice(offset, offset + size + 1);
  return { keys: following.map(([key]) => key), total: belonging.length };
}

/**
 * The hits among which a page by volume is: titles stand in the order of volume, but for those that trade about as
 * much. Undefined where that would be very many.
 */
function leadingHits(
  { hits }: Reader,
  plan: ListPlan,
  match: string,
  { offset, after, size }: Start,
): number[] | undefined {
  const wanted = offset + size + 1;
  if (wanted > MOST_IN_BAND) return undefined;
  const found: number[] = [];
  for (const status of plan.statuses) {
    const range = after === undefined ? rowidsOf(status) : rangeBelow(status, after.sortKey);
    // Some of those that trade about as much as where the page begins come before it.
    const ownRank = after === undefined ? undefined : rankOfRowid(range.from);
    let [counted, lastRank] = [0, 0];
    for (const rowid of hits.iterate(match, range)) {
      const rank = rankOfRowid(rowid);
      if (counted >= wanted && rank !== lastRank) break;
      // Those that an older version left have no place yet.
      if (isUnranked(rowid) || found.length > MOST_IN_BAND) return undefined;
      if (rank !== ownRank) counted++;
      lastRank = rank;
      found.push(rowid);
    }
  }
  return found;
}

/** What passes the other filters is read from an index, and of that the hits are taken. */
function amongFiltered(reader: Reader, plan: ListPlan, text: TextFilter, start: Start): KeyPage {
  const { statement, hits, counts } = reader;
  const index = chooseForCount(plan.indexes, plan.filters, (one) => counts.costOf(plan, one));
  const access = plan.access ?? `INDEXED BY ${index.name}`;
  // Hits are listed, so that an index that has all filters need not be left to learn it.
  const isIndexEnough = plan.access === undefined && index.unlisted !== undefined && covers(index, plan.filters);
  const condition = isIndexEnough ? undefined : plan.isListed;
  const arms = plan.statuses.map(
    (status) => `SELECT ${plan.key} FROM ${plan.table} ${access} WHERE ${where(status, plan.filters, condition)}`,
  );
  const passing = statement(arms.join(" UNION ALL ")).pluck().all(valuesOf(plan.filters)) as number[];
  if (passing.length <= MOST_SORTED) return sorted(reader, plan, passing, start, byTitle(text));
  const isHit = byKey(hits.listKeys(text.match, rangeOf(plan)));
  const keys = passing.filter((key) => isHit.has(key, ""));
  if (keys.length <= MOST_SORTED) return sorted(reader, plan, keys, start);
  return { keys: walk(reader, plan, byKey(keys), keys.length, start), total: keys.length };
}

/** A page of so many rows that the order of an index is followed until enough of them were met. */
function walk(
  { statement, counts }: Reader,
  plan: ListPlan,
  members: Membership,
  total: number,
  { offset, after, size }: Start,
): number[] {
  const indexes = plan.indexes.filter(({ sortKey }) => sortKey === plan.sortKey);
  const free = { ...plan, indexes, filters: plan.filters.filter(({ text }) => text === "platform = @platform") };
  const index = chooseForPage(free, { total, wanted: offset + size }, (one) => counts.costOf(free, one));
  const covered = plan.filters.filter((filter) => covers(index, [filter]));
  const condition = index.unlisted === undefined || members.isByTitle ? plan.isListed : undefined;
  const arms = plan.statuses.map(
    (status) =>
      `SELECT ${plan.key}, ${titleFor(members)}, ${plan.sortKey} AS sortKey, platform, id` +
      ` FROM ${plan.table} INDEXED BY ${index.name} WHERE ${where(status, filtersFor(index, covered), condition)}` +
      (after === undefined ? "" : ` AND ${isAfter(plan)}`),
  );
  const entries = statement(`${arms.join(" UNION ALL ")} ORDER BY ${orderOf(plan)}`).raw();
  const page: number[] = [];
  let passed = 0;
  for (const [key, title] of entries.iterate({ ...valuesOf(covered), ...after }) as Iterable<[number, string]>) {
    if (!members.has(key, title) || passed++ < offset) continue;
    page.push(key);
    if (page.length > size) break;
  }
  return page;
}

const rangeOf = ({ statuses }: ListPlan) => rowidsOf(statuses.length > 1 ? "all" : (statuses[0] ?? "all"));

const EVERYTHING: Membership = { isByTitle: false, has: () => true };

const byTitle = ({ terms }: TextFilter): Membership => ({ isByTitle: true, has: (_, title) => isMatch(title, terms) });

/** Keys as a table of flags: of many this takes much less time than a Set. */
function byKey(keys: readonly number[]): Membership {
  let last = 0;
  for (const key of keys) if (key > last) last = key;
  const flags = new Uint8Array(last + 1);
  for (const key of keys) flags[key] = 1;
  return { isByTitle: false, has: (key) => flags[key] === 1 };
}

/** Titles are only read where they are looked at. */
const titleFor = ({ isByTitle }: Membership): string => (isByTitle ? "title" : "NULL");
