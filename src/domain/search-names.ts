import { listBrands, listTerms } from "./propositions/lexicon.ts";
import { listTeams } from "./propositions/teams.ts";
import { splitRow } from "./propositions/text.ts";
import { readPhrases, readRows, readWords } from "./word-lists.ts";

/** Names of one thing in plain lower case: a person who types one of them also means the others. */
export interface SameNames {
  readonly names: readonly string[];
  /** Names that are also other words, such as an adjective: what only these find is a worse hit. */
  readonly loose: readonly string[];
  /** Short forms that are typed, but would find other things. */
  readonly typed: readonly string[];
}

/** The names that a search takes for each other, from the vocabulary of matching. */
export function listSameNames(): SameNames[] {
  const groups = new Map<string, { names: string[]; loose: string[] }>();
  const add = (head: string, names: readonly string[], loose: readonly string[] = []): void => {
    const name = head.replaceAll(" ", "");
    const group = groups.get(name) ?? { names: [], loose: [] };
    groups.set(name, group);
    group.names.push(...names.filter((one) => !looseNames.has(one)));
    group.loose.push(...names.filter((one) => looseNames.has(one)), ...loose);
  };
  const addRow = (row: string): void => {
    const { name, others } = splitRow(row);
    add(name, [name, ...others]);
  };
  const looseNames = readLooseNames();
  const searched = new Set(readPhrases("search", "terms"));
  for (const row of listTerms()) if (searched.has(splitRow(row).name)) addRow(row);
  for (const row of [...listBrands(), ...readRows("search", "names")]) addRow(row);
  for (const row of readRows("names", "countries")) {
    const [country = "", ...adjectives] = row.split(" ");
    add(country, [country], adjectives);
  }
  return [
    ...[...groups.values()].map((group) => ({ ...group, typed: [] })),
    ...readRows("names", "people").map((row) => toPerson(row, looseNames)),
    ...toStates(),
    ...toTeams(),
  ];
}

/** Names of several words that a single team has, such as "boston celtics": they stand for nothing else. */
export const listTeamNames = (): string[] =>
  toTeams().flatMap(({ names }) => names.filter((name) => name.includes(" ")));

/** Stock tickers of three letters and more that are no words. */
export function listTickers(): string[] {
  const looseNames = readLooseNames();
  const names = readRows("phrases", "companies").flatMap((row) => splitRow(row).others);
  return names.filter((name) => TICKER.test(name) && !looseNames.has(name));
}

const TICKER = /^[a-z]{3,4}$/;

/** Countries of one word, with their adjectives. */
export const listCountryWords = (): string[] => readWords("names", "countries");

/** A row with a colon is of somebody whose surname alone is enough. */
function toPerson(row: string, looseNames: ReadonlySet<string>): SameNames {
  const { name, sign, others } = splitRow(row);
  const names = [name, ...others];
  return {
    names: names.filter((one) => !looseNames.has(one)),
    loose: [
      ...names.filter((one) => looseNames.has(one)),
      ...(sign === "=" ? [] : [name.slice(name.lastIndexOf(" ") + 1)]),
    ],
    typed: [],
  };
}

function toStates(): SameNames[] {
  const searched = new Set(readWords("search", "states"));
  return readRows("names", "states").flatMap((row) => {
    const [code = "", ...name] = row.split(" ");
    return searched.has(code) ? [{ names: [name.join(" ")], loose: [], typed: [code.toLowerCase()] }] : [];
  });
}

/** Teams by the names that no other team has. */
function toTeams(): SameNames[] {
  const teams = listTeams();
  const looseNames = readLooseNames();
  const misleading = new Set(readPhrases("search", "misleading names"));
  const owners = new Map<string, number>();
  for (const { names, place } of teams) {
    for (const name of new Set(place === undefined ? names : [...names, place]))
      owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  const isOwn = (name: string): boolean => owners.get(name) === 1 && name.length > 2 && !misleading.has(name);
  return teams.map(({ names, place, isCollege }) => {
    const own = names.filter(isOwn);
    const loose = own.filter((name) => isCollege || looseNames.has(name));
    return {
      names: own.filter((name) => !loose.includes(name)),
      loose: place !== undefined && isOwn(place) ? [...loose, place] : loose,
      typed: [],
    };
  });
}

const readLooseNames = (): ReadonlySet<string> => new Set(readPhrases("search", "loose names"));
