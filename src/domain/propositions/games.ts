import { MONTH_CODES } from "../../clock.ts";
import { readWords } from "../word-lists.ts";
import { type DateAnchors, dayAt, extractDates, type NamedDate } from "./dates.ts";
import { extractNumbers, type NamedNumber } from "./numbers.ts";
import type { MarketText, Proposition } from "./proposition.ts";
import { findMentions, type LeagueTeam, leagueInUrl, type Mention, toNameWords } from "./teams.ts";
import { toPlainText, toStem } from "./text.ts";

/** What yes stands for when the sides draw. */
const DRAW = "draw";

/**
 * Reads a market as the question who wins one game, or which side of a line its score is on, in the same words for every
 * title. Undefined where a word asks for something else, such as a half or a player, and where the names fit more than one
 * pair of teams.
 */
export function readGame(market: MarketText): Proposition | undefined {
  const { title, eventTitle, outcomeLabel } = market;
  if (![title, eventTitle].some(namesMeeting)) return undefined;
  const isLined = toNameWords(`${title} ${eventTitle} ${outcomeLabel}`).some((word) => lineWords.has(word));
  const read = (text: string): GameText => readText(text, market, isLined);
  const [own, event, label] = [read(title), read(eventTitle), read(outcomeLabel ?? "")];
  const ruled = (market.description ?? "").slice(0, MAX_RULED_CHARACTERS);
  const named = leagueInUrl(market.url ?? "") ?? leagueIn([own, event]) ?? leagueIn([readText(ruled, market)]);
  const pair = [own, event].map(({ mentions }) => findPair(mentions, named)).find((found) => found !== undefined);
  const isGame = pair !== undefined && [own, event, label].flatMap(({ mentions }) => mentions).every(isGameWord(pair));
  const [side, ...line] = (isGame ? (isLined ? readLine : findWinner)(own, label, pair) : undefined) ?? [];
  if (pair === undefined || side === undefined || own.dates.some(({ kind }) => kind !== "at" && kind !== "year"))
    return undefined;
  const sides = pair.map(({ name }) => name).sort();
  const { day: dayInUrl, number } = readUrl(market.url ?? "");
  const day = [own, event].flatMap(({ dates }) => dates).find(isDay) ?? dayInUrl ?? scheduledDaysOf(market)[0];
  const spoken = `${side} ${line.join(" ") || "win"} ${sides.join(" vs ")}`.split(" ");
  return {
    numbers: [],
    isNegated: false,
    words: spoken.map(toStem),
    spoken,
    context: [],
    entity: side.split(" ").map(toStem),
    dates: day === undefined ? [] : [day],
    facets: [`game:${pair[0].league.id} ${[...sides, ...line, ...number].join(" / ")}`, `team:${side}`],
    hints: [],
    closesAt: market.closesAt,
    hasLateClose: market.hasLateClose ?? false,
    names: [...new Set(sides.join(" ").split(" ").map(toStem))],
    years: day === undefined || day.value.startsWith("?") ? [] : [day.value.slice(0, 4)],
    // The rules of games add nothing that their sides and day leave open.
    ruleWords: [],
  };
}

/** The first sentences of rules may name the league. */
const MAX_RULED_CHARACTERS = 300;

/** The side that yes stands for, and the line that decides the bet. There is no line where the winner of the game decides. */
type AskedSide = readonly [side: string, line?: string];

/** "Lions vs. Vikings: O/U 48.5" with the outcome "Under", "Boston wins by over 6.5 points", "Spread: Celtics (-6.5)". */
function readLine(own: GameText, label: GameText, pair: Pair): AskedSide | undefined {
  const [number, second] = own.numbers.length > 0 ? own.numbers : label.numbers;
  if (number === undefined || second !== undefined) return undefined;
  const [told, another] = toldIn(own.mentions, pair);
  const { comparison, value } = number;
  // "49 or more" is over 48.5, "48 or fewer" under it.
  const half = !Number.isInteger(value) || comparison === "eq" ? 0 : comparison === "ge" ? -0.5 : 0.5;
  const line = Math.abs(value) + half;
  const [side = told] = toSides(label.mentions, pair);
  if (side === undefined) {
    const outcome = label.mentions.find(({ text }) => text === "over" || text === "under")?.text;
    const total = comparison === "ge" ? "over" : comparison === "le" ? "under" : outcome;
    return total === undefined || comparison === "range" ? undefined : [total, `total ${line}`];
  }
  const isByMore = own.mentions.some(({ text }) => SPREADS.has(text)) && (comparison === "ge" || value < 0);
  return isByMore && told !== undefined && another === undefined ? [side, `${told} by over ${line}`] : undefined;
}

/** Words of a title for by how much one side wins. */
const SPREADS: ReadonlySet<string> = new Set(["spreads", "handicaps", "by"]);

/** A text without one of these names no two sides that meet. */
const MEETING = /\b(?:v|vs|versus|at|against|beats?|defeats?|over)\b|@/i;

/** Whether two names meet in a text. Dates are found later, since most texts end here. */
const namesMeeting = (text: string): boolean =>
  MEETING.test(text) && listMeetings(findMentions(toNameWords(text.toLowerCase().replace(LEFT_OUT, " ")))).length > 0;

interface GameText {
  readonly mentions: readonly Mention[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
}

/** `isLined` tells whether figures are those of a line. */
function readText(text: string, anchors: DateAnchors, isLined = false): GameText {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const { dates, rest: undated } = extractDates(plain, anchors);
  const counted = undated.replace(LEFT_OUT, " ");
  // The sign before a line counts.
  const { numbers, rest } = isLined
    ? extractNumbers(counted.replace(/(?<=spread|handicap)\b/g, "s"), new Set())
    : { numbers: [], rest: counted };
  return { mentions: findMentions(toNameWords(rest)), dates, numbers };
}

const leagueIn = (texts: readonly GameText[]): string | undefined =>
  texts.flatMap(({ mentions }) => mentions).find(({ leagues }) => leagues.length > 0)?.leagues[0];

/** Hours, numbers of weeks, and figures in the names of clubs. */
const LEFT_OUT =
  /\b\d{1,2}(?::\d\d)? ?[ap]m\b(?: (?:e[ds]?t|utc|gmt))?|(?<=\b(?:week|round|matchday) )\d{1,2}\b|\b1\. ?(?=f(?:c|sv)\b)|\b1[89]\d\d\b/g;

type Pair = readonly [LeagueTeam, LeagueTeam];

/** The two teams that meet; undefined where none do, or the names fit several pairs. */
function findPair(mentions: readonly Mention[], named: string | undefined): Pair | undefined {
  const [meeting] = listMeetings(mentions);
  if (meeting === undefined) return undefined;
  const teamsAt = (index: number): readonly LeagueTeam[] => mentions[index]?.teams ?? [];
  const pairs = teamsAt(meeting.first)
    .filter(({ league }) => (named === undefined ? !league.isNamed : league.id === named))
    .flatMap((one) =>
      teamsAt(meeting.second)
        .filter((other) => other.league === one.league && other !== one)
        .map((other): Pair => [one, other]),
    );
  return pairs.length === 1 ? pairs[0] : undefined;
}

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
const lineWords = toSet("line words");
const gameWords = toSet("meetings", "victories", "club words", "draws", "game words", "line words");

/** Whether a mention says no more than who plays and that it is a game. */
const isGameWord =
  (pair: Pair) =>
  ({ text, teams, leagues }: Mention): boolean =>
    leagues.length > 0 || gameWords.has(text) || findSide(teams, pair) !== undefined;

/** The side that a name stands for; undefined for another team, and for a name of both. */
function findSide(teams: readonly LeagueTeam[], pair: Pair): string | undefined {
  const [side, second] = pair.filter((one) => teams.includes(one));
  return second === undefined ? side?.name : undefined;
}

/** The team that the title gives the win, by its verb or by naming it beside the pair; else that of the label. */
function findWinner({ mentions }: GameText, label: GameText, pair: Pair): AskedSide | undefined {
  const told = toldIn(mentions, pair);
  if ([...mentions, ...label.mentions].some(({ text }) => draws.has(text)))
    return told.length === 0 ? [DRAW] : undefined;
  const [winner, second] = told.length === 0 ? toSides(label.mentions, pair) : told;
  return winner === undefined || second !== undefined ? undefined : [winner];
}

/** The teams that a title names beside the pair, or by its verb. */
function toldIn(mentions: readonly Mention[], pair: Pair): string[] {
  const met = listMeetings(mentions);
  const named = new Set(met.flatMap(({ first, second }) => [first, second]));
  const subjects = met.flatMap(({ first, isVictory }) => (isVictory ? (mentions[first] ?? []) : []));
  return toSides([...subjects, ...mentions.filter((_, index) => !named.has(index))], pair);
}

const toSides = (mentions: readonly Mention[], pair: Pair): string[] => [
  ...new Set(mentions.flatMap(({ teams }) => findSide(teams, pair) ?? [])),
];

const isDay = ({ kind, value }: NamedDate): boolean => kind === "at" && value.split("-").length === 3;

/** The day for which rules say that a game is scheduled, if any: both platforms write "(originally) scheduled for Dec 20". */
export function scheduledDaysOf({ description, ...anchors }: MarketText): readonly NamedDate[] {
  const { said = "" } = SCHEDULED.exec(description ?? "")?.groups ?? {};
  return said === ""
    ? []
    : extractDates(toPlainText(`on ${said}`), anchors)
        .dates.filter(isDay)
        .slice(0, 1);
}

const SCHEDULED =
  /\bscheduled (?:for|on|to (?:take place|be (?:played|held)|start|begin)(?: on)?) (?:\p{L}+day,? )?(?<said>\p{L}{3,9}\.? \d{1,2}(?:,? 20\d\d)?|\d{1,2} \p{L}{3,9}(?: 20\d\d)?)\b/iu;

/**
 * The day that an address ends with, and "game 2" where a number comes after it: "…-2026-07-04-game-2", "…-26jul04chcstlg2".
 * Kalshi numbers both games of a day. The hour in its address is no number: it moves with the start.
 */
function readUrl(url: string): { readonly day: NamedDate | undefined; readonly number: readonly string[] } {
  const found = URL_DAY.exec(url.toLowerCase())?.groups;
  if (found === undefined) return { day: undefined, number: [] };
  const { y, m, d, yy, mmm = "", dd, rest = "" } = found;
  const { number } = GAME_NUMBER.exec(rest)?.groups ?? {};
  const month = mmm === "" ? Number(m) : 1 + MONTH_CODES.indexOf(mmm);
  return {
    day: dayAt(undefined, y ?? `20${yy}`, month, Number(d ?? dd)),
    number: number === undefined ? [] : [`game ${number}`],
  };
}

/** The day that the address of a game's page names, as YYYY-MM-DD. */
export const gameDayOf = (url: string): string | undefined => readUrl(url).day?.value;

const URL_DAY =
  /-(?:(?<y>20\d\d)-(?<m>\d\d)-(?<d>\d\d)|(?<yy>\d\d)(?<mmm>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?<dd>\d\d))(?<rest>[^/]*)$/;
const GAME_NUMBER = /g(?:ame-?)?(?<number>[1-9])(?![\da-z])/;
