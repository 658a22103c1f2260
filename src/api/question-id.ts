import type { Context } from "../context.ts";
import { isQuestionId, QUESTION_ID } from "../domain/questions.ts";
import { AppError } from "../errors.ts";
import { inPath, type Kind, list, text } from "../http/parameters.ts";
import { about, rare, string } from "../http/schema.ts";
import type { Found, QuestionDetail } from "../store/questions/questions.ts";

export const questionId = string("Stays the same while the question's oldest market is matched.", "3f9c2d51e07a44b1");

export const movedMeta = {
  moved_from: rare(
    about(
      questionId,
      "The id that was asked for, where its markets now belong to the question in `data`.",
      "5be1d0a2c9f37746",
    ),
  ),
};

/** The id of a question in a path. */
export const pathQuestionId = inPath(
  text({ description: "The question's id.", min: 1, max: 100, example: "3f9c2d51e07a44b1" }),
);

/** Throws AppError question_not_found. */
export async function getQuestion({ store, clock }: Pick<Context, "store" | "clock">, id: string) {
  return requireFound<QuestionDetail>(store.questions.find(id, clock.now()));
}

export const toMovedMeta = (askedId: string, isMoved: boolean) => (isMoved ? { moved_from: askedId } : {});

/** The id of a question in a query. */
export const questionIdText = (description: string): Kind<string> => {
  const kind = text({
    description,
    min: 16,
    max: 16,
    format: { expected: "hexadecimal text", pattern: QUESTION_ID, json: { pattern: QUESTION_ID.source } },
    example: "3f9c2d51e07a44b1",
  });
  return { ...kind, expected: "a question id of 16 hexadecimal characters, as /api/v1/questions gives it" };
};

/** The ids of some questions in a query. */
export const questionIds = (description: string, max = 100) =>
  list({
    description,
    items: "question ids, 16 hexadecimal characters each",
    max,
    example: "3f9c2d51e07a44b1",
    parse: (item) => (isQuestionId(item) ? item : undefined),
  });

/** Throws AppError question_not_found, which says what became of a former question. */
export function requireFound<T>(found: Found<T> | undefined) {
  if (found === undefined) {
    throw new AppError(
      "question_not_found",
      "there is no question with this id; find questions with /api/v1/questions?q=…",
    );
  }
  if ("found" in found) return found;
  const { platform, id } = found.formerMarket;
  throw new AppError(
    "question_not_found",
    `the markets of this question are no longer matched; it began with ${platform}:${id}, see /api/v1/markets/${platform}/${encodeURIComponent(id)}/detail`,
    { details: { former_market: { platform, id } } },
  );
}
