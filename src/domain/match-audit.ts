import { type Micros, ONE } from "./prices.ts";

/** How long resolved pairs count: mostly those that the present rules matched. */
export const AUDITED_DAYS = 90;

/** With fewer pairs the interval of a share says nothing. */
const MIN_PAIRS = 20;

/** Bands of the score, in tenths; the last includes 1. */
export const BANDS = [5, 6, 7, 8, 9] as const;

/** From where to below where, in tenths. The last row is all matches. */
const ROWS = [...BANDS.map((band) => [band, band + 1] as const), [5, 10] as const];

/** Matches of one band. */
export interface BandCount {
  readonly band: number;
  readonly pairs: number;
  /** Confirmed by the operator; or resolved alike, inverted ones turned. */
  readonly agreeing: number;
  /** Of resolved pairs: two for a pair that resolved yes on both sides. */
  readonly yesSides?: number;
  readonly scoreSum: Micros;
}

export interface MatchCounts {
  readonly decided: readonly BandCount[];
  /** Matches whose markets both resolved yes or no. */
  readonly resolved: readonly BandCount[];
  /** When the resolved ones were counted, in epoch milliseconds; null when they never were. */
  readonly countedAt: number | null;
  /** Confirmed pairs that were no match. */
  readonly missed: number;
  /** Decided matches with a score of older rules. */
  readonly olderRules: number;
  /** Decisions of which it is not known what matching made of the pair. */
  readonly unrecorded: number;
}

/** A share from 0 to 1 with its 95 % interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Matches with a score from `from` to below `to`. */
export interface AuditedBand extends Pick<BandCount, "pairs" | "agreeing"> {
  readonly from: number;
  readonly to: number;
  /** Null without pairs. */
  readonly meanScore: number | null;
  /** The share that is right; null while there are not enough pairs. */
  readonly precision: Share | null;
}

/** How right matches turn out to be, by band of their score; the last of each list is all of them. */
export interface MatchAudit extends Pick<MatchCounts, "countedAt" | "missed"> {
  readonly decided: readonly AuditedBand[];
  readonly resolved: readonly AuditedBand[];
  /** What the figures mean, for people. */
  readonly sentences: readonly string[];
}

export function auditMatches(counts: MatchCounts): MatchAudit {
  const { countedAt, missed } = counts;
  const decided = ROWS.map((row) => toBand(counts.decided, row, ({ agreeing, pairs }) => wilson(agreeing, pairs)));
  const resolved = ROWS.map((row) => toBand(counts.resolved, row, beyondChance));
  const sentences = [
    ...describeDecided(counts, decided),
    ...describeResolved(counts, resolved),
    ...describeScores(decided, "decided"),
    ...describeScores(resolved, "resolved"),
  ];
  return { decided, resolved, countedAt, missed, sentences };
}

type Sums = Omit<Required<BandCount>, "band">;

function toBand(
  counts: readonly BandCount[],
  [from, to]: readonly [number, number],
  estimate: (sums: Sums) => Share | null,
): AuditedBand {
  const sums = sumUp(counts.filter(({ band }) => band >= from && band < to));
  const { pairs, agreeing, scoreSum } = sums;
  return {
    from: from / 10,
    to: to / 10,
    pairs,
    agreeing,
    meanScore: pairs === 0 ? null : scoreSum / pairs / ONE,
    precision: pairs < MIN_PAIRS ? null : estimate(sums),
  };
}

/** The sums over some bands. */
export const sumUp = (counts: readonly BandCount[]): Sums =>
  counts.reduce(
    (sums, { pairs, agreeing, yesSides = 0, scoreSum }) => ({
      pairs: sums.pairs + pairs,
      agreeing: sums.agreeing + agreeing,
      yesSides: sums.yesSides + yesSides,
      scoreSum: sums.scoreSum + scoreSum,
    }),
    { pairs: 0, agreeing: 0, yesSides: 0, scoreSum: 0 },
  );

/**
 * Most markets resolve no, so wrong pairs often resolve alike too. If they do so by chance alone, the share alike beyond
 * chance is the share that is right (Cohen's kappa). Null while few pairs have a yes.
 */
function beyondChance(sums: Sums): Share | null {
  const chance = chanceOf(sums);
  if (yesPairsOf(sums).either < MIN_PAIRS || chance === 1) return null;
  const beyond = (share: number): number => Math.max(0, (share - chance) / (1 - chance));
  const { share, low, high } = wilson(sums.agreeing, sums.pairs);
  return { share: beyond(share), low: beyond(low), high: beyond(high) };
}

/** The share of pairs that would resolve alike if they were joined at random. */
function chanceOf({ pairs, yesSides }: Sums): number {
  const yes = yesSides / (2 * pairs);
  return yes ** 2 + (1 - yes) ** 2;
}

/** Pairs that resolved yes on either side, and on both. */
function yesPairsOf({ pairs, agreeing, yesSides }: Sums): { either: number; both: number } {
  const one = pairs - agreeing;
  const both = (yesSides - one) / 2;
  return { either: both + one, both };
}

/** A share and the 95 % interval of Wilson's score; `pairs` is at least 1. */
export function wilson(right: number, pairs: number): Share {
  const z = 1.959964;
  const share = right / pairs;
  const weight = 1 + z ** 2 / pairs;
  const middle = (share + z ** 2 / (2 * pairs)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / pairs + (z / (2 * pairs)) ** 2);
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

function describeDecided({ missed, olderRules, unrecorded }: MatchCounts, bands: readonly AuditedBand[]): string[] {
  const all = bands.at(-1);
  if (all === undefined || all.pairs + missed + unrecorded === 0) return [NOTHING_DECIDED];
  return [
    `By hand: the operator confirmed ${all.agreeing} of ${all.pairs} matches that were decided, ${rangeOf(all, "pairs")}.`,
    missed > 0 &&
      `Missed: ${missed} confirmed pairs were no match before. They say something of recall, nothing of precision.`,
    olderRules > 0 && `Of the decided matches ${olderRules} were scored by older rules.`,
    unrecorded > 0 && `Left out: ${unrecorded} decisions on pairs whose score was not noted.`,
  ].filter((sentence) => sentence !== false);
}

const NOTHING_DECIDED =
  "By hand: no pair is decided yet. 'toteboard export matches' and 'toteboard pairs list --review' list pairs; decide with 'toteboard pairs confirm A B' and 'toteboard pairs reject A B'.";

function describeResolved({ resolved, countedAt }: MatchCounts, bands: readonly AuditedBand[]): string[] {
  const all = bands.at(-1);
  if (countedAt === null) return ["By outcome: resolved pairs are not counted yet; the service does it every hour."];
  if (all === undefined || all.pairs === 0) {
    return [`By outcome: no match has resolved yes or no on both sides in the last ${AUDITED_DAYS} days.`];
  }
  const sums = sumUp(resolved);
  const { either, both } = yesPairsOf(sums);
  return [
    `By outcome: ${all.agreeing} of ${all.pairs} matches that resolved on both sides in the last ${AUDITED_DAYS} days resolved alike; ${toPercent(chanceOf(sums))} would by chance.`,
    `Of ${either} with a yes on either side, ${both} have a yes on both.`,
    `So of all matches, as far as outcomes tell: ${rangeOf(all, "pairs with a yes")}. A pair that differs may also be one question that two platforms settled differently.`,
  ];
}

/** Whether scores are too high or too low: a score is to be the chance that a pair is right. */
const describeScores = (bands: readonly AuditedBand[], source: string): string[] =>
  bands.flatMap(({ from, to, meanScore, precision }, index) => {
    if (index === bands.length - 1 || meanScore === null || precision === null) return [];
    if (meanScore >= precision.low && meanScore <= precision.high) return [];
    const side = meanScore > precision.high ? "high" : "low";
    return [
      `Scores from ${from} to ${to} are too ${side}: ${meanScore.toFixed(2)} on average, while ${rangeTextOf(precision)} of the ${source} pairs are right.`,
    ];
  });

const rangeOf = ({ precision }: AuditedBand, needed: string): string =>
  precision === null
    ? `too few for a share: it takes ${MIN_PAIRS} ${needed}`
    : `${toPercent(precision.share)} right (95 % interval ${rangeTextOf(precision)})`;

const rangeTextOf = ({ low, high }: Share): string => `${toPercent(low)} to ${toPercent(high)}`;

/** A share as text: "84%", near the ends "99.6%". */
export function toPercent(share: number): string {
  const value = share * 100;
  const isNearEnd = (value > 0 && value < 1) || (value > 99 && value < 100);
  return `${isNearEnd ? value.toFixed(1) : Math.round(value)}%`;
}

/** Columns and rows of the table for people: one row for each band, then all. */
export function toAuditTable({ decided, resolved }: MatchAudit): {
  head: readonly string[];
  rows: readonly string[][];
} {
  const cellsOf = (band: AuditedBand | undefined): string[] =>
    band === undefined || band.pairs === 0
      ? ["0", "–", "–"]
      : [
          `${band.agreeing} of ${band.pairs}`,
          band.precision === null
            ? "not enough pairs"
            : `${toPercent(band.precision.share)} (${rangeTextOf(band.precision)})`,
          band.meanScore?.toFixed(2) ?? "–",
        ];
  return {
    head: ["Score", "Confirmed", "Right", "Mean score", "Resolved alike", "Right", "Mean score"],
    rows: decided.map((band, index) => [`${band.from} to ${band.to}`, ...cellsOf(band), ...cellsOf(resolved[index])]),
  };
}
