import type { Calendar } from "../calendar.ts";
import { contenders, thresholds } from "../outcomes.ts";
import { DRIVERS, QUARTERBACKS, SCORERS, TENNIS_PLAYERS } from "../tables/people.ts";
import { WORLD_CUP } from "../tables/places.ts";
import {
  BUNDESLIGA,
  CHAMPIONS_LEAGUE,
  COLLEGES,
  LA_LIGA,
  MLB,
  NBA,
  NFL,
  NHL,
  PREMIER_LEAGUE,
  SERIE_A,
} from "../tables/teams.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topics.ts";
import { gameTopics } from "./games.ts";

export function sportsTopics(calendar: Calendar): Topic[] {
  return [...american(calendar), ...football(calendar), ...others(calendar), ...gameTopics(calendar)];
}

const TAGS = ["Sports"];
const base = { category: "sports", tags: TAGS } as const;

function american(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const [nba, nfl, nhl, mlb] = [calendar.season(6), calendar.season(2), calendar.season(6), calendar.season(11)];
  const close = (year: number, month: number, day: number) => calendar.date(year, month, day).end;
  return [
    defineTopic(
      now,
      { ...base, key: "nba", closesAt: close(nba, 6, 22), outcomes: contenders(NBA, 0.86), size: 120_000 },
      polymarket(`${nba} NBA Champion`, `Will the {label} win the ${nba} NBA Finals?`),
      kalshi(`KXNBA-${nba % 100}`, `${nba} Pro Basketball Champion?`, "{label}", { first: 16 }),
      manifoldEach(`Will the {label} win the ${nba} NBA Finals?`, { first: 8 }),
    ),
    ...(["East", "West"] as const).map((side) => conference(calendar, side, nba)),
    defineTopic(
      now,
      { ...base, key: "super-bowl", closesAt: close(nfl, 2, 14), outcomes: contenders(NFL, 0.88), size: 150_000 },
      polymarket(`Super Bowl Champion ${nfl}`, `Will the {label} win Super Bowl ${nfl}?`),
      kalshi(`KXSB-${nfl % 100}`, `${nfl} Super Bowl winner?`, "{label}", { first: 16 }),
      manifold(`Who will win the ${nfl} Super Bowl?`, "{label}", { first: 12 }),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "nfl-mvp",
        closesAt: close(nfl, 2, 9),
        outcomes: contenders(QUARTERBACKS, 0.7, 0.95),
        size: 15_000,
      },
      polymarket(`${nfl} NFL MVP`, `Will {label} win the ${nfl} NFL MVP award?`),
      kalshi(`KXNFLMVP-${nfl % 100}`, `${nfl} Pro Football MVP?`),
    ),
    defineTopic(
      now,
      { ...base, key: "stanley-cup", closesAt: close(nhl, 6, 26), outcomes: contenders(NHL, 0.9), size: 50_000 },
      polymarket(`${nhl} NHL Stanley Cup Champion`, `Will the {label} win the ${nhl} NHL Stanley Cup?`),
      kalshi(`KXNHL-${nhl % 100}`, `${nhl} Stanley Cup Champion?`, "{label}", { first: 16 }),
    ),
    defineTopic(
      now,
      { ...base, key: "world-series", closesAt: close(mlb, 11, 5), outcomes: contenders(MLB, 0.9), size: 60_000 },
      polymarket(`World Series Champion ${mlb}`, `Will the {label} win the ${mlb} World Series?`),
      kalshi(`KXMLB-${mlb % 100}`, `${mlb} World Series winner?`, "{label}", { first: 16 }),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "college-football",
        closesAt: close(calendar.season(1), 1, 20),
        outcomes: contenders(COLLEGES, 0.84, 0.97),
        size: 30_000,
      },
      polymarket(
        `College Football Champion ${calendar.season(1)}`,
        `Will {label} win the ${calendar.season(1)} College Football National Championship?`,
      ),
      kalshi(`KXNCAAF-${calendar.season(1) % 100}`, `${calendar.season(1)} College Football National Champion?`),
    ),
  ];
}

/** A conference title is not the league title. */
function conference(calendar: Calendar, side: "East" | "West", year: number): Topic {
  const teams = NBA.filter((_, index) => (index % 2 === 0) === (side === "West"));
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `nba-${side}`,
      closesAt: calendar.date(year, 6, 3).end,
      outcomes: contenders(teams, 0.8),
      size: 14_000,
      near: [{ topic: "nba", kind: "conference or league" }],
    },
    polymarket(
      `NBA ${side}ern Conference Champion ${year}`,
      `Will the {label} win the ${year} NBA ${side}ern Conference Finals?`,
    ),
    kalshi(
      `KXNBA${side.toUpperCase()}-${year % 100}`,
      `${year} Pro Basketball ${side}ern Conference champion?`,
      "{label}",
    ),
  );
}

function football(calendar: Calendar): Topic[] {
  const year = calendar.season(5);
  const season = `${year - 1}-${String(year).slice(2)}`;
  const closesAt = calendar.date(year, 5, 26).end;
  const leagues = [
    ["Premier League", "EPL", PREMIER_LEAGUE],
    ["La Liga", "LALIGA", LA_LIGA],
    ["Bundesliga", "BUNDESLIGA", BUNDESLIGA],
    ["Serie A", "SERIEA", SERIE_A],
  ] as const;
  return [
    ...leagues.map(([name, code, clubs], index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `league-${code}`, closesAt, outcomes: contenders(clubs, 0.62), size: 40_000 / (index + 1) },
        polymarket(`${name} Winner ${season}`, `Will {label} win the ${season} ${name}?`),
        kalshi(`KX${code}-${year % 100}`, `${season} ${name} champion?`, "{label}"),
        ...(index === 0 ? [manifold(`Who will win the ${season} Premier League?`, "{label}", { first: 8 })] : []),
      ),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "epl-second",
        closesAt,
        outcomes: contenders(PREMIER_LEAGUE.slice(0, 8), 0.8),
        near: [{ topic: "league-EPL", kind: "second place" }],
      },
      polymarket(`Premier League 2nd Place ${season}`, `Will {label} finish 2nd in the ${season} Premier League?`),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "epl-top4",
        closesAt,
        shape: "set",
        outcomes: thresholdsOf(PREMIER_LEAGUE.slice(0, 12)),
        near: [{ topic: "league-EPL", kind: "place" }],
      },
      polymarket(
        `Premier League Top 4 Finish ${season}`,
        `Will {label} finish in the top 4 of the ${season} Premier League?`,
      ),
      kalshi(`KXEPLTOP4-${year % 100}`, `${season} Premier League: Top 4 finish?`, "{label}"),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "champions-league",
        closesAt: calendar.date(year, 6, 2).end,
        outcomes: contenders(CHAMPIONS_LEAGUE, 0.82),
        size: 60_000,
      },
      polymarket(`Champions League Winner ${season}`, `Will {label} win the ${season} UEFA Champions League?`),
      kalshi(`KXUCL-${year % 100}`, `${season} UEFA Champions League winner?`, "{label}"),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "top-scorer", closesAt, outcomes: contenders(SCORERS, 0.55, 0.97) },
      polymarket(
        `Premier League Top Goalscorer ${season}`,
        `Will {label} be the top goalscorer of the ${season} Premier League?`,
      ),
      kalshi(`KXEPLGOALS-${year % 100}`, `${season} Premier League top goalscorer?`),
    ),
  ];
}

const thresholdsOf = (clubs: readonly string[]) =>
  contenders(clubs, 1, clubs.length).map((club, index) => ({ ...club, chance: Math.max(0.05, 0.9 - index * 0.08) }));

function others(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const [slam, f1, cup] = [
    calendar.season(7),
    calendar.season(12),
    calendar.year(0) + ((2 - (calendar.year(0) % 4) + 4) % 4 || 4),
  ];
  return [
    defineTopic(
      now,
      {
        ...base,
        key: "wimbledon",
        closesAt: calendar.date(slam, 7, 15).end,
        outcomes: contenders(TENNIS_PLAYERS, 0.7),
      },
      polymarket(`${slam} Men's Wimbledon Winner`, `Will {label} win the ${slam} Men's Wimbledon?`),
      kalshi(`KXWIMBLEDON-${slam % 100}M`, `${slam} Wimbledon men's singles champion?`),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "wimbledon-final",
        closesAt: calendar.date(slam, 7, 13).end,
        shape: "set",
        outcomes: contenders(TENNIS_PLAYERS.slice(0, 6), 0.8, 1.4),
        near: [{ topic: "wimbledon", kind: "final or win" }],
      },
      polymarket(`Wimbledon ${slam}: reach the men's final`, `Will {label} reach the ${slam} Men's Wimbledon final?`),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "f1",
        closesAt: calendar.date(f1, 12, 12).end,
        outcomes: contenders(DRIVERS, 0.66),
        size: 20_000,
      },
      polymarket(`F1 Drivers' Champion ${f1}`, `Will {label} be the ${f1} F1 Drivers' Champion?`),
      kalshi(`KXF1-${f1 % 100}`, `${f1} F1 Drivers Championship winner?`),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "world-cup",
        closesAt: calendar.date(cup, 7, 20).end,
        outcomes: contenders(WORLD_CUP, 0.84),
        size: 8000,
      },
      polymarket(`${cup} FIFA World Cup Winner`, `Will {label} win the ${cup} FIFA World Cup?`),
      kalshi(`KXMENWORLDCUP-${cup % 100}`, `${cup} Men's World Cup winner?`, "{label}", { first: 16 }),
    ),
    defineTopic(
      now,
      {
        ...base,
        key: "nfl-wins",
        closesAt: calendar.date(calendar.season(1), 1, 12).end,
        shape: "ladder",
        outcomes: thresholds([9, 10, 11, 12, 13], 11.3, 1.4, (wins) => `${wins}+ wins`),
      },
      kalshi(`KXNFLWINS-${calendar.season(1) % 100}PHI`, `Philadelphia pro football wins this season?`),
    ),
  ];
}
