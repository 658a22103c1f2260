// Questions: what several platforms ask, each with one price.
export { getQuestion, pathQuestionId } from "./detail.ts";
export { readQuestionHistory } from "./history.ts";
export { questionHistoryTable } from "./history-table.ts";
export { toQuestion, toQuestionHistory } from "./present.ts";
export { listQuestions, questionFilters, questionRoutes, questionTable } from "./route.ts";
export { questionSchema } from "./schema.ts";
