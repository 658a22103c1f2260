import { toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import { getPlan } from "../domain/accounts/plans.ts";
import { dayOf, firstDayOfNextMonth, startOfDay } from "../domain/calendar.ts";
import { endpoint } from "../http/endpoint.ts";
import { wholeNumber, withDefault } from "../http/parameters.ts";
import { keyOf } from "../http/route.ts";
import {
  arrayOf,
  dateTime,
  integer,
  named,
  noun,
  nullable,
  object,
  publisher,
  string,
  type ValueOf,
  withExample,
} from "../http/schema.ts";
import { rowKind, tableOf } from "../http/tables/table.ts";
import { date, tierSchema } from "../http/value-schemas.ts";

const figures = (used: number, limit: number | null) => ({
  used: integer("Requests made.", used),
  limit: withExample(nullable(integer("Requests allowed; null is unlimited.")), limit),
  remaining: withExample(nullable(integer("Requests left; null when unlimited.")), limit && limit - used),
});

const resetsAt = (example: string) => dateTime("When the count starts again at 0.", example);

const { perMinute, perDay, perMonth } = getPlan("pro");
const USED_TODAY = 412;

const dayOfUseSchema = noun<{ readonly day: number; readonly requests: number }>()(
  { date: date("The day, UTC.", "2026-11-20"), requests: integer("Requests made that day.", USED_TODAY) },
  { date: "day" },
);
const toDayOfUse = publisher(dayOfUseSchema);

const usageSchema = named(
  "Usage",
  object({
    key_id: string("The key that asks.", "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11", { format: "uuid" }),
    tier: withExample(tierSchema, "pro"),
    minute: object(figures(12, perMinute)),
    day: object({ ...figures(USED_TODAY, perDay), resets_at: resetsAt("2026-11-21T00:00:00.000Z") }),
    month: object({ ...figures(6_180, perMonth), resets_at: resetsAt("2026-12-01T00:00:00.000Z") }),
    daily: arrayOf(dayOfUseSchema, "The days asked for, oldest first."),
  }),
);

export const usageRoutes = () => [
  endpoint({
    path: "/api/v1/usage",
    summary: "Request counts of the calling key",
    description:
      "A key on a paid plan shares its limits with no other. Account actions, such as this one, do not count.",
    operationId: "getUsage",
    tag: "account",
    tier: "pro",
    parameters: {
      days: withDefault(wholeNumber({ description: "How many days to list, today included.", min: 1, max: 90 }), 30),
    },
    response: usageSchema,
    table: tableOf("usage", rowKind(dayOfUseSchema), ({ daily }: ValueOf<typeof usageSchema>) => daily),
    async handler(context, { days }, caller) {
      const { access, clock } = context;
      const key = keyOf(caller);
      const now = clock.running();
      const today = dayOf(now);
      const { minute, day, month } = access.counters.used(key, now);
      const { perMinute, perDay, perMonth } = key.limits;
      const daily = await listDailyUse(context, key.id, days);
      return {
        data: {
          key_id: key.id,
          tier: key.tier,
          minute: toFigures(minute, perMinute),
          day: { ...toFigures(day, perDay), resets_at: toIso(startOfDay(today + 1)) },
          month: { ...toFigures(month, perMonth), resets_at: toIso(startOfDay(firstDayOfNextMonth(today))) },
          daily: daily.map(toDayOfUse),
        },
      };
    },
  }),
];

/** Without a limit, it and what remains are null. */
const toFigures = (used: number, limit: number | null) => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

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
