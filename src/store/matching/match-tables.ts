import type { ChangeLog } from "../change-log.ts";
import { bind } from "../database/bind.ts";
import { type Db, prepare } from "../database/db.ts";
import { findTexts, findVerdict, findVerdictByTexts, listDueVerdicts, outdateVerdicts, saveVerdict } from "./judge.ts";
import {
  countQueued,
  dequeueMarkets,
  dequeueRange,
  findLargestMarket,
  listQueued,
  queueEligible,
  queueMarkets,
} from "./match-queue.ts";
import { openPairs } from "./pairs.ts";
import {
  countPropositions,
  findRules,
  listKeyed,
  listKeyedOf,
  listNextPropositions,
  listPropositions,
  listQuestions,
  listRetired,
  removeProposition,
  saveProposition,
} from "./propositions.ts";

/** The tables of matching for the writer. The caller holds the transaction. */
export const openMatchTables = (db: Db, changes: ChangeLog) => ({
  queue: bind(db, {
    count: countQueued,
    list: listQueued,
    add: queueMarkets,
    remove: dequeueMarkets,
    removeRange: dequeueRange,
    addEligible: queueEligible,
    largestMarket: findLargestMarket,
  }),
  propositions: bind(db, {
    count: countPropositions,
    listQuestions,
    list: listPropositions,
    listNext: listNextPropositions,
    findRules,
    save: saveProposition,
    remove: removeProposition,
    listRetired,
    listKeyed,
    listKeyedOf,
  }),
  pairs: openPairs(db, changes),
  judge: bind(db, {
    listDue: listDueVerdicts,
    textsOf: findTexts,
    findByTexts: findVerdictByTexts,
    find: findVerdict,
    save: saveVerdict,
    outdate: outdateVerdicts,
  }),
  frequencies: bind(db, { find: findFrequency, save: saveFrequencies, removeOld: removeOldFrequencies }),
  counts: () => prepare(db, "matches", "count").get(),
});

/** How many questions have a word as of the last count; 0 for one that is new since. */
const findFrequency = (db: Db, word: string) => prepare(db, "matches", "findFrequency").pluck().get({ word }) ?? 0;

const saveFrequencies = (db: Db, counts: readonly (readonly [string, number])[], countedAt: number): void =>
  void prepare(db, "matches", "saveFrequencies").run({ counts: JSON.stringify(counts), countedAt });

/** Deletes what an earlier count has saved. */
const removeOldFrequencies = (db: Db, countedAt: number): void =>
  void prepare(db, "matches", "deleteOldFrequencies").run({ countedAt });
