import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

/** A market that is made at the start, or before it; all times are days since then. */
interface Lived {
  readonly madeAt?: number;
  readonly closesAt?: number;
  readonly prices: readonly (readonly [at: number, price: number])[];
  readonly resolvesAt?: number;
  readonly outcome?: "yes" | "no" | "split" | "void" | "unknown";
}

interface Case {
  readonly name: string;
  readonly platform?: string;
  readonly markets: readonly Lived[];
  readonly criterion?: string;
  /** Markets in bins with their mean price, the share that had a price then, and markets that were split. */
  readonly expected: readonly [n: number, price: number | undefined, coverage: number | undefined, split: number];
}

const ORDINARY: Lived = {
  prices: [
    [0, 0.4],
    [9.5, 0.9],
  ],
};

const CASES: readonly Case[] = [
  { name: "a market is judged by its price a day before its close", markets: [ORDINARY], expected: [1, 0.4, 1, 0] },
  {
    name: "an early outcome moves the end forward",
    markets: [
      {
        prices: [
          [0, 0.4],
          [3, 0.6],
          [4.5, 0.8],
        ],
        resolvesAt: 5,
      },
    ],
    expected: [1, 0.6, 1, 0],
  },
  {
    name: "a late outcome does not move it back",
    markets: [{ ...ORDINARY, prices: [...ORDINARY.prices, [11, 0.99]], resolvesAt: 14 }],
    criterion: "last",
    expected: [1, 0.9, 1, 0],
  },
  {
    name: "one whose outcome is not known yet counts for nothing",
    markets: [{ ...ORDINARY, outcome: "unknown" }],
    expected: [0, undefined, undefined, 0],
  },
  {
    name: "one that was not open so long before its close lowers coverage",
    markets: [ORDINARY, { ...ORDINARY, madeAt: 0, closesAt: 2, prices: [[0, 0.3]] }],
    criterion: "7d",
    expected: [1, 0.4, 0.5, 0],
  },
  {
    name: "one whose price was not known then lowers coverage",
    markets: [ORDINARY, { madeAt: -30, prices: [[9.5, 0.7]] }],
    expected: [1, 0.4, 0.5, 0],
  },
];

/** Reads every market at each time at which one of them changes. */
async function live({ platform = "kalshi", markets }: Case) {
  const script = { full: [page([])] };
  const test = openTestWriter({ scripts: { [platform]: script } });
  const times = markets.flatMap(({ prices, resolvesAt = 10.1 }) => [...prices.map(([at]) => at), resolvesAt]);
  for (const at of [...new Set(times)].toSorted((a, b) => a - b)) {
    test.clock.advance(START + at * DAY_MS - test.clock.now());
    const listed = markets.flatMap((lived, index) => {
      const { madeAt = 0, closesAt = 10, prices, resolvesAt = 10.1, outcome = "yes" } = lived;
      const price = prices.findLast(([from]) => from <= at)?.[1];
      const times = { createdAt: START + madeAt * DAY_MS, closesAt: START + closesAt * DAY_MS };
      const yesPrice = price === undefined ? null : price * 1e6;
      const one = market({ id: `m${index}`, eventId: `e${index}`, ...times, yesPrice });
      const isResolved = at >= resolvesAt;
      const end = { status: "closed" as const, outcome, settlementPrice: 1_000_000, yesPrice: 1_000_000 };
      return [
        isResolved ? { ...one, ...end, resolvedAt: outcome === "unknown" ? null : START + resolvesAt * DAY_MS } : one,
      ];
    });
    script.full = [page(listed)];
    await test.pass(["markets"]);
  }
  return openTestApi({ writer: test, hasTestKey: true });
}

describe("which markets are judged, and by which price", () => {
  for (const given of CASES) {
    it(given.name, async () => {
      const server = await live(given);
      const query = `criterion=${given.criterion ?? "1d"}`;
      const { data, meta } = (await server.get(`/api/v1/analytics/calibration?${query}`)).json;
      const { platforms } = (await server.get(`/api/v1/analytics/accuracy?${query}`)).json.data;
      const n = data.bins.reduce((sum: number, bin: { n: number }) => sum + bin.n, 0);
      assert.deepEqual([n, data.bins[0]?.mean_price, platforms[0]?.coverage, meta.split], given.expected);
      assert.match(meta.rules, /early outcome.*Void.*Split.*Play money/s);
    });
  }
});
