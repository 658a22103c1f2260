import type { Calendar, Day } from "../calendar.ts";
import { weighted } from "../outcomes.ts";
import { NBA, NFL } from "../tables/index.ts";
import { defineTopic, kalshi, polymarket, type Topic, type TopicSpec } from "../topic.ts";

/** Games of past and coming evenings, two each, with bets that are easily confused. */
export const gameTopics = (calendar: Calendar): Topic[] =>
  [-6, -4, -2, -1, 1, 2, 3, 5, 6].flatMap((offset, index) =>
    [0, 1].flatMap((slot) => {
      const game = toGame(calendar.day(offset), index, slot);
      return [winner(calendar, game), margin(calendar, game), firstHalf(calendar, game)];
    }),
  );

interface Game {
  readonly key: string;
  readonly sport: "NBA" | "NFL";
  readonly day: Day;
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

function toGame(day: Day, index: number, slot: number): Game {
  const sport = (index + slot) % 2 === 0 ? "NBA" : "NFL";
  const league = sport === "NBA" ? NBA : NFL;
  const teamAt = (place: number): Team => {
    const [name = "", town = ""] = (league[place % league.length] ?? "").split("|");
    return { nickname: name.split(" ").at(-1) ?? name, town };
  };
  return {
    key: `game-${sport}-${index}-${slot}`,
    sport,
    day,
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

const sides = ({ home, away, chance }: Game, share: number) =>
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

function winner(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, edge, spec } = game;
  const versus = `${away.nickname} vs. ${home.nickname}`;
  return defineTopic(
    calendar.now,
    { ...spec, key, outcomes: sides(game, 1) },
    polymarket(`${versus} (${day.short})`, `Will the {label} win the ${versus} game on ${day.full}?`, { edge: -edge }),
    kalshi(`KX${sport}GAME-${codeOf(game)}`, `${away.town} at ${home.town} (${day.full})`, "{short}", {
      edge,
      question: "{short} wins",
    }),
  );
}

function margin(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, spec } = game;
  const points = sport === "NBA" ? 5.5 : 3.5;
  return defineTopic(
    calendar.now,
    { ...spec, key: `${key}-margin`, outcomes: sides(game, 0.6), near: [{ topic: key, kind: "margin or win" }] },
    kalshi(
      `KX${sport}SPREAD-${codeOf(game)}`,
      `${away.town} at ${home.town}: Spread (${day.full})`,
      `{short} wins by over ${points} points`,
    ),
  );
}

function firstHalf(calendar: Calendar, game: Game): Topic {
  const { key, sport, day, home, away, spec } = game;
  return defineTopic(
    calendar.now,
    { ...spec, key: `${key}-half`, outcomes: sides(game, 0.94), near: [{ topic: key, kind: "first half or match" }] },
    kalshi(`KX${sport}1HWINNER-${codeOf(game)}`, `${away.town} at ${home.town}: First Half (${day.full})`, "{short}", {
      question: "{short}",
    }),
  );
}
