import type { Cents } from "../../domain/prices.ts";
import type { Sample } from "../../store/history/prices.ts";
import { type ChartWindow, LENGTHS } from "./ranges.ts";

/** What was traded from one moment to another, in epoch seconds. */
export interface VolumeBar {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
  /** False where only a part of its time is known or has passed. */
  readonly isWhole: boolean;
}

/** Bars of equal time; the newest may end now, or with the market. */
export interface VolumeBars {
  readonly seconds: number;
  readonly bars: readonly VolumeBar[];
}

/** The volume between two observations of lifetime volume. Times are epoch seconds. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
}

type VolumeWindow = Pick<ChartWindow, "from" | "to" | "barSeconds" | "endedAt">;

/** An interval may be this much longer than a bar: passes are not exactly as far apart as planned. */
const SLACK = 1.1;

/**
 * How long bars of volume are, in seconds: no finer than the longest time between two observations with a trade between.
 * Coarse where that is longer than the window.
 */
export function findBarSeconds(samples: readonly Sample[], window: VolumeWindow): number | "coarse" {
  const { from, to, barSeconds } = window;
  const traded = toIntervals(samples, to).filter((one) => one.traded > 0 && one.to > from);
  const coarsest = Math.max(barSeconds, ...traded.map((one) => (one.to - one.from) / SLACK));
  const seconds = LENGTHS.find((length) => length >= coarsest);
  return seconds === undefined || seconds > to - from ? "coarse" : seconds;
}

/**
 * Bars of equal time over a window, none where nothing is known. The archive has lifetime volume at irregular times, so the
 * volume between two of them is spread evenly. Bars end with the market. The first bar may begin before the window:
 * `samples` should begin with it.
 */
export function toVolumeBars(samples: readonly Sample[], window: VolumeWindow, seconds: number): VolumeBars {
  const { from, endedAt } = window;
  const isOver = endedAt !== undefined && endedAt > from;
  const to = isOver ? Math.min(window.to, endedAt) : window.to;
  const intervals = toIntervals(samples, to);
  const first = firstBarAt(from, seconds);
  const starts = Array.from({ length: Math.ceil((to - first) / seconds) }, (_, index) => first + index * seconds);
  return { seconds, bars: starts.flatMap((start) => toBar(intervals, start, { seconds, to, isOver }) ?? []) };
}

/** When the first bar of a window begins. */
export const firstBarAt = (from: number, seconds: number): number => Math.floor(from / seconds) * seconds;

/** History holds changes only: since the last one nothing was traded. */
function toIntervals(samples: readonly Sample[], to: number): Interval[] {
  const seen = samples.filter((sample, index) => sample !== undefined && sample.at !== samples[index - 1]?.at);
  const known = seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (before?.volume == null || after?.volume == null) return [];
    return [{ from: before.at, to: after.at, traded: Math.max(0, after.volume - before.volume) }];
  });
  const last = seen.at(-1);
  return last?.volume == null ? known : [...known, { from: last.at, to, traded: 0 }];
}

interface BarTimes {
  readonly seconds: number;
  /** The end of all bars. */
  readonly to: number;
  /** True where nothing is traded any more at that end. */
  readonly isOver: boolean;
}

function toBar(intervals: readonly Interval[], from: number, { seconds, ...end }: BarTimes): VolumeBar | undefined {
  const to = Math.min(from + seconds, end.to);
  const [knownSeconds, traded] = intervals
    .filter((one) => one.from < to && one.to > from)
    .reduce(
      ([known, sum], one) => {
        const shared = Math.min(to, one.to) - Math.max(from, one.from);
        return [known + shared, sum + (one.traded * shared) / (one.to - one.from)];
      },
      [0, 0],
    );
  if (knownSeconds === 0) return undefined;
  return { from, to, traded: Math.round(traded), isWhole: knownSeconds === (end.isOver ? to - from : seconds) };
}
