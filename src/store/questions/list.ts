// Which questions a list has, in which order: statements over the table of figures.

import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { type Db, prepare, prepareText, type Value } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";
import {
  allOf,
  anyOf,
  isAmong,
  isCommon,
  isHit,
  isOneOf,
  type ListedNoun,
  type ListSelection,
  listKeys,
  listPage,
  type OneOrMore,
  type PageFacts,
  type Slice,
  type SqlCondition,
  where,
} from "../lists/list-query.ts";
import { matchTitles } from "../titles/search.ts";
import { platformMask } from "./figures.ts";
import { findQuestionKey } from "./lookup.ts";

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

export const QUESTION_SORTS = [
  "volume",
  "volume_24h",
  "change",
  "gap",
  "closing",
  "updated",
  "platforms",
  "id",
] as const satisfies readonly QuestionSort[];

/** Which questions, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface QuestionQuery {
  /** Asked there, among others. */
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: "open" | "closed" | "all";
  readonly minVolume: Cents;
  readonly minVolume24h?: Cents | undefined;
  /** The smallest move in 24 hours, up or down. */
  readonly minChange?: Micros | undefined;
  readonly minGap: Micros;
  readonly minPrice?: Micros | undefined;
  readonly maxPrice?: Micros | undefined;
  readonly updatedSince?: number | undefined;
  readonly closingAfter?: number | undefined;
  readonly closingBefore?: number | undefined;
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
export function listQuestionPage(db: Db, query: QuestionQuery, slice: Slice): QuestionKeys {
  const { keys, ...facts } = listPage(db, QUESTIONS, toSelection(db, query), slice);
  return { ...facts, questionKeys: keysOfNumbers(db, query, keys) };
}

interface QuestionKeys extends PageFacts {
  readonly questionKeys: readonly number[];
}

/** The keys of all questions. Figures are up to date; the caller holds the transaction. */
export const listQuestionKeys = (db: Db, query: QuestionQuery): readonly number[] =>
  keysOfNumbers(db, query, listKeys(db, QUESTIONS, toSelection(db, query)));

function keysOfNumbers(db: Db, { realMoneyOnly }: QuestionQuery, numbers: readonly number[]): readonly number[] {
  const asked = { numbers: JSON.stringify(numbers), realMoneyOnly: Number(realMoneyOnly) };
  return prepare(db, "questions", "keysOfNumbers").pluck().all(asked);
}

function toSelection(db: Db, query: QuestionQuery): ListSelection<QuestionSort> {
  const { status, platform, category, minVolume, minGap, realMoneyOnly, text, ids, sort, order } = query;
  const isTitled = text === undefined ? undefined : findTitled(db, text, realMoneyOnly);
  return {
    conditions: [
      where("is_real_money_only", "=", Number(realMoneyOnly)),
      where("status", "=", status === "all" ? undefined : status),
      isOneOf("category", category),
      where("platform_mask", "&", platform && platformMask([platform].flat())),
      where("volume", ">=", minVolume > 0 ? minVolume : undefined),
      where("volume_24h", ">=", query.minVolume24h),
      where("price", ">=", query.minPrice),
      where("price", "<=", query.maxPrice),
      where("abs(change_24h)", ">=", query.minChange),
      where("gap", ">=", minGap > 0 ? minGap : undefined),
      where("updated_at", ">=", query.updatedSince),
      where("closes_at", ">", query.closingAfter),
      where("closes_at", "<", query.closingBefore),
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
  const { sql, values } = allOf([isAmong("match_groups.market_key", hits), isOneOf("platform", platforms)]);
  const listed = "CROSS JOIN listed_markets ON listed_markets.market_key = match_groups.market_key";
  if (isCommon(hits))
    return (figures) => {
      const among = `FROM questions CROSS JOIN match_groups USING (group_key) ${listed} WHERE question_key = ${figures}.question_key`;
      return anyOf([isHit(`${figures}.market_key`, hits), { sql: `EXISTS (SELECT 1 ${among} AND ${sql})`, values }]);
    };
  // In this order: there are fewer matched markets than titles with a common word.
  const statement = `SELECT DISTINCT question_key FROM match_groups CROSS JOIN questions USING (group_key) ${listed} WHERE ${sql}`;
  const keys = prepareText<KeyTypes>(db, statement)
    .pluck()
    .all(...values);
  return (figures) => isAmong(`${figures}.question_key`, keys);
}

interface KeyTypes {
  readonly parameters: Value[];
  readonly columns: readonly [readonly ["question_key", number]];
  readonly missing: undefined;
}
