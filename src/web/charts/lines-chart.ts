import { moneyUnitOf } from "../../domain/platforms.ts";
import { fromCents, type Micros, ONE } from "../../domain/prices.ts";
import { money, percent, percentTenths, type ShownAge, span, staleNote, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, num, words } from "../page/table.ts";
import {
  type AxisRange,
  boxPath,
  drawChart,
  drawLine,
  drawSmallLines,
  fromZero,
  roundStep,
  shareOf,
  swatch,
  timeTicks,
  valueTicks,
} from "./chart.ts";
import type { Life, VolumeBar, VolumeBars } from "./courses.ts";

/** A chart of prices over time, with the volume of the first line below. */
export function linesChart(chart: LinesChart): Html {
  const { times, lines, firstAt } = chart;
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const marks = marksWithin(chart.marks ?? [], window);
  const drawn = { ...chart, window, marks };
  return drawChart({
    name: "lines",
    legend: [
      ...lines.map((line, index) => ({
        label: html`${swatch(styleOf(line, index), "line")} ${line.label}`,
        value: priceText(line.prices.findLast((price) => price !== null)),
        age: line.age && staleNote(line.age),
      })),
      ...volumeLegend(drawn),
    ],
    points: pointsOf(drawn),
    atRest: "Latest",
    plots: [pricePlot(drawn), ...volumePlot(drawn)],
    marks: markList(marks),
    caption: firstAt !== undefined && firstAt > window[0] ? `Prices are recorded since ${stamp(firstAt * 1000)}.` : "",
    table: figureTable(chart),
  });
}

/** What the legend shows at each time. */
const pointsOf = ({ window, times, lines, volume }: DrawnChart) =>
  times.map((at, index) => ({
    share: shareOf(at, window),
    values: [
      ...lines.map(({ prices }) => priceText(prices[index])),
      ...(volume === undefined ? [] : [volumeText(lines, barAt(volume, at))]),
    ],
    at: stamp(at * 1000),
  }));

const priceText = (price: Micros | null | undefined): string => (price == null ? "–" : percentTenths(price));

const barAt = ({ bars }: VolumeBars, at: number): VolumeBar | undefined =>
  bars.findLast(({ from, to }) => from <= at && at <= to);

/** Rows of the table of figures. */
const MAX_ROWS = 13;

/** The figures of the lines for reading, at no more than thirteen of their times. */
function figureTable({ times, lines, file }: LinesChart): Html {
  const step = Math.max(1, Math.ceil((times.length - 1) / (MAX_ROWS - 1)));
  const indexes = [...times.keys()].filter((index) => (times.length - 1 - index) % step === 0);
  return html`<details><summary>Figures of the chart</summary>${dataTable("Figures of the chart", indexes, [
    words("Time (UTC)", (index) => stamp((times[index] ?? 0) * 1000)),
    ...lines.map(({ label, prices }) => num<number>(label, (index) => priceText(prices[index]))),
  ])}
${file && html`<p class="more">${file}</p>`}</details>`;
}

function pricePlot({ times, lines, band, summary, window, marks }: DrawnChart) {
  const range = toPriceRange(lines);
  return {
    title: "Chance of yes, times in UTC",
    summary: `${summary} ${windowText(window)}`,
    xTicks: timeTicks(window),
    yTicks: valueTicks(range, (price) => `${Number((price / 10_000).toFixed(2))}%`),
    shapes: [
      ...(band === undefined ? [] : [html`<path class="band" d="${bandPath(band, times, range)}"/>`]),
      ...lines.map(
        (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, times, range)}</g>`,
      ),
    ],
    marks: marks.map(({ at }) => shareOf(at, window)),
  };
}

/** The times of a chart, for those who do not see its axis. */
function windowText(window: AxisRange): string {
  const [from, to] = window.map((at) => stamp(at * 1000));
  return `From ${from} to ${to}, all times in UTC.`;
}

/** The area between two prices at each time, in steps; none where they are not known. */
function bandPath(band: PriceBand, times: readonly number[], y: AxisRange): string {
  const x: AxisRange = [times[0] ?? 0, times.at(-1) ?? 1];
  const isAs = (ends: AxisRange, index: number): boolean => ends.every((end, side) => end === band[index]?.[side]);
  return band
    .flatMap((ends, index) => {
      if (ends === null || isAs(ends, index - 1)) return [];
      let next = index + 1;
      while (isAs(ends, next)) next += 1;
      return [boxPath([times[index] ?? x[0], times[next] ?? x[1]], ends, { x, y })];
    })
    .join("");
}

/** Between two bars, of their width and of the whole window: the smaller counts. */
const GAP_SHARE = 0.14;
const MAX_GAP_SHARE = 0.003;

/** A bar for each stretch of time, from zero up; none without volume. */
function volumePlot({ lines, volume, window, marks }: DrawnChart) {
  if (volume === undefined) return [];
  const most = Math.max(...volume.bars.map(({ traded }) => traded));
  const axes = { x: window, y: fromZero(Math.max(100, most)) };
  const path = volume.bars.map(({ from, to, traded }) => {
    const gap = Math.min((to - from) * GAP_SHARE, (window[1] - window[0]) * MAX_GAP_SHARE);
    return boxPath([Math.max(from, window[0]), Math.max(to - gap, window[0])], [0, traded], axes);
  });
  const title = volumeName(volume);
  const latest = volumeText(lines, volume.bars.at(-1));
  return [
    {
      ...{ title, name: "volume" },
      summary: `${title}: ${latest}, at most ${money(most, lines[0]?.platform)}.`,
      xTicks: timeTicks(window),
      yTicks: valueTicks(axes.y, toMoneyMark(axes.y, lines[0]?.platform), 3),
      shapes: html`<path class="bars" d="${path.join("")}"/>`,
      marks: marks.map(({ at }) => shareOf(at, window)),
    },
  ];
}

const volumeName = ({ seconds }: VolumeBars): string => `Volume in ${span(seconds * 1000)}`;

/** Whole units of money, or parts of them where steps are smaller. */
const toMoneyMark =
  ([, high]: AxisRange, platform: string | undefined) =>
  (value: number): string => {
    const { sign, perDollar } = moneyUnitOf(platform);
    return roundStep((high * perDollar) / 3) < 100
      ? `${sign}${fromCents(value * perDollar).toFixed(2)}`
      : money(value, platform);
  };

const volumeLegend = ({ lines, volume }: DrawnChart) =>
  volume === undefined ? [] : [{ label: volumeName(volume), value: volumeText(lines, volume.bars.at(-1)) }];

/** "$1.2K" */
const volumeText = ([first]: readonly ChartLine[], bar: VolumeBar | undefined): string =>
  bar === undefined ? "–" : money(bar.traded, first?.platform);

/** One line of the chart. `prices` has one price for each time; null if unknown. */
export interface ChartLine {
  readonly label: string;
  /** Gives the line the colour of the platform; without it, one of five colours by position. */
  readonly platform?: string | undefined;
  readonly prices: readonly (Micros | null)[];
  /** Whether it is the price of all the others together, which stands out. */
  readonly isAverage?: boolean;
  /** Of the last price. */
  readonly age?: ShownAge;
}

/** The lowest and the highest price at each time; null where none is known. */
type PriceBand = readonly (AxisRange | null)[];

export interface LinesChart {
  /** Epoch seconds, oldest first. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Drawn below the lines, to show how far they are apart. */
  readonly band?: PriceBand | undefined;
  readonly volume?: VolumeBars | undefined;
  /** Marked where they are within the chart. */
  readonly marks?: readonly ChartMark[] | undefined;
  /** The first price known, in epoch seconds; said where it is within the chart. */
  readonly firstAt?: number | undefined;
  /** What the chart shows, in a sentence; `linesSummary` makes one. */
  readonly summary: string;
  readonly file?: Html | undefined;
}

/** A chart with what is decided for both of its plots. */
interface DrawnChart extends LinesChart {
  readonly window: AxisRange;
  readonly marks: readonly ChartMark[];
}

/** Colours and dash patterns of site/colours.css. */
const LINE_STYLES = 5;

/** The classes of a line and of its mark in the legend. */
const styleOf = ({ platform, isAverage = false }: ChartLine, index: number): string =>
  isAverage ? "average" : `line-${(index % LINE_STYLES) + 1}${platform === undefined ? "" : ` p-${platform}`}`;

/** Room above and below the lines: at least five points, or a tenth of what they span. */
const MIN_ROOM: Micros = 50_000;
/** Kept free below 0, so that a line there is not at the edge, and above 100 for the numbers of marks. */
const BELOW_SHARE = 0.03;
const ABOVE_SHARE = 0.09;

/** Whole percents around all lines, within 0 and 100 but for a little room there. */
function toPriceRange(lines: readonly Pick<ChartLine, "prices">[]): AxisRange {
  const known = lines.flatMap(({ prices }) => prices).filter((price) => price !== null);
  if (known.length === 0) return [0, ONE];
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(MIN_ROOM, (highest - lowest) * 0.1);
  const low = Math.max(0, Math.floor((lowest - room) / 10_000) * 10_000);
  const high = Math.min(ONE, Math.ceil((highest + room) / 10_000) * 10_000);
  const length = high - low;
  return [low === 0 ? -length * BELOW_SHARE : low, high === ONE ? ONE + length * ABOVE_SHARE : high];
}

/** Lines with the ends of their scale, for where there is little room. */
export function smallLinesChart(lines: readonly ChartLine[], times: readonly number[], summary: string): Html {
  const [low, high] = toPriceRange(lines);
  // The ends are labels, and no price is beyond 100%.
  const range: AxisRange = [Math.max(0, low), Math.min(ONE, high)];
  const shapes = lines.map(
    (line, index) => html`<g class="${styleOf(line, index)}">${drawLine(line.prices, times, range)}</g>`,
  );
  return drawSmallLines(shapes, range.map(percent), summary);
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

/** Something that happened, marked in a chart. `at` is epoch seconds. */
export interface ChartMark {
  readonly at: number;
  readonly text: string;
}

/**
 * When a market was listed, had other rules, closed and resolved, as far as that is past. `name` says which market, where
 * several are drawn.
 */
export function marksOf(market: Life, now: number, name = ""): readonly ChartMark[] {
  const { status, createdAt = null, rulesChangedAt = null, closesAt, resolvedAt = null, outcome } = market;
  const ending = outcome === null || outcome === "unknown" ? "Resolved" : `Resolved: ${outcome}`;
  const passed = status === "open" || closesAt === null || closesAt > now ? null : closesAt;
  return [
    { at: createdAt, text: "Listed" },
    { at: rulesChangedAt, text: "Rules changed" },
    { at: passed, text: "Closed" },
    { at: resolvedAt, text: ending },
  ].flatMap(({ at, text }) =>
    at === null ? [] : [{ at: Math.floor(at / 1000), text: name === "" ? text : `${name}: ${text.toLowerCase()}` }],
  );
}

/** Those within the chart, oldest first; of one minute together. */
function marksWithin(marks: readonly ChartMark[], [from, to]: AxisRange): readonly ChartMark[] {
  const shown = new Map<number, { readonly at: number; readonly texts: Set<string> }>();
  for (const { at, text } of marks.toSorted((a, b) => a.at - b.at)) {
    if (at < from || at > to) continue;
    const minute = Math.floor(at / 60);
    const known = shown.get(minute) ?? { at, texts: new Set() };
    shown.set(minute, known);
    known.texts.add(text);
  }
  return [...shown.values()].map(({ at, texts }) => ({ at, text: [...texts].join(", ") }));
}

const markList = (marks: readonly ChartMark[]): Html | false =>
  marks.length > 0 &&
  html`<ul class="marks">${marks.map(({ at, text }) => html`<li><span class="at">${stamp(at * 1000)}</span> ${text}</li>`)}</ul>`;
