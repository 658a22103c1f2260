import { bindingsOf } from "./bindings.ts";
import { type DateAnchors, extractDates, type NamedDate } from "./dates.ts";
import {
  countries,
  discriminators,
  negations,
  offices,
  parties,
  phrases,
  rewrites,
  settles,
  stateCodes,
  stopWords,
  touches,
} from "./lexicon.ts";
import { extractNumbers, type NamedNumber } from "./numbers.ts";
import { extractStructures } from "./structures.ts";
import { toPlainText, toStem, toWords } from "./text.ts";

/** A text taken apart. */
export interface Reading {
  /** Stems, in order. */
  readonly words: readonly string[];
  /** The same words as people know them. */
  readonly spoken: readonly string[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
  readonly facets: readonly string[];
  readonly isNegated: boolean;
}

/** Takes a text apart: dates, figures and other structures first, then its words. */
export function read(text: string, anchors: DateAnchors): Reading {
  const structures = extractStructures(toPlainText(text.replace(TICKER, "")));
  const { dates: named, rest: undated } = extractDates(structures.rest, anchors);
  const { numbers, rest } = extractNumbers(undated);
  const { spoken, isNegated } = readWords(toWords(rest));
  const words = spoken.map(toStem);
  const bindings = bindingsOf(words);
  const own = words.flatMap(facetsOf).filter((facet) => bindings.length === 0 || !/^(?:party|joint):/.test(facet));
  const facets = [...structures.facets, ...own, ...bindings];
  if (isForPresident(facets, named)) facets.push("office:presidential");
  const dates = numbers.length > 0 && facets.includes("mode:settle") ? named.map(toYearEnd) : named;
  if (BEFORE_ANOTHER.test(rest)) facets.push("order:before");
  return { words, spoken, dates, numbers, facets: [...new Set(facets)], isNegated };
}

/** Takes apart what stands around a question. The markets of an event, which mostly come in a row, share it. */
export function readAround(text: string, anchors: DateAnchors): Reading {
  const key = `${anchors.closesAt} ${anchors.createdAt} ${text}`;
  const known = surroundings.get(key);
  if (known !== undefined) return known;
  const reading = read(text, anchors);
  if (surroundings.size >= MOST_SURROUNDINGS) surroundings.clear();
  surroundings.set(key, reading);
  return reading;
}

const surroundings = new Map<string, Reading>();
const MOST_SURROUNDINGS = 500;

/** The spoken words of a label, dates and figures left out. Labels come again and again within an event. */
export function readLabel(label: string): readonly string[] {
  const known = labels.get(label);
  if (known !== undefined) return known;
  const { spoken } = read(label, { closesAt: null, createdAt: null });
  if (labels.size >= MOST_LABELS) labels.clear();
  labels.set(label, spoken);
  return spoken;
}

const labels = new Map<string, readonly string[]>();
const MOST_LABELS = 2000;

/** A party's nominee of an election year, without another office, is the one for president. */
const isForPresident = (facets: readonly string[], dates: readonly NamedDate[]): boolean =>
  facets.includes("stage:nominee") &&
  facets.some((facet) => facet.startsWith("party:")) &&
  !facets.some((facet) => /^(?:office|state|district|country):/.test(facet)) &&
  dates.some(({ value }) => Number(value.slice(0, 4)) % 4 === 0);

/** A ticker after a company's name, and the "(s)" of "year(s)". */
const TICKER = / ?\((?:[A-Z]{1,5}|s)\)/g;

/** What closes a year somewhere stands there on its last day. */
const toYearEnd = (date: NamedDate): NamedDate =>
  date.kind === "year" ? { kind: "at", value: `${date.value}-12-31`, isLimit: true } : date;

/** What is to happen before something else, which is no date. */
const BEFORE_ANOTHER =
  /\bbefore (?!;|(?:the )?(?:us )?(?:congress|house|senate|court|committee)|(?:\w+ )?(?:committee|court))\w/;

/** Puts phrases in their one form and drops empty words. */
function readWords(heard: readonly string[]): { spoken: string[]; isNegated: boolean } {
  const spoken: string[] = [];
  let isNegated = false;
  for (let index = 0; index < heard.length; ) {
    const word = heard[index] ?? "";
    const phrase = phrases.get(word)?.find(({ words: parts }) => parts.every((part, at) => heard[index + at] === part));
    if (phrase !== undefined) {
      for (const meaning of phrase.meaning) {
        if (negations.has(meaning)) isNegated = !isNegated;
        else spoken.push(meaning);
      }
      index += phrase.words.length;
      continue;
    }
    index++;
    if (word === "president") {
      // Before a name it is only a title.
      if (!isName(heard[index])) spoken.push("presidential");
    } else if (negations.has(word)) isNegated = !isNegated;
    else if (!stopWords.has(word) && (word.length > 1 || /\d/.test(word))) {
      // What is of a country is named by the country.
      spoken.push(countries.get(toStem(word)) ?? word);
    }
  }
  return { spoken: inCompany(spoken), isNegated };
}

const isName = (word: string | undefined): boolean => word !== undefined && !stopWords.has(word) && !/\d/.test(word);

/** Some words mean another thing beside certain others. */
function inCompany(spoken: string[]): string[] {
  const words = spoken.map(toStem);
  const apt = rewrites.filter(({ from, beside }) => words.includes(from) && words.some((word) => beside.has(word)));
  if (apt.length === 0) return spoken;
  return spoken.map((word, index) => apt.find(({ from }) => from === words[index])?.to ?? word);
}

/** The facets a stemmed word stands for. */
export function facetsOf(word: string): string[] {
  const facets: string[] = [];
  const facet = discriminators.get(word);
  if (facet !== undefined) facets.push(facet);
  const office = offices.get(word);
  if (office !== undefined) facets.push(`office:${office}`);
  const party = parties.get(word);
  if (party !== undefined) facets.push(`party:${party}`);
  const country = countries.get(word);
  if (country !== undefined) facets.push(`country:${country}`);
  const state = stateCodes.get(word) ?? stateByStem.get(word);
  if (state !== undefined) facets.push(`state:${state}`);
  if (touches.has(word)) facets.push("mode:touch");
  if (settles.has(word)) facets.push("mode:settle");
  if (word === PRICE) facets.push("mode:price");
  return facets;
}

const PRICE = toStem("price");

const stateByStem: ReadonlyMap<string, string> = new Map([...stateCodes].map(([name, code]) => [toStem(name), code]));
