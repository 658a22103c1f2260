import { MONTH_CODES } from "../calendar.ts";
import { readWords } from "../word-lists.ts";
import { type DateAnchors, dayAt, extractDates, type NamedDate } from "./dates.ts";
import type { MarketText } from "./proposition.ts";
import { findMentions, LEAGUES, type LeagueTeam, leagueInUrl, type Mention, toNameWords } from "./teams.ts";
import { toPlainText } from "./text.ts";

export interface LeagueGame {
  readonly league: string;
  readonly sides: readonly [string, string];
  /** The team that yes stands for, or `draw`. */
  readonly winner: string;
  /** The day of the game; missing where no text says it. */
  readonly day: NamedDate | undefined;
  /** Which game of that day it is, where the sides meet twice; missing where the address does not say it. */
  readonly number: string | undefined;
}

/** What yes stands for when the sides draw. */
const DRAW = "draw";

/**
 * Reads a market as the question who wins one game. Undefined where a word asks for something else, such as a half or a
 * margin, and where the names fit more than one pair of teams.
 */
export function readGame(market: MarketText): LeagueGame | undefined {
  const { title, eventTitle, outcomeLabel } = market;
  if (![title, eventTitle].some(namesMeeting)) return undefined;
  const [own, event] = [readText(title, market), readText(eventTitle, market)];
  const texts = title === eventTitle ? [own] : [own, event];
  const named = leagueInUrl(market.url ?? "") ?? texts.flatMap(({ mentions }) => mentions).find(isLeague)?.leagues[0];
  const pair = texts.map(({ mentions }) => findPair(mentions, named)).find((found) => found !== undefined);
  const label = readText(outcomeLabel ?? "", market).mentions;
  if (pair === undefined || ![...texts.flatMap(({ mentions }) => mentions), ...label].every(isGameWord(pair)))
    return undefined;
  const winner = findWinner(own.mentions, label, pair);
  if (winner === undefined || own.dates.some(({ kind }) => kind !== "at" && kind !== "year")) return undefined;
  const [first, second] = pair.map(({ name }) => name).sort();
  const address = readUrl(market.url ?? "");
  const day = texts.flatMap(({ dates }) => dates).find(isDay) ?? address.day ?? scheduledDayOf(market);
  return { league: pair[0].league, sides: [first ?? "", second ?? ""], winner, day, number: address.number };
}

/** A text without one of these names no two sides that meet. */
const MEETING = /\b(?:v|vs|versus|at|against|beats?|defeats?|over)\b|@/i;

/** Whether two names meet in a text. Dates are found later, since most texts end here. */
const namesMeeting = (text: string): boolean =>
  MEETING.test(text) && listMeetings(findMentions(toNameWords(text.toLowerCase().replace(LEFT_OUT, " ")))).length > 0;

interface GameText {
  readonly mentions: readonly Mention[];
  readonly dates: readonly NamedDate[];
}

function readText(text: string, anchors: DateAnchors): GameText {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const { dates, rest } = extractDates(plain, anchors);
  return { mentions: findMentions(toNameWords(rest.replace(LEFT_OUT, " "))), dates };
}

/** Hours, numbers of weeks, and figures in the names of clubs. */
const LEFT_OUT =
  /\b\d{1,2}(?::\d\d)? ?[ap]m\b(?: (?:e[ds]?t|utc|gmt))?|(?<=\b(?:week|round|matchday) )\d{1,2}\b|\b1\. ?(?=f(?:c|sv)\b)|\b1[89]\d\d\b/g;

const isLeague = ({ leagues }: Mention): boolean => leagues.length > 0;

type Pair = readonly [LeagueTeam, LeagueTeam];

/** The two teams that meet; undefined where none do, or the names fit several pairs. */
function findPair(mentions: readonly Mention[], named: string | undefined): Pair | undefined {
  const [meeting] = listMeetings(mentions);
  if (meeting === undefined) return undefined;
  const teamsAt = (index: number): readonly LeagueTeam[] => mentions[index]?.teams ?? [];
  const pairs = teamsAt(meeting.first)
    .filter(({ league }) => (named === undefined ? UNNAMED.has(league) : league === named))
    .flatMap((one) =>
      teamsAt(meeting.second)
        .filter(({ league, name }) => league === one.league && name !== one.name)
        .map((other): Pair => [one, other]),
    );
  return pairs.length === 1 ? pairs[0] : undefined;
}

const UNNAMED: ReadonlySet<string> = new Set(LEAGUES.filter(({ isNamed }) => !isNamed).map(({ id }) => id));

/** The indexes of two names with nothing but words such as "vs" between them. */
interface Meeting {
  readonly first: number;
  readonly second: number;
  /** Whether the first is to win. */
  readonly isVictory: boolean;
}

function listMeetings(mentions: readonly Mention[]): Meeting[] {
  const teams = [...mentions.keys()].filter((index) => mentions[index]?.teams.length !== 0);
  return teams.slice(1).flatMap((second, index) => {
    const first = teams[index] ?? 0;
    const between = mentions.slice(first + 1, second).map(({ text }) => text);
    const isVictory = between.some((word) => victories.has(word));
    const isMeeting = isVictory || between.some((word) => meetings.has(word));
    if (!isMeeting || !between.every((word) => joining.has(word))) return [];
    return [{ first, second, isVictory: isVictory || between.some((word) => /^wins?$/.test(word)) }];
  });
}

const toSet = (...headings: readonly string[]): ReadonlySet<string> =>
  new Set(headings.flatMap((heading) => readWords("leagues", heading)));

const meetings = toSet("meetings");
const victories = toSet("victories");
const joining = new Set([...toSet("meetings", "victories", "club words"), "the", "to", "win", "wins"]);
const draws = toSet("draws");
const gameWords = toSet("meetings", "victories", "club words", "draws", "game words");

/** Whether a mention says no more than who plays and that it is a game. */
const isGameWord =
  (pair: Pair) =>
  ({ text, teams, leagues }: Mention): boolean =>
    leagues.length > 0 || gameWords.has(text) || findSide(teams, pair) !== undefined;

/** The side that a name stands for; undefined for another team, and for a name of both. */
function findSide(teams: readonly LeagueTeam[], pair: Pair): string | undefined {
  const [side, second] = pair.filter(({ name, league }) =>
    teams.some((team) => team.name === name && team.league === league),
  );
  return second === undefined ? side?.name : undefined;
}

/** The team that the title gives the win, by its verb or by naming it beside the pair; else that of the label. */
function findWinner(mentions: readonly Mention[], label: readonly Mention[], pair: Pair): string | undefined {
  const met = listMeetings(mentions);
  const named = new Set(met.flatMap(({ first, second }) => [first, second]));
  const subjects = met.flatMap(({ first, isVictory }) => (isVictory ? (mentions[first] ?? []) : []));
  const told = toSides([...subjects, ...mentions.filter((_, index) => !named.has(index))], pair);
  if ([...mentions, ...label].some(({ text }) => draws.has(text))) return told.length === 0 ? DRAW : undefined;
  const [winner, second] = told.length === 0 ? toSides(label, pair) : told;
  return second === undefined ? winner : undefined;
}

const toSides = (mentions: readonly Mention[], pair: Pair): string[] => [
  ...new Set(mentions.flatMap(({ teams }) => findSide(teams, pair) ?? [])),
];

const isDay = ({ kind, value }: NamedDate): boolean => kind === "at" && value.split("-").length === 3;

/** The day for which rules say that a game is scheduled: both platforms write "(originally) scheduled for Dec 20". */
export function scheduledDayOf({ description, ...anchors }: MarketText): NamedDate | undefined {
  const { said = "" } = SCHEDULED.exec(description ?? "")?.groups ?? {};
  return said === "" ? undefined : extractDates(toPlainText(`on ${said}`), anchors).dates.find(isDay);
}

const SCHEDULED =
  /\bscheduled (?:for|on|to (?:take place|be (?:played|held)|start|begin)(?: on)?) (?:\p{L}+day,? )?(?<said>\p{L}{3,9}\.? \d{1,2}(?:,? 20\d\d)?|\d{1,2} \p{L}{3,9}(?: 20\d\d)?)\b/iu;

/**
 * The day that an address ends with, and the number of the game after it: "…-2026-07-04-game-2", "…-26jul04chcstlg2".
 * Kalshi numbers both games of a day. The hour in its address is no number: it moves with the start.
 */
function readUrl(url: string): Pick<LeagueGame, "day" | "number"> {
  const { y, m, d, yy, mmm = "", dd, rest = "" } = URL_DAY.exec(url.toLowerCase())?.groups ?? {};
  const number = GAME_NUMBER.exec(rest)?.groups?.number;
  if (y !== undefined) return { day: dayAt(undefined, y, Number(m), Number(d)), number };
  if (yy === undefined) return { day: undefined, number: undefined };
  return { day: dayAt(undefined, `20${yy}`, 1 + MONTH_CODES.indexOf(mmm), Number(dd)), number };
}

/** The day that the address of a game's page names, as YYYY-MM-DD. */
export const gameDayOf = (url: string): string | undefined => readUrl(url).day?.value;

const URL_DAY =
  /-(?:(?<y>20\d\d)-(?<m>\d\d)-(?<d>\d\d)|(?<yy>\d\d)(?<mmm>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?<dd>\d\d))(?<rest>[^/]*)$/;
const GAME_NUMBER = /g(?:ame-?)?(?<number>[1-9])(?![\da-z])/;
