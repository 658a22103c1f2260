import { blockingKeysOf } from "../../../src/domain/matching/blocking-keys.ts";
import { MIN_MATCH_SCORE, type PairComparison } from "../../../src/domain/matching/matches.ts";
import { compare } from "../../../src/domain/matching/score.ts";
import { type Corpus, type WeighedProposition, weigh } from "../../../src/domain/matching/weighing.ts";
import type { Proposition } from "../../../src/domain/propositions/proposition.ts";
import { toProposition } from "../../../src/domain/propositions/read-market.ts";

/** The close time of test questions: after most dates they name. */
const CLOSES_AT = Date.parse("2027-01-01T00:00:00.000Z");
const CREATED_AT = Date.parse("2026-03-01T00:00:00.000Z");

/** Gives every word the frequency of a name among a few thousand markets; by their capitals none is a name. */
const corpus: Corpus = { size: 4000, frequencyOf: (word) => (word.startsWith("^") ? 0 : 6) };

/** Reads a market's text: "Event?: Outcome" has an event and a label, any other text is its own event. */
export function readQuestion(text: string, closesAt: number | null = CLOSES_AT): Proposition | undefined {
  const at = text.indexOf("?: ");
  const [eventTitle, outcomeLabel] = at < 0 ? [text, null] : [text.slice(0, at + 1), text.slice(at + 3)];
  return toProposition({ title: text, eventTitle, outcomeLabel, closesAt, createdAt: CREATED_AT });
}

/** The same; throws for a text that is no proposition. */
export function getQuestion(text: string, closesAt?: number | null): Proposition {
  const proposition = readQuestion(text, closesAt);
  if (proposition === undefined) throw new Error(`not a proposition: ${text}`);
  return proposition;
}

/** A text ready to be compared; throws for a text that is no proposition. */
export const weighText = (text: string): WeighedProposition => weigh(getQuestion(text), corpus);

/** Compares two texts. */
export const compareTexts = (a: string, b: string): PairComparison | undefined => compare(weighText(a), weighText(b));

/** `same` or `inverted` for a match; else the veto, or `apart` for too low a score. */
export function verdictOf(a: string, b: string): string {
  const [one, other] = [readQuestion(a), readQuestion(b)];
  if (one === undefined || other === undefined) return "parent";
  const compared = compareTexts(a, b);
  if (compared === undefined || compared.score < MIN_MATCH_SCORE) return compared?.veto ?? "apart";
  return compared.veto ?? compared.relation;
}

/** Whether the two texts share a blocking key. */
export function shareBlockingKey(a: string, b: string): boolean {
  const keys = new Set(blockingKeysOf(getQuestion(a)));
  return blockingKeysOf(getQuestion(b)).some((key) => keys.has(key));
}
