import {
  type ArbitrageSort,
  type Assessment,
  assess,
  OLDEST_QUOTE_MS,
  rank,
  type Spread,
  toGroupId,
} from "../domain/arbitrage.ts";
import { type Micros, ONE } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./db.ts";
import { type Group, type GroupMember, openGroups } from "./groups.ts";
import { openPasses } from "./passes.ts";

/** A member that can be traded, and when its platform was last read. */
export interface TradedMember extends GroupMember {
  readonly yesPrice: Micros;
  /** Epoch milliseconds. */
  readonly asOf: number;
}

export interface Opportunity extends Assessment {
  /** The same as long as the group's members are. */
  readonly id: string;
  readonly title: string;
  readonly legs: Spread;
  readonly buy: TradedMember;
  readonly sell: TradedMember;
  /** All that take part, both legs among them, by platform. */
  readonly members: readonly TradedMember[];
  readonly reasons: readonly string[];
  /** When the platform of the older quote was last read; epoch milliseconds. */
  readonly asOf: number;
}

export interface ArbitrageQuery {
  /** Those whose markets take part. */
  readonly platforms: readonly string[];
  /** One leg at least must be on one of these; empty lets everything pass. */
  readonly legPlatforms: readonly string[];
  readonly minSpread: Micros;
  /** Members that are less surely the same do not belong together. */
  readonly minScore: Micros;
  readonly sort: ArbitrageSort;
  readonly page: number;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Arbitrage {
  /** One opportunity a group: its lowest ask and highest bid on different platforms. */
  list(query: ArbitrageQuery): { readonly opportunities: readonly Opportunity[]; readonly total: number };
}

/** Reads opportunities over one connection. */
export function openArbitrage(db: Db): Arbitrage {
  const listSpreads = prepare(db, "arbitrage", "listSpreads").raw();
  const findPass = openPasses(db);
  const findGroups = openGroups(db);
  return {
    list: (query) =>
      consistently(db, () => {
        const { minSpread, minScore, sort, page, size, now } = query;
        const passes = freshPasses(query, findPass);
        const platforms = JSON.stringify([...passes.keys()]);
        const rows = listSpreads.all({ minSpread, minScore, platforms }) as SpreadRow[];
        const spreads = bestOfGroups(rows).filter((spread) => hasLegOn(spread, query.legPlatforms));
        const ageOf = (spread: Spread) => now - olderPass(spread, passes);
        const ranked = rank(spreads, sort, ageOf).slice((page - 1) * size, page * size);
        const groups = findGroups(ranked.map(({ groupKey }) => groupKey));
        const opportunities = ranked.flatMap((spread) => {
          const group = groups.get(spread.groupKey);
          return group === undefined ? [] : toOpportunity(spread, group, { passes, minScore, ageMs: ageOf(spread) });
        });
        return { opportunities, total: spreads.length };
      }),
  };
}

type Passes = ReadonlyMap<string, number>;

/** When each platform was last read, without those where that is too long ago. */
function freshPasses(
  { platforms, now }: ArbitrageQuery,
  findPass: (platform: string) => number | undefined,
): Map<string, number> {
  const passes = new Map<string, number>();
  for (const platform of platforms) {
    const at = findPass(platform);
    if (at !== undefined && now - at <= OLDEST_QUOTE_MS) passes.set(platform, at);
  }
  return passes;
}

type SpreadRow = readonly [
  groupKey: number,
  buyMarketKey: number,
  sellMarketKey: number,
  buyPrice: Micros,
  sellPrice: Micros,
  score: Micros,
  hasBooks: number,
  volume: number,
  buyPlatform: string,
  sellPlatform: string,
  buyCategory: string,
  sellCategory: string,
];

/** The first of each group, as they come: the one with the largest spread. */
function bestOfGroups(rows: readonly SpreadRow[]): Spread[] {
  const seen = new Set<number>();
  return rows.flatMap((row) => {
    const [groupKey] = row;
    if (seen.has(groupKey)) return [];
    seen.add(groupKey);
    return toSpread(row);
  });
}

const toSpread = (row: SpreadRow): Spread => ({
  groupKey: row[0],
  buyMarketKey: row[1],
  sellMarketKey: row[2],
  buyPrice: row[3],
  sellPrice: row[4],
  score: row[5],
  hasBooks: row[6] === 1,
  volume: row[7],
  buyPlatform: row[8],
  sellPlatform: row[9],
  buyCategory: row[10],
  sellCategory: row[11],
});

const hasLegOn = ({ buyPlatform, sellPlatform }: Spread, platforms: readonly string[]): boolean =>
  platforms.length === 0 || platforms.includes(buyPlatform) || platforms.includes(sellPlatform);

const olderPass = ({ buyPlatform, sellPlatform }: Spread, passes: Passes): number =>
  Math.min(passes.get(buyPlatform) ?? 0, passes.get(sellPlatform) ?? 0);

interface Given {
  readonly passes: Passes;
  readonly minScore: Micros;
  readonly ageMs: number;
}

function toOpportunity(legs: Spread, group: Group, { passes, minScore, ageMs }: Given): Opportunity[] {
  const { buyMarketKey, sellMarketKey } = legs;
  const members = group.members
    .flatMap((member) => toTraded(member, passes))
    .filter(({ marketKey }) =>
      [buyMarketKey, sellMarketKey].some((leg) => group.scoreOf(marketKey, leg) >= minScore || marketKey === leg),
    );
  const [buy, sell] = [buyMarketKey, sellMarketKey].map((key) => members.find(({ marketKey }) => marketKey === key));
  if (buy === undefined || sell === undefined) return [];
  return [
    {
      ...assess(legs, ageMs),
      id: toGroupId(group.groupKey, group.members),
      title: group.title,
      legs,
      buy,
      sell,
      members,
      reasons: group.reasonsOf(buyMarketKey, sellMarketKey),
      asOf: olderPass(legs, passes),
    },
  ];
}

/** Prices beyond these are of questions that are as good as decided. */
const LEAST_PRICE: Micros = 10_000;

function toTraded(member: GroupMember, passes: Passes): TradedMember[] {
  const asOf = passes.get(member.platform);
  const { yesPrice, status } = member;
  if (asOf === undefined || yesPrice === null || status !== "open") return [];
  if (yesPrice <= LEAST_PRICE || yesPrice >= ONE - LEAST_PRICE) return [];
  return [{ ...member, yesPrice, asOf }];
}
