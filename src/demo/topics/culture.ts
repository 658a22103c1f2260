import { DAY_MS } from "../../clock.ts";
import type { Calendar } from "../calendar.ts";
import { contenders, ranges, steps, thresholds } from "../outcomes.ts";
import { ACTORS, ALBUMS, FILMS, SINGERS } from "../tables/people.ts";
import { EUROVISION } from "../tables/places.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic } from "../topic.ts";

export function cultureTopics(calendar: Calendar): Topic[] {
  return [
    ...AWARDS.flatMap((award, index) => [oscar(calendar, award, index), nomination(calendar, award, index)]),
    ...FILMS.slice(0, 7).flatMap((film, index) => [opening(calendar, film, index), reviews(calendar, film, index)]),
    ...grammys(calendar),
    ...eurovision(calendar),
    ...streaming(calendar),
    ...people(calendar),
    ...games(calendar),
    ...screens(calendar),
  ];
}

const base = { category: "culture", tags: ["Pop Culture", "Awards"] } as const;

type Award = readonly [name: string, code: string, names: readonly string[]];

const AWARDS: readonly Award[] = [
  ["Best Picture", "PIC", FILMS],
  ["Best Actor", "ACTO", ACTORS.filter((_, index) => index % 2 === 1)],
  ["Best Actress", "ACTR", ACTORS.filter((_, index) => index % 2 === 0)],
  ["Best Director", "DIR", [...ACTORS].reverse()],
];

function oscar(calendar: Calendar, [award, code, names]: Award, index: number): Topic {
  const year = calendar.season(3);
  const closesAt = calendar.date(year, 3, 16).end;
  const edge = code === "DIR" ? 2.4 : 0;
  const films = `Which film will win ${award} at the ${year} Academy Awards?`;
  return defineTopic(
    calendar.now,
    { ...base, key: `oscar-${code}`, closesAt, outcomes: contenders(names, 0.66, 0.98), size: 20_000 / (index + 1) },
    polymarket(`Oscars ${year}: ${award} Winner`, `Will {label} win ${award} at the ${year} Oscars?`, { edge: -edge }),
    kalshi(`KXOSCAR${code}-${year % 100}`, `Oscar for ${award} in ${year}?`, "{label}", { edge }),
    ...(index === 0 ? [manifold(films, "{label}", { first: 10 })] : []),
  );
}

/** Being nominated is not winning. */
function nomination(calendar: Calendar, [award, code, names]: Award, index: number): Topic {
  const year = calendar.season(3);
  const closesAt = calendar.date(year, 1, 23).end;
  const near = [{ topic: `oscar-${code}`, kind: "nominee or winner" }];
  const outcomes = contenders(names).map((row, place) => ({ ...row, chance: Math.max(0.06, 0.94 - place * 0.07) }));
  const question = `Will {label} be nominated for ${award} at the ${year} Oscars?`;
  return defineTopic(
    calendar.now,
    { ...base, key: `oscar-nominee-${code}`, closesAt, shape: "set", outcomes, near },
    kalshi(`KXOSCARNOM${code}-${year % 100}`, `Oscar nominations for ${award} in ${year}?`, "{label}"),
    ...(index < 2 ? [polymarket(`Oscars ${year}: ${award} Nominees`, question)] : []),
  );
}

const cinema = { ...base, tags: ["Pop Culture", "Movies"], ageDays: 18 };

const releaseOf = (calendar: Calendar, index: number) => calendar.day(index * 7 - 13);

function opening(calendar: Calendar, film: string, index: number): Topic {
  const day = releaseOf(calendar, index);
  const centre = 30 + ((index * 17) % 50);
  const edges = [-20, -10, 0, 10, 20].map((step) => centre + step);
  const gross = (from: number | null, to: number | null) =>
    from === null ? `Less than $${to}m` : to === null ? `$${from}m or more` : `$${from}m to $${to}m`;
  const outcomes = ranges(edges, centre, 12, gross);
  const question = `Will "${film}" gross {label} on its opening weekend (to ${day.full})?`;
  const title = `"${film}" opening weekend box office (to ${day.full})?`;
  return defineTopic(
    calendar.now,
    { ...cinema, key: `opening-${index}`, closesAt: day.end + DAY_MS, outcomes, size: 8000 },
    polymarket(`"${film}" Opening Weekend Box Office`, question),
    ...(index % 2 === 0 ? [kalshi(`KXBOXOFFICE-${day.ticker}`, title, "{label}")] : []),
  );
}

function reviews(calendar: Calendar, film: string, index: number): Topic {
  const day = releaseOf(calendar, index);
  const code = film
    .replace(/[^A-Za-z]/g, "")
    .slice(0, 6)
    .toUpperCase();
  const outcomes = thresholds(steps(60, 5, 7), 76 + (index % 5) * 4, 8, (score) => `${score}`);
  const question = `Will "${film}" have a Rotten Tomatoes score above {label} on ${day.full}?`;
  return defineTopic(
    calendar.now,
    {
      ...cinema,
      key: `tomato-${index}`,
      closesAt: day.end + DAY_MS,
      shape: "ladder",
      outcomes,
      size: 7000,
      pulse: 0.3,
    },
    kalshi(`KXRT-${code}${day.ticker}`, `"${film}" Rotten Tomatoes score on ${day.full}?`, "Above {label}"),
    ...(index % 2 === 1 ? [polymarket(`"${film}" Rotten Tomatoes Score?`, question)] : []),
  );
}

function grammys(calendar: Calendar): Topic[] {
  const year = calendar.season(2);
  return [
    ...[
      ["Album of the Year", "AOTY", ALBUMS],
      ["Best New Artist", "BNA", SINGERS],
      ["Record of the Year", "ROTY", [...ALBUMS].reverse()],
    ].map((row) => {
      const [award, code, names] = row as [string, string, readonly string[]];
      return defineTopic(
        calendar.now,
        {
          ...base,
          key: `grammy-${code}`,
          closesAt: calendar.date(year, 2, 8).end,
          outcomes: contenders(names, 0.75, 0.98),
          tags: ["Pop Culture", "Grammys"],
        },
        polymarket(`${year} Grammys: ${award}`, `Will {label} win ${award} at the ${year} Grammys?`),
        kalshi(`KXGRAM${code}-${year % 100}`, `Grammy for ${award} in ${year}?`, "{label}"),
      );
    }),
  ];
}

function eurovision(calendar: Calendar): Topic[] {
  const song = calendar.season(5);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "eurovision",
        closesAt: calendar.date(song, 5, 17).end,
        outcomes: contenders(EUROVISION.slice(0, 18), 0.84),
        size: 25_000,
        tags: ["Pop Culture", "Eurovision"],
      },
      polymarket(`Eurovision Winner ${song}`, `Will {label} win Eurovision ${song}?`),
      kalshi(`KXEUROVISION-${song % 100}`, `Eurovision winner in ${song}?`, "{label}"),
      manifold(`Which country will win Eurovision ${song}?`, "{label}", { first: 12 }),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "eurovision-final",
        closesAt: calendar.date(song, 5, 14).end,
        shape: "set",
        outcomes: contenders(EUROVISION.slice(8), 1, 9),
        near: [{ topic: "eurovision", kind: "final or win" }],
      },
      polymarket(`Eurovision ${song}: who qualifies?`, `Will {label} qualify for the Eurovision ${song} grand final?`),
    ),
  ];
}

function streaming(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "top-artist",
        closesAt: end.end,
        outcomes: contenders(SINGERS, 0.72, 0.97),
        tags: ["Pop Culture", "Music"],
      },
      polymarket(`Top Spotify Artist ${end.year}`, `Will {label} be the top Spotify artist for ${end.year}?`),
      kalshi(`KXTOPARTIST-${end.year % 100}`, `Top artist on Spotify in ${end.year}?`),
    ),
  ];
}

function people(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "person-of-year",
        closesAt: calendar.date(end.year, 12, 12).end,
        outcomes: contenders(
          [
            "The engineers of AI",
            "The nurses",
            "The central banker",
            "The striking workers",
            "The whistleblower",
            "The astronauts",
          ],
          0.75,
          0.9,
        ),
      },
      polymarket(`Time Person of the Year ${end.year}`, `Will {label} be Time's Person of the Year for ${end.year}?`),
      kalshi(`KXTIME-${end.year % 100}`, `Time Person of the Year in ${end.year}?`, "{label}"),
    ),
  ];
}

function games(calendar: Calendar): Topic[] {
  const game = calendar.season(12);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "game-awards",
        closesAt: calendar.date(game, 12, 12).end,
        outcomes: contenders(
          ["Lanternfall", "Ironwood II", "Sea of Glass", "Hollow Crown", "Marrow & Moss", "Overclocked"],
          0.65,
          0.97,
        ),
      },
      polymarket(
        `The Game Awards ${game}: Game of the Year`,
        `Will {label} win Game of the Year at The Game Awards ${game}?`,
      ),
      manifold(`Which video game will win Game of the Year at The Game Awards ${game}?`),
    ),
  ];
}

function screens(calendar: Calendar): Topic[] {
  const later = calendar.yearEnd(1);
  return [
    defineTopic(
      calendar.now,
      { ...base, key: "bond", closesAt: later.end, chance: 0.48 },
      polymarket(`Will the next James Bond actor be announced by December 31, ${later.year}?`),
      kalshi(
        `KXBOND-${later.year % 100}`,
        `Will the next James Bond actor be announced before Jan 1, ${later.year + 1}?`,
      ),
      manifold(`Will we know the next James Bond actor by the end of ${later.year}?`),
    ),
    ...["Ember Street", "Halcyon Days", "Nightjar"].flatMap((show, index) => [
      defineTopic(
        calendar.now,
        { ...base, key: `show-${index}`, closesAt: later.end, chance: 0.7 - index * 0.2 },
        polymarket(`"${show}" renewed for another season by December 31, ${later.year}?`),
        kalshi(
          `KXRENEW${index}-${later.year % 100}`,
          `Will "${show}" not be renewed for another season before Jan 1, ${later.year + 1}?`,
          "{short}",
          { isInverted: true },
        ),
      ),
    ]),
  ];
}
