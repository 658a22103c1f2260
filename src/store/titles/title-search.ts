import type { MarketStatus } from "../../domain/markets.ts";
import type { Db } from "../database/index.ts";
import { createMemory } from "../lists/index.ts";
import { type BestTitles, openBestTitles, type Titled, type TitleSource } from "./best-titles.ts";
import { openCompletions } from "./completions.ts";
import { type SearchTerms, type Term, toExpression } from "./search-text.ts";
import { endOfRank, isUnranked, onPlatforms, openTitleHits, type RowidRange } from "./title-hits.ts";
import { exactTag, rankOfRowid, rowidsOf, STRAY_BANDS } from "./title-index.ts";
import { openTitleOrder, type TitleOrder } from "./title-order.ts";

/** Which titles are looked for. */
export interface TitleQuery {
  readonly platform?: string | undefined;
  readonly status: MarketStatus | "all";
  readonly limit: number;
}

export interface FoundTitles<Row> {
  /** Best first. */
  readonly rows: readonly Row[];
  /** All hits, counted up to `mostCounted` and one more. */
  readonly count: number;
}

/** So many of the best known hits are compared by how well their titles match. */
const MOST_COMPARED = 200;
/** Where many trade about as much, so many more are looked at for the best known of them. */
const MOST_ALIKE = 400;
/** So many more than are wanted come at once: mostly it saves looking again. */
const SPARE = 20;
/** To read so few titles takes less time than to look for common words among very many. */
const FEW = 100;
/** Words up to this length are mostly common ones. */
const SHORT = 4;

/** So many numbers of hits are remembered until something changes. */
const MOST_TOTALS = 2000;

/** Finds the rows with the best titles over one connection. The caller holds the transaction. */
export function openTitleSearch<Row extends Titled>(db: Db, hidden: readonly string[], reading: Reading) {
  const { noun, table, mostCounted } = reading;
  const hits = openTitleHits(db, noun);
  const begin = openBestTitles<Row>(db, reading);
  const order = openTitleOrder(table);
  const totals = createMemory<number>(MOST_TOTALS);
  const complete = openCompletions(db, noun === "Market" ? "market" : "event");

  /** How hits of a platform and status are read. */
  const openHits = (expression: string, { platform, status }: TitleQuery): Pick<Looking, "list" | "count"> => {
    const { from: first, to } = rowidsOf(status);
    const match = onPlatforms(expression, platform, hidden);
    return {
      list: (text, most, range) => hits.list(onPlatforms(text, platform, hidden), { from: first, to, ...range }, most),
      count: (from, counted) =>
        totals.remember(
          `${status} ${match}`,
          () => counted + hits.count(match, { from, to }, mostCounted + 1 - counted),
        ),
    };
  };

  return (query: TitleQuery, parsed: SearchTerms): FoundTitles<Row> => {
    const terms = complete(parsed);
    const expression = toExpression(terms);
    if (expression === undefined) return { rows: [], count: 0 };
    totals.renew(table.sync());
    const { status, limit } = query;
    const best = begin({ terms, status, limit });
    const look = { terms, expression, limit, best, order, mostCounted, ...openHits(expression, query) };
    const count = addFew(look) ?? addBest(look);
    return { rows: best.list(), count };
  };
}

interface Reading extends TitleSource {
  /** So many hits are counted. */
  readonly mostCounted: number;
}

interface Looking {
  readonly terms: SearchTerms;
  readonly expression: string;
  readonly limit: number;
  readonly best: Pick<BestTitles<unknown>, "addMatching" | "addInOrder" | "size">;
  readonly order: TitleOrder;
  /** Rowids of the best known titles of a range. */
  list(match: string, most: number, range?: Partial<RowidRange>): readonly number[];
  /** How many hits of the expression there are with those that were counted before `from`. */
  count(from: number, counted: number): number;
  readonly mostCounted: number;
}

/** Where the longer words alone are in few titles, those are read and compared. Gives the number of hits, if so. */
function addFew({ terms, best, list }: Looking): number | undefined {
  const longer = terms.wanted.filter(({ words }) => words.some((word) => word.length > SHORT));
  const match = longer.length < terms.wanted.length ? toExpression({ wanted: longer, excluded: [] }) : undefined;
  if (match === undefined) return undefined;
  const few = list(match, FEW + 1);
  if (few.length > FEW) return undefined;
  best.addMatching(few, terms);
  return best.size();
}

/** Adds the best of any number of hits and gives their number. */
function addBest(look: Looking): number {
  const { terms, limit, best, list, order } = look;
  const { known, areAll } = terms.wanted.length === 1 ? listBestOfOne(look) : listKnown(look);
  const exact = known.length > limit ? list(`"${exactTag(wordsOf(terms))}"`, MOST_COMPARED) : undefined;
  if (exact !== undefined) best.addMatching(exact, terms);
  const areInexact = exact !== undefined && exact.length < MOST_COMPARED;
  const isEnough = best.addInOrder(order.sort(known).slice(0, MOST_COMPARED), areInexact);
  if (!areAll) return addFollowing(look, known, isEnough);
  return isUnranked(known[0] ?? 0) ? best.size() : known.length;
}

/** Rowids of hits. */
interface Known {
  readonly known: readonly number[];
  /** False where there may be more. */
  readonly areAll: boolean;
}

/** The best known hits, and all that may be better known than the last one wanted although they stand further on. */
function listKnown({ expression, limit, list }: Looking): Known {
  const known = list(expression, MOST_COMPARED);
  const { length, [length - 1]: last = 0, [limit - 1]: lastWanted = last } = known;
  const to = endOfRank(rankOfRowid(lastWanted) + 2 * STRAY_BANDS);
  if (length < MOST_COMPARED) return { known, areAll: true };
  if (last >= to) return { known, areAll: false };
  return { known: [...known, ...list(expression, MOST_ALIKE, { from: last + 1, to })], areAll: false };
}

/**
 * The same where the titles match equally well, but for exact ones: those that are wanted, and the others that may trade
 * as much as the last of them.
 */
function listBestOfOne(look: Looking): Known {
  const { expression, limit, list, order } = look;
  const first = list(expression, limit + SPARE);
  const { length, [length - 1]: last = 0 } = first;
  if (length < limit + SPARE) return { known: first, areAll: true };
  if (isUnranked(first[0] ?? 0)) return listKnown(look);
  const to = endOfRank(order.rankOf(order.sort(first)[limit - 1] ?? last) + STRAY_BANDS);
  if (last >= to) return { known: first, areAll: false };
  const others = list(expression, MOST_COMPARED + MOST_ALIKE - length, { from: last + 1, to });
  return { known: [...first, ...others], areAll: false };
}

/**
 * Adds titles with all words in a row, so that none is lost among very many hits that are better known, and gives the
 * number of all hits. Words so common that their hits are not even counted are not looked for: it would mean reading
 * them all.
 */
function addFollowing(
  { terms, best, list, order, ...look }: Looking,
  known: readonly number[],
  isEnough: boolean,
): number {
  const from = (known.at(-1) ?? 0) + 1;
  const inARow = isEnough ? undefined : toRow(terms);
  if (inARow === undefined) return look.count(from, known.length);
  const following = list(look.expression, MOST_COMPARED, { from });
  const counted = known.length + following.length;
  if (following.length < MOST_COMPARED) {
    best.addMatching(following, inARow);
    return counted;
  }
  const count = look.count((following.at(-1) ?? 0) + 1, counted);
  const phrase = count > look.mostCounted ? undefined : toExpression(inARow);
  if (phrase !== undefined) best.addInOrder(order.sort(list(phrase, MOST_COMPARED, { from })), false);
  return count;
}

const wordsOf = ({ wanted }: SearchTerms): string[] => wanted.flatMap(({ words }) => words);

/** All words as one term; undefined where they are that already. */
function toRow(terms: SearchTerms): SearchTerms | undefined {
  const [first, ...rest] = wordsOf(terms);
  const last = terms.wanted.at(-1);
  if (first === undefined || last === undefined || terms.wanted.length === 1) return undefined;
  const { isPrefix, endings } = last;
  const row: Term = { words: [first, ...rest], isQuoted: true, isPrefix, ...(endings && { endings }) };
  return { wanted: [row], excluded: terms.excluded };
}
