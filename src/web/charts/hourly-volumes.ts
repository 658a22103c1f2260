import type { Cents } from "../../domain/prices.ts";
import type { Sample } from "../../store/history/index.ts";

/** Average volume per hour of an interval. */
export interface HourlyVolume {
  readonly perHour: Cents;
  /** Length of the interval that was averaged; may be longer than the one drawn. */
  readonly seenOverSeconds: number;
}

/** The volume between two observations of lifetime volume. Times are epoch seconds. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
}

/**
 * Volume per hour in each interval that ends at one of `times`; null if unknown. The archive has lifetime volume at
 * irregular times, so the volume between two of them is spread evenly.
 */
export function toHourlyVolumes(times: readonly number[], samples: readonly Sample[]): (HourlyVolume | null)[] {
  const intervals = toIntervals(samples);
  return times.map((to, index) => {
    const from = times[index - 1];
    if (from === undefined) return null;
    return averageOf(
      intervals.filter((one) => one.from < to && one.to > from),
      from,
      to,
    );
  });
}

function toIntervals(samples: readonly Sample[]): Interval[] {
  const seen = samples.filter((sample, index) => sample !== undefined && sample.at !== samples[index - 1]?.at);
  return seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (before?.volume == null || after?.volume == null) return [];
    return [{ from: before.at, to: after.at, traded: Math.max(0, after.volume - before.volume) }];
  });
}

function averageOf(intervals: readonly Interval[], from: number, to: number): HourlyVolume | null {
  let [seconds, traded] = [0, 0];
  for (const one of intervals) {
    const shared = Math.min(to, one.to) - Math.max(from, one.from);
    seconds += shared;
    traded += (one.traded * shared) / (one.to - one.from);
  }
  if (traded === 0) return null;
  const seenOverSeconds = Math.max(...intervals.map((one) => one.to - one.from));
  return { perHour: Math.round((traded / seconds) * 3600), seenOverSeconds };
}
