import type { Calendar } from "../calendar.ts";
import { contenders, ranges, steps, thresholds } from "../outcomes.ts";
import { ACTORS, ALBUMS, FILMS, SINGERS } from "../tables/people.ts";
import { EUROVISION } from "../tables/places.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic } from "../topics.ts";

export function cultureTopics(calendar: Calendar): Topic[] {
  return [...oscars(calendar), ...cinema(calendar), ...music(calendar), ...screens(calendar)];
}

const base = { category: "culture", tags: ["Pop Culture", "Awards"] } as const;

/** Being nominated is not winning. */
function oscars(calendar: Calendar): Topic[] {
  const year = calendar.season(3);
  const ordinal = `${year}`;
  const closesAt = calendar.date(year, 3, 16).end;
  const awards = [
    ["Best Picture", "PIC", FILMS],
    ["Best Actor", "ACTO", ACTORS.filter((_, index) => index % 2 === 1)],
    ["Best Actress", "ACTR", ACTORS.filter((_, index) => index % 2 === 0)],
    ["Best Director", "DIR", [...ACTORS].reverse()],
  ] as const;
  return awards.flatMap(([award, code, names], index) => [
    defineTopic(
      calendar.now,
      { ...base, key: `oscar-${code}`, closesAt, outcomes: contenders(names, 0.66, 0.98), size: 20_000 / (index + 1) },
      polymarket(`Oscars ${ordinal}: ${award} Winner`, `Will {label} win ${award} at the ${ordinal} Oscars?`, {
        edge: code === "DIR" ? -2.4 : 0,
      }),
      kalshi(`KXOSCAR${code}-${year % 100}`, `Oscar for ${award} in ${year}?`, "{label}", {
        edge: code === "DIR" ? 2.4 : 0,
      }),
      ...(index === 0
        ? [manifold(`Which film will win ${award} at the ${ordinal} Academy Awards?`, "{label}", { first: 10 })]
        : []),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: `oscar-nominee-${code}`,
        closesAt: calendar.date(year, 1, 23).end,
        shape: "set",
        outcomes: contenders(names, 0.9, 1).map((row, place) => ({
          ...row,
          chance: Math.max(0.06, 0.94 - place * 0.07),
        })),
        near: [{ topic: `oscar-${code}`, kind: "nominee or winner" }],
      },
      kalshi(`KXOSCARNOM${code}-${year % 100}`, `Oscar nominations for ${award} in ${year}?`, "{label}"),
      ...(index < 2
        ? [
            polymarket(
              `Oscars ${ordinal}: ${award} Nominees`,
              `Will {label} be nominated for ${award} at the ${ordinal} Oscars?`,
            ),
          ]
        : []),
    ),
  ]);
}

function cinema(calendar: Calendar): Topic[] {
  const gross = (from: number | null, to: number | null) =>
    from === null ? `Less than $${to}m` : to === null ? `$${from}m or more` : `$${from}m to $${to}m`;
  return FILMS.slice(0, 7).flatMap((film, index) => {
    const day = calendar.day(index * 7 - 13);
    const centre = 30 + ((index * 17) % 50);
    const close = { closesAt: day.end + 86_400_000, tags: ["Pop Culture", "Movies"], ageDays: 18 };
    return [
      defineTopic(
        calendar.now,
        {
          ...base,
          ...close,
          key: `opening-${index}`,
          outcomes: ranges(
            [-20, -10, 0, 10, 20].map((step) => centre + step),
            centre,
            12,
            gross,
          ),
          size: 8000,
        },
        polymarket(
          `"${film}" Opening Weekend Box Office`,
          `Will "${film}" gross {label} on its opening weekend (to ${day.full})?`,
        ),
        ...(index % 2 === 0
          ? [kalshi(`KXBOXOFFICE-${day.ticker}`, `"${film}" opening weekend box office (to ${day.full})?`, "{label}")]
          : []),
      ),
      defineTopic(
        calendar.now,
        {
          ...base,
          ...close,
          key: `tomato-${index}`,
          shape: "ladder",
          outcomes: thresholds(steps(60, 5, 7), 76 + (index % 5) * 4, 8, (score) => `${score}`),
          size: 7000,
          pulse: 0.3,
        },
        kalshi(
          `KXRT-${film
            .replace(/[^A-Za-z]/g, "")
            .slice(0, 6)
            .toUpperCase()}${day.ticker}`,
          `"${film}" Rotten Tomatoes score on ${day.full}?`,
          "Above {label}",
        ),
        ...(index % 2 === 1
          ? [
              polymarket(
                `"${film}" Rotten Tomatoes Score?`,
                `Will "${film}" have a Rotten Tomatoes score above {label} on ${day.full}?`,
              ),
            ]
          : []),
      ),
    ];
  });
}

function music(calendar: Calendar): Topic[] {
  const year = calendar.season(2);
  const song = calendar.season(5);
  const end = calendar.yearEnd(0);
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

function screens(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(0);
  const later = calendar.yearEnd(1);
  const game = calendar.season(12);
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
