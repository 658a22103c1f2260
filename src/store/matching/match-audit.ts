import { DAY_MS } from "../../clock.ts";
import {
  AUDITED_DAYS,
  auditMatches,
  type BandCount,
  FIRST_BAND,
  type MatchAudit,
  type MatchCounts,
} from "../../domain/match-audit.ts";
import { RULES_VERSION } from "../../domain/matching/index.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/score.ts";
import { ONE } from "../../domain/prices.ts";
import { consistently, type Db, openDatabase, prepare } from "../database/db.ts";
import { requireSchema } from "../database/migrations.ts";

/** Reads how right matches turn out to be, with the resolved ones as last counted. The caller holds the transaction. */
export function openMatchAudit(db: Db): () => MatchAudit {
  const readDecided = openDecided(db);
  const list = prepare(db, "matches", "listResolvedCounts");
  return () => {
    const resolved = list.all({ firstBand: FIRST_BAND }) as (BandCount & { readonly countedAt: number })[];
    return auditMatches({ ...readDecided(), resolved, countedAt: resolved[0]?.countedAt ?? null });
  };
}

/** The same for a file, with the resolved ones counted now: epoch milliseconds. Throws OperatorError for another schema. */
export function readMatchAudit(file: string, addonPath: string | undefined, now: number): MatchAudit {
  const db = openDatabase(file, "read-only", addonPath);
  try {
    requireSchema(db, file);
    return consistently(db, () => {
      const { count, largestMarket } = openResolvedMatches(db);
      const resolved = count({ first: 0, last: largestMarket(), now });
      return auditMatches({ ...openDecided(db)(), resolved, countedAt: now });
    });
  } finally {
    db.close();
  }
}

function openDecided(db: Db): () => Omit<MatchCounts, "resolved" | "countedAt"> {
  const bands = prepare(db, "matches", "countDecidedMatches");
  const decisions = prepare(db, "matches", "countDecisions");
  const minScore = MIN_MATCH_SCORE * ONE;
  return () => ({
    decided: bands.all({ minScore }) as BandCount[],
    ...(decisions.get({ rulesVersion: RULES_VERSION, minScore }) as Pick<
      MatchCounts,
      "missed" | "olderRules" | "unrecorded"
    >),
  });
}

/** Matches whose markets both resolved lately. The caller holds the transaction. */
export function openResolvedMatches(db: Db) {
  const count = prepare(db, "matches", "countResolvedMatches");
  const save = prepare(db, "matches", "saveResolvedCount");
  const largest = prepare(db, "matches", "largestMarket").pluck();
  return {
    largestMarket: () => (largest.get() ?? 0) as number,

    /** Counts, by band, the matches whose smaller market key is from `first` to `last`. */
    count: ({ first, last, now }: { first: number; last: number; now: number }) =>
      count.all({ first, last, since: now - AUDITED_DAYS * DAY_MS }) as Required<BandCount>[],

    save: (counted: Required<BandCount>, countedAt: number): void => void save.run({ ...counted, countedAt }),
  };
}
