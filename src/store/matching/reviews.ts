import { originOf } from "../../domain/accounts/keys.ts";
import { type ImpliedRelation, MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { toDifferences, toReadable } from "../../domain/matching/reason-texts.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Cents, fromCents, type Micros, ONE } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { consistently, type Db, durably, openDatabase, prepare, type SqlRow } from "../database/db.ts";
import { requireSchema } from "../database/migrations.ts";
import { findPosition, getOriginSalt } from "../database/properties.ts";
import { queueMarkets, RULES_POSITION, STAGES } from "./match-queue.ts";

/** A pair as matching has it, for the operator to decide. */
export interface PairForReview extends ReviewedPair {
  /** Null where matching keeps no score of it. */
  readonly score: Micros | null;
  /** Of a vetoed pair, what an answer to the first says about the second. */
  readonly relation: "same" | "inverted" | "related" | ImpliedRelation | null;
  /** The rule that forbids it, or `operator`; null where none does. */
  readonly veto: string | null;
  readonly isMatch: boolean;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** Of the market that was traded less. */
  readonly volume: Cents;
}

/** Pairs of the same two events that the same rule forbids, or that none does: one decision may be right for all. */
export type PairFamily = readonly [first: PairForReview, ...others: PairForReview[]];

/** Doubtful: scores near that of a match. Vetoed: high scores that a rule forbids. */
export const REVIEWS = ["doubtful", "vetoed"] as const;
export type Review = (typeof REVIEWS)[number];

export type StoredDecision = SqlRow<"reviews", "findDecision">;

/** Pairs on either side of a match's score that are looked at. */
const SCANNED_PAIRS = 1500;

/** Pairs of a family that are decided at once. */
const MAX_FAMILY = 50;

/**
 * The open pairs without a decision that matter most, by families, at most `limit` of these: the doubt times the volume's
 * figures.
 */
export function listPairsToReview(db: Db, review: Review, limit: number): PairFamily[] {
  const list = prepare(db, "reviews", review === "doubtful" ? "listDoubtful" : "listVetoed");
  const rows = list
    .all({ scanned: SCANNED_PAIRS, minScore: MIN_MATCH_SCORE * ONE })
    .map((row) => ({ row, weight: weightOf(row, review) }))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ row }) => row);
  const families = Map.groupBy(rows, ({ aEvent, bEvent, veto }) => `${aEvent} ${bEvent} ${veto}`);
  return [...families.values()].slice(0, limit).flatMap((family) => {
    const [first, ...others] = family.slice(0, MAX_FAMILY).map(toPairForReview);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** A pair of stored markets, and its decision; undefined where one of the two is not stored. */
export const findPairToReview = (db: Db, a: MarketName, b: MarketName) =>
  consistently(db, () => {
    const names = { aPlatform: a.platform, aId: a.id, bPlatform: b.platform, bId: b.id };
    const row = prepare(db, "reviews", "findPair").get(names);
    if (row === undefined) return undefined;
    return { pair: toPairForReview(row), decision: prepare(db, "reviews", "findDecision").get(toPair(a, b)) };
  });

/** False before the first run of matching has compared a pair, or found none. */
export const hasMatched = (db: Db): boolean =>
  findPosition(db, RULES_POSITION) !== 0 && prepare(db, "reviews", "isFirstMatchingDue").pluck().get() === 0;

/** The newest first. */
export const listDecisions = (db: Db, limit: number) => prepare(db, "matches", "listDecisions").all({ limit });

type ReviewRow = SqlRow<"reviews", "findPair">;

/** How much a decision matters: the doubt about the score, times the digits of the volume. */
function weightOf({ score, volume }: ReviewRow, review: Review): number {
  const share = (score ?? 0) / ONE;
  const doubt = review === "vetoed" ? share : 1 - Math.abs(share - MIN_MATCH_SCORE) / MIN_MATCH_SCORE;
  return doubt * (1 + Math.log10(1 + Math.max(0, fromCents(volume))));
}

const toPairForReview = ({ reasons, isMatch, aEvent: _, bEvent: __, ...row }: ReviewRow): PairForReview => ({
  ...row,
  isMatch: isMatch === 1,
  reasons: toReadable(
    toDifferences(JSON.parse(reasons) as string[], {
      names: [row.aPlatform, row.bPlatform].map((platform) => getPlatform(platform).name),
    }),
    { platform: row.aPlatform, title: row.aTitle ?? "" },
    { platform: row.bPlatform, title: row.bTitle ?? "" },
  ),
});

export interface MarketName {
  readonly platform: string;
  readonly id: string;
}

/** A pair for the operator's review. A title is null where the market is not stored. */
export interface ReviewedPair {
  readonly aPlatform: string;
  readonly aId: string;
  readonly aTitle: string | null;
  readonly bPlatform: string;
  readonly bId: string;
  readonly bTitle: string | null;
}

/** `isInverted` is 1 where yes on one is no on the other; null of a rejected pair. */
export type DecidedPair = SqlRow<"matches", "listDecisions">;

/** A decision by hand on two markets of different platforms. */
export interface PairDecision {
  readonly a: MarketName;
  readonly b: MarketName;
  readonly kind: Decision["kind"];
  /** Whether yes on one is no on the other; null leaves it to the comparison. */
  readonly isInverted: boolean | null;
}

/** The same decision on several pairs. */
export interface PairDecisions extends Pick<PairDecision, "kind" | "isInverted"> {
  readonly pairs: readonly Pick<PairDecision, "a" | "b">[];
}

export const findMarketKey = (db: Db, name: MarketName) => prepare(db, "matches", "marketKeyOf").pluck().get(name);

/** Stores or deletes the operator's decisions. Throws AppError market_not_found, validation_error. */
export function decidePairs(db: Db, { pairs, kind, isInverted }: PairDecisions, at: number): void {
  for (const { a, b } of pairs) {
    requireDecidable(db, { a, b, kind });
    decidePair(db, a, b, { kind, isInverted: isInverted === null ? null : Number(isInverted), at });
  }
}

const DECISIONS: readonly Decision["kind"][] = ["confirmed", "rejected", "forgotten"];

function requireDecidable(db: Db, { a, b, kind }: Omit<PairDecision, "isInverted">): void {
  if (!DECISIONS.includes(kind)) {
    throw new AppError("validation_error", `kind: expected one of ${DECISIONS.join(", ")}`);
  }
  if (a.platform === b.platform) {
    throw new AppError("validation_error", "the two markets have to be of different platforms");
  }
  const missing = [a, b].find((name) => findMarketKey(db, name) === undefined);
  // A decision outlives the rows of its markets.
  if (missing !== undefined && kind !== "forgotten") {
    throw new AppError(
      "market_not_found",
      `there is no market ${missing.platform}:${missing.id}; find ids with /api/v1/search?q=…`,
    );
  }
}

/** Stores or deletes the operator's decision, and queues both markets to be compared. */
export const decidePair = (db: Db, a: MarketName, b: MarketName, { kind, isInverted, at }: Decision): void =>
  durably(db, () => {
    const pair = toPair(a, b);
    const marketKeys = [a, b].flatMap((name) => findMarketKey(db, name) ?? []);
    if (kind === "forgotten") prepare(db, "matches", "deleteDecision").run(pair);
    else {
      const decided = { ...findVerdict(db, marketKeys), decision: kind, isInverted, decidedAt: at };
      prepare(db, "matches", "saveDecision").run({ ...pair, ...decided });
    }
    queueMarkets(db, marketKeys, STAGES.compare);
  });

/** What matching made of a pair; all is null where that is not known. */
function findVerdict(db: Db, [a, b]: readonly number[]) {
  const found = a === undefined || b === undefined ? undefined : prepare(db, "matches", "findVerdict").get({ a, b });
  return found === undefined
    ? { score: null, relation: null, rulesVersion: null }
    : { ...found, rulesVersion: findPosition(db, RULES_POSITION) };
}

interface Decision {
  readonly kind: "confirmed" | "rejected" | "forgotten";
  /** 1 when yes on one is no on the other, 0 when not; null leaves it to the comparison. */
  readonly isInverted: number | null;
  readonly at: number;
}

/** The names as decisions have them, in order. */
function toPair(a: MarketName, b: MarketName) {
  const isInOrder = a.platform < b.platform || (a.platform === b.platform && a.id < b.id);
  const [first, second] = isInOrder ? [a, b] : [b, a];
  return { aPlatform: first.platform, aId: first.id, bPlatform: second.platform, bId: second.id };
}

/** A market that a visitor says does not belong to a question, and one that it was matched with. */
export type MatchReport = SqlRow<"match-reports", "list">;

/** A market that does not belong to a question, as a visitor reports it. */
export interface ReportedMatch {
  readonly questionId: string;
  readonly market: MarketName;
  /** A market of the question to compare it with. */
  readonly other: MarketName;
  /** Why, in the visitor's words; may be empty. */
  readonly note: string;
  /** Where the report came from. */
  readonly address: string;
}

/** Reports that are kept, in all and of one address. */
const MAX_REPORTS = 1000;
const MAX_REPORTS_OF_ORIGIN = 20;

export const listReports = (db: Db): MatchReport[] => prepare(db, "match-reports", "list").all({ limit: MAX_REPORTS });

/** Keeps a report until the operator is done with it; of the address a digest. Throws AppError rate_limit_exceeded, unavailable. */
export const addReport = (db: Db, { questionId, market, other, note, address }: ReportedMatch, at: number): void =>
  durably(db, () => {
    const origin = originOf(address, getOriginSalt(db));
    if (prepare(db, "match-reports", "countOfOrigin").pluck().get({ origin }) >= MAX_REPORTS_OF_ORIGIN) {
      const message = `${MAX_REPORTS_OF_ORIGIN} reports from your address wait for the operator; try again another day`;
      throw new AppError("rate_limit_exceeded", message);
    }
    if (prepare(db, "match-reports", "count").pluck().get() >= MAX_REPORTS) {
      throw new AppError("unavailable", "too many reports wait for the operator; try again another day");
    }
    prepare(db, "match-reports", "save").run({ questionId, ...toReported(market, other), note, origin, at });
  });

export const removeReportsOfPair = (db: Db, market: MarketName, other: MarketName): void =>
  durably(db, () => void prepare(db, "match-reports", "deleteOfPair").run(toReported(market, other)));

const toReported = ({ platform, id }: MarketName, other: MarketName) => ({
  ...{ platform, id },
  ...{ otherPlatform: other.platform, otherId: other.id },
});

/** Matches with a score from `from` to below `to`; 1 is included. */
interface MatchBand {
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
