// Charts: the price of a market over time, and a price as a small line.
export { type ChartRange, priceChart, RANGES, readCourse } from "./price-chart.ts";
export { sparkline } from "./sparkline.ts";
