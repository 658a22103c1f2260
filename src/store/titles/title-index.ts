import { crc32 } from "node:zlib";
import type { MarketStatus } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare, prepareText } from "../database/db.ts";
import { toWords } from "./words.ts";

/** What decides the rank of a title. */
export interface Popularity {
  readonly status: MarketStatus;
  readonly volume: Cents;
  readonly isListed: boolean;
}

const KEYS = 2 ** 32;
const BANDS = 128;
const UNLISTED_RANK = 2 * BANDS + 1;

/** Bands for each doubling of volume: fine enough to order hits, so coarse that few trades move a title. */
const BANDS_PER_DOUBLING = 2.5;

/** The rank of a title: open before closed, then by volume in bands of about a third. */
export function rankOf({ status, volume, isListed }: Popularity): number {
  if (!isListed) return UNLISTED_RANK;
  const band = Math.min(BANDS - 1, Math.floor(BANDS_PER_DOUBLING * Math.log2(1 + Math.max(0, volume))));
  return BANDS - band + (status === "open" ? 0 : BANDS);
}

/** A title stays where it is while its volume belongs no more than this many bands away: moving it costs as much as a trade. */
export const MAX_STRAY_BANDS = 3;

/** The rowids of a status, best known first. */
export function rowidsOf(status: MarketStatus | "all"): { from: number; to: number } {
  const from = status === "closed" ? (BANDS + 1) * KEYS : 0;
  const end = status === "open" ? BANDS + 1 : UNLISTED_RANK;
  return { from, to: end * KEYS - 1 };
}

/** Whether a rowid is that of a closed title. */
export const isClosedRowid = (rowid: number): boolean => rankOfRowid(rowid) > BANDS;

/** The remainder; the operator for it takes several times as long with numbers of this size. */
export const keyOf = (rowid: number): number => rowid - Math.floor(rowid / KEYS) * KEYS;

export const rankOfRowid = (rowid: number): number => Math.floor(rowid / KEYS);

/** Finds titles of one platform. Private-use characters cannot be typed: they are no part of a word. */
export const platformTag = (platform: string): string => `\u{E000}${platform}`;

/** Finds titles that have just these words, whatever their rank; rarely also one with other words. */
export const exactTag = (words: readonly string[]): string => `\u{E001}${crc32(words.join(" ")).toString(36)}`;

/** Where a title is, with what decides where it should be; `isListed` is 0 or 1. */
export type PlacedTitle = Omit<Popularity, "isListed"> & { readonly isListed: number; readonly rowid: number | null };

/** The writer's side of the full-text index: keeps each title where it belongs. The caller holds the transaction. */
export type TitleIndex = ReturnType<typeof openTitleIndex>;

export function openTitleIndex(db: Db) {
  return { markets: openNounIndex(db, "Market"), events: openNounIndex(db, "Event") };
}

interface TitleRow extends PlacedTitle {
  readonly platform: string;
  readonly title: string;
}

const rankOfRow = (row: PlacedTitle): number => rankOf({ ...row, isListed: row.isListed === 1 });

/** Whether a title is among those of its status, and near enough to where it belongs. */
export function isNearby(row: PlacedTitle): boolean {
  const [rank, current] = [rankOfRow(row), rankOfRowid(row.rowid ?? 0)];
  // One number each for open, closed and unlisted titles.
  return Math.ceil(rank / BANDS) === Math.ceil(current / BANDS) && Math.abs(rank - current) <= MAX_STRAY_BANDS;
}

function openNounIndex(db: Db, noun: "Market" | "Event") {
  const find = prepare(db, "search", `find${noun}Title`);
  const insert = prepare(db, "search", `insert${noun}Title`);
  const remove = prepare(db, "search", `delete${noun}Title`);
  const save = prepare(db, "search", `save${noun}TitleRowid`);
  const merge = prepare(db, "search", `merge${noun}Titles`);
  const changes = prepareText(db, "SELECT total_changes()").pluck();
  const put = (key: number): void => {
    const row = find.get(key) as TitleRow;
    const rowid = rankOfRow(row) * KEYS + key;
    if (row.rowid !== null) remove.run(row.rowid);
    insert.run(rowid, toIndexed(row));
    if (rowid !== row.rowid) save.run(rowid, key);
  };
  return {
    /** Indexes a title that is new or has other words than before. */
    put,

    /** Moves a title that has kept its words, unless it may stay where it is. */
    move(key: number, row: PlacedTitle): void {
      if (!isNearby(row)) put(key);
    },

    /**
     * Runs one FTS5 merge step of about `pages` pages; false when nothing is left to merge. `isFirst` starts a merge of
     * all segments into one, which later steps go on with.
     */
    mergeSome(pages: number, isFirst: boolean): boolean {
      const before = Number(changes.get());
      merge.run(isFirst ? -pages : pages);
      // FTS5 counts the statement itself as one change.
      return Number(changes.get()) - before > 1;
    },
  };
}

function toIndexed({ title, platform }: TitleRow): string {
  const words = toWords(title);
  return [...words, exactTag(words), platformTag(platform)].join(" ");
}
