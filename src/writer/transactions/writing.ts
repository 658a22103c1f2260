import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import { openCatalogue } from "../../store/catalogue/catalogue.ts";
import { openEventLookups } from "../../store/catalogue/event-lookups.ts";
import { openOutcomes } from "../../store/catalogue/outcomes.ts";
import { openVolumes } from "../../store/catalogue/volumes.ts";
import { openChangeLog } from "../../store/change-log.ts";
import { openVersioning } from "../../store/database/data-version.ts";
import { countFreePages, type Db, immediately, releasePages } from "../../store/database/db.ts";
import { openHistory } from "../../store/history/history.ts";
import { openMatchTables } from "../../store/matching/match-tables.ts";
import { openRuns } from "../../store/runs.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { createFreshQuotes } from "./fresh-quotes.ts";
import type { Health } from "./health.ts";
import { type Allowance, BULK_STEP_MS, createPace, type StepPace } from "./pace.ts";

/** The read-write connection with everything the writer keeps in it. There is one in a process. */
export type Writing = ReturnType<typeof openWriting>;

export interface WritingDeps {
  readonly clock: Pick<Clock, "now">;
  readonly health?: Pick<Health, "requireFile" | "failed">;
  readonly checkpoints?: Pick<Checkpoints, "keepUp">;
  /** In place of one that learns what rows cost. */
  readonly pace?: StepPace | undefined;
  /** Called with the seq of the newest change after a commit that logged some. */
  readonly onChanges?: (seq: number) => void;
}

export function openWriting(db: Db, { clock, health, checkpoints, pace = createPace(), onChanges }: WritingDeps) {
  let turn: Promise<void> = Promise.resolve();
  const versioned = openVersioning(db);
  const history = openHistory(db);
  const outcomes = openOutcomes(db);
  const volumes = openVolumes(db);
  const changes = openChangeLog(db, clock);
  const catalogue = openCatalogue(db, { history, outcomes, volumes, changes });
  let announcedSeq = changes.lastSeq();
  const commit = <T>(work: () => T, isPart: boolean): T => {
    const whole = (): T => {
      const result = work();
      catalogue.flush();
      return result;
    };
    try {
      return immediately(db, () => versioned(whole, isPart));
    } catch (error) {
      // The rows are as they were before.
      catalogue.discard();
      changes.discard();
      throw error;
    }
  };
  const announce = (): void => {
    const seq = changes.lastSeq();
    if (seq !== announcedSeq) onChanges?.(seq);
    announcedSeq = seq;
  };
  const run = <T>(work: (allowance: Allowance) => T, isPart: boolean, stepMs?: number): Promise<T> => {
    const mine = turn.then(async () => {
      health?.requireFile();
      const allowance = pace.begin(stepMs);
      const result = commit(() => work(allowance), isPart);
      allowance.end();
      announce();
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
    db,
    catalogue,
    changes,
    eventLookups: openEventLookups(db),
    history,
    matching: openMatchTables(db, changes),
    outcomes,
    runs: openRuns(db, changes),
    volumes,
    freshQuotes: createFreshQuotes(),

    /**
     * Runs `work` in one short transaction, then lets waiting commands through: whatever writes much does it in steps
     * of this, so that nobody waits long. However many jobs write, there is one step between two looks at the commands.
     */
    step: <T>(work: (allowance: Allowance) => T): Promise<T> => run(work, false),

    /** The same as part of a longer job, which ends with a whole step: readers may hear of it a second later. */
    part: <T>(work: (allowance: Allowance) => T): Promise<T> => run(work, true),

    /**
     * The same in longer steps, for the first pass over a platform. A step writes each page it touches once, so few long
     * steps write a third of what many short ones do.
     */
    bulk: <T>(work: (allowance: Allowance) => T): Promise<T> => run(work, true, BULK_STEP_MS),

    /** Gives free pages back to the file system, some at a time, until only `spare` are left. */
    async releasePages(spare: number, pages: number): Promise<void> {
      for (let excess = countFreePages(db) - spare; excess > 0; excess -= pages) {
        releasePages(db, Math.min(pages, excess));
        await setImmediate();
      }
    },
  };
}
