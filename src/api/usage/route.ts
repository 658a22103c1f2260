import { toIso } from "../../clock.ts";
import { dayOf, firstDayOfNextMonth, startOfDay, toDate } from "../../domain/calendar.ts";
import { endpoint } from "../../http/endpoint.ts";
import { integer, withDefault } from "../../http/parameters.ts";
import { keyOf } from "../../http/route.ts";
import type { ValueOf } from "../../http/schema.ts";
import { rowKind, tableOf } from "../../http/tables/table.ts";
import { listDailyUse } from "./daily.ts";
import { dayOfUseSchema, usageSchema } from "./schema.ts";

export const usageRoutes = () => [
  endpoint({
    method: "GET",
    path: "/api/v1/usage",
    summary: "Request counts of the calling key",
    operationId: "getUsage",
    tag: "account",
    tier: "pro",
    cache: "never",
    parameters: {
      days: withDefault(integer({ description: "How many days to list, today included.", min: 1, max: 90 }), 30),
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
          daily: daily.map((one) => ({ date: toDate(one.day), requests: one.requests })),
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
