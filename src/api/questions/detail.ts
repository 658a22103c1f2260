import type { Context } from "../../context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { requireFound } from "../question-ids/question-ids.ts";
import { toQuestionDetail } from "./present.ts";
import { questionDetailSchema, questionMeta } from "./schema.ts";

/** The id of a question in a path. */
export const pathQuestionId = inPath(
  text({ description: "The question's id.", min: 1, max: 100, example: "3f9c2d51e07a44b1" }),
);

export const detailRoute = () =>
  endpoint({
    method: "GET",
    path: "/api/v1/questions/:question_id",
    summary: "One question: its price, its markets with their rules, why they match, and related questions",
    operationId: "getQuestion",
    tag: "questions",
    tier: "free",
    cache: "clock",
    parameters: { question_id: pathQuestionId },
    response: questionDetailSchema,
    meta: questionMeta,
    errors: ["question_not_found"],
    async handler(context, { question_id }) {
      const { found, isMoved } = await getQuestion(context, question_id);
      return { data: toQuestionDetail(found), meta: toMovedMeta(question_id, isMoved) };
    },
  });

/** Throws AppError question_not_found. */
export async function getQuestion({ store, clock }: Pick<Context, "store" | "clock">, id: string) {
  return requireFound<QuestionDetail>(store.questions.find(id, clock.now()));
}

export const toMovedMeta = (askedId: string, isMoved: boolean) => (isMoved ? { moved_from: askedId } : {});
