import { type Micros, ONE } from "../../domain/prices.ts";
import { cents, type Html, html, percent, percentTenths, stamp } from "../page/index.ts";
import { type AxisRange, drawLine, HEIGHT, type Size, WIDTH } from "./drawing.ts";

/** Files that a page with a chart of lines needs. */
export const LINES_CHART_ASSETS = ["charts.css", "uPlot.min.css", "uPlot.iife.min.js", "plots.js", "lines.js"];

/** One line of the chart. `prices` has one price for each time; null if unknown. */
export interface ChartLine {
  readonly label: string;
  /** Gives the line the colour of the platform; without it, one of five colours by position. */
  readonly platform?: string | undefined;
  readonly prices: readonly (Micros | null)[];
}

export interface LinesChart {
  /** Epoch seconds, oldest first. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Difference between the highest and the lowest price; drawn below the lines. Null if unknown. */
  readonly gap?: readonly (Micros | null)[] | undefined;
  /** What the chart shows, in a sentence; `linesSummary` makes one. */
  readonly summary: string;
  /** A link to the prices as a file. */
  readonly file?: Html | undefined;
}

/** Colours and dash patterns of charts.css. */
const LINE_STYLES = 5;
/** Rows of the table below the chart. */
const MAX_TABLE_ROWS = 13;

/** A chart of several lines: an SVG for every browser, and the figures from which lines.js draws a better one. */
export function linesChart({ times, lines, gap, summary, file }: LinesChart): Html {
  const range = toPriceRange(lines);
  const figures = {
    times,
    lines: lines.map(({ prices }) => prices.map(toHundredths)),
    range: range.map(toHundredths),
    gap: gap?.map(toHundredths),
  };
  const drawn = lines.map(
    (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, range)}</g>`,
  );
  return html`<figure class="chart lines" data-lines="${JSON.stringify(figures)}">
<ul class="legend">${lines.map(legendItem)}${gap && html`<li>Gap <strong data-value>${lastOf(gap, cents)}</strong></li>`}<li class="moment" data-moment>Latest</li></ul>
${plot({ summary, top: percent(range[1]), bottom: percent(range[0]) }, drawn)}
${gap && gapPlot(gap)}
<figcaption>${summary} From ${moment(times[0])} to ${moment(times.at(-1))}.</figcaption>
${figureTable({ times, lines, gap, file })}
</figure>`;
}

/** Lines as paths, with the range of prices that they fill. */
export function smallLines(
  lines: readonly ChartLine[],
  size?: Size,
): { readonly range: AxisRange; readonly paths: readonly Html[] } {
  const range = toPriceRange(lines);
  return { range, paths: lines.map(({ prices }) => drawLine(prices, range, size)) };
}

/** Lines alone, for where there is little room. */
export function smallLinesChart(lines: readonly ChartLine[], summary: string): Html {
  const range = toPriceRange(lines);
  const drawn = lines.map(
    (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, range)}</g>`,
  );
  return html`<svg class="lines" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${drawn}</svg>`;
}

/** What a chart of lines shows: "Chance of yes over 7 days: Kalshi from 60% to 62%, Manifold 65%." */
export function linesSummary(lines: readonly ChartLine[], period: string): string {
  const parts = lines.flatMap(({ label, prices }) => {
    const known = prices.filter((price) => price !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      percent(first) === percent(last)
        ? `${label} ${percent(last)}`
        : `${label} from ${percent(first)} to ${percent(last)}`,
    ];
  });
  return `Chance of yes over ${period}: ${parts.join(", ") || "no price known"}.`;
}

interface PlotText {
  readonly summary: string;
  readonly top: string;
  readonly bottom: string;
  readonly className?: string;
}

const plot = ({ summary, top, bottom, className = "plot" }: PlotText, drawn: Html | readonly Html[]): Html =>
  html`<div class="${className}" role="img" aria-label="${summary}"><span class="mark">${top}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${drawn}</svg><span class="mark">${bottom}</span></div>`;

function gapPlot(gap: readonly (Micros | null)[]): Html {
  const known = gap.filter((value) => value !== null);
  const high = Math.max(10_000, ...known);
  const summary = `Gap between the highest and the lowest price: ${lastOf(gap, cents)}, at most ${known.length === 0 ? "–" : cents(Math.max(...known))}.`;
  return plot(
    { summary, top: `Gap ${cents(high)}`, bottom: cents(0), className: "plot gap" },
    drawLine(gap, [0, high]),
  );
}

function legendItem(line: ChartLine, index: number): Html {
  const swatch = html`<svg class="swatch ${styleOf(line, index)}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="M0 4H28"/></svg>`;
  return html`<li>${swatch} ${line.label} <strong data-value>${lastOf(line.prices, percentTenths)}</strong></li>`;
}

function figureTable({ times, lines, gap, file }: Omit<LinesChart, "summary">): Html {
  const step = Math.max(1, Math.ceil((times.length - 1) / (MAX_TABLE_ROWS - 1)));
  const rows = times.map((at, index) => ({ at, index })).filter(({ index }) => (times.length - 1 - index) % step === 0);
  const cell = (value: Micros | null | undefined, format: (known: Micros) => string): Html =>
    html`<td class="num">${value == null ? "–" : format(value)}</td>`;
  return html`<details><summary>Figures of the chart</summary><div class="scroll" tabindex="0" role="region" aria-label="Figures of the chart"><table class="board full">
<thead><tr><th scope="col">UTC</th>${lines.map(({ label }) => html`<th scope="col" class="num">${label}</th>`)}${gap && html`<th scope="col" class="num">Gap</th>`}</tr></thead>
<tbody>${rows.map(({ at, index }) => html`<tr><th scope="row">${stamp(at * 1000)}</th>${lines.map(({ prices }) => cell(prices[index], percentTenths))}${gap && cell(gap[index], cents)}</tr>`)}</tbody>
</table></div>
${file && html`<p class="more">${file}</p>`}</details>`;
}

const styleOf = ({ platform }: ChartLine, index: number): string =>
  `line-${(index % LINE_STYLES) + 1}${platform === undefined ? "" : ` p-${platform}`}`;

/** Whole percents around all lines, within 0 and 100. */
function toPriceRange(lines: readonly ChartLine[]): AxisRange {
  const known = lines.flatMap(({ prices }) => prices).filter((price) => price !== null);
  if (known.length === 0) return [0, ONE];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(20_000, (high - low) * 0.1);
  return [
    Math.max(0, Math.floor((low - room) / 10_000) * 10_000),
    Math.min(ONE, Math.ceil((high + room) / 10_000) * 10_000),
  ];
}

/** The last known value as text. */
function lastOf(values: readonly (Micros | null)[], format: (value: Micros) => string): string {
  const last = values.findLast((value) => value !== null);
  return last == null ? "–" : format(last);
}

/** Micros as percents of a dollar or cents. */
const toHundredths = (amount: Micros | null): number | null => (amount === null ? null : amount / 10_000);

const moment = (at: number | undefined): string => `${stamp((at ?? 0) * 1000)} UTC`;
