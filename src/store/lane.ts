import { type Db, prepare, type SqlRow } from "./database/db.ts";

/** A market of the fast lane as its platform knows it. */
export type LaneMarket = SqlRow<"lane", "listOpen">;

/** The markets of a platform whose prices the fast lane has read. */
type LaneSummary = SqlRow<"lane", "summarize">;

/** What the writer keeps of the fast lane. The caller holds the transaction. */
export function openLaneTable(db: Db) {
  const listOpen = prepare(db, "lane", "listOpen");
  const note = prepare(db, "lane", "note");
  const deleteOthers = prepare(db, "lane", "deleteOthers");
  const deleteAll = prepare(db, "lane", "deleteAllReads");
  return {
    /** Those of the markets that are open. */
    listOpen: (platform: string, ids: readonly string[]) => listOpen.all({ platform, ids: JSON.stringify(ids) }),

    /** Notes when markets were read. */
    note: (platform: string, marketKeys: readonly number[], readAt: number): void =>
      void note.run({ platform, marketKeys: JSON.stringify(marketKeys), readAt }),

    /** Forgets markets of a platform that are not among these, or no longer open. */
    deleteOthers: (platform: string, ids: readonly string[]): void =>
      void deleteOthers.run({ platform, ids: JSON.stringify(ids) }),

    deleteAll: (): void => void deleteAll.run(),
  };
}

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
