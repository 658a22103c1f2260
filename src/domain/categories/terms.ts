import { listCountryWords, listTeamNames, listTickers } from "../search-names.ts";
import { readWordLists, toPhrasesOfRow, type WordList } from "../word-lists.ts";
import { CATEGORIES, type Category } from "./names.ts";

/** Two faint votes are one weak vote. */
export const FAINT = 0.5;
export const WEAK = 1;
export const STRONG = 5;
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["certain", 8],
  ["strong", STRONG],
  ["usual", 2],
  ["weak", WEAK],
  ["faint", FAINT],
  ["topics", 4],
  ["sections", 3],
  ["loose", WEAK],
]);

export interface Vote {
  readonly category: Category;
  readonly weight: number;
}

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

/** The votes of a file with headings such as "politics: strong". */
const readVotes = (file: string): readonly PhraseVote[] =>
  [...readWordLists(file)].flatMap(([heading, list]) => {
    const [name = "", strength = ""] = heading.split(": ");
    const weight = WEIGHTS.get(strength);
    if (weight === undefined) throw new Error(`${list.location}: unknown weight "${strength}"`);
    const category = toCategoryName(name, list);
    return list.rows.flatMap(toPhrasesOfRow).map((phrase) => ({ phrase, category, weight, near: null, over: null }));
  });

function toCategoryName(name: string, { location }: WordList): Category {
  const category = CATEGORIES.find((one) => one === name);
  if (category === undefined) throw new Error(`${location}: unknown category "${name}"`);
  return category;
}

/** The phrases of category-conditions.txt that vote, or those that overrule. */
const readConditional = (role: "votes" | "overrules"): readonly PhraseVote[] =>
  [...readWordLists("category-conditions")].flatMap(([heading, list]) => {
    const [, name = "", roles = ""] = heading.split(": ");
    if (!roles.includes(role)) return [];
    const [near, over] = [toConditionOf(list, "near: "), toConditionOf(list, "over: ")];
    const vote = { category: toCategoryName(name, list), weight: STRONG, near, over: role === "votes" ? null : over };
    const rows = list.rows.filter((row) => !/^(near|over): /.test(row));
    return rows.flatMap(toPhrasesOfRow).map((phrase) => ({ phrase, ...vote }));
  });

const toConditionOf = ({ rows }: WordList, label: string): ReadonlySet<string> | null => {
  const row = rows.find((one) => one.startsWith(label));
  return row === undefined ? null : new Set(toPhrasesOfRow(row.slice(label.length)));
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

interface CategoryTables {
  /** The phrases of titles, and of labels that are not in `labels`. Of equal phrases the first counts. */
  readonly terms: TermTable;
  readonly labels: ReadonlyMap<string, readonly Vote[]>;
  /** Kinds of questions that the title decides. */
  readonly kindTerms: TermTable;
  /** A quick test that rules out most titles. */
  readonly mayBeKind: RegExp;
  readonly series: ReadonlyMap<string, Category>;
}

let tables: CategoryTables | undefined;

/** Made when first needed. */
export function categoryTables(): CategoryTables {
  if (tables !== undefined) return tables;
  const kinds = readConditional("overrules");
  tables = {
    terms: toTerms([
      ...readVotes("category-words"),
      ...readConditional("votes"),
      ...toNameVotes(listTeamNames(), "sports", STRONG),
      ...toNameVotes(listTickers(), "finance", STRONG),
      ...toNameVotes(listCountryWords(), "world", WEAK),
    ]),
    labels: Map.groupBy(readVotes("category-labels"), ({ phrase }) => phrase),
    kindTerms: toTerms(kinds),
    mayBeKind: new RegExp(`\\b(${kinds.map(({ phrase }) => phrase).join("|")})`, "i"),
    series: readSeries(),
  };
  return tables;
}

const readSeries = (): ReadonlyMap<string, Category> =>
  new Map(
    [...readWordLists("category-series")].flatMap(([name, list]) => {
      const category = toCategoryName(name, list);
      return list.rows.flatMap(toPhrasesOfRow).map((code) => [code, category] as const);
    }),
  );
