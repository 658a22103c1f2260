// Pages about markets and events; tables of markets for other pages.
export { marketListPages } from "./browse.ts";
export { endingOf } from "./ending.ts";
export { eventPages, outcomeSort, readEventCourses } from "./event.ts";
export { marketPages } from "./market.ts";
export { endingLine, endingNote, priceCell, titleCell, volume24hOf, volumeOf } from "./market-table.ts";
export { contractCount } from "./order-book.ts";
export { type EventOutcome, listOutcomes } from "./outcomes.ts";
export { settlementLine } from "./settlement-source.ts";
