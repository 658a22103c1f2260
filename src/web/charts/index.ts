// Charts: prices over time as one line or several, and a price as a small line.
export { readCourse, readCourses, readStoredCourses } from "./courses.ts";
export {
  type ChartLine,
  LINES_CHART_ASSETS,
  type LinesChart,
  linesChart,
  linesSummary,
  smallLines,
  smallLinesChart,
} from "./lines-chart.ts";
export { PRICE_CHART_ASSETS, priceChart } from "./price-chart.ts";
export { type ChartRange, gridOf, RANGES, rangeLinks, rangeParameter } from "./ranges.ts";
export { sparkline } from "./sparkline.ts";
