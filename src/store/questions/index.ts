// Questions: groups of matched markets, each with one price.
export { type AllQuestions, openAllQuestions } from "./all.ts";
export type { QuestionHistory, TimeGrid } from "./history.ts";
export { joinSets } from "./join-sets.ts";
export { openGroupLookup } from "./lookup.ts";
export { openQuestionReader, type Question, type QuestionMember } from "./question.ts";
export { openQuestionIndex } from "./question-index.ts";
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
export { NEVER, type QuestionSummary } from "./summaries.ts";
export { type OpenSummaries, openSummarizer, type Summaries } from "./summarizer.ts";
