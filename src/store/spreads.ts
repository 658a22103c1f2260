import {
  type ArbitrageSort,
  netOf,
  type OpportunityType,
  PAIR_KEY_BASE,
  rank,
  type Spread,
  turnPrices,
  type Weighed,
  weightOf,
} from "../domain/arbitrage.ts";
import type { Micros } from "../domain/prices.ts";
import { type Db, getQuery, openStatements, prepare } from "./database/index.ts";

export interface SpreadFilter {
  /** Missing for all types. */
  readonly type?: OpportunityType | undefined;
  /** Those of both legs. */
  readonly platforms: readonly string[];
  /** One leg at least of a group's best spread must be on one of these; empty lets everything pass. */
  readonly legPlatforms: readonly string[];
  readonly minSpread: Micros;
  readonly minScore: Micros;
}

/**
 * Reads which groups have spreads, and the best spread of some of them. A page needs the order of all groups, so only
 * what the order depends on is read of each. The caller holds the transaction.
 */
export function openSpreads(db: Db) {
  const statement = openStatements(db);
  const ofGroups = prepare(db, "arbitrage", "spreadsOfGroups");
  const list = <R>(filter: SpreadFilter, name: string): (R & Keyed)[] => {
    const columns = [getQuery("arbitrage", name)];
    if (filter.legPlatforms.length > 0) columns.push(getQuery("arbitrage", "hasLeg"));
    const rows = statement(`SELECT ${columns.join(", ")} ${getQuery("arbitrage", "among")}`).all(toParameters(filter));
    return firstOfGroups(rows as (R & Keyed)[]).filter(({ hasLeg }) => hasLeg !== 0);
  };
  const findBest = (filter: SpreadFilter, groupKeys: readonly number[]): Map<number, Spread> => {
    const rows = ofGroups.all({ ...toParameters(filter), groupKeys: JSON.stringify(groupKeys) }) as SpreadRow[];
    const best = firstOfGroups(rows.sort(bySpread));
    return new Map(best.map((row) => [row.groupKey, withBooks(row)]));
  };

  const weigh = (
    filter: SpreadFilter,
    sort: Exclude<ArbitrageSort, "spread">,
    ageOf: SpreadOrder["ageOf"],
  ): Weighed[] => {
    if (sort === "volume") return list<Weighed>(filter, "volumeColumns");
    if (sort === "net") return list<NetRow>(filter, "netColumns").map((row) => weighed(row, netOf(row)));
    return list<ConfidenceRow>(filter, "confidenceColumns").map((row) => {
      const spread = row.isTurned === 1 ? { ...row, ...turnPrices(row) } : row;
      return weighed(row, weightOf(spread, row.hasBooks === 1, ageOf(row)));
    });
  };
  return {
    /** The keys of the best groups, at least `most` if there are as many. */
    rank(filter: SpreadFilter, { sort, most, ageOf }: SpreadOrder): Ranked {
      if (sort !== "spread") {
        const groups = weigh(filter, sort, ageOf);
        return { groupKeys: rank(groups, most), total: groups.length };
      }
      const groupKeys = list(filter, "spreadColumns").map(({ groupKey }) => groupKey);
      return { groupKeys, total: groupKeys.length };
    },

    /** The best spread of each of these groups. */
    findBest,
  };
}

export interface SpreadOrder {
  readonly sort: ArbitrageSort;
  readonly most: number;
  /** How old the older quote of a spread is, in milliseconds. */
  ageOf(spread: Sides): number;
}

export interface Ranked {
  readonly groupKeys: readonly number[];
  /** How many groups there are. */
  readonly total: number;
}

export type Sides = Pick<Spread, "buyPlatform" | "sellPlatform">;

interface Keyed {
  readonly groupKey: number;
  /** Whether a leg is on one of `legPlatforms`; absent if that is empty. */
  readonly hasLeg?: number;
}

/** As it is stored: 0 or 1. */
interface Books {
  readonly hasBooks: number;
}

type NetRow = Pick<Spread, "buyPrice" | "sellPrice" | "buyPlatform" | "sellPlatform" | "buyCategory" | "sellCategory">;
type ConfidenceRow = Pick<Spread, "buyPrice" | "sellPrice" | "score" | "buyPlatform" | "sellPlatform"> &
  Books & {
    /** 1 where both legs ask the opposite of the group's title. */
    readonly isTurned: number;
  };
type SpreadRow = Omit<Spread, "hasBooks"> & Books;

const toParameters = ({ type, platforms, legPlatforms, minSpread, minScore }: SpreadFilter) => ({
  minKey: type === "implied" ? PAIR_KEY_BASE : 0,
  maxKey: type === "same" ? PAIR_KEY_BASE - 1 : Number.MAX_SAFE_INTEGER,
  platforms: JSON.stringify(platforms),
  legPlatforms: JSON.stringify(legPlatforms),
  minSpread,
  minScore,
});

/** The first of each group, as they come. */
function firstOfGroups<R extends { readonly groupKey: number }>(rows: readonly R[]): R[] {
  const seen = new Set<number>();
  return rows.filter(({ groupKey }) => !seen.has(groupKey) && seen.add(groupKey));
}

const weighed = ({ groupKey }: Keyed, weight: number): Weighed => ({ groupKey, weight });

const withBooks = <R extends Books>(row: R) => ({ ...row, hasBooks: row.hasBooks === 1 });

/** The order of the table. */
const bySpread = (a: SpreadRow, b: SpreadRow): number =>
  b.sellPrice - b.buyPrice - (a.sellPrice - a.buyPrice) ||
  a.buyMarketKey - b.buyMarketKey ||
  a.sellMarketKey - b.sellMarketKey;
