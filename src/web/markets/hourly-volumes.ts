import type { Cents } from "../../domain/prices.ts";
import type { Sample } from "../../store/history/index.ts";

/** What was traded in an hour of a stretch of time, on average. */
export interface HourlyVolume {
  readonly perHour: Cents;
  /** How long the stretch is that the average was seen over, which may be longer than the stretch it is drawn for. */
  readonly seenOverSeconds: number;
}

/** A stretch between two moments (epoch seconds) at which lifetime volume was seen, and what was traded in it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly traded: Cents;
}

/**
 * What was traded per hour up to each moment since the one before; null where nothing was seen to be. The archive holds
 * lifetime volume at irregular moments, so what was traded between two of them counts evenly for all of that time.
 */
export function toHourlyVolumes(times: readonly number[], samples: readonly Sample[]): (HourlyVolume | null)[] {
  const stretches = toStretches(samples);
  return times.map((to, index) => {
    const from = times[index - 1];
    if (from === undefined) return null;
    return averageOf(
      stretches.filter((one) => one.from < to && one.to > from),
      from,
      to,
    );
  });
}

function toStretches(samples: readonly Sample[]): Stretch[] {
  const seen = samples.filter((sample, index) => sample !== undefined && sample.at !== samples[index - 1]?.at);
  return seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (before?.volume == null || after?.volume == null) return [];
    return [{ from: before.at, to: after.at, traded: Math.max(0, after.volume - before.volume) }];
  });
}

function averageOf(stretches: readonly Stretch[], from: number, to: number): HourlyVolume | null {
  let [seconds, traded] = [0, 0];
  for (const one of stretches) {
    const shared = Math.min(to, one.to) - Math.max(from, one.from);
    seconds += shared;
    traded += (one.traded * shared) / (one.to - one.from);
  }
  if (traded === 0) return null;
  const seenOverSeconds = Math.max(...stretches.map((one) => one.to - one.from));
  return { perHour: Math.round((traded / seconds) * 3600), seenOverSeconds };
}
