import { HASHES, hash } from "./hash.ts";

/** Longest name in a slot, in words. */
const MAX_SLOT_WORDS = 4;

/** A question in the parts that mining compares. */
export interface QuestionParts {
  /** Platform, and the facets that all members of a family share. */
  readonly kind: string;
  /** Stemmed words, each once. */
  readonly words: readonly string[];
  /** All dates as one text; empty for none. */
  readonly dates: string;
  /** All figures as one text; empty for none. */
  readonly numbers: string;
}

/** A question without one of its parts. */
export interface TemplateKey {
  /** A hash of what is left, whatever its order. */
  readonly key: number;
  /** How many parts are left: words, dates and figures. */
  readonly parts: number;
}

/** The key of a template: equal for the same kind, words, dates and figures. */
export const keyOfTemplate = ({ kind, words, dates, numbers }: QuestionParts): number =>
  [...words, dates, numbers].reduce((sum, text) => add(sum, hashOf(text)), hashOf(kind));

/** The keys of a question with one span, date, figure or name left out, where a word and two parts stay. */
export function listTemplateKeys(parts: QuestionParts, name: readonly string[]): TemplateKey[] {
  const { words, dates, numbers } = parts;
  const all = keyOfTemplate(parts);
  const values = Number(dates !== "") + Number(numbers !== "");
  const keys: TemplateKey[] = [];
  const addKey = (key: number, left: number): void => {
    if (left >= MIN_PARTS) keys.push({ key, parts: left });
  };
  const without = (sum: number, text: string): number => add(sum, HASHES - hashOf(text));
  for (const text of [dates, numbers]) {
    if (text !== "") addKey(add(without(all, text), hashOf("")), words.length + values - 1);
  }
  for (let start = 0; start < words.length; start++) {
    let sum = all;
    const last = Math.min(words.length, start + MAX_SLOT_WORDS, start + words.length - 1);
    for (let end = start + 1; end <= last; end++) {
      sum = without(sum, words[end - 1] ?? "");
      addKey(sum, words.length - (end - start) + values);
    }
  }
  const named = new Set(name.filter((word) => words.includes(word)));
  if (named.size > 0 && named.size < words.length) {
    addKey([...named].reduce(without, all), words.length - named.size + values);
  }
  return keys;
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
