import { compareDates, toDateText } from "./compare-dates.ts";
import { agreeOnNumbers, toNumberText } from "./compare-numbers.ts";
import { valuesOf } from "./guards.ts";
import type { NamedDate, Proposition } from "./reading/index.ts";

export interface Findings {
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly isInverted: boolean;
  /** What is left open. */
  readonly doubt: string | undefined;
  readonly refused: Refused | undefined;
}

export interface Refused {
  /** The name of the guard that did. */
  readonly guard: string;
  readonly refusal: string;
}

/**
 * Why two markets ask the same, or why not, as short sentences for people. Of a refused pair none says the same of what
 * differs.
 */
export function explain(a: Proposition, b: Proposition, found: Findings): string[] {
  const reasons: string[] = [];
  const spoken = new Map([...spokenOf(b), ...spokenOf(a)]);
  const show = (words: readonly string[]): string =>
    words
      .slice(0, MOST_WORDS)
      .map((word) => spoken.get(word) ?? word)
      .join(", ");
  if (found.refused !== undefined) reasons.push(`refused: ${found.refused.refusal}`);
  if (found.isInverted) reasons.push("inverted: yes on one is no on the other");
  if (found.doubt !== undefined) reasons.push(found.doubt);
  if (found.shared.length > 0) reasons.push(`both: ${show(found.shared)}`);
  if (isOneDated(a, b)) reasons.push(onlyDates(a, b));
  else if (agreeOnDates(a, b, found.refused)) reasons.push(...a.dates.map(sameDate));
  if (a.numbers.length > 0 && a.numbers.length === b.numbers.length && !found.isInverted) {
    if (found.refused === undefined || agreeOnNumbers(a.numbers, b.numbers)) {
      reasons.push(`same number ${a.numbers.map(toNumberText).join(", ")}`);
    }
  }
  for (const [name, text] of SHOWN) {
    const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
    if (ours.length > 0 && ours.join() === theirs.join()) reasons.push(`same ${text} ${ours.join(", ").toUpperCase()}`);
  }
  if (found.onlyA.length > 0) reasons.push(`only the first: ${show(found.onlyA)}`);
  if (found.onlyB.length > 0) reasons.push(`only the second: ${show(found.onlyB)}`);
  return reasons;
}

const MOST_WORDS = 8;

const spokenOf = ({ words, spoken }: Proposition) => words.map((word, index) => [word, spoken[index] ?? word] as const);

const SHOWN = [
  ["district", "district"],
  ["state", "state"],
] as const;

const isOneDated = (a: Proposition, b: Proposition): boolean => (a.dates.length === 0) !== (b.dates.length === 0);

function onlyDates(a: Proposition, b: Proposition): string {
  const [side, { dates }] = a.dates.length > 0 ? ["first", a] : ["second", b];
  return `only the ${side} says ${dates.map(toDateText).join(", ")}`;
}

/** Where the hour of a price differs, that its day is the same is beside the point. */
const agreeOnDates = (a: Proposition, b: Proposition, refused: Refused | undefined): boolean =>
  refused === undefined || (refused.guard !== "moment" && compareDates(a, b).refusal === undefined);

const sameDate = (date: NamedDate): string => `same ${nameOf(date)} ${date.value.replace("????-", "")}`;

const nameOf = ({ kind, isLimit }: NamedDate): string =>
  ({ until: "deadline", at: "day", within: "month", year: isLimit ? "deadline, end of" : "year", since: "start" })[
    kind
  ];
