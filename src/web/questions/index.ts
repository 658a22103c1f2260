// Pages about questions; their rows for other pages.
export { questionListPages } from "./browse.ts";
export { questionPages } from "./question.ts";
export { questionPrice, questionTable, questionTitle, questionVolume } from "./question-table.ts";
export { resultOf } from "./result.ts";
