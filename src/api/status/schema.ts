import { PASS_DAYS } from "../../domain/freshness.ts";
import {
  about,
  arrayOf,
  dateTime,
  integer,
  named,
  nullable,
  number,
  object,
  oneOf,
  string,
} from "../../http/schema.ts";
import { platformSchema } from "../../http/value-schemas.ts";
import { matchAuditSchema } from "./matching.ts";

const rejectedReasonSchema = object({
  reason: string({
    description:
      "not_binary: not a yes/no market, such as a poll or a combination; malformed: no readable id, title or event; archived: hidden by the platform.",
    example: "not_binary",
  }),
  count: integer({ description: "Records skipped for it.", example: 12 }),
  ids: arrayOf(string({ example: "KXFED-27JAN-POLL" }), {
    description: "Ids of the first few of them on their platform, as far as they have one.",
  }),
});

export const sourceSchema = named(
  "Source",
  object({
    platform: platformSchema,
    status: oneOf(
      ["live", "stale", "delayed", "unknown"],
      "live: read within 10 minutes; stale: within 60, or its last pass failed; delayed: before; unknown: never.",
    ),
    last_success_at: nullable(dateTime("When it was last read.", "2026-11-20T04:08:00.000Z")),
    last_attempt_at: nullable(dateTime("When it was last tried.", "2026-11-20T04:08:00.000Z")),
    age_seconds: nullable(
      integer({
        description: "Seconds since it was last read; null before that, or when the clock is behind the last reading.",
        example: 60,
      }),
    ),
    markets: integer({ description: "Markets known of it.", example: 12_400 }),
    open_markets: integer({ description: "Those that are open.", example: 8_450 }),
    rejected: integer({ description: "Records of the latest full pass that were skipped.", example: 12 }),
    rejected_reasons: arrayOf(rejectedReasonSchema, { description: "Why they were skipped, most frequent first." }),
    last_error: nullable(
      string({ description: "What went wrong last, and at which host.", example: "cannot resolve api.example.com" }),
    ),
    failing_since: nullable(
      dateTime("When the first of the full passes began that have not succeeded since; null after a success."),
    ),
    reading: nullable(
      about(
        object({
          since: dateTime("When it began.", "2026-11-20T04:09:00.000Z"),
          markets: integer({ description: "Market records read so far.", example: 6_200 }),
        }),
        "The pass under way; null while there is none.",
      ),
    ),
    next_run_at: nullable(dateTime("When it is read next.", "2026-11-20T04:13:00.000Z")),
    lane: about(
      object({
        markets: integer({ description: "Markets in it.", example: 48 }),
        oldest_seconds: nullable(
          integer({ description: "Seconds since the oldest of their quotes was read; null without any.", example: 4 }),
        ),
      }),
      "Markets of open pages and of the best spreads: their prices are read every few seconds.",
    ),
    attribution: string({ description: "Where its data comes from.", example: "Data from Kalshi's public API." }),
  }),
);

export const passDaySchema = named(
  "PassDay",
  object({
    platform: platformSchema,
    date: string({ description: "The day, UTC.", format: "date", example: "2026-11-20" }),
    passes: integer({ description: "Passes that ended on it.", example: 1_440 }),
    succeeded: integer({ description: "Those that succeeded.", example: 1_436 }),
    succeeded_percent: number({
      description: "Their share in percent, rounded down to one place.",
      minimum: 0,
      maximum: 100,
      example: 99.7,
    }),
  }),
);

/** The seconds from 1970 to the end of the year 9999. */
const MAX_STEP_SECONDS = 253_402_300_799;

const clockStepSchema = named(
  "ClockStep",
  about(
    object({
      at: dateTime("The time after it.", "2026-11-20T03:08:00.000Z"),
      seconds: integer({
        description: "By how much; negative where it was set back.",
        minimum: -MAX_STEP_SECONDS,
        example: -3600,
      }),
    }),
    "The last time within a day that this machine's clock was set by a minute or more, or that it woke from sleep.",
  ),
);

export const statusSchema = named(
  "Status",
  object({
    status: oneOf(["ok", "degraded", "starting"], "ok while all platforms are live; starting until each was tried."),
    version: string({ description: "Of the program.", example: "0.1.0" }),
    uptime_seconds: integer({ description: "Seconds since it was started.", example: 86_400 }),
    markets: integer({ description: "Markets stored.", example: 31_200 }),
    events: integer({ description: "Events stored.", example: 9_800 }),
    clock_step: nullable(clockStepSchema),
    sources: arrayOf(sourceSchema, { description: "The platforms that are on." }),
    passes: arrayOf(passDaySchema, {
      description: `How passes over each platform ended on the last ${PASS_DAYS} UTC days, by platform and day. A day without a pass is left out.`,
    }),
    database: object({
      size_bytes: integer({ description: "Size of the database.", example: 104_857_600 }),
      schema_version: integer({ description: "Version of its schema.", example: 1 }),
      wal_bytes: integer({ description: "Size of its write-ahead log.", example: 4_194_304 }),
      error: nullable(
        string({
          description:
            "Why it cannot be written, such as disk_full, or writer_unresponsive while the writer does not answer; null while it can.",
          example: "disk_full",
        }),
      ),
    }),
    matching: matchAuditSchema,
  }),
);
