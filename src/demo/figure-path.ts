// The path of one figure, such as the price of Bitcoin. All ladders on it follow: what it is at the end, and what it touches.

import { DAY_MS, HOUR_MS } from "../clock.ts";
import { brownian, mix } from "./chance.ts";

/** A ladder on a figure, in the figure's own unit. */
export interface FigureLadder {
  /** Ladders with the same key have one path. */
  readonly key: number;
  /** What the figure is at the start of the demo, in epoch milliseconds. */
  readonly spot: number;
  readonly startsAt: number;
  /** How far it moves in a day, usually. */
  readonly daily: number;
  readonly marks: readonly number[];
  /** Whether a mark counts once it was reached at any time, or only at the end. */
  readonly isTouch: boolean;
}

interface PathMoment {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const TICK_MS = 30_000;

/**
 * The figure at a time. It comes to its start from below, so that no mark above was reached before: what has been touched
 * would be settled.
 */
function figureAt({ key, spot, startsAt, daily }: FigureLadder, { seed, at }: PathMoment): number {
  const own = mix(key, seed);
  const moved = brownian(own, at / TICK_MS) - brownian(own, startsAt / TICK_MS);
  return spot + daily * (at < startsAt && moved > 0 ? -0.4 * moved : moved);
}

/** How likely each mark is, from what the figure is and the time that is left. */
export function chancesOfFigure(ladder: FigureLadder, closesAt: number, { seed, at }: PathMoment): Float64Array {
  const { daily, isTouch, marks } = ladder;
  const now = figureAt(ladder, { seed, at });
  const spread = daily * Math.sqrt(Math.max(closesAt - at, MIN_LEFT_MS) / DAY_MS);
  const highest = isTouch ? highestUntil(ladder, { seed, at }) : now;
  return Float64Array.from(marks, (mark) => {
    if (!isTouch) return shareAbove((mark - now) / spread);
    // A path that stands below a mark reaches it twice as often as it ends above.
    return highest >= mark ? 1 : Math.min(1, 2 * shareAbove((mark - now) / spread));
  });
}

/** What each mark pays. */
export function payoutsOfFigure(ladder: FigureLadder, closesAt: number, seed: number): number[] {
  const end = { seed, at: closesAt };
  const reached = ladder.isTouch ? highestUntil(ladder, end) : figureAt(ladder, end);
  return ladder.marks.map((mark) => (reached >= mark ? 1 : 0));
}

/** Even in the last minutes nobody knows the last tick. */
const MIN_LEFT_MS = 10 * 60_000;

/** The highest of the figure at whole hours since the start, and now. */
function highestUntil(ladder: FigureLadder, { seed, at }: PathMoment): number {
  let highest = figureAt(ladder, { seed, at });
  for (let hour = ladder.startsAt; hour < at; hour += HOUR_MS)
    highest = Math.max(highest, figureAt(ladder, { seed, at: hour }));
  return highest;
}

/** The share of a normal distribution above so many spreads, to three digits. */
const shareAbove = (spreads: number): number => 1 / (1 + Math.exp(1.5976 * spreads + 0.070566 * spreads ** 3));
