// Questions: what several platforms ask, each with one price.
export { getQuestion, pathQuestionId } from "./detail.ts";
export { readQuestionHistory } from "./history.ts";
export { listQuestions, questionFilters, questionRoutes } from "./route.ts";
