import {
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  type Deal,
  dealOf,
  type Feasibility,
  feasibilityOf,
  feeOf,
  type Leg,
  parseSpreadKey,
  type Spread,
  toOpportunityId,
  toSpreadKey,
  toSubject,
  type UnknownSize,
} from "../../domain/arbitrage.ts";
import { MAX_BOOK_AGE_MS } from "../../domain/books.ts";
import type { ImpliedRelation } from "../../domain/matching/matches.ts";
import type { Risk } from "../../domain/matching/risks.ts";
import { type Earnings, earningsOf, type Order, toPayoff } from "../../domain/orders.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { consistently, type Db, prepare, type SqlRow } from "../database/db.ts";
import type { PageFacts } from "../lists/list-query.ts";
import { findSpreadGroups, type Group, type GroupMember } from "../matching/groups.ts";
import { findGroupKey, findTitled } from "../questions/question.ts";
import { type MarketRules, readRules, risksOf } from "../rules.ts";
import { type PriceAges, readPriceAges } from "../runs.ts";
import { parseTerms, toExpression } from "../titles/terms.ts";
import { listBestSpreads, listSpreads, type SpreadFilter, type SpreadOrder, type SpreadRow } from "./selection.ts";

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
interface Judged extends Omit<SpreadRow, "believed" | "booksAt">, Spread, Earnings {
  readonly confidence: Confidence;
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

export interface ArbitrageQuery extends Omit<SpreadFilter, "subjects" | "match">, SpreadOrder {
  /** Only between markets of this question; a former id counts, and an unknown one has none. Missing for all. */
  readonly questionId?: string | undefined;
  /** What a person typed; the title of one leg must have all its words. */
  readonly text?: string | undefined;
  readonly stake: Micros;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Lists opportunities: of a group, an implied pair or an event the best that passes the filters. Titles are not those of
 * markets on `hidden` platforms. Throws AppError validation_error (parameter `cursor`) for a cursor of another sort.
 */
export const listOpportunities = (
  db: Db,
  hidden: readonly string[],
  query: ArbitrageQuery,
): PageFacts & { readonly opportunities: readonly Opportunity[] } =>
  consistently(db, () => {
    const { page, now } = query;
    const filter = toFilter(db, query);
    if (filter === undefined) return { opportunities: [], page, total: 0, nextCursor: undefined };
    const ages = readPriceAges(db, now);
    const { rows, ...facts } = listSpreads(db, filter, query, ages);
    const found = readOpportunities(db, rows, { ...query, ages, hidden });
    return { opportunities: [...found.values()], ...facts };
  });

/** Undefined where nothing can pass. */
function toFilter(db: Db, { questionId, text, ...query }: ArbitrageQuery): SpreadFilter | undefined {
  const groupKey = questionId === undefined ? undefined : findGroupKey(db, questionId);
  const match = text === undefined ? undefined : toExpression(parseTerms(text));
  if ((questionId !== undefined && groupKey === undefined) || (text !== undefined && match === undefined))
    return undefined;
  return { ...query, match, subjects: groupKey === undefined ? undefined : [toSubject("same", groupKey)] };
}

interface Moment {
  /** Those whose markets take part. */
  readonly platforms: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Finds the best opportunity of groups, implied pairs and events by their keys (`toSpreadKey`), leaving out those without.
 * The caller holds the transaction.
 */
export function findOpportunities(
  db: Db,
  hidden: readonly string[],
  keys: readonly string[],
  { platforms, now }: Moment,
): ReadonlyMap<string, Opportunity> {
  const ages = readPriceAges(db, now);
  const { minScore, stake } = DEFAULT_LISTING;
  const rows = listBestSpreads(db, keys.map(parseSpreadKey), platforms, ages);
  return readOpportunities(db, rows, { ages, platforms, minScore, stake, hidden, now });
}

/** How far the best opportunity of each group is believed, where one can be traded. The caller holds the transaction. */
export function readConfidences(
  db: Db,
  groups: ReadonlyMap<number, Group>,
  { platforms, now }: Moment,
): ReadonlyMap<number, Confidence> {
  const ages = readPriceAges(db, now);
  const isTraded = (group: Group | undefined, marketKey: number): boolean =>
    group?.members.some(
      (member) => member.marketKey === marketKey && toTraded(member, group, { ages, platforms }).length > 0,
    ) === true;
  const subjects = [...groups.keys()].map((groupKey) => toSubject("same", groupKey));
  return new Map(
    listBestSpreads(db, subjects, platforms, ages)
      .filter(({ groupKey, buyMarketKey, sellMarketKey }) =>
        [buyMarketKey, sellMarketKey].every((key) => isTraded(groups.get(groupKey), key)),
      )
      .map(({ groupKey, believed }) => [groupKey, confidenceAt(believed)]),
  );
}

const confidenceAt = (position: number): Confidence => CONFIDENCES[position] ?? "low";

interface ReadTerms extends Moment {
  readonly ages: PriceAges;
  readonly minScore: Micros;
  readonly stake: Micros;
  readonly hidden: readonly string[];
}

/** Reads the markets of spreads and judges these; gives the opportunities by key, in the order of the rows. */
function readOpportunities(db: Db, rows: readonly SpreadRow[], terms: ReadTerms): ReadonlyMap<string, Opportunity> {
  const groups = findSpreadGroups(db, rows.map(toSpreadKey));
  const ofEvents = rows.filter(({ type }) => type === "event");
  const events = readEvents(
    db,
    ofEvents.map(({ eventKey }) => eventKey),
  );
  const ruled = readRules(
    db,
    rows.flatMap(({ type, buyMarketKey, sellMarketKey }) => (type === "event" ? [] : [buyMarketKey, sellMarketKey])),
  );
  return new Map(
    rows.flatMap((row) => {
      const key = toSpreadKey(row);
      const [group, event] = [groups.get(key), events.get(row.eventKey)];
      const opportunity =
        event === undefined
          ? group && toOpportunity(row, group, { ...terms, ruled })
          : toEventOpportunity(row, event, terms);
      return opportunity === undefined ? [] : [[key, opportunity] as const];
    }),
  );
}

/** Adds what the orders of a spread cost and earn, and when. */
function judge(
  { believed, booksAt, ...row }: SpreadRow,
  legs: readonly Leg[],
  { stake, now }: Pick<ReadTerms, "stake" | "now">,
): Judged {
  const { pays, net, closesAt } = row;
  const isRead = booksAt !== null && booksAt <= now && booksAt >= now - MAX_BOOK_AGE_MS;
  const size = isRead ? row.size : null;
  const deal = dealOf({ legs, pays }, { stake, size, closesAt, now });
  return {
    ...{ ...row, legs },
    ...earningsOf({ cost: pays - net, payout: pays, closesAt, now }),
    ...{ confidence: confidenceAt(believed), size, deal, feasibility: feasibilityOf(size, deal) },
    ...(size === null && { unknownSize: isRead ? "older" : "not read" }),
  };
}

interface OpportunityDeps extends ReadTerms {
  /** Of the legs, by market key. */
  readonly ruled: MarketRules;
}

/** Undefined where one of the legs cannot be traded. */
function toOpportunity(row: SpreadRow, group: Group, deps: OpportunityDeps): Opportunity | undefined {
  const { buyMarketKey, sellMarketKey } = row;
  const traded = group.members.flatMap((member) => toTraded(member, group, deps));
  const [buy, sell] = [buyMarketKey, sellMarketKey].map((key) => traded.find(({ marketKey }) => marketKey === key));
  if (buy === undefined || sell === undefined) return undefined;
  const members = traded.filter(
    (member) =>
      member === buy ||
      member === sell ||
      (member.platform !== buy.platform &&
        member.platform !== sell.platform &&
        [buy, sell].some((leg) => group.scoreOf(member.marketKey, leg.marketKey) >= deps.minScore)),
  );
  const [yes, no] = toPairLegs(row, buy, sell);
  const judged = judge(row, [yes, no], deps);
  const asking = group.relation === undefined ? findTitled(group, isShown(deps.hidden)) : undefined;
  const orders = [toOrder(yes, buy, judged.deal, 0), toOrder(no, sell, judged.deal, 1)] as const;
  const reasons = group.reasonsOf(buyMarketKey, sellMarketKey);
  return {
    ...judged,
    id: toOpportunityId(judged, group.members),
    questionId: group.questionId,
    relation: group.relation ?? (buy.isInverted === sell.isInverted ? "same" : "inverted"),
    titled: asking ?? (buy.isInverted ? sell : buy),
    orders,
    members: oneOfEachPlatform(members),
    reasons: group.relation === undefined ? reasons : [...reasons, toPayoff(orders)],
    risks: risksOf([buy, sell], deps.ruled),
    asOf: Math.min(buy.asOf, sell.asOf),
  };
}

/** Undefined where one of the outcomes cannot be traded. */
function toEventOpportunity(
  row: SpreadRow,
  { event, outcomes }: EventOutcomes,
  terms: ReadTerms,
): Opportunity | undefined {
  const legs = toEventLegs(row, outcomes);
  const judged = judge(row, legs, terms);
  const orders = legs.flatMap((leg, place): StakedOrder[] => {
    const market = outcomes[place];
    const { readAt, ageMs } = terms.ages.of(leg);
    if (market?.yesPrice == null || readAt === null || ageMs === undefined) return [];
    const { yesPrice } = market;
    const traded = { ...market, isInverted: false, isNamed: true, yesPrice, asOf: readAt, ageMs };
    return [toOrder(leg, traded, judged.deal, place)];
  });
  if (orders.length !== outcomes.length) return undefined;
  const markets = orders.map(({ market }) => market);
  return {
    ...judged,
    id: toOpportunityId(judged, markets),
    questionId: null,
    relation: "exclusive",
    titled: { ...event, eventTitle: event.title },
    orders,
    members: [],
    reasons: [reasonOf(legs)],
    risks: [],
    asOf: Math.min(...markets.map(({ asOf }) => asOf)),
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

/** A market with what its cost depends on. */
type LegMarket = Pick<SqlRow<"arbitrage", "outcomes">, "marketKey" | "platform" | "feeKind" | "feeRate">;

/** An event and its open outcomes, by volume. */
interface EventOutcomes {
  readonly event: SqlRow<"arbitrage", "eventsByKeys">;
  readonly outcomes: readonly SqlRow<"arbitrage", "outcomes">[];
}

/** Reads events by their keys. The caller holds the transaction. */
export function readEvents(db: Db, keys: readonly number[]): ReadonlyMap<number, EventOutcomes> {
  if (keys.length === 0) return new Map();
  const eventKeys = JSON.stringify(keys);
  const found = prepare(db, "arbitrage", "outcomes").all({ eventKeys });
  const outcomes = Map.groupBy(
    found.sort((a, b) => b.volume - a.volume || a.marketKey - b.marketKey),
    ({ eventKey }) => eventKey,
  );
  const events = prepare(db, "arbitrage", "eventsByKeys").all({ eventKeys });
  return new Map(events.map((event) => [event.eventKey, { event, outcomes: outcomes.get(event.eventKey) ?? [] }]));
}

/** The two orders of a pair: to sell yes is to buy no. */
export const toPairLegs = (row: SpreadRow, buy: LegMarket, sell: LegMarket): readonly [Leg, Leg] => [
  toLeg(buy, row.buySide, row.buyPrice),
  toLeg(sell, row.sellSide, ONE - row.sellPrice),
];

/** One order for each outcome that has a price of this side. */
export const toEventLegs = ({ buySide: side }: SpreadRow, outcomes: EventOutcomes["outcomes"]): readonly Leg[] =>
  outcomes.flatMap((market) => {
    const price = side === "yes" ? market.bestAsk : market.bestBid && ONE - market.bestBid;
    return price === null ? [] : [toLeg(market, side, price)];
  });

const toLeg = ({ marketKey, platform, feeKind, feeRate }: LegMarket, side: Leg["side"], price: Leg["price"]): Leg => ({
  ...{ marketKey, platform, feeKind, feeRate, side, price },
});
