import type { Proposition } from "../reading/index.ts";

/** Longest name in a slot, in words. */
const MAX_SLOT_WORDS = 4;

/** Keys are below this, so that the sum of two is a safe integer. */
const KEYS = 2 ** 52;

/** A way to leave one part of a question out. */
export interface TemplateKey {
  /** A hash of what is left, whatever its order. */
  readonly key: number;
  /** Parts that are left: words, dates and figures. */
  readonly parts: number;
}

/** The key of a template: equal for the same words, dates, figures and kind on one platform. */
export function keyOfTemplate(platform: string, kind: string, { words, dates, numbers }: Proposition): number {
  return sumOf([`${platform} ${kind}`, ...new Set(words), textOf("date", dates), textOf("number", numbers)]);
}

/** The keys of a question with one part left out, in all ways that leave a word and two parts. */
export function listTemplateKeys(platform: string, kind: string, proposition: Proposition): TemplateKey[] {
  const { entity, dates, numbers } = proposition;
  const words = [...new Set(proposition.words)];
  const [date, number] = [textOf("date", dates), textOf("number", numbers)];
  const values = Number(dates.length > 0) + Number(numbers.length > 0);
  const base = sumOf([`${platform} ${kind}`]);
  const all = add(base, sumOf(words));
  const keys: TemplateKey[] = [];
  const addKey = (sum: number, left: number): void => {
    if (left >= 2) keys.push({ key: sum, parts: left });
  };
  const [byDate, byNumber] = [hashOf(date), hashOf(number)];
  if (dates.length > 0) addKey(add(all, add(hashOf(NO_DATE), byNumber)), words.length + values - 1);
  if (numbers.length > 0) addKey(add(all, add(byDate, hashOf(NO_NUMBER))), words.length + values - 1);
  const full = add(all, add(byDate, byNumber));
  for (let start = 0; start < words.length; start++) {
    let sum = full;
    for (
      let end = start + 1;
      end <= Math.min(words.length, start + MAX_SLOT_WORDS) && end - start < words.length;
      end++
    ) {
      sum = add(sum, KEYS - hashOf(words[end - 1] ?? ""));
      addKey(sum, words.length - (end - start) + values);
    }
  }
  const named = entity.filter((word) => words.includes(word));
  if (named.length > 0 && named.length < words.length) {
    addKey(
      named.reduce((sum, word) => add(sum, KEYS - hashOf(word)), full),
      words.length - named.length + values,
    );
  }
  return keys;
}

/** About how many markets have each template key. Counts in little memory; a few keys count too much. */
export function createTemplateCounts() {
  const counts = new Uint16Array(SLOTS);
  const slotOf = (key: number): number => key % SLOTS;
  return {
    add(key: number, markets: number): void {
      const slot = slotOf(key);
      counts[slot] = Math.min(MAX_COUNT, (counts[slot] ?? 0) + markets);
    },

    /** The key that keeps most parts for most markets; undefined when no other market has any. */
    best(keys: readonly TemplateKey[]): number | undefined {
      let [best, most]: [number | undefined, number] = [undefined, 0];
      for (const { key, parts } of keys) {
        const worth = Math.log(counts[slotOf(key)] ?? 0) * parts;
        if (worth > most) [best, most] = [key, worth];
      }
      return best;
    },
  };
}

/** A prime, so that keys spread evenly. */
const SLOTS = 4_194_301;
const MAX_COUNT = 65_535;

const textOf = (name: string, parts: readonly unknown[]): string => (parts.length === 0 ? name : JSON.stringify(parts));
const [NO_DATE, NO_NUMBER] = ["date", "number"];

const add = (a: number, b: number): number => (a + b) % KEYS;
const sumOf = (texts: readonly string[]): number => texts.reduce((sum, text) => add(sum, hashOf(text)), 0);

const hashes = new Map<string, number>();
const MAX_HASHES = 100_000;

function hashOf(text: string): number {
  const cached = hashes.get(text);
  if (cached !== undefined) return cached;
  let [low, high] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  const hash = (low >>> 6) * 2 ** 26 + (high >>> 6);
  if (hashes.size >= MAX_HASHES) hashes.clear();
  hashes.set(text, hash);
  return hash;
}
