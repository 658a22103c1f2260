import { readRows, readWords, toTable, toWordsOfRow } from "../word-lists.ts";
import { listTeams } from "./teams.ts";
import { toStem } from "./text.ts";

/** Phrases with their meanings. Of equally long ones the first counts. */
export const listTerms = (): readonly string[] => readRows("phrases", "terms");
/** Names of companies and coins, in the same form. */
export const listBrands = (): string[] => [...readRows("phrases", "companies"), ...readRows("phrases", "coins")];

const facetWords = (heading: string): string[] => readWords("facets", heading);
const named = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(words.map((word) => [toStem(word), word]));
const stemmed = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(toStem));
/** Cities, spaces left out, each with the word that names its team: "boston", "sox". */
const teams = [
  ...listTeams().map(({ place = "", nickname = "" }) => [place.replaceAll(" ", ""), nickname.split(" ").at(-1) ?? ""]),
  ...readRows("names", "other teams").map(toWordsOfRow),
].flatMap(([city = "", team = ""]) => (city === "" ? [] : [[city, team] as const]));

/** The cities of teams whose names have several words. */
export const citiesOfTeams: readonly string[] = [
  ...new Set(listTeams().flatMap(({ place }) => (place?.includes(" ") === true ? [place] : []))),
];

export const stopWords: ReadonlySet<string> = new Set([...readWords("words", "stop words"), "?"]);
export const weakWords: ReadonlySet<string> = new Set([
  ...stemmed(readWords("words", "weak words")),
  ...teams.map(([, team]) => toStem(team)),
]);
/** Office by stemmed word. */
export const offices = named(facetWords("offices"));
export const parties = named(facetWords("parties"));
/** By stemmed word: its meaning when any word of `beside` is in the same text. */
export const rewrites = toTable(
  readRows("facets", "rewrites").map((row) => {
    const [meaning = "", beside = ""] = row.split(":");
    const [word = "", to = ""] = toWordsOfRow(meaning);
    return [toStem(word), { to, beside: stemmed(toWordsOfRow(beside)) }] as const;
  }),
);
export const negations: ReadonlySet<string> = new Set(facetWords("negations"));
export const transitives = stemmed(facetWords("transitives"));

/** Facet of a stemmed word, as `name:value`. */
const discriminators: ReadonlyMap<string, string> = new Map(
  readRows("facets", "discriminators").flatMap((row) => {
    const [facet = "", values = ""] = row.split(":");
    return toWordsOfRow(values).flatMap((value) => {
      const alternatives = value.split("|");
      return alternatives.map((one) => [toStem(one), `${facet}:${alternatives[0]}`] as const);
    });
  }),
);

/** Postal code by name, spaces left out. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  readRows("names", "states").map((row) => {
    const [code = "", ...name] = toWordsOfRow(row);
    return [name.join(""), code.toLowerCase()] as const;
  }),
);
export const stateNames: ReadonlyMap<string, string> = new Map([...stateCodes].map(([name, code]) => [code, name]));

/** Country by its names and adjectives, stemmed. */
export const countries: ReadonlyMap<string, string> = new Map(
  readRows("names", "countries").flatMap((row) => {
    const [country = "", ...others] = toWordsOfRow(row);
    return [country, ...others].map((name) => [toStem(name), country] as const);
  }),
);

/** Given names, unstemmed; none of them is a stop word. */
export const givenNames: ReadonlySet<string> = new Set(
  [...readWords("names", "given names"), ...readWords("names", "nicknames")].filter((name) => !stopWords.has(name)),
);

const people = readRows("names", "people").map((row) => toWordsOfRow(row.split(/[:=]/)[0] ?? "").map(toStem));

/** Names of known people and given names, stemmed. */
const knownNames: ReadonlySet<string> = new Set([...[...givenNames].map(toStem), ...people.flat()]);

export const isKnownName = (word: string): boolean => knownNames.has(word);

const stemsIn = (rows: readonly string[]) => stemmed(rows.flatMap((row) => row.match(/[a-z0-9]+/g) ?? []));

/** Stemmed words of the vocabulary that are no names of people. */
const commonWords = stemsIn([...listTerms(), ...readRows("words", "synonyms")]);
const brandWords = stemsIn(listBrands());
/** Whether a stemmed word with a capital is a name even where any word has one: a person's, a company's or a team's. */
export const isProperName = (word: string): boolean =>
  isNameLike(word) || brandWords.has(word) || teamCities.has(word) || cities.has(word) || countries.has(word);

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
    /\d/.test(word)
  );

/** The sets that every word is in, by its stem. */
const toSets = (rows: readonly string[]): ReadonlyMap<string, readonly number[]> =>
  toTable(rows.flatMap((row, set) => [...new Set(toWordsOfRow(row).map(toStem))].map((word) => [word, set] as const)));

const nicknameSets = toSets(readRows("names", "nicknames"));
const synonymSets = toSets(readRows("words", "synonyms"));
const rivalSets = toSets(readRows("words", "rivals"));

/** Whether two stemmed given names may be one person's. */
export function isSameGivenName(a: string, b: string): boolean {
  if (a === b) return true;
  if ((a.length <= 2 || b.length <= 2) && a[0] === b[0]) return true;
  return isInSameSet(nicknameSets, a, b);
}

export const isSynonym = (a: string, b: string): boolean => a === b || isInSameSet(synonymSets, a, b);

function isInSameSet(sets: ReadonlyMap<string, readonly number[]>, a: string, b: string): boolean {
  const others = sets.get(b);
  return others !== undefined && sets.get(a)?.some((set) => others.includes(set)) === true;
}

const teamCities = toTable(teams.map(([city, team]) => [toStem(team), toStem(city)] as const));

/** The cities that may stand for a team; none for other words. */
export const citiesOf = (word: string): readonly string[] => teamCities.get(word) ?? [];

const cities: ReadonlySet<string> = new Set([...teamCities.values()].flat());

/** Whether a stemmed word is a city with teams. */
export const isTeamCity = (word: string): boolean => cities.has(word);

/** Whether one word is a team and the other its city. */
export const isTeamOf = (a: string, b: string): boolean => citiesOf(a).includes(b) || citiesOf(b).includes(a);

/** Whether two different stemmed words of one kind exclude each other. */
export const isRival = (a: string, b: string): boolean => a !== b && isInSameSet(rivalSets, a, b);

/** The facets of a stemmed word. */
export const facetsOf = (word: string): readonly string[] => facets.get(word) ?? NONE;

const NONE: readonly string[] = [];

const asFacets = (name: string, values: Iterable<readonly [word: string, value: string]>) =>
  [...values].map(([word, value]) => [word, `${name}:${value}`] as const);

const facets = toTable([
  ...discriminators,
  ...asFacets("office", offices),
  ...asFacets("party", parties),
  ...asFacets("country", countries),
  ...asFacets("state", new Map([...stateCodes].flatMap((row) => [row, [toStem(row[0]), row[1]]]))),
]);

/** Whether a stemmed word is a country or a state. */
export const isPlace = (word: string): boolean =>
  word === "us" || facetsOf(word).some((facet) => /^(?:country|state):/.test(facet));

/** Whether an unstemmed word is the name of a team, which is a plural: "kings". */
export const isTeam = (spoken: string): boolean => spoken.endsWith("s") && citiesOf(toStem(spoken)).length > 0;
