import { choice, withDefault } from "../../http/parameters.ts";
import { type Html, html } from "../page/index.ts";

/** The ranges of a chart, and the step between its points. */
export const RANGES = {
  "24h": { hours: 24, stepSeconds: 900, label: "24 hours" },
  "7d": { hours: 168, stepSeconds: 3600, label: "7 days" },
  "30d": { hours: 720, stepSeconds: 10_800, label: "30 days" },
} as const;
export type ChartRange = keyof typeof RANGES;

/** A range up to `now` (epoch milliseconds) as a grid of epoch seconds. */
export function gridOf(range: ChartRange, now: number) {
  const { hours, stepSeconds: step } = RANGES[range];
  const to = Math.floor(now / 1000);
  return { from: to - hours * 3600, to, step };
}

const RANGE_NAMES = Object.keys(RANGES) as ChartRange[];

/** The parameter `range` of a page with a chart. */
export const rangeParameter = withDefault(
  choice({ description: "How far back the chart goes.", values: RANGE_NAMES }),
  "7d",
);

/** Links to the same page with another range. */
export const rangeLinks = (pathOf: (range: ChartRange) => string, range: ChartRange): Html =>
  html`<nav class="filters" aria-label="Range"><ul>${RANGE_NAMES.map(
    (name) =>
      html`<li><a href="${pathOf(name)}"${name === range && html` aria-current="true"`}>${RANGES[name].label}</a></li>`,
  )}</ul></nav>`;
