// The titles that match a search, as a set of keys that lists can be filtered by.

import { createLruOfBytes } from "../../lru.ts";
import { cacheUntilCommit } from "../database/data-version.ts";
import { type Db, prepare } from "../database/db.ts";
import { isAmong, isAmongJson, type SqlCondition } from "../lists/list-query.ts";

/** What has titles. */
export type TitledNoun = "Market" | "Event";

/** The keys of titles that match. They are read as one text, since a row for each would take three times as long. */
export interface Hits {
  readonly count: number;
  /** A byte for each key up to the greatest, 1 for those of hits. */
  readonly bytes: Buffer;
  /** The keys as a JSON array. */
  readonly json: Buffer;
}

const ZERO = 48;
const NINE = 57;

function toHits(json: Buffer): Hits {
  // FTS5 gives them in ascending order. The end of the text has room for the greatest number.
  const [greatest = -1] = json.toString("latin1", Math.max(0, json.length - 20)).match(/\d+(?=]$)/) ?? [];
  const bytes = Buffer.alloc(Number(greatest) + 1);
  let [count, key] = [0, 0];
  // An iterator would take seven times as long.
  for (let at = 1; at < json.length; at++) {
    const character = json[at] ?? 0;
    if (character >= ZERO && character <= NINE) key = key * 10 + character - ZERO;
    else {
      bytes[key] = 1;
      // Nothing was set where there are no hits.
      count += bytes[key] ?? 0;
      key = 0;
    }
  }
  return { count, bytes, json };
}

export const NO_HITS: Hits = toHits(Buffer.from("[]"));

const MAX_BYTES = 8_000_000;

/** One answer asks for the same words several times. */
const findCached = cacheUntilCommit(() =>
  createLruOfBytes<string, Hits>({ maxBytes: MAX_BYTES, bytesOf: ({ bytes, json }) => bytes.length + json.length }),
);

export function listHits(db: Db, noun: TitledNoun, match: string): Hits {
  const [cached, name] = [findCached(db), `${noun} ${match}`];
  const known = cached.get(name);
  if (known !== undefined) return known;
  const hits = toHits(prepare(db, "search", `find${noun}Hits`).pluck().get({ match }));
  cached.set(name, hits);
  return hits;
}

/** All of them, in no order. */
export const listKeysOf = ({ json }: Hits): number[] => JSON.parse(json.toString("latin1")) as number[];

/** Some of them, in no order. */
export const listFirstHits = (db: Db, noun: TitledNoun, match: string, limit: number): readonly number[] =>
  prepare(db, "search", `findFirst${noun}Hits`).pluck().all({ match, limit });

/** Up to this many hits are looked up one by one; of more, each row is tested. */
const MAX_LOOKED_UP = 6500;

/** Rows whose key is among some hits, or among these keys. */
export function isFound(key: string, hits: readonly number[] | Hits | undefined): SqlCondition | undefined {
  if (hits === undefined || !("count" in hits)) return isAmong(key, hits);
  return hits.count > MAX_LOOKED_UP ? isHit(key, hits) : isAmongJson(key, hits.json.toString("latin1"));
}

/** Rows whose key is one of many. */
export const isHit = (key: string, { bytes }: Hits): SqlCondition => ({
  sql: `substr(?, ${key} + 1, 1) = x'01'`,
  values: [bytes],
  column: key,
});

/** Whether so many titles match that most topics and questions have one: then each of these is asked for its first. */
export const isCommon = ({ count, bytes }: Hits): boolean => count > MAX_LOOKED_UP && 4 * count > bytes.length;
