// The log of changes, on the writer's side. The writer logs what it changes in the transaction of the change, commits it and raises
// a signal that the main thread hears. Who reads the log is in change-reader.ts.

import type { Clock } from "../clock.ts";
import type { ChangeType } from "../domain/markets.ts";
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

type LoggedType = keyof typeof TYPE_CODES;

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

/** A reader that is further behind reads everything again. */
export const MAX_CHANGES = 500_000;
const STEP_CHANGES = 20_000;

/** More than is ever written between two flushes to the disk. */
const START_GAP = 1_000_000;

/** A connection of the writer. What it changes is logged at the time of its clock. */
export interface LoggedDb {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
}

/** The connections whose start is in the log. */
const started = new WeakSet<Db>();

/**
 * Logs a change of each subject. No seq ever means two changes: a power cut may undo the last commits and a restore many
 * more, so the first change of a connection leaves a gap up to the time. A reader at a seq that has no row has lost
 * something. The caller holds the transaction.
 */
export function addChanges({ db, clock }: LoggedDb, type: LoggedType, subjects: Iterable<number | string>): void {
  const changed = [...subjects];
  if (changed.length === 0) return;
  const at = clock.now();
  if (!started.has(db)) prepare(db, "change-log", "addStart").run({ at, gap: START_GAP });
  started.add(db);
  prepare(db, "change-log", "add").run({ at, type: TYPE_CODES[type], subjects: JSON.stringify(changed) });
}

/** Call this after a transaction was undone: it may have been the one with the start. */
export const forgetStart = (db: Db): void => void started.delete(db);

/** The seq of the newest change; 0 when there is none. */
export const lastSeqOf = (db: Db): number => Number(prepare(db, "change-log", "lastSeq").pluck().get() ?? 0);

/** Deletes some changes older than the newest 500,000; false when there are none. */
export function trimSomeChanges(db: Db): boolean {
  const excess = Number(prepare(db, "change-log", "count").pluck().get()) - MAX_CHANGES;
  if (excess > 0) prepare(db, "change-log", "deleteOldest").run(Math.min(excess, STEP_CHANGES));
  return excess > STEP_CHANGES;
}

/** After a call, a follower waits this long for the next. */
const SIGNAL_EVERY_MS = 50;

/** Wakes the main thread after commits of the writer, in memory that both see. The log tells which changes they are. */
export type ChangeSignal = ReturnType<typeof shareChangeSignal>;

export function shareChangeSignal(memory: SharedArrayBuffer = new SharedArrayBuffer(4)) {
  const commits = new Int32Array(memory);
  const raise = (): void => {
    Atomics.add(commits, 0, 1);
    Atomics.notify(commits, 0);
  };
  return {
    memory,
    raise,

    /** Calls `onChanges` at once after a commit, and about every 50 ms at most. Returns a function that ends it. */
    follow(onChanges: () => void): () => void {
      let isOver = false;
      const wait = async (): Promise<void> => {
        for (let seen = Atomics.load(commits, 0); ; ) {
          await Atomics.waitAsync(commits, 0, seen).value;
          if (isOver) return;
          // Before the wait below: what is committed meanwhile is another call.
          seen = Atomics.load(commits, 0);
          onChanges();
          await new Promise((resolve) => setTimeout(resolve, SIGNAL_EVERY_MS).unref());
        }
      };
      void wait();
      return () => {
        isOver = true;
        raise();
      };
    },
  };
}
