// Charts: prices over time as one line or several, as candles, and a price as a small line.
export { type Candles, readCandles } from "./candles.ts";
export type { ChartLine, LinesChart } from "./chart.ts";
export { type ChartedMarket, findWindow, readCourses, readStoredCourses } from "./courses.ts";
export { LINES_CHART_ASSETS, linesChart } from "./lines-chart.ts";
export { type ChartMoment, endOf, momentsOf, withEnds } from "./moments.ts";
export { MOVEMENT_HEADS, movementCells, movementColumns } from "./movement.ts";
export { type ChartRange, RANGES, rangeLinks, rangeParameter, switchLinks, windowOf } from "./ranges.ts";
export { smallLines, smallLinesChart } from "./small-lines.ts";
export { sparkline } from "./sparkline.ts";
export { linesSummary, marketSummary } from "./summaries.ts";
