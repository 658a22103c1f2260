import { MIN_MATCH_SCORE } from "./matching/score.ts";
import { type Micros, ONE } from "./prices.ts";

/** How long resolved pairs count: mostly those that the present rules matched. */
export const AUDITED_DAYS = 90;

/** With fewer pairs the interval of a share says nothing. */
const MIN_PAIRS = 20;

/** How far outside the interval of the share a mean score may be. */
const TOLERANCE = 0.02;

/** The band of the lowest score of a match. */
export const FIRST_BAND = Math.floor(MIN_MATCH_SCORE * 10);

/** Bands of the score, in tenths; the last includes 1. */
export const BANDS: readonly number[] = Array.from({ length: 10 - FIRST_BAND }, (_, index) => FIRST_BAND + index);

/** From where to below where, in tenths. The last row is all matches. */
const ROWS = [...BANDS.map((band) => [band, band + 1] as const), [FIRST_BAND, 10] as const];

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
  /** Decisions on pairs whose score was not noted at the time. */
  readonly unrecorded: number;
}

/** A share from 0 to 1 with its 95% interval. */
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
    ...describeScores(decided, "Scores that differ from decisions"),
    ...describeScores(resolved, "Scores that differ from outcomes"),
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

/** A share and the 95% interval of Wilson's score; `pairs` is at least 1. */
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
  return [
    all === undefined || all.pairs === 0
      ? NOTHING_DECIDED
      : `By hand: the operator confirmed ${ratioOf(all)} decided matches (${rangeOf(all, "pairs")}).`,
    missed > 0 && `Missed: ${count(missed)}. The operator confirmed these pairs although they were no match.`,
    olderRules > 0 && `Older rules scored ${count(olderRules)} of the decided matches.`,
    unrecorded > 0 && `Left out: ${count(unrecorded)}. The scores of these decisions are not known.`,
  ].filter((sentence) => sentence !== false);
}

const NOTHING_DECIDED = "By hand: the operator has not decided any match yet.";

function describeResolved({ resolved, countedAt }: MatchCounts, bands: readonly AuditedBand[]): string[] {
  const all = bands.at(-1);
  if (countedAt === null)
    return ["By outcome: not counted yet. The service counts two minutes after its start, then every hour."];
  if (all === undefined || all.pairs === 0) {
    return [`By outcome: no match resolved yes or no on both platforms in the last ${AUDITED_DAYS} days.`];
  }
  const sums = sumUp(resolved);
  const { either, both } = yesPairsOf(sums);
  return [
    `By outcome: ${ratioOf(all)} matches resolved alike in the last ${AUDITED_DAYS} days. By chance it would be ${toPercent(chanceOf(sums))}. Of ${count(either)} with a yes on one platform or both, ${count(both)} have a yes on both.`,
    `Estimate from outcomes: ${rangeOf(all, "pairs with a yes")}. Two platforms may also settle one question differently.`,
  ];
}

/** Names the bands whose mean score is not the share that is right: a score is to be that chance. */
function describeScores(bands: readonly AuditedBand[], title: string): string[] {
  const off = bands.slice(0, -1).flatMap((band) => {
    const { meanScore, precision } = band;
    if (meanScore === null || precision === null) return [];
    if (meanScore >= precision.low - TOLERANCE && meanScore <= precision.high + TOLERANCE) return [];
    return [
      `${nameOf(band)} too ${meanScore < precision.low ? "low" : "high"} (mean ${meanScore.toFixed(2)}, ${intervalOf(precision)} right)`,
    ];
  });
  return off.length === 0 ? [] : [`${title}: ${off.join("; ")}.`];
}

const rangeOf = ({ precision }: AuditedBand, needed: string): string =>
  precision === null
    ? `too few for an estimate, which needs ${MIN_PAIRS} ${needed}`
    : `${toPercent(precision.share)} right, 95% interval ${intervalOf(precision)}`;

const intervalOf = ({ low, high }: Share): string => `${toPercent(low)} to ${toPercent(high)}`;

const nameOf = ({ from, to }: AuditedBand): string => `${from}–${to}`;

const ratioOf = ({ agreeing, pairs }: AuditedBand): string => `${count(agreeing)} of ${count(pairs)}`;

const count = (value: number): string => value.toLocaleString("en-US");

/** A share as text: "84%", near the ends "99.6%". */
function toPercent(share: number): string {
  const value = share * 100;
  const isNearEnd = (value > 0 && value < 1) || (value > 99 && value < 100);
  return `${isNearEnd ? Math.min(99.9, Math.max(0.1, value)).toFixed(1) : Math.round(value)}%`;
}

/** The table for people, its head first: a row for each band with pairs, then all. Undefined while there is nothing to show. */
export function toAuditTable({ decided, resolved }: MatchAudit): readonly (readonly string[])[] | undefined {
  const kinds = [
    { bands: decided, head: ["Confirmed", "Right, by hand", "Mean score"] },
    { bands: resolved, head: ["Resolved alike", "Right, by outcome", "Mean score"] },
  ].filter(({ bands }) => bands.some(({ pairs }) => pairs > 0));
  const [first] = kinds;
  if (first === undefined) return undefined;
  const rows = first.bands.map((band, index) => ({
    name: index === first.bands.length - 1 ? "all" : nameOf(band),
    bands: kinds.flatMap(({ bands }) => bands.slice(index, index + 1)),
  }));
  return [
    ["Score", ...kinds.flatMap(({ head }) => head)],
    ...rows
      .filter(({ bands }) => bands.some(({ pairs }) => pairs > 0))
      .map(({ name, bands }) => [name, ...bands.flatMap(cellsOf)]),
  ];
}

function cellsOf(band: AuditedBand): string[] {
  if (band.meanScore === null) return ["0", "–", "–"];
  const { precision } = band;
  const right = precision === null ? "not enough pairs" : `${toPercent(precision.share)} (${intervalOf(precision)})`;
  return [ratioOf(band), right, band.meanScore.toFixed(2)];
}
