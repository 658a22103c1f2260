import type { Proposition } from "../propositions/proposition.ts";
import { compareDates, toSpokenDate } from "./compare-dates.ts";
import { agreeOnNumbers, toNumberText } from "./compare-numbers.ts";
import type { Overlap } from "./overlap.ts";

interface Findings extends Overlap {
  readonly isInverted: boolean;
  readonly doubt: string | undefined;
  readonly refusal: string | undefined;
}

/** A sentence between quotation marks that it has none of itself. */
export const quote = (sentence: string): string => `“${sentence.replace(/["“”]/g, "'").replace(/\s+/g, " ")}”`;

/** Why two markets ask the same question, or why not, in short sentences for people. */
export function explain(a: Proposition, b: Proposition, found: Findings): string[] {
  const reasons: string[] = [];
  const unstemmed = new Map([...spokenOf(b), ...spokenOf(a)]);
  const speak = (word: string): string => unstemmed.get(word) ?? word;
  const show = (words: readonly string[]): string => words.slice(0, MAX_SHOWN_WORDS).map(speak).join(", ");
  const spell = (text: string): string => text.replace(/(?<=: .*)[a-z]+/g, speak);
  if (found.refusal !== undefined) reasons.push(`refused: ${spell(found.refusal)}`);
  if (found.isInverted) reasons.push("yes on one is no on the other");
  if (found.doubt !== undefined) reasons.push(spell(found.doubt));
  if (found.shared.length > 0) reasons.push(`both: ${show(found.shared)}`);
  const [datesA, datesB] = [a.dates.map(toSpokenDate), b.dates.map(toSpokenDate)];
  if (datesA.length > 0 && datesB.length === 0) reasons.push(`only the first says ${datesA.join(", ")}`);
  else if (datesA.length === 0 && datesB.length > 0) reasons.push(`only the second says ${datesB.join(", ")}`);
  else if (found.refusal === undefined || compareDates(a, b).refusal === undefined)
    reasons.push(...datesA.map((date) => `both ${date}`));
  if (a.numbers.length > 0 && a.numbers.length === b.numbers.length && !found.isInverted) {
    if (found.refusal === undefined || agreeOnNumbers(a.numbers, b.numbers)) {
      reasons.push(`same figure: ${a.numbers.map(toNumberText).join(", ")}`);
    }
  }
  if (found.onlyA.length > 0) reasons.push(`only the first: ${show(found.onlyA)}`);
  if (found.onlyB.length > 0) reasons.push(`only the second: ${show(found.onlyB)}`);
  return reasons;
}

/** Which rules could not be read, so that nothing proves the match. */
export function listUnread(isRead: readonly boolean[]): string[] {
  const unread = ["the first", "the second"].filter((_, at) => isRead[at] === false);
  return unread.length === 0 ? [] : [`the rules were not read on ${unread.join(" and ")}`];
}

const MAX_SHOWN_WORDS = 8;

const spokenOf = ({ words, spoken }: Proposition) => words.map((word, index) => [word, spoken[index] ?? word] as const);
