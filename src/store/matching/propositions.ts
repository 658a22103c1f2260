import { setImmediate } from "node:timers/promises";
import { blockingKeysOf, MAX_MARKETS_PER_KEY } from "../../domain/matching/blocking-keys.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Proposition } from "../../domain/propositions/proposition.ts";
import { toStem } from "../../domain/propositions/text.ts";
import { consistently, type Db, prepare, type SqlArray, type SqlRow } from "../database/db.ts";

/** A market's text as matching reads it, and what is stored of it. Times are epoch milliseconds. */
export interface QueuedMarket extends SqlRow<"matches", "listQuestions"> {
  /** Whether `closesAt` is the latest possible close rather than the expected one. */
  readonly hasLateClose: boolean;
}

/** Kalshi names the latest possible close; most of its markets close earlier. */
const hasLateClose = (platform: string): boolean => platform === "kalshi";

/** The part of a question that its blocking keys are made of. */
interface KeyedQuestion extends Pick<Proposition, "words" | "numbers" | "facets" | "hints" | "ruleWords"> {
  readonly marketKey: number;
  readonly platform: string;
}

/** The caller of this and of what follows holds the transaction. */
export const listQuestions = (db: Db, marketKeys: readonly number[]): QueuedMarket[] =>
  prepare(db, "matches", "listQuestions")
    .all({ keys: JSON.stringify(marketKeys) })
    .map((question) => ({ ...question, hasLateClose: hasLateClose(question.platform) }));

/** The propositions of these markets, by market key; markets without one are left out. */
export function listPropositions(db: Db, marketKeys: readonly number[]) {
  const rows = prepare(db, "matches", "listPropositionsOf").all({ keys: JSON.stringify(marketKeys) });
  return new Map(
    rows.map((row) => [row.marketKey, { platform: row.platform, proposition: toProposition(row) }] as const),
  );
}

/** The propositions after a market key, by key. */
export const listNextPropositions = (db: Db, after: number, limit: number) =>
  prepare(db, "matches", "listPropositions")
    .all({ after, limit })
    .map((row) => ({ marketKey: row.marketKey, proposition: toProposition(row) }));

export const saveProposition = (
  db: Db,
  { marketKey, platform, rulesCrc }: QueuedMarket,
  proposition: Proposition,
): void => void prepare(db, "matches", "saveProposition").run({ marketKey, platform, rulesCrc, ...toRow(proposition) });

/** What blocking keys are made of, for the questions after a market key, by key. */
const listKeyed = (db: Db, after: number, limit: number): KeyedQuestion[] =>
  prepare(db, "matches", "listKeyed").raw().all({ after, limit }).map(toKeyed);

/** The same for these markets; those without a question are left out. */
export const listKeyedOf = (db: Db, marketKeys: readonly number[]): KeyedQuestion[] =>
  prepare(db, "matches", "listKeyedOf")
    .raw()
    .all({ keys: JSON.stringify(marketKeys) })
    .map(toKeyed);

/** Whether the stored proposition of a question equals this one. */
export function equalsStored({ stored, rulesCrc }: QueuedMarket, proposition: Proposition): boolean {
  if (stored === null) return false;
  // In the order in which the statement joins the columns.
  return stored === [...Object.values(toRow(proposition)), rulesCrc].join("\n");
}

type PropositionRow = SqlRow<"matches", "listPropositions">;

type KeyedRow = SqlArray<"matches", "listKeyed">;

const toKeyed = ([marketKey, platform, spoken, numbers, facets, hints, ruleWords]: KeyedRow): KeyedQuestion => ({
  marketKey,
  platform,
  words: readSpoken(spoken).words,
  numbers: readList(numbers),
  facets: readList(facets),
  hints: readList(hints),
  ruleWords: readList(ruleWords),
});

const toRow = ({ spoken, context, entity, dates, numbers, facets, hints, isNegated, ...rest }: Proposition) => ({
  words: JSON.stringify(spoken),
  context: writeList(context),
  entity: writeList(entity),
  dates: writeList(dates),
  numbers: writeList(numbers),
  facets: writeList(facets),
  hints: writeList(hints),
  isNegated: Number(isNegated),
  closesAt: rest.closesAt,
  names: writeList(rest.names),
  years: writeList(rest.years),
  ruleWords: writeList(rest.ruleWords),
});

const toProposition = (row: PropositionRow): Proposition => ({
  ...readSpoken(row.words),
  context: readList(row.context),
  entity: readList(row.entity),
  dates: readList(row.dates),
  numbers: readList(row.numbers),
  facets: readList(row.facets),
  hints: readList(row.hints),
  isNegated: row.isNegated === 1,
  closesAt: row.closesAt,
  hasLateClose: hasLateClose(row.platform),
  names: readList(row.names),
  years: readList(row.years),
  ruleWords: readList(row.ruleWords),
});

// Most lists are empty.
const readList = <T>(json: string): T[] => (json === "[]" ? [] : (JSON.parse(json) as T[]));
const writeList = (list: readonly unknown[]): string => (list.length === 0 ? "[]" : JSON.stringify(list));

/** Words are stored unstemmed; the stems follow from the rules. */
function readSpoken(json: string): Pick<Proposition, "spoken" | "words"> {
  const spoken = JSON.parse(json) as string[];
  return { spoken, words: spoken.map(toStem) };
}

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
