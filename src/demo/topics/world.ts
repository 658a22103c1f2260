import type { Calendar } from "../calendar.ts";
import { contenders, weighted } from "../outcomes.ts";
import { LEADERS } from "../tables/places.ts";
import { defineTopic, kalshi, manifold, polymarket, type Topic } from "../topic.ts";

export function worldTopics(calendar: Calendar): Topic[] {
  return [
    ...leaders(calendar),
    ...BELLIGERENTS.flatMap((pair, index) => [0, 1, 2].map((place) => ceasefire(calendar, pair, index, place))),
    ...RACES.flatMap((race, index) => [mostSeats(calendar, race, index), runnerUp(calendar, race, index)]),
    ...diplomacy(calendar),
  ];
}

const base = { category: "world", tags: ["World", "Geopolitics"] } as const;
const election = { category: "politics", tags: ["World", "World Elections"] } as const;
/** Platforms list departures from office under "world"; they count as politics here. */
const leaving = { ...base, category: "politics" } as const;

function leaders(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  return [
    ...LEADERS.flatMap((leader, index) => {
      const month = calendar.month(3 + (index % 3));
      const chance = 0.14 + ((index * 11) % 50) / 100;
      const shared = { ...leaving, path: `out-${leader}`, isDeadline: true };
      const code = leader.replace(/[^A-Z]/g, "") + leader.slice(-3).toUpperCase();
      return [
        defineTopic(
          calendar.now,
          { ...shared, key: `out-year-${index}`, closesAt: end.end, chance },
          polymarket(`${leader} out before ${end.year + 1}?`),
          kalshi(`KXLEADEROUT${code}-${end.ticker}`, `Will the ${leader} leave office by December 31, ${end.year}?`),
        ),
        defineTopic(
          calendar.now,
          {
            ...shared,
            key: `out-month-${index}`,
            closesAt: month.end,
            chance: chance * (0.3 + ((index * 7) % 24) / 60),
            near: [{ topic: `out-year-${index}`, kind: "year" }],
          },
          index % 2 === 0
            ? polymarket(`${leader} out by ${month.lastDay.full}?`)
            : manifold(`Will the ${leader} leave office before ${month.dayAfter.full}?`),
        ),
      ];
    }),
    defineTopic(
      calendar.now,
      {
        ...leaving,
        key: "next-out",
        closesAt: end.end,
        outcomes: contenders(LEADERS, 0.88, 0.95),
        near: [{ topic: "out-year-0", kind: "next or alone" }],
      },
      kalshi(`KXNEXTLEADEROUT-${end.year % 100}`, `Which leader will leave office next?`, "{label}"),
      polymarket(`Which leader will be next to leave office?`, `Will the {label} be the next leader to leave office?`),
    ),
  ];
}

const BELLIGERENTS = [
  "Russia and Ukraine",
  "Sudan's army and the RSF",
  "India and Pakistan",
  "Thailand and Cambodia",
  "Israel and Hezbollah",
  "Congo and M23",
];

/** Within one, three and six months; Manifold inverts the last one for every second pair. */
function ceasefire(calendar: Calendar, pair: string, index: number, place: number): Topic {
  const month = calendar.month([1, 3, 6][place] ?? 1);
  const near = place === 0 ? [] : [{ topic: `ceasefire-${index}-${place - 1}`, kind: "month" }];
  const edge = index === 0 && place === 2 ? 2.5 : 0;
  const chance = 0.09 + index * 0.04 + place * 0.13;
  const asked = manifold(`Will there be a ceasefire between ${pair} by the end of ${month.label}?`);
  const turned = manifold(`No ceasefire between ${pair} before ${month.dayAfter.full}?`, "Yes", { isInverted: true });
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `ceasefire-${index}-${place}`,
      closesAt: month.end,
      chance,
      path: `ceasefire-${index}`,
      isDeadline: true,
      size: index === 0 ? 60_000 : 5000,
      near,
    },
    polymarket(`${pair} ceasefire by ${month.lastDay.full}?`, undefined, { edge: -edge }),
    kalshi(
      `KXCEASEFIRE${index}-${month.ticker}`,
      `Will ${pair} agree to a ceasefire before ${month.dayAfter.full}?`,
      "{short}",
      { edge },
    ),
    ...(place === 2 ? [index % 2 === 0 ? turned : asked] : []),
  );
}

type Race = readonly [country: string, code: string, parties: readonly string[]];

const RACES: readonly Race[] = [
  ["United Kingdom", "UK", ["Reform UK", "Labour", "Conservatives", "Liberal Democrats", "Greens", "SNP"]],
  ["Germany", "DE", ["CDU/CSU", "AfD", "SPD", "Greens", "Left", "BSW"]],
  ["France", "FR", ["National Rally", "Ensemble", "New Popular Front", "Republicans", "Socialists"]],
  ["Canada", "CA", ["Liberals", "Conservatives", "Bloc Quebecois", "New Democrats"]],
  ["Spain", "ES", ["People's Party", "Socialist Workers' Party", "Vox", "Sumar", "Podemos"]],
  ["Japan", "JP", ["Liberal Democratic Party", "Constitutional Democrats", "Innovation Party", "Sanseito"]],
  ["Australia", "AU", ["Labor", "Coalition", "Greens", "One Nation"]],
  ["Netherlands", "NL", ["D66", "PVV", "VVD", "GreenLeft-Labour", "CDA"]],
];

function mostSeats(calendar: Calendar, [country, code, parties]: Race, index: number): Topic {
  const year = calendar.year(1) + (index % 3);
  const question = `Which party will win the most seats in the next ${country} parliamentary election?`;
  return defineTopic(
    calendar.now,
    {
      ...election,
      key: `seats-${code}`,
      closesAt: calendar.date(year, 10, 20).end,
      outcomes: contenders(parties, 0.55, 0.97),
    },
    polymarket(
      `Which party wins the most seats in the next ${country} election?`,
      `Will {label} win the most seats in the next ${country} parliamentary election?`,
    ),
    kalshi(`KX${code}SEATS-${year % 100}`, question, "{label}"),
    ...(index < 3 ? [manifold(question)] : []),
  );
}

function runnerUp(calendar: Calendar, [country, code, parties]: Race, index: number): Topic {
  const year = calendar.year(1) + (index % 3);
  const near = [{ topic: `seats-${code}`, kind: "second place" }];
  const outcomes = contenders([...parties].reverse(), 0.8, 0.97);
  return defineTopic(
    calendar.now,
    { ...election, key: `second-${code}`, closesAt: calendar.date(year, 10, 20).end, outcomes, near },
    kalshi(
      `KX${code}SECOND-${year % 100}`,
      `Which party will come 2nd in the next ${country} parliamentary election?`,
      "{label}",
    ),
  );
}

function diplomacy(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const rows: readonly (readonly [string, number])[] = [
    ["Sweden adopt the euro", 0.03],
    ["China blockade Taiwan", 0.07],
    ["Turkey leave NATO", 0.02],
    ["North Korea conduct a nuclear test", 0.12],
    ["Saudi Arabia recognize Israel", 0.15],
    ["the US and Iran sign a nuclear deal", 0.26],
    ["Scotland hold an independence referendum", 0.04],
    ["Armenia apply to join the EU", 0.31],
    ["Greenland hold an independence referendum", 0.06],
    ["Russia and the US sign a new arms control treaty", 0.19],
  ];
  return [
    ...rows.map(([deed, chance], index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `deed-${index}`, closesAt: end.end, chance },
        polymarket(`Will ${deed} by December 31, ${end.year}?`),
        ...(index % 2 === 0
          ? [kalshi(`KXDEED${index}-${end.ticker}`, `Will ${deed} before Jan 1, ${end.year + 1}?`)]
          : []),
        ...(index % 3 === 0 ? [manifold(`Will ${deed} in ${end.year}?`)] : []),
      ),
    ),
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "un-secretary",
        closesAt: calendar.date(end.year, 11, 30).end,
        outcomes: weighted([
          ["a woman", 0.61],
          ["a Latin American", 0.58],
          ["a former head of state", 0.3],
        ]),
        shape: "set",
      },
      polymarket(`Next UN Secretary-General?`, `Will the next UN Secretary-General be {label}?`),
      manifold(`What will be true of the next UN Secretary-General?`),
    ),
  ];
}
