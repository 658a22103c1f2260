import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import { type Catalogue, createGathered, discardGathered, flushGathered } from "../../store/catalogue/gathered.ts";
import { type ChangeSignal, forgetStart, lastSeqOf } from "../../store/change-log.ts";
import { openVersioning } from "../../store/database/data-version.ts";
import { countFreePages, type Db, immediately, releasePages } from "../../store/database/db.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { Health } from "./health.ts";

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
