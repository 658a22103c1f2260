import { readRows, toPhrasesOfRow, toWordsOfRow } from "../word-lists.ts";

/** A league, or all clubs that may meet in several; `src/domain/data/leagues.txt` explains each part. */
export interface League {
  readonly id: string;
  /** What its games are called in titles. */
  readonly names: readonly string[];
  readonly codes: readonly string[];
  /** Teams as rows. */
  readonly teams: readonly string[];
  readonly hasDraws: boolean;
  readonly playsDaily: boolean;
  readonly isNamed: boolean;
}

export const LEAGUES: readonly League[] = readRows("leagues", "leagues").map((row) => {
  const [id = "", teams = "", traits = "", codes = "", names = ""] = row.split("|").map((part) => part.trim());
  return {
    id,
    names: toPhrasesOfRow(names),
    codes: toWordsOfRow(codes),
    teams: readRows("leagues", teams),
    hasDraws: traits.includes("draws"),
    playsDaily: traits.includes("daily"),
    isNamed: traits.includes("named"),
  };
});

/** A team of a league, the same object for all its names. */
export interface LeagueTeam {
  readonly league: League;
  /** Its full name in lower case. */
  readonly name: string;
}

/** A word of a text, or a name in it with all teams or leagues that have it. */
export interface Mention {
  readonly text: string;
  readonly teams: readonly LeagueTeam[];
  readonly leagues: readonly string[];
}

/** The words of a text as names are looked up: lower case, without accents, dots and apostrophes. */
export const toNameWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}.'’]/gu, "")
    .replaceAll("&", " and ")
    .match(/[a-z0-9]+|@/g) ?? [];

/** The words of a text in order, those of a name in one piece. Of several names the longest counts. */
export function findMentions(words: readonly string[]): Mention[] {
  names ??= indexNames();
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const [word = ""] = words.slice(at, at + 1);
    const found = names.get(word)?.find((name) => name.words.every((part, index) => words[at + index] === part));
    mentions.push(found ?? { text: word, teams: [], leagues: [] });
    at += found?.words.length ?? 1;
  }
  return mentions;
}

interface Name extends Mention {
  readonly words: readonly string[];
  readonly teams: LeagueTeam[];
  readonly leagues: string[];
}

function indexNames(): Map<string, Name[]> {
  const byText = new Map<string, Name>();
  const nameOf = (alias: string): Name => {
    const words = toNameWords(alias);
    const text = words.join(" ");
    const name = byText.get(text) ?? { text, words, teams: [], leagues: [] };
    byText.set(text, name);
    return name;
  };
  for (const league of LEAGUES) {
    for (const title of league.names) nameOf(title).leagues.push(league.id);
    for (const row of league.teams) {
      const aliases = toAliases(row);
      const team = { league, name: toNameWords(aliases[0] ?? "").join(" ") };
      for (const name of new Set(aliases.map(nameOf))) name.teams.push(team);
    }
  }
  const byFirst = Map.groupBy(byText.values(), ({ words }) => words[0] ?? "");
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** The names of a team, its full name first. */
function toAliases(row: string): string[] {
  const [first = "", ...others] = toPhrasesOfRow(row);
  const { place, nickname, school, mascot } = TEAM.exec(first)?.groups ?? {};
  if (school !== undefined) return [school, ...others].flatMap((name) => [name, `${name} ${mascot}`]);
  if (place === undefined) return [first, ...others];
  const codes = others.filter((name) => name.length <= MAX_CODE_LETTERS).map((code) => `${code} ${nickname}`);
  return [`${place} ${nickname}`, place, nickname ?? "", ...others, ...codes];
}

const TEAM = /^(?:(?<place>.+) \+ (?<nickname>.+)|(?<school>.+) \((?<mascot>.+)\))$/;

/** Only a short name stands before a nickname. */
const MAX_CODE_LETTERS = 3;

interface ListedTeam {
  /** All its names but its place. */
  readonly names: readonly string[];
  /** The name that it may share with others, and its own; of teams in North America. */
  readonly place: string | undefined;
  readonly nickname: string | undefined;
  readonly isCollege: boolean;
}

/** Every team of every league; one in two leagues comes twice. */
export const listTeams = (): ListedTeam[] =>
  LEAGUES.flatMap(({ id, teams }) =>
    teams.map((row) => {
      const { place, nickname } = TEAM.exec(toPhrasesOfRow(row)[0] ?? "")?.groups ?? {};
      const names = toAliases(row).filter((name) => name !== place);
      return { names, place, nickname, isCollege: id.startsWith("ncaa") };
    }),
  );

/** All names by their first word, the longest first; made when first needed, as phrases are. */
let names: ReadonlyMap<string, readonly Name[]> | undefined;

/** The league that the address of a game's page names: "/event/nfl-ind-pit-2026-11-22", "/kxnflgame-26nov22indpit". */
export function leagueInUrl(url: string): string | undefined {
  const [first = ""] = url
    .toLowerCase()
    .slice(url.lastIndexOf("/") + 1)
    .split("-");
  const isSeries = first.startsWith("kx");
  return codes.find(({ code }) => (isSeries ? first.startsWith(code, 2) : first === code))?.id;
}

/** The longest first: a code may begin with another. */
const codes = LEAGUES.flatMap(({ id, codes }) => codes.map((code) => ({ id, code }))).sort(
  (a, b) => b.code.length - a.code.length,
);

const leagues: ReadonlyMap<string, League> = new Map(LEAGUES.map((league) => [league.id, league]));

export const findLeague = (id: string): League | undefined => leagues.get(id);
