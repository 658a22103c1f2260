import { toIso, toIsoOrNull } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { toDate } from "../../domain/calendar.ts";
import { ageOf, freshnessOf, successPercent } from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { endpoint } from "../../http/endpoint.ts";
import type { PassUnderWay } from "../../passes.ts";
import type { PassDay, SourceStatus } from "../../store/sources.ts";
import { VERSION } from "../../version.ts";
import { readStatus } from "./read.ts";
import { statusSchema } from "./schema.ts";

export const statusRoutes = () => [
  endpoint({
    method: "GET",
    path: "/api/v1/status",
    summary: "Health of the service and freshness of its data",
    operationId: "getStatus",
    tag: "service",
    tier: "free",
    cache: "never",
    parameters: {},
    response: statusSchema,
    async handler(context) {
      const { now, status, trouble, clockStep, sources, passDays, database, matching, uptimeMs } =
        await readStatus(context);
      return {
        data: {
          status,
          version: VERSION,
          uptime_seconds: Math.floor(uptimeMs / 1000),
          markets: database.markets,
          events: database.events,
          clock_step:
            clockStep === undefined ? null : { at: toIso(clockStep.at), seconds: Math.round(clockStep.ms / 1000) },
          sources: sources.map((source) => toSource(context, source, now)),
          passes: passDays.map(toPassDay),
          database: {
            size_bytes: database.sizeBytes,
            schema_version: database.schemaVersion,
            wal_bytes: database.walBytes,
            error: trouble ?? null,
          },
          matching,
        },
      };
    },
  }),
];

const toPassDay = ({ platform, day, passes, succeeded }: PassDay) => ({
  platform,
  date: toDate(day),
  passes,
  succeeded,
  succeeded_percent: successPercent({ passes, succeeded }) ?? 0,
});

function toReading(pass: PassUnderWay | undefined) {
  return pass === undefined ? null : { since: toIso(pass.startedAt), markets: pass.markets };
}

function toSource({ passes }: Context, source: SourceStatus, now: number) {
  return {
    platform: source.platform,
    status: freshnessOf(source, now),
    last_success_at: toIsoOrNull(source.lastSuccessAt),
    last_attempt_at: toIsoOrNull(source.lastAttemptAt),
    age_seconds: toSeconds(ageOf(source, now)),
    markets: source.markets,
    open_markets: source.openMarkets,
    rejected: source.rejected,
    rejected_reasons: source.rejectedReasons,
    last_error: source.lastError,
    failing_since: toIsoOrNull(source.failingSince),
    reading: toReading(passes.find(source.platform)),
    next_run_at: toIsoOrNull(source.nextRunAt),
    lane: {
      markets: source.lane.markets,
      oldest_seconds:
        source.lane.oldestAt === null ? null : Math.max(0, Math.floor((now - source.lane.oldestAt) / 1000)),
    },
    attribution: getPlatform(source.platform).attribution,
  };
}

const toSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.floor(ms / 1000));
