import { setImmediate } from "node:timers/promises";
import { gramsOf } from "../../domain/matching/index.ts";
import { findPosition, savePosition } from "../../store/database/index.ts";
import { countEntries, type GramParts, type GramRow, toGramParts } from "../../store/matching/index.ts";
import type { Writing } from "../transactions/index.ts";
import { createNumbers, type Placed, sortByPlace } from "./numbers.ts";

/** Kept in the database: 1 while the index is to be made anew, and so holds nothing to be relied on. */
const TO_BE_MADE = "match-index";

const STEP_ROWS = 500;

/** So many entries are gathered in memory at a time, 32 megabytes of them. */
const MOST_ENTRIES = 2_000_000;

export const isIndexToBeMade = ({ db }: Writing): boolean => findPosition(db, TO_BE_MADE) === 1;

/** Leaves the index be from now on, until it is made anew from all that is filed. The caller holds the transaction. */
export const leaveIndex = ({ db }: Writing): void => savePosition(db, TO_BE_MADE, 1);

/**
 * Makes the index anew. Grams are hashes, so filing many questions one by one touches all its pages again and again;
 * this writes them in order, many times faster. Cut short, it is to be begun again.
 */
export async function makeIndex(writing: Writing, questions: number, signal: AbortSignal): Promise<void> {
  const { step, db } = writing;
  const parts = toGramParts(questions);
  const rounds = Math.max(1, Math.ceil(countEntries(questions) / MOST_ENTRIES));
  const atOnce = Math.ceil(parts.count / rounds);
  for (let first = 0; first < parts.count && !signal.aborted; first += atOnce) {
    const entries = await gather(writing, parts, first, Math.min(first + atOnce, parts.count));
    await writeParts(writing, parts, { first, entries, signal });
  }
  if (!signal.aborted) await step(() => savePosition(db, TO_BE_MADE, 0));
}

/** Grams and the markets filed under them, and by part which of them are in it. */
interface Entries extends Placed {
  readonly grams: Float64Array;
  readonly keys: Uint32Array;
}

/** The entries of the parts from `first` to before `end`. */
async function gather(writing: Writing, { width }: GramParts, first: number, end: number): Promise<Entries> {
  const grams = createNumbers(Float64Array, MOST_ENTRIES / 4);
  const keys = createNumbers(Uint32Array, MOST_ENTRIES / 4);
  for (let after = 0; ; await setImmediate()) {
    const rows = writing.matching.propositions.listNext(after, STEP_ROWS);
    for (const { marketKey, proposition } of rows) {
      for (const gram of gramsOf(proposition)) {
        if (gram < first * width || gram >= end * width) continue;
        grams.push(gram);
        keys.push(marketKey);
      }
      after = marketKey;
    }
    if (rows.length < STEP_ROWS) break;
  }
  const placeOf = (index: number): number => Math.floor(grams.get(index) / width) - first;
  return { grams: grams.take(), keys: keys.take(), ...sortByPlace(grams.length, end - first, placeOf) };
}

interface Gathered {
  readonly first: number;
  readonly entries: Entries;
  readonly signal: AbortSignal;
}

async function writeParts(writing: Writing, { width }: GramParts, { first, entries, signal }: Gathered): Promise<void> {
  const { grams } = writing.matching;
  for (let part = 0; part + 1 < entries.starts.length && !signal.aborted; part++) {
    const start = (first + part) * width;
    await writing.part(() => {
      grams.removeRows(start, start + width - 1);
      grams.addRows(rowsOf(entries, part));
    });
  }
}

function rowsOf({ grams, keys, order, starts }: Entries, part: number): GramRow[] {
  const rows: GramRow[] = [];
  for (const index of order.subarray(starts[part], starts[part + 1])) rows.push([grams[index] ?? 0, keys[index] ?? 0]);
  return rows;
}
