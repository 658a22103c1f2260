import { mix, unit } from "../chance.ts";
import type { Figures } from "../figures.ts";
import type { ListedMarket } from "../listings.ts";

const LEVELS = 6;

/** A price of yes and contracts. */
export type DemoLevel = readonly [price: number, size: number];

interface DemoBook {
  readonly bids: readonly DemoLevel[];
  readonly asks: readonly DemoLevel[];
}

/** The book around a market's bid and ask, best first and deeper farther away. Empty once trading has ended. */
export function bookAround({ platform, hash }: ListedMarket, { bid, ask, liquidity, phase }: Figures): DemoBook {
  if (phase !== "open") return { bids: [], asks: [] };
  const tick = platform !== "predictit" && (bid < 0.05 || ask > 0.95) ? 0.001 : 0.01;
  const levelsFrom = (best: number, step: number, size: number): DemoLevel[] =>
    Array.from({ length: LEVELS }, (_, index): DemoLevel => {
      const growth = 1 + index * unit(mix(hash, 60 + index));
      return [round(best + index * step, 4), round(size * growth, 2)];
    }).filter(([price]) => price > 0 && price < 1);
  return { bids: levelsFrom(bid, -tick, liquidity * 0.2), asks: levelsFrom(ask, tick, liquidity * 0.3) };
}

const round = (amount: number, places: number): number => Math.round(amount * 10 ** places) / 10 ** places;
