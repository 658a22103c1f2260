import { COLLEGE_TEAMS } from "./college.ts";
import { FOOTBALL_CLUBS } from "./football.ts";

import { MLB_TEAMS, MLS_TEAMS, NBA_TEAMS, NFL_TEAMS, NHL_TEAMS, WNBA_TEAMS } from "./north-america.ts";

/** A league, or all clubs that may meet in several. */
export interface League {
  readonly id: string;
  /** What its games are called in titles. */
  readonly names: string;
  /** How the addresses of its games begin: Polymarket's slugs, and Kalshi's series without "KX". */
  readonly codes: string;
  readonly teams: string;
  /** Whether a game may end in a draw, so that one side's defeat is not the other's win. */
  readonly hasDraws: boolean;
  /** Whether the same sides may meet on two days in a row. */
  readonly playsDaily: boolean;
  /** Whether only an explicit name or code makes a title one of its games: other leagues have the same names. */
  readonly isNamed: boolean;
}

const AMERICAN = { hasDraws: false, playsDaily: true, isNamed: false } as const;
const COLLEGE = { hasDraws: false, playsDaily: false, isNamed: true, teams: COLLEGE_TEAMS } as const;

/** Of leagues whose names or codes begin alike, the longer one counts. */
export const LEAGUES: readonly League[] = [
  {
    ...AMERICAN,
    id: "nfl",
    names: "nfl, pro football, professional football",
    codes: "nfl",
    teams: NFL_TEAMS,
    playsDaily: false,
  },
  { ...AMERICAN, id: "nba", names: "nba, pro basketball, mens pro basketball", codes: "nba", teams: NBA_TEAMS },
  { ...AMERICAN, id: "mlb", names: "mlb, pro baseball, major league baseball", codes: "mlb", teams: MLB_TEAMS },
  { ...AMERICAN, id: "nhl", names: "nhl, pro hockey", codes: "nhl", teams: NHL_TEAMS },
  {
    ...AMERICAN,
    id: "wnba",
    names: "wnba, womens pro basketball, pro womens basketball",
    codes: "wnba",
    teams: WNBA_TEAMS,
  },
  {
    ...AMERICAN,
    id: "mls",
    names: "mls, major league soccer",
    codes: "mls",
    teams: MLS_TEAMS,
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
    teams: FOOTBALL_CLUBS,
    hasDraws: true,
    playsDaily: false,
    isNamed: false,
  },
];
