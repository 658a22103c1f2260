import assert from "node:assert/strict";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openManifold } from "../../../src/sources/manifold.ts";

export const NOW = Date.UTC(2026, 10, 20);
export const LATER = Date.UTC(2027, 0, 1);
export const source = openManifold({ manifold: "http://stand.in/manifold" });

export const binary = (more: object = {}): Record<string, unknown> => ({
  id: "aB3xYz",
  creatorUsername: "ada",
  createdTime: 1_760_000_000_123,
  closeTime: LATER,
  question: "Will the bridge open this year?",
  slug: "will-the-bridge-open-this-year",
  url: "https://manifold.markets/ada/will-the-bridge-open-this-year",
  probability: 0.62,
  p: 0.5,
  totalLiquidity: 1000,
  outcomeType: "BINARY",
  mechanism: "cpmm-1",
  volume: 300,
  volume24Hours: 12.6,
  isResolved: false,
  ...more,
});

export const choice = (more: object = {}): Record<string, unknown> => {
  const { probability: _, ...rest } = binary();
  return {
    ...rest,
    id: "mC1",
    question: "Who wins the cup?",
    outcomeType: "MULTIPLE_CHOICE",
    mechanism: "cpmm-multi-1",
    shouldAnswersSumToOne: true,
    answers: [
      { id: "red", text: "Reds", probability: 0.7, volume: 50 },
      { id: "blu", text: "Blues", probability: 0.3 },
    ],
    ...more,
  };
};

export const resolved = (resolution: unknown, more: object = {}) =>
  binary({ isResolved: true, resolution, resolutionTime: NOW - 1000, resolutionProbability: 0.78, ...more });

export const read = (...rows: unknown[]) => source.normalise(rows, NOW);

export function only(row: unknown): MarketRecord {
  const { markets } = read(row);
  assert.equal(markets.length, 1);
  return markets[0] as MarketRecord;
}

export const ending = ({ status, outcome, settlementPrice }: MarketRecord) => ({ status, outcome, settlementPrice });
