import { listCountryWords, listTeamNames, listTickers } from "../propositions/reading/names-in-search.ts";
import { CATEGORY_LABELS, KINDS, SENSES, SERIES_ENDINGS, SERIES_PREFIXES } from "./labels.ts";
import { CATEGORIES, type Category } from "./names.ts";
import { CATEGORY_WORDS } from "./words.ts";

/** Two faint votes are one weak vote. */
export const FAINT = 0.5;
export const WEAK = 1;
export const STRONG = 5;
const WEIGHTS = {
  certain: 8,
  strong: STRONG,
  usual: 2,
  weak: WEAK,
  faint: FAINT,
  topics: 4,
  sections: 3,
  loose: WEAK,
} as const;

export interface Vote {
  readonly category: Category;
  readonly weight: number;
}

/** A phrase that votes for a category. */
interface CategoryTerm extends Vote {
  readonly words: readonly string[];
  /** The title must have one of these words too. */
  readonly near: ReadonlySet<string> | null;
  /** The categories that a kind of question overrules; null for terms that vote. */
  readonly over: ReadonlySet<string> | null;
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

/** The longest term that begins at `at`; each of its words may have an ending of the plural, the possessive or the past. */
export function findTerm(terms: TermTable, words: readonly string[], at: number): CategoryTerm | undefined {
  const word = words[at] ?? "";
  const found = findAmong(terms.get(word), words, at);
  if (found !== undefined || word.length < 4) return found;
  for (const ending of ENDINGS_OF_WORDS) {
    if (!word.endsWith(ending)) continue;
    const term = findAmong(terms.get(word.slice(0, -ending.length)), words, at);
    if (term !== undefined) return term;
  }
  return undefined;
}

const ENDINGS_OF_WORDS = ["s", "es", "d", "ed"] as const;

const findAmong = (list: readonly CategoryTerm[] = [], words: readonly string[], at: number) =>
  list.find((term) => isAt(term, words, at));

function isAt({ words: wanted, near }: CategoryTerm, words: readonly string[], at: number): boolean {
  for (let index = 1; index < wanted.length; index++) {
    if (!isForm(words[at + index] ?? "", wanted[index] ?? "")) return false;
  }
  return near === null || words.some((word) => near.has(word));
}

const isForm = (word: string, base: string): boolean =>
  word === base ||
  (word.startsWith(base) &&
    ENDINGS_OF_WORDS.some((ending) => word.length === base.length + ending.length && word.endsWith(ending)));

type PhraseVote = Omit<CategoryTerm, "words"> & { readonly phrase: string };
type VoteTable = Readonly<Partial<Record<Category, Readonly<Partial<Record<keyof typeof WEIGHTS, string>>>>>>;

const split = (list: string): readonly string[] => list.split(",").map((item) => item.trim().replace(/\s+/g, " "));

const toVotes = (table: VoteTable): readonly PhraseVote[] =>
  CATEGORIES.flatMap((category) =>
    Object.entries(WEIGHTS).flatMap(([strength, weight]) => {
      const list = table[category]?.[strength as keyof typeof WEIGHTS];
      return list === undefined
        ? []
        : split(list).map((phrase) => ({ phrase, category, weight, near: null, over: null }));
    }),
  );

interface Condition {
  readonly category: Category;
  readonly phrases: string;
  readonly near?: string;
  readonly over?: string;
}

const toConditionalVotes = (condition: Condition): readonly PhraseVote[] => {
  const toSet = (list: string | undefined) => (list === undefined ? null : new Set(split(list)));
  const [near, over] = [toSet(condition.near), toSet(condition.over)];
  const { category } = condition;
  return split(condition.phrases).map((phrase) => ({ phrase, category, weight: STRONG, near, over }));
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

const toNameVotes = (names: readonly string[], category: Category, weight: number): readonly PhraseVote[] =>
  names.map((name) => ({ phrase: toWords(name).join(" "), category, weight, near: null, over: null }));

/** The phrases of titles, and of labels that are not in `LABELS`. Of equal phrases the first counts. */
export const TERMS: TermTable = toTerms([
  ...toVotes(CATEGORY_WORDS),
  ...SENSES.flatMap(toConditionalVotes),
  ...toNameVotes(listTeamNames(), "sports", STRONG),
  ...toNameVotes(listTickers(), "finance", STRONG),
  ...toNameVotes(listCountryWords(), "world", WEAK),
]);

/** The votes of whole labels. */
export const LABELS: ReadonlyMap<string, readonly Vote[]> = Map.groupBy(
  toVotes(CATEGORY_LABELS),
  ({ phrase }) => phrase,
);

/** Kinds of questions that the title decides. */
export const KIND_TERMS: TermTable = toTerms(KINDS.flatMap(toConditionalVotes));

/** A quick test that rules out most titles. */
export const MAY_BE_KIND = new RegExp(`\\b(${KINDS.flatMap(({ phrases }) => split(phrases)).join("|")})`, "i");

const toCodes = (table: Readonly<Partial<Record<Category, string>>>): ReadonlyMap<string, Category> =>
  new Map(
    CATEGORIES.flatMap((category) => {
      const codes = table[category];
      return codes === undefined ? [] : split(codes).map((code) => [code, category] as const);
    }),
  );

/** Beginnings and endings of series tickers. */
export const SERIES: ReadonlyMap<string, Category> = toCodes(SERIES_PREFIXES);
export const ENDINGS: ReadonlyMap<string, Category> = toCodes(SERIES_ENDINGS);
