import type { Proposition } from "../../propositions/reading/proposition.ts";
import { findLeague } from "../../propositions/reading/teams.ts";
import { valuesOf } from "./facets.ts";

/** The game of a question about its winner. */
interface GameFacet {
  /** Equal for all games of these sides, but for the number of those that fall on one day. */
  readonly text: string;
  /** For people. */
  readonly title: string;
  readonly hasDraws: boolean;
  readonly playsDaily: boolean;
}

/** The game whose winner a question asks for; undefined for other questions. */
export function gameOf(one: Proposition): GameFacet | undefined {
  const [text = ""] = valuesOf(one, "game");
  const space = text.indexOf(" ");
  const league = findLeague(text.slice(0, space));
  if (league === undefined) return undefined;
  const [first = "", second = "", number] = text.slice(space + 1).split(" / ");
  const sides = `${capitalize(first)} vs ${capitalize(second)}`;
  return { text, title: number === undefined ? sides : `${sides}, ${number}`, ...league };
}

export const winnerOf = (one: Proposition): string => valuesOf(one, "team")[0] ?? "";

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
