import { orientOutcome } from "../../domain/questions.ts";
import type { Question } from "../../store/questions/question.ts";

/**
 * How a question resolved, in its own direction: an outcome, or "differs" where platforms disagree. Undefined while one of
 * its markets is open or its outcome is not known.
 */
export function resultOf({ status, members }: Pick<Question, "status" | "members">): string | undefined {
  if (status === "open") return undefined;
  const outcomes = new Set(members.map(({ outcome, isInverted }) => orientOutcome(outcome, isInverted)));
  if (outcomes.has(null) || outcomes.has("unknown")) return undefined;
  const [first] = outcomes;
  return outcomes.size > 1 ? "differs" : (first ?? undefined);
}
