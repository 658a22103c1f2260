// Questions: what several platforms ask, each with one price.
export { getQuestion, pathQuestionId } from "./detail.ts";
export { readQuestionHistory } from "./history.ts";
export { toQuestion } from "./present.ts";
export { listQuestions, questionFilters, questionRoutes } from "./route.ts";
export { questionSchema } from "./schema.ts";
