import type { Calendar, Day } from "../calendar.ts";
import { weighted } from "../outcomes.ts";
import { NBA, NFL, NHL } from "../tables/teams.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic, type TopicSpec } from "../topic.ts";

/** Games of past and coming evenings, two each, with bets that are easily confused. */
export const gameTopics = (calendar: Calendar): Topic[] =>
  [-6, -4, -2, -1, 1, 2, 3, 5, 6].flatMap((offset, index) =>
    [0, 1].flatMap((slot) => {
      const game = toGame(calendar, { offset, index, slot });
      return [winner(calendar, game), margin(calendar, game), firstPart(calendar, game), ...rematch(calendar, game)];
    }),
  );

type Sport = "NBA" | "NFL" | "NHL";

const SPORTS = ["NBA", "NFL", "NHL"] as const;

/** Of each sport: its teams, a margin, and the first part of a game. */
const LEAGUES = {
  NBA: { teams: NBA, margin: "5.5 points", part: "First Half", series: "1HWINNER" },
  NFL: { teams: NFL, margin: "3.5 points", part: "First Half", series: "1HWINNER" },
  NHL: { teams: NHL, margin: "1.5 goals", part: "First Period", series: "1PWINNER" },
} as const;

interface Game {
  readonly key: string;
  readonly sport: Sport;
  readonly day: Day;
  /** Days from today. */
  readonly offset: number;
  /** Whether Polymarket and Kalshi list the home side only. */
  readonly isOneSided: boolean;
  readonly home: Team;
  readonly away: Team;
  /** That the home side wins. */
  readonly chance: number;
  readonly edge: number;
  readonly spec: Omit<TopicSpec, "key" | "outcomes">;
}

interface Team {
  readonly nickname: string;
  readonly town: string;
}

/** Days from today, and the position among all games. */
interface GamePlace {
  readonly offset: number;
  readonly index: number;
  readonly slot: number;
}

/** "Red Wings" of "Detroit Red Wings", "Colts" of "Indianapolis Colts". */
const NICKNAME = /((Blue|Golden|Maple|Red|Trail|White) )?\S+$/;

function toGame(calendar: Calendar, { offset, index, slot }: GamePlace): Game {
  const day = calendar.day(offset);
  const sport = SPORTS[(index + slot) % SPORTS.length] ?? "NBA";
  const { teams } = LEAGUES[sport];
  const teamAt = (place: number): Team => {
    const [name = "", town = ""] = (teams[place % teams.length] ?? "").split("|");
    return { nickname: NICKNAME.exec(name)?.[0] ?? name, town };
  };
  return {
    key: `game-${sport}-${index}-${slot}`,
    sport,
    day,
    offset,
    isOneSided: slot === 0,
    home: teamAt(index * 4 + slot),
    away: teamAt(index * 4 + slot + 2),
    chance: 0.34 + ((index * 7 + slot * 5) % 9) * 0.04,
    edge: index === 7 ? 2.5 : 0,
    spec: {
      category: "sports",
      tags: ["Sports", sport],
      closesAt: day.end + 3 * 3_600_000,
      ageDays: 7,
      size: 45_000,
      pulse: 0.16,
      // A draw: each side pays half.
      ending: index === 1 && slot === 0 ? "split" : "usual",
    },
  };
}

const sidesOf = ({ home, away, chance }: Game, share: number) =>
  weighted([
    [`${home.nickname}|${home.town}`, chance * share],
    [`${away.nickname}|${away.town}`, (1 - chance) * share],
  ]);

const codeOf = ({ day, home, away }: Game): string =>
  day.ticker +
  [away, home]
    .map(({ town }) =>
      town
        .replace(/[^A-Za-z]/g, "")
        .slice(0, 3)
        .toUpperCase(),
    )
    .join("");

/** Both sides of a game, or only one, so that Manifold's question for the other side is its inverse. */
function winner(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, edge, spec, isOneSided } = game;
  const versus = `${away.nickname} vs. ${home.nickname}`;
  const [sides, other] = [isOneSided ? { first: 1 } : {}, { first: 1, isInverted: true }];
  return defineTopic(
    calendar.now,
    { ...spec, key, outcomes: sidesOf(game, 1) },
    polymarket(`${versus} (${day.short})`, `Will the {label} win the ${versus} game on ${day.full}?`, {
      edge: -edge,
      ...sides,
    }),
    kalshi(
      `KX${sport}GAME-${codeOf(game)}`,
      `${away.town} at ${home.town} (${day.full})`,
      isOneSided ? "{short} wins" : "{short}",
      {
        edge,
        question: "{short} wins",
        ...sides,
      },
    ),
    ...(isOneSided
      ? [
          manifold(
            `Will the ${away.nickname} beat the ${home.nickname} in their ${sport} game on ${day.full}?`,
            "{label}",
            other,
          ),
        ]
      : []),
  );
}

function margin(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, spec } = game;
  return defineTopic(
    calendar.now,
    { ...spec, key: `${key}-margin`, outcomes: sidesOf(game, 0.6), near: [{ topic: key, kind: "margin or win" }] },
    kalshi(
      `KX${sport}SPREAD-${codeOf(game)}`,
      `${away.town} at ${home.town}: Spread (${day.full})`,
      `{short} wins by over ${LEAGUES[sport].margin}`,
    ),
  );
}

function firstPart(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, spec } = game;
  const { part, series } = LEAGUES[sport];
  return defineTopic(
    calendar.now,
    { ...spec, key: `${key}-part`, outcomes: sidesOf(game, 0.94), near: [{ topic: key, kind: "first half or match" }] },
    kalshi(`KX${sport}${series}-${codeOf(game)}`, `${away.town} at ${home.town}: ${part} (${day.full})`, "{short}", {
      question: "{short}",
    }),
  );
}

/** The same sides some weeks later. */
function rematch(calendar: Calendar, game: Game): Topic[] {
  const { key, sport, home, away, spec, offset, isOneSided } = game;
  if (!isOneSided || offset < 0) return [];
  const day = calendar.day(offset + DAYS_LATER);
  const later = { ...spec, key: `${key}-rematch`, closesAt: day.end + 3 * 3_600_000, outcomes: sidesOf(game, 1) };
  return [
    defineTopic(
      calendar.now,
      { ...later, near: [{ topic: key, kind: "another day" }] },
      kalshi(`KX${sport}GAME-${codeOf({ ...game, day })}`, `${away.town} at ${home.town} (${day.full})`, "{short}", {
        question: "{short} wins",
      }),
    ),
  ];
}

const DAYS_LATER = 35;
