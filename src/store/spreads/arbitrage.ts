import {
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  type Deal,
  dealOf,
  EVENT_KEY_BASE,
  type Feasibility,
  feasibilityOf,
  feeOf,
  grossOf,
  type Leg,
  type OpportunityType,
  toGroupId,
  toType,
} from "../../domain/arbitrage.ts";
import type { ImpliedRelation } from "../../domain/matching/matches.ts";
import { listRisks, type Risk } from "../../domain/matching/risks.ts";
import { type Earnings, earningsOf, type Order, toPayoff } from "../../domain/orders.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import { type Position, parseCursor, toCursor } from "../lists/cursor.ts";
import type { PageFacts } from "../lists/list.ts";
import type { OneOrMore } from "../lists/page.ts";
import { type Group, type GroupMember, openGroups } from "../matching/groups.ts";
import { openImpliedPairs } from "../matching/implied-pairs.ts";
import { openPriceAges, type PriceAges } from "../price-ages.ts";
import { openGroupLookup } from "../questions/lookup.ts";
import { findTitled } from "../questions/question.ts";
import { openRules } from "../questions/rules.ts";
import { parseTerms, toExpression } from "../titles/terms.ts";
import { openBookSizes, type SizeOf, smallestSize, type UnknownSize } from "./book-sizes.ts";
import { openSpreadSelection, type SelectedSpread, type SpreadFilter } from "./selection.ts";

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

/** An order, and what all its contracts cost at the stake. */
export interface StakedOrder extends Order<TradedMember> {
  readonly contracts: number;
  readonly orderCost: Micros;
  readonly orderFee: Micros;
}

/** A spread, judged. Its result is of one contract of each leg, in an order of 100. */
interface Judged extends Earnings {
  readonly legs: SelectedSpread;
  readonly spread: Micros;
  readonly confidence: Confidence;
  readonly closesAt: number | null;
  /** Pairs of contracts that both books offer at the prices of the orders: 0 if they are gone, null while unknown. */
  readonly size: number | null;
  /** Why it is unknown. */
  readonly unknownSize?: UnknownSize;
  readonly deal: Deal;
  readonly feasibility: Feasibility;
}

/** What the title of an opportunity is of. */
type OpportunitySubject = Pick<GroupMember, "platform" | "id" | "title" | "category" | "eventTitle">;

/** All prices and sides but those of the orders are in the direction of the question; of an implied pair, of the title. */
export interface Opportunity extends Judged {
  readonly type: OpportunityType;
  /** Of the market where yes is sold to the one where it is bought; of outcomes of which at most one is yes, exclusive. */
  readonly relation: "same" | "inverted" | Exclude<ImpliedRelation, "superset"> | "exclusive";
  /** The same as long as the group's members are. */
  readonly id: string;
  /** Null for an implied pair and an event: their legs ask several questions. */
  readonly questionId: string | null;
  /** The market whose title the question has; one of the legs of an implied pair; or the event. */
  readonly titled: OpportunitySubject;
  /** Yes of the title first, then its no; of an event one side of each open outcome, by volume. */
  readonly orders: readonly StakedOrder[];
  /** All that take part, both legs among them, by platform; none of an event, whose markets are on one platform. */
  readonly members: readonly TradedMember[];
  readonly reasons: readonly string[];
  /** What the markets of both legs settle differently. */
  readonly risks: readonly Risk[];
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
  readonly stake: Micros;
  /** What the stake must earn; only those that earn something where it is 0. Missing for all. */
  readonly minProfit?: Micros | undefined;
  /** Contracts that both books must offer. Missing for all, those of unknown size among them. */
  readonly minSize?: number | undefined;
  readonly sort: ArbitrageSort;
  readonly page: number;
  readonly size: number;
  /** The cursor of an earlier answer, in place of the page. */
  readonly after?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Reads opportunities over one connection. Titles are not those of markets on `hidden` platforms. */
export function openArbitrage(db: Db, hidden: readonly string[] = []) {
  const selection = openSpreadSelection(db);
  const readAges = openPriceAges(db);
  const findGroupKey = openGroupLookup(db);
  const judge = openJudge(db);
  const read = openReader(db, hidden);

  /** All spreads whose books offer enough, judged: the books of few are read. */
  const listSized = (
    filter: SpreadFilter,
    { minSize, minProfit }: ArbitrageQuery,
    terms: JudgeTerms,
    ages: PriceAges,
  ) =>
    judge(selection.all({ ...filter, hasBooks: true }, ages), terms).filter(
      ({ size, deal }) => size !== null && size >= (minSize ?? 0) && earns(deal, minProfit),
    );
  const findPage = (filter: SpreadFilter, query: ArbitrageQuery, start: Start, ages: PriceAges): JudgedPage => {
    const { minSize, minProfit, stake, sort, size, now } = query;
    const terms = { stake, now };
    if (minSize !== undefined) {
      const sized = listSized(filter, query, terms, ages).sort(ORDERS[sort]);
      const from =
        start.after === undefined ? start.from : placeAfter(sized, { key: start.after, value: start.from + 1 });
      return { judged: sized.slice(from, from + size), from, total: sized.length };
    }
    const isByDeal = minProfit !== undefined || sort === "profit" || sort === "return";
    const all = { minProfit: undefined, minSize: undefined };
    const known = isByDeal ? listSized(filter, { ...query, ...all }, terms, ages) : [];
    const { spreads, ...place } = selection.page(filter, { sort, stake, minProfit, known }, { ...start, size }, ages);
    return { ...place, judged: judge(spreads, terms) };
  };
  return {
    /**
     * One opportunity a group, the one that earns most; and one an implied pair. Where no size is asked for, what the stake
     * earns of those whose books are not read is estimated for filter and order. Throws AppError validation_error (parameter
     * `cursor`) for a cursor that belongs to another sort.
     */
    list: (query: ArbitrageQuery): PageFacts & { readonly opportunities: readonly Opportunity[] } =>
      consistently(db, () => {
        const { questionId, platforms, minScore, sort, size, now } = query;
        const name = `Spread:${sort}`;
        const after = query.after === undefined ? undefined : parseCursor(name, query.after);
        const page = after?.page ?? query.page;
        const groupKey = questionId === undefined ? undefined : findGroupKey(questionId);
        const filter = toFilter(query, groupKey);
        if (filter === undefined) return { opportunities: [], page, total: 0, nextCursor: undefined };
        const ages = readAges(now);
        const start = after === undefined ? { from: (page - 1) * size } : { from: after.value - 1, after: after.key };
        const { judged, from, total } = findPage(filter, query, start, ages);
        const last = judged.at(-1)?.legs.groupKey;
        const hasNext = last !== undefined && from + size < total;
        const nextCursor = hasNext ? toCursor(name, { value: from + size, key: last, page: page + 1 }) : undefined;
        const opportunities = read(judged, { ages, platforms, minScore });
        return { opportunities: [...opportunities.values()], page, total, nextCursor };
      }),
  };
}

/** Where a page begins: after some rows, or after a group; after fewer rows, once it has no spread any more. */
interface Start {
  readonly from: number;
  readonly after?: number;
}

interface JudgedPage {
  readonly judged: readonly Judged[];
  readonly from: number;
  readonly total: number;
}

/** Undefined where nothing can pass. */
function toFilter(query: ArbitrageQuery, groupKey: number | undefined): SpreadFilter | undefined {
  const { type, questionId, platforms, legPlatforms, category, text, minSpread, minScore, minConfidence } = query;
  const match = text === undefined ? undefined : toExpression(parseTerms(text));
  if ((questionId !== undefined && groupKey === undefined) || (text !== undefined && match === undefined))
    return undefined;
  return {
    ...{ type, platforms, legPlatforms, category, match, minSpread, minScore, minConfidence },
    ...(groupKey !== undefined && { groupKeys: [groupKey] }),
    isEarning: query.minProfit !== undefined,
  };
}

const earns = ({ profit }: Deal, minProfit: Micros | undefined): boolean =>
  minProfit === undefined || (profit > 0 && profit >= minProfit);

type Comparer = (a: Judged, b: Judged) => number;

/** From the largest down, without a value last; the smaller key first among equals. */
const by =
  (read: (one: Judged) => number | null): Comparer =>
  (a, b) =>
    (read(b) ?? LEAST) - (read(a) ?? LEAST) || a.legs.groupKey - b.legs.groupKey;

const LEAST = -Number.MAX_SAFE_INTEGER;

const byNet = by(({ legs }) => legs.net);

const ORDERS: Readonly<Record<ArbitrageSort, Comparer>> = {
  confidence: (a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence) || byNet(a, b),
  net: byNet,
  spread: by(({ spread }) => spread),
  volume: by(({ legs }) => legs.volume),
  profit: by(({ deal }) => deal.profit),
  return: by(({ deal }) => deal.annualizedPercent),
  closing: by(({ closesAt }) => (closesAt === null ? null : -closesAt)),
};

/** Behind the last group that was seen; where it was, once it has no spread any more. */
function placeAfter(found: readonly Judged[], { key, value }: Position): number {
  const place = found.findIndex(({ legs }) => legs.groupKey === key);
  return place === -1 ? Math.max(0, value - 1) : place + 1;
}

/**
 * Reads the best opportunity of groups and implied pairs by their keys, leaving out those without. The caller holds the
 * transaction; `now` is epoch milliseconds.
 */
export function openOpportunities(db: Db, hidden: readonly string[]) {
  const readAges = openPriceAges(db);
  const listSelected = openSelected(db);
  const judge = openJudge(db);
  const read = openReader(db, hidden);
  return (
    groupKeys: readonly number[],
    { platforms, now }: { readonly platforms: readonly string[]; readonly now: number },
  ): ReadonlyMap<number, Opportunity> => {
    const ages = readAges(now);
    const { minScore, stake } = DEFAULT_LISTING;
    const judged = judge(listSelected(groupKeys, platforms, ages), { stake, now });
    return read(judged, { ages, platforms, minScore });
  };
}

/** Reads how far the best opportunity of groups is believed, where one can be traded. The caller holds the transaction. */
export function openConfidences(db: Db) {
  const readAges = openPriceAges(db);
  const listSelected = openSelected(db);
  return (
    groups: ReadonlyMap<number, Group>,
    { platforms, now }: { readonly platforms: readonly string[]; readonly now: number },
  ): ReadonlyMap<number, Confidence> => {
    const ages = readAges(now);
    const isTraded = (group: Group | undefined, { marketKey }: Leg): boolean =>
      group?.members.some(
        (member) => member.marketKey === marketKey && toTraded(member, group, { ages, platforms }).length > 0,
      ) === true;
    return new Map(
      listSelected([...groups.keys()], platforms, ages)
        .filter(({ groupKey, legs }) => legs.every((leg) => isTraded(groups.get(groupKey), leg)))
        .map(({ groupKey, confidence }) => [groupKey, confidence]),
    );
  };
}

/** Reads the best spread of each of these groups, as it is listed where nothing else is asked for. */
function openSelected(db: Db) {
  const selection = openSpreadSelection(db);
  const { minSpread, minScore } = DEFAULT_LISTING;
  return (groupKeys: readonly number[], platforms: readonly string[], ages: PriceAges): readonly SelectedSpread[] =>
    selection.all({ groupKeys, platforms, minSpread, minScore }, ages);
}

interface JudgeTerms {
  readonly stake: Micros;
  readonly now: number;
}

/** Judges spreads by what their orders cost and earn, and when. */
function openJudge(db: Db) {
  const readSizes = openBookSizes(db);
  return (spreads: readonly SelectedSpread[], terms: JudgeTerms): Judged[] => {
    const marketKeys = spreads.flatMap(({ legs }) => legs.map(({ marketKey }) => marketKey));
    const sizeOf = readSizes(marketKeys, terms.now);
    return spreads.map((spread) => judgeOne(spread, sizeOf, terms));
  };
}

function judgeOne(legs: SelectedSpread, sizeOf: SizeOf, { stake, now }: JudgeTerms): Judged {
  const { pays, net, closesAt, confidence } = legs;
  const found = smallestSize(sizeOf, legs.legs);
  const size = typeof found === "number" ? found : null;
  const deal = dealOf(legs, { stake, size, closesAt, now });
  return {
    ...{ legs, spread: grossOf(legs), confidence },
    ...earningsOf({ cost: pays - net, payout: pays, closesAt, now }),
    closesAt,
    size,
    ...(typeof found === "number" ? {} : { unknownSize: found }),
    deal,
    feasibility: feasibilityOf(size, deal),
  };
}

interface ReadTerms {
  readonly ages: PriceAges;
  /** Those whose markets take part. */
  readonly platforms: readonly string[];
  readonly minScore: Micros;
}

/** Reads the markets of judged spreads; gives the opportunities by group, in their order. */
function openReader(db: Db, hidden: readonly string[]) {
  const findGroups = openGroups(db);
  const findPairs = openImpliedPairs(db);
  const readEvents = openEventReader(db);
  const readRules = openRules(db);
  return (found: readonly Judged[], terms: ReadTerms): Map<number, Opportunity> => {
    const events = readEvents(
      found.filter(({ legs }) => toType(legs.groupKey) === "event"),
      terms,
    );
    const keysOf = (type: OpportunityType): number[] =>
      found.map(({ legs }) => legs.groupKey).filter((key) => toType(key) === type);
    const groups = new Map([...findGroups(keysOf("same")), ...findPairs(keysOf("implied"))]);
    const { rules } = readRules(found.flatMap(({ legs }) => legs.legs.map(({ marketKey }) => marketKey)));
    return new Map(
      found.flatMap((judged) => {
        const { groupKey } = judged.legs;
        const group = groups.get(groupKey);
        const opportunity =
          events.get(groupKey) ?? (group && toOpportunity(judged, group, { ...terms, hidden, rules }));
        return opportunity === undefined ? [] : [[groupKey, opportunity] as const];
      }),
    );
  };
}

interface OpportunityDeps extends ReadTerms {
  readonly hidden: readonly string[];
  /** Of the legs, by market key. */
  readonly rules: ReadonlyMap<number, string>;
}

/** Undefined where one of the legs cannot be traded. */
function toOpportunity(judged: Judged, group: Group, deps: OpportunityDeps): Opportunity | undefined {
  const [yes, no] = judged.legs.legs;
  if (yes === undefined || no === undefined) return undefined;
  const isLeg = ({ marketKey }: GroupMember): boolean => marketKey === yes.marketKey || marketKey === no.marketKey;
  const members = group.members
    .flatMap((member) => toTraded(member, group, deps))
    .filter(
      (member) =>
        isLeg(member) ||
        (member.platform !== yes.platform &&
          member.platform !== no.platform &&
          [yes, no].some((leg) => group.scoreOf(member.marketKey, leg.marketKey) >= deps.minScore)),
    );
  const [buy, sell] = [yes, no].map((leg) => members.find(({ marketKey }) => marketKey === leg.marketKey));
  if (buy === undefined || sell === undefined) return undefined;
  const asking = group.relation === undefined ? findTitled(group, isShown(deps.hidden)) : undefined;
  const orders = [toOrder(yes, buy, judged.deal, 0), toOrder(no, sell, judged.deal, 1)] as const;
  const reasons = group.reasonsOf(yes.marketKey, no.marketKey);
  return {
    ...judged,
    id: toGroupId(group.groupKey, group.members),
    questionId: group.questionId,
    type: toType(group.groupKey),
    relation: group.relation ?? (buy.isInverted === sell.isInverted ? "same" : "inverted"),
    titled: asking ?? (buy.isInverted ? sell : buy),
    orders,
    members: oneOfEachPlatform(members),
    reasons: group.relation === undefined ? reasons : [...reasons, toPayoff(orders)],
    risks: listRisks(
      [buy, sell].map(({ platform, marketKey }) => ({ platform, rules: deps.rules.get(marketKey) ?? null })),
    ),
    asOf: Math.min(buy.asOf, sell.asOf),
  };
}

/** Reads opportunities over all outcomes of events, by the keys of their spreads. */
function openEventReader(db: Db) {
  const listEvents = prepare(db, "arbitrage", "eventsByKeys");
  const listMarkets = prepare(db, "groups", "byMarketKeys");
  return (found: readonly Judged[], { ages }: ReadTerms): ReadonlyMap<number, Opportunity> => {
    if (found.length === 0) return new Map();
    const eventKeys = found.map(({ legs }) => legs.groupKey - EVENT_KEY_BASE);
    const marketKeys = found.flatMap(({ legs }) => legs.legs.map(({ marketKey }) => marketKey));
    const events = new Map(listEvents.all({ eventKeys: JSON.stringify(eventKeys) }).map((row) => [row.eventKey, row]));
    const markets = new Map(
      listMarkets.all({ keys: JSON.stringify(marketKeys) }).map((market) => [market.marketKey, market]),
    );
    return new Map(
      found.flatMap((judged) => {
        const { groupKey, legs } = judged.legs;
        const event = events.get(groupKey - EVENT_KEY_BASE);
        const orders = legs.flatMap((leg, place): StakedOrder[] => {
          const market = markets.get(leg.marketKey);
          const { readAt, ageMs } = ages.of(leg);
          if (market?.yesPrice == null || readAt === null || ageMs === undefined) return [];
          const { yesPrice } = market;
          const traded = { ...market, isInverted: false, isNamed: true, yesPrice, asOf: readAt, ageMs };
          return [toOrder(leg, traded, judged.deal, place)];
        });
        if (event === undefined || orders.length !== legs.length) return [];
        const opportunity: Opportunity = {
          ...judged,
          id: toGroupId(
            groupKey,
            orders.map(({ market }) => market),
          ),
          questionId: null,
          type: "event",
          relation: "exclusive",
          titled: { ...event, eventTitle: event.title },
          orders,
          members: [],
          reasons: [reasonOf(legs)],
          risks: [],
          asOf: Math.min(...orders.map(({ market }) => market.asOf)),
        };
        return [[groupKey, opportunity] as const];
      }),
    );
  };
}

const reasonOf = ([leg]: readonly Leg[]): string =>
  leg?.side === "no"
    ? "at most one outcome can be yes: no of all others pays"
    : "at most one outcome can be yes: if none of them is, nothing is paid";

function toOrder(leg: Leg, market: TradedMember, { contracts, legs }: Deal, place: number): StakedOrder {
  const { cost: orderCost = 0, fee: orderFee = 0 } = legs[place] ?? {};
  const { side, price } = leg;
  return { action: "buy", side, price, fee: feeOf(leg), market, contracts, orderCost, orderFee };
}

/** As questions show their markets. */
const isShown =
  (hidden: readonly string[]) =>
  ({ platform, yesPrice }: GroupMember): boolean =>
    yesPrice !== null && !hidden.includes(platform);

/** Prices beyond these are of questions that are as good as decided. */
const MIN_PRICE: Micros = 10_000;

function toTraded(
  member: GroupMember,
  group: Group,
  { ages, platforms }: Pick<OpportunityDeps, "ages" | "platforms">,
): TradedMember[] {
  const { readAt, ageMs, isStale } = ages.of(member);
  const { yesPrice, status, isTradable } = member;
  if (isStale || readAt === null || ageMs === undefined) return [];
  if (!platforms.includes(member.platform) || yesPrice === null) return [];
  if (status !== "open" || isTradable === 0) return [];
  if (yesPrice <= MIN_PRICE || yesPrice >= ONE - MIN_PRICE) return [];
  const isNamed = member.isInverted || group.relation !== undefined;
  return [{ ...member, isNamed, yesPrice, asOf: readAt, ageMs }];
}
