import { DAY_MS, HOUR_MS } from "../clock.ts";
import { dayOf, toDate } from "../domain/calendar.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { gameDayOf } from "../domain/propositions/games.ts";
import { LEAGUES } from "../domain/propositions/teams.ts";
import type { MarketName } from "../store/matching/pair-decisions.ts";
import { FILLERS } from "../store/search/closest.ts";
import type { ToolContext } from "./tool.ts";

/** The games of a league that a text asks for: "NBA tonight", "tomorrow's NHL games". */
interface AskedGames {
  readonly markets: readonly MarketName[];
  /** Words that their titles must have; undefined where none are left. */
  readonly text: string | undefined;
  /** Words that were not looked for, since no game is on that day. */
  readonly leftOut: readonly string[];
}

/**
 * Finds games by the addresses of their pages, which name league and day: their titles name the teams alone. Undefined for
 * a text without a league, or without a word that asks for games.
 */
export function findGames(
  { store, clock }: Pick<ToolContext, "store" | "clock">,
  { text, status }: { readonly text: string; readonly status: MarketStatus | "all" },
): AskedGames | undefined {
  const asked = readGames(text);
  if (asked === undefined) return undefined;
  const statuses = status === "all" ? (["open", "closed"] as const) : [status];
  const games = store.links
    .listBelow(asked.codes.flatMap(toAddresses), statuses)
    .map(({ url, platform, id }) => ({ market: { platform, id }, day: gameDayOf(url) }))
    .filter(({ day }) => day !== undefined);
  const { dayWord } = asked;
  const dayStart = clock.now() - NIGHT_ENDS_MS + (DAYS.get(dayWord ?? "") ?? 0) * DAY_MS;
  const ofDay = games.filter(({ day }) => day === toDate(dayOf(dayStart)));
  const isOfDay = dayWord !== undefined && ofDay.length > 0;
  const markets = (isOfDay ? ofDay : games).map(({ market }) => market);
  // Not all platforms name the league in their addresses.
  const questions = new Set(store.questions.ofMarkets(markets, clock.now()).values());
  return {
    markets: [...markets, ...[...questions].flatMap(({ members }) => members)],
    text: asked.rest.length === 0 ? undefined : asked.rest.join(" "),
    leftOut: dayWord === undefined || isOfDay ? [] : [dayWord],
  };
}

/** Games that begin in the evening in America are of the day before in UTC. */
const NIGHT_ENDS_MS = 6 * HOUR_MS;

interface GameWords {
  /** How the addresses of the league's games begin. */
  readonly codes: readonly string[];
  readonly dayWord: string | undefined;
  readonly rest: readonly string[];
}

function readGames(text: string): GameWords | undefined {
  const typed = ` ${(
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `;
  const league = COMPETITIONS.find(({ name }) => typed.includes(` ${name} `));
  if (league === undefined) return undefined;
  const words = typed.replace(` ${league.name} `, " ").trim().split(" ");
  const dayWord = words.find((word) => DAYS.has(word));
  if (dayWord === undefined && !words.some((word) => GAMES.has(word))) return undefined;
  const rest = words.filter((word) => !GAMES.has(word) && !DAYS.has(word) && !FILLERS.has(word));
  return { codes: league.codes, dayWord, rest };
}

/** Days from today on. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ...["today", "todays", "tonight", "tonights"].map((word) => [word, 0] as const),
  ...["tomorrow", "tomorrows"].map((word) => [word, 1] as const),
]);

const GAMES: ReadonlySet<string> = new Set(
  "game games match matches matchup matchups fixture fixtures play plays playing win wins winner winners".split(" "),
);

/** Competitions of one league of matching, each with its own addresses. */
const FOOTBALL = [
  { names: "premier league, english premier league, epl", codes: "epl" },
  { names: "la liga, laliga", codes: "laliga lal" },
  { names: "bundesliga", codes: "bundesliga bun" },
  { names: "serie a", codes: "seriea sea" },
  { names: "ligue 1", codes: "ligue1 fl1" },
  { names: "champions league, ucl", codes: "ucl" },
  { names: "europa league", codes: "uel" },
];

/** By name, the longest first. */
const COMPETITIONS = [
  ...FOOTBALL,
  ...LEAGUES.map(({ id, names, codes }) => ({ names: id === "football" ? "soccer" : names, codes })),
]
  .flatMap(({ names, codes }) => names.split(/\s*,\s*/).map((name) => ({ name, codes: codes.split(" ") })))
  .sort((a, b) => b.name.length - a.name.length);

const toAddresses = (code: string): string[] => [
  `https://kalshi.com/markets/kx${code}game/`,
  `https://kalshi.com/events/KX${code.toUpperCase()}GAME-`,
  `https://polymarket.com/event/${code}-`,
];
