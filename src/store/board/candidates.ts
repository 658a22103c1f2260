import { type Cents, type Micros, ONE } from "../../domain/prices.ts";
import { listCounted } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import { joinSets } from "../questions/join-sets.ts";
import { NEVER, type QuestionSummary } from "../questions/summaries.ts";
import type { Summaries } from "../questions/summarizer.ts";
import type { CourseMarket } from "./movements.ts";

export interface BoardQuery {
  /** Those whose markets are shown, with the questions they take part in. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** The smallest volume in 24 hours of a mover: a thin market's price moves with any offer. */
  readonly minVolume24h: Cents;
  /** How many of each list. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What a list may show: an open question, or an open market without one. */
export interface Candidate {
  readonly asked: { readonly summary: QuestionSummary } | { readonly marketKey: number };
  readonly price: Micros;
  /** Whether it has no present price. */
  readonly isStale: boolean;
  readonly volume: Cents;
  readonly volume24h: Cents;
  readonly closesAt: number | null;
  /** How far its price moved in 24 hours. */
  readonly change: Micros | null;
  /** The markets that make its price. */
  readonly counted: readonly CourseMarket[];
  /** Of its markets. */
  readonly eventKeys: readonly number[];
  /** Equal where events share a question, or a question implies something of the other. */
  readonly eventGroup: number;
}

/** How many of the first markets of an order are looked at. */
const MAX_CANDIDATES = 200;

/** A smaller move is not worth a line. */
const MIN_MOVE: Micros = 5_000;

/** Reads what the open markets that come first in an order ask. The caller holds the transaction. */
export function openCandidates(db: Db, list: MarketList) {
  const splitMarkets = openMarketSplit(db);
  const joinImplied = openImplied(db);
  const listLeading = (
    summaries: Summaries,
    { platforms, category, now }: BoardQuery,
    sort: "volume_24h" | "closing",
  ): Candidate[] => {
    const ranges = sort === "closing" ? [{ sort, from: now + 1, below: Number.MAX_SAFE_INTEGER }] : [];
    const order = sort === "closing" ? "asc" : "desc";
    const keys = list.keys({ status: "open", platforms, category, ranges, sort, order }, MAX_CANDIDATES);
    const { questions, markets } = splitMarkets(summaries, keys);
    const matched = questions.filter(
      (summary) =>
        (category === undefined || summary.category === category) &&
        (sort !== "closing" || (summary.closesAt ?? 0) > now),
    );
    const all = [
      ...matched.map((summary) => ofQuestion(summary, summaries)),
      ...markets.map((market) => ofMarket(list, market, summaries)),
    ];
    // Old prices stand there only where no other does.
    const present = all.filter(({ isStale }) => !isStale);
    return joinImplied(present.length > 0 ? present : all);
  };
  /** All questions are looked at: the move of one is not that of any of its markets. */
  const listMovers = (summaries: Summaries, query: BoardQuery): Candidate[] => {
    const { platforms, category, minVolume24h } = query;
    const ranges = [
      { sort: "change", from: MIN_MOVE },
      { sort: "volume_24h", from: minVolume24h },
    ] as const;
    const keys = list.keys(
      { status: "open", platforms, category, ranges, sort: "change", order: "desc" },
      MAX_CANDIDATES,
    );
    const alone = keys.filter((key) => questionsOf(summaries, [key]).size === 0);
    const questions = [...summaries.keys()].flatMap((key) => summaries.find(key) ?? []);
    const moved = questions.filter((summary) => isMover(summary, query)).map((one) => ofQuestion(one, summaries));
    const leading = moved.toSorted(byMove).slice(0, MAX_CANDIDATES);
    const markets = splitMarkets(summaries, alone).markets.map((market) => ofMarket(list, market, summaries));
    return joinImplied([...leading, ...markets]).sort(byMove);
  };
  return { listLeading, listMovers };
}

const isMover = (summary: QuestionSummary, { platforms, category, minVolume24h }: BoardQuery): boolean =>
  Math.abs(summary.priceChange24h ?? 0) >= MIN_MOVE &&
  summary.volume24h >= minVolume24h &&
  (category === undefined || summary.category === category) &&
  summary.members.some(({ platform }) => platforms.includes(platform));

/** The largest move first, up or down. */
const byMove = (a: Candidate, b: Candidate): number =>
  Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0) || byVolume(a, b);

export const byVolume = (a: Candidate, b: Candidate): number => b.volume24h - a.volume24h || b.volume - a.volume;

/** Splits markets into the questions they belong to and those without one. */
function openMarketSplit(db: Db) {
  // Few of them are shown: only those are read whole.
  const byKeys = prepare(db, "markets", "titlesByKeys");
  return (summaries: Summaries, marketKeys: readonly number[]) => {
    const questions = questionsOf(summaries, marketKeys);
    const others = marketKeys.filter((key) => !questions.has(key));
    return {
      questions: [...new Set(questions.values())],
      markets: byKeys.all(JSON.stringify(others)).filter((market) => !isTestMarket(market)),
    };
  };
}

/** Finds the shown questions of markets, by market key. */
export const questionsOf = (
  { find, questionOf }: Summaries,
  marketKeys: readonly number[],
): ReadonlyMap<number, QuestionSummary> =>
  new Map(
    marketKeys.flatMap((marketKey) => {
      const questionKey = questionOf(marketKey);
      const summary = questionKey === undefined ? undefined : find(questionKey);
      return summary === undefined ? [] : [[marketKey, summary]];
    }),
  );

type TitledMarket = SqlRow<"markets", "titlesByKeys">;

function ofQuestion(summary: QuestionSummary, summaries: Summaries): Candidate {
  const { price, isStale, volume, volume24h, closesAt, priceChange24h: change } = summary;
  const eventGroup = groupOfQuestion(summary, summaries);
  const counted = listCounted(summary.members);
  const eventKeys = summary.question.members.map(({ eventKey }) => eventKey);
  return { asked: { summary }, price, isStale, volume, volume24h, closesAt, change, counted, eventKeys, eventGroup };
}

/** The events of its markets are all in one group. */
export const groupOfQuestion = ({ question }: QuestionSummary, summaries: Summaries): number =>
  summaries.eventGroupOf(question.members[0]?.eventKey ?? 0);

function ofMarket(list: MarketList, { marketKey, eventKey, platform }: TitledMarket, summaries: Summaries): Candidate {
  const { isStale } = summaries.ageOf({ marketKey, platform });
  const [price, volume] = [list.valueOf(marketKey, "price"), list.valueOf(marketKey, "volume")];
  const closesAt = list.valueOf(marketKey, "closing");
  return {
    asked: { marketKey },
    price,
    isStale,
    volume,
    volume24h: list.valueOf(marketKey, "volume_24h"),
    closesAt: closesAt === NEVER ? null : closesAt,
    change: list.changeOf(marketKey),
    counted: [{ marketKey, isInverted: false, price, volume, isStale }],
    eventKeys: [eventKey],
    eventGroup: summaries.eventGroupOf(eventKey),
  };
}

/** Puts candidates that differ in a deadline or a figure into one group. */
function openImplied(db: Db): (candidates: readonly Candidate[]) => Candidate[] {
  const impliedBy = prepare(db, "questions", "impliedBy");
  return (candidates) => {
    const groups = new Map(
      candidates.flatMap(({ counted, eventGroup }) => counted.map(({ marketKey }) => [marketKey, eventGroup] as const)),
    );
    const pairs = impliedBy.all({ keys: JSON.stringify([...groups.keys()]) });
    const joined = pairs.map(({ a, b }) => [groups.get(a), groups.get(b)].filter((one) => one !== undefined));
    const groupOf = joinSets(joined);
    return candidates.map((one) => ({ ...one, eventGroup: groupOf(one.eventGroup) }));
  };
}

/** The first of each group of events; of the two sides of an event always the same one. */
export function openSides(db: Db): (candidates: readonly Candidate[]) => Candidate[] {
  const twoSided = prepare(db, "events", "twoSided").pluck();
  return (candidates) => {
    const first = oneOfEach(candidates);
    const eventsOf = new Set(twoSided.all(JSON.stringify(first.flatMap(({ eventKeys }) => eventKeys))));
    const sides = Map.groupBy(candidates, ({ eventKeys }) => eventKeys.find((key) => eventsOf.has(key)));
    return first.map((chosen) => {
      const event = chosen.eventKeys.find((key) => eventsOf.has(key));
      const others = event === undefined ? [] : (sides.get(event) ?? []);
      const other = others.find((side) => isOtherSide(side, chosen));
      return other === undefined ? chosen : leadingOf(chosen, other);
    });
  };
}

/** The prices of both sides make about a dollar. */
const isOtherSide = (side: Candidate, chosen: Candidate): boolean =>
  side !== chosen && Math.abs(side.price + chosen.price - ONE) <= ONE / 10;

/** The more likely side; of equal ones the one that was listed first. */
const leadingOf = (a: Candidate, b: Candidate): Candidate =>
  (b.price - a.price || listedAt(a) - listedAt(b)) > 0 ? b : a;

const listedAt = ({ counted }: Candidate): number => Math.min(...counted.map(({ marketKey }) => marketKey));

/** The first of each group of events. */
export function oneOfEach<T extends { readonly eventGroup: number }>(rows: readonly T[]): T[] {
  const seen = new Set<number>();
  return rows.filter(({ eventGroup }) => {
    const isFirst = !seen.has(eventGroup);
    seen.add(eventGroup);
    return isFirst;
  });
}
