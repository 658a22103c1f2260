import { HOUR_MS } from "../clock.ts";
import type { Category } from "../domain/categories/names.ts";
import { type DayList, type DayNumber, dayOf, parseDay, partsOf, timeOn, type When, weekdayOf } from "./calendar.ts";
import { hashText, unit } from "./chance.ts";

// The form of the files in data/. Texts may have words in braces: those of the day (calendar.ts), of the row, {row} and
// {i} for the positions of row and day, and {label} and {short} for the outcome.

/** A file of topics; what it says of all of them, a topic may say otherwise. */
export interface TopicFile {
  readonly category: Category;
  readonly tags: readonly string[];
  /** Who decides, "Name|address". */
  readonly source?: string;
  /** A name in rules.json. */
  readonly postponed: string;
  readonly topics: readonly TopicSpec[];
}

/** A number, or a text that gives one. */
type NumberText = number | string;

/** Topics that differ in their row and in their day only. */
export interface TopicSpec {
  readonly key: string;
  readonly category?: Category;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly postponed?: string;
  /** The rows that it is asked for. */
  readonly for?: RowTable | ListedRows | { readonly games: string };
  /** The days that it is asked for, and the time of day at which it closes. */
  readonly on?: When & { readonly at?: string };
  /** Outcomes: exactly one comes true: "Label|Short|0.3", or without chances each `decay` times as likely. */
  readonly race?: readonly string[] | ListedRows;
  readonly decay?: number;
  /** The chance that none of those wins the race. */
  readonly rest?: number;
  /** Outcomes that have nothing to do with each other, or with chances from the first to the second of `chances`. */
  readonly set?: readonly string[] | ListedRows;
  readonly chances?: readonly [number, number];
  /** Marks that a figure may exceed. */
  readonly marks?: Marks & { readonly label: string; readonly touch?: boolean };
  /** Ranges between marks. */
  readonly ranges?: Marks & RangeLabels;
  /** That of a yes/no question, on each of the days if there are several. */
  readonly chance?: NumberText | readonly number[];
  /** What to multiply the chance, or the spread of a figure, with on each of the days. */
  readonly odds?: readonly number[];
  /** Positions in an earlier race: at least `least` of them come true. */
  readonly sums?: { readonly of: string; readonly least: readonly number[]; readonly label?: string };
  readonly path?: string;
  /** Of marks: the figure whose one path decides them, what it is at the start, and how far it moves in a day. */
  readonly figure?: { readonly name: string; readonly spot: NumberText; readonly daily: NumberText };
  readonly deadline?: boolean;
  readonly live?: boolean;
  /** Days since the opening. */
  readonly age?: number;
  readonly volatility?: number;
  readonly size?: NumberText;
  /** Cents by the key of a topic, or by its key without the day. */
  readonly gap?: Readonly<Record<string, number>>;
  readonly ending?: Readonly<Record<string, "split" | "void">>;
  /** What has to be true, for the rules. */
  readonly claim: string;
  readonly polymarket?: EditionSpec;
  readonly kalshi?: EditionSpec;
  readonly manifold?: EditionSpec;
  readonly predictit?: EditionSpec;
}

/** How a platform words it. Without a question, its title is one. */
export interface EditionSpec {
  readonly title: string;
  readonly question?: string;
  readonly label?: string;
  readonly ticker?: string;
  readonly inverted?: boolean;
  readonly first?: number;
  readonly split?: boolean;
  /** Positions among the rows and among the days that it is listed for. */
  readonly rows?: readonly number[];
  readonly days?: readonly number[];
}

/** Names of cells, "name|code", and rows of them, "Georgia|GA". Outcomes in a cell have ~ in place of |. */
interface RowTable {
  readonly as: string;
  readonly of: readonly string[];
}

/** Rows of a table in lists.json: those that have `where` in a cell, and `row` of each. */
export interface ListedRows {
  readonly from: string;
  readonly where?: string | undefined;
  readonly skip?: number;
  readonly first?: number;
  readonly row?: string;
}

/** Marks around a figure that is about `centre`. They begin at `from`, or lie around a figure. */
interface Marks {
  readonly from?: NumberText;
  readonly around?: NumberText;
  readonly step: NumberText;
  readonly count: number;
  readonly centre?: NumberText;
  readonly spread: NumberText;
}

/** How ranges are called. `{to}` is `less` below the next mark, `{end}` the next mark. */
export interface RangeLabels {
  readonly under: string;
  readonly between: string;
  readonly over: string;
  readonly less?: number;
}

/** A league's schedule: the times of games on each weekday. Each team plays once a week, or at most once a day. */
interface LeagueSchedule {
  readonly teams: string;
  /** First and last day of the season, "10-21". */
  readonly season: readonly [string, string];
  readonly weekly?: Readonly<Record<string, readonly string[]>>;
  readonly daily?: Readonly<Record<string, readonly string[]>>;
  readonly hours: number;
  /** Names that games have beside those of the teams. */
  readonly words: Readonly<Record<string, string>>;
}

/** The files beside the topics. */
export interface DataFiles {
  readonly lists: Readonly<Record<string, RowTable>>;
  readonly leagues: Readonly<Record<string, LeagueSchedule>>;
  readonly calendars: Readonly<Record<string, DayList>>;
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What texts of the data may have in braces, and what then stands there. */
export type Words = Readonly<Record<string, string>>;

/** The text with its words put in. Those of the outcome and of figures are put in later. */
export const putIn = (text: string, words: Words): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const word = words[name];
    if (word === undefined && !LATER.includes(name)) throw new Error(`no word for ${whole} in '${text}'`);
    return word ?? whole;
  });

const LATER = ["label", "short", "n", "from", "to", "end"];

/** The rows of a table, "name|code" and "Georgia|GA" as words; each has its `rank` too, from 0. */
export function rowsOf({ as, of }: RowTable): Words[] {
  const names = as.split("|");
  return of.map((row, rank) => {
    const values = row.split("|");
    return { rank: String(rank), ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) };
  });
}

/** Some rows of a list. */
export function rowsFrom(
  { from, where, first, skip = 0 }: ListedRows,
  lists: Readonly<Record<string, RowTable>>,
): Words[] {
  const table = lists[from];
  if (table === undefined) throw new Error(`no list '${from}'`);
  const rows = rowsOf(table).filter((row) => where === undefined || Object.values(row).includes(where));
  return rows.slice(skip, first === undefined ? undefined : skip + first);
}

/** A game as a row: the words of its topics, its day, and when it ends. */
interface Game {
  readonly words: Words;
  readonly day: DayNumber;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

const DAYS_AROUND = 6;

/** The games of a league in the days around `now`, by a fixed schedule; none out of season. */
export function listGames(league: LeagueSchedule, lists: Readonly<Record<string, RowTable>>, now: number): Game[] {
  const table = lists[league.teams];
  if (table === undefined) throw new Error(`no list '${league.teams}'`);
  const teams = rowsOf(table);
  const today = dayOf(now);
  const days = Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => today - DAYS_AROUND + index);
  return days.filter((day) => isInSeason(league, day)).flatMap((day) => gamesOn(league, teams, day));
}

function isInSeason({ season: [first, last] }: LeagueSchedule, day: DayNumber): boolean {
  const { year } = partsOf(day);
  const isWinter = first > last;
  const from = parseDay(`${year}-${first}`);
  const to = parseDay(`${year}-${last}`);
  return isWinter ? day >= from || day <= to : day >= from && day <= to;
}

function gamesOn(league: LeagueSchedule, teams: readonly Words[], day: DayNumber): Game[] {
  const slots = (league.weekly ?? league.daily)?.[weekdayOf(day)] ?? [];
  // Weeks begin on Tuesdays, so that a Monday's game belongs to the Sunday before.
  const week = Math.floor((day - 5) / 7);
  const first = league.weekly === undefined ? (day % 3) * 5 : firstOf(league, day);
  return slots.map((clock, index) => {
    const pair = pairOf(teams, league.weekly === undefined ? day : week, first + index);
    return { day, endsAt: timeOn(day, clock) + league.hours * HOUR_MS, words: toWords(league, pair, day) };
  });
}

/** How many games of the week come before the day. */
function firstOf({ weekly = {} }: LeagueSchedule, day: DayNumber): number {
  const before = Array.from({ length: (day - 5) % 7 }, (_, index) => weekdayOf(day - 1 - index));
  return before.reduce((sum, weekday) => sum + (weekly[weekday]?.length ?? 0), 0);
}

/** The teams of one game of a round in which each team plays once, home first. */
function pairOf(teams: readonly Words[], round: number, game: number): readonly [Words, Words] {
  const { length } = teams;
  const turn = (slot: number): number => (slot === 0 ? 0 : 1 + ((slot - 1 + round) % (length - 1)));
  const slot = game % (length / 2);
  const pair = [teams[turn(slot)], teams[turn(length - 1 - slot)]].map((team) => team ?? {});
  const [one = {}, other = {}] = pair;
  return (round + game) % 2 === 0 ? [one, other] : [other, one];
}

function toWords(league: LeagueSchedule, [home, away]: readonly [Words, Words], day: DayNumber): Words {
  const ahead = Number(away.rank) - Number(home.rank);
  const luck = unit(hashText(`${home.code}${day}`)) - 0.5;
  const chance = 1 / (1 + Math.exp(-(ahead * 0.05 + 0.25 + luck)));
  const prefixed = (prefix: string, team: Words): Words =>
    Object.fromEntries(
      Object.entries(team).map(([name, word]) => [prefix + name.replace(/^./, (first) => first.toUpperCase()), word]),
    );
  return {
    ...league.words,
    ...prefixed("home", home),
    ...prefixed("away", away),
    code: `${away.code}${home.code}`,
    homeChance: chance.toFixed(3),
    awayChance: (1 - chance).toFixed(3),
    homeMargin: (chance * 0.62).toFixed(3),
    awayMargin: ((1 - chance) * 0.62).toFixed(3),
  };
}
