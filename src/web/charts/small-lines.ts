import { ONE } from "../../domain/prices.ts";
import { percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type ChartLine, styleOf, toPriceRange } from "./chart.ts";
import { drawLine, HEIGHT, WIDTH } from "./drawing.ts";
import type { AxisRange } from "./ticks.ts";

/** Whole percents around all lines, within 0 and 100: its ends are labels, and no price is beyond 100%. */
function toLabelledRange(lines: readonly ChartLine[]): AxisRange {
  const [low, high] = toPriceRange(lines);
  return [Math.max(0, low), Math.min(ONE, high)];
}

/** Lines with the ends of their scales, for where there is little room. */
export function smallLinesChart(lines: readonly ChartLine[], times: readonly number[], summary: string): Html {
  const range = toLabelledRange(lines);
  const drawn = lines.map(
    (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, range, times)}</g>`,
  );
  const ends = range.map(
    (price, index) =>
      html`<text x="-4" y="${index === 0 ? "100%" : "0%"}" dy="${index === 0 ? 0 : 8}">${percent(price)}</text>`,
  );
  const grid = ["0%", "100%"].map((y) => html`<line x2="100%" y1="${y}" y2="${y}"/>`);
  return html`<svg class="lines" role="img" aria-label="${summary}">\
${grid}${ends}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${drawn}</svg></svg>`;
}
