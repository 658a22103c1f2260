import { consistently, type Db, prepare } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import { type AgedMarket, openShownMarkets } from "../markets.ts";
import { openQuestionReader, type Question } from "../questions/question.ts";
import type { OpenSummaries, Summaries } from "../questions/summarizer.ts";
import { type BoardQuery, byVolume, type Candidate, openCandidates, openSides } from "./candidates.ts";
import { type Movement, openMovementReader } from "./movements.ts";
import { type BoardResult, openResults } from "./results.ts";

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

/** Reads what the board shows over one connection. */
export function openBoard(db: Db, list: MarketList, openSummaries: OpenSummaries) {
  const { listLeading, listMovers } = openCandidates(db, list);
  const oneSideOfEach = openSides(db);
  const readMovements = openMovementReader(db);
  const listResults = openResults(db, list);
  const toSubjects = openSubjects(db, list);

  const toRows = (candidates: readonly Candidate[], summaries: Summaries): BoardRow[] => {
    const movements = readMovements(candidates, summaries.now);
    return toSubjects(candidates, summaries).flatMap((subject, index) =>
      subject === undefined ? [] : [{ ...subject, ...(movements[index] ?? STILL) }],
    );
  };
  const toMovers = (summaries: Summaries, query: BoardQuery): BoardRow[] =>
    toRows(oneSideOfEach(listMovers(summaries, query)).slice(0, query.limit), summaries);
  return {
    /** One of its lists alone. */
    listMovers: (query: BoardQuery) => consistently(db, () => toMovers(openSummaries(query.now), query)),

    find: (query: BoardQuery): BoardLists =>
      consistently(db, () => {
        const { limit, now } = query;
        const summaries = openSummaries(now);
        const traded = listLeading(summaries, query, "volume_24h").toSorted(byVolume);
        const next = listLeading(summaries, query, "closing").toSorted(byVolume);
        return {
          traded: toRows(oneSideOfEach(traded).slice(0, limit), summaries),
          movers: toMovers(summaries, query),
          closing: toSubjects(oneSideOfEach(next).slice(0, limit).toSorted(byClosing), summaries).filter(
            (subject) => subject !== undefined,
          ),
          results: listResults(summaries, query),
        };
      }),
  };
}

/** Reads questions and markets, in the order of the candidates; undefined for what is gone. */
function openSubjects(
  db: Db,
  list: MarketList,
): (candidates: readonly Candidate[], moment: Pick<Summaries, "now">) => (BoardSubject | undefined)[] {
  const readQuestions = openQuestionReader(db);
  const byKeys = prepare(db, "markets", "byKeys");
  const showMarkets = openShownMarkets(db, list);
  return (candidates, moment) => {
    const summaries = candidates.flatMap(({ asked }) => ("summary" in asked ? [asked.summary] : []));
    const questions = new Map(readQuestions(summaries, moment).map((question) => [question.questionKey, question]));
    const keys = candidates.flatMap(({ asked }) => ("marketKey" in asked ? [asked.marketKey] : []));
    const rows = showMarkets(byKeys.all(JSON.stringify(keys)), moment.now);
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

const byClosing = (a: Candidate, b: Candidate): number => (a.closesAt ?? 0) - (b.closesAt ?? 0);
