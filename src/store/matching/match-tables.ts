import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";
import { openBlockingKeys } from "./blocking-keys.ts";
import { openMatchQueue } from "./match-queue.ts";
import { openPairs } from "./pairs.ts";
import { openPropositions } from "./propositions.ts";
import { openWordFrequencies } from "./word-frequencies.ts";

/** The job position of the version of the rules that all was read with. */
export const RULES_POSITION = "match-rules";

/** The tables of matching for the writer. The caller holds the transaction. */
export function openMatchTables(db: Db, changes: ChangeLog) {
  const count = prepare(db, "matches", "count");
  return {
    queue: openMatchQueue(db),
    propositions: openPropositions(db),
    blockingKeys: openBlockingKeys(db),
    pairs: openPairs(db, changes),
    frequencies: openWordFrequencies(db),
    counts: () => count.get() as { questions: number; matches: number; groups: number },
  };
}
