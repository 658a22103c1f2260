import {
  type Comparison,
  type Corpus,
  compare,
  gramsOf,
  type Proposition,
  toProposition,
  weigh,
} from "../../../src/domain/matching/index.ts";

/** When questions of tests close unless they say otherwise: a while after the dates they name. */
const CLOSES_AT = Date.parse("2027-01-01T00:00:00.000Z");
const CREATED_AT = Date.parse("2026-03-01T00:00:00.000Z");

/** Every word is as rare as a name is among a few thousand markets. */
const corpus: Corpus = { size: 4000, frequencyOf: () => 6 };

/** A market's text: "Event?: Outcome" has the label after the last "?: " or "; ", anything else is its own event. */
export function readQuestion(text: string, closesAt: number | null = CLOSES_AT): Proposition | undefined {
  const at = text.indexOf("?: ");
  const [eventTitle, outcomeLabel] = at < 0 ? [text, null] : [text.slice(0, at + 1), text.slice(at + 3)];
  return toProposition({ title: text, eventTitle, outcomeLabel, closesAt, createdAt: CREATED_AT });
}

/** The same; throws for a text that asks for more than yes or no. */
export function getQuestion(text: string, closesAt?: number | null): Proposition {
  const proposition = readQuestion(text, closesAt);
  if (proposition === undefined) throw new Error(`not a proposition: ${text}`);
  return proposition;
}

/** Compares two texts. */
export const compareTexts = (a: string, b: string): Comparison | undefined =>
  compare(weigh(getQuestion(a), corpus), weigh(getQuestion(b), corpus));

/** `same` or `inverted` for a match; else the guard that refused it, or `apart` for too little in common. */
export function verdictOf(a: string, b: string): string {
  const [one, other] = [readQuestion(a), readQuestion(b)];
  if (one === undefined || other === undefined) return "parent";
  const compared = compareTexts(a, b);
  if (compared === undefined || compared.score < 0.5) return compared?.guard ?? "apart";
  return compared.guard ?? compared.relation;
}

/** Whether the two would be looked at together at all. */
export function shareGrams(a: string, b: string): boolean {
  const grams = new Set(gramsOf(getQuestion(a)));
  return gramsOf(getQuestion(b)).some((gram) => grams.has(gram));
}
