export { type ListChanges, openListChanges } from "./change-notes.ts";
export { openChangeTrimming } from "./changes.ts";
export { parseCursor, toCursor } from "./cursor.ts";
export { countPassing, listPassing, type Range, toFilter } from "./filter.ts";
export { createMemory } from "./memory.ts";
export { type ListStatus, valuesOf } from "./orders.ts";
export { firstOf, type KeyPage, type ListPlan, pageOf, readPage, type Slice, type Start, walk } from "./page.ts";
export type { ListNoun } from "./rows.ts";
export {
  EVENT_COLUMNS,
  isFromGreatest,
  type ListTable,
  type ListTables,
  MARKET_COLUMNS,
  openListTables,
  VOLUME,
} from "./table.ts";
