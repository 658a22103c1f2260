// The front page.
export { boardPages } from "./board.ts";
