import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import { consistently, type Db, openDatabase, prepare } from "../database/db.ts";
import { requireSchema } from "../database/migrations.ts";

/** Matches with a score from `from` to below `to`; 1 is included. */
export interface MatchBand {
  readonly from: number;
  readonly to: number;
  /** Confirmed by the operator. */
  readonly right: number;
  /** Rejected by the operator, or confirmed with the other relation. */
  readonly wrong: number;
  readonly undecided: number;
}

/** What the operator decided on matches, by the score they had before. */
export interface MatchAudit {
  /** The last is all of them. */
  readonly bands: readonly MatchBand[];
  /** Confirmed pairs that were no match. */
  readonly missed: number;
}

/** The caller holds the transaction. */
export function readAudit(db: Db): MatchAudit {
  const decided = prepare(db, "matches", "countDecided").all({ minScore: MIN_MATCH_SCORE * ONE });
  const counts = [...decided, ...prepare(db, "matches", "countUndecided").all()] as BandCount[];
  return { bands: ROWS.map((row) => toBand(counts, row)), missed: prepare(db, "matches", "countMissed").pluck().get() };
}

/** The same for a file, and how often the judge agreed. Throws OperatorError for another schema. */
export function readMatchAudit(file: string, addonPath: string | undefined) {
  const db = openDatabase(file, "read-only", addonPath);
  try {
    requireSchema(db, file);
    return consistently(db, () => ({ audit: readAudit(db), judge: prepare(db, "judge", "countAgreed").get() }));
  } finally {
    db.close();
  }
}

/** Matches of one band, in tenths; the last band includes 1. */
interface BandCount {
  readonly band: number;
  readonly kind: "right" | "wrong" | "undecided";
  readonly pairs: number;
}

const FIRST_BAND = Math.floor(MIN_MATCH_SCORE * 10);

/** From where to below where, in tenths. */
const ROWS: readonly (readonly [from: number, to: number])[] = [
  ...Array.from({ length: 10 - FIRST_BAND }, (_, index) => [FIRST_BAND + index, FIRST_BAND + index + 1] as const),
  [FIRST_BAND, 10],
];

function toBand(counts: readonly BandCount[], [from, to]: readonly [number, number]): MatchBand {
  const sumOf = (kind: BandCount["kind"]): number =>
    counts
      .filter((count) => count.kind === kind && count.band >= from && count.band < to)
      .reduce((sum, { pairs }) => sum + pairs, 0);
  return { from: from / 10, to: to / 10, right: sumOf("right"), wrong: sumOf("wrong"), undecided: sumOf("undecided") };
}
