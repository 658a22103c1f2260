import { dayOf } from "../clock.ts";
import type { Context, MirrorFigures, PassUnderWay } from "../context.ts";
import { refusedUntil } from "../domain/books.ts";
import { ageOf, freshnessOf, PASS_DAYS, serviceStatusOf, successPercent } from "../domain/freshness.ts";
import { MATCHING_STAGES } from "../domain/matching/under-way.ts";
import { ODDITY_KINDS, type Oddity } from "../domain/oddities.ts";
import { getPlatform } from "../domain/platforms.ts";
import { AppError } from "../errors.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { date, percent, platformSchema, writerSchema } from "../http/value-schemas.ts";
import type { CopyStatus, CopyTrouble } from "../store/database/copy.ts";
import type { PassDay, RejectedReason, SourceStatus } from "../store/sources.ts";
import { VERSION } from "../version.ts";

const bandSchema = s.named(
  "MatchBand",
  s.object({
    from: s.number("Match scores from here. A score is the probability that both ask the same question.", 0.8, {
      minimum: 0,
      maximum: 1,
    }),
    to: s.number("To below here; 1 is included.", 0.9, { minimum: 0, maximum: 1 }),
    right: s.integer("Matches that the operator confirmed.", 106),
    wrong: s.integer("Matches that the operator rejected, or confirmed with the other relation.", 14),
    undecided: s.integer("Matches that the operator has not decided.", 820),
  }),
);

const matchAuditSchema = s.named(
  "MatchAudit",
  s.object({
    bands: s.arrayOf(
      bandSchema,
      "Matches by their score; decided ones by the score they had then. The last row is all.",
    ),
    missed: s.integer("Pairs that the operator confirmed although they were no match.", 3),
    compared: s.integer("Questions that resolved yes or no on two platforms or more.", 1_204),
    disagreed: s.integer(
      "Those of them that resolved differently: a wrong match, or platforms that read it in two ways.",
      6,
    ),
    under_way: s.nullable(
      s.about(
        s.object({
          stage: s.oneOf(MATCHING_STAGES, "Markets are read, then compared, then the best of their pairs are chosen."),
          done: s.integer("Markets that this stage has done.", 1_200),
          total: s.integer("Markets that it has in all.", 26_133),
        }),
        "Matching of many markets, as after a first pass: until it ends, questions and spreads are missing. Null otherwise.",
      ),
    ),
  }),
);

const rejectedReasonSchema = s.noun<RejectedReason>()({
  reason: s.string(
    "not_binary: not a yes/no market, such as a poll or a combination; malformed: no readable id, title or event; archived: hidden by the platform.",
    "not_binary",
  ),
  count: s.integer("Records skipped for it.", 12),
  ids: s.arrayOf(
    s.string("", "KXFED-27JAN-POLL"),
    "Ids of the first few of them on their platform, as far as they have one.",
  ),
});

const odditySchema = s.noun<Oddity>("Oddity")(
  {
    kind: s.oneOf(
      ODDITY_KINDS,
      "closed_without_outcome: read as closed, outcome unknown; traded_but_closed: the same of those traded " +
        "within a day; past_end: open after the end that the platform states; halted: open without trading; " +
        "unopened: no market yet; fee_unknown: open, without a fee of its own; half_without_book: open at 0.5 " +
        "without bid and ask.",
    ),
    count: s.integer("Rows that are so.", 24),
    of: s.integer("Rows that could be.", 8_450),
    percent: percent("Their share in percent.", 0.3),
    usual_percent: percent("At most so much is usual for the platform.", 10),
    unusual: s.boolean("Whether it is more than that, and ten rows at least.", false),
  },
  { unusual: ({ isUnusual }) => isUnusual },
);

/** A platform with what is known of it now. */
interface SourceNow extends SourceStatus {
  readonly now: number;
  readonly isPolled: boolean;
  readonly pass: PassUnderWay | undefined;
}

const sourceSchema = s.noun<SourceNow>("Source")(
  {
    platform: platformSchema,
    status: s.oneOf(
      ["live", "stale", "delayed", "unknown"],
      "live: its prices are present ones; stale: three passes were missed, the last failed, or nothing is read " +
        "(--no-ingest); delayed: stale, and last read an hour ago or before; unknown: never read.",
    ),
    last_success_at: s.nullable(s.dateTime("When it was last read.", "2026-11-20T04:08:00.000Z")),
    last_attempt_at: s.nullable(s.dateTime("When it was last tried.", "2026-11-20T04:08:00.000Z")),
    age_seconds: s.nullable(
      s.integer("Seconds since it was last read; null before that, or when the clock is behind the last reading.", 60),
    ),
    markets: s.integer("Markets known of it.", 12_400),
    open_markets: s.integer("Those that are open.", 8_450),
    rejected: s.integer("Records of the latest full pass that were skipped.", 12),
    rejected_reasons: s.arrayOf(rejectedReasonSchema, "Why they were skipped, most frequent first."),
    last_error: s.withExample(s.nullable(s.string("What went wrong last.")), null),
    failing_since: s.withExample(
      s.nullable(
        s.dateTime("When the first of the full passes began that have not succeeded since; null after a success."),
      ),
      null,
    ),
    reading: s.nullable(
      s.about(
        s.noun<PassUnderWay>()(
          {
            since: s.dateTime("When it began.", "2026-11-20T04:08:57.000Z"),
            markets: s.integer("Market records read so far.", 6_200),
          },
          { since: "startedAt" },
        ),
        "The pass under way; null while there is none.",
      ),
    ),
    next_run_at: s.nullable(s.dateTime("When it is read next.", "2026-11-20T04:13:00.000Z")),
    lane: s.about(
      s.noun<SourceNow>()(
        {
          markets: s.integer("Markets whose prices were read this way.", 48),
          oldest_seconds: s.nullable(
            s.integer("Seconds since the oldest of their quotes was read; null without any.", 4),
          ),
        },
        {
          markets: ({ lane }) => lane.markets,
          oldest_seconds: ({ lane, now }) =>
            lane.oldestAt === null ? null : Math.max(0, Math.floor((now - lane.oldestAt) / 1000)),
        },
      ),
      "Markets of open pages and of the best spreads: their prices are read every few seconds.",
    ),
    books_refused_until: s.withExample(
      s.nullable(
        s.dateTime(
          "Until when it is not asked for order books, which it refused without a key; null while it gives them.",
        ),
      ),
      null,
    ),
    oddities: s.arrayOf(
      odditySchema,
      "What of the latest full pass is seldom so; many rows of one kind mean that the platform is misread. Empty before the first pass.",
    ),
    attribution: s.string("Where its data comes from.", "Data from Kalshi's public API."),
  },
  {
    status: (source) => freshnessOf(source, source.now, source.isPolled),
    age_seconds: (source) => toSeconds(ageOf(source.lastSuccessAt, source.now)),
    reading: ({ pass }) => pass ?? null,
    lane: (source) => source,
    books_refused_until: ({ booksRefusedAt, now }) => refusedUntil(booksRefusedAt, now),
    attribution: ({ platform }) => getPlatform(platform).attribution,
  },
);

const passDaySchema = s.noun<PassDay>("PassDay")(
  {
    platform: platformSchema,
    date: date("The day, UTC.", "2026-11-20"),
    passes: s.integer("Passes that ended on it.", 1_440),
    succeeded: s.integer("Those that succeeded.", 1_436),
    succeeded_percent: percent("Their share in percent, rounded down to one place.", 99.7),
  },
  { date: "day", succeeded_percent: (day) => successPercent(day) ?? 0 },
);

/** The seconds from 1970 to the end of the year 9999. */
const MAX_STEP_SECONDS = 253_402_300_799;

const COPY_TROUBLES = ["no_answer", "no_replica", "failing"] as const satisfies readonly CopyTrouble[];

/** no_answer: it does not run; no_replica: its first copy is not complete; failing: it cannot read what is written. */
const copySchema = s.about(
  s.noun<CopyStatus>()(
    {
      behind_seconds: s.nullable(s.integer("At most; null if unknown.", 2)),
      error: s.withExample(s.nullable(s.oneOf(COPY_TROUBLES, "Why Litestream copies nothing.")), null),
    },
    { behind_seconds: ({ behindSeconds }) => behindSeconds ?? null, error: ({ trouble }) => trouble ?? null },
  ),
  "The copy by Litestream.",
);

const mirrorSchema = s.noun<MirrorFigures>()(
  {
    state: s.oneOf(
      ["copying", "following", "waiting"],
      "copying: the first copy, or one after changes were lost; following: each change is brought over; waiting: PostgreSQL is not reached.",
    ),
    lag_seconds: s.nullable(s.integer("How old what the mirror shows is; null before its first copy is complete.", 1)),
  },
  { lag_seconds: ({ lagSeconds }) => (lagSeconds === undefined ? null : Math.floor(lagSeconds)) },
);

const clockStepSchema = s.named(
  "ClockStep",
  s.about(
    s.noun<NonNullable<FoundStatus["clockStep"]>>()(
      {
        at: s.dateTime("The time after it.", "2026-11-20T03:08:00.000Z"),
        seconds: s.integer("By how much; negative where it was set back.", -3600, { minimum: -MAX_STEP_SECONDS }),
      },
      { seconds: ({ ms }) => Math.round(ms / 1000) },
    ),
    "The last time within a day that this machine's clock was set by a minute or more, or that it woke from sleep.",
  ),
);

type FoundStatus = Awaited<ReturnType<typeof readStatus>>;

/** What the API adds of the context. */
interface StatusNow extends Omit<FoundStatus, "sources" | "database">, Readonly<FoundStatus["database"]> {
  readonly sources: readonly SourceNow[];
  readonly copy: CopyStatus | null;
  readonly mirror: MirrorFigures | null;
  readonly primaryUrl: string | null;
}

export const statusSchema = s.noun<StatusNow>("Status")(
  {
    status: s.oneOf(["ok", "degraded", "starting"], "ok while all platforms are live; starting until each was tried."),
    version: s.string("Of the program.", VERSION),
    uptime_seconds: s.integer("Seconds since it was started.", 86_400),
    markets: s.integer("Markets stored.", 31_200),
    events: s.integer("Events stored.", 9_800),
    clock_step: s.withExample(s.nullable(clockStepSchema), null),
    primary_url: s.withExample(s.nullable(s.string("The primary of a standby.")), null),
    sources: s.arrayOf(sourceSchema, "The platforms that are on."),
    passes: s.arrayOf(
      passDaySchema,
      `How passes over each platform ended on the last ${PASS_DAYS} UTC days, by platform and day. A day without a pass is left out.`,
    ),
    database: s.noun<StatusNow>()(
      {
        size_bytes: s.integer("Size of the database.", 104_857_600),
        schema_version: s.integer("Version of its schema.", 1),
        wal_bytes: s.integer("Size of its write-ahead log.", 4_194_304),
        error: s.withExample(
          s.nullable(
            s.string(
              "Why it cannot be written, such as disk_full, or writer_unresponsive while the writer does not answer; null while it can.",
            ),
          ),
          null,
        ),
        copy: s.withExample(s.nullable(copySchema), null),
        mirror: s.withExample(
          s.nullable(s.about(mirrorSchema, "The mirror in PostgreSQL that the service keeps.")),
          null,
        ),
      },
      { error: ({ trouble }) => trouble ?? null },
    ),
    matching: matchAuditSchema,
  },
  {
    version: () => VERSION,
    uptime_seconds: ({ now, startedAt }) => Math.floor((now - startedAt) / 1000),
    clock_step: ({ clockStep }) => clockStep ?? null,
    passes: "passDays",
    database: (row) => row,
  },
);

export const statusRoutes = () => [
  endpoint({
    path: "/api/v1/status",
    summary: "Health of the service and freshness of its data",
    operationId: "getStatus",
    tag: "service",
    tier: "free",
    response: statusSchema,
    async handler(context) {
      const { config, copy, mirror, passes } = context;
      const { database, ...found } = await readStatus(context);
      const sources = found.sources.map((source) => ({
        ...{ ...source, now: found.now, isPolled: config.ingests },
        pass: passes.find(source.platform),
      }));
      return {
        data: {
          ...{ ...found, ...database, sources },
          copy: copy?.status() ?? null,
          mirror: mirror?.figures(found.now) ?? null,
          primaryUrl: config.isReadOnly ? (config.primaryUrl ?? null) : null,
        },
      };
    },
  }),
];

const toSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.floor(ms / 1000));

/** The state of the service, its sources and its database, as the API and the page show it. */
export async function readStatus({ store, clock, config, readiness, passes }: Context) {
  const now = clock.now();
  const { trouble, clockStep } = readiness.check();
  const { sources, database } = await store.sources.list(config.platforms);
  const passDays = await store.sources.listPassDays(config.platforms, dayOf(now));
  // Comparing questions reads many pages of the database, and may meet the damaged one.
  const { compared, disagreed } =
    trouble === "damaged"
      ? { compared: 0, disagreed: 0 }
      : await store.accuracy.listDisagreements({ platforms: config.platforms }, { limit: 0 });
  const matching = { ...(await store.sources.auditMatches()), compared, disagreed, under_way: passes.matching() };
  const status = trouble === undefined ? serviceStatusOf(sources, now, config.ingests) : "degraded";
  // In whole seconds, so that readings of two clocks give the same moment each time.
  const startedAt = Math.floor((now - clock.elapsed()) / 1000) * 1000;
  return { now, status, trouble, clockStep, sources, passDays, database, matching, startedAt };
}

const healthSchema = s.named("Health", s.object({ status: s.always("ok") }));

const readySchema = s.named("Ready", s.object({ status: s.always("ready"), writer: writerSchema }));

export const healthRoutes = () => [
  endpoint({
    path: "/healthz",
    summary: "Whether the process is alive",
    operationId: "getHealth",
    tag: "service",
    tier: "open",
    response: healthSchema,
    isBare: true,
    handler: () => ({ body: { status: "ok" } }),
  }),
  endpoint({
    path: "/readyz",
    summary: "Whether market data can be read",
    operationId: "getReadiness",
    tag: "service",
    tier: "open",
    response: readySchema,
    isBare: true,
    errors: ["starting", "unavailable"],
    handler({ readiness }) {
      const { isReady, writer, trouble, reason } = readiness.check();
      if (isReady) return { body: { status: "ready", writer } };
      if (trouble === "damaged") throw new AppError("unavailable", reason ?? trouble, { details: { writer } });
      throw new AppError("starting", reason ?? "the service is starting; ask again soon", {
        details: { writer },
        headers: { "Retry-After": "2" },
      });
    },
  }),
];
