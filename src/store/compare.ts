import { type Confidence, confidenceOf, orient, percentOf, toGroupId } from "../domain/arbitrage.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./db.ts";
import { type Group, type GroupMember, openGroups } from "./groups.ts";
import type { StoredMarket } from "./markets.ts";
import { openPasses } from "./passes.ts";
import { parseTerms, toExpression } from "./search-text.ts";
import { exactTag, rowidsOf } from "./title-index.ts";
import { type Candidate, rankCandidates } from "./title-match.ts";

/** A market beside those that ask the same. */
export interface ComparedMarket extends StoredMarket {
  readonly marketKey: number;
  /** Whether its yes is the no of the title. */
  readonly isInverted: boolean;
  /** Its price in the orientation of the title. */
  readonly titlePrice: Micros;
  readonly hasBook: boolean;
  /** Why it asks the same as the market it was found by; empty for that market. */
  readonly reasons: readonly string[];
}

export interface Comparison {
  readonly id: string;
  readonly title: string;
  /** Of the member that is least surely the same. */
  readonly score: Micros;
  readonly confidence: Confidence;
  readonly gap: Micros;
  readonly lowest: ComparedMarket;
  readonly highest: ComparedMarket;
  /** By platform. */
  readonly markets: readonly ComparedMarket[];
}

interface Bounds {
  readonly platforms: readonly string[];
  readonly minScore: Micros;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Compare {
  /** Groups with a title that has these words, best first; undefined when the text holds nothing to look for. */
  search(query: Bounds & { text: string; limit: number }): readonly Comparison[] | undefined;
  /** The group of one market, none when it has no partners; undefined when there is no such market. */
  find(query: Bounds & { platform: string; id: string }): readonly Comparison[] | undefined;
}

/** So many of the best known titles are looked through for markets that have partners. */
const MOST_HITS = 5000;
/** So many of those are compared by how well their titles match. */
const MOST_RANKED = 200;

/** Reads comparisons over one connection. */
export function openCompare(db: Db): Compare {
  const findHits = openHits(db);
  const findMarket = prepare(db, "groups", "findGroup");
  const groupOf = prepare(db, "compare", "groupOf").pluck();
  const findGroup = openGroups(db);
  const findPass = openPasses(db);
  const compareFrom = (groupKey: number, marketKey: number, bounds: Bounds): Comparison[] => {
    const group = findGroup(groupKey);
    return group === undefined ? [] : toComparison(group, marketKey, bounds, findPass);
  };
  return {
    search: ({ text, limit, ...bounds }) =>
      consistently(db, () => {
        const hits = findHits(text);
        if (hits === undefined) return undefined;
        const seen = new Set<number>();
        const found: Comparison[] = [];
        for (const marketKey of hits) {
          if (found.length >= limit) break;
          const groupKey = groupOf.get({ marketKey }) as number;
          if (seen.has(groupKey)) continue;
          const compared = compareFrom(groupKey, marketKey, bounds);
          if (compared.length > 0) seen.add(groupKey);
          found.push(...compared);
        }
        return found;
      }),
    find: ({ platform, id, ...bounds }) =>
      consistently(db, () => {
        const market = findMarket.get({ platform, id }) as { marketKey: number; groupKey: number | null } | undefined;
        if (market === undefined) return undefined;
        return market.groupKey === null ? [] : compareFrom(market.groupKey, market.marketKey, bounds);
      }),
  };
}

/** Open markets with partners and these words in their title, the best title first. */
function openHits(db: Db): (text: string) => number[] | undefined {
  const hits = prepare(db, "compare", "findGroupedHits").pluck();
  const candidates = prepare(db, "search", "listMarketCandidates");
  return (text) => {
    const terms = parseTerms(text);
    const expression = toExpression(terms);
    if (expression === undefined) return undefined;
    const exact = `"${exactTag(terms.wanted.flatMap(({ words }) => words))}" AND (${expression})`;
    const bounds = { ...rowidsOf("open"), most: MOST_HITS, limit: MOST_RANKED };
    const keys = new Set([exact, expression].flatMap((match) => hits.all({ ...bounds, match }) as number[]));
    const found = candidates.all({ keys: JSON.stringify([...keys]) }) as Candidate[];
    return rankCandidates(
      found.filter(({ status }) => status === "open"),
      terms,
    ).map(({ key }) => key);
  };
}

/** Nothing where fewer than two markets are left to be compared. */
function toComparison(
  group: Group,
  marketKey: number,
  { platforms, minScore, now }: Bounds,
  findPass: (platform: string) => number | undefined,
): Comparison[] {
  const isOpen = group.members.find((member) => member.marketKey === marketKey)?.status === "open";
  const markets = group.members
    .filter(
      (member) =>
        platforms.includes(member.platform) &&
        // Of a question that is decided all prices are of interest, of one that is not only those that still move.
        (!isOpen || member.status === "open") &&
        group.scoreOf(marketKey, member.marketKey) >= minScore,
    )
    .flatMap((member) => toCompared(member, group, marketKey))
    .toSorted((a, b) => Number(a.platform > b.platform) - Number(a.platform < b.platform));
  const [lowest, ...others] = markets.toSorted((a, b) => a.titlePrice - b.titlePrice);
  const highest = others.at(-1);
  if (lowest === undefined || highest === undefined) return [];
  const gap = highest.titlePrice - lowest.titlePrice;
  const score = Math.min(...markets.map((market) => group.scoreOf(marketKey, market.marketKey)));
  const confidence = confidenceOf({
    score,
    hasBooks: markets.every(({ hasBook }) => hasBook),
    ageMs: now - Math.min(...markets.map(({ platform }) => findPass(platform) ?? Number.NEGATIVE_INFINITY)),
    spreadPercent: gap === 0 ? 0 : percentOf(gap, lowest.titlePrice),
  });
  const id = toGroupId(group.groupKey, group.members);
  return [{ id, title: group.title, score, confidence, gap, lowest, highest, markets }];
}

function toCompared(member: GroupMember, group: Group, marketKey: number): ComparedMarket[] {
  const { yesPrice, bestBid, bestAsk, isInverted } = member;
  if (yesPrice === null) return [];
  const hasBook = bestBid !== null || bestAsk !== null;
  const reasons = group.reasonsOf(marketKey, member.marketKey);
  return [{ ...member, yesPrice, titlePrice: orient(yesPrice, isInverted), hasBook, reasons }];
}
