import {
  ALWAYS_TRADED,
  DISCRIMINATORS,
  NEGATIONS,
  OFFICES,
  PARTIES,
  REWRITES,
  SETTLES,
  TOUCHES,
  TRANSITIVES,
} from "../vocabulary/facets.ts";
import { COUNTRIES, GIVEN_NAMES, PEOPLE, STATES, TEAMS, US_FIGURES } from "../vocabulary/names.ts";
import { BRANDS, TERMS } from "../vocabulary/terms.ts";
import { COMPLEMENTS, NICKNAMES, OPPOSITES, RIVALS, STOP_WORDS, SYNONYMS, WEAK_WORDS } from "../vocabulary/words.ts";
import { toStem } from "./text.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);
const named = (text: string): ReadonlyMap<string, string> => new Map(words(text).map((word) => [toStem(word), word]));
const stemmed = (text: string): ReadonlySet<string> => new Set(words(text).map(toStem));

export const stopWords: ReadonlySet<string> = new Set([...words(STOP_WORDS), "?"]);
export const weakWords: ReadonlySet<string> = new Set([
  ...stemmed(WEAK_WORDS),
  ...TEAMS.split(";").flatMap((row) => words(row).slice(1).map(toStem)),
]);
/** Office by stemmed word. */
export const offices = named(OFFICES);
export const parties = named(PARTIES);
/** By stemmed word: its meaning when any word of `beside` is in the same text. */
export const rewrites: ReadonlyMap<string, readonly { to: string; beside: ReadonlySet<string> }[]> = toRewrites();
export const touches = stemmed(TOUCHES);
export const settles = stemmed(SETTLES);
export const negations: ReadonlySet<string> = new Set(words(NEGATIONS));
export const alwaysTraded = stemmed(ALWAYS_TRADED);
export const transitives = stemmed(TRANSITIVES);
export const usFigures = stemmed(US_FIGURES);

/** Facet of a stemmed word, as `name:value`. */
export const discriminators: ReadonlyMap<string, string> = toDiscriminators();

/** Postal code by name, spaces left out. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  STATES.split(";").map((row) => {
    const [code = "", ...name] = words(row);
    return [name.join(""), code.toLowerCase()] as const;
  }),
);
export const stateNames: ReadonlyMap<string, string> = new Map([...stateCodes].map(([name, code]) => [code, name]));

/** Country by its names and adjectives, stemmed. */
export const countries: ReadonlyMap<string, string> = new Map(
  COUNTRIES.split(";").flatMap((row) => {
    const [country = "", ...others] = words(row);
    return [country, ...others].map((name) => [toStem(name), country] as const);
  }),
);

/** Given names, unstemmed; none of them is a stop word. */
export const givenNames: ReadonlySet<string> = new Set(
  [...words(GIVEN_NAMES), ...NICKNAMES.split(";").flatMap(words)].filter((name) => !stopWords.has(name)),
);

const people = PEOPLE.split(";").map((row) => words(row.split(/[:=]/)[0] ?? "").map(toStem));

/** Given names, stemmed: the listed ones and those of known people. */
const firstNames: ReadonlySet<string> = new Set([
  ...[...givenNames].map(toStem),
  ...people.map(([first = ""]) => first),
]);

/** Names of known people and given names, stemmed. */
const knownNames: ReadonlySet<string> = new Set([...firstNames, ...people.flat()]);

export const isKnownName = (word: string): boolean => knownNames.has(word);

/** Stemmed words of the vocabulary that are no names of people. */
const commonWords: ReadonlySet<string> = new Set(
  [...TERMS, SYNONYMS].flatMap((text) => text.match(/[a-z0-9]+/g) ?? []).map(toStem),
);

const brandWords: ReadonlySet<string> = new Set(BRANDS.flatMap((text) => text.match(/[a-z0-9]+/g) ?? []).map(toStem));

/** Whether a stemmed word with a capital is a name even where any word has one: a person's, a company's or a team's. */
export const isProperName = (word: string): boolean =>
  isNameLike(word) || brandWords.has(word) || teamCities.has(word) || countries.has(word);

/** Whether a stemmed word is a given name and nothing else: "oscar" is mostly the award. */
export const isFirstName = (word: string): boolean => firstNames.has(word) && !commonWords.has(word);

/** Whether a stemmed word may be part of a person's name: no word of the vocabulary stands for anything else. */
export const isNameLike = (word: string): boolean =>
  knownNames.has(word) ||
  !(
    commonWords.has(word) ||
    weakWords.has(word) ||
    discriminators.has(word) ||
    teamCities.has(word) ||
    offices.has(word) ||
    parties.has(word) ||
    countries.has(word) ||
    cities.has(word) ||
    opposites.has(word) ||
    /\d/.test(word)
  );

const nicknameGroups = toGroups(NICKNAMES.split(";"));
const synonymGroups = toGroups(SYNONYMS.split(","));
const rivalGroups = toGroups(RIVALS.split(/[;\n]/));

/** Whether two stemmed given names may be one person's. */
export function isSameGivenName(a: string, b: string): boolean {
  if (a === b) return true;
  if ((a.length <= 2 || b.length <= 2) && a[0] === b[0]) return true;
  return isInSameGroup(nicknameGroups, a, b);
}

/** Whether two stemmed words may mean the same. */
export const isSynonym = (a: string, b: string): boolean => a === b || isInSameGroup(synonymGroups, a, b);

function isInSameGroup(groups: ReadonlyMap<string, readonly number[]>, a: string, b: string): boolean {
  const others = groups.get(b);
  return others !== undefined && groups.get(a)?.some((group) => others.includes(group)) === true;
}

const teamCities: ReadonlyMap<string, readonly string[]> = toTeams();

/** The cities that may stand for a team; none for other words. */
export const citiesOf = (word: string): readonly string[] => teamCities.get(word) ?? [];

const cities: ReadonlySet<string> = new Set([...teamCities.values()].flat());

/** Whether a stemmed word is a city with teams. */
export const isTeamCity = (word: string): boolean => cities.has(word);

/** Whether one word is a team and the other its city. */
export const isTeamOf = (a: string, b: string): boolean => citiesOf(a).includes(b) || citiesOf(b).includes(a);

/** Whether two different stemmed words of one kind exclude each other. */
export const isRival = (a: string, b: string): boolean => a !== b && isInSameGroup(rivalGroups, a, b);

/** The opposites of a stemmed word, in both directions. */
export const opposites = toOpposites(OPPOSITES);
export const complements = toOpposites(COMPLEMENTS);

function toOpposites(rows: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  const add = (word: string, other: string): void => void table.set(word, [...(table.get(word) ?? []), other]);
  for (const row of rows.split(/[;\n]/).filter((one) => one.trim() !== "")) {
    const [word = "", others = ""] = row.split(":");
    for (const other of words(others).map(toStem)) {
      add(toStem(word.trim()), other);
      add(other, toStem(word.trim()));
    }
  }
  return table;
}

function toRewrites(): Map<string, { to: string; beside: ReadonlySet<string> }[]> {
  const table = new Map<string, { to: string; beside: ReadonlySet<string> }[]>();
  for (const [word, to, beside] of REWRITES) {
    const from = toStem(word);
    table.set(from, [...(table.get(from) ?? []), { to, beside: stemmed(beside) }]);
  }
  return table;
}

function toTeams(): Map<string, string[]> {
  const teams = new Map<string, string[]>();
  for (const row of TEAMS.split(";")) {
    const [city = "", ...names] = words(row);
    for (const name of names.map(toStem)) teams.set(name, [...(teams.get(name) ?? []), toStem(city)]);
  }
  return teams;
}

function toDiscriminators(): Map<string, string> {
  const table = new Map<string, string>();
  for (const row of DISCRIMINATORS.trim().split("\n")) {
    const [facet = "", values = ""] = row.split(":");
    for (const value of words(values)) {
      const alternatives = value.split("|");
      for (const one of alternatives) table.set(toStem(one), `${facet.trim()}:${alternatives[0]}`);
    }
  }
  return table;
}

/** The groups of every word, by its stem. */
function toGroups(rows: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    for (const word of new Set(words(row).map(toStem))) groups.set(word, [...(groups.get(word) ?? []), index]);
  }
  return groups;
}
