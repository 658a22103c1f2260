import { DAY_MS } from "../../clock.ts";
import type { Micros } from "../../domain/prices.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import { type AgedMarket, openShownQuestions } from "../markets.ts";
import { withAges } from "../price-ages.ts";
import { openQuestionReader, type Question } from "../questions/question.ts";
import type { OpenSummaries, Summaries } from "../questions/summarizer.ts";
import { type BoardQuery, type Candidate, oneOfEach, openCandidates } from "./candidates.ts";
import { openCourses } from "./courses.ts";
import { type Movement, openMovementReader } from "./movements.ts";
import { type BoardResult, openResults } from "./results.ts";

/** A question, or a market that no other platform asks. */
export type BoardSubject = { readonly question: Question } | { readonly market: AgedMarket };

export type BoardRow = BoardSubject & Movement;

/** No list has two rows of an event, of events that share a question, or of questions that imply each other. */
export interface BoardLists {
  /** By volume of the last 24 hours. */
  readonly traded: readonly BoardRow[];
  /** By how far the price moved, among the most traded: a thin market's price moves with any offer. */
  readonly movers: readonly BoardRow[];
  /** The most traded of those that close next, by close time. */
  readonly closing: readonly BoardSubject[];
  /** The latest first. */
  readonly results: readonly BoardResult[];
}

/** A smaller move is not worth a line. */
const MIN_MOVE: Micros = 5_000;

const STILL: Movement = { priceChange24h: null, course: [] };

/** Reads what the board shows over one connection. */
export function openBoard(db: Db, list: MarketList, openSummaries: OpenSummaries) {
  const listLeading = openCandidates(db, list);
  const findCourses = openCourses(db);
  const readMovements = openMovementReader(db);
  const listResults = openResults(db, list);
  const toSubjects = openSubjects(db, list);

  const toRows = (candidates: readonly Candidate[], { now, ageOf }: RowOptions): BoardRow[] => {
    const movements = readMovements(candidates, now);
    return toSubjects(candidates, ageOf).flatMap((subject, index) =>
      subject === undefined ? [] : [{ ...subject, ...(movements[index] ?? STILL) }],
    );
  };
  const byMove = (candidates: readonly Candidate[], now: number): Candidate[] => {
    const then = findCourses(candidates, [now - DAY_MS]);
    return candidates
      .map((one, index) => ({ one, move: Math.abs(one.price - (then[index]?.[0] ?? one.price)) }))
      .filter(({ one, move }) => move >= MIN_MOVE && !one.isStale)
      .sort((a, b) => b.move - a.move || byVolume(a.one, b.one))
      .map(({ one }) => one);
  };
  const listTraded = (summaries: Summaries, query: BoardQuery): Candidate[] =>
    listLeading(summaries, query, "volume_24h").toSorted(byVolume);
  const toMovers = (traded: readonly Candidate[], { limit, now }: BoardQuery, { ageOf }: Summaries): BoardRow[] =>
    toRows(oneOfEach(byMove(traded, now)).slice(0, limit), { now, ageOf });
  return {
    /** One of its lists alone. */
    listMovers: (query: BoardQuery) =>
      consistently(db, () => {
        const summaries = openSummaries(query.now);
        return toMovers(listTraded(summaries, query), query, summaries);
      }),

    find: (query: BoardQuery): BoardLists =>
      consistently(db, () => {
        const { limit, now } = query;
        const summaries = openSummaries(now);
        const { ageOf } = summaries;
        const traded = listTraded(summaries, query);
        const next = listLeading(summaries, query, "closing").toSorted(byVolume);
        return {
          traded: toRows(oneOfEach(traded).slice(0, limit), { now, ageOf }),
          movers: toMovers(traded, query, summaries),
          closing: toSubjects(oneOfEach(next).slice(0, limit).toSorted(byClosing), ageOf).filter(
            (subject) => subject !== undefined,
          ),
          results: listResults(summaries, query),
        };
      }),
  };
}

interface RowOptions extends Pick<Summaries, "ageOf"> {
  readonly now: number;
}

/** Reads questions and markets, in the order of the candidates; undefined for what is gone. */
function openSubjects(
  db: Db,
  list: MarketList,
): (candidates: readonly Candidate[], ageOf: Summaries["ageOf"]) => (BoardSubject | undefined)[] {
  const readQuestions = openQuestionReader(db);
  const byKeys = prepare(db, "markets", "byKeys");
  const showQuestions = openShownQuestions(db, list);
  return (candidates, ageOf) => {
    const summaries = candidates.flatMap(({ asked }) => ("summary" in asked ? [asked.summary] : []));
    const questions = new Map(readQuestions(summaries, ageOf).map((question) => [question.questionKey, question]));
    const keys = candidates.flatMap(({ asked }) => ("marketKey" in asked ? [asked.marketKey] : []));
    const rows = withAges(showQuestions(byKeys.all(JSON.stringify(keys))), { of: ageOf });
    const markets = new Map(rows.map((market) => [market.marketKey, market]));
    return candidates.map(({ asked }): BoardSubject | undefined => {
      if ("marketKey" in asked) {
        const market = markets.get(asked.marketKey);
        return market && { market };
      }
      const question = questions.get(asked.summary.question.questionKey);
      return question && { question };
    });
  };
}

const byVolume = (a: Candidate, b: Candidate): number => b.volume24h - a.volume24h || b.volume - a.volume;

const byClosing = (a: Candidate, b: Candidate): number => (a.closesAt ?? 0) - (b.closesAt ?? 0);
