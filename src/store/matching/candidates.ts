import { setImmediate } from "node:timers/promises";
import { blockingKeysOf, MAX_MARKETS_PER_KEY } from "../../domain/matching/blocking-keys.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import { type KeyedQuestion, listKeyed, listKeyedOf } from "./propositions.ts";

/** The blocking keys of stored questions, in memory of the connection that matches: what is undone is undone here too. */
const TABLE = `
CREATE TEMP TABLE blocking_keys (
  key         INTEGER NOT NULL,               -- of 32 bits
  market_key  INTEGER NOT NULL,
  platform    INTEGER NOT NULL,               -- its place in PLATFORMS
  PRIMARY KEY (key, market_key)
) STRICT, WITHOUT ROWID`;

/** Makes the table on a connection, empty. */
export const createBlockingKeys = (db: Db): void => void db.exec(TABLE);

/** Questions whose keys are added at once, in some milliseconds. */
const STEP_ROWS = 200;
const KEYS = 2 ** 32;
/** Keys that are looked through at once, in some milliseconds. */
const STEP_KEYS = 2 ** 22;

export type CandidateIndex = ReturnType<typeof createCandidateIndex>;

/** Finds markets of other platforms that share a blocking key. */
export function createCandidateIndex(db: Db) {
  createBlockingKeys(db);
  let isFilled = false;

  const add = ({ marketKey, platform, ...question }: KeyedQuestion): void =>
    void prepare(db, "candidates", "add").run({
      keys: toKeys(question),
      marketKey,
      platform: numberOf(platform),
    });
  return {
    /** Reads all stored questions, unless that is done. Everything else needs it. */
    async load(): Promise<void> {
      if (isFilled) return;
      prepare(db, "candidates", "clear").run();
      let rows: readonly KeyedQuestion[] = [];
      do {
        rows = listKeyed(db, rows.at(-1)?.marketKey ?? 0, STEP_ROWS);
        consistently(db, () => rows.forEach(add));
        await setImmediate();
      } while (rows.length === STEP_ROWS);
      isFilled = true;
    },

    /** Call it before a proposition is stored, or deleted where `after` is undefined. */
    changed(marketKey: number, after: KeyedQuestion | undefined): void {
      if (!isFilled) return;
      const [before] = listKeyedOf(db, [marketKey]);
      if (before !== undefined) prepare(db, "candidates", "remove").run({ keys: toKeys(before), marketKey });
      if (after !== undefined) add(after);
    },

    /** The markets of other platforms that share a key with a question; a key that too many markets have gives none. */
    find(question: KeyedQuestion): number[] {
      const asked = { keys: toKeys(question), platform: numberOf(question.platform), most: MAX_MARKETS_PER_KEY };
      return [...new Set(prepare(db, "candidates", "find").pluck().all(asked))];
    },

    /** The same markets, those that share a key mostly next to each other. */
    async sort(marketKeys: readonly number[]): Promise<readonly number[]> {
      const left = new Set(marketKeys);
      const sorted: number[] = [];
      const listShared = prepare(db, "candidates", "listShared").pluck();
      for (let from = 0; from < KEYS; from += STEP_KEYS) {
        const shared = listShared.all({ from, to: from + STEP_KEYS, most: MAX_MARKETS_PER_KEY });
        for (const marketKey of shared) if (left.delete(marketKey)) sorted.push(marketKey);
        await setImmediate();
      }
      return [...sorted, ...left];
    },
  };
}

const toKeys = (question: Parameters<typeof blockingKeysOf>[0]): string => JSON.stringify(blockingKeysOf(question));

const numberOf = (platform: string): number => PLATFORMS.findIndex(({ id }) => id === platform);
