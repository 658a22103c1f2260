// The front page, its lists, and the words for a result.
export { boardPages } from "./board.ts";
export { boardFilters, readBoard } from "./lists.ts";
export { resultText } from "./tables.ts";
