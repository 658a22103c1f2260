import { facetsOf, toPlainText, toStem } from "../language/index.ts";
import { bindingsOf } from "./bindings.ts";
import { type DateAnchors, deadlineOf, extractDates, type NamedDate } from "./dates.ts";
import { extractNumbers, type NamedNumber } from "./numbers.ts";
import type { Person } from "./phrases.ts";
import { extractStructures } from "./structures.ts";
import { readWords } from "./wording.ts";

/** A text taken apart. */
export interface Reading {
  /** Stems, in order. */
  readonly words: readonly string[];
  /** The same words as people know them. */
  readonly spoken: readonly string[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
  readonly facets: readonly string[];
  /** Office, country and state of the people it names, as facets. */
  readonly implied: readonly string[];
  readonly isNegated: boolean;
}

/** Takes a text apart: dates, figures and other structures first, then its words. */
export function read(text: string, anchors: DateAnchors): Reading {
  const structures = extractStructures(toPlainText(text.includes("(") ? text.replace(TICKER, "") : text));
  const { dates: named, rest: undated } = extractDates(structures.rest, anchors);
  const { numbers, rest } = extractNumbers(undated);
  const { spoken, words, people, isNegated } = readWords(rest.replaceAll(": ", "? ").match(HEARD) ?? []);
  const facets = new Set(structures.facets);
  addFacets(facets, words);
  if (named.length > 0 && isForPresident(facets, named)) facets.add("office:presidential");
  if (named.length > 0 && isHeldOn(words, facets, named)) {
    words.push(REMAIN);
    spoken.push("remain");
  }
  if (rest.includes("before ") && BEFORE_ANOTHER.test(rest)) facets.add("order:before");
  const dates = named.length === 0 ? named : meant(named, words, facets, numbers.length > 0);
  const implied = people.flatMap((person) => impliedBy(person, words));
  return { words, spoken, dates, numbers, facets: [...facets], implied, isNegated };
}

/** The facets of all words. Where parties are bound to chambers they say nothing by themselves. */
function addFacets(facets: Set<string>, words: readonly string[]): void {
  const bindings = bindingsOf(words);
  for (const word of words) {
    for (const facet of facetsOf(word)) {
      if (bindings.length === 0 || !(facet.startsWith("party:") || facet.startsWith("joint:"))) facets.add(facet);
    }
  }
  for (const binding of bindings) facets.add(binding);
}

/** Dates as they are meant beside votes, closing prices and terms of office. */
function meant(
  named: readonly NamedDate[],
  words: readonly string[],
  facets: ReadonlySet<string>,
  hasFigures: boolean,
): NamedDate[] {
  const dates = hasAny(facets, VOTES) ? named.map(toElection) : [...named];
  if (hasFigures && facets.has("mode:settle")) return dates.map(toYearEnd);
  return words.includes("out") || words.includes(REMAIN) ? dates.map(toDeadline) : dates;
}

const VOTES = ["office:", "party:"];

function hasAny(facets: ReadonlySet<string>, prefixes: readonly string[]): boolean {
  for (const facet of facets) for (const prefix of prefixes) if (facet.startsWith(prefix)) return true;
  return false;
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
const isForPresident = (facets: ReadonlySet<string>, dates: readonly NamedDate[]): boolean =>
  facets.has("stage:nominee") &&
  hasAny(facets, ["party:"]) &&
  !hasAny(facets, ["office:", "state:", "district:", "country:"]) &&
  dates.some(({ value }) => Number(value.slice(0, 4)) % 4 === 0);

/** A ticker after a company's name, and the "(s)" of "year(s)". */
const TICKER = / ?\((?:[A-Z]{1,5}|s)\)/g;

/** Words, and the end of a question, behind which an outcome stands. */
const HEARD = /[a-z0-9&]+|\?/g;

/** Asks who holds an office on a day, which is whether they stay until then. */
const isHeldOn = (words: readonly string[], facets: ReadonlySet<string>, dates: readonly NamedDate[]): boolean =>
  dates.some(({ kind }) => kind === "at") &&
  (hasAny(facets, ["office:"]) || words.some((word) => POST.test(word))) &&
  !hasAny(facets, NOT_HELD) &&
  !["win", "election", "out", REMAIN].some((word) => words.includes(word));

const NOT_HELD = ["stage:", "act:", "bet:", "race:", "direction:", "mode:", "hour:", "party:"];
/** Offices that are no office of a vote. */
export const POST = /^(?:dni|ceo|director|leader|head|coach|chairman|commissioner|\w*secretary)$/;

/** "After 2026" is after the election of that year. */
const toElection = (date: NamedDate): NamedDate =>
  date.kind === "since" && date.value.length === 4 ? { kind: "year", value: date.value, isLimit: false } : date;

/** Who leaves by a day is out on it. */
const toDeadline = (date: NamedDate): NamedDate => (date.kind === "at" ? deadlineOf(date.value) : date);

/** What closes a year somewhere stands there on its last day. */
const toYearEnd = (date: NamedDate): NamedDate =>
  date.kind === "year" ? { kind: "at", value: `${date.value}-12-31`, isLimit: true } : date;

/** What is to happen before something else, which is no date. */
const BEFORE_ANOTHER =
  /\bbefore (?!;|(?:the )?(?:us )?(?:congress|house|senate|court|committee)|(?:\w+ )?(?:committee|court))\w/;

/** What goes without saying of a person: the country or state, and the office where it is asked who leaves or stays. */
function impliedBy(person: Person, words: readonly string[]): readonly string[] {
  const { office } = person;
  if (office === undefined) return [];
  const places = knownPlaces.get(person) ?? placesOf(person);
  knownPlaces.set(person, places);
  return words.includes("out") || words.includes(REMAIN) ? [`office:${office}`, ...places] : places;
}

const knownPlaces = new Map<Person, readonly string[]>();

function placesOf({ office, place }: Person): string[] {
  const kind = office === "governor" ? "state:" : "country:";
  return facetsOf(toStem(place ?? "")).filter((facet) => facet.startsWith(kind));
}

const REMAIN = toStem("remain");
