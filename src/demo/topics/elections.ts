import type { Calendar } from "../calendar.ts";
import { contenders, ranges, steps, sumChances, thresholds, weighted } from "../outcomes.ts";
import { DEMOCRATS, MAYORS, REPUBLICANS } from "../tables/people.ts";
import { STATES } from "../tables/places.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, predictit, type Topic } from "../topic.ts";

export function electionTopics(calendar: Calendar): Topic[] {
  const year = nextLeapElection(calendar);
  return [
    ...nominations(calendar, year),
    ...presidency(calendar, year),
    ...presidentialParty(calendar, year),
    ...STATES.slice(0, 14).map((state) => senateRace(calendar, year, state)),
    ...STATES.slice(0, 8).map((state) => statePrimary(calendar, year, state)),
    ...STATES.slice(0, 7).map((state) => electoralVotes(calendar, year, state)),
    ...control(calendar, year),
    ...seatCounts(calendar, year),
    ...["Chicago", "Houston", "Phoenix", "San Francisco", "Philadelphia"].map((city, index) =>
      mayor(calendar, city, index),
    ),
  ];
}

function nextLeapElection(calendar: Calendar): number {
  const year = calendar.year(0);
  return year + ((4 - (year % 4)) % 4 || 4);
}

function nominations(calendar: Calendar, year: number): Topic[] {
  const closesAt = calendar.date(year, 8, 31).end;
  return (
    [
      ["Democratic", "D", DEMOCRATS],
      ["Republican", "R", REPUBLICANS],
    ] as const
  ).flatMap(([party, code, people]) => [
    defineTopic(
      calendar.now,
      {
        key: `nominee-${code}`,
        category: "politics",
        closesAt,
        outcomes: contenders(people, 0.84, 0.96),
        size: 90_000,
        tags: ["Politics", "US Election"],
      },
      polymarket(
        `${party} Presidential Nominee ${year}`,
        `Will {label} win the ${year} ${party} presidential nomination?`,
      ),
      kalshi(`KXPRESNOM${code}-${year % 100}`, `${party} Presidential nominee in ${year}?`, "{short}", { first: 12 }),
      predictit(`Who will win the ${year} ${party} presidential nomination?`, "{label}", { first: 12 }),
      manifold(`Who will be the ${party} nominee for president in ${year}?`, "{label}", { first: 12 }),
    ),
    defineTopic(
      calendar.now,
      {
        key: `vp-nominee-${code}`,
        category: "politics",
        closesAt,
        outcomes: contenders([...people.slice(5), ...people.slice(0, 5)], 0.9, 0.9),
        size: 9000,
        tags: ["Politics", "US Election"],
        near: [{ topic: `nominee-${code}`, kind: "office" }],
      },
      polymarket(`${party} VP Nominee ${year}`, `Will {label} be the ${year} ${party} vice presidential nominee?`),
      kalshi(`KXVPNOM${code}-${year % 100}`, `${year} ${party} VP nominee`, "{label}", { first: 12 }),
    ),
  ]);
}

function presidency(calendar: Calendar, year: number): Topic[] {
  const closesAt = calendar.date(year, 11, 7).end;
  const people = [...DEMOCRATS.slice(0, 7), ...REPUBLICANS.slice(0, 7)];
  const outcomes = weighted(people.map((name, index) => [name, 0.22 * 0.72 ** (index % 7)]));
  const tags = ["Politics", "US Election"];
  return [
    defineTopic(
      calendar.now,
      {
        key: "president",
        category: "politics",
        closesAt,
        outcomes,
        size: 160_000,
        tags,
        near: [
          { topic: "nominee-D", kind: "nominee or winner" },
          { topic: "nominee-R", kind: "nominee or winner" },
        ],
      },
      polymarket(`Presidential Election Winner ${year}`, `Will {label} win the ${year} US Presidential Election?`),
      kalshi(`KXPRES-${year % 100}`, `${year} U.S. Presidential Election winner?`),
      predictit(`Who will win the ${year} US presidential election?`),
      manifoldEach(`Will {label} win the ${year} US presidential election?`, { first: 6 }),
    ),
  ];
}

function presidentialParty(calendar: Calendar, year: number): Topic[] {
  const closesAt = calendar.date(year, 11, 7).end;
  const tags = ["Politics", "US Election"];
  return [
    defineTopic(
      calendar.now,
      {
        key: "president-party",
        category: "politics",
        closesAt,
        outcomes: parties(0.55),
        size: 40_000,
        tags,
        pulse: 0.06,
      },
      polymarket(
        `Which party wins the ${year} US Presidential Election?`,
        `Will the {label} win the ${year} US Presidential Election?`,
        { edge: -2.6 },
      ),
      kalshi(`KXPRESPARTY-${year}`, `${year} Presidential Election winner? (Party)`, "{short} party", { edge: 2.5 }),
      predictit(`Which party will win the ${year} US presidential election?`, "{short}"),
      manifoldEach(`Will a {short} win the ${year} US presidential election?`),
    ),
  ];
}

const parties = (blue: number) =>
  weighted([
    ["Democrats|Democratic", blue],
    ["Republicans|Republican", 0.99 - blue],
  ]);

function senateRace(calendar: Calendar, year: number, [state, code, blue]: (typeof STATES)[number]): Topic {
  const closesAt = calendar.date(year, 11, 7).end;
  const isPair = code === "GA" || code === "AZ";
  const edge = isPair ? 2.5 : 0;
  return defineTopic(
    calendar.now,
    {
      key: `senate-${code}`,
      category: "politics",
      closesAt,
      outcomes: parties(blue),
      tags: ["Politics", "Senate"],
      pulse: 0.07,
    },
    polymarket(`${state} Senate Election Winner ${year}`, `Will the {label} win the ${state} Senate race in ${year}?`, {
      edge: -edge,
    }),
    kalshi(`SENATE${code}-${year % 100}`, `${state} Senate winner in ${year}?`, "{short} party", { edge }),
    predictit(`Which party will win the ${year} US Senate election in ${state}?`, "{short}"),
  );
}

function statePrimary(
  calendar: Calendar,
  year: number,
  [state, code]: (typeof STATES)[number],
  index = code.charCodeAt(0),
): Topic {
  const shift = index % 8;
  const people = [...MAYORS.slice(shift), ...MAYORS.slice(0, shift)].slice(0, 5);
  return defineTopic(
    calendar.now,
    {
      key: `senate-primary-${code}`,
      category: "politics",
      closesAt: calendar.date(year, 6, 15).end,
      outcomes: contenders(people, 0.6, 0.95),
      tags: ["Politics", "Primaries"],
      size: 900,
      near: [{ topic: `senate-${code}`, kind: "primary or general" }],
    },
    kalshi(`KXSENATE${code}D-${year % 100}`, `${state} Democratic Senate nominee?`),
    predictit(`Who will win the ${year} ${state} Democratic Senate nomination?`),
  );
}

function electoralVotes(calendar: Calendar, year: number, [state, code, blue]: (typeof STATES)[number]): Topic {
  return defineTopic(
    calendar.now,
    {
      key: `president-${code}`,
      category: "politics",
      closesAt: calendar.date(year, 11, 7).end,
      outcomes: parties(Math.min(0.95, blue + 0.03)),
      tags: ["Politics", "US Election"],
      near: [{ topic: `senate-${code}`, kind: "president or senate" }],
    },
    polymarket(
      `${state} Presidential Election Winner ${year}`,
      `Will the {label} win ${state} in the ${year} US Presidential Election?`,
    ),
    kalshi(
      `KXPRES${code}-${year % 100}`,
      `Which party will win ${state} in the ${year} presidential election?`,
      "{short}",
    ),
  );
}

function control(calendar: Calendar, year: number): Topic[] {
  const closesAt = calendar.date(year, 11, 12).end;
  const tags = ["Politics", "Congress"];
  return [
    ...(["House", "Senate"] as const).map((chamber) =>
      defineTopic(
        calendar.now,
        {
          key: `control-${chamber}`,
          category: "politics",
          closesAt,
          outcomes: parties(chamber === "House" ? 0.58 : 0.43),
          size: 25_000,
          tags,
        },
        polymarket(
          `Which party will win the ${chamber} in ${year}?`,
          `Will the {label} win control of the ${chamber} in the ${year} election?`,
        ),
        kalshi(
          `KXCONTROL${chamber.toUpperCase()}-${year}`,
          `Which party will win the U.S. ${chamber} in ${year}?`,
          "{short} party",
        ),
        predictit(`Which party will control the ${chamber} after the ${year} election?`, "{short}"),
        manifoldEach(`Will the {label} win control of the US ${chamber} in ${year}?`),
      ),
    ),
  ];
}

function seatCounts(calendar: Calendar, year: number): Topic[] {
  const closesAt = calendar.date(year, 11, 12).end;
  const seats = (from: number | null, to: number | null) =>
    from === null ? `${(to ?? 1) - 1} or fewer` : to === null ? `${from} or more` : `${from} to ${to - 1}`;
  const tags = ["Politics", "Congress"];
  const exact = defineTopic(
    calendar.now,
    {
      key: "house-seats",
      category: "politics",
      closesAt,
      outcomes: ranges(steps(205, 5, 8), 222, 9, seats),
      tags,
      near: [{ topic: "control-House", kind: "seats or win" }],
    },
    predictit(`How many House seats will Democrats win in the ${year} election?`),
    kalshi(`KXDHOUSESEATS-${year % 100}`, `Number of House seats Democrats win in ${year}?`),
  );
  const marks = thresholds(steps(210, 5, 6), 222, 9, (seats) => `${seats}`);
  // The third range is the first that begins at 210.
  const parts = marks.map((_, mark) => exact.outcomes.flatMap((_, index) => (index >= mark + 2 ? [index] : [])));
  return [
    exact,
    defineTopic(
      calendar.now,
      {
        key: "house-seats-at-least",
        category: "politics",
        closesAt,
        shape: "ladder",
        outcomes: sumChances(marks, exact.outcomes, parts),
        sums: { race: exact, parts },
        tags,
      },
      polymarket(
        `How many House seats will Democrats win in ${year}?`,
        `Will Democrats win at least {label} House seats in ${year}?`,
      ),
    ),
  ];
}

function mayor(calendar: Calendar, city: string, index: number): Topic {
  const year = calendar.year(1);
  const people = [...MAYORS.slice(index * 2), ...MAYORS.slice(0, index * 2)].slice(0, 9);
  return defineTopic(
    calendar.now,
    {
      key: `mayor-${city}`,
      category: "politics",
      closesAt: calendar.date(year, 11, 6).end,
      outcomes: contenders(people, 0.7, 0.96),
      size: 2500,
      tags: ["Politics", "Elections"],
    },
    polymarket(`${city} Mayoral Election`, `Will {label} win the ${year} ${city} mayoral election?`),
    kalshi(`KXMAYOR${city.slice(0, 3).toUpperCase()}-${year % 100}`, `${city} mayoral election winner in ${year}?`),
    ...(index < 3 ? [predictit(`Who will be elected mayor of ${city} in ${year}?`)] : []),
  );
}
