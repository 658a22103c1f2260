import { QUESTION_ID } from "../domain/questions.ts";
import { AppError } from "../errors.ts";
import { type Kind, text } from "../http/parameters.ts";
import type { Found } from "../store/questions/questions.ts";

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
