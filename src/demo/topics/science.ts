import type { Calendar } from "../calendar.ts";
import { contenders, ranges, thresholds } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";

export function scienceTopics(calendar: Calendar): Topic[] {
  return [
    ...launchCounts(calendar),
    ...starship(calendar),
    ...spaceflight(calendar),
    ...medicine(calendar),
    ...prizes(calendar),
    ...proofs(calendar),
    ...findings(calendar),
    ...asteroids(calendar),
  ];
}

const base = { category: "science", tags: ["Science"] } as const;

function launchCounts(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const launches = (from: number | null, to: number | null) =>
    from === null ? `Fewer than ${to}` : to === null ? `${from} or more` : `${from} to ${to - 1}`;
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "launches",
        closesAt: end.end,
        outcomes: ranges([150, 160, 170, 180, 190, 200], 176, 14, launches),
      },
      polymarket(`How many SpaceX launches in ${end.year}?`, `Will SpaceX make {label} launches in ${end.year}?`),
      kalshi(`KXSPACEXCOUNT-${end.year % 100}`, `Number of SpaceX launches in ${end.year}?`),
    ),
  ];
}

function starship(calendar: Calendar): Topic[] {
  return [
    ...[1, 2, 4].flatMap((offset, index) => {
      const month = calendar.month(offset);
      return [
        defineTopic(
          calendar.now,
          {
            ...base,
            key: `starship-${index}`,
            closesAt: month.end,
            chance: 0.35 + index * 0.2,
            path: "starship",
            isDeadline: true,
            size: 9000,
            near: index === 0 ? [] : [{ topic: `starship-${index - 1}`, kind: "month" }],
          },
          polymarket(`SpaceX Starship launch by ${month.lastDay.full}?`),
          kalshi(`KXSTARSHIPLAUNCH-${month.ticker}`, `Will SpaceX launch Starship before ${month.dayAfter.full}?`),
          manifold(`Does Starship fly again by the end of ${month.label}?`),
        ),
        defineTopic(
          calendar.now,
          {
            ...base,
            key: `starship-catch-${index}`,
            closesAt: month.end,
            outcomes: [{ key: "catch", label: "Yes", short: "Yes", chance: 0.2 + index * 0.12 }],
            shape: "set",
            path: "starship",
            isDeadline: true,
            near: [{ topic: `starship-${index}`, kind: "demo" }],
          },
          kalshi(
            `KXSTARSHIPCATCH-${month.ticker}`,
            `Will SpaceX catch a Starship upper demo before ${month.dayAfter.full}?`,
          ),
        ),
      ];
    }),
  ];
}

function spaceflight(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  return [
    ...[
      "a crewed lunar flyby",
      "a crewed landing on the Moon",
      "an uncrewed landing on Mars",
      "a crewed space station of China with a fourth module",
    ].map((goal, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `goal-${index}`, closesAt: calendar.yearEnd(3).end, chance: 0.5 - index * 0.13 },
        polymarket(`Will there be ${goal} before ${calendar.year(4)}?`),
        manifold(`Will there be ${goal} by the end of ${calendar.year(3)}?`),
      ),
    ),
    ...["Blue Origin", "Rocket Lab", "ULA", "Arianespace"].map((maker, index) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `maker-${maker}`,
          closesAt: end.end,
          shape: "ladder",
          outcomes: thresholds([4, 8, 12, 16, 20], 10 + index, 4, (count) => `${count} launches`),
        },
        kalshi(
          `KXLAUNCHES${maker.replace(/[^A-Z]/g, "")}-${end.year % 100}`,
          `How many rockets will ${maker} launch in ${end.year}?`,
          "At least {label}",
        ),
      ),
    ),
  ];
}

function medicine(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const cases = (count: number) => count.toLocaleString("en-US");
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "measles",
        closesAt: end.end,
        shape: "ladder",
        outcomes: thresholds([500, 1000, 1500, 2000, 2500, 3000], 1700, 600, cases),
      },
      polymarket(
        `US measles cases in ${end.year}?`,
        `Will there be at least {label} measles cases in the U.S. in ${end.year}?`,
      ),
      kalshi(`KXMEASLES-${end.year % 100}`, `Number of measles cases in the US in ${end.year}?`, "{label} or more"),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "bird-flu", closesAt: end.end, chance: 0.08 },
      polymarket(`Bird flu pandemic declared by December 31, ${end.year}?`),
      kalshi(`KXBIRDFLU-${end.ticker}`, `Will the WHO declare a bird flu pandemic before Jan 1, ${end.year + 1}?`),
      manifold(`Will H5N1 bird flu be declared a pandemic by the end of ${end.year}?`),
    ),
    ...[
      "an oral weight-loss drug for adolescents",
      "a gene therapy for hearing loss",
      "a psychedelic medicine",
      "a universal flu vaccine",
      "a new Alzheimer's drug",
      "a non-opioid painkiller for back pain",
    ].map((drug, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `fda-${index}`, closesAt: end.end, chance: 0.2 + ((index * 29) % 60) / 100 },
        kalshi(`KXFDA-${end.ticker}${index}`, `Will the FDA approve ${drug} before Jan 1, ${end.year + 1}?`),
        index % 2 === 0
          ? polymarket(`FDA approves ${drug} by December 31, ${end.year}?`)
          : manifold(`Will the FDA approve ${drug} in ${end.year}?`),
      ),
    ),
  ];
}

function prizes(calendar: Calendar): Topic[] {
  const nobel = calendar.season(10);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "nobel-physics",
        closesAt: calendar.date(nobel, 10, 8).end,
        outcomes: contenders(
          [
            "Quantum computing",
            "Exoplanets",
            "Metamaterials",
            "Dark matter detection",
            "Two-dimensional materials",
            "Attosecond imaging",
            "Neutron stars",
          ],
          0.82,
          0.8,
        ),
      },
      manifold(`What will the ${nobel} Nobel Prize in Physics be for?`),
      kalshi(`KXNOBELPHYS-${nobel % 100}`, `${nobel} Nobel Prize in Physics: which field?`, "{label}"),
    ),
  ];
}

function proofs(calendar: Calendar): Topic[] {
  const far = calendar.yearEnd(4);
  return [
    ...[
      "the Riemann hypothesis",
      "the Collatz conjecture",
      "P versus NP",
      "the Hodge conjecture",
      "the Navier-Stokes problem",
    ].map((problem, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `proof-${index}`, closesAt: far.end, chance: 0.04 + index * 0.03, pulse: 0.05 },
        manifold(`Will ${problem} be solved before ${far.year + 1}?`),
        ...(index === 0 || index === 4 ? [polymarket(`Will ${problem} be solved by December 31, ${far.year}?`)] : []),
      ),
    ),
  ];
}

function findings(calendar: Calendar): Topic[] {
  const far = calendar.yearEnd(4);
  return [
    ...[
      "room-temperature superconductivity",
      "net energy gain from a private fusion reactor",
      "signs of life on another planet",
      "a dodo-like bird from edited DNA",
    ].map((thing, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `finding-${index}`, closesAt: far.end, chance: 0.06 + index * 0.07 },
        manifold(`Will scientists demonstrate ${thing} by the end of ${far.year}?`),
        ...(index < 2
          ? [
              kalshi(
                `KXFINDING${index}-${far.year % 100}`,
                `Will scientists demonstrate ${thing} before Jan 1, ${far.year + 1}?`,
              ),
            ]
          : []),
      ),
    ),
  ];
}

function asteroids(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "asteroid",
        closesAt: end.end,
        shape: "set",
        outcomes: contenders(["1%", "5%", "10%"], 0.4, 0.4),
      },
      manifoldEach(`Will NASA give any asteroid a {label} chance of hitting Earth in ${end.year}?`),
    ),
  ];
}
