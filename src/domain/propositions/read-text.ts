import { type DateAnchors, deadlineOf, extractDates, type NamedDate, yearEndAt } from "./dates.ts";
import { facetsOf, offices, parties } from "./lexicon.ts";
import { capitalizedWords } from "./names.ts";
import { extractNumbers, type NamedNumber } from "./numbers.ts";
import { readWords } from "./phrases.ts";
import { extractStructures } from "./structures.ts";
import { toPlainText, toStem } from "./text.ts";

export interface TextReading {
  /** Stems in order, without dates, figures and stop words. */
  readonly words: readonly string[];
  /** The same words, unstemmed. */
  readonly spoken: readonly string[];
  /** Those of `words` that belong to proper names. */
  readonly names: readonly string[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
  /** `name:value`. */
  readonly facets: readonly string[];
  readonly isNegated: boolean;
}

/** Takes a text apart: first structures, dates and figures, then the words that are left. `written` has its capitals. */
export function takeApart(text: string, written: string, anchors: DateAnchors) {
  const { facets, rest: plain } = extractStructures(toPlainText(text));
  const { dates, rest: undated } = extractDates(plain.replace(/ {2,}/g, " "), anchors);
  const capitals = capitalizedWords(written);
  const { numbers, editions, rest } = extractNumbers(undated, capitals);
  const wording = readWords(rest.replaceAll(": ", "? ").match(TOKEN) ?? [], capitals);
  // The figure takes the word with it.
  if (/\bdips? (?:to|below)\b/.test(undated)) facets.push("mode:touch");
  if (rest.includes("before ") && BEFORE_ANOTHER.test(rest)) facets.push("order:before");
  return { ...wording, facets, dates, numbers, editions, rest };
}

/** Reads a title. */
export function readText(text: string, anchors: DateAnchors): TextReading {
  const parts = takeApart(text.includes("(") ? text.replace(TICKER, "") : text, text, anchors);
  const { words, spoken, names, isNegated, dates: named, numbers, rest } = parts;
  const facets = new Set(parts.facets);
  for (const edition of parts.editions) facets.add(`edition:${edition}`);
  for (const sign of text.match(CURRENCIES) ?? []) facets.add(`currency:${sign}`);
  if (ALTERNATIVES.test(text) && !facets.has(OTHERS)) facets.add(EITHER);
  addFacets(facets, words);
  if (named.length > 0 && isHeldOn(words, facets, named)) {
    words.push(REMAIN);
    spoken.push("remain");
  }
  if (rest.includes(" by ") && PASSIVE.test(rest)) facets.add("voice:passive");
  const dates = named.length === 0 ? named : adjustDates(named, words, facets, numbers.length > 0);
  return { words, spoken, names, dates, numbers, facets: [...facets], isNegated };
}

/** Adds the facets of all words. Parties bound to chambers count only as bindings. */
function addFacets(facets: Set<string>, words: readonly string[]): void {
  const bindings = bindingsOf(words);
  for (const facet of words.flatMap(facetsOf)) {
    if (bindings.length === 0 || !(facet.startsWith("party:") || facet.startsWith("joint:"))) facets.add(facet);
  }
  for (const binding of bindings) facets.add(binding);
}

/** Adjusts dates to the proposition: votes, closing prices or terms of office. */
function adjustDates(
  named: readonly NamedDate[],
  words: readonly string[],
  facets: Set<string>,
  hasFigures: boolean,
): NamedDate[] {
  const said = hasAny(facets, VOTED_ON) ? named.map(toElection) : [...named];
  const dates = facets.delete(MIDNIGHT) ? said.map(toEve) : said;
  if (hasFigures && facets.has("mode:settle")) return dates.map(toYearEnd);
  return words.includes("out") || words.includes(REMAIN) ? dates.map(toDeadline) : dates;
}

const VOTED_ON = /^(?:office|party):/;

const hasAny = (facets: ReadonlySet<string>, names: RegExp): boolean => [...facets].some((facet) => names.test(facet));

/** A ticker after a company's name, and the "(s)" of "year(s)". */
const TICKER = / ?\((?:[A-Z]{1,5}|s)\)/g;

/** All but those that are named. */
const OTHERS = "rest:others";

export const EITHER = "joint:either";

/** "Peru or Chile": either of two names will do. */
export const ALTERNATIVES = /\p{Lu}[\p{L}\p{N}]+ or (?:the )?\p{Lu}\p{L}/u;

/** Signs before a sum. */
const CURRENCIES = /[$€£¥]/g;

/** A word, or the question mark before an outcome. */
const TOKEN = /[a-z0-9&]+(?:\.\d+)?|\?/g;

/** Whether the text asks who holds an office on a day, which means who stays until then. */
const isHeldOn = (words: readonly string[], facets: ReadonlySet<string>, dates: readonly NamedDate[]): boolean =>
  dates.some(({ kind }) => kind === "at") &&
  (hasAny(facets, /^office:/) || words.some((word) => POST.test(word))) &&
  !hasAny(facets, NOT_HELD) &&
  !ASKED_OTHERWISE.some((word) => words.includes(word));

const NOT_HELD = /^(?:stage|act|bet|race|direction|mode|hour|party):/;
/** Offices that are not elected. */
const POST = /^(?:dni|ceo|director|leader|head|coach|chairman|commissioner|\w*secretary)$/;

/** "After 2026" means after the election of that year. */
const toElection = (date: NamedDate): NamedDate =>
  date.kind === "since" && date.value.length === 4 ? { kind: "year", value: date.value, isLimit: false } : date;

/** The end of the day before. */
const MIDNIGHT = "hour:0";

/** Midnight of January 1 is the end of the year before. */
const toEve = (date: NamedDate): NamedDate =>
  date.kind === "at" && date.value.endsWith("-01-01")
    ? yearEndAt(undefined, String(Number(date.value.slice(0, 4)) - 1))
    : date;

/** Out on a day means leaving by that day. */
const toDeadline = (date: NamedDate): NamedDate => (date.kind === "at" ? deadlineOf(date.value) : date);

/** A closing price of a year is that of its last day. */
const toYearEnd = (date: NamedDate): NamedDate =>
  date.kind === "year" ? { kind: "at", value: `${date.value}-12-31`, isLimit: true } : date;

/** "before" followed by an event instead of a date. */
const BEFORE_ANOTHER =
  /\bbefore (?!;|(?:the )?(?:us )?(?:congress|house|senate|court|committee)|(?:\w+ )?(?:committee|court)|(?:his|her|its|their|season|\w+ term)\b)\w/;

/** "Acme is sued by Lima": the doer comes last. */
const PASSIVE = /\b(?:be|been|being|is|are|was|were|gets?|got) \w+ by (?!;)|\b\w{2,}ed by (?!;)/;

const REMAIN = toStem("remain");
const ASKED_OTHERWISE = ["win", "election", "out", "remain"].map(toStem);

/** How many words may stand between a party and its chamber. */
const MAX_DISTANCE_WORDS = 7;

/**
 * Which party holds which chamber or office, as facets, where a proposition names two or more: "R Senate, D House" is not
 * "D Senate, R House". A chamber belongs to the nearest party before it.
 */
function bindingsOf(words: readonly string[]): readonly string[] {
  const chambers = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const chamber = offices.get(word);
    if (chamber === undefined || !BOUND.has(chamber)) continue;
    const party = words.slice(Math.max(0, index - MAX_DISTANCE_WORDS), index).findLast((one) => parties.has(one));
    if (party !== undefined && !chambers.has(chamber)) chambers.set(chamber, parties.get(party) ?? party);
  }
  return chambers.size < 2 ? NONE : [...chambers].map(([chamber, party]) => `binding:${chamber} ${party}`);
}

const NONE: readonly string[] = [];

const BOUND: ReadonlySet<string> = new Set(["house", "senate", "governor", "presidential"]);
