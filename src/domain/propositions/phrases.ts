import { readRows, toWordsOfRow } from "../word-lists.ts";
import {
  citiesOfTeams,
  countries,
  givenNames,
  isNameLike,
  listBrands,
  listTerms,
  negations,
  rewrites,
  stopWords,
} from "./lexicon.ts";
import { splitRow, toPlainText, toStem, toWords } from "./text.ts";

/** The telling words of a text, as they are spoken and as stems (`words`), in the same order. */
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
      else if (isTelling(word, tokens[index])) add(word, spoken, words);
    } else {
      for (const [at, meaning] of phrase.meaning.entries()) {
        if (negations.has(meaning)) isNegated = !isNegated;
        else {
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

/** Whether to keep a word outside phrases. "President" before a name is only a title. */
const isTelling = (word: string, next: string | undefined): boolean =>
  !stopWords.has(word) && (word.length > 1 || isDigit(word)) && !(word === "president" && isName(next));

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

function findPhrase(tokens: readonly string[], stems: readonly string[], index: number): Phrase | undefined {
  return listPhrases(stems[index] ?? "").find((phrase) => isAt(phrase, tokens, stems, index));
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

/** One or more words in all their forms, and the words that replace them. */
interface Phrase {
  /** Stemmed. */
  readonly words: readonly string[];
  readonly meaning: readonly string[];
  /** The meaning, stemmed. */
  readonly stems: readonly string[];
  /** Set where the phrase names a person. */
  readonly person?: Person;
}

export interface Person {
  /** Whether the phrase is a single surname or given name, which another person may have. */
  readonly isSurname: boolean;
  readonly isGivenName: boolean;
}

/** Made when first needed: a megabyte that only those who read titles need. */
let phrases: ReadonlyMap<string, readonly Phrase[]> | undefined;

/** Phrases that begin with this stemmed word, longest first. */
export function listPhrases(word: string): readonly Phrase[] {
  phrases ??= toPhrases();
  return phrases.get(word) ?? NONE;
}

const isPhraseStart = (word: string): boolean => listPhrases(word).length > 0;

const NONE: readonly Phrase[] = [];

/** All phrases by first word, longest first; of equally long ones the first counts. */
function toPhrases(): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  const add = (phrase: string, meaning: readonly string[], person?: Person): void => {
    const words = toWords(toPlainText(phrase)).map(toStem);
    const [first = ""] = words;
    const own = { words, meaning, stems: meaning.map(toStem), ...(person === undefined ? {} : { person }) };
    byFirst.set(first, [...(byFirst.get(first) ?? []), own]);
  };
  for (const row of readRows("names", "people")) addPerson(row, add);
  for (const { phrase, meaning } of [...listBrands(), ...listTerms()].flatMap(toMeanings)) add(phrase, meaning);
  for (const row of readRows("names", "states")) {
    const [, ...name] = toWordsOfRow(row);
    if (name.length > 1) add(name.join(" "), [name.join("")]);
  }
  for (const city of citiesOfTeams) add(city, [city.replaceAll(" ", "")]);
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/**
 * Reads a row such as "gas price: price of gas", where all mean the word "gasprice", or "gas price", which means it alone. In
 * a row such as "fed rate = funds rate" the meaning is the words before the sign.
 */
export function toMeanings(row: string): { phrase: string; meaning: readonly string[] }[] {
  const { name, sign, others } = splitRow(row);
  const meaning = sign === "=" ? toWordsOfRow(name) : [toWords(toPlainText(name)).join("")];
  return (sign === "=" ? others : [name, ...others]).map((phrase) => ({ phrase, meaning }));
}

function addPerson(row: string, add: (phrase: string, meaning: readonly string[], person: Person) => void): void {
  const { name, sign, others } = splitRow(row);
  const words = toWordsOfRow(name);
  const surname = sign === "=" ? [] : words.slice(-1);
  for (const alias of [name, ...surname, ...others]) {
    const isSingle = toWordsOfRow(alias).length === 1;
    const isGivenName = isSingle && alias === words[0];
    add(alias, words, { isSurname: isSingle && !isGivenName, isGivenName });
  }
}
