// What the board lists: questions, and markets that no other platform asks.
export { type Board, type BoardLists, type BoardRow, type BoardSubject, openBoard } from "./board.ts";
export { type Movement, type Movements, openMovements } from "./movements.ts";
export type { BoardQuery } from "./query.ts";
export type { BoardResult } from "./results.ts";
