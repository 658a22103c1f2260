import { type Db, prepare } from "../database/db.ts";
import { openQuestionReader, type Question } from "../questions/question.ts";
import type { Summaries } from "../questions/summarizer.ts";

/** A question that changed; without `question` once it has dissolved or is not shown. */
interface FeedQuestion {
  readonly questionId: string;
  readonly question?: Question;
}

/** Reads questions by their keys. The caller holds the transaction. */
export function openFeedQuestions(db: Db) {
  const ids = prepare(db, "feed", "questionIds");
  const toQuestions = openQuestionReader(db);
  return (questionKeys: readonly number[], { find, ageOf }: Summaries): ReadonlyMap<number, FeedQuestion> => {
    if (questionKeys.length === 0) return new Map();
    const shown = toQuestions(
      questionKeys.flatMap((key) => find(key) ?? []),
      ageOf,
    );
    const questions = new Map(shown.map((question) => [question.questionKey, question]));
    const rows = ids.all(JSON.stringify(questionKeys)) as { readonly questionKey: number; readonly id: string }[];
    return new Map(
      rows.map(({ questionKey, id }) => {
        const question = questions.get(questionKey);
        return [questionKey, { questionId: id, ...(question === undefined ? {} : { question }) }];
      }),
    );
  };
}
