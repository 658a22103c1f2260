import { dayOf } from "../clock.ts";
import type { PlatformReads } from "../domain/freshness.ts";
import { addChanges, type LoggedDb } from "./change-log.ts";
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

// The log of passes, from which all of ingest's state is read. The caller holds the transaction.

export function insertRun(logged: LoggedDb, { host: _, ...run }: Run): void {
  const { db } = logged;
  const { platform, finishedAt, status } = run;
  prepare(db, "runs", "insert").run({ ...run, rejections: JSON.stringify(run.rejections) });
  const succeeded = status === "ok" ? 1 : 0;
  prepare(db, "runs", "countDay").run({ platform, day: dayOf(finishedAt), succeeded });
  addChanges(logged, "source", [platform]);
}

export const findLatestRun = (db: Db, platform: string, kind: RunKind) =>
  prepare(db, "runs", "latest").get({ platform, kind });

export const findLatestOkRun = (db: Db, platform: string, kind: RunKind) =>
  prepare(db, "runs", "latestOk").get({ platform, kind });

/** When a platform was read, and how often it is. */
export function readPlatformReads(db: Db, platform: string): PlatformReads {
  const { rhythmMs, ...times } = prepare(db, "runs", "reads").get({ platform, kinds: JSON_LISTING_KINDS });
  return { ...times, rhythmMs: rhythmMs ?? Number.POSITIVE_INFINITY };
}

const JSON_LISTING_KINDS = JSON.stringify(LISTING_KINDS);
