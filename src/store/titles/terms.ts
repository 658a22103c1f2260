import { MONTH_CODES, MONTHS } from "../../clock.ts";
import { listSameNames, type SameNames } from "../../domain/search-names.ts";
import { otherNumberOf, SINGLE, toWords } from "./words.ts";

/** Words that are next to each other in a title. */
interface SearchPhrase {
  readonly words: readonly [string, ...string[]];
  /** Was in quotes: these very words. */
  readonly isQuoted: boolean;
  /** The last of its words may be the beginning of one. */
  readonly isPrefix: boolean;
  /** A single word that was not quoted in its other number, which is found too. */
  readonly other?: string | undefined;
}

/** One thing that a title must name: all that was typed for it, or one of its other names. */
export interface SearchTerm {
  readonly phrases: readonly SearchPhrase[];
  readonly others: readonly OtherWords[];
}

/** What a person typed, parsed. */
export interface SearchTerms {
  /** All of them must be in a title. */
  readonly wanted: readonly SearchTerm[];
  /** None of them may be; these very words, since another name was not meant. */
  readonly excluded: readonly SearchTerm[];
}

/** The most words, exclusions and words of a phrase that count: each costs time, and no person types more. */
const MAX_WANTED = 10;
const MAX_EXCLUDED = 4;
const MAX_PHRASE_WORDS = 12;

interface Item extends SearchPhrase {
  /** As it was typed, in lower case. */
  readonly text: string;
}

/**
 * Reads words, "phrases" and -exclusions. The last wanted word may be unfinished; the first MAX_WANTED count. Names and figures are also found in their
 * other forms. Nothing is an error: a quote that does not end ends with the text, a minus sign before nothing is no sign.
 */
export function parseTerms(text: string): SearchTerms {
  const wanted: Item[] = [];
  const excluded: Item[] = [];
  for (const [, minus, phrase, plain] of text.replace(/[“”„«»]/g, '"').matchAll(/(?<!\S)(-?)"([^"]*)"?|([^\s"]+)/g)) {
    const isExcluded = minus === "-" || (plain?.startsWith("-") ?? false);
    const [first, ...rest] = toWords(phrase ?? plain ?? "").slice(0, MAX_PHRASE_WORDS);
    const list = isExcluded ? excluded : wanted;
    if (first === undefined || list.length === (isExcluded ? MAX_EXCLUDED : MAX_WANTED)) continue;
    const isRepeated = rest.length === 0 && list.some(({ words }) => words.length === 1 && words[0] === first);
    const item = { words: [first, ...rest] as const, isQuoted: phrase !== undefined, isPrefix: false };
    // Each word once costs less, and is enough.
    if (!isRepeated) list.push({ ...item, text: (plain ?? "").toLowerCase().replace(/[?!.,;:+%)]+$/, "") });
  }
  const last = wanted.pop();
  if (last !== undefined) {
    wanted.push({ ...last, isPrefix: !last.isQuoted && !SINGLE.test(last.words.at(-1) ?? "") });
  }
  return { wanted: toTerms(wanted), excluded: excluded.map((item) => ({ phrases: [toPhraseOf(item)], others: [] })) };
}

/** Joins the words of a name or a figure into one term. */
function toTerms(items: readonly Item[]): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (let at = 0; at < items.length; ) {
    const { length, others } = findOthers(items.slice(at, at + MAX_ITEMS));
    terms.push({ phrases: items.slice(at, at + length).map(toPhraseOf), others });
    at += length;
  }
  return terms;
}

/** No name has more parts. */
const MAX_ITEMS = 8;
const NOTHING_ELSE = { length: 1, others: [] } as const;

const toPhraseOf = ({ words, isQuoted, isPrefix }: Item): SearchPhrase => ({
  words,
  isQuoted,
  isPrefix,
  other: words.length === 1 && !isQuoted ? otherNumberOf(words[0]) : undefined,
});

/** What the first items of a list are called besides, and how many of them belong together. */
function findOthers(items: readonly Item[]): { length: number; others: readonly OtherWords[] } {
  const quotedAt = items.findIndex(({ isQuoted }) => isQuoted);
  const typed = quotedAt < 0 ? items : items.slice(0, quotedAt);
  const [first, second] = typed;
  if (first === undefined) return NOTHING_ELSE;
  for (const [length, text] of [
    [2, `${first.text} ${second?.text ?? ""}`],
    [1, first.text],
  ] as const) {
    const figures = figuresOf(text);
    if (figures.length === 0) continue;
    const own = typed
      .slice(0, length)
      .flatMap(({ words }) => words)
      .join(" ");
    const forms = figures.filter((form) => form !== own);
    return { length, others: forms.map((form) => ({ words: form.split(" "), isLoose: false })) };
  }
  const numeral = numeralOf(first.text);
  if (numeral !== undefined) return { length: 1, others: [{ words: [numeral], isLoose: false }] };
  const ends: number[] = [];
  for (const { words } of typed) ends.push((ends.at(-1) ?? 0) + words.length);
  const found = findName(
    typed.flatMap(({ words }) => words),
    (length) => ends.includes(length),
  );
  return found === undefined ? NOTHING_ELSE : { length: ends.indexOf(found.length) + 1, others: found.others };
}

/** All wanted words, in order. */
export const wordsOf = ({ wanted }: SearchTerms): string[] =>
  wanted.flatMap(({ phrases }) => phrases.flatMap(({ words }) => words));

/** Whether one phrase is looked for: nothing can be out of order. */
export const isOnePhrase = ({ wanted }: SearchTerms): boolean => wanted.length === 1 && wanted[0]?.phrases.length === 1;

/** The same terms for titles that have each word as a whole, and no name that also stands for other things. */
export const toWhole = ({ wanted, excluded }: SearchTerms): SearchTerms => ({
  wanted: wanted.map(({ phrases, others }) => ({
    phrases: phrases.map((phrase) => ({ ...phrase, isPrefix: false })),
    others: others.filter(({ isLoose }) => !isLoose),
  })),
  excluded,
});

/**
 * An FTS5 expression for titles with all wanted terms and no excluded one; undefined without a wanted term. Words hold
 * letters, digits and symbols alone and are quoted: none can be read as syntax.
 */
export function toExpression({ wanted, excluded }: SearchTerms): string | undefined {
  if (wanted.length === 0) return undefined;
  const all = wanted.map(toTermExpression).join(" AND ");
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.map(toTermExpression).join(" OR ")})`;
}

function toTermExpression({ phrases, others }: SearchTerm): string {
  const typed = phrases.map(toPhraseExpression);
  const names = others.map(({ words }) => quote(words));
  if (names.length === 0) return typed.map(anyOf).join(" AND ");
  const [forms = []] = typed;
  return anyOf([...(typed.length === 1 ? forms : [`(${typed.map(anyOf).join(" AND ")})`]), ...names]);
}

function toPhraseExpression({ words, isPrefix, other }: SearchPhrase): string[] {
  const phrase = `${quote(words)}${isPrefix ? "*" : ""}`;
  return other === undefined || (isPrefix && other.startsWith(words[0])) ? [phrase] : [phrase, quote([other])];
}

const quote = (words: readonly string[]): string => `"${words.join(" ")}"`;

const anyOf = (forms: readonly string[]): string => (forms.length === 1 ? (forms[0] ?? "") : `(${forms.join(" OR ")})`);

/** Words that a title may have in place of those typed, next to each other. */
interface OtherWords {
  readonly words: readonly string[];
  /** They also stand for other things: what only they find is a worse hit. */
  readonly isLoose: boolean;
}

/** A name with the groups that have it. */
interface IndexedName {
  readonly words: readonly string[];
  readonly groups: SameNames[];
  others?: readonly OtherWords[];
}

/** As many as a statement takes without getting slow; no name of the vocabulary has more that matter. */
const MAX_OTHERS = 16;

let index: ReadonlyMap<string, readonly IndexedName[]> | undefined;

/** Finds the longest name at the beginning of some words that ends where `mayEnd` allows it, and what else it is called. */
function findName(words: readonly string[], mayEnd: (length: number) => boolean) {
  index ??= indexNames();
  const found = index
    .get(words[0] ?? "")
    ?.find((name) => mayEnd(name.words.length) && name.words.every((word, at) => word === words[at]));
  if (found === undefined) return undefined;
  found.others ??= othersOf(found);
  return { length: found.words.length, others: found.others };
}

/** By first word, the longest first. */
function indexNames(): Map<string, IndexedName[]> {
  const months = MONTH_WORDS.map(([name = "", ...short]) =>
    // "Mar" in a title is mostly a name.
    name === "march" ? { names: [name], loose: [], typed: short } : { names: [name, ...short], loose: [], typed: [] },
  );
  const byText = new Map<string, IndexedName>();
  for (const group of [...listSameNames(), ...months]) {
    for (const text of new Set([...group.names, ...group.loose, ...group.typed])) {
      const words = toWords(text);
      const name = byText.get(words.join(" ")) ?? { words, groups: [] };
      name.groups.push(group);
      byText.set(words.join(" "), name);
    }
  }
  const byFirst = Map.groupBy(byText.values(), ({ words }) => words[0] ?? "");
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** The other names, without those that hold a name which finds as much. */
function othersOf({ words, groups }: IndexedName): OtherWords[] {
  const kept: OtherWords[] = [{ words, isLoose: false }];
  const add = (texts: readonly string[], isLoose: boolean): void => {
    for (const other of texts.map(toWords).toSorted((a, b) => a.length - b.length)) {
      if (!kept.some((one) => holds(other, one.words))) kept.push({ words: other, isLoose });
    }
  };
  add(
    groups.flatMap(({ names }) => names),
    false,
  );
  add(
    groups.flatMap(({ loose }) => loose),
    true,
  );
  return kept.slice(1, MAX_OTHERS + 1);
}

const holds = (words: readonly string[], part: readonly string[]): boolean =>
  words.some((_, start) => part.every((word, at) => words[start + at] === word));

/** What one figure is written like in titles, as words: "100k", "100 000", "100000"; none for what is no large figure. */
export function figuresOf(text: string): string[] {
  const rate = BASIS_POINTS.exec(text)?.[1];
  if (rate !== undefined) return [`${rate}bps`, `${rate} bps`, `${rate}bp`, `${rate} bp`, `${rate} basis points`];
  const day = ORDINAL.exec(text)?.[1];
  if (day !== undefined) return [day];
  const date = ISO_DATE.exec(text)?.groups ?? MONTH_OF_YEAR.exec(text)?.groups;
  return date === undefined ? amountsOf(text) : datesOf(date);
}

/** Months as words, with their short names. */
const MONTH_WORDS = MONTHS.map((name, index) => [
  ...new Set([name.toLowerCase(), MONTH_CODES[index] ?? "", ...(name === "September" ? ["sept"] : [])]),
]);

const BASIS_POINTS = /^(\d+) ?(?:bps?|basis points?)$/;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)$/;
const ISO_DATE = /^(?<year>20\d\d)-(?<month>0?[1-9]|1[0-2])(?:-(?<day>0?[1-9]|[12]\d|3[01]))?$/;
const MONTH_OF_YEAR = /^(?<month>0?[1-9]|1[0-2])\/(?<year>20\d\d)$/;

function datesOf({ year, month, day }: Readonly<Record<string, string | undefined>>): string[] {
  const names = MONTH_WORDS[Number(month) - 1] ?? [];
  const at = day === undefined ? "" : ` ${Number(day)}`;
  return names.flatMap((name) =>
    day === undefined ? [`${name} ${year}`] : [`${name}${at}`, `${Number(day)} ${name}`],
  );
}

/** "6" for "vi", as in names of games; not for single letters, which mostly mean something else. */
export function numeralOf(word: string): string | undefined {
  const at = NUMERALS.indexOf(word);
  if (at >= 0) return word.length > 1 ? String(at + 1) : undefined;
  const numeral = /^\d{1,2}$/.test(word) ? NUMERALS[Number(word) - 1] : undefined;
  return numeral !== undefined && numeral.length > 1 ? numeral : undefined;
}

/** Roman numerals from 1 to 69. */
const NUMERALS = ["", "x", "xx", "xxx", "xl", "l", "lx"]
  .flatMap((tens) => ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].map((ones) => tens + ones))
  .slice(1);

const AMOUNT =
  /^[$€£]?(?<digits>\d{1,3}(?:,\d{3})+|\d{1,15})(?<part>\.\d{1,3})? ?(?<scale>k|m|mn|b|bn|t|tn|thousand|million|billion|trillion)?$/;

/** Scales with how titles write them, after a space or not. */
const SCALES = [
  [1e3, ["k", " thousand"]],
  [1e6, ["m", " million"]],
  [1e9, ["b", "bn", " billion"]],
  [1e12, ["t", " trillion"]],
] as const;
const FIRST_LETTERS = "kmbt";

function amountsOf(text: string): string[] {
  const { digits = "", part = "", scale } = AMOUNT.exec(text)?.groups ?? {};
  // A year is written in one way only.
  if (digits === "" || (scale === undefined && /^(?:19|20)\d\d$/.test(digits))) return [];
  const unit =
    scale === undefined ? 1 : 1000 ** (FIRST_LETTERS.indexOf(scale === "thousand" ? "k" : (scale[0] ?? "")) + 1);
  const value = Math.round(Number(`${digits.replaceAll(",", "")}${part}`) * unit * 1000) / 1000;
  if (value < 1000 || !Number.isSafeInteger(value)) return [];
  return [
    String(value),
    value.toLocaleString("en-US").replaceAll(",", " "),
    ...SCALES.flatMap(([size, signs]) => (isShort(value / size) ? signs.map((sign) => `${value / size}${sign}`) : [])),
  ].map((form) => form.replace(".", " "));
}

/** Whether people write a figure with this count of thousands, millions … */
const isShort = (count: number): boolean => count >= 1 && count < 1000 && Number.isInteger(count * 100);

/** Whether the words of a title have everything wanted and nothing excluded, as the full-text index decides it. */
export const hasTerms = (title: readonly string[], { wanted, excluded }: SearchTerms): boolean =>
  wanted.every((term) => hasTerm(title, term)) && !excluded.some((term) => hasTerm(title, term));

const hasTerm = (title: readonly string[], { phrases, others }: SearchTerm): boolean =>
  phrases.every((phrase) => endOf(phrase, title, 0) !== undefined) ||
  others.some(({ words }) => endOfWords(words, title, 0) !== undefined);

/**
 * 0: the wanted words and nothing else; 1: all of them in the order given; 2: all of them; 3 and 4: the same as 1 and 2, but
 * some are unfinished or have only a loose name.
 */
type MatchQuality = 0 | 1 | 2 | 3 | 4;

/** How well the words of a title that has everything wanted match. */
export function qualityOf(
  title: readonly string[],
  terms: SearchTerms,
  { whole = toWhole(terms), words = wordsOf(terms) }: { whole?: SearchTerms; words?: readonly string[] } = {},
): MatchQuality {
  if (words.length === title.length && words.every((word, index) => word === title[index])) return 0;
  if (whole.wanted.every((term) => hasTerm(title, term))) return isInOrder(title, whole) ? 1 : 2;
  return isInOrder(title, terms) ? 3 : 4;
}

function isInOrder(title: readonly string[], { wanted }: SearchTerms): boolean {
  let from: number | undefined = 0;
  for (const term of wanted) {
    if (from === undefined) return false;
    from = endOfTerm(term, title, from);
  }
  return from !== undefined;
}

/** Where a term first ends that begins at or after `from`. */
function endOfTerm({ phrases, others }: SearchTerm, title: readonly string[], from: number): number | undefined {
  let typed: number | undefined = from;
  for (const phrase of phrases) typed = typed === undefined ? undefined : endOf(phrase, title, typed);
  const ends = [typed, ...others.map(({ words }) => endOfWords(words, title, from))].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

const endOfWords = (words: readonly string[], title: readonly string[], from: number): number | undefined =>
  endWhere(words, title, from, (word, found) => word === found);

const endOf = (phrase: SearchPhrase, title: readonly string[], from: number): number | undefined =>
  endWhere(phrase.words, title, from, (word, found, index) => isSame(phrase, word, index, found));

/** Where words that stand together first end, at or after `from`. */
function endWhere(
  words: readonly string[],
  title: readonly string[],
  from: number,
  isFound: (word: string, found: string, index: number) => boolean,
): number | undefined {
  for (let start = from; start + words.length <= title.length; start++) {
    let index = 0;
    while (index < words.length && isFound(words[index] ?? "", title[start + index] ?? "", index)) index++;
    if (index === words.length) return start + words.length;
  }
  return undefined;
}

function isSame(phrase: SearchPhrase, word: string, index: number, found: string): boolean {
  if (word === found || phrase.other === found) return true;
  return phrase.isPrefix && index === phrase.words.length - 1 && found.startsWith(word);
}
