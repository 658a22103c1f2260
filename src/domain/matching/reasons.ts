import { toDateText } from "./compare-dates.ts";
import { toNumberText } from "./compare-numbers.ts";
import type { NamedDate } from "./dates.ts";
import { valuesOf } from "./guards.ts";
import type { Proposition } from "./proposition.ts";

export interface Findings {
  readonly shared: readonly string[];
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly isInverted: boolean;
  /** What is left open. */
  readonly doubt: string | undefined;
  readonly refusal: string | undefined;
}

/** Why two markets ask the same, or why not, as short sentences for people. */
export function explain(a: Proposition, b: Proposition, found: Findings): string[] {
  const reasons: string[] = [];
  const spoken = new Map([...spokenOf(b), ...spokenOf(a)]);
  const show = (words: readonly string[]): string =>
    words
      .slice(0, MOST_WORDS)
      .map((word) => spoken.get(word) ?? word)
      .join(", ");
  if (found.refusal !== undefined) reasons.push(`refused: ${found.refusal}`);
  if (found.isInverted) reasons.push("inverted: yes on one is no on the other");
  if (found.doubt !== undefined) reasons.push(found.doubt);
  if (found.shared.length > 0) reasons.push(`both: ${show(found.shared)}`);
  reasons.push(...sameDates(a, b));
  if (a.numbers.length > 0 && a.numbers.length === b.numbers.length && !found.isInverted) {
    reasons.push(`same number ${a.numbers.map(toNumberText).join(", ")}`);
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

function sameDates(a: Proposition, b: Proposition): string[] {
  if (a.dates.length === 0 && b.dates.length === 0) return [];
  if (a.dates.length === 0 || b.dates.length === 0) {
    const dated = a.dates.length > 0 ? a : b;
    return [`${dated === a ? "only the first" : "only the second"} says ${dated.dates.map(toDateText).join(", ")}`];
  }
  return a.dates.map((date) => `same ${nameOf(date)} ${date.value.replace("????-", "")}`);
}

const nameOf = ({ kind, isLimit }: NamedDate): string =>
  ({ until: "deadline", at: "day", within: "month", year: isLimit ? "deadline, end of" : "year", since: "start" })[
    kind
  ];
