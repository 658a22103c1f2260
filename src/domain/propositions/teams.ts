import { readRows, toPhrasesOfRow } from "../word-lists.ts";

/** A league, or all clubs that may meet in several. */
export interface League {
  readonly id: string;
  /** What its games are called in titles. */
  readonly names: string;
  /** How the addresses of its games begin: Polymarket's slugs, and Kalshi's series without "KX". */
  readonly codes: string;
  /** The heading of its teams in `src/domain/data/leagues.txt`. */
  readonly teams: string;
  /** Whether a game may end in a draw, so that one side's defeat is not the other's win. */
  readonly hasDraws: boolean;
  /** Whether the same sides may meet on two days in a row. */
  readonly playsDaily: boolean;
  /** Whether only an explicit name or code makes a title one of its games: other leagues have the same names. */
  readonly isNamed: boolean;
}

const AMERICAN = { hasDraws: false, playsDaily: true, isNamed: false } as const;
const COLLEGE = { hasDraws: false, playsDaily: false, isNamed: true, teams: "college" } as const;

/** Of leagues whose names or codes begin alike, the longer one counts. */
export const LEAGUES: readonly League[] = [
  {
    ...AMERICAN,
    id: "nfl",
    names: "nfl, pro football, professional football",
    codes: "nfl",
    teams: "nfl",
    playsDaily: false,
  },
  { ...AMERICAN, id: "nba", names: "nba, pro basketball, mens pro basketball", codes: "nba", teams: "nba" },
  { ...AMERICAN, id: "mlb", names: "mlb, pro baseball, major league baseball", codes: "mlb", teams: "mlb" },
  { ...AMERICAN, id: "nhl", names: "nhl, pro hockey", codes: "nhl", teams: "nhl" },
  {
    ...AMERICAN,
    id: "wnba",
    names: "wnba, womens pro basketball, pro womens basketball",
    codes: "wnba",
    teams: "wnba",
  },
  {
    ...AMERICAN,
    id: "mls",
    names: "mls, major league soccer",
    codes: "mls",
    teams: "mls",
    hasDraws: true,
    playsDaily: false,
  },
  { ...COLLEGE, id: "ncaaf", names: "college football, cfb, ncaaf, ncaa football", codes: "ncaaf cfb" },
  {
    ...COLLEGE,
    id: "ncaamb",
    names: `college basketball, mens college basketball, cbb, ncaab, ncaamb, ncaa basketball, ncaa mens basketball,
      ncaam, mens ncaa basketball`,
    codes: "ncaamb ncaab cbb",
  },
  {
    ...COLLEGE,
    id: "ncaawb",
    names: `womens college basketball, college womens basketball, cwbb, ncaawb, ncaa womens basketball, ncaaw,
      womens ncaa basketball`,
    codes: "ncaawb cwbb",
  },
  {
    id: "football",
    names: `premier league, english premier league, epl, la liga, laliga, bundesliga, serie a, ligue 1,
      champions league, uefa champions league, ucl, europa league, uefa europa league, soccer`,
    codes: "epl laliga lal bundesliga bun seriea sea ligue1 fl1 ucl uel facup eflcup copadelrey dfbpokal coppaitalia",
    teams: "football",
    hasDraws: true,
    playsDaily: false,
    isNamed: false,
  },
];

/** Words between two sides that meet. */
export const MEETINGS = "vs v versus at @ against";

/** Words between two sides where the first is to win. */
export const VICTORIES = "beat beats defeat defeats over";

/** What else a proposition about the winner of one game may say. Any other word makes it a proposition of another kind. */
export const GAME_WORDS = `a an the will to in on of for their this and be is will who which what do does
  win wins winner winning won moneyline ml game match matchup contest fixture result outright full time upcoming more markets
  regular season week round matchday sunday monday tuesday wednesday thursday friday saturday night today tonight tomorrow
  pro professional college ncaa mens men football basketball baseball hockey sports end ends`;

/** Words for a game that nobody wins. */
export const DRAWS = "draw tie drawn tied";

/** Parts of clubs' names that titles may leave out. */
export const CLUB_WORDS = `fc cf afc sc ac cd ud ssc ss us rcd rc ogc vfb vfl sv tsg fsv acf aj as calcio club cp sd de hsc losc
  osc sco ca sl ss bk kv cfc`;

/** A team of a league. Names differ between the teams of a league. */
export interface LeagueTeam {
  readonly league: string;
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
  for (const { id, names: titles, teams } of LEAGUES) {
    for (const title of toPhrasesOfRow(titles)) nameOf(title).leagues.push(id);
    for (const row of readRows("leagues", teams)) {
      const aliases = toAliases(row);
      const team = { league: id, name: toNameWords(aliases[0] ?? "").join(" ") };
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
  LEAGUES.flatMap(({ teams, codes }) =>
    readRows("leagues", teams).map((row) => {
      const { place, nickname } = TEAM.exec(toPhrasesOfRow(row)[0] ?? "")?.groups ?? {};
      const names = toAliases(row).filter((name) => name !== place);
      return { names, place, nickname, isCollege: codes.startsWith("ncaa") };
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
const codes = LEAGUES.flatMap(({ id, codes }) => codes.split(" ").map((code) => ({ id, code }))).sort(
  (a, b) => b.code.length - a.code.length,
);

const leagues: ReadonlyMap<string, League> = new Map(LEAGUES.map((league) => [league.id, league]));

export const findLeague = (id: string): League | undefined => leagues.get(id);
