import type { Cents, Micros } from "../domain/prices.ts";
import { type Db, prepare } from "./db.ts";

/** A price that came into force at `at` (epoch seconds), with the lifetime volume then. */
export interface HistoryPoint {
  readonly at: number;
  readonly yesPrice: Micros;
  readonly volume: Cents;
}

/** The writer's side of the price archive. */
export type History = ReturnType<typeof openHistory>;

export function openHistory(db: Db) {
  const append = prepare(db, "history", "append");
  const insert = prepare(db, "history", "insertPoint");
  return {
    /** Notes a change; the caller holds the transaction. */
    append: (marketKey: number, point: HistoryPoint): void =>
      void append.run(marketKey, point.at, point.yesPrice, point.volume),

    /** Writes a market's past straight into the archive; the caller holds the transaction. */
    insertPast(marketKey: number, points: Iterable<HistoryPoint>): void {
      for (const { at, yesPrice, volume } of points) insert.run(marketKey, at, yesPrice, volume);
    },

    foldStep: folding(db),
    rollUpStep: rollingUp(db),
  };
}

/** Folds about `rows` of the recent points into the archive; false when there are none. The caller holds the transaction. */
function folding(db: Db): (rows: number) => boolean {
  const lastOfStep = prepare(db, "history", "lastOfStep");
  const lastOfAll = prepare(db, "history", "lastOfAll");
  const fold = prepare(db, "history", "foldPoints");
  const remove = prepare(db, "history", "deleteFolded");
  return (rows) => {
    const last = (lastOfStep.get({ rows }) ?? lastOfAll.get()) as { marketKey: number; at: number } | undefined;
    if (last === undefined) return false;
    fold.run(last);
    remove.run(last);
    return true;
  };
}

export interface RollUpStep {
  /** The market up to which earlier steps have come; 0 to begin. */
  readonly after: number;
  readonly markets: number;
  /** Epoch seconds, whole hours: points before it become hourly rows. */
  readonly rawBefore: number;
  /** Epoch seconds, whole days: hourly rows before it become daily ones. */
  readonly hourlyBefore: number;
}

/** Rolls up the next few markets and gives the last of them; undefined when all are done. The caller holds the transaction. */
function rollingUp(db: Db): (step: RollUpStep) => number | undefined {
  const lastMarket = prepare(db, "history", "lastMarketOfStep").pluck();
  const statements = {
    points: [prepare(db, "history", "rollUpPoints"), prepare(db, "history", "deleteRolledUp")],
    candles: [prepare(db, "history", "rollUpCandles"), prepare(db, "history", "deleteCandles")],
  };
  return ({ after, markets, rawBefore, hourlyBefore }) => {
    const last = lastMarket.get({ after, markets }) as number | null;
    if (last === null) return undefined;
    for (const statement of statements.points) statement.run({ after, last, before: rawBefore });
    for (const statement of statements.candles) statement.run({ after, last, before: hourlyBefore });
    return last;
  };
}
