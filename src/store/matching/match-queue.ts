import { type Db, prepare } from "../database/db.ts";

/** The job position of the version of the rules that all was read with. */
export const RULES_POSITION = "match-rules";

/** The next step for a market whose question is new or changed. */
export const STAGES = { read: 0, compare: 1, choose: 2 } as const;
export type Stage = (typeof STAGES)[keyof typeof STAGES];

/**
 * How many markets wait for a step; one that waits for several counts once. The caller of this and of what follows holds the
 * transaction.
 */
export const countQueued = (db: Db) => prepare(db, "matches", "countQueued").pluck().get();

/** How many of them are at a stage. */
export const countStage = (db: Db, stage: Stage) => prepare(db, "matches", "countStage").pluck().get({ stage });

/** The first markets of a stage, by key, or those after a key. */
export const listQueued = (db: Db, stage: Stage, limit: number, after = 0) =>
  prepare(db, "matches", "listStage").pluck().all({ stage, after, limit });

/** Adds markets to a stage; a market may be at several stages. */
export function queueMarkets(db: Db, marketKeys: readonly number[], stage: Stage): void {
  if (marketKeys.length > 0) prepare(db, "matches", "queue").run({ keys: JSON.stringify(marketKeys), stage });
}

export const dequeueMarkets = (db: Db, marketKeys: readonly number[], stage: Stage): void =>
  void prepare(db, "matches", "dequeue").run({ keys: JSON.stringify(marketKeys), stage });

/** Removes markets that are the first of the stage, in one range. */
export function dequeueRange(db: Db, marketKeys: readonly number[], stage: Stage): void {
  const [first, last] = [marketKeys[0], marketKeys.at(-1)];
  if (first !== undefined && last !== undefined) prepare(db, "matches", "dequeueRange").run({ first, last, stage });
}

/** Adds the markets from `first` to `last` to a stage: open ones, and those updated after a time. */
export const queueEligible = (db: Db, stage: Stage, { first, last, updatedAfter }: EligibleRange): void =>
  void prepare(db, "matches", "queueEligible").run({ stage, first, last, updatedAfter });

export const findLargestMarket = (db: Db) => prepare(db, "matches", "largestMarket").pluck().get() ?? 0;

interface EligibleRange {
  readonly first: number;
  readonly last: number;
  /** Epoch milliseconds. */
  readonly updatedAfter: number;
}
