import { weakWords } from "../propositions/lexicon.ts";
import type { NamedNumber } from "../propositions/numbers.ts";
import { type Proposition, valuesOf } from "../propositions/proposition.ts";
import { figureOf } from "./compare-numbers.ts";
import { VETOED_WHEN_SILENT } from "./vetoes.ts";

/** A key that more markets share makes no candidates: it says too little. */
export const MAX_MARKETS_PER_KEY = 120;

/**
 * The blocking keys of a proposition: hashes of 32 bits, each of one telling word and all that a pair must agree on. Markets
 * that share a key pass most vetoes, so the lists behind the keys stay short.
 */
export function blockingKeysOf(
  proposition: Pick<Proposition, "words" | "numbers" | "facets" | "hints" | "ruleWords">,
): number[] {
  const { numbers, facets, hints } = proposition;
  const words = new Set(proposition.words.filter((word) => !weakWords.has(word)));
  const place = ["country", "state"].flatMap((name) => valuesOf(proposition, name));
  words.add(`* ${place.join(" ")}`);
  const agreed = new Set([agreedOf(facets), ...(hints.length > 0 ? [agreedOf([...facets, ...hints].toSorted())] : [])]);
  // The winner of a game meets all others of the same sides, however many propositions name them.
  const keys = new Set(valuesOf(proposition, "game").map((game) => hash(game, 0)));
  for (const figures of figuresOf(numbers)) {
    for (const one of agreed) {
      const base = hash(`${one}#${figures}`, 0);
      for (const word of words) keys.add(hash(word, base));
    }
  }
  for (const key of keysOfRules(proposition.ruleWords)) keys.add(key);
  return [...keys];
}

/** A key of each telling word of the rules, and of any two of the first few: a rare subject may be asked for in many ways. */
function keysOfRules(ruleWords: readonly string[]): number[] {
  const telling = ruleWords.filter((word) => !weakWords.has(word)).slice(0, MAX_KEYED_WORDS);
  const base = hash("rules", 0);
  const single = telling.map((word) => hash(word, base));
  const first = telling.slice(0, MAX_PAIRED_WORDS);
  const joined = first.flatMap((word, at) => first.slice(at + 1).map((other) => hashPair(word, other, base)));
  return [...single, ...joined];
}

/** The same for either order. */
const hashPair = (a: string, b: string, base: number): number => hash(a < b ? `${a} ${b}` : `${b} ${a}`, base);

const MAX_KEYED_WORDS = 12;
const MAX_PAIRED_WORDS = 5;

/** The facets a pair must agree on, as text. Facets are sorted, so equal ones give equal texts. */
const agreedOf = (facets: readonly string[]): string =>
  facets.filter((facet) => AGREED.has(facet.slice(0, facet.indexOf(":")))).join("|");

const AGREED: ReadonlySet<string> = new Set(VETOED_WHEN_SILENT);

/** The figures as part of a key. A count also gives the boundary beside it, so that "at least 6" meets "5 or fewer". */
function figuresOf(numbers: readonly NamedNumber[]): string[] {
  const exact = numbers.map((one) => `${figureOf(one)}-${one.upTo ?? ""}`).join(",");
  const [only, second] = numbers;
  if (only === undefined || second !== undefined) return [exact];
  const half = only.isCount ? 0.5 : (only.step ?? 0) / 2;
  if (half === 0) return [exact];
  if (only.comparison === "ge") return [exact, (only.value - half).toFixed(2)];
  if (only.comparison === "le") return [exact, (only.value + half).toFixed(2)];
  return [exact];
}

/** FNV-1a of 32 bits, mixed so that all bits depend on all characters. `seed` is another hash. */
function hash(text: string, seed = 0): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
