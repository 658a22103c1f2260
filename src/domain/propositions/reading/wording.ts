import { countries, givenNames, isNameLike, negations, rewrites, stopWords } from "../language/lexicon.ts";
import { toStem } from "../language/text.ts";
import { isPhraseStart, listPhrases, type Phrase } from "./phrases.ts";

/** The telling words of a text. */
interface Wording {
  readonly spoken: string[];
  readonly words: string[];
  /** Those of the words that come from a word in `capitals`. */
  readonly names: readonly string[];
  readonly isNegated: boolean;
}

/** Replaces phrases by their meaning and drops stop words. */
export function readWords(tokens: readonly string[], capitals: ReadonlySet<string>): Wording {
  const spoken: string[] = [];
  const words: string[] = [];
  const names: string[] = [];
  const stems = tokens.map(toStem);
  let isNegated = false;
  for (let index = 0; index < tokens.length; ) {
    const word = tokens[index] ?? "";
    const phrase = findPhrase(tokens, stems, index);
    const before = words.length;
    index += phrase?.words.length ?? 1;
    if (phrase === undefined) {
      if (negations.has(word)) isNegated = !isNegated;
      else if (isTelling(word, tokens, stems, index)) add(word, spoken, words);
    } else {
      for (const [at, meaning] of phrase.meaning.entries()) {
        if (negations.has(meaning)) isNegated = !isNegated;
        else if (!isTitle(meaning, tokens, stems, index)) {
          spoken.push(meaning);
          words.push(phrase.stems[at] ?? "");
        }
      }
    }
    if (capitals.has(word)) names.push(...words.slice(before));
  }
  rewriteWords(spoken, words);
  return { spoken, words, names, isNegated };
}

/** Whether to keep a word outside phrases: no stop word and no title before a name. */
const isTelling = (word: string, tokens: readonly string[], stems: readonly string[], next: number): boolean =>
  !stopWords.has(word) &&
  (word.length > 1 || isDigit(word)) &&
  !isTitle(word, tokens, stems, next) &&
  !(word === "president" && isName(tokens[next]));

const isDigit = (word: string): boolean => word >= "0" && word <= "9";

/** Adds a word; an adjective of a country becomes the country. */
function add(word: string, spoken: string[], words: string[]): void {
  const stem = toStem(word);
  const meaning = stem === PRESIDENT ? "presidential" : (countries.get(stem) ?? word);
  spoken.push(meaning);
  words.push(meaning === word ? stem : toStem(meaning));
}

/** The stem of "president" and "presidency". */
const PRESIDENT = toStem("president");

/** The longest phrase that begins at `index`. */
function findPhrase(tokens: readonly string[], stems: readonly string[], index: number): Phrase | undefined {
  for (const phrase of listPhrases(stems[index] ?? "", stems[index + 1])) {
    if (isAt(phrase, tokens, stems, index)) return phrase;
  }
  return undefined;
}

function isAt({ words, person }: Phrase, tokens: readonly string[], stems: readonly string[], index: number): boolean {
  for (let at = 1; at < words.length; at++) if (stems[index + at] !== words[at]) return false;
  // A single name may be part of another person's name.
  if (person?.isSurname) return !givenNames.has(tokens[index - 1] ?? "") && !isUnknown(tokens[index - 1]);
  return person?.isGivenName ? !isUnknown(tokens[index + 1]) : true;
}

/** Whether the word may be a name: it is known as nothing else. */
const isUnknown = (word: string | undefined): boolean =>
  word !== undefined && !stopWords.has(word) && !isPhraseStart(toStem(word)) && isNameLike(toStem(word));

/** Whether an office is only the title of the person named next. */
const isTitle = (word: string, tokens: readonly string[], stems: readonly string[], next: number): boolean =>
  TITLES.has(word) &&
  (givenNames.has(tokens[next] ?? "") || findPhrase(tokens, stems, next)?.person !== undefined) &&
  !askingWords.has(tokens[next - 2] ?? "");

const TITLES: ReadonlySet<string> = new Set([
  "mayor",
  "governor",
  "chancellor",
  "justice",
  "senator",
  "congressman",
  "congresswoman",
  "representative",
  "secretary",
  "pope",
  "primeminister",
]);

/** Before an office, these words ask about the office itself. */
const askingWords: ReadonlySet<string> = new Set(["next", "new", "elected", "become", "becomes"]);

const isName = (word: string | undefined): boolean => word !== undefined && !stopWords.has(word) && !/\d/.test(word);

/** Replaces words that mean something else beside certain others. */
function rewriteWords(spoken: string[], words: string[]): void {
  for (let index = 0; index < words.length; index++) {
    const meanings = rewrites.get(words[index] ?? "");
    const apt = meanings?.find(({ beside }) => words.some((word) => beside.has(word)));
    if (apt === undefined) continue;
    spoken[index] = apt.to;
    words[index] = toStem(apt.to);
  }
}
