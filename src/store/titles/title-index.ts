import { crc32 } from "node:zlib";
import type { MarketStatus } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare, prepareText } from "../database/index.ts";
import { toWords } from "./search-text.ts";

/** What of a market or event decides where its title stands among the others. */
export interface Standing {
  readonly status: MarketStatus;
  readonly volume: Cents;
  readonly isListed: boolean;
}

const KEYS = 2 ** 32;
const BANDS = 128;
const UNLISTED_RANK = 2 * BANDS + 1;

/** Bands for each doubling of volume: fine enough to order hits, so coarse that few trades move a title. */
const BANDS_A_DOUBLING = 2.5;

/** The place of a title: open before closed, then by volume in bands of about a third. */
export function rankOf({ status, volume, isListed }: Standing): number {
  if (!isListed) return UNLISTED_RANK;
  const band = Math.min(BANDS - 1, Math.floor(BANDS_A_DOUBLING * Math.log2(1 + Math.max(0, volume))));
  return BANDS - band + (status === "open" ? 0 : BANDS);
}

/**
 * Volumes creep: a title that belongs no more than so many bands away stays where it is until its market's volume is
 * written to the row anyway. To move one costs as much as all else that a trade writes.
 */
export const STRAY_BANDS = 3;

/** The rowids that a status can have; those of rank 0 have not been ranked yet. */
export function rowidsOf(status: MarketStatus | "all"): { from: number; to: number } {
  const from = status === "closed" ? (BANDS + 1) * KEYS : 0;
  const end = status === "open" ? BANDS + 1 : UNLISTED_RANK;
  return { from, to: end * KEYS - 1 };
}

export const keyOf = (rowid: number): number => rowid % KEYS;

export const rankOfRowid = (rowid: number): number => Math.floor(rowid / KEYS);

/** Finds titles of one platform. Private-use characters cannot be typed: they are no part of a word. */
export const platformTag = (platform: string): string => `\u{E000}${platform}`;

/** Finds titles that have just these words, however far down they stand. */
export const exactTag = (words: readonly string[]): string => `\u{E001}${crc32(words.join(" ")).toString(36)}`;

/** Where a title is, with what decides where it should be; `isListed` as SQLite says it. */
export type PlacedTitle = Omit<Standing, "isListed"> & { readonly isListed: number; readonly rowid: number | null };

/** The writer's side of the full-text index: keeps each title where it belongs. The caller holds the transaction. */
export type TitleIndex = ReturnType<typeof openTitleIndex>;

export function openTitleIndex(db: Db) {
  return { markets: keeping(db, "Market"), events: keeping(db, "Event") };
}

interface TitleRow extends PlacedTitle {
  readonly key: number;
  readonly platform: string;
  readonly title: string;
}

const rankOfRow = (row: PlacedTitle): number => rankOf({ ...row, isListed: row.isListed === 1 });

/** Whether a title stands among those of its status, and near enough to where it belongs. */
export function isNearby(row: PlacedTitle): boolean {
  const [rank, stands] = [rankOfRow(row), rankOfRowid(row.rowid ?? 0)];
  return statusOfRank(rank) === statusOfRank(stands) && Math.abs(rank - stands) <= STRAY_BANDS;
}

/** One number for the ranks of each status, of unlisted and of unranked ones. */
export const statusOfRank = (rank: number): number => Math.ceil(rank / BANDS);

function keeping(db: Db, noun: "Market" | "Event") {
  const find = prepare(db, "search", `find${noun}Title`);
  const insert = prepare(db, "search", `insert${noun}Title`);
  const remove = prepare(db, "search", `delete${noun}Title`);
  const save = prepare(db, "search", `save${noun}TitleRowid`);
  const unranked = prepare(db, "search", `listUnranked${noun}Titles`).pluck();
  const merge = prepare(db, "search", `merge${noun}Titles`);
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const put = (row: TitleRow, isChanged: boolean): void => {
    const rowid = rankOfRow(row) * KEYS + row.key;
    if (rowid === row.rowid && !isChanged) return;
    if (row.rowid !== null) remove.run(row.rowid);
    insert.run(rowid, toIndexed(row));
    if (rowid !== row.rowid) save.run(rowid, row.key);
  };
  const place = (key: number, isChanged: boolean): void => {
    const row = find.get(key) as TitleRow | undefined;
    if (row !== undefined) put(row, isChanged);
  };
  return {
    /** Puts a title where it belongs now; `isChanged` when its words are others than before. */
    place,

    /** The same for one that is known to have kept its words, which may stay nearby. */
    follow(key: number, row: PlacedTitle): void {
      if (!isNearby(row)) place(key, false);
    },

    /** Ranks some of the titles an older version left; false when there are none. */
    rankSome(limit: number): boolean {
      const keys = unranked.all(limit) as number[];
      for (const key of keys) put(find.get(key) as TitleRow, true);
      return keys.length > 0;
    },

    /**
     * Merges the segments of the index, every one of which a search has to look into, as far as about so many pages can
     * be written; false when nothing is left to merge. `anew` begins to make a single one of all there are now; without
     * it that is gone on with.
     */
    mergeSome(pages: number, anew: boolean): boolean {
      const before = Number(changes.get());
      merge.run(anew ? -pages : pages);
      // The statement itself is counted as a change.
      return Number(changes.get()) - before > 1;
    },
  };
}

function toIndexed({ title, platform }: TitleRow): string {
  const words = toWords(title);
  return [...words, exactTag(words), platformTag(platform)].join(" ");
}
