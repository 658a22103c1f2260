// Orders and filters of lists, in memory.

export { parseCursor, toCursor } from "./cursor.ts";
export {
  EVENT_SORTS,
  type EventList,
  type ListQuery,
  type Lists,
  MARKET_SORTS,
  type MarketList,
  openLists,
  type Slice,
} from "./list.ts";
