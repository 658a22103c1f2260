// The front page, and the words for a result.
export { boardPages } from "./board.ts";
export { resultText } from "./tables.ts";
