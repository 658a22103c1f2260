import { type DayOfPasses, PASS_DAYS, type PlatformReads } from "../domain/freshness.ts";
import { judgeOddities, type Oddity } from "../domain/oddities.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { sizeOf } from "./database/files.ts";
import { readSchemaVersion } from "./database/migrations.ts";
import { findOddities } from "./database/properties.ts";
import { type MatchAudit, readAudit } from "./matching/reviews.ts";
import { findLatestRun, LISTING_KINDS, RUN_KINDS, type Run, type RunKind, readPlatformReads } from "./runs.ts";
import { findBookRefusal } from "./spreads/books.ts";

/** How ingest of one platform stands. Times are epoch milliseconds. */
export interface SourceStatus extends PlatformReads {
  readonly platform: string;
  readonly lastAttemptAt: number | null;
  /** What went wrong in the latest pass, never an address. Null when nothing did. */
  readonly lastError: string | null;
  /** When the first full pass since the last success began; null after a success. Passes are known for a week. */
  readonly failingSince: number | null;
  /** Records of the latest full pass that could not become markets. */
  readonly rejected: number;
  /** Why, the most frequent reason first. */
  readonly rejectedReasons: readonly RejectedReason[];
  readonly markets: number;
  readonly openMarkets: number;
  readonly nextRunAt: number | null;
  readonly lane: LaneStatus;
  /** When it last refused its order books without a key; null where it never did. */
  readonly booksRefusedAt: number | null;
  /** What of the latest full pass is seldom so; empty before the first. */
  readonly oddities: readonly Oddity[];
}

/** The markets whose prices are asked for every few seconds. */
interface LaneStatus {
  readonly markets: number;
  /** When the oldest of their quotes was read; null without markets. */
  readonly oldestAt: number | null;
}

export interface PassDay extends DayOfPasses {
  readonly platform: string;
}

export interface RejectedReason {
  readonly reason: string;
  readonly count: number;
  /** Ids of the first few records, as far as they have one. */
  readonly ids: readonly string[];
}

/** A pass as it was recorded. */
export type PastRun = Omit<Run, "platform">;

/** How passes over the platforms ended on each of the last PASS_DAYS days with one, the last of them `today`. */
export const listPassDays = (db: Db, platforms: readonly string[], today: number): readonly PassDay[] =>
  platforms.flatMap((platform) =>
    prepare(db, "runs", "listDays").all({ platform, from: today - PASS_DAYS + 1, to: today }),
  );

/** The newest passes over a platform, of each kind at most `limit`, the newest first. */
export const listPasses = (db: Db, platform: string, limit: number): readonly PastRun[] =>
  consistently(db, () =>
    RUN_KINDS.flatMap((kind) => prepare(db, "runs", "listNewest").all({ platform, kind, limit }))
      .map((row) => ({ ...row, rejections: JSON.parse(row.rejections) as Run["rejections"] }))
      .toSorted((a, b) => b.startedAt - a.startedAt),
  );

/** When each platform was read, in their order. */
export const listReads = (db: Db, platforms: readonly string[]) =>
  consistently(db, () => platforms.map((platform) => ({ platform, ...readPlatformReads(db, platform) })));

/** Pairs of markets that ask the same question. */
export const countMatches = (db: Db): number => prepare(db, "matches", "countMatches").pluck().get();

/** How many of these pairs the operator found right and wrong. */
export const auditMatches = (db: Db): MatchAudit => consistently(db, () => readAudit(db));

/** The state of the given platforms, in their order, and of the database. Its file is asked for its size by name, never opened. */
export const listSources = (db: Db, platforms: readonly string[]) =>
  consistently(db, () => ({
    sources: platforms.map((platform) => readSourceStatus(db, platform)),
    database: {
      ...prepare(db, "runs", "countAll").get(),
      schemaVersion: readSchemaVersion(db),
      sizeBytes: sizeOf(db.name),
      walBytes: sizeOf(`${db.name}-wal`),
    },
  }));

/** How ingest of a platform stands. The caller holds the transaction. */
export function readSourceStatus(db: Db, platform: string): SourceStatus {
  const runsOf = (kinds: readonly RunKind[]) => kinds.flatMap((kind) => findLatestRun(db, platform, kind) ?? []);
  const runs = runsOf(RUN_KINDS);
  const listings = runsOf(LISTING_KINDS);
  const reads = readPlatformReads(db, platform);
  const { markets, oldestAt } = prepare(db, "lane", "summarize").get({ platform });
  const counted = findOddities(db, platform);
  return {
    platform,
    ...reads,
    lastAttemptAt: maxOf(runs.map(({ startedAt }) => startedAt)),
    lastError: runs.find(({ error }) => error !== null)?.error ?? null,
    failingSince: prepare(db, "runs", "failingSince").pluck().get({ platform }),
    rejected: listings[0]?.rejected ?? 0,
    rejectedReasons: prepare(db, "runs", "listRejections").all({ platform }).map(toRejectedReason),
    ...prepare(db, "runs", "countMarkets").get({ platform }),
    nextRunAt: runs.length === 0 ? null : Math.min(...runs.map(({ nextAt }) => nextAt)),
    // A pass reads them too.
    lane: { markets, oldestAt: oldestAt === null ? null : Math.max(oldestAt, reads.lastSuccessAt ?? 0) || null },
    booksRefusedAt: findBookRefusal(db, platform),
    oddities: counted === null ? [] : judgeOddities(platform, counted),
  };
}

const toRejectedReason = ({ ids, ...rest }: SqlRow<"runs", "listRejections">): RejectedReason => ({
  ...rest,
  ids: JSON.parse(ids),
});

const maxOf = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.max(...times));
