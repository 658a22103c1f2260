import type { Context } from "../../context.ts";
import { dayOf } from "../../domain/calendar.ts";

/** The requests of a key on each of the last `days` days (UTC, as days since 1970), today last. */
export async function listDailyUse({ access, clock, store }: Context, keyId: string, days: number) {
  const today = dayOf(clock.running());
  const from = today - days + 1;
  const stored = new Map((await store.usage.list(keyId, from, today)).map((one) => [one.day, one.requests]));
  return Array.from({ length: days }, (_, index) => {
    const day = from + index;
    // Counters in memory are newer than those in the database.
    return { day, requests: access.counters.findDay(keyId, day) ?? stored.get(day) ?? 0 };
  });
}
