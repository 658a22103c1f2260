import { CATEGORY_LABELS, SERIES_PREFIXES } from "./labels.ts";
import { KINDS, SENSES } from "./senses.ts";
import { CATEGORY_WORDS } from "./words.ts";

export const CATEGORIES = [
  "politics",
  "sports",
  "crypto",
  "economics",
  "finance",
  "science",
  "technology",
  "culture",
  "climate",
  "world",
  "other",
] as const;

export type Category = (typeof CATEGORIES)[number];

export const WEAK = 1;
export const STRONG = 5;
const WEIGHTS = { certain: 8, strong: STRONG, usual: 2, weak: WEAK, topics: 4, sections: 3, loose: WEAK } as const;

export interface Vote {
  readonly category: Category;
  readonly weight: number;
}

/** A phrase that votes for a category; with `near`, only in a title that also has one of those words. */
interface CategoryTerm extends Vote {
  readonly words: readonly string[];
  readonly near: ReadonlySet<string> | null;
}

/** Terms by first word: longer ones first, then those with a condition. */
type TermTable = ReadonlyMap<string, readonly CategoryTerm[]>;

/** The words of a text in lower-case ASCII: "S&P's" is "sp", "d'Or" is "dor", "são" is "sao". */
export function toWords(text: string): readonly string[] {
  let plain = text.slice(0, MAX_READ_CHARACTERS).toLowerCase();
  if (NOT_ASCII.test(plain))
    plain = plain
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .replaceAll("’", "'");
  if (plain.includes("'")) plain = plain.replace(/'s\b|'/g, "");
  if (plain.includes("&")) plain = plain.replace(/([a-z0-9])&(?=[a-z0-9])/g, "$1");
  return plain.match(/[a-z0-9]+/g) ?? [];
}

const MAX_READ_CHARACTERS = 300;
const NOT_ASCII = /[^\0-\x7f]/;

/** The longest term that begins at `at`; its first word may have a plural or possessive s. */
export function findTerm(terms: TermTable, words: readonly string[], at: number): CategoryTerm | undefined {
  const word = words[at] ?? "";
  const found = findAmong(terms.get(word), words, at);
  if (found !== undefined || word.length < 4 || !word.endsWith("s")) return found;
  return findAmong(terms.get(word.slice(0, -1)), words, at);
}

const findAmong = (list: readonly CategoryTerm[] = [], words: readonly string[], at: number) =>
  list.find((term) => isAt(term, words, at));

function isAt({ words: wanted, near }: CategoryTerm, words: readonly string[], at: number): boolean {
  for (let index = 1; index < wanted.length; index++) {
    if (!isForm(words[at + index] ?? "", wanted[index] ?? "")) return false;
  }
  return near === null || words.some((word) => near.has(word));
}

const isForm = (word: string, base: string): boolean =>
  word === base || (word.length === base.length + 1 && word.endsWith("s") && word.startsWith(base));

type PhraseVote = Omit<CategoryTerm, "words"> & { readonly phrase: string };
type VoteTable = Readonly<Partial<Record<Category, Readonly<Partial<Record<keyof typeof WEIGHTS, string>>>>>>;

const split = (list: string): readonly string[] => list.split(",").map((item) => item.trim().replace(/\s+/g, " "));

const toVotes = (table: VoteTable): readonly PhraseVote[] =>
  CATEGORIES.flatMap((category) =>
    Object.entries(WEIGHTS).flatMap(([strength, weight]) => {
      const list = table[category]?.[strength as keyof typeof WEIGHTS];
      return list === undefined ? [] : split(list).map((phrase) => ({ phrase, category, weight, near: null }));
    }),
  );

interface Condition {
  readonly category: Category;
  readonly phrases: string;
  readonly near?: string;
}

const toConditionalVotes = ({ category, phrases, near }: Condition): readonly PhraseVote[] => {
  const words = near === undefined ? null : new Set(split(near));
  return split(phrases).map((phrase) => ({ phrase, category, weight: STRONG, near: words }));
};

function toTerms(votes: readonly PhraseVote[]): TermTable {
  const terms = new Map<string, CategoryTerm[]>();
  for (const { phrase, ...vote } of votes) {
    const [first = "", ...rest] = phrase.split(" ");
    const list = terms.get(first) ?? [];
    list.push({ ...vote, words: [first, ...rest] });
    terms.set(first, list);
  }
  for (const list of terms.values()) {
    list.sort((a, b) => b.words.length - a.words.length || Number(a.near === null) - Number(b.near === null));
  }
  return terms;
}

/** The phrases of titles, and of labels that are not in `LABELS`. */
export const TERMS: TermTable = toTerms([...toVotes(CATEGORY_WORDS), ...SENSES.flatMap(toConditionalVotes)]);

/** The votes of whole labels. */
export const LABELS: ReadonlyMap<string, readonly Vote[]> = Map.groupBy(
  toVotes(CATEGORY_LABELS),
  ({ phrase }) => phrase,
);

/** Kinds of questions that the title decides. */
export const KIND_TERMS: TermTable = toTerms(KINDS.flatMap(toConditionalVotes));

/** The categories of labels that a kind of question overrules. */
export const OVERRULED: ReadonlyMap<Category, ReadonlySet<string>> = new Map(
  KINDS.map(({ category, over }) => [category, new Set(split(over))]),
);

/** A quick test that rules out most titles. */
export const MAY_BE_KIND = new RegExp(`\\b(${KINDS.flatMap(({ phrases }) => split(phrases)).join("|")})`, "i");

export const SERIES: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((category) => {
    const prefixes = (SERIES_PREFIXES as Readonly<Partial<Record<Category, string>>>)[category];
    return prefixes === undefined ? [] : split(prefixes).map((prefix) => [prefix, category] as const);
  }),
);
