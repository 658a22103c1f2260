import { HOUR_MS } from "../../clock.ts";
import { type Proposition, valuesOf } from "../propositions/proposition.ts";
import { findLeague } from "../propositions/teams.ts";
import { endOf, toSpokenDates } from "./compare-dates.ts";

/** What two propositions about the winner of a game say about each other. */
export interface GameComparison {
  readonly relation: "same" | "inverted";
  /** Why, as a sentence. */
  readonly reason: string;
  readonly hasDraws: boolean;
}

/** The relation of two propositions about the winner of one game; undefined for other pairs, and where days are not known. */
export function compareGames(a: Proposition, b: Proposition): GameComparison | undefined {
  const game = gameOf(a);
  if (game === undefined || game.text !== gameOf(b)?.text || !isSameDay(a, b, game.playsDaily)) return undefined;
  const days = [...a.dates, ...b.dates].map(({ value }) => value);
  const day = days.find((value) => !value.startsWith("?")) ?? days[0];
  const name = day === undefined ? game.title : `${game.title}, ${toSpokenDates(day)}`;
  const { hasDraws } = game;
  if (winnerOf(a) === winnerOf(b)) return { relation: "same", reason: `same game and side: ${name}`, hasDraws };
  if (hasDraws) return undefined;
  return {
    relation: "inverted",
    hasDraws,
    reason: `the other side of the same game: ${name}; a tie pays neither side in full`,
  };
}

/** Dates of two platforms may differ by a time zone, and a close time follows its game. */
const TOLERANCES = {
  daily: { dates: 0, closes: 12 * HOUR_MS },
  weekly: { dates: 24 * HOUR_MS, closes: 36 * HOUR_MS },
} as const;

/**
 * Whether both mean the same day. Sides that may meet again on the next day must name it; of others no two games are
 * that near.
 */
function isSameDay(a: Proposition, b: Proposition, playsDaily: boolean): boolean {
  const [one, other] = [playedAt(a, b), playedAt(b, a)];
  if (one === undefined || other === undefined) return false;
  const tolerance = TOLERANCES[playsDaily ? "daily" : "weekly"];
  const areDated = a.dates.length > 0 && b.dates.length > 0;
  return Math.abs(one - other) <= (areDated ? tolerance.dates : tolerance.closes);
}

/** The end of the day, else the close where it is the expected one. A missing year is that of the other side. */
function playedAt({ dates, closesAt, hasLateClose }: Proposition, other: Proposition): number | undefined {
  const [date] = dates;
  if (date === undefined) return hasLateClose ? undefined : (closesAt ?? undefined);
  const year = other.dates[0]?.value.slice(0, 4).replace("????", LEAP_YEAR) ?? LEAP_YEAR;
  return endOf({ ...date, value: date.value.replace("????", year) });
}

const LEAP_YEAR = "2028";

/** The game of a proposition about its winner. */
interface GameFacet {
  /** Equal for all games of these sides, but for the number of those that fall on one day. */
  readonly text: string;
  /** "Steelers vs Colts", as reasons name the game. */
  readonly title: string;
  readonly hasDraws: boolean;
  readonly playsDaily: boolean;
}

/** The game whose winner a proposition asks for; undefined for other propositions. */
function gameOf(one: Proposition): GameFacet | undefined {
  const [text = ""] = valuesOf(one, "game");
  const space = text.indexOf(" ");
  const league = findLeague(text.slice(0, space));
  if (league === undefined) return undefined;
  const [first = "", second = "", number] = text.slice(space + 1).split(" / ");
  const sides = `${capitalize(first)} vs ${capitalize(second)}`;
  return { text, title: number === undefined ? sides : `${sides}, ${number}`, ...league };
}

const winnerOf = (one: Proposition): string => valuesOf(one, "team")[0] ?? "";

const capitalize = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/**
 * Refuses other sides, the winner of a game beside anything else, and two teams when neither may win. A numbered game
 * is no unnumbered one, which may be either game of that day.
 */
export function refuseGame(a: Proposition, b: Proposition): string | undefined {
  const [game, other] = [gameOf(a), gameOf(b)];
  if (game?.text !== other?.text) return `game: ${game?.title ?? "none"} against ${other?.title ?? "none"}`;
  const isOtherSide = game?.hasDraws === true && winnerOf(a) !== winnerOf(b);
  return isOtherSide ? `side: ${capitalize(winnerOf(a))} against ${capitalize(winnerOf(b))}` : undefined;
}
