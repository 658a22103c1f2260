import { DAY_MS } from "../../clock.ts";
import type { NamedDate } from "../propositions/dates.ts";
import { weakWords } from "../propositions/lexicon.ts";
import type { NamedNumber } from "../propositions/numbers.ts";
import { isTenure, type Proposition } from "../propositions/proposition.ts";
import { toStem } from "../propositions/text.ts";
import { readWords } from "../word-lists.ts";
import { compareDates, endOf } from "./compare-dates.ts";
import { areOpposite, figureOf, isSameNumber, isTouched, unitOf, without } from "./compare-numbers.ts";
import { type ImpliedRelation, mirror } from "./matches.ts";
import { overlapOf, sharedWordsOf } from "./overlap.ts";
import { findDoubt, isRefusedBeyondLadders } from "./vetoes.ts";
import type { WeighedProposition } from "./weighing.ts";

/** The relation of the first proposition to the second. */
export interface Implication {
  readonly relation: ImpliedRelation;
  /** How far apart they are on their ladder: 0 is nearest. Only distances from one proposition compare. */
  readonly distance: number;
}

/**
 * The relation of two propositions that only the vetoes `date` and `number` tell apart; undefined where none is sure. `now`
 * is epoch milliseconds: of open markets, a deadline in a year that has begun is within that year.
 */
export function findImplication(
  one: WeighedProposition,
  other: WeighedProposition,
  now: number,
): Implication | undefined {
  const [a, b] = [one.proposition, other.proposition];
  if (isRefusedBeyondLadders(a, b) || findDoubt(a, b) !== undefined || isTenure(a) !== isTenure(b)) return undefined;
  const [dates, figures] = [relateDates(a, b, now), relateFigures(a, b)];
  const plain = combine(dates, figures);
  const relation = plain === undefined ? undefined : withDenials(plain, isDenied(a), isDenied(b));
  if (relation === undefined || !isBorneOut(relation, one, other)) return undefined;
  return { relation, distance: distanceOf(a, b) };
}

/**
 * Whether the words that only one side has leave the relation true. Any telling word may be an alternative ("or …") or a
 * condition. But beside a superset, a name may explain another word: "xAI" beside "Grok".
 */
function isBorneOut(relation: ImpliedRelation, one: WeighedProposition, other: WeighedProposition): boolean {
  const { onlyA, onlyB } = overlapOf(one, other, sharedWordsOf(one, other) ?? new Map());
  const isTelling = (word: string): boolean => !weakWords.has(word) && !isTenureWord(word);
  const [first, second] = [onlyA.filter(isTelling), onlyB.filter(isTelling)];
  if (relation === "disjoint" || relation === "complement") return first.length + second.length === 0;
  const [narrow, wide] = relation === "subset" ? [first, second] : [second, first];
  return narrow.length === 0 && wide.every((word) => one.names.has(word) || other.names.has(word));
}

type Comparison = ImpliedRelation | "same";

function combine(dates: Comparison | undefined, figures: Comparison | undefined): ImpliedRelation | undefined {
  if (dates === undefined || figures === undefined) return undefined;
  if (dates === "same") return figures === "same" ? undefined : figures;
  return figures === "same" || figures === dates ? dates : undefined;
}

/** "Remains in office" is the denial of "leaves it". */
const isDenied = ({ isNegated, words }: Proposition): boolean => isNegated !== words.includes(REMAIN);
const isHeld = ({ words }: Proposition): boolean => words.includes(REMAIN);
const isTenureWord = (word: string): boolean => word === REMAIN || word === OUT;
const [REMAIN, OUT] = [toStem("remain"), toStem("out")];

/** The relation of two propositions, some of them denied, from that of the plain ones. */
function withDenials(plain: ImpliedRelation, isFirst: boolean, isSecond: boolean): ImpliedRelation | undefined {
  if (!isFirst && !isSecond) return plain;
  if (plain === "complement") return isFirst === isSecond ? plain : undefined;
  if (isFirst && isSecond) return plain === "disjoint" ? undefined : mirror(plain);
  if (plain === "disjoint") return isSecond ? "subset" : "superset";
  // Of "no by June" and "yes by December" both may be true, and one must be: a relation without a name.
  return (plain === "subset") === isSecond ? "disjoint" : undefined;
}

/** Dates that differ must be limits of something that happens once and stays true. */
function relateDates(a: Proposition, b: Proposition, now: number): Comparison | undefined {
  const { refusal, evidence, closesApartDays = 0 } = compareDates(a, b);
  const isUnsure = evidence === "one-sided" || (evidence === "none" && closesApartDays > 45);
  if (refusal === undefined) return isUnsure ? undefined : "same";
  const [one, other] = [without(a.dates, b.dates, isEqualDate), without(b.dates, a.dates, isEqualDate)];
  const [first, second] = [one[0], other[0]];
  if (first === undefined || second === undefined || one.length + other.length > 2) return undefined;
  if (!isCumulative(a) || !isCumulative(b)) return undefined;
  const [here, there] = [toSpan(first, isHeld(a)), toSpan(second, isHeld(b))];
  if (here === undefined || there === undefined) return undefined;
  return nest(isWithin(here, there, now), isWithin(there, here, now));
}

/** The relation of the first to the second, where the one is within the other. */
function nest(isFirstWithin: boolean, isSecondWithin: boolean): Comparison | undefined {
  if (isFirstWithin) return "subset";
  return isSecondWithin ? "superset" : undefined;
}

const isEqualDate = (a: NamedDate, b: NamedDate): boolean => a.kind === b.kind && a.value === b.value;

/** Epoch milliseconds. */
interface TimeSpan {
  /** Missing where all time until the end counts. */
  readonly start?: number;
  readonly end: number;
}

/** The time in which a date lets something happen; undefined for a day, a start, and the year of an edition. */
function toSpan(date: NamedDate, isHeldThen: boolean): TimeSpan | undefined {
  const { kind, value, isLimit, isOpenStart, isThroughout } = date;
  if (!isLimit || value.startsWith("????") || kind === "at" || kind === "since") return undefined;
  if (isOpenStart || (isThroughout && isHeldThen)) return { end: endOf(date) };
  return kind === "until" ? undefined : { start: startOf(value), end: endOf(date) };
}

function startOf(value: string): number {
  const [year = "", part = "1"] = value.split("-");
  return Date.UTC(Number(year), part.startsWith("q") ? Number(part.slice(1)) * 3 - 3 : Number(part) - 1, 1);
}

/** A month is not looked for in its year: what is true of a month may be false of the year. */
const isWithin = (one: TimeSpan, { start, end }: TimeSpan, now: number): boolean =>
  one.end <= end && (start === undefined || (one.start === undefined && now >= start && one.end > start));

/** Whether a yes stays yes with a later deadline. */
function isCumulative(one: Proposition): boolean {
  if (one.facets.some((facet) => LASTING_FACETS.test(facet)) || one.words.some((word) => LASTING.has(word)))
    return false;
  return (
    one.numbers.length === 0 ||
    isTouched(one) ||
    (one.numbers.every(isNumbering) && one.words.some((word) => RELEASES.has(word)))
  );
}

/** Facets and words of states, which may end again, and of comparisons, which others may win later. */
const LASTING_FACETS =
  /^(?:extreme|rank|comparison|measure|mode:(?:settle|price)|direction:maintain|act:approval|rest)/;
const LASTING: ReadonlySet<string> = new Set(readWords("words", "lasting").map(toStem));

/** A figure that may be part of a name, as in "Grok 5". */
const isNumbering = ({ comparison, isCount }: NamedNumber): boolean => comparison === "eq" && isCount;

const RELEASES: ReadonlySet<string> = new Set(readWords("words", "releases").map(toStem));

function relateFigures(a: Proposition, b: Proposition): Comparison | undefined {
  if (areOpposite(a, b)) return "complement";
  const [one, other] = [without(a.numbers, b.numbers, isEqualNumber), without(b.numbers, a.numbers, isEqualNumber)];
  if (one.length + other.length === 0) return "same";
  const [first, second] = [one[0], other[0]];
  if (first === undefined || second === undefined || one.length + other.length > 2) return undefined;
  if (unitOf(first) !== unitOf(second) || isTouched(a) !== isTouched(b)) return undefined;
  return isTouched(a) ? relateTouches(first, second) : relateRanges(first, second);
}

const isEqualNumber = (one: NamedNumber, other: NamedNumber): boolean =>
  one.comparison === other.comparison && isSameNumber(one, other);

/** A higher mark is reached after a lower one. A mark without a direction is reached from an unknown side. */
function relateTouches(a: NamedNumber, b: NamedNumber): Comparison | undefined {
  const isNested = (one: NamedNumber, other: NamedNumber): boolean =>
    (other.comparison === "ge" && one.comparison !== "le" && figureOf(one) >= figureOf(other)) ||
    (other.comparison === "le" && one.comparison !== "ge" && figureOf(one) <= figureOf(other));
  if ([a, b].some(({ comparison }) => comparison === "range" || comparison === "eq")) return undefined;
  return nest(isNested(a, b), isNested(b, a));
}

function relateRanges(a: NamedNumber, b: NamedNumber): Comparison | undefined {
  const [here, there] = [toRange(a), toRange(b)];
  if (here === undefined || there === undefined) return undefined;
  // An exact figure may be part of a name; only a count on the other side shows that it is none.
  const exact = [a, b].filter(({ comparison }) => comparison === "eq").length;
  if (exact === 2 || (exact === 1 && a.isCount !== b.isCount)) return undefined;
  if (here.to < there.from || there.to < here.from) return "disjoint";
  const ends = [here.from === there.from ? here.from : Number.NaN, here.to === there.to ? here.to : Number.NaN];
  // A rate often is exactly the shared end, which platforms count in different ranges.
  if (ends.some(Number.isFinite) && unitOf(a) === "%" && !(isCounted(a) && isCounted(b))) return undefined;
  return nest(here.from >= there.from && here.to <= there.to, there.from >= here.from && there.to <= here.to);
}

/** The figures that make yes, both ends included; undefined where a single exact figure is no count. */
function toRange(one: NamedNumber): { readonly from: number; readonly to: number } | undefined {
  const { comparison } = one;
  if (comparison === "touch" || (comparison === "eq" && !isCounted(one))) return undefined;
  const [from, to] = [figureOf(one), figureOf({ ...one, value: one.upTo ?? one.value })];
  return {
    from: comparison === "le" ? Number.NEGATIVE_INFINITY : from,
    to: comparison === "ge" ? Number.POSITIVE_INFINITY : to,
  };
}

const isCounted = ({ isCount, step }: NamedNumber): boolean => isCount || step !== undefined;

function distanceOf(a: Proposition, b: Proposition): number {
  const [one, other] = [a, b].map(({ dates }) => Math.max(0, ...dates.map(endOf).filter(Number.isFinite)));
  const [first, second] = [a.numbers[0], b.numbers[0]];
  const [here, there] = [first === undefined ? 0 : figureOf(first), second === undefined ? 0 : figureOf(second)];
  return Math.abs((one ?? 0) - (other ?? 0)) / DAY_MS + Math.abs(here - there) / Math.max(1, here, there);
}
