import { setImmediate } from "node:timers/promises";
import { openCatalogue } from "../store/catalogue.ts";
import { openVersioning } from "../store/data-version.ts";
import { countFreePages, type Db, immediately, releasePages } from "../store/db.ts";
import { openHistory } from "../store/history.ts";
import { openMatchTables } from "../store/matches.ts";
import { openOutcomes } from "../store/outcomes.ts";
import { openRuns } from "../store/runs.ts";
import { openVolumes } from "../store/volumes.ts";
import type { Health } from "./health.ts";

/** The read-write connection with everything the writer keeps in it. There is one in a process. */
export type Writing = ReturnType<typeof openWriting>;

export function openWriting(db: Db, health?: Pick<Health, "requireFile" | "failed">) {
  let turn: Promise<void> = Promise.resolve();
  const versioned = openVersioning(db);
  return {
    db,
    catalogue: openCatalogue(db),
    history: openHistory(db),
    matching: openMatchTables(db),
    outcomes: openOutcomes(db),
    runs: openRuns(db),
    volumes: openVolumes(db),

    /**
     * Runs `work` in one short transaction, then lets waiting commands through: whatever writes much does it in steps
     * of this, so that nobody waits long. However many jobs write, there is one step between two looks at the commands.
     */
    step<T>(work: () => T): Promise<T> {
      const mine = turn.then(async () => {
        health?.requireFile();
        const result = immediately(db, () => versioned(work));
        await setImmediate();
        return result;
      });
      turn = mine.then(
        () => undefined,
        (error: unknown) => health?.failed(error),
      );
      return mine;
    },

    /** Gives free pages back to the file system, some at a time, until only `spare` are left. */
    async releasePages(spare: number, pages: number): Promise<void> {
      for (let excess = countFreePages(db) - spare; excess > 0; excess -= pages) {
        releasePages(db, Math.min(pages, excess));
        await setImmediate();
      }
    },
  };
}
