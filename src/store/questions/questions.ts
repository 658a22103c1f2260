import type { Risk } from "../../domain/matching/risks.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { consistently, type Db, prepare, prepareText, type TypesOfRow } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";
import {
  allOf,
  anyOf,
  filtersOf,
  isAmong,
  isOneOf,
  type ListedNoun,
  type ListFilters,
  type ListSelection,
  listKeys,
  listPage,
  type OneOrMore,
  type PageFacts,
  type Slice,
  type SqlCondition,
  where,
} from "../lists/list-query.ts";
import type { MarketName } from "../matching/reviews.ts";
import { type MarketRules, readRules, risksOf } from "../rules.ts";
import { isCommon, isFound, isHit } from "../titles/hits.ts";
import { matchTitles } from "../titles/search.ts";
import { platformMask, refreshQuestions } from "./figures.ts";
import { type QuestionHistory, readHistory, type TimeGrid } from "./history.ts";
import { findQuestionKey, lookUpQuestion, type Question, type QuestionLookup, readQuestions } from "./question.ts";
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

const withRisks = (question: Question, ruled: MarketRules): ListedQuestion => ({
  ...question,
  risks: risksOf(question.members, ruled),
});

// Which questions a list has, in which order: statements over the table of figures.

/** What each sort compares. */
const SORT_COLUMNS = {
  volume: "volume",
  volume_24h: "volume_24h",
  change: "abs(change_24h)",
  gap: "gap",
  closing: "closes_at",
  updated: "updated_at",
  platforms: "platform_count",
  id: "id_number",
} as const;
type QuestionSort = keyof typeof SORT_COLUMNS;

export const QUESTION_SORTS = Object.keys(SORT_COLUMNS) as [QuestionSort, ...QuestionSort[]];

/** Which questions, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface QuestionQuery extends ListFilters {
  /** Asked there, among others. */
  readonly platform?: OneOrMore | undefined;
  readonly minGap: Micros;
  readonly minPrice?: Micros | undefined;
  readonly maxPrice?: Micros | undefined;
  readonly updatedSince?: number | undefined;
  readonly sort: QuestionSort;
  readonly order: "asc" | "desc";
  /** Play-money markets are left out, and questions that fewer than two others ask. */
  readonly realMoneyOnly: boolean;
  /** What a person typed; one of the titles must have all its words. */
  readonly text?: string | undefined;
  /** Only these; former ids count. */
  readonly ids?: readonly string[] | undefined;
  /** Of the two sides of an event only the one that stands for it, where both belong to the list. */
  readonly isOneSided?: boolean | undefined;
  readonly now: number;
}

const QUESTIONS: ListedNoun<QuestionSort> = {
  name: "Question",
  from: "question_figures",
  // Equal ones are in the order of their ids.
  key: "id_number",
  sorts: SORT_COLUMNS,
};

/**
 * The keys of a page of questions. Figures are up to date; the caller holds the transaction.
 * Throws AppError validation_error (parameter `cursor`) for a cursor that belongs to another sort and order.
 */
function listQuestionPage(db: Db, query: QuestionQuery, slice: Slice) {
  const { keys, ...facts } = listPage(db, QUESTIONS, toSelection(db, query), slice);
  return { ...facts, questionKeys: keysOfNumbers(db, query, keys) };
}

/** The keys of all questions. Figures are up to date; the caller holds the transaction. */
const listQuestionKeys = (db: Db, query: QuestionQuery): readonly number[] =>
  keysOfNumbers(db, query, listKeys(db, QUESTIONS, toSelection(db, query)));

function keysOfNumbers(db: Db, { realMoneyOnly }: QuestionQuery, numbers: readonly number[]): readonly number[] {
  const asked = { numbers: JSON.stringify(numbers), realMoneyOnly: Number(realMoneyOnly) };
  return prepare(db, "questions", "keysOfNumbers").pluck().all(asked);
}

function toSelection(db: Db, query: QuestionQuery): ListSelection<QuestionSort> {
  const { platform, minGap, realMoneyOnly, text, ids, sort, order } = query;
  const isTitled = text === undefined ? undefined : findTitled(db, text, realMoneyOnly);
  return {
    conditions: [
      where("is_real_money_only", "=", Number(realMoneyOnly)),
      ...filtersOf(query),
      where("platform_mask", "&", platform && platformMask([platform].flat())),
      where("price", ">=", query.minPrice),
      where("price", "<=", query.maxPrice),
      where("gap", ">=", minGap > 0 ? minGap : undefined),
      where("updated_at", ">=", query.updatedSince),
      isTitled?.("question_figures"),
      isAmong(
        "question_key",
        ids?.flatMap((id) => findQuestionKey(db, id) ?? []),
      ),
      query.isOneSided === true ? isLeadingSide(isTitled?.("other")) : undefined,
    ],
    sort,
    order,
  };
}

/** Where `isOther` is given, only other questions that it passes stand for an event. */
function isLeadingSide(isOther: SqlCondition | undefined): SqlCondition {
  const { sql, values } = allOf([isOther]);
  return { sql: `NOT EXISTS (${getQuery("questions", "leadingSide")} AND ${sql})`, values, isCostly: true };
}

/** Passes rows of figures with a listed market that has these words, also where another platform is asked for. */
function findTitled(db: Db, text: string, realMoneyOnly: boolean): (figures: string) => SqlCondition | undefined {
  const hits = matchTitles(db, "Market", text);
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !realMoneyOnly || isRealMoney(id));
  const { sql, values } = allOf([isFound("match_groups.market_key", hits), isOneOf("platform", platforms)]);
  const listed = "CROSS JOIN listed_markets ON listed_markets.market_key = match_groups.market_key";
  if (isCommon(hits))
    return (figures) => {
      const among = `FROM questions CROSS JOIN match_groups USING (group_key) ${listed} WHERE question_key = ${figures}.question_key`;
      return anyOf([isHit(`${figures}.market_key`, hits), { sql: `EXISTS (SELECT 1 ${among} AND ${sql})`, values }]);
    };
  // In this order: there are fewer matched markets than titles with a common word.
  const statement = `SELECT DISTINCT question_key FROM match_groups CROSS JOIN questions USING (group_key) ${listed} WHERE ${sql}`;
  const keys = prepareText<TypesOfRow<{ question_key: number }>>(db, statement)
    .pluck()
    .all(...values);
  return (figures) => isAmong(`${figures}.question_key`, keys);
}
