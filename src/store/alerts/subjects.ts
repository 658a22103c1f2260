import type { AlertScope } from "../../domain/alerts.ts";
import { isQuestionId } from "../../domain/questions.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { openGroupLookup } from "../questions/lookup.ts";
import { parseName, type ReadScope } from "./scope.ts";

/** A market as alerts look at it. Times are epoch milliseconds. */
export interface AlertSubject extends Omit<SqlRow<"alerts", "subjects">, "question"> {
  readonly questionId: string | null;
  /** Whether its yes is the no of its question. */
  readonly isInverted: boolean;
}

/** Reads what alerts look at. The caller holds the transaction. */
export function openSubjects(db: Db) {
  const list = prepare(db, "alerts", "subjects");
  const findKeys = prepare(db, "markets", "keysOfIds");
  const eventMarkets = prepare(db, "alerts", "eventMarkets").pluck();
  const groupMembers = prepare(db, "alerts", "groupMembers").pluck();
  const findGroup = openGroupLookup(db);
  const keysOfMarkets = (names: readonly string[]): number[] =>
    findKeys
      .all(JSON.stringify(names.map(parseName).map(({ platform, id }) => [platform, id])))
      .map(({ marketKey }) => marketKey);
  const keysOfQuestion = (id: string): number[] => groupMembers.all(findGroup(id) ?? null);
  return {
    read: (marketKeys: readonly number[]): readonly AlertSubject[] =>
      marketKeys.length === 0
        ? []
        : list.all(JSON.stringify(marketKeys)).map(({ question, ...row }) => {
            const [questionId, isInverted] = JSON.parse(question ?? "[null,0]") as [string | null, number];
            return { ...row, questionId, isInverted: isInverted === 1 };
          }),

    /** The markets that a scope names; undefined where it names none. */
    keysOf({ market, event, question, ids }: AlertScope): number[] | undefined {
      if (market !== undefined) return keysOfMarkets([market]);
      if (event !== undefined) return eventMarkets.all({ ...parseName(event) });
      if (question !== undefined) return keysOfQuestion(question);
      if (ids === undefined) return undefined;
      const named = ids.filter((id) => !isQuestionId(id));
      return [...new Set([...keysOfMarkets(named), ...ids.filter(isQuestionId).flatMap(keysOfQuestion)])];
    },
  };
}

/** Whether a scope sees a market's prices from the other side: it names the question, whose yes is the market's no. */
export const isTurned = ({ names }: ReadScope, { questionId, isInverted, platform, id }: AlertSubject): boolean =>
  isInverted && questionId !== null && names?.has(questionId) === true && !names.has(`market ${platform}:${id}`);
