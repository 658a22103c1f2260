import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type ReadScope, toNames } from "./scope.ts";

/** A market as alerts look at it. Times are epoch milliseconds. */
export interface AlertSubject extends Omit<SqlRow<"alerts", "subjects">, "question"> {
  readonly questionId: string | null;
  /** Whether its yes is the no of its question. */
  readonly isInverted: boolean;
}

/** Reads markets as alerts look at them. The caller holds the transaction. */
export const readSubjects = (db: Db, marketKeys: readonly number[]): readonly AlertSubject[] =>
  marketKeys.length === 0
    ? []
    : prepare(db, "alerts", "subjects")
        .all(JSON.stringify(marketKeys))
        .map(({ question, ...row }) => {
          const [questionId, isInverted] = JSON.parse(question ?? "[null,0]") as [string | null, number];
          return { ...row, questionId, isInverted: isInverted === 1 };
        });

/** The markets that the names of scopes stand for, at most `limit`. */
export function listScopedMarkets(db: Db, names: ReadonlySet<string>, limit: number): SqlRow<"alerts", "listNamed">[] {
  const { markets, events, questions } = toNames(names);
  return prepare(db, "alerts", "listNamed").all({
    markets: JSON.stringify(markets),
    events: JSON.stringify(events),
    questions: JSON.stringify(questions),
    limit,
  });
}

/** Whether a scope sees a market's prices from the other side: it names a question whose yes is the market's no. */
export function isTurned({ names, opposites }: ReadScope, { questionId, isInverted, platform, id }: AlertSubject) {
  const isByQuestion = questionId !== null && names?.has(questionId) && !names.has(`market ${platform}:${id}`);
  return isByQuestion === true && isInverted !== opposites.has(questionId);
}
