import { type Confidence, confidenceOf, orientPrice, percentOf, toGroupId } from "../domain/arbitrage.ts";
import { isRealMoney } from "../domain/platforms.ts";
import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import type { MarketList } from "./lists/list.ts";
import type { AgedMarket } from "./markets.ts";
import { type Group, type GroupMember, openGroups } from "./matching/groups.ts";
import { openPriceAges, type PriceAges, withAges } from "./price-ages.ts";
import { findTitled } from "./questions/question.ts";
import type { QuestionIndex } from "./questions/question-index.ts";
import { openOpportunities } from "./spreads/arbitrage.ts";
import { openTitleSearch } from "./titles/search.ts";

/** A market beside those that ask the same. */
export interface ComparedMarket extends AgedMarket {
  readonly marketKey: number;
  /** Whether its yes is the no of the title. */
  readonly isInverted: boolean;
  /** Its price in the orientation of the title. */
  readonly titlePrice: Micros;
  readonly hasBook: boolean;
  /** Why it asks the same as the market it was found by; empty for that market. */
  readonly reasons: readonly string[];
}

export interface GroupComparison {
  readonly id: string;
  readonly questionId: string | null;
  readonly title: string;
  /** The lowest of its members. */
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

/** How many markets are looked at for groups, the best titles first. */
const MAX_HITS = 200;

/** Reads comparisons over one connection. */
export function openCompare(db: Db, list: MarketList, index: QuestionIndex) {
  const findHits = openHits(db, list, index);
  const findMarket = prepare(db, "groups", "findGroup");
  const findGroups = openGroups(db);
  const readAges = openPriceAges(db);
  const findOpportunities = openOpportunities(db, []);
  /** A question has the confidence of its spread, where it has one. */
  const withConfidence = (found: readonly ComparedGroup[], { platforms, now }: Bounds): GroupComparison[] => {
    const spreads = findOpportunities(
      found.map(({ groupKey }) => groupKey),
      { platforms: platforms.filter(isRealMoney), now },
    );
    return found.map((one) => ({
      ...one,
      confidence: spreads.get(one.groupKey)?.confidence ?? confidenceInGap(one),
    }));
  };
  return {
    /** Groups with a title that has these words, best first; undefined when the text holds nothing to look for. */
    search: ({ text, limit, ...bounds }: Bounds & { text: string; limit: number }) =>
      consistently(db, () => {
        const hits = findHits(text);
        if (hits === undefined) return undefined;
        const ages = readAges(bounds.now);
        const found = new Map<number, ComparedGroup>();
        for (const { marketKey, groupKey } of hits) {
          const group = found.has(groupKey) ? undefined : findGroups([groupKey]).get(groupKey);
          const compared = group && compareFrom(group, marketKey, { ...bounds, ages });
          if (compared !== undefined) found.set(groupKey, compared);
          if (found.size === limit) break;
        }
        return withConfidence([...found.values()], bounds);
      }),
    /** The group of one market, none when it has no partners; undefined when there is no such market. */
    find: ({ platform, id, ...bounds }: Bounds & { platform: string; id: string }) =>
      consistently(db, () => {
        const market = findMarket.get({ platform, id });
        if (market === undefined) return undefined;
        const { marketKey, groupKey } = market;
        const group = groupKey === null ? undefined : findGroups([groupKey]).get(groupKey);
        const compared = group && compareFrom(group, marketKey, { ...bounds, ages: readAges(bounds.now) });
        return compared === undefined ? [] : withConfidence([compared], bounds);
      }),
  };
}

/** Open markets with partners and these words in their title, the best title first; undefined without words. */
function openHits(db: Db, list: MarketList, index: QuestionIndex): (text: string) => Hit[] | undefined {
  const isCandidate = (key: number): boolean => index.questionOf(key) !== undefined;
  const titles = openTitleSearch(db, { noun: "Market", list, isCandidate });
  const toHit = (marketKey: number): Hit[] => {
    const question = index.questions.get(index.questionOf(marketKey) ?? 0);
    return question === undefined ? [] : [{ marketKey, groupKey: question.groupKey }];
  };
  return (text) => {
    index.sync();
    return titles.best({ text, status: "open", limit: MAX_HITS })?.keys.flatMap(toHit);
  };
}

interface Hit {
  readonly marketKey: number;
  readonly groupKey: number;
}

interface ComparedGroup extends Omit<GroupComparison, "confidence"> {
  readonly groupKey: number;
  /** Of the lowest and the highest market. */
  readonly pairScore: Micros;
}

/** Undefined where fewer than two markets are left to be compared. */
function compareFrom(
  group: Group,
  marketKey: number,
  { platforms, minScore, ages }: Pick<Bounds, "platforms" | "minScore"> & { readonly ages: PriceAges },
): ComparedGroup | undefined {
  const isOpen = group.members.find((member) => member.marketKey === marketKey)?.status === "open";
  const markets = group.members
    .filter(
      (member) =>
        platforms.includes(member.platform) &&
        // An open market is compared with open ones; a closed one with all.
        (!isOpen || member.status === "open") &&
        group.scoreOf(marketKey, member.marketKey) >= minScore,
    )
    .flatMap((member) => toCompared(member, group, { marketKey, ages }));
  const [lowest, ...others] = markets.toSorted((a, b) => a.titlePrice - b.titlePrice);
  const highest = others.at(-1);
  if (lowest === undefined || highest === undefined) return undefined;
  const gap = highest.titlePrice - lowest.titlePrice;
  const score = Math.min(...markets.map((market) => group.scoreOf(marketKey, market.marketKey)));
  const isShown = ({ platform, yesPrice }: GroupMember): boolean => yesPrice !== null && platforms.includes(platform);
  return {
    id: toGroupId(group.groupKey, group.members),
    groupKey: group.groupKey,
    questionId: group.questionId,
    title: findTitled(group, isShown)?.title ?? "",
    pairScore: group.scoreOf(lowest.marketKey, highest.marketKey),
    ...{ score, gap, lowest, highest, markets },
  };
}

/** How far to believe the gap of a question without a spread. */
function confidenceInGap({ pairScore, gap, lowest, highest }: ComparedGroup): Confidence {
  const pair = [lowest, highest];
  return confidenceOf({
    score: pairScore,
    hasBooks: pair.every(({ hasBook }) => hasBook),
    ageMs: Math.max(...pair.map(({ ageMs }) => ageMs ?? Number.POSITIVE_INFINITY)),
    spreadPercent: gap === 0 ? 0 : percentOf(gap, lowest.titlePrice),
  });
}

function toCompared(
  member: GroupMember,
  group: Group,
  { marketKey, ages }: { readonly marketKey: number; readonly ages: PriceAges },
): ComparedMarket[] {
  const { yesPrice, bestBid, bestAsk, isInverted } = member;
  if (yesPrice === null) return [];
  const hasBook = bestBid !== null || bestAsk !== null;
  const reasons = group.reasonsOf(marketKey, member.marketKey);
  const compared = { ...member, yesPrice, titlePrice: orientPrice(yesPrice, isInverted), hasBook, reasons };
  return [...withAges([compared], ages)];
}
