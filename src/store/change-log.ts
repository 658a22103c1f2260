// Notes what changed, for streams and for the lists in memory. The code that writes calls it; the writer announces the newest seq
// after its commit, and the main thread reads from there (store/changes.ts).

import type { Clock } from "../clock.ts";
import type { ChangeType } from "../domain/changes.ts";
import { type Db, prepare } from "./database/db.ts";

/** How the table names types; the last four are not published. `moved` names what a market was found by, see `toMoved`. */
export const TYPE_CODES = {
  price: 1,
  status: 2,
  listed: 3,
  resolved: 4,
  match: 5,
  spread: 6,
  source: 7,
  event: 8,
  moved: 9,
  past: 10,
  scored: 11,
} as const satisfies Readonly<Record<ChangeType | "event" | "moved" | "past" | "scored", number>>;

/** What filters found a market by before it changed. */
export interface FormerState {
  readonly marketKey: number;
  readonly category: string;
  readonly title: string;
  readonly eventKey: number;
}

/** The subject of `moved`: filters that accepted the market then, and do not now, are found by it. */
export const toMoved = ({ marketKey, category, title, eventKey }: FormerState): string =>
  JSON.stringify([marketKey, category, title, eventKey]);

export function fromMoved(subject: string): FormerState {
  const [marketKey, category, title, eventKey] = JSON.parse(subject) as [number, string, string, number];
  return { marketKey, category, title, eventKey };
}

type LoggedType = keyof typeof TYPE_CODES;

/** A reader that is further behind reads everything again. */
export const MAX_CHANGES = 500_000;
const STEP_CHANGES = 20_000;

/** More than is ever written between two flushes to the disk. */
const START_GAP = 1_000_000;

/** The writer's log of changes, for streams and for lists in memory. The caller holds the transaction. */
export type ChangeLog = ReturnType<typeof openChangeLog>;

/**
 * No seq ever means two changes. A power cut may undo the last commits and a restore many more, so the first change of a
 * process leaves a gap up to the time. A reader at a seq that has no row has lost something.
 */
export function openChangeLog(db: Db, clock: Pick<Clock, "now">) {
  const add = prepare(db, "change-log", "add");
  const addStart = prepare(db, "change-log", "addStart");
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const count = prepare(db, "change-log", "count").pluck();
  const deleteOldest = prepare(db, "change-log", "deleteOldest");
  let hasStarted = false;
  return {
    add(type: LoggedType, subjects: Iterable<number | string>): void {
      const changed = [...subjects];
      if (changed.length === 0) return;
      const at = clock.now();
      if (!hasStarted) addStart.run({ at, gap: START_GAP });
      hasStarted = true;
      add.run({ at, type: TYPE_CODES[type], subjects: JSON.stringify(changed) });
    },

    /** For a transaction that is undone: its start may be undone too. */
    discard(): void {
      hasStarted = false;
    },

    /** The seq of the newest change; 0 when there is none. */
    lastSeq: () => Number(lastSeq.get() ?? 0),

    /** Deletes some changes older than the newest 500,000; false when there are none. */
    trimSome(): boolean {
      const excess = Number(count.get()) - MAX_CHANGES;
      if (excess > 0) deleteOldest.run(Math.min(excess, STEP_CHANGES));
      return excess > STEP_CHANGES;
    },
  };
}
