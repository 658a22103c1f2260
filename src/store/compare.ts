import { type Confidence, confidenceOf, orient, percentOf, toGroupId } from "../domain/arbitrage.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./database/index.ts";
import type { StoredMarket } from "./markets.ts";
import { type Group, type GroupMember, openGroups } from "./matching/index.ts";
import { openPasses } from "./passes.ts";
import {
  type Candidate,
  exactTag,
  openCompletions,
  parseTerms,
  rankCandidates,
  rowidsOf,
  type SearchTerms,
  toExpression,
  toWords,
} from "./titles/index.ts";

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
  const findGroups = openGroups(db);
  const findPass = openPasses(db);
  return {
    search: ({ text, limit, ...bounds }) =>
      consistently(db, () => {
        const hits = findHits(text);
        if (hits === undefined) return undefined;
        const passes = new Map(bounds.platforms.map((platform) => [platform, findPass(platform)]));
        const findKnownPass = (platform: string): number | undefined => passes.get(platform);
        const found = new Map<number, Comparison>();
        for (const { marketKey, groupKey } of hits) {
          const group = found.has(groupKey) ? undefined : findGroups([groupKey]).get(groupKey);
          const compared = group && compareFrom(group, marketKey, bounds, findKnownPass);
          if (compared !== undefined) found.set(groupKey, compared);
          if (found.size === limit) break;
        }
        return [...found.values()];
      }),
    find: ({ platform, id, ...bounds }) =>
      consistently(db, () => {
        const market = findMarket.get({ platform, id }) as { marketKey: number; groupKey: number | null } | undefined;
        if (market === undefined) return undefined;
        const { marketKey, groupKey } = market;
        const group = groupKey === null ? undefined : findGroups([groupKey]).get(groupKey);
        const compared = group && compareFrom(group, marketKey, bounds, findPass);
        return compared === undefined ? [] : [compared];
      }),
  };
}

/** Open markets with partners and these words in their title, the best title first. */
function openHits(db: Db): (text: string) => Hit[] | undefined {
  const hits = prepare(db, "compare", "findGroupedHits");
  const candidates = prepare(db, "search", "listMarketCandidates");
  const complete = openCompletions(db, "market");
  const bounds = { ...rowidsOf("open"), most: MOST_HITS, limit: MOST_RANKED };
  const look = (match: string) => hits.all({ ...bounds, match }) as Hit[];
  return (text) => {
    const terms = complete(parseTerms(text));
    const expression = toExpression(terms);
    if (expression === undefined) return undefined;
    const words = terms.wanted.flatMap((term) => term.words);
    const exact = look(toExactExpression(terms, expression));
    const named = look(expression);
    const groups = new Map([...exact, ...named].map(({ marketKey, groupKey }) => [marketKey, groupKey]));
    const wanted = new Set(named.map(({ marketKey }) => marketKey));
    const found = (candidates.all({ keys: JSON.stringify([...groups.keys()]) }) as Candidate[]).filter(
      ({ key, title, status }) =>
        status === "open" && (wanted.has(key) || toWords(title).join(" ") === words.join(" ")),
    );
    return rankCandidates(found, terms).map(({ key }) => ({ marketKey: key, groupKey: groups.get(key) ?? key }));
  };
}

/** Finds titles that are the wanted words and nothing else, and may find one with other words of the same hash. */
function toExactExpression({ wanted, excluded }: SearchTerms, expression: string): string {
  const tag = `"${exactTag(wanted.flatMap(({ words }) => words))}"`;
  return excluded.length === 0 ? tag : `${tag} AND (${expression})`;
}

interface Hit {
  readonly marketKey: number;
  readonly groupKey: number;
}

/** Undefined where fewer than two markets are left to be compared. */
function compareFrom(
  group: Group,
  marketKey: number,
  { platforms, minScore, now }: Bounds,
  findPass: (platform: string) => number | undefined,
): Comparison | undefined {
  const isOpen = group.members.find((member) => member.marketKey === marketKey)?.status === "open";
  const markets = group.members
    .filter(
      (member) =>
        platforms.includes(member.platform) &&
        // Of a question that is decided all prices are of interest, of one that is not only those that still move.
        (!isOpen || member.status === "open") &&
        group.scoreOf(marketKey, member.marketKey) >= minScore,
    )
    .flatMap((member) => toCompared(member, group, marketKey));
  const [lowest, ...others] = markets.toSorted((a, b) => a.titlePrice - b.titlePrice);
  const highest = others.at(-1);
  if (lowest === undefined || highest === undefined) return undefined;
  const gap = highest.titlePrice - lowest.titlePrice;
  const score = Math.min(...markets.map((market) => group.scoreOf(marketKey, market.marketKey)));
  const confidence = confidenceOf({
    score,
    hasBooks: markets.every(({ hasBook }) => hasBook),
    ageMs: now - Math.min(...markets.map(({ platform }) => findPass(platform) ?? Number.NEGATIVE_INFINITY)),
    spreadPercent: gap === 0 ? 0 : percentOf(gap, lowest.titlePrice),
  });
  const id = toGroupId(group.groupKey, group.members);
  return { id, title: group.title, score, confidence, gap, lowest, highest, markets };
}

function toCompared(member: GroupMember, group: Group, marketKey: number): ComparedMarket[] {
  const { yesPrice, bestBid, bestAsk, isInverted } = member;
  if (yesPrice === null) return [];
  const hasBook = bestBid !== null || bestAsk !== null;
  const reasons = group.reasonsOf(marketKey, member.marketKey);
  return [{ ...member, yesPrice, titlePrice: orient(yesPrice, isInverted), hasBook, reasons }];
}
