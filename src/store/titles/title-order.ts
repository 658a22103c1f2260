import { type ListTable, VOLUME, valuesOf } from "../lists/index.ts";
import { keyOf, rankOf, rankOfRowid, statusOfRank } from "./title-index.ts";

/** Where titles belong by volume as it is now, which is not quite where their rowids put them. */
export interface TitleOrder {
  /** Open before closed, then by volume. */
  sort(rowids: readonly number[]): number[];
  /** The rank that a listed title should have. */
  rankOf(rowid: number): number;
}

const OPEN = statusOfRank(1);

/** The order of titles of a table, which has been followed. */
export function openTitleOrder({ rows }: ListTable): TitleOrder {
  return {
    sort(rowids) {
      const volumes = valuesOf(rows, VOLUME);
      // Each is taken apart once, which takes longer than to compare two of them.
      const titles = rowids.map((rowid) => {
        const key = keyOf(rowid);
        return { rowid, key, status: statusOfRank(rankOfRowid(rowid)), volume: volumes[key] ?? 0 };
      });
      titles.sort((a, b) => a.status - b.status || b.volume - a.volume || a.key - b.key);
      return titles.map(({ rowid }) => rowid);
    },
    rankOf(rowid) {
      const status = statusOfRank(rankOfRowid(rowid)) === OPEN ? "open" : "closed";
      return rankOf({ status, volume: valuesOf(rows, VOLUME)[keyOf(rowid)] ?? 0, isListed: true });
    },
  };
}
