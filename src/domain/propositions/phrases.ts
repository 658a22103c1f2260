import { readRows, toTable, toWordsOfRow } from "../word-lists.ts";
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

/**
 * The telling words of a text, with their meaning in place of phrases: as they are spoken and as stems (`words`), in the same
 * order. `names` are those that come from a word in `capitals`.
 */
export function readWords(tokens: readonly string[], capitals: ReadonlySet<string>) {
  const spoken: string[] = [];
  const names: string[] = [];
  const stems = tokens.map(toStem);
  let isNegated = false;
  for (let index = 0; index < tokens.length; ) {
    const word = tokens[index] ?? "";
    const phrase = findPhrase(tokens, stems, index);
    index += phrase?.words.length ?? 1;
    for (const meaning of phrase?.meaning ?? meaningOf(word, tokens[index])) {
      if (negations.has(meaning)) isNegated = !isNegated;
      else {
        spoken.push(meaning);
        if (capitals.has(word)) names.push(toStem(meaning));
      }
    }
  }
  const words = spoken.map(toStem);
  rewriteWords(spoken, words);
  return { spoken, words, names, isNegated };
}

/** What a word outside phrases means: nothing where it tells nothing. An adjective of a country is the country. */
function meaningOf(word: string, next: string | undefined): readonly string[] {
  if (negations.has(word)) return [word];
  // "President" before a name is only a title.
  const isTelling =
    !stopWords.has(word) && (word.length > 1 || isDigit(word)) && !(word === "president" && isName(next));
  if (!isTelling) return NONE;
  const stem = toStem(word);
  return [stem === PRESIDENT ? "presidential" : (countries.get(stem) ?? word)];
}

const isDigit = (word: string): boolean => word >= "0" && word <= "9";

/** The stem of "president" and "presidency". */
const PRESIDENT = toStem("president");

function findPhrase(tokens: readonly string[], stems: readonly string[], index: number): Phrase | undefined {
  return listPhrases(stems[index] ?? "").find((phrase) => isAt(phrase, tokens, stems, index));
}

function isAt({ words, alone }: Phrase, tokens: readonly string[], stems: readonly string[], index: number): boolean {
  for (let at = 1; at < words.length; at++) if (stems[index + at] !== words[at]) return false;
  // A single name may be part of another person's name.
  if (alone === "surname") return !givenNames.has(tokens[index - 1] ?? "") && !isUnknown(tokens[index - 1]);
  return alone === undefined || !isUnknown(tokens[index + 1]);
}

/** Whether the word may be a name: it is known as nothing else. */
const isUnknown = (word: string | undefined): boolean =>
  word !== undefined && !stopWords.has(word) && listPhrases(toStem(word)).length === 0 && isNameLike(toStem(word));

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
  /** Set for a single name of a person, which another one may have. */
  readonly alone: "surname" | "given name" | undefined;
}

/** Made when first needed: a megabyte that only those who read titles need. */
let phrases: ReadonlyMap<string, readonly Phrase[]> | undefined;

/** Phrases that begin with this stemmed word, longest first. */
function listPhrases(word: string): readonly Phrase[] {
  phrases ??= toPhrases();
  return phrases.get(word) ?? NONE;
}

const NONE: readonly never[] = [];

/** All phrases by first word, longest first; of equally long ones the first counts. */
function toPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const states = readRows("names", "states").map((row) => toWordsOfRow(row).slice(1));
  const all = [
    ...readRows("names", "people").flatMap(toPeople),
    ...[...listBrands(), ...listTerms()].flatMap(toMeanings).map(({ phrase, meaning }) => toPhrase(phrase, meaning)),
    ...states.filter(({ length }) => length > 1).map((name) => toPhrase(name.join(" "), [name.join("")])),
    ...citiesOfTeams.map((city) => toPhrase(city, [city.replaceAll(" ", "")])),
  ];
  const byFirst = toTable(all.map((phrase) => [phrase.words[0] ?? "", phrase] as const));
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

const toPhrase = (phrase: string, meaning: readonly string[], alone?: Phrase["alone"]): Phrase => ({
  words: toWords(toPlainText(phrase)).map(toStem),
  meaning,
  alone,
});

/**
 * Reads a row such as "gas price: price of gas", where all mean the word "gasprice", or "gas price", which means it alone. In
 * a row such as "fed rate = funds rate" the meaning is the words before the sign.
 */
export function toMeanings(row: string): { phrase: string; meaning: readonly string[] }[] {
  const { name, sign, others } = splitRow(row);
  const meaning = sign === "=" ? toWordsOfRow(name) : [toWords(toPlainText(name)).join("")];
  return (sign === "=" ? others : [name, ...others]).map((phrase) => ({ phrase, meaning }));
}

function toPeople(row: string): Phrase[] {
  const { name, sign, others } = splitRow(row);
  const words = toWordsOfRow(name);
  const surname = sign === "=" ? [] : words.slice(-1);
  return [name, ...surname, ...others].map((alias) => {
    if (toWordsOfRow(alias).length > 1) return toPhrase(alias, words);
    return toPhrase(alias, words, alias === words[0] ? "given name" : "surname");
  });
}
