import cron from "node-cron";
import { MINUTE_MS } from "../clock.ts";

/** A time that passed while the thread was busy or the machine asleep is made up for within a day. */
const MAX_LATE_MINUTES = 24 * 60;

/**
 * Tells at each look whether a time of the cron expression (five fields, UTC) has come since the last look. It looks
 * itself in place of the library's timers: they walk over every slot of a forward jump and wait out a step back.
 */
export function createCronTimes(expression: string, now: number): (now: number) => boolean {
  const task = cron.createTask(expression, () => undefined, { timezone: "UTC" });
  let lookedAt = minuteOf(now);
  return (at) => {
    const minute = minuteOf(at);
    const from = Math.max(lookedAt + 1, minute - MAX_LATE_MINUTES + 1);
    lookedAt = minute;
    for (let one = from; one <= minute; one++) if (task.match(new Date(one * MINUTE_MS))) return true;
    return false;
  };
}

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);
