import {
  countries,
  discriminators,
  givenNames,
  negations,
  rewrites,
  stopWords,
  toStem,
  weakWords,
} from "../language/index.ts";
import { isPhraseStart, listPhrases, type Person, type Phrase } from "./phrases.ts";

/** The words of a text that say something, as people know them and stemmed, and whom they name. */
export interface Wording {
  readonly spoken: string[];
  readonly words: string[];
  readonly people: readonly Person[];
  readonly isNegated: boolean;
}

/** Puts phrases in their one form and drops empty words. */
export function readWords(heard: readonly string[]): Wording {
  const spoken: string[] = [];
  const words: string[] = [];
  const people: Person[] = [];
  let isNegated = false;
  for (let index = 0; index < heard.length; ) {
    const word = heard[index] ?? "";
    const phrase = findPhrase(heard, index);
    index += phrase?.words.length ?? 1;
    if (phrase?.person !== undefined) people.push(phrase.person);
    if (phrase === undefined) {
      if (negations.has(word)) isNegated = !isNegated;
      else if (isSpoken(word, heard, index)) add(word, spoken, words);
    } else {
      for (const [at, meaning] of phrase.meaning.entries()) {
        if (negations.has(meaning)) isNegated = !isNegated;
        else if (!isTitle(meaning, heard, index)) {
          spoken.push(meaning);
          words.push(phrase.stems[at] ?? "");
        }
      }
    }
  }
  putInCompany(spoken, words);
  return { spoken, words, people, isNegated };
}

/** A word that is part of no phrase, unless it says nothing or is only what a name's bearer is called. */
const isSpoken = (word: string, heard: readonly string[], next: number): boolean =>
  !stopWords.has(word) &&
  (word.length > 1 || isDigit(word)) &&
  !isTitle(word, heard, next) &&
  !(word === "president" && isName(heard[next]));

const isDigit = (word: string): boolean => word >= "0" && word <= "9";

/** What is of a country is named by the country. */
function add(word: string, spoken: string[], words: string[]): void {
  const stem = toStem(word);
  const meaning = word === "president" ? "presidential" : (countries.get(stem) ?? word);
  spoken.push(meaning);
  words.push(meaning === word ? stem : toStem(meaning));
}

/** The longest phrase that begins here. A word that may be a person stays a word where it is part of another's name. */
function findPhrase(heard: readonly string[], index: number): Phrase | undefined {
  for (const phrase of listPhrases(heard[index] ?? "", heard[index + 1])) if (isAt(phrase, heard, index)) return phrase;
  return undefined;
}

function isAt({ words, person }: Phrase, heard: readonly string[], index: number): boolean {
  for (let at = 1; at < words.length; at++) if (heard[index + at] !== words[at]) return false;
  if (person?.isSurname) return !givenNames.has(heard[index - 1] ?? "");
  return person?.isGivenName ? !isUnknown(heard[index + 1]) : true;
}

/** Might be a surname. */
const isUnknown = (word: string | undefined): boolean =>
  word !== undefined &&
  !stopWords.has(word) &&
  !isPhraseStart(word) &&
  !/\d/.test(word) &&
  !weakWords.has(toStem(word)) &&
  !discriminators.has(toStem(word)) &&
  !VERBS.has(word);

const VERBS: ReadonlySet<string> = new Set(
  "retire retires join joins play plays sign signs leave leaves return returns marry release releases score scores".split(
    " ",
  ),
);

/** An office right before a name is only what its bearer is called. */
const isTitle = (word: string, heard: readonly string[], next: number): boolean =>
  TITLES.has(word) &&
  (givenNames.has(heard[next] ?? "") || findPhrase(heard, next)?.person !== undefined) &&
  !nameless.has(heard[next - 2] ?? "");

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

/** Before an office they ask for it. */
const nameless: ReadonlySet<string> = new Set(["next", "new", "elected", "become", "becomes"]);

const isName = (word: string | undefined): boolean => word !== undefined && !stopWords.has(word) && !/\d/.test(word);

/** Some words mean another thing beside certain others. */
function putInCompany(spoken: string[], words: string[]): void {
  for (let index = 0; index < words.length; index++) {
    const meanings = rewrites.get(words[index] ?? "");
    const apt = meanings?.find(({ beside }) => words.some((word) => beside.has(word)));
    if (apt === undefined) continue;
    spoken[index] = apt.to;
    words[index] = toStem(apt.to);
  }
}
