import { dayOf } from "../domain/calendar.ts";
import type { PlatformReads } from "../domain/freshness.ts";
import { type Db, prepare } from "./database/db.ts";

/** A full pass reads the whole open listing, an active one what changed lately, a resolved one recent resolutions. */
export const RUN_KINDS = ["full", "active", "resolved"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Passes that show what a platform lists now; what an active one does not list has not changed. */
export const LISTING_KINDS = ["full", "active"] as const;

/** What one pass did. Times are epoch milliseconds. */
export interface Run {
  readonly platform: string;
  readonly kind: RunKind;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** `held`: what the platform sent was not believed. */
  readonly status: "ok" | "failed" | "held";
  readonly pages: number;
  /** Market records read. */
  readonly markets: number;
  readonly inserted: number;
  readonly changed: number;
  /** Closed because the platform's listing lacks them. */
  readonly missing: number;
  readonly rejected: number;
  /** By reason: how many, and the first few ids. */
  readonly rejections: Readonly<Record<string, { count: number; ids: string[] }>>;
  /** Why it failed, never an address; of a success, what had to be asked for again, else null. */
  readonly error: string | null;
  /** Which host failed, for the log alone. */
  readonly host?: string;
  /** When the next pass of this kind is due. */
  readonly nextAt: number;
}

/** The log of passes, from which all of ingest's state is read. */
export type Runs = ReturnType<typeof openRuns>;

interface RunsLog {
  add(type: "source", platforms: readonly string[]): void;
}

export function openRuns(db: Db, changes: RunsLog) {
  const insert = prepare(db, "runs", "insert");
  const latest = prepare(db, "runs", "latest");
  const latestOk = prepare(db, "runs", "latestOk");
  const failures = prepare(db, "runs", "failuresInARow").pluck();
  const heldSince = prepare(db, "runs", "heldSince").pluck();
  const shift = prepare(db, "runs", "shift");
  const deleteOld = prepare(db, "runs", "deleteOld");
  const countDay = prepare(db, "runs", "countDay");
  const deleteOldDays = prepare(db, "runs", "deleteOldDays");
  return {
    insert(run: Run): void {
      const { host: _, ...stored } = run;
      insert.run({ ...stored, rejections: JSON.stringify(run.rejections) });
      countDay.run({ platform: run.platform, day: dayOf(run.finishedAt), succeeded: run.status === "ok" ? 1 : 0 });
      changes.add("source", [run.platform]);
    },
    findLatest: (platform: string, kind: RunKind) => latest.get({ platform, kind }),
    findLatestOk: (platform: string, kind: RunKind) => latestOk.get({ platform, kind }),
    /** How many passes of the kind have not succeeded since the last that did. */
    countFailures: (platform: string, kind: RunKind): number => Number(failures.get({ platform, kind })),
    /** Since when passes of the kind have been held with that code; undefined when none was since the last success. */
    findHeldSince: (platform: string, kind: RunKind, code: string) =>
      heldSince.get({ platform, kind, code }) ?? undefined,
    /** Moves the dates of passes that ended at `since` or later. */
    shift: (ms: number, since: number): void => void shift.run({ ms, since }),
    /** Gives how many. */
    deleteOld: (before: number): number => deleteOld.run({ before }).changes,
    /** Deletes counts of days before `day`. */
    deleteOldDays: (day: number): number => deleteOldDays.run({ before: day }).changes,
  };
}

/** Reads when a platform was read, and how often it is. The caller holds the transaction. */
export function openPlatformReads(db: Db): (platform: string) => PlatformReads {
  const reads = prepare(db, "runs", "reads");
  const kinds = JSON.stringify(LISTING_KINDS);
  return (platform) => {
    const { rhythmMs, ...times } = reads.get({ platform, kinds });
    return { ...times, rhythmMs: rhythmMs ?? Number.POSITIVE_INFINITY };
  };
}
