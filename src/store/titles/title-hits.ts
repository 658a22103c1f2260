import type { MarketStatus } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import { platformTag, rankOf, rankOfRowid, rowidsOf, STRAY_BANDS } from "./title-index.ts";

/** Rowids of titles, both inclusive. */
export interface RowidRange {
  readonly from: number;
  readonly to: number;
}

/** The low half of a rowid is the key. */
const ROWIDS_OF_RANK = 2 ** 32;

export type TitleHits = ReturnType<typeof openTitleHits>;

/** Reads which titles an expression finds, the best known first, over one connection. */
export function openTitleHits(db: Db, noun: "Market" | "Event") {
  const hits = prepare(db, "search", `find${noun}Hits`).pluck();
  const count = prepare(db, "search", `count${noun}Hits`).pluck();
  const keys = prepare(db, "search", `list${noun}HitKeys`).pluck();
  return {
    list: (match: string, range: RowidRange, limit: number) => hits.all({ match, ...range, limit }) as number[],
    /** As many as the caller takes: to leave off costs less than a bound, which the full-text index only notices at its end. */
    iterate: (match: string, range: RowidRange) => hits.iterate({ match, ...range, limit: -1 }) as Iterable<number>,
    /** The keys of all, in no order. */
    listKeys: (match: string, range: RowidRange) => keys.all({ match, ...range }) as number[],
    /** Counts up to `most`. */
    count: (match: string, range: RowidRange, most: number) => Number(count.get({ match, ...range, limit: most })),
  };
}

/** An expression for the same titles of one platform, and of none that is switched off. */
export function onPlatforms(match: string, platform: string | undefined, hidden: readonly string[]): string {
  const wanted = platform === undefined ? match : `"${platformTag(platform)}" AND (${match})`;
  return hidden.reduce((text, name) => `(${text}) NOT "${platformTag(name)}"`, wanted);
}

/** The titles of listed rows of a status whose volume is at most `volume`; those that trade as much, about, among them. */
export function rangeBelow(status: MarketStatus, volume: Cents): RowidRange {
  const { from, to } = rowidsOf(status);
  const rank = rankOf({ status, volume, isListed: true });
  return { from: Math.max(from, (rank - STRAY_BANDS) * ROWIDS_OF_RANK), to };
}

/** The last rowid that a title of the rank can have. */
export const endOfRank = (rank: number): number => (rank + 1) * ROWIDS_OF_RANK - 1;

export const isUnranked = (rowid: number): boolean => rankOfRowid(rowid) === 0;
