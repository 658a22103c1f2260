import type { Context } from "../../context.ts";
import { dayOf } from "../../domain/calendar.ts";
import { serviceStatusOf } from "../../domain/freshness.ts";

/** The state of the service, its sources and its database, as the API and the page show it. */
export async function readStatus({ store, clock, config, readiness }: Context) {
  const now = clock.now();
  const { trouble, clockStep } = readiness.check();
  const { sources, database } = await store.sources.list(config.platforms);
  const passDays = await store.sources.listPassDays(config.platforms, dayOf(now));
  const matching = await store.sources.auditMatches();
  const status = trouble === undefined ? serviceStatusOf(sources, now) : "degraded";
  return { now, status, trouble, clockStep, sources, passDays, database, matching, uptimeMs: process.uptime() * 1000 };
}
