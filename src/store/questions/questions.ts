import { listRisks, type Risk } from "../../domain/matching/risks.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { PageFacts, Slice } from "../lists/list-query.ts";
import type { MarketName } from "../matching/pair-decisions.ts";
import { type MarketRules, readRules } from "../rules.ts";
import { refreshQuestions } from "./figures.ts";
import { type QuestionHistory, readHistory, type TimeGrid } from "./history.ts";
import { listQuestionKeys, listQuestionPage, type QuestionQuery } from "./list.ts";
import { lookUpQuestion, type QuestionLookup } from "./lookup.ts";
import { type Question, readQuestions } from "./question.ts";
import { listRelated, type RelatedQuestion } from "./related.ts";

/** A question with what its markets settle differently. */
export interface ListedQuestion extends Question {
  readonly risks: readonly Risk[];
}

export interface QuestionPage extends PageFacts {
  readonly questions: readonly ListedQuestion[];
}

/** What an id names now. */
export type Found<T> =
  | { readonly found: T; readonly isMoved: boolean }
  /** The market it began with, once its markets are no longer matched or shown. */
  | { readonly formerMarket: { readonly platform: string; readonly id: string } };

export interface QuestionDetail extends ListedQuestion, MarketRules {
  readonly related: readonly RelatedQuestion[];
}

/** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
export const listQuestions = (db: Db, query: QuestionQuery, slice: Slice): QuestionPage =>
  consistently(db, () => {
    refreshQuestions(db, query.now);
    const { questionKeys, ...facts } = listQuestionPage(db, query, slice);
    const questions = readQuestions(db, questionKeys, query.now, query.realMoneyOnly);
    const ruled = readRules(db, listMarketKeys(questions));
    return { questions: questions.map((question) => withRisks(question, ruled)), ...facts };
  });

/** The ids of all of them. */
export const listQuestionIds = (db: Db, query: QuestionQuery): readonly string[] =>
  consistently(db, () => {
    refreshQuestions(db, query.now);
    const keys = JSON.stringify(listQuestionKeys(db, query));
    return prepare(db, "questions", "ids").pluck().all({ keys });
  });

/** Undefined for an id that no question ever had. */
export const findQuestion = (db: Db, id: string, now: number): Found<QuestionDetail> | undefined =>
  consistently(db, () =>
    findOne(db, id, now, (question) => {
      const ruled = readRules(db, listMarketKeys([question]));
      return { ...withRisks(question, ruled), ...ruled, related: listRelated(db, question, now) };
    }),
  );

/** Prices over time, on one grid; undefined for an id that no question ever had. */
export const findQuestionHistory = (
  db: Db,
  id: string,
  grid: TimeGrid,
  now: number,
): Found<QuestionHistory> | undefined =>
  consistently(db, () => findOne(db, id, now, (question) => readHistory(db, question, grid)));

/** The id that each of these names now; undefined for one that no question ever had. `now` is epoch milliseconds. */
export const resolveQuestionIds = (
  db: Db,
  ids: readonly string[],
  now: number,
): ReadonlyMap<string, Found<string> | undefined> =>
  consistently(db, () => {
    refreshQuestions(db, now);
    const found = ids.map((id) => [id, lookUpQuestion(db, id)] as const);
    const keys = found.flatMap(([, one]) => (one === undefined || "formerMarket" in one ? [] : one.questionKey));
    const rows = prepare(db, "questions", "shownIds").all({ keys: JSON.stringify(keys) });
    const shown = new Map(rows.map(({ questionKey, id }) => [questionKey, id]));
    return new Map(found.map(([id, one]) => [id, one && toFound(one, (questionKey) => shown.get(questionKey))]));
  });

/** The question of each of these markets that has one, by `platform:id`. */
export const findQuestionsOfMarkets = (
  db: Db,
  markets: readonly MarketName[],
  now: number,
): ReadonlyMap<string, Question> =>
  consistently(db, () => {
    const ids = JSON.stringify(markets.map(({ platform, id }) => [platform, id]));
    const rows = prepare(db, "questions", "ofMarketIds").all({ ids });
    const keys = [...new Set(rows.map(({ questionKey }) => questionKey))];
    const questions = new Map(readQuestions(db, keys, now).map((question) => [question.questionKey, question]));
    return new Map(
      rows.flatMap(({ platform, id, questionKey }) => {
        const question = questions.get(questionKey);
        return question === undefined ? [] : [[`${platform}:${id}`, question]];
      }),
    );
  });

function findOne<T>(db: Db, id: string, now: number, read: (question: Question) => T): Found<T> | undefined {
  const found = lookUpQuestion(db, id);
  return (
    found &&
    toFound(found, (questionKey) => {
      const [question] = readQuestions(db, [questionKey], now);
      return question && read(question);
    })
  );
}

/** A question that is not shown is a former one. */
function toFound<T>(found: QuestionLookup, read: (questionKey: number) => T | undefined): Found<T> {
  if ("formerMarket" in found) return found;
  const shown = read(found.questionKey);
  return shown === undefined ? { formerMarket: found.market } : { found: shown, isMoved: found.isMoved };
}

const listMarketKeys = (questions: readonly Question[]): number[] =>
  questions.flatMap(({ members }) => members.map(({ marketKey }) => marketKey));

const withRisks = (question: Question, { rules, settlementSources }: MarketRules): ListedQuestion => ({
  ...question,
  risks: listRisks(
    question.members.map(({ platform, marketKey }) => ({
      platform,
      rules: rules.get(marketKey) ?? null,
      source: settlementSources.get(marketKey),
    })),
  ),
});
