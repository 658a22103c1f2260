import { consistently, type Db, prepare } from "../database/db.ts";
import type { AgedMarket } from "../markets.ts";
import { refreshQuestions } from "../questions/figures.ts";
import { type Question, readQuestions } from "../questions/question.ts";
import { showMarkets } from "../shown-markets.ts";
import { type BoardQuery, byVolume, type Candidate, listLeading, listMoved } from "./candidates.ts";
import { oneOfEach } from "./event-groups.ts";
import { type Movement, readMovements } from "./movements.ts";
import { type BoardResult, listResults } from "./results.ts";
import { standingSides } from "./sides.ts";

/** A question, or a market that no other platform asks. */
export type BoardSubject = { readonly question: Question } | { readonly market: AgedMarket };

export type BoardRow = BoardSubject & Movement;

/** No list has two rows of an event, of events that share a question, or of questions that imply each other. */
export interface BoardLists {
  /** By volume of the last 24 hours. */
  readonly traded: readonly BoardRow[];
  /** By how far the price moved in 24 hours, up or down. */
  readonly movers: readonly BoardRow[];
  /** The most traded of those that close next, by close time. */
  readonly closing: readonly BoardSubject[];
  /** The latest first. */
  readonly results: readonly BoardResult[];
}

const STILL: Movement = { priceChange24h: null, course: [] };

/** What moved most: one of the lists of the board alone. */
export const listMovers = (db: Db, query: BoardQuery): BoardRow[] =>
  consistently(db, () => {
    refreshQuestions(db, query.now);
    return toMovers(db, query);
  });

/** Everything that the board shows. */
export const readBoard = (db: Db, query: BoardQuery): BoardLists =>
  consistently(db, () => {
    refreshQuestions(db, query.now);
    const traded = listLeading(db, query, "volume_24h").toSorted(byVolume);
    const next = listLeading(db, query, "closing").toSorted(byVolume);
    const closing = oneSideOfEach(db, next).slice(0, query.limit).toSorted(byClosing);
    return {
      traded: toRows(db, oneSideOfEach(db, traded).slice(0, query.limit), query),
      movers: toMovers(db, query),
      closing: readSubjects(db, closing, query).filter((subject) => subject !== undefined),
      results: listResults(db, query),
    };
  });

const toMovers = (db: Db, query: BoardQuery): BoardRow[] =>
  toRows(db, oneSideOfEach(db, listMoved(db, query)).slice(0, query.limit), query);

/** The first of each group of events; of the two sides of an event always the same one. */
const oneSideOfEach = (db: Db, candidates: readonly Candidate[]): Candidate[] =>
  standingSides(db, oneOfEach(candidates), candidates);

function toRows(db: Db, candidates: readonly Candidate[], query: BoardQuery): BoardRow[] {
  const movements = readMovements(db, candidates, query.now);
  return readSubjects(db, candidates, query).flatMap((subject, index) =>
    subject === undefined ? [] : [{ ...subject, ...(movements[index] ?? STILL) }],
  );
}

/** Reads questions and markets, in the order of the candidates; undefined for what is gone. */
function readSubjects(db: Db, candidates: readonly Candidate[], { now }: BoardQuery): (BoardSubject | undefined)[] {
  const questionKeys = candidates.flatMap(({ asked }) => ("questionKey" in asked ? [asked.questionKey] : []));
  const read = readQuestions(db, questionKeys, now);
  const questions = new Map(read.map((question) => [question.questionKey, question]));
  const keys = candidates.flatMap(({ asked }) => ("marketKey" in asked ? [asked.marketKey] : []));
  const rows = showMarkets(db, prepare(db, "markets", "byKeys").all(JSON.stringify(keys)), now);
  const markets = new Map(rows.map((market) => [market.marketKey, market]));
  return candidates.map(({ asked }): BoardSubject | undefined => {
    if ("marketKey" in asked) {
      const market = markets.get(asked.marketKey);
      return market && { market };
    }
    const question = questions.get(asked.questionKey);
    return question && { question };
  });
}

const byClosing = (a: Candidate, b: Candidate): number => (a.closesAt ?? 0) - (b.closesAt ?? 0);
