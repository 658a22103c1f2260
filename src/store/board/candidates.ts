import type { Cents, Micros } from "../../domain/prices.ts";
import { listCounted } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { hasStatus, isOneOf, listKeys, type SqlCondition, where } from "../lists/list-query.ts";
import { LISTED_MARKETS } from "../lists/nouns.ts";
import {
  findShown,
  type ListedMember,
  listMembers,
  type QuestionFiguresRow,
  readFigures,
} from "../questions/figures.ts";
import { listQuestionKeys } from "../questions/list.ts";
import { groupEvents } from "./event-groups.ts";
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
  readonly asked: { readonly questionKey: number } | { readonly marketKey: number };
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

/** What the open markets ask that come first in an order. Lists and figures are up to date; the caller holds the transaction. */
export function listLeading(db: Db, query: BoardQuery, sort: "volume_24h" | "closing"): Candidate[] {
  const { category, now } = query;
  const isNext = sort === "closing";
  const keys = listFirstKeys(db, query, { sort, conditions: [isNext ? where("closes_at", ">", now) : undefined] });
  const questionOf = findShown(db, keys);
  const questions = readFigures(db, [...new Set(questionOf.values())]).filter(
    (figures) =>
      (category === undefined || figures.category === category) && (!isNext || (figures.closesAt ?? 0) > now),
  );
  const markets = readAlone(
    db,
    keys.filter((key) => !questionOf.has(key)),
  );
  const all = toCandidates(db, questions, markets);
  // Old prices stand there only where no other does.
  const present = all.filter(({ isStale }) => !isStale);
  return present.length > 0 ? present : all;
}

/**
 * What moved most, the largest move first. All questions are looked at: the move of one is not that of any of its markets.
 * Lists and figures are up to date; the caller holds the transaction.
 */
export function listMoved(db: Db, query: BoardQuery): Candidate[] {
  const { platforms: platform, category, minVolume24h, now } = query;
  const moved = {
    ...{ platform, category, minVolume24h, now },
    minChange: MIN_MOVE,
    sort: "change",
    order: "desc",
  } as const;
  const asked = { ...moved, status: "all", minVolume: 0, minGap: 0, realMoneyOnly: false } as const;
  const questions = readFigures(db, listQuestionKeys(db, asked, MAX_CANDIDATES));
  const conditions = [where("abs(change_24h)", ">=", MIN_MOVE), where("volume_24h", ">=", minVolume24h)];
  const keys = listFirstKeys(db, query, { sort: "change", conditions });
  const questionOf = findShown(db, keys);
  const markets = readAlone(
    db,
    keys.filter((key) => !questionOf.has(key)),
  );
  return toCandidates(db, questions, markets).sort(byMove);
}

interface FirstMarkets {
  readonly sort: "volume_24h" | "closing" | "change";
  readonly conditions: readonly (SqlCondition | undefined)[];
}

/** The first open markets of an order. */
const listFirstKeys = (
  db: Db,
  { platforms, category }: BoardQuery,
  { sort, conditions }: FirstMarkets,
): readonly number[] =>
  listKeys(
    db,
    LISTED_MARKETS,
    {
      conditions: [hasStatus("open"), isOneOf("platform", platforms), isOneOf("category", category), ...conditions],
      ...{ sort, order: sort === "closing" ? "asc" : "desc" },
    },
    MAX_CANDIDATES,
  );

/** The largest move first, up or down. */
const byMove = (a: Candidate, b: Candidate): number =>
  Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0) || byVolume(a, b);

export const byVolume = (a: Candidate, b: Candidate): number => b.volume24h - a.volume24h || b.volume - a.volume;

type AloneRow = SqlRow<"questions", "alone">;

/** Markets without a question, by platform and id, which decides among equal ones; without those that are tests. */
const readAlone = (db: Db, marketKeys: readonly number[]): AloneRow[] =>
  prepare(db, "questions", "alone")
    .all({ keys: JSON.stringify(marketKeys) })
    .filter((market) => !isTestMarket(market))
    .sort((a, b) => compareTexts(a.platform, b.platform) || compareTexts(a.id, b.id));

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Questions first, each of both in the order given. */
function toCandidates(db: Db, questions: readonly QuestionFiguresRow[], markets: readonly AloneRow[]): Candidate[] {
  const members = listMembers(
    db,
    questions.map(({ questionKey }) => questionKey),
  );
  const candidates = [
    ...questions.map((row) => ofQuestion(row, members.get(row.questionKey) ?? [])),
    ...markets.map(ofMarket),
  ];
  const groupOf = groupEvents(
    db,
    candidates.flatMap(({ eventKeys }) => eventKeys),
    listImplied(db, candidates),
  );
  return candidates.map((one) => ({ ...one, eventGroup: groupOf(one.eventKeys[0] ?? 0) }));
}

type Ungrouped = Omit<Candidate, "eventGroup">;

function ofQuestion({ questionKey, isStale, ...row }: QuestionFiguresRow, members: readonly ListedMember[]): Ungrouped {
  return {
    ...row,
    asked: { questionKey },
    isStale: isStale === 1,
    counted: listCounted(members),
    eventKeys: members.map(({ eventKey }) => eventKey),
  };
}

function ofMarket({ marketKey, eventKey, price, volume, isStale: stale, ...row }: AloneRow): Ungrouped {
  const isStale = stale === 1;
  return {
    ...{ ...row, price, volume, isStale },
    asked: { marketKey },
    counted: [{ marketKey, isInverted: false, price, volume, isStale }],
    eventKeys: [eventKey],
  };
}

/** The events of candidates that differ in a deadline or a figure. */
function listImplied(db: Db, candidates: readonly Ungrouped[]): number[][] {
  const eventOf = new Map(
    candidates.flatMap(({ counted, eventKeys }) => counted.map(({ marketKey }) => [marketKey, eventKeys[0] ?? 0])),
  );
  const pairs = prepare(db, "questions", "impliedBy").all({ keys: JSON.stringify([...eventOf.keys()]) });
  return pairs.map(({ a, b }) => [a, b].flatMap((key) => eventOf.get(key) ?? []));
}
