import type { Calendar } from "../calendar.ts";
import { ranges, steps, sumChances, thresholds, weighted } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic, type TopicOutcome } from "../topic.ts";

export function economicsTopics(calendar: Calendar): Topic[] {
  return [
    ...[-1, 0, 1, 2, 3, 4].map((index) => decision(calendar, index)),
    ...[-1, 0, 1].flatMap((offset) => [...inflation(calendar, offset), ...employment(calendar, offset)]),
    ...growth(calendar),
    ...rateCuts(calendar),
    ...outlook(calendar),
    ...[0, 1].flatMap((index) => otherBanks(calendar, index)),
  ];
}

const TAGS = ["Economy", "Fed"];
const base = { category: "economics", tags: TAGS } as const;

/** The central bank's next meetings: five outcomes each, and the rate after it. */
function decision(calendar: Calendar, index: number): Topic {
  const { day, month } = calendar.meeting(index);
  const cut = 0.42 - Math.abs(index - 1) * 0.06;
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `fed-${index}`,
      closesAt: day.end - 10 * 3_600_000,
      outcomes: weighted([
        ["maintain the target rate|Fed maintains rate", 0.93 - cut],
        ["cut rates by 25 bps|Cut 25bps", cut],
        ["cut rates by more than 25 bps|Cut >25bps", 0.03],
        ["hike rates by 25 bps|Hike 25bps", 0.02],
        ["hike rates by more than 25 bps|Hike >25bps", 0.012],
      ]),
      size: index < 2 ? 200_000 : 30_000,
      pulse: 0.12,
      ...(index > -1 ? { near: [{ topic: `fed-${index - 1}`, kind: "month" }] } : {}),
    },
    polymarket(`Fed decision in ${month.label}?`, `Will the Fed {label} at its ${month.label} meeting?`, {
      edge: index === 1 ? -2.5 : 0,
    }),
    kalshi(`KXFEDDECISION-${month.ticker}`, `Fed decision in ${month.short} ${month.year}?`, "{short}", {
      edge: index === 1 ? 2.5 : 0,
    }),
    ...(index === 0 || index === 2
      ? [manifoldEach(`Will the Fed {label} at the ${day.full} FOMC meeting?`, { first: 4 })]
      : []),
  );
}

function inflation(calendar: Calendar, offset: number): Topic[] {
  const month = calendar.month(offset);
  const closesAt = calendar.month(offset).end + 12 * 86_400_000;
  const percent = (value: number): string => `${value.toFixed(1)}%`;
  const ladder = {
    ...base,
    shape: "ladder",
    closesAt: offset === -1 ? calendar.now - 5 * 86_400_000 : closesAt,
    size: 12_000,
    pulse: 0.1,
  } as const;
  const earlier = (key: string) => (offset === -1 ? [] : [{ topic: `${key}-${offset - 1}`, kind: "month" }]);
  return [
    defineTopic(
      calendar.now,
      {
        ...ladder,
        key: `cpi-${offset}`,
        outcomes: thresholds(steps(2.4, 0.1, 8), 2.8, 0.16, percent),
        near: earlier("cpi"),
      },
      polymarket(
        `${month.name} Inflation US - Annual`,
        `Will annual inflation (CPI) in the US be above {label} in ${month.label}?`,
      ),
      kalshi(`KXCPIYOY-${month.ticker}`, `Inflation (CPI, year over year) in ${month.label}?`, "Above {label}"),
    ),
    defineTopic(
      calendar.now,
      {
        ...ladder,
        key: `core-cpi-${offset}`,
        outcomes: thresholds(steps(2.7, 0.1, 6), 3, 0.15, percent),
        near: [{ topic: `cpi-${offset}`, kind: "core or headline" }],
      },
      kalshi(
        `KXCPICOREYOY-${month.ticker}`,
        `Core inflation (CPI ex food and energy, year over year) in ${month.label}?`,
        "Above {label}",
      ),
    ),
  ];
}

function employment(calendar: Calendar, offset: number): Topic[] {
  const month = calendar.month(offset);
  const closesAt = calendar.month(offset).end + 12 * 86_400_000;
  const percent = (value: number): string => `${value.toFixed(1)}%`;
  const ladder = {
    ...base,
    shape: "ladder",
    closesAt: offset === -1 ? calendar.now - 5 * 86_400_000 : closesAt,
    size: 12_000,
    pulse: 0.1,
  } as const;
  const earlier = (key: string) => (offset === -1 ? [] : [{ topic: `${key}-${offset - 1}`, kind: "month" }]);
  return [
    defineTopic(
      calendar.now,
      {
        ...ladder,
        key: `jobless-${offset}`,
        outcomes: thresholds(steps(4.1, 0.1, 7), 4.4, 0.14, percent),
        near: earlier("jobless"),
      },
      polymarket(
        `${month.name} unemployment rate?`,
        `Will the US unemployment rate be above {label} in ${month.label}?`,
      ),
      kalshi(`KXU3-${month.ticker}`, `Unemployment rate in ${month.label}?`, "Above {label}"),
    ),
    defineTopic(
      calendar.now,
      {
        ...ladder,
        key: `payrolls-${offset}`,
        outcomes: thresholds(steps(-25, 25, 8), 60, 45, (jobs) => `${jobs}K`),
        near: earlier("payrolls"),
      },
      polymarket(
        `How many jobs will the US add in ${month.name}?`,
        `Will US nonfarm payrolls for ${month.label} be above {label}?`,
      ),
      kalshi(`KXPAYROLLS-${month.ticker}`, `Jobs numbers in ${month.label} (nonfarm payrolls)?`, "Above {label}"),
    ),
  ];
}

function growth(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const shared = { ...base, closesAt: end.end };
  return [
    defineTopic(
      calendar.now,
      { ...shared, key: "recession", chance: 0.27, size: 40_000 },
      polymarket(`US recession by end of ${end.year}?`, `US recession by December 31, ${end.year}?`),
      kalshi(`KXRECSSNBER-${end.year % 100}`, `Will the US enter a recession before Jan 1, ${end.year + 1}?`),
      manifold(`Will there be a US recession by the end of ${end.year}?`),
    ),
  ];
}

function rateCuts(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const shared = { ...base, closesAt: end.end };
  const exactly = exactCuts(calendar);
  // At least a count: the chances of all exact counts from there on.
  const atLeast = (counts: readonly number[], rows: readonly TopicOutcome[]) => {
    const parts = counts.map((count) => [1, 2, 3, 4, 5].filter((exact) => exact >= count).map((exact) => exact - 1));
    return { outcomes: sumChances(rows, exactly.outcomes, parts), sums: { race: exactly, parts } };
  };
  const yes = [{ key: "yes", label: "Yes", short: "Yes", chance: 0 }];
  const rows = [2, 4, 5].map((count) => ({
    key: `${count}-cuts`,
    label: `${count} cuts`,
    short: `${count}`,
    chance: 0,
  }));
  return [
    exactly,
    defineTopic(
      calendar.now,
      {
        ...shared,
        key: "cuts-at-least",
        shape: "ladder",
        ...atLeast([2, 4, 5], rows),
        near: [{ topic: "cuts-exactly", kind: "at least or exactly" }],
      },
      manifoldEach(`Will the Fed make at least {label} in ${end.year}?`),
    ),
    defineTopic(
      calendar.now,
      { ...shared, key: "cuts-many", shape: "set", ...atLeast([3], yes) },
      polymarket(`Will there be 2 or fewer Fed rate cuts in ${end.year}?`, undefined, { isInverted: true, edge: 2.4 }),
      kalshi(`KXRATECUTS3-${end.year % 100}`, `Will there be at least 3 Fed rate cuts in ${end.year}?`, "{short}", {
        edge: 2.4,
      }),
    ),
    defineTopic(
      calendar.now,
      {
        ...shared,
        key: "cut-any",
        shape: "set",
        ...atLeast([1], yes),
        near: [{ topic: "hike", kind: "cut or hike" }],
      },
      polymarket(`Fed rate cut in ${end.year}?`),
      manifold(`Will the Fed cut rates in ${end.year}?`),
    ),
  ];
}

function exactCuts(calendar: Calendar): Topic {
  const { end, year } = calendar.yearEnd(1);
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: "cuts-exactly",
      closesAt: end,
      outcomes: weighted([0.21, 0.27, 0.19, 0.1, 0.05].map((chance, index) => [`${index + 1} cuts`, chance])),
    },
    polymarket(`How many Fed rate cuts in ${year}?`, `Will there be exactly {label} to the Fed rate in ${year}?`),
    kalshi(`KXRATECUTCOUNT-${year % 100}`, `Number of Fed rate cuts in ${year}?`, "Exactly {label}"),
  );
}

function outlook(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const shared = { ...base, closesAt: end.end };
  const growth = (from: number | null, to: number | null) =>
    from === null ? `Below ${to}%` : to === null ? `${from}% or more` : `${from}% to ${to}%`;
  return [
    defineTopic(
      calendar.now,
      { ...shared, key: "hike", chance: 0.11, near: [{ topic: "recession", kind: "subject" }] },
      polymarket(`Fed rate hike in ${end.year}?`),
      kalshi(`KXFEDHIKE-${end.year % 100}`, `Will the Fed raise rates before Jan 1, ${end.year + 1}?`),
    ),
    defineTopic(
      calendar.now,
      { ...shared, key: "gdp", outcomes: ranges([0, 1, 1.5, 2, 2.5, 3], 1.9, 0.7, growth) },
      polymarket(`US GDP growth in ${end.year}?`, `Will US GDP growth in ${end.year} be {label}?`),
      kalshi(`KXGDPYEAR-${end.year % 100}`, `US GDP growth in ${end.year}?`),
    ),
    defineTopic(
      calendar.now,
      {
        ...shared,
        key: "mortgage",
        shape: "ladder",
        outcomes: thresholds(steps(5.25, 0.25, 7), 5.95, 0.4, (rate) => `${rate}%`),
      },
      kalshi(`KXMORTGAGERATE-${end.ticker}`, `30-year mortgage rate on December 31, ${end.year}?`, "Above {label}"),
    ),
  ];
}

function otherBanks(calendar: Calendar, index: number): Topic[] {
  const month = calendar.month(index * 2 + 1);
  return ["European Central Bank|ECB", "Bank of England|BOE", "Bank of Canada|BOC", "Bank of Japan|BOJ"].map(
    (bank, place) => {
      const [name = "", code = ""] = bank.split("|");
      return defineTopic(
        calendar.now,
        {
          ...base,
          key: `${code}-${index}`,
          closesAt: month.end - 8 * 86_400_000,
          outcomes: weighted([
            ["No change", 0.6 - place * 0.07],
            ["Cut by 25 bps", 0.27 + (place < 3 ? place * 0.05 : -0.2)],
            ["Hike by 25 bps", place === 3 ? 0.36 : 0.03],
          ]),
          ...(index === 0 ? {} : { near: [{ topic: `${code}-0`, kind: "month" }] }),
        },
        polymarket(`${name} decision in ${month.label}?`, `${name} interest rate decision in ${month.label}: {label}?`),
        kalshi(`KX${code}-${month.ticker}`, `${name} rate decision in ${month.label}?`),
      );
    },
  );
}
