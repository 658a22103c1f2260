import { setImmediate } from "node:timers/promises";
import { blockingKeysOf } from "../../domain/matching/blocking-keys.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { estimateEntries, type KeyEntry, type KeyRanges, toKeyRanges } from "../../store/matching/blocking-keys.ts";
import type { Writing } from "../transactions/writing.ts";
import { type Buckets, createNumberList, sortIntoBuckets } from "./number-list.ts";

/** Job position in the database: 1 while the stored index is invalid and has to be rebuilt. */
const INDEX_INVALID = "match-index";

const STEP_ROWS = 500;

/** Entries in memory at a time: 32 MB. */
const MAX_ENTRIES = 2_000_000;

export const isIndexInvalid = ({ db }: Writing): boolean => findPosition(db, INDEX_INVALID) === 1;

/** Marks the index as invalid until the next rebuild. The caller holds the transaction. */
export const invalidateIndex = ({ db }: Writing): void => savePosition(db, INDEX_INVALID, 1);

/**
 * Rebuilds the index of blocking keys from all propositions. Keys are hashes: adding question by question would write
 * every page many times, so this sorts the entries and writes them in order. After an abort the index stays invalid.
 */
export async function rebuildIndex(writing: Writing, questions: number, signal: AbortSignal): Promise<void> {
  const { step, db } = writing;
  const ranges = toKeyRanges(questions);
  const rounds = Math.max(1, Math.ceil(estimateEntries(questions) / MAX_ENTRIES));
  const rangesPerRound = Math.ceil(ranges.count / rounds);
  for (let first = 0; first < ranges.count && !signal.aborted; first += rangesPerRound) {
    const entries = await collectEntries(writing, ranges, first, Math.min(first + rangesPerRound, ranges.count));
    await writeEntries(writing, ranges, { first, entries, signal });
  }
  if (!signal.aborted) await step(() => savePosition(db, INDEX_INVALID, 0));
}

/** Blocking keys and their markets, in one bucket for each range of keys. */
interface Entries extends Buckets {
  readonly keys: Float64Array;
  readonly marketKeys: Uint32Array;
}

/** The entries of the ranges from `first` to before `end`. */
async function collectEntries(writing: Writing, { width }: KeyRanges, first: number, end: number): Promise<Entries> {
  const keys = createNumberList(Float64Array, MAX_ENTRIES / 4);
  const marketKeys = createNumberList(Uint32Array, MAX_ENTRIES / 4);
  for (let after = 0; ; await setImmediate()) {
    const rows = writing.matching.propositions.listNext(after, STEP_ROWS);
    for (const { marketKey, proposition } of rows) {
      for (const key of blockingKeysOf(proposition)) {
        if (key < first * width || key >= end * width) continue;
        keys.push(key);
        marketKeys.push(marketKey);
      }
      after = marketKey;
    }
    if (rows.length < STEP_ROWS) break;
  }
  const rangeOf = (index: number): number => Math.floor(keys.get(index) / width) - first;
  return { keys: keys.take(), marketKeys: marketKeys.take(), ...sortIntoBuckets(keys.length, end - first, rangeOf) };
}

interface WriteRound {
  /** The first range of the round. */
  readonly first: number;
  readonly entries: Entries;
  readonly signal: AbortSignal;
}

async function writeEntries(writing: Writing, { width }: KeyRanges, round: WriteRound): Promise<void> {
  const { first, entries, signal } = round;
  const { blockingKeys } = writing.matching;
  for (let bucket = 0; bucket + 1 < entries.starts.length && !signal.aborted; bucket++) {
    const start = (first + bucket) * width;
    await writing.part(() => {
      blockingKeys.removeRange(start, start + width - 1);
      blockingKeys.addEntries(entriesOf(entries, bucket));
    });
  }
}

function entriesOf({ keys, marketKeys, order, starts }: Entries, bucket: number): KeyEntry[] {
  const list: KeyEntry[] = [];
  for (const index of order.subarray(starts[bucket], starts[bucket + 1])) {
    list.push([keys[index] ?? 0, marketKeys[index] ?? 0]);
  }
  return list;
}
