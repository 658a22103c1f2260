import { type Db, prepare } from "../database/db.ts";

/** The job position of the version of the rules that all was read with. */
export const RULES_POSITION = "match-rules";

/** The next step for a market whose question is new or changed. */
export const STAGES = { read: 0, compare: 1, choose: 2 } as const;
export type Stage = (typeof STAGES)[keyof typeof STAGES];

// The caller of what follows holds the transaction.

/** The first markets of a stage, by key, or those after a key. */
export const listQueued = (db: Db, stage: Stage, limit: number, after = 0) =>
  prepare(db, "matches", "listStage").pluck().all({ stage, after, limit });

/** Adds markets to a stage; a market may be at several stages. */
export function queueMarkets(db: Db, marketKeys: readonly number[], stage: Stage): void {
  if (marketKeys.length > 0) prepare(db, "matches", "queue").run({ keys: JSON.stringify(marketKeys), stage });
}

/** Removes markets that are the first of the stage, in one range. */
export function dequeueRange(db: Db, marketKeys: readonly number[], stage: Stage): void {
  const [first, last] = [marketKeys[0], marketKeys.at(-1)];
  if (first !== undefined && last !== undefined) prepare(db, "matches", "dequeueRange").run({ first, last, stage });
}
