import { HASHES, hash } from "../hash.ts";

/** Longest name in a slot, in words. */
const MAX_SLOT_WORDS = 4;

/** A question in the parts that mining compares. */
export interface QuestionParts {
  readonly platform: string;
  /** The facets that all members of a family share. */
  readonly kind: string;
  /** Stemmed words, each once. */
  readonly words: readonly string[];
  /** All dates as one text; empty for none. */
  readonly dates: string;
  /** All figures as one text; empty for none. */
  readonly numbers: string;
}

/** The key of a template: equal for the same kind, words, dates and figures. */
export const keyOfTemplate = ({ platform, kind, words, dates, numbers }: QuestionParts): number =>
  [dates, numbers, ...words].reduce((sum, text) => add(sum, hashOf(text)), hashOf(`${platform} ${kind}`));

/**
 * Visits the keys of a question with one span, date, figure or name left out, where a word and two parts stay. `left` is
 * the number of parts that stay.
 */
export function eachTemplateKey(
  parts: QuestionParts,
  name: readonly string[],
  visit: (key: number, left: number) => void,
): void {
  const { words, dates, numbers } = parts;
  const all = keyOfTemplate(parts);
  const count = words.length + Number(dates !== "") + Number(numbers !== "");
  const visitRest = (key: number, left: number): void => {
    if (left >= MIN_PARTS) visit(key, left);
  };
  const without = (sum: number, text: string): number => add(sum, HASHES - hashOf(text));
  for (const text of [dates, numbers]) if (text !== "") visitRest(add(without(all, text), hashOf("")), count - 1);
  for (let start = 0; start < words.length; start++) {
    let sum = all;
    const last = Math.min(words.length, start + MAX_SLOT_WORDS, start + words.length - 1);
    for (let end = start + 1; end <= last; end++) {
      sum = without(sum, words[end - 1] ?? "");
      visitRest(sum, count - (end - start));
    }
  }
  const named = new Set(name.filter((word) => words.includes(word)));
  if (named.size > MAX_SLOT_WORDS && named.size < words.length) {
    visitRest([...named].reduce(without, all), count - named.size);
  }
}

/** A template with fewer parts says too little. */
export const MIN_PARTS = 2;

const add = (a: number, b: number): number => (a + b) % HASHES;

const hashes = new Map<string, number>();
const MAX_HASHES = 100_000;

function hashOf(text: string): number {
  const cached = hashes.get(text);
  if (cached !== undefined) return cached;
  const value = hash(text);
  if (hashes.size >= MAX_HASHES) hashes.clear();
  hashes.set(text, value);
  return value;
}
