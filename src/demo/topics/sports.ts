import type { Calendar } from "../calendar.ts";
import { contenders, thresholds } from "../outcomes.ts";
import { DRIVERS, QUARTERBACKS, TENNIS_PLAYERS } from "../tables/people.ts";
import { WORLD_CUP } from "../tables/places.ts";
import { COLLEGES, MLB, NBA, NFL, NHL } from "../tables/teams.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";
import { footballTopics } from "./football.ts";
import { gameTopics } from "./games.ts";

export function sportsTopics(calendar: Calendar): Topic[] {
  return [
    ...basketball(calendar),
    ...gridiron(calendar),
    ...cups(calendar),
    ...footballTopics(calendar),
    ...tennis(calendar),
    ...racingAndWorldCup(calendar),
    ...gameTopics(calendar),
  ];
}

const TAGS = ["Sports"];
const base = { category: "sports", tags: TAGS } as const;

function basketball(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const nba = calendar.season(6);
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
  ];
}

function gridiron(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const nfl = calendar.season(2);
  const close = (year: number, month: number, day: number) => calendar.date(year, month, day).end;
  return [
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
  ];
}

function cups(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const nhl = calendar.season(6);
  const mlb = calendar.season(11);
  const close = (year: number, month: number, day: number) => calendar.date(year, month, day).end;
  return [
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

function tennis(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const slam = calendar.season(7);
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
  ];
}

function racingAndWorldCup(calendar: Calendar): Topic[] {
  const now = calendar.now;
  const f1 = calendar.season(12);
  const cup = calendar.year(0) + ((2 - (calendar.year(0) % 4) + 4) % 4 || 4);
  return [
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
