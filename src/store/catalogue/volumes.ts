import { DAY_MS } from "../../clock.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";

/** What was traded on a platform on a UTC day. */
export interface TradedDay {
  readonly day: number;
  readonly platform: string;
  readonly volume: Cents;
}

// The caller holds the transaction.

/** Adds what was traded to a day, with how many markets are open now. */
export const addVolume = (db: Db, one: TradedDay): void =>
  void prepare(db, "volumes", "add").run({ ...one, markets: countOpen(db, one.platform) });

/** Writes a past day straight into the archive; one that is known already stays as it is. */
export const insertPastVolume = (db: Db, one: TradedDay): void =>
  void prepare(db, "volumes", "insertPast").run({ ...one, markets: countOpen(db, one.platform) });

const countOpen = (db: Db, platform: string) => prepare(db, "volumes", "countOpen").pluck().get(platform);

/** Deletes the days before that of `before` (epoch milliseconds) and gives their number. */
export const deleteOldVolumes = (db: Db, before: number): number =>
  prepare(db, "volumes", "deleteOld").run(toDay(before)).changes;

export const toDay = (ms: number): number => Math.floor(ms / DAY_MS);
