import type { Calendar } from "../calendar.ts";
import { contenders, ranges, steps, thresholds, touchMarks } from "../outcomes.ts";
import { defineTopic, kalshi, manifold, manifoldEach, polymarket, type Topic } from "../topic.ts";

interface Coin {
  readonly name: string;
  readonly code: string;
  readonly spot: number;
  readonly step: number;
  /** How far a usual day moves it, as a share of the price. */
  readonly swing: number;
}

const COINS: readonly Coin[] = [
  { name: "Bitcoin", code: "BTC", spot: 104_000, step: 5000, swing: 0.025 },
  { name: "Ethereum", code: "ETH", spot: 3850, step: 200, swing: 0.035 },
  { name: "Solana", code: "SOL", spot: 186, step: 10, swing: 0.045 },
  { name: "XRP", code: "XRP", spot: 2.6, step: 0.2, swing: 0.045 },
  { name: "Dogecoin", code: "DOGE", spot: 0.24, step: 0.02, swing: 0.05 },
];

export function cryptoTopics(calendar: Calendar): Topic[] {
  return [
    ...COINS.flatMap((coin, index) => [
      ...[-5, -2, 1, 3, 7].slice(index < 2 ? index : 3).map((offset) => settles(calendar, coin, offset)),
      ...(index < 3 ? [0, 1, 2] : [0]).map((offset) => touches(calendar, coin, offset)),
      yearEnd(calendar, coin),
    ]),
    ...milestones(calendar),
    ...companies(calendar),
  ];
}

const TAGS = ["Crypto", "Crypto Prices"];
const dollars = (value: number): string => `$${value.toLocaleString("en-US", { maximumFractionDigits: 4 })}`;
const around = (coin: Coin, count: number): number[] =>
  steps(coin.spot - coin.step * Math.floor(count / 2) - (coin.spot % coin.step), coin.step, count);

/** Whether the price is above a mark at the end of a day. */
function settles(calendar: Calendar, coin: Coin, offset: number): Topic {
  const day = calendar.day(offset);
  const values = around({ ...coin, step: coin.step / 2.5 }, 6);
  const outcomes = thresholds(values, coin.spot, coin.spot * coin.swing * Math.sqrt(Math.max(1, offset)), dollars);
  return defineTopic(
    calendar.now,
    {
      key: `${coin.code}-on-${offset}`,
      category: "crypto",
      shape: "ladder",
      outcomes,
      closesAt: day.end - 12 * 3_600_000,
      ageDays: 7,
      size: 60_000,
      pulse: 0.35,
      tags: TAGS,
    },
    polymarket(
      `${coin.name} above ___ on ${day.name}?`,
      `Will the price of ${coin.name} be above {label} on ${day.full} at 12 PM ET?`,
    ),
    kalshi(`KX${coin.code}D-${day.ticker}12`, `${coin.name} price on ${day.full} at 12pm EST?`, "{label} or above"),
  );
}

/** Whether the price touches a mark at any time before a day. */
function touches(calendar: Calendar, coin: Coin, offset: number): Topic {
  const month = calendar.month(offset);
  const values = steps(Number((coin.spot - (coin.spot % coin.step) + coin.step).toFixed(4)), coin.step, 6);
  const outcomes = touchMarks(values, coin.spot, coin.spot * coin.swing * 5 * Math.sqrt(offset + 1), dollars);
  return defineTopic(
    calendar.now,
    {
      key: `${coin.code}-hits-${offset}`,
      category: "crypto",
      shape: "ladder",
      outcomes,
      closesAt: month.end,
      path: coin.name,
      isDeadline: true,
      size: 80_000,
      pulse: 0.22,
      tags: TAGS,
      near: [
        ...(offset === 0 ? [] : [{ topic: `${coin.code}-hits-${offset - 1}`, kind: "month" }]),
        { topic: `${coin.code}-year-end`, kind: "touch or settle" },
      ],
    },
    polymarket(
      `What price will ${coin.name} hit by ${month.lastDay.name}?`,
      `Will ${coin.name} reach {label} by ${month.lastDay.full}?`,
    ),
    kalshi(
      `KX${coin.code}MAX-${month.ticker}`,
      `How high will ${coin.name} get by ${month.lastDay.full}?`,
      "Reaches {label}",
    ),
    ...(offset === 2
      ? [manifoldEach(`Will ${coin.name} hit {label} before ${month.dayAfter.full}?`, { first: 3 })]
      : []),
  );
}

function yearEnd(calendar: Calendar, coin: Coin): Topic {
  const end = calendar.yearEnd(0);
  const edge = coin.code === "BTC" ? 2.4 : 0;
  const outcomes = thresholds(around(coin, 7), coin.spot, coin.spot * coin.swing * 7, dollars);
  return defineTopic(
    calendar.now,
    {
      key: `${coin.code}-year-end`,
      category: "crypto",
      shape: "ladder",
      outcomes,
      closesAt: end.end,
      path: coin.name,
      size: 50_000,
      pulse: 0.22,
      tags: TAGS,
    },
    polymarket(
      `${coin.name} price on December 31, ${end.year}?`,
      `Will ${coin.name} close above {label} on December 31, ${end.year}?`,
      { edge: -edge },
    ),
    kalshi(`KX${coin.code}Y-${end.ticker}`, `${coin.name} closing price on December 31, ${end.year}`, "Above {label}", {
      edge,
    }),
  );
}

function milestones(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const base = { category: "crypto", closesAt: end.end, tags: TAGS } as const;
  return [
    defineTopic(
      calendar.now,
      { ...base, key: "btc-million", chance: 0.06 },
      polymarket(`Will Bitcoin hit $1m before ${end.year + 1}?`),
      kalshi(`KXBTCMILLION-${end.year}`, `Will Bitcoin reach $1,000,000 by December 31, ${end.year}?`),
      manifold(`Bitcoin at a million dollars before ${end.year + 1}?`),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "eth-flips", chance: 0.04 },
      polymarket(`Will Ethereum's market cap pass Bitcoin's by December 31, ${end.year}?`),
      manifold(`Will Ethereum flip Bitcoin by market cap before ${end.year + 1}?`),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "reserve", chance: 0.17 },
      polymarket(`Will the US government buy Bitcoin for its reserve by December 31, ${end.year}?`),
      kalshi(
        `KXBTCRESERVE-${end.ticker}`,
        `Will the US government buy Bitcoin for its reserve before Jan 1, ${end.year + 1}?`,
      ),
    ),
  ];
}

function companies(calendar: Calendar): Topic[] {
  const end = calendar.yearEnd(1);
  const base = { category: "crypto", closesAt: end.end, tags: TAGS } as const;
  const cap = (from: number | null, to: number | null) =>
    from === null ? `Under $${to}B` : to === null ? `$${from}B or more` : `$${from}B to $${to}B`;
  return [
    defineTopic(
      calendar.now,
      {
        ...base,
        key: "etf-next",
        outcomes: contenders(["Cardano", "Avalanche", "Polkadot", "Sui", "Aptos", "Hedera"], 0.7, 0.8),
      },
      polymarket(`Which spot crypto ETF will launch next?`, `Will a spot {label} ETF be the next to launch in the US?`),
    ),
    defineTopic(
      calendar.now,
      { ...base, key: "stablecoins", outcomes: ranges([300, 350, 400, 450, 500], 390, 60, cap) },
      kalshi(`KXSTABLECAP-${end.ticker}`, `Stablecoin market cap on December 31, ${end.year}?`),
    ),
    ...["Tether", "Circle", "Kraken", "Ledger", "Uniswap Labs", "MetaMask"].map((name, index) =>
      defineTopic(
        calendar.now,
        { ...base, key: `token-${name}`, chance: 0.1 + index * 0.08 },
        index % 2 === 0
          ? polymarket(`Will ${name} announce an IPO by December 31, ${end.year}?`)
          : polymarket(`Will ${name} launch a token by December 31, ${end.year}?`),
        manifold(
          index % 2 === 0
            ? `${name} announces an IPO before ${end.year + 1}?`
            : `Does ${name} launch a token before ${end.year + 1}?`,
        ),
      ),
    ),
  ];
}
