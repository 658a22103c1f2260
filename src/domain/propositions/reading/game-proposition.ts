import { toStem } from "../language/text.ts";
import { type GameQuestion, readGame } from "./games.ts";
import type { MarketText, Proposition } from "./proposition.ts";

/** Reads a market as the question who wins one game, in the same words whatever its title; undefined for other questions. */
export function toGameProposition(market: MarketText): Proposition | undefined {
  const game = readGame(market);
  if (game === undefined) return undefined;
  const { winner, sides, day } = game;
  const spoken = [...wordsOf(winner), "win", ...wordsOf(sides[0]), "vs", ...wordsOf(sides[1])];
  return {
    words: spoken.map(toStem),
    spoken,
    context: [],
    entity: wordsOf(winner).map(toStem),
    dates: day === undefined ? [] : [day],
    numbers: [],
    facets: facetsOf(game),
    hints: [],
    isNegated: false,
    closesAt: market.closesAt,
    hasLateClose: market.hasLateClose ?? false,
    names: [...new Set(sides.flatMap(wordsOf).map(toStem))],
    years: day === undefined || day.value.startsWith("?") ? [] : [day.value.slice(0, 4)],
  };
}

const wordsOf = (name: string): string[] => name.split(" ");

/** The game, and the team whose win is yes. */
const facetsOf = ({ league, sides, winner, number }: GameQuestion): string[] => [
  `game:${league} ${[...sides, ...(number === undefined ? [] : [`game ${number}`])].join(" / ")}`,
  `team:${winner}`,
];
