import { type Db, prepare, type SqlRow } from "./database/db.ts";

/** A market of the fast lane as its platform knows it. */
export type LaneMarket = SqlRow<"lane", "listOpen">;

/** The markets of a platform whose prices the fast lane has read. */
type LaneSummary = SqlRow<"lane", "summarize">;

// What is kept of the fast lane. The caller holds the transaction.

/** Those of the markets that are open. */
export const listOpenInLane = (db: Db, platform: string, ids: readonly string[]): LaneMarket[] =>
  prepare(db, "lane", "listOpen").all({ platform, ids: JSON.stringify(ids) });

/** Notes when markets were read. */
export const noteInLane = (db: Db, platform: string, marketKeys: readonly number[], readAt: number): void =>
  void prepare(db, "lane", "note").run({ platform, marketKeys: JSON.stringify(marketKeys), readAt });

/** Forgets markets of a platform that are not among these, or no longer open. */
export const deleteOthersOfLane = (db: Db, platform: string, ids: readonly string[]): void =>
  void prepare(db, "lane", "deleteOthers").run({ platform, ids: JSON.stringify(ids) });

export const emptyLane = (db: Db): void => void prepare(db, "lane", "deleteAllReads").run();

/** When the fast lane read a market, in epoch milliseconds; 0 for one that is not in it. */
export const findLaneReadAt = (db: Db, marketKey: number): number =>
  prepare(db, "lane", "findReadAt").pluck().get({ marketKey }) ?? 0;

/** The markets of a platform that the fast lane read later than `since`. */
export const listLaneReads = (db: Db, platform: string, since: number) =>
  prepare(db, "lane", "listReads").all({ platform, since });

export const summarizeLane = (db: Db, platform: string): LaneSummary =>
  prepare(db, "lane", "summarize").get({ platform });
