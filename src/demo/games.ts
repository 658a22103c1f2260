import { HOUR_MS } from "../clock.ts";
import { type DayNumber, dayOf, parseDay, partsOf, timeOn, weekdayOf } from "./calendar.ts";
import { hashText, unit } from "./chance.ts";
import { type LeagueSchedule, type RowTable, rowsOf, type Words } from "./format.ts";

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
