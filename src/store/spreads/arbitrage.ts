import {
  type ArbitrageSort,
  type Assessment,
  assess,
  type Confidence,
  DEFAULT_LISTING,
  type OpportunityType,
  type Spread,
  toGroupId,
  toType,
} from "../../domain/arbitrage.ts";

import type { ImpliedRelation } from "../../domain/matching/matches.ts";
import { type Order, type PairResult, toOrders, toPairResult, toPayoff } from "../../domain/orders.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { consistently, type Db } from "../database/db.ts";
import { type Position, parseCursor, toCursor } from "../lists/cursor.ts";
import type { MarketList, PageFacts } from "../lists/list.ts";
import { allows, type OneOrMore } from "../lists/page.ts";
import { type Group, type GroupMember, openGroups } from "../matching/groups.ts";
import { openImpliedPairs } from "../matching/implied-pairs.ts";
import { openPriceAges, type PriceAges } from "../price-ages.ts";
import { openGroupLookup } from "../questions/lookup.ts";

import { findTitled } from "../questions/question.ts";

import { openTitleSearch } from "../titles/search.ts";
import { type BookSizes, openBookSizes, smallestSize, type UnknownSize } from "./book-sizes.ts";
import { openSpreads, type Sides, type SpreadFilter } from "./spreads.ts";

/** A member that can be traded, and when its quote was read: with its platform, or later by itself. */
export interface TradedMember extends GroupMember {
  /** Whether an order must name it: it asks the opposite of the title, or the legs ask two questions. */
  readonly isNamed: boolean;
  readonly yesPrice: Micros;
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** How long ago that was. */
  readonly ageMs: number;
}

/** All prices and sides but those of the orders are in the direction of the question; of an implied pair, of the title. */
export interface Opportunity extends Assessment, PairResult {
  readonly type: OpportunityType;
  /** Of the market where yes is sold to the one where it is bought. */
  readonly relation: "same" | "inverted" | Exclude<ImpliedRelation, "superset">;
  /** The same as long as the group's members are. */
  readonly id: string;
  /** Null for an implied pair: its legs ask two questions. */
  readonly questionId: string | null;
  /** The market whose title the question has; one of the legs of an implied pair. */
  readonly titled: GroupMember;
  readonly orders: readonly [Order<TradedMember>, Order<TradedMember>];
  /** Pairs of contracts that both books offer at the prices of the orders: 0 if they are gone, null while unknown. */
  readonly size: number | null;
  /** Why it is unknown. */
  readonly unknownSize?: UnknownSize;
  readonly legs: Spread;
  readonly buy: TradedMember;
  readonly sell: TradedMember;
  /** All that take part, both legs among them, by platform. */
  readonly members: readonly TradedMember[];
  readonly reasons: readonly string[];
  /** When the platform of the older quote was last read; epoch milliseconds. */
  readonly asOf: number;
}

interface ArbitrageQuery {
  /** Missing for all types. */
  readonly type?: OpportunityType | undefined;
  /** Only between markets of this question; a former id counts, and an unknown one has none. Missing for all. */
  readonly questionId?: string | undefined;
  /** Those whose markets take part. */
  readonly platforms: readonly string[];
  /** One leg at least must be on one of these; empty lets everything pass. */
  readonly legPlatforms: readonly string[];
  /** What a person typed; the title of one leg must have all its words. */
  readonly text?: string | undefined;
  /** Of one leg. */
  readonly category?: OneOrMore | undefined;
  readonly minSpread: Micros;
  /** Members that are less surely the same do not belong together. */
  readonly minScore: Micros;
  /** Missing for all. */
  readonly minConfidence?: Confidence | undefined;
  readonly sort: ArbitrageSort;
  readonly page: number;
  readonly size: number;
  /** The cursor of an earlier answer, in place of the page. */
  readonly after?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Reads opportunities over one connection; filters by words and categories need the list of markets. Titles are not those
 * of markets on `hidden` platforms.
 */
export function openArbitrage(db: Db, list?: MarketList, hidden: readonly string[] = []) {
  const titles = list && openTitleSearch(db, { noun: "Market", list });
  const toLegFilter = ({ text, category }: ArbitrageQuery): SpreadFilter["isLeg"] => {
    if (text === undefined && category === undefined) return undefined;
    list?.sync(Number.POSITIVE_INFINITY);
    const found = text === undefined ? undefined : new Set(titles?.keys(text));
    return (key) => found?.has(key) !== false && allows(category, list?.facetOf(key)?.category ?? "");
  };
  const spreads = openSpreads(db);
  const readAges = openPriceAges(db);
  const findGroupKey = openGroupLookup(db);
  const read = openReader(db, spreads, hidden);
  return {
    /**
     * One opportunity a group, its lowest ask and highest bid on different platforms; and one an implied pair. Throws
     * AppError validation_error (parameter `cursor`) for a cursor that belongs to another sort.
     */
    list: (query: ArbitrageQuery): PageFacts & { readonly opportunities: readonly Opportunity[] } =>
      consistently(db, () => {
        const { type, questionId, legPlatforms, minSpread, minScore, minConfidence, sort, size, now } = query;
        const name = `Spread:${sort}`;
        const after = query.after === undefined ? undefined : parseCursor(name, query.after);
        const page = after?.page ?? query.page;
        const groupKey = questionId === undefined ? undefined : findGroupKey(questionId);
        if (questionId !== undefined && groupKey === undefined) {
          return { opportunities: [], page, total: 0, nextCursor: undefined };
        }
        const ages = readAges(now);
        const ageOf = (spread: Sides) => olderAge(spread, ages);
        const isLeg = toLegFilter(query);
        const given = { type, groupKey, ...listFresh(query.platforms, ages), legPlatforms, isLeg, minSpread, minScore };
        const most = after === undefined ? page * size : Number.POSITIVE_INFINITY;
        const { groupKeys, total } = spreads.rank(given, { sort, most, minConfidence, ageOf });
        const from = after === undefined ? (page - 1) * size : placeAfter(groupKeys, after);
        const shown = groupKeys.slice(from, from + size);
        const last = shown.at(-1);
        const hasNext = last !== undefined && from + size < total;
        const nextCursor = hasNext ? toCursor(name, { value: from + size, key: last, page: page + 1 }) : undefined;
        return {
          opportunities: [...read(shown, given, { ages, among: query.platforms, now }).values()],
          page,
          total,
          nextCursor,
        };
      }),
  };
}

/** Behind the last group that was seen; where it was, once it has no spread any more. */
function placeAfter(groupKeys: readonly number[], { key, value }: Position): number {
  const place = groupKeys.indexOf(key);
  return place === -1 ? Math.max(0, value - 1) : place + 1;
}

/**
 * Reads the best opportunity of groups and implied pairs by their keys, leaving out those without. The caller holds the
 * transaction; `now` is epoch milliseconds.
 */
export function openOpportunities(db: Db, hidden: readonly string[]) {
  const readAges = openPriceAges(db);
  const read = openReader(db, openSpreads(db), hidden);
  return (
    groupKeys: readonly number[],
    query: { readonly platforms: readonly string[]; readonly now: number },
  ): ReadonlyMap<number, Opportunity> => {
    const ages = readAges(query.now);
    const { minScore } = DEFAULT_LISTING;
    const filter = { ...listFresh(query.platforms, ages), legPlatforms: [], minSpread: 0, minScore };
    return read(groupKeys, filter, { ages, among: query.platforms, now: query.now });
  };
}

/** Reads the best opportunities of these groups, in their order. */
function openReader(db: Db, spreads: ReturnType<typeof openSpreads>, hidden: readonly string[]) {
  const sizes = openBookSizes(db);
  const findGroups = openGroups(db);
  const findPairs = openImpliedPairs(db);
  return (
    groupKeys: readonly number[],
    filter: SpreadFilter,
    { ages, among, now }: Pick<OpportunityDeps, "ages" | "among" | "now">,
  ): Map<number, Opportunity> => {
    const best = spreads.findBest(filter, groupKeys);
    const isSame = (key: number): boolean => toType(key) === "same";
    const groups = new Map([
      ...findGroups(groupKeys.filter(isSame)),
      ...findPairs(groupKeys.filter((key) => !isSame(key)).flatMap((key) => best.get(key) ?? [])),
    ]);
    return new Map(
      groupKeys.flatMap((groupKey) => {
        const [spread, group] = [best.get(groupKey), groups.get(groupKey)];
        if (spread === undefined || group === undefined) return [];
        const found = toOpportunity(spread, group, {
          ages,
          among,
          sizes,
          minScore: filter.minScore,
          hidden,
          now,
        });
        return found.map((opportunity): [number, Opportunity] => [groupKey, opportunity]);
      }),
    );
  };
}

/** Where prices are present ones: a stale price is in no spread. */
function listFresh(platforms: readonly string[], ages: PriceAges): Pick<SpreadFilter, "platforms" | "fresher"> {
  const isStale = (platform: string): boolean => ages.ofPlatform(platform).isStale;
  return {
    platforms: platforms.filter((platform) => !isStale(platform)),
    fresher: platforms.filter(isStale).flatMap(ages.listFresher),
  };
}

const olderAge = ({ buyPlatform, sellPlatform }: Sides, ages: PriceAges): number =>
  Math.max(
    ...[buyPlatform, sellPlatform].map((platform) => ages.ofPlatform(platform).ageMs ?? Number.POSITIVE_INFINITY),
  );

interface OpportunityDeps {
  readonly ages: PriceAges;
  /** The platforms whose markets take part. */
  readonly among: readonly string[];
  readonly sizes: BookSizes;
  readonly minScore: Micros;
  readonly hidden: readonly string[];
  readonly now: number;
}

function toOpportunity(legs: Spread, group: Group, deps: OpportunityDeps): Opportunity[] {
  const { ages, sizes, minScore, hidden, now } = deps;
  const { buyMarketKey, sellMarketKey } = legs;
  const isLeg = ({ marketKey }: GroupMember): boolean => marketKey === buyMarketKey || marketKey === sellMarketKey;
  const members = group.members
    .flatMap((member) => toTraded(member, group, deps))
    .filter(
      (member) =>
        isLeg(member) ||
        (member.platform !== legs.buyPlatform &&
          member.platform !== legs.sellPlatform &&
          [buyMarketKey, sellMarketKey].some((leg) => group.scoreOf(member.marketKey, leg) >= minScore)),
    );
  const [buy, sell] = [buyMarketKey, sellMarketKey].map((key) => members.find(({ marketKey }) => marketKey === key));
  if (buy === undefined || sell === undefined) return [];
  const asking = group.relation === undefined ? findTitled(group, isShown(hidden)) : undefined;
  // By the same ages as the order of opportunities.
  const assessed = assess(legs, olderAge(legs, ages));
  const orders = toOrders({ ...assessed, legs, buy, sell });
  const size = smallestSize(sizes, orders, now);
  const reasons = group.reasonsOf(buyMarketKey, sellMarketKey);
  return [
    {
      ...assessed,
      ...toPairResult(orders, now),
      id: toGroupId(group.groupKey, group.members),
      questionId: group.questionId,
      type: toType(group.groupKey),
      relation: group.relation ?? (buy.isInverted === sell.isInverted ? "same" : "inverted"),
      titled: asking ?? (buy.isInverted ? sell : buy),
      orders,
      ...(typeof size === "number" ? { size } : { size: null, unknownSize: size }),
      legs,
      buy,
      sell,
      members: oneOfEachPlatform(members),
      reasons: group.relation === undefined ? reasons : [...reasons, toPayoff(orders)],
      asOf: Math.min(buy.asOf, sell.asOf),
    },
  ];
}

/** As questions show their markets. */
const isShown =
  (hidden: readonly string[]) =>
  ({ platform, yesPrice }: GroupMember): boolean =>
    yesPrice !== null && !hidden.includes(platform);

/** Prices beyond these are of questions that are as good as decided. */
const MIN_PRICE: Micros = 10_000;

function toTraded(member: GroupMember, group: Group, { ages, among }: OpportunityDeps): TradedMember[] {
  const { readAt, ageMs, isStale } = ages.of(member);
  const { yesPrice, status } = member;
  if (isStale || readAt === null || ageMs === undefined) return [];
  if (!among.includes(member.platform) || yesPrice === null || status !== "open") return [];
  if (yesPrice <= MIN_PRICE || yesPrice >= ONE - MIN_PRICE) return [];
  const isNamed = member.isInverted || group.relation !== undefined;
  return [{ ...member, isNamed, yesPrice, asOf: readAt, ageMs }];
}
