import { choice, withDefault } from "../../http/parameters.ts";
import { type Html, html } from "../page/html.ts";

/** The ranges of a chart, and the step between its points; `all` begins with the first price, and its step follows. */
export const RANGES = {
  "1h": { hours: 1, stepSeconds: 60, barSeconds: 300, label: "1 hour", period: "1 hour" },
  "6h": { hours: 6, stepSeconds: 300, barSeconds: 900, label: "6 hours", period: "6 hours" },
  "24h": { hours: 24, stepSeconds: 900, barSeconds: 3600, label: "24 hours", period: "24 hours" },
  "7d": { hours: 168, stepSeconds: 3600, barSeconds: 21_600, label: "7 days", period: "7 days" },
  "30d": { hours: 720, stepSeconds: 10_800, barSeconds: 86_400, label: "30 days", period: "30 days" },
  all: { hours: null, stepSeconds: null, barSeconds: null, label: "All", period: "all recorded time" },
} as const;
export type ChartRange = keyof typeof RANGES;

/** Lengths of a bar, a candle or a step, in seconds: those that divide a day, then days. */
export const LENGTHS = [
  60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000, 7_776_000,
];
/** Points of a chart of all prices, at most. */
const MAX_POINTS = 240;
/** Bars and candles of a chart, at most. */
const MAX_BARS = 60;
const MIN_SPAN_SECONDS = 3600;

/** What a chart shows. All in epoch seconds or seconds. */
export interface ChartWindow {
  readonly from: number;
  readonly to: number;
  /** Between prices. */
  readonly step: number;
  /** Bars of volume are at least as long. */
  readonly barSeconds: number;
  /** When the markets ended, where all have; the window goes on for a little, so that the end can be seen. */
  readonly endedAt?: number | undefined;
}

/** Beyond the end of markets, of the window; at least ten minutes, since the last price is read some time after. */
const ROOM_SHARE = 0.02;
const MIN_ROOM_SECONDS = 600;

/** What is known of the markets of a chart, in epoch seconds. */
interface KnownTimes {
  /** The first price known. */
  readonly firstAt?: number | undefined;
  /** When the last of them ended; undefined while one is open. */
  readonly endedAt?: number | undefined;
}

/** A range up to `now` (epoch milliseconds), or to the end of the markets. */
export function windowOf(range: ChartRange, now: number, { firstAt, endedAt }: KnownTimes = {}): ChartWindow {
  const { hours, stepSeconds, barSeconds } = RANGES[range];
  // The end of this minute, so that a page stays the same while only time passes.
  const present = Math.ceil(now / 60_000) * 60;
  // A market that was first read after its end has no earlier price.
  const end = endedAt === undefined ? present : Math.max(endedAt, firstAt ?? endedAt);
  const length = hours === null ? end - (firstAt ?? end) : hours * 3600;
  const to = Math.min(present, end + Math.max(MIN_ROOM_SECONDS, Math.round(length * ROOM_SHARE)));
  if (hours !== null) return { from: to - length, to, step: stepSeconds, barSeconds, endedAt };
  const span = Math.max(MIN_SPAN_SECONDS, to - (firstAt ?? to));
  return { from: to - span, to, step: lengthFor(span, MAX_POINTS), barSeconds: lengthFor(span, MAX_BARS), endedAt };
}

/** The shortest length that divides `span` seconds into at most `count` parts. */
export const lengthFor = (span: number, count: number): number =>
  LENGTHS.find((length) => span / length <= count) ?? Math.ceil(span / count);

const RANGE_NAMES = Object.keys(RANGES) as ChartRange[];

/** The parameter `range` of a page with a chart. */
export const rangeParameter = withDefault(
  choice({ description: "How far back the chart goes.", values: RANGE_NAMES }),
  "7d",
);

/** Links to the same page with another range. */
export const rangeLinks = (pathOf: (range: ChartRange) => string, range: ChartRange): Html =>
  switchLinks(
    "Range",
    RANGE_NAMES.map((name) => ({ label: RANGES[name].label, path: pathOf(name), isCurrent: name === range })),
  );

interface SwitchLink {
  readonly label: string;
  readonly path: string;
  readonly isCurrent: boolean;
}

/** The id of a chart's heading: links to another range open the page there. */
const CHART_ID = "course";

/** Links to the same page with another choice for its chart. */
export const switchLinks = (name: string, links: readonly SwitchLink[]): Html =>
  html`<nav class="filters" aria-label="${name}"><ul>${links.map(
    ({ label, path, isCurrent }) =>
      html`<li><a href="${path}#${CHART_ID}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul></nav>`;
