import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** A question with the keys of its markets. */
export interface IndexedQuestion {
  readonly questionKey: number;
  readonly id: string;
  /** The market that gives title and direction; one of the members. */
  readonly marketKey: number;
  readonly groupKey: number;
  /** When its members last changed, epoch milliseconds. */
  readonly changedAt: number;
  readonly members: readonly IndexedMember[];
}

export interface IndexedMember {
  readonly marketKey: number;
  readonly eventKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
}

/** All questions with their members, in memory, by key. Each read takes in what was committed before. */
export type QuestionIndex = ReturnType<typeof openQuestionIndex>;

export function openQuestionIndex(db: Db) {
  const lastGeneration = prepare(db, "questions", "lastGeneration").pluck();
  const changed = prepare(db, "questions", "changed");
  const questions = new Map<number, IndexedQuestion>();
  const byMarket = new Map<number, number>();
  let seen = 0;
  const remove = (questionKey: number): void => {
    for (const { marketKey } of questions.get(questionKey)?.members ?? []) {
      // A market may have come to another question before it is taken from this one.
      if (byMarket.get(marketKey) === questionKey) byMarket.delete(marketKey);
    }
    questions.delete(questionKey);
  };
  return {
    questions,
    /** The question of a market; undefined where it has none. */
    questionOf: (marketKey: number): number | undefined => byMarket.get(marketKey),
    /** Takes in what was committed, by default all; true while some is left. The caller holds the transaction. */
    sync(maxQuestions: number = ALL): boolean {
      const last = Number(lastGeneration.get() ?? 0);
      if (last === seen) return false;
      const rows = changed.iterate({ generation: seen, limit: maxQuestions });
      for (const { generation, ...row } of rows) {
        const { questionKey, groupKey } = row;
        remove(questionKey);
        if (groupKey !== null) {
          const question = toIndexed({ ...row, groupKey });
          questions.set(questionKey, question);
          for (const { marketKey } of question.members) byMarket.set(marketKey, questionKey);
        }
        seen = generation;
      }
      return seen < last;
    },
    /** Rises when a question changes. */
    generation: (): number => seen,
  };
}

/** As a limit in SQL. */
const ALL = -1;

/** A question whose members are JSON text. */
export function toIndexed({ members, ...question }: SqlRow<"export", "questions">): IndexedQuestion {
  const rows = JSON.parse(members) as [marketKey: number, isInverted: number, eventKey: number][];
  const own = rows.find(([marketKey]) => marketKey === question.marketKey)?.[1];
  return {
    ...question,
    members: rows.map(([marketKey, side, eventKey]) => ({ marketKey, eventKey, isInverted: side !== own })),
  };
}
