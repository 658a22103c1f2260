import { setImmediate } from "node:timers/promises";
import { SECOND_MS } from "../../clock.ts";
import type { Log } from "../../log.ts";
import { copyWal, type Db, pageBytesOf, readWal, tryToTruncateWal } from "../../store/database/db.ts";

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
