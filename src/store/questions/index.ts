// Questions: groups of matched markets, each with one price.
export type { QuestionHistory } from "./history.ts";
export { openGroupLookup } from "./lookup.ts";
export type { Question, QuestionMember } from "./question.ts";
export {
  type Found,
  openQuestions,
  type QuestionDetail,
  type QuestionPage,
  type QuestionQuery,
  type Questions,
  type RelatedQuestion,
} from "./questions.ts";
export { QUESTION_SORTS, type QuestionSort } from "./select.ts";
