import {
  type ArbitrageSort,
  type Confidence,
  confidenceIn,
  isAtLeast,
  netOf,
  type OpportunityType,
  PAIR_KEY_BASE,
  rank,
  type Spread,
  type Weighed,
  weightOf,
} from "../../domain/arbitrage.ts";
import type { Micros } from "../../domain/prices.ts";
import { type Db, openStatements, type PartialTypes, prepare, type SqlRow } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";

export interface SpreadFilter {
  /** Missing for all types. */
  readonly type?: OpportunityType | undefined;
  /** Only this group; missing for all. */
  readonly groupKey?: number | undefined;
  /** Those of both legs. */
  readonly platforms: readonly string[];
  /** Markets of other platforms that may be legs too; missing for none. */
  readonly fresher?: readonly number[];
  /** One leg at least of a group's best spread must be on one of these; empty lets everything pass. */
  readonly legPlatforms: readonly string[];
  /** Whether a market may be the leg that a group's best spread must have; missing for all. */
  readonly isLeg?: ((marketKey: number) => boolean) | undefined;
  readonly minSpread: Micros;
  readonly minScore: Micros;
}

/**
 * Reads which groups have spreads, and the best spread of some of them. A page needs the order of all groups, so only
 * what the order depends on is read of each. The caller holds the transaction.
 */
export function openSpreads(db: Db) {
  const statement = openStatements<PartialTypes<"arbitrage", "rank">>(db);
  const ofGroups = prepare(db, "arbitrage", "spreadsOfGroups");
  const list = (filter: SpreadFilter, order: SpreadOrder): readonly RankRow[] => {
    const columns = columnsOf(filter, order).map((part) => getQuery("arbitrage", part));
    const text = `SELECT ${columns.join(", ")} ${getQuery("arbitrage", filter.groupKey === undefined ? "among" : "amongGroup")}`;
    const rows = statement(text).all(toParameters(filter));
    const { isLeg = () => true } = filter;
    return firstOfGroups(rows).filter(
      ({ hasLeg, buyMarketKey, sellMarketKey }) => hasLeg !== 0 && (isLeg(buyMarketKey) || isLeg(sellMarketKey)),
    );
  };
  return {
    /** The keys of the best groups, at least `most` if there are as many. */
    rank(filter: SpreadFilter, order: SpreadOrder): RankedSpreads {
      const { sort, most, ageOf, minConfidence = "low" } = order;
      const confidenceAt = (row: RankRow): Confidence => confidenceIn(row, row.hasBooks === 1, ageOf(row));
      const isConfident = (row: RankRow): boolean => isAtLeast(confidenceAt(row), minConfidence);
      const all = list(filter, order);
      const rows = minConfidence === "low" ? all : all.filter(isConfident);
      // They come in this order.
      if (sort === "spread") return { groupKeys: rows.map(({ groupKey }) => groupKey), total: rows.length };
      const groups = rows.map((row): Weighed => ({ groupKey: row.groupKey, weight: weigh(row, sort, confidenceAt) }));
      return { groupKeys: rank(groups, most), total: rows.length };
    },

    /** The best spread of each of these groups. */
    findBest(filter: SpreadFilter, groupKeys: readonly number[]): Map<number, Spread> {
      const rows = ofGroups.all({ ...toParameters(filter), groupKeys: JSON.stringify(groupKeys) });
      const best = firstOfGroups(rows.sort(bySpread));
      return new Map(best.map((row) => [row.groupKey, { ...row, hasBooks: row.hasBooks === 1 }]));
    },
  };
}

interface SpreadOrder {
  readonly sort: ArbitrageSort;
  readonly most: number;
  /** Missing for all. */
  readonly minConfidence?: Confidence | undefined;
  /** How old the older quote of a spread is, in milliseconds. */
  ageOf(spread: Sides): number;
}

/** The columns that an order and its filters depend on. */
function columnsOf({ legPlatforms, isLeg }: SpreadFilter, { sort, minConfidence = "low" }: SpreadOrder): string[] {
  const needsConfidence = sort === "confidence" || minConfidence !== "low";
  return [
    "keyColumns",
    ...(isLeg === undefined ? [] : ["legColumns"]),
    ...(sort === "volume" ? ["volumeColumns"] : []),
    ...(sort === "net" || needsConfidence ? ["netColumns"] : []),
    ...(needsConfidence ? ["confidenceColumns"] : []),
    ...(legPlatforms.length > 0 ? ["hasLeg"] : []),
  ];
}

function weigh(
  row: RankRow,
  sort: Exclude<ArbitrageSort, "spread">,
  confidenceAt: (row: RankRow) => Confidence,
): number {
  if (sort === "volume") return row.volume;
  return sort === "net" ? netOf(row) : weightOf(confidenceAt(row), netOf(row));
}

interface RankedSpreads {
  readonly groupKeys: readonly number[];
  /** How many groups there are. */
  readonly total: number;
}

export type Sides = Pick<Spread, "buyPlatform" | "sellPlatform">;

type SpreadRow = SqlRow<"arbitrage", "spreadsOfGroups">;

/** With the columns that its order asks for. */
type RankRow = SqlRow<"arbitrage", "rank">;

const toParameters = ({ type, groupKey, platforms, fresher, legPlatforms, minSpread, minScore }: SpreadFilter) => ({
  minKey: type === "implied" ? PAIR_KEY_BASE : 0,
  maxKey: type === "same" ? PAIR_KEY_BASE - 1 : Number.MAX_SAFE_INTEGER,
  groupKey,
  platforms: JSON.stringify(platforms),
  fresher: JSON.stringify(fresher ?? []),
  legPlatforms: JSON.stringify(legPlatforms),
  minSpread,
  minScore,
});

/** The first of each group, as they come. */
function firstOfGroups<R extends { readonly groupKey: number }>(rows: readonly R[]): R[] {
  const seen = new Set<number>();
  return rows.filter(({ groupKey }) => !seen.has(groupKey) && seen.add(groupKey));
}

/** The order of the table. */
const bySpread = (a: SpreadRow, b: SpreadRow): number =>
  b.sellPrice - b.buyPrice - (a.sellPrice - a.buyPrice) ||
  a.buyMarketKey - b.buyMarketKey ||
  a.sellMarketKey - b.sellMarketKey;
