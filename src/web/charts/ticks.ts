import { stamp } from "../page/figures.ts";

/** The lowest and the highest value of an axis. */
export type AxisRange = readonly [low: number, high: number];

/** A mark of an axis: where it is, from 0 to 1, and its text. */
export interface Tick {
  readonly share: number;
  readonly text: string;
}

const DAY_SECONDS = 86_400;
const TIME_STEPS = [
  300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 604_800, 1_209_600, 2_592_000,
  7_776_000, 31_536_000,
];
/** Texts nearer to an end of the axis would be cut. */
const END_SHARE = 0.04;

/** Round times between two moments (epoch seconds), at most `count`. */
export function timeTicks(from: number, to: number, count = 7): readonly Tick[] {
  const step = TIME_STEPS.find((one) => (to - from) / one <= count) ?? Math.ceil((to - from) / count);
  return multiples([from, to], step)
    .map((at) => ({ share: (at - from) / (to - from), text: timeText(at, step) }))
    .filter(({ share }) => share > END_SHARE && share < 1 - END_SHARE);
}

/** "14:00", or "21 Nov" for a whole day. */
function timeText(at: number, step: number): string {
  const [day = "", time = ""] = stamp(at * 1000).split(", ");
  if (step < DAY_SECONDS && at % DAY_SECONDS !== 0) return time;
  const [date, month, year] = day.split(" ");
  return step > 2_592_000 ? `${month} ${year}` : `${date} ${month}`;
}

/** Round values between the ends of an axis, at most `count`. */
export function valueTicks(range: AxisRange, format: (value: number) => string, count = 5): readonly Tick[] {
  const [low, high] = range;
  const step = roundStep((high - low) / count);
  return multiples(range, step).map((value) => ({ share: (value - low) / (high - low), text: format(value) }));
}

/** 1, 2 or 5 times a power of ten, at least `size`. */
export function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5].find((one) => one * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function multiples([low, high]: AxisRange, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
