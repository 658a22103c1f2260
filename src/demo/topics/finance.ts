import type { Calendar, Day } from "../calendar.ts";
import { contenders, steps, thresholds } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";

interface PricedAsset {
  readonly name: string;
  readonly code: string;
  readonly spot: number;
  readonly step: number;
  readonly prefix: string;
}

const ASSETS: readonly PricedAsset[] = [
  { name: "S&P 500", code: "INX", spot: 6850, step: 50, prefix: "" },
  { name: "Nasdaq 100", code: "NASDAQ100", spot: 25_300, step: 250, prefix: "" },
  { name: "Gold", code: "GOLD", spot: 4120, step: 50, prefix: "$" },
  { name: "WTI crude oil", code: "WTI", spot: 61, step: 1.5, prefix: "$" },
];

const STOCKS: readonly (readonly [name: string, code: string, spot: number, step: number])[] = [
  ["Nvidia", "NVDA", 192, 10],
  ["Tesla", "TSLA", 415, 20],
  ["Apple", "AAPL", 268, 10],
  ["Microsoft", "MSFT", 505, 20],
  ["Amazon", "AMZN", 231, 10],
  ["Meta", "META", 612, 20],
];

export function financeTopics(calendar: Calendar): Topic[] {
  return [
    ...ASSETS.flatMap((asset) => [-3, 1, 4].map((offset) => dayClose(calendar, asset, offset))),
    ...ASSETS.map((asset) => yearEnd(calendar, asset)),
    ...STOCKS.slice(0, 5).map((stock) => stockMonth(calendar, stock)),
    ...[0, 1, 2].flatMap((offset) => [largest(calendar, offset), secondLargest(calendar, offset)]),
    ...publicOfferings(calendar),
    ...announcements(calendar),
    ...earnings(calendar),
  ];
}

const base = { category: "finance", tags: ["Finance", "Stocks"] } as const;
const money = (prefix: string) => (value: number) => `${prefix}${value.toLocaleString("en-US")}`;
const around = (spot: number, step: number, count: number): number[] =>
  steps(spot - (spot % step) - step * Math.floor(count / 2), step, count);

/** The last trading day at or before the day `offset` days from now. */
function tradingDay(calendar: Calendar, offset: number): Day {
  const weekday = new Date(calendar.now + offset * 86_400_000).getUTCDay();
  return calendar.day(offset - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0));
}

function dayClose(calendar: Calendar, asset: PricedAsset, offset: number): Topic {
  const day = tradingDay(calendar, offset);
  const outcomes = thresholds(around(asset.spot, asset.step, 6), asset.spot, asset.spot * 0.011, money(asset.prefix));
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `${asset.code}-day-${offset}`,
      shape: "ladder",
      outcomes,
      closesAt: day.end - 8 * 3_600_000,
      ageDays: 6,
      size: 25_000,
      pulse: 0.3,
    },
    ...(asset.code === "INX" || asset.code === "GOLD"
      ? [
          polymarket(
            `${asset.name} above ___ on ${day.name}?`,
            `Will ${asset.name} close above {label} on ${day.full}?`,
          ),
        ]
      : []),
    kalshi(`KX${asset.code}D-${day.ticker}`, `${asset.name} close on ${day.full}?`, "Above {label}"),
  );
}

function yearEnd(calendar: Calendar, asset: PricedAsset): Topic {
  const end = calendar.yearEnd(1);
  const outcomes = thresholds(
    around(asset.spot, asset.step * 6, 7),
    asset.spot * 1.04,
    asset.spot * 0.12,
    money(asset.prefix),
  );
  const edge = asset.code === "GOLD" ? 2.5 : 0;
  return defineTopic(
    calendar.now,
    { ...base, key: `${asset.code}-year`, shape: "ladder", outcomes, closesAt: end.end, size: 20_000, pulse: 0.08 },
    polymarket(`${asset.name} at the end of ${end.year}?`, `Will ${asset.name} close ${end.year} above {label}?`, {
      edge: -edge,
    }),
    kalshi(`KX${asset.code}Y-${end.ticker}`, `${asset.name} close on December 31, ${end.year}?`, "Above {label}", {
      edge,
    }),
    ...(asset.code === "INX"
      ? [manifoldEach(`Will the ${asset.name} close above {label} at the end of ${end.year}?`, { first: 5 })]
      : []),
  );
}

function stockMonth(calendar: Calendar, [name, code, spot, step]: (typeof STOCKS)[number]): Topic {
  const month = calendar.month(1);
  return defineTopic(
    calendar.now,
    {
      ...base,
      key: `${code}-month`,
      shape: "ladder",
      outcomes: thresholds(around(spot, step, 7), spot, spot * 0.07, money("$")),
      closesAt: month.end,
      size: 6000,
      pulse: 0.2,
    },
    polymarket(
      `Will ${name} (${code}) close above ___ end of ${month.name}?`,
      `Will ${name} (${code}) close above {label} at the end of ${month.label}?`,
    ),
    kalshi(`KX${code}MONTH-${month.ticker}`, `${name} stock price at the end of ${month.label}?`, "Above {label}"),
  );
}

const GIANTS = ["NVIDIA", "Alphabet", "Microsoft", "Apple", "Amazon", "Saudi Aramco", "Tesla", "Broadcom"];

function largest(calendar: Calendar, offset: number): Topic {
  const { name, lastDay, end } = calendar.month(offset);
  const near = offset === 0 ? [] : [{ topic: `largest-${offset - 1}`, kind: "month" }];
  const phrase = `largest company in the world by market cap on ${lastDay.full}?`;
  return defineTopic(
    calendar.now,
    { ...base, key: `largest-${offset}`, closesAt: end, outcomes: contenders(GIANTS, 0.45, 0.98), size: 30_000, near },
    polymarket(`Largest company end of ${name}?`, `Will {label} be the ${phrase}`),
    kalshi(`KXLARGESTCO-${lastDay.ticker}`, `L${phrase.slice(1)}`, "{label}"),
  );
}

function secondLargest(calendar: Calendar, offset: number): Topic {
  const { name, lastDay, end } = calendar.month(offset);
  const near = [{ topic: `largest-${offset}`, kind: "second place" }];
  const question = `Will {label} be the second-largest company in the world by market cap on ${lastDay.full}?`;
  const outcomes = contenders(GIANTS.slice(0, 5), 0.6, 0.95);
  return defineTopic(
    calendar.now,
    { ...base, key: `second-largest-${offset}`, closesAt: end, outcomes, near },
    polymarket(`2nd largest company end of ${name}?`, question),
  );
}

function publicOfferings(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const candidates = [
    "Stripe",
    "SpaceX",
    "OpenAI",
    "Anthropic",
    "Databricks",
    "Canva",
    "Discord",
    "Revolut",
    "Plaid",
    "Epic Games",
  ];
  return [
    ...candidates.map((name, index) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `ipo-${name}`,
          closesAt: end.end,
          chance: 0.1 + ((index * 13) % 60) / 100,
          path: `ipo-${name}`,
          size: 4000,
        },
        polymarket(`${name} IPO by December 31, ${end.year}?`, `Will ${name} IPO by December 31, ${end.year}?`, {
          edge: name === "Databricks" ? -2.5 : 0,
        }),
        kalshi(
          `KXIPO${name.replace(/[^A-Za-z]/g, "").toUpperCase()}-${end.ticker}`,
          `Will ${name} go public before Jan 1, ${end.year + 1}?`,
          "{short}",
          { edge: name === "Databricks" ? 2.5 : 0 },
        ),
        ...(index < 5 ? [manifold(`Will ${name} IPO by the end of ${end.year}?`)] : []),
      ),
    ),
  ];
}

function announcements(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const candidates = [
    "Stripe",
    "SpaceX",
    "OpenAI",
    "Anthropic",
    "Databricks",
    "Canva",
    "Discord",
    "Revolut",
    "Plaid",
    "Epic Games",
  ];
  return [
    ...candidates.slice(0, 4).map((name) =>
      defineTopic(
        calendar.now,
        {
          ...base,
          key: `ipo-announced-${name}`,
          closesAt: end.end,
          chance: 0.5,
          path: `ipo-${name}`,
          near: [{ topic: `ipo-${name}`, kind: "announcement or event" }],
        },
        kalshi(
          `KXIPOANN${name.toUpperCase()}-${end.ticker}`,
          `When will ${name} officially announce an IPO?`,
          `Before Jan 1, ${end.year + 1}`,
        ),
      ),
    ),
  ];
}

function earnings(calendar: Calendar): Topic[] {
  const month = calendar.month(2);
  return [
    ...STOCKS.map(([name, code], index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `earnings-${code}`, closesAt: month.end, chance: 0.82 - index * 0.05, ageDays: 30, size: 3000 },
        polymarket(
          `Will ${name} (${code}) beat quarterly earnings?`,
          `Will ${name} (${code}) beat earnings estimates in its next quarterly report by ${month.lastDay.full}?`,
        ),
      ),
    ),
  ];
}
