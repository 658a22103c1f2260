import { readRows, toWordsOfRow } from "../../word-lists.ts";
import { listBrands, listTerms } from "../language/lexicon.ts";
import { splitRow, toPlainText, toStem, toWords } from "../language/text.ts";

/** One or more words in all their forms, and the words that replace them. */
export interface Phrase {
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

/** Phrases that share their first word: those of one word, and longer ones by their second word. */
interface PhraseStart {
  readonly single: readonly Phrase[];
  readonly longer: ReadonlyMap<string, readonly Phrase[]>;
}

/** Made when first needed: a megabyte that only those who read titles need. */
let starts: ReadonlyMap<string, PhraseStart> | undefined;

function findStart(word: string): PhraseStart | undefined {
  starts ??= new Map([...toPhrases()].map(([first, list]) => [first, toStart(list)]));
  return starts.get(word);
}

/** Whether any phrase begins with the stemmed word. */
export const isPhraseStart = (word: string): boolean => findStart(word) !== undefined;

/** Phrases that may begin with these two stemmed words, longest first. */
export function listPhrases(word: string, next: string | undefined): readonly Phrase[] {
  const start = findStart(word);
  if (start === undefined) return NONE;
  const several = next === undefined ? undefined : start.longer.get(next);
  return several ?? start.single;
}

const NONE: readonly Phrase[] = [];

function toStart(phrases: readonly Phrase[]): PhraseStart {
  const single = phrases.filter(({ words }) => words.length === 1);
  const several = Map.groupBy(
    phrases.filter(({ words }) => words.length > 1),
    ({ words }) => words[1] ?? "",
  );
  return { single, longer: new Map([...several].map(([next, list]) => [next, [...list, ...single]])) };
}

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
  for (const city of readRows("names", "cities")) add(city, [toWordsOfRow(city).join("")]);
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
