import { setImmediate } from "node:timers/promises";
import { type Clock, SECOND_MS } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Catalogue, createGathered, discardGathered, flushGathered } from "../store/catalogue/gathered.ts";
import { type ChangeSignal, forgetStart, lastSeqOf } from "../store/change-log.ts";
import { type Call, type Commands, callCommand } from "../store/commands.ts";
import { openVersioning } from "../store/database/data-version.ts";
import {
  copyWal,
  countFreePages,
  type Db,
  describeTrouble,
  durably,
  immediately,
  pageBytesOf,
  readWal,
  releasePages,
  type Trouble,
  troubleOf,
  tryToTruncateWal,
} from "../store/database/db.ts";
import { savePosition } from "../store/database/properties.ts";
import type { Job, JobCounts } from "./schedule.ts";

/**
 * What a step writes and lasts at most; commands wait for as long. Rows count since most of their cost falls due with the
 * commit.
 */
const STEP = { rows: 400, ms: 12 };

/** The same for a step that fills an empty database. */
const BULK_STEP = { rows: 4000, ms: 120 };

/** On a busy machine, a step with fewer rows than these would mostly write pages that the next one writes again. */
const MIN_STEP_ROWS = 50;

/** How much a step may do. */
export interface TimeBudget {
  /** Notes a written row. */
  spend(): void;
  isSpent(): boolean;
}

/** The read-write connection with everything the writer keeps in it. There is one in a process. */
export type Writing = ReturnType<typeof openWriting>;

interface WritingDeps {
  readonly clock: Pick<Clock, "now" | "worked">;
  readonly health?: Pick<Health, "requireSound" | "failed">;
  readonly checkpoints?: Pick<Checkpoints, "keepUp">;
  /** Raised after each commit that logged changes. */
  readonly signal?: Pick<ChangeSignal, "raise"> | undefined;
  /** Called after each of these, before the next transaction. */
  readonly onCommit?: () => void;
}

export function openWriting(db: Db, deps: WritingDeps) {
  const { clock, health, checkpoints } = deps;
  let turn: Promise<void> = Promise.resolve();
  const versioned = openVersioning(db);
  const catalogue: Catalogue = { db, clock, gathered: createGathered() };
  let toldSeq = lastSeqOf(db);
  const tellOfChanges = (): void => {
    const seq = lastSeqOf(db);
    if (seq === toldSeq) return;
    toldSeq = seq;
    deps.signal?.raise();
    deps.onCommit?.();
  };
  const commit = <T>(work: () => T, isPart: boolean): T => {
    const whole = (): T => {
      const result = work();
      flushGathered(catalogue);
      return result;
    };
    let result: T;
    try {
      result = immediately(db, () => versioned(whole, isPart));
    } catch (error) {
      // The rows are as they were before.
      discardGathered(catalogue.gathered);
      forgetStart(db);
      throw error;
    }
    tellOfChanges();
    return result;
  };
  const run = <T>(work: (budget: TimeBudget) => T, isPart: boolean, limits = STEP): Promise<T> => {
    const mine = turn.then(async () => {
      health?.requireSound();
      const result = commit(() => work(createTimeBudget(limits, clock)), isPart);
      await setImmediate();
      await checkpoints?.keepUp();
      return result;
    });
    turn = mine.then(
      () => undefined,
      (error: unknown) => health?.failed(error),
    );
    return mine;
  };
  return {
    ...catalogue,

    /**
     * Runs `work` in one short transaction, then lets waiting commands through. Jobs that write much do it in many
     * steps, so that commands wait for one step at most, however many jobs write.
     */
    step: <T>(work: (budget: TimeBudget) => T): Promise<T> => run(work, false),

    /** The same as part of a longer job, which ends with a whole step: readers may hear of it a second later. */
    part: <T>(work: (budget: TimeBudget) => T): Promise<T> => run(work, true),

    /**
     * The same in longer steps, for the first pass over a platform. A step writes each page it touches once, so few long
     * steps write a third of what many short ones do.
     */
    bulk: <T>(work: (budget: TimeBudget) => T): Promise<T> => run(work, true, BULK_STEP),

    /** Gives free pages back to the file system, `pages` at a time, until only `spare` are left; gives how many. */
    async releasePages(spare: number, pages: number): Promise<number> {
      const released = Math.max(0, countFreePages(db) - spare);
      for (let excess = released; excess > 0; excess -= pages) {
        releasePages(db, Math.min(pages, excess));
        await setImmediate();
      }
      return released;
    },
  };
}

function createTimeBudget(limits: typeof STEP, clock: Pick<Clock, "worked">): TimeBudget {
  const from = clock.worked();
  let rows = 0;
  const isLate = (): boolean => (rows === 0 || rows >= MIN_STEP_ROWS) && clock.worked() - from >= limits.ms;
  return { spend: () => void rows++, isSpent: () => rows >= limits.rows || isLate() };
}

/** New bytes that are copied at a time. Fewer would write pages more often, more would let commands wait. */
const COPIED_BYTES = 4 * 2 ** 20;

/** Looks without a write between them, after which the WAL is emptied. */
const QUIET_LOOKS = 5;

/** Keeps the WAL short, between the steps of the thread that writes. */
export type Checkpoints = ReturnType<typeof createCheckpoints>;

export function createCheckpoints(db: Db, log: Log, copiedBytes = COPIED_BYTES) {
  const maxUncopied = copiedBytes / pageBytesOf(db);
  let [seenPages, quietLooks] = [0, 0];
  /** Pages that the last copy had to leave for a reader. */
  let left = 0;
  const tryTo = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn({ err: error }, "the log could not be copied into the database file; it is tried again");
    }
  };
  /** Copies what commands have written, and empties the WAL once all is quiet. */
  const look = (): void => {
    const { pages, uncopied } = readWal(db);
    // A long log starts again only at a write that finds all of it copied.
    if (pages >= maxUncopied && uncopied > 0) tryTo(() => copyWal(db));
    quietLooks = pages === seenPages ? quietLooks + 1 : 0;
    seenPages = pages;
    if (pages > 0 && quietLooks >= QUIET_LOOKS) tryTo(() => tryToTruncateWal(db));
  };
  return {
    look,
    job: { name: "checkpoint", everyMs: SECOND_MS, run: look },

    /** To be called between two transactions. */
    async keepUp(): Promise<void> {
      const { uncopied } = readWal(db);
      left = Math.min(left, uncopied);
      if (uncopied < left + maxUncopied) return;
      tryTo(() => copyWal(db));
      left = readWal(db).uncopied;
      // Commands that came meanwhile go before the next step.
      await setImmediate();
    },
  };
}

interface HealthSettings {
  /** Whether the database is still at its path. */
  readonly isInPlace: () => boolean;
  readonly log: Log;
  /** Logs damage too, which another thread may meet at the same moment. */
  readonly onChange: (trouble: Trouble | null, error?: unknown) => void;
}

/** Whether the database can be written, as far as the last writes have shown. */
export type Health = ReturnType<typeof createHealth>;

export function createHealth({ isInPlace, log, onChange }: HealthSettings) {
  let current: Trouble | null = null;
  const change = (trouble: Trouble | null, error?: unknown): void => {
    // Damage lasts, also where another page of the file can be written.
    if (trouble === current || current === "damaged") return;
    current = trouble;
    const details = { trouble, ...(error === undefined ? {} : { err: error }) };
    if (trouble === null) log.warn("the database can be written again");
    else if (trouble !== "damaged") log.error(details, "the database cannot be written");
    onChange(trouble, error);
  };
  const failed = (error: unknown): void => {
    const trouble = troubleOf(error);
    if (trouble !== undefined) change(trouble, error);
  };
  return {
    /** Throws AppError when the file is damaged, or no longer at its path. */
    requireSound(): void {
      if (current === "damaged") throw unwritable("damaged");
      if (isInPlace()) return;
      change("missing");
      throw unwritable("missing");
    },

    /** Takes note of an error; one that is not about the database changes nothing. */
    failed,

    /** Takes note of the error that a job ends with, which may only have read. Damage ends there: it is logged once. */
    async observe(run: Job["run"]): Promise<JobCounts> {
      try {
        return (await run()) ?? undefined;
      } catch (error) {
        failed(error);
        if (troubleOf(error) !== "damaged") throw error;
        return undefined;
      }
    },

    /** Takes note of damage that was logged elsewhere. It lasts: a restored database is another file. */
    noteDamage(): void {
      if (current === "damaged") return;
      current = "damaged";
      onChange("damaged");
    },

    /** Looks again, and tries a write where the last one failed. */
    check(write: () => void): void {
      if (!isInPlace()) return void change("missing");
      if (current === null || current === "damaged") return;
      try {
        write();
        change(null);
      } catch (error) {
        change(troubleOf(error) ?? current, error);
      }
    },
  };
}

/** Finds out that the database cannot be written, and that it can be again. */
export const databaseCheck = (db: Db, health: Health, clock: Clock): Job => ({
  name: "check-database",
  everyMs: SECOND_MS,
  run: () => health.check(() => durably(db, () => savePosition(db, "written-again", clock.now()))),
});

export function logDamage(log: Log, error: unknown): void {
  log.error({ trouble: "damaged", err: error }, describeTrouble("damaged"));
}

/** Carries out commands. Rejects with AppError unavailable while the file is gone or the database fails. */
export function guardCommands(commands: Commands, health: Health): Call {
  return async (name, input) => {
    health.requireSound();
    try {
      return await callCommand(commands, name, input);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === undefined) throw error;
      health.failed(error);
      throw unwritable(trouble, error);
    }
  };
}

function unwritable(trouble: Trouble, cause?: unknown): AppError {
  const because = cause === undefined ? {} : { cause };
  // Without Retry-After: it lasts until the operator acts.
  if (trouble === "damaged") {
    return new AppError("unavailable", `nothing was changed: ${describeTrouble(trouble)}`, because);
  }
  return new AppError(
    "unavailable",
    `the service cannot write at the moment (${trouble}); nothing was changed, try again later`,
    { headers: { "Retry-After": "30" }, ...because },
  );
}
