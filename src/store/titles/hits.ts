import { type Db, prepare } from "../database/db.ts";

/** What has titles. */
export type TitledNoun = "Market" | "Event";

/** The keys of titles that match. They are read as one text, since a row for each would take three times as long. */
export interface Hits {
  readonly count: number;
  readonly greatest: number;
  /** In decimal, with commas between them. */
  readonly keys: Buffer;
}

export const NO_HITS: Hits = { count: 0, greatest: 0, keys: Buffer.alloc(0) };

/** As a limit in SQL. */
const ALL = -1;

export const listHits = (db: Db, noun: TitledNoun, match: string, limit = ALL): Hits =>
  prepare(db, "search", `find${noun}Hits`).get({ match, limit });

/** Their keys as JSON. */
export const toJson = ({ keys }: Hits): string => `[${keys.toString("latin1")}]`;

const COMMA = 44;
const ZERO = 48;

/** A byte for each key, 1 for those of hits. */
export function toBytes({ keys, greatest, count }: Hits): Buffer {
  const bytes = Buffer.alloc(greatest + 1);
  let key = 0;
  // An iterator would take seven times as long.
  for (let at = 0; at < keys.length; at++) {
    const character = keys[at] ?? COMMA;
    if (character === COMMA) {
      bytes[key] = 1;
      key = 0;
    } else key = key * 10 + character - ZERO;
  }
  if (count > 0) bytes[key] = 1;
  return bytes;
}
