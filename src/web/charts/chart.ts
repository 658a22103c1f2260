import { type Micros, ONE } from "../../domain/prices.ts";
import type { Html } from "../page/html.ts";
import type { Candles } from "./candles.ts";
import type { ChartMoment } from "./moments.ts";
import type { AxisRange } from "./ticks.ts";
import type { VolumeBars } from "./volume-bars.ts";

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
  /** Drawn in place of the first line, which is then the only one. */
  readonly candles?: Candles | undefined;
  /** Drawn below the lines. */
  readonly volume?: VolumeBars | "coarse" | undefined;
  /** Marked where they are within the chart. */
  readonly moments?: readonly ChartMoment[] | undefined;
  /** The first price known, in epoch seconds; said where it is within the chart. */
  readonly firstAt?: number | undefined;
  /** What the chart shows, in a sentence; `linesSummary` makes one. */
  readonly summary: string;
  /** A link to the prices as a file. */
  readonly file?: Html | undefined;
}

/** A chart with what is decided for both of its plots. */
export interface DrawnChart extends LinesChart {
  readonly window: AxisRange;
  readonly moments: readonly ChartMoment[];
  /** Volume, where it is drawn. */
  readonly bars: VolumeBars | undefined;
}

/** Colours and dash patterns of charts.css. */
const LINE_STYLES = 5;

/** The classes of a line and of its mark in the legend. */
export const styleOf = ({ platform }: ChartLine, index: number): string =>
  `line-${(index % LINE_STYLES) + 1}${platform === undefined ? "" : ` p-${platform}`}`;

/** Room above and below the lines: at least five points, or a tenth of what they span. */
const MIN_ROOM: Micros = 50_000;
/** Kept free below 0, so that a line there is not at the edge, and above 100 for the marks of moments. */
const BELOW_SHARE = 0.03;
const ABOVE_SHARE = 0.09;

/** Whole percents around all lines, within 0 and 100 but for a little room there. */
export function toPriceRange(lines: readonly Pick<ChartLine, "prices">[]): AxisRange {
  const known = lines.flatMap(({ prices }) => prices).filter((price) => price !== null);
  if (known.length === 0) return [0, ONE];
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(MIN_ROOM, (highest - lowest) * 0.1);
  const low = Math.max(0, Math.floor((lowest - room) / 10_000) * 10_000);
  const high = Math.min(ONE, Math.ceil((highest + room) / 10_000) * 10_000);
  const length = high - low;
  return [low === 0 ? -length * BELOW_SHARE : low, high === ONE ? ONE + length * ABOVE_SHARE : high];
}
