import type { Calendar } from "../calendar.ts";
import { contenders } from "../outcomes.ts";
import { SCORERS } from "../tables/people.ts";
import { BUNDESLIGA, CHAMPIONS_LEAGUE, LA_LIGA, PREMIER_LEAGUE, SERIE_A } from "../tables/teams.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic } from "../topic.ts";

export const footballTopics = (calendar: Calendar): Topic[] => [
  ...leagues(calendar),
  ...topFour(calendar),
  ...cupsAndScorers(calendar),
];

const base = { category: "sports", tags: ["Sports", "Soccer"] } as const;

function leagues(calendar: Calendar): Topic[] {
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
  ];
}

function topFour(calendar: Calendar): Topic[] {
  const year = calendar.season(5);
  const season = `${year - 1}-${String(year).slice(2)}`;
  const closesAt = calendar.date(year, 5, 26).end;
  return [
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
  ];
}

function cupsAndScorers(calendar: Calendar): Topic[] {
  const year = calendar.season(5);
  const season = `${year - 1}-${String(year).slice(2)}`;
  const closesAt = calendar.date(year, 5, 26).end;
  return [
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
