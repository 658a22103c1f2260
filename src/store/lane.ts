import { type Db, prepare, type SqlRow } from "./database/db.ts";

/** A market of the fast lane as its platform knows it. */
export type LaneMarket = SqlRow<"lane", "listOpen">;

/** The markets of a platform whose prices the fast lane has read. */
type LaneSummary = SqlRow<"lane", "summarize">;

// What the writer keeps of the fast lane. The caller holds the transaction.

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

/** Reads when the fast lane read markets. The caller holds the transaction. */
export function openLaneReads(db: Db) {
  const findReadAt = prepare(db, "lane", "findReadAt").pluck();
  const listReads = prepare(db, "lane", "listReads");
  return {
    /** Epoch milliseconds; 0 for a market that is not in the lane. */
    findReadAt: (marketKey: number): number => findReadAt.get({ marketKey }) ?? 0,

    /** The markets of a platform that were read later than `since`. */
    listReads: (platform: string, since: number) => listReads.all({ platform, since }),
  };
}

/** Sums up the fast lane of each platform. The caller holds the transaction. */
export function openLaneSummaries(db: Db): (platform: string) => LaneSummary {
  const summarize = prepare(db, "lane", "summarize");
  return (platform) => summarize.get({ platform });
}
