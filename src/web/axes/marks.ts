import { shortDay } from "../page/figures.ts";
import type { PlaceMark } from "./frame.ts";

/** Round amounts from 0 up to at least `highest`, which is above 0; 3 to 6 of them, or with more steps as many. */
export function marksUpTo(highest: number, maxSteps = 5): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => highest / size <= maxSteps) ?? power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds from one mark to the next. */
const STEPS = [HOUR / 4, HOUR, 3 * HOUR, 6 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];
/** More do not fit on a phone. */
const MAX_MARKS = 5;

/** Full hours or days (UTC) between two times in epoch seconds, at most five. */
export function timeMarks(from: number, to: number): readonly PlaceMark[] {
  const step = STEPS.find((seconds) => (to - from) / seconds <= MAX_MARKS) ?? to - from;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
    .map((at) => ({ percent: ((at - from) / (to - from)) * 100, text: step < DAY ? timeOf(at) : shortDay(at * 1000) }))
    .slice(0, MAX_MARKS);
}

/** "18:00"; at midnight the day. */
const timeOf = (at: number): string =>
  at % DAY === 0 ? shortDay(at * 1000) : new Date(at * 1000).toISOString().slice(11, 16);
