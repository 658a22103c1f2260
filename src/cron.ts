import cron, { type ScheduledTask } from "node-cron";
import { type Clock, DAY_MS } from "./clock.ts";

/** Whether a text is a cron expression: minute hour day month weekday, with seconds before them where there are six fields. */
export const isCron = (text: string): boolean => cron.validate(text);

/** Longer than from one 29 February to the next. */
const MAX_DAYS = 9 * 366;

/** The first time of the expression after `after`, by UTC; Infinity where there is none. */
export function nextTime(expression: string, after: number): number {
  const { task, timesOfDay } = parse(expression);
  const today = Math.floor(after / DAY_MS);
  for (let day = today; day < today + MAX_DAYS; day++) {
    const midnight = day * DAY_MS;
    if (!task.match(new Date(midnight + (timesOfDay[0] ?? 0)))) continue;
    const time = timesOfDay.find((ms) => midnight + ms > after);
    if (time !== undefined) return midnight + time;
  }
  return Number.POSITIVE_INFINITY;
}

/** The shorter of the next two gaps between times of the expression. */
export function gapAt(expression: string, at: number): number {
  const first = nextTime(expression, at);
  const second = nextTime(expression, first);
  return Math.min(second - first, nextTime(expression, second) - second);
}

/** What is missed for longer, as by a machine that slept, is not made up for. */
const MAX_LATE_MS = DAY_MS;

/**
 * Tells at each look whether a time of the expression has come since the last look. It looks itself in place of the library's
 * timers, which walk over every time of a forward jump and wait out a step back. A time that comes twice, since the clock was
 * set back, counts again only once half a gap has passed.
 */
export function createCronTimes(expression: string, clock: Clock): () => boolean {
  let lookedAt = clock.now();
  let nextAt = nextTime(expression, lookedAt);
  let last = { time: Number.NEGATIVE_INFINITY, elapsed: 0, gap: 0 };
  return () => {
    const now = clock.now();
    if (now < lookedAt) nextAt = nextTime(expression, now);
    lookedAt = now;
    if (now < nextAt) return false;
    const time = nextTime(expression, Math.max(nextAt - 1, now - MAX_LATE_MS));
    nextAt = nextTime(expression, now);
    const isRepeated = time <= last.time && clock.elapsed() - last.elapsed < last.gap / 2;
    if (time > now || isRepeated) return false;
    last = { time, elapsed: clock.elapsed(), gap: gapAt(expression, time) };
    return true;
  };
}

interface ParsedExpression {
  readonly task: ScheduledTask;
  /** Milliseconds since midnight, ascending. */
  readonly timesOfDay: readonly number[];
}

const parsed = new Map<string, ParsedExpression>();

function parse(expression: string): ParsedExpression {
  const known = parsed.get(expression);
  if (known !== undefined) return known;
  const { hour, minute, second } = cron.parse(expression);
  const timesOfDay = hour.flatMap((h) => minute.flatMap((m) => second.map((s) => ((h * 60 + m) * 60 + s) * 1000)));
  const task = cron.createTask(expression, () => undefined, { timezone: "UTC" });
  const made = { task, timesOfDay: timesOfDay.toSorted((a, b) => a - b) };
  parsed.set(expression, made);
  return made;
}
