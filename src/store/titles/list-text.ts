import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import {
  countPassing,
  createMemory,
  type KeyPage,
  type ListNoun,
  type ListPlan,
  type ListStatus,
  type ListTable,
  listPassing,
  pageOf,
  type Start,
  toFilter,
  VOLUME,
  walk,
} from "../lists/index.ts";
import { parseTerms, type SearchTerms, toExpression } from "./search-text.ts";
import { isUnranked, onPlatforms, openTitleHits, rangeBelow, type TitleHits } from "./title-hits.ts";
import { keyOf, rankOf, rankOfRowid, rowidsOf, STRAY_BANDS } from "./title-index.ts";
import { isMatch } from "./title-match.ts";

/** What a person looks for in titles. */
export interface TextFilter {
  readonly terms: SearchTerms;
  /** For the full-text index; filters on the platform are part of it. */
  readonly match: string;
}

/** Null when the text holds no word, so that nothing can be found; `complete` finds how an unfinished word may end. */
export function toTextFilter(
  text: string,
  complete: (terms: SearchTerms) => SearchTerms,
  platform: string | undefined,
  hidden: readonly string[],
): TextFilter | null {
  const terms = complete(parseTerms(text));
  const match = toExpression(terms);
  return match === undefined ? null : { terms, match: onPlatforms(match, platform, hidden) };
}

/** So few hits are looked at one by one. */
const MOST_SORTED = 2000;
/** So many hits that trade about as much may stand where a page ends. */
const MOST_IN_BAND = 4000;
/** To look whether one title matches takes as long as to read so many hits. */
const TITLE_COST = 50;
/** So few titles are looked at in less time than anything else takes. */
const FEW_TITLES = 300;
const MOST_TITLES = 2000;
const ALL = 2 ** 31;
const MOST_TOTALS = 2000;
/** Expressions whose hits are remembered, each with a byte for every key. */
const MOST_MEMBERS = 8;

/** Reads lists of what has certain words in its title. */
export function openTextReader(db: Db, noun: ListNoun, table: ListTable) {
  const hits = openTitleHits(db, noun);
  const titleOf = prepare(db, "lists", `titleOf${noun}`).pluck();
  const { rows, orders } = table;
  const totals = createMemory<number>(MOST_TOTALS);
  /** One flag for each key. */
  const members = createMemory<Uint8Array>(MOST_MEMBERS);

  return {
    /** As of a memory. */
    renew(version: number): void {
      totals.renew(version);
      members.renew(version);
    },

    readPage(plan: ListPlan, text: TextFilter, start: Start): KeyPage {
      const { status, category, ranges } = plan.selection;
      const filter = toFilter(rows, plan.selection);
      const few = hits.list(text.match, rowidsOf(status), MOST_SORTED + 1);
      if (few.length <= MOST_SORTED) return whole(plan, few.map(keyOf).filter(filter.passes), start);
      if (category !== undefined || ranges.length > 0) return amongFiltered(plan, text, start);
      return byTitleAlone(plan, text, start);
    },

    /** Those of some rows whose titles have the words. */
    among: (keys: readonly number[], { terms }: TextFilter): number[] => keys.filter(titleTest(terms)),
  };

  function whole(plan: ListPlan, keys: readonly number[], start: Start): KeyPage {
    return { keys: pageOf(table, plan, keys, start), total: keys.length };
  }

  /** What passes the other filters, and of that what has the words. */
  function amongFiltered(plan: ListPlan, { terms, match }: TextFilter, start: Start): KeyPage {
    const { selection } = plan;
    if (countPassing(table, selection) <= MOST_SORTED) {
      return whole(plan, listPassing(table, selection).filter(titleTest(terms)), start);
    }
    const { passes } = toFilter(rows, selection);
    const hasHit = membership(match, selection.status);
    const isWanted = (key: number): boolean => passes(key) && hasHit(key);
    const total = totals.remember(`${match} ${JSON.stringify(selection)}`, () => countKeys(isWanted));
    return { keys: walk(table, plan, start, isWanted), total };
  }

  function byTitleAlone(plan: ListPlan, { terms, match }: TextFilter, start: Start): KeyPage {
    const { status } = plan.selection;
    const range = rowidsOf(status);
    const total = totals.remember(`${match} ${status}`, () => hits.count(match, range, ALL));
    if (start.offset >= total) return { keys: [], total };
    const titles = (start.offset + start.size) * (orders.of(plan.column, status).length / total);
    const byTitle = titles < FEW_TITLES ? walkByTitle(plan, terms, start, MOST_TITLES) : undefined;
    if (byTitle !== undefined) return { keys: byTitle, total };
    const leading = isByVolume(plan) ? leadingHits(hits, plan, match, start) : undefined;
    if (leading !== undefined) return { keys: pageOf(table, plan, leading.map(keyOf), start), total };
    const most = total / TITLE_COST;
    const keys = titles < most ? walkByTitle(plan, terms, start, most) : undefined;
    return { keys: keys ?? walk(table, plan, start, membership(match, status)), total };
  }

  /** Undefined where more titles than `most` had to be read: those with the words may stand far down in the order. */
  function walkByTitle(plan: ListPlan, terms: SearchTerms, start: Start, most: number): readonly number[] | undefined {
    const { passes } = toFilter(rows, plan.selection);
    const hasWords = titleTest(terms);
    let read = 0;
    const keys = walk(table, plan, start, (key) => passes(key) && read++ <= most && hasWords(key));
    return read > most ? undefined : keys;
  }

  function titleTest(terms: SearchTerms): (key: number) => boolean {
    return (key) => isMatch(titleOf.get(key) as string, terms);
  }

  function membership(match: string, status: ListStatus): (key: number) => boolean {
    const flags = members.remember(`${match} ${status}`, () => {
      const made = new Uint8Array(rows.end);
      for (const key of hits.listKeys(match, rowidsOf(status))) made[key] = 1;
      return made;
    });
    return (key) => flags[key] === 1;
  }

  function countKeys(isWanted: (key: number) => boolean): number {
    let total = 0;
    for (let key = 0; key < rows.end; key++) total += Number(isWanted(key));
    return total;
  }
}

const isByVolume = ({ column, isReversed }: ListPlan): boolean => column === VOLUME && !isReversed;

/**
 * The hits among which a page by volume is: titles stand in the order of volume, but for those that trade about as
 * much. Undefined where that would be very many.
 */
function leadingHits(
  hits: TitleHits,
  { selection: { status } }: ListPlan,
  match: string,
  { offset, after, size }: Start,
): number[] | undefined {
  const wanted = offset + size + 1;
  if (wanted > MOST_IN_BAND) return undefined;
  const found: number[] = [];
  for (const one of status === "all" ? (["open", "closed"] as const) : [status]) {
    const range = after === undefined ? rowidsOf(one) : rangeBelow(one, after.value as Cents);
    // Some of those that trade about as much as where the page begins come before it.
    const before = after && rankOf({ status: one, volume: after.value as Cents, isListed: true }) + STRAY_BANDS;
    let [counted, lastCounted] = [0, 0];
    for (const rowid of hits.iterate(match, range)) {
      const rank = rankOfRowid(rowid);
      // Those that were counted may belong a little further on, and those that follow a little before.
      if (counted >= wanted && rank > lastCounted + 2 * STRAY_BANDS) break;
      // Those that an older version left have no place yet.
      if (isUnranked(rowid) || found.length > MOST_IN_BAND) return undefined;
      if (counted < wanted && (before === undefined || rank > before)) [counted, lastCounted] = [counted + 1, rank];
      found.push(rowid);
    }
  }
  return found;
}
