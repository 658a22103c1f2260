import { type Db, prepare } from "../database/db.ts";

/** The job position of the version of the rules that all was read with. */
export const RULES_POSITION = "match-rules";

/** The next step for a market whose question is new or changed. */
export const STAGES = { read: 0, compare: 1, choose: 2 } as const;
export type Stage = (typeof STAGES)[keyof typeof STAGES];

/** Markets by the next step of matching. The caller holds the transaction. */
export function openMatchQueue(db: Db) {
  const count = prepare(db, "matches", "countQueued").pluck();
  const list = prepare(db, "matches", "listStage").pluck();
  const add = prepare(db, "matches", "queue");
  const remove = prepare(db, "matches", "dequeue");
  const removeRange = prepare(db, "matches", "dequeueRange");
  const addEligible = prepare(db, "matches", "queueEligible");
  const largest = prepare(db, "matches", "largestMarket").pluck();
  return {
    count: () => count.get(),

    /** The first markets of a stage, by key. */
    list: (stage: Stage, limit: number) => list.all({ stage, after: 0, limit }),

    /** The markets of a stage after a key, by key. */
    listAfter: (stage: Stage, after: number, limit: number) => list.all({ stage, after, limit }),

    /** Adds markets to a stage; a market may be at several stages. */
    add(marketKeys: readonly number[], stage: Stage): void {
      if (marketKeys.length > 0) add.run({ keys: JSON.stringify(marketKeys), stage });
    },

    remove: (marketKeys: readonly number[], stage: Stage): void =>
      void remove.run({ keys: JSON.stringify(marketKeys), stage }),

    /** Removes markets that are the first of the stage, in one range. */
    removeRange(marketKeys: readonly number[], stage: Stage): void {
      const [first, last] = [marketKeys[0], marketKeys.at(-1)];
      if (first !== undefined && last !== undefined) removeRange.run({ first, last, stage });
    },

    /** Adds the markets from `first` to `last` to a stage: open ones, and those updated after a time. */
    addEligible: (stage: Stage, { first, last, updatedAfter }: EligibleRange): void =>
      void addEligible.run({ stage, first, last, updatedAfter }),

    largestMarket: () => largest.get() ?? 0,
  };
}

interface EligibleRange {
  readonly first: number;
  readonly last: number;
  /** Epoch milliseconds. */
  readonly updatedAfter: number;
}
