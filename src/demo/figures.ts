import { DAY_MS } from "../clock.ts";
import { type BookLevel, type OrderBook, toOrderBook } from "../domain/books.ts";
import { toLevel } from "../sources/source.ts";
import { lattice, mix, unit } from "./chance.ts";
import type { ListedMarket } from "./listings.ts";
import type { DemoTopic, PlatformId } from "./topic.ts";
import {
  activityAt,
  clampChance,
  lastMove,
  MAX_CHANCE,
  MIN_CHANCE,
  phaseAt,
  settle,
  TICK_MS,
  type Walk,
} from "./walk.ts";

/** What figures are made from. */
export interface DemoState {
  readonly seed: number;
  readonly walk: Walk;
  /** Missing where prices do not depend on who asks. */
  readonly attention?: Attention;
}

/** A market's prices in 0..1 and its amounts in the platform's own unit. */
export interface Figures {
  readonly phase: "open" | "closed" | "settled";
  readonly settledAt: number;
  /** What a yes contract pays, 0..1; valid once settled. */
  readonly payout: number;
  /** The price of an automated market maker. */
  readonly chance: number;
  /** 0 while nobody bids; `ask` is 1 while nobody offers. */
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly volume: number;
  readonly volume24h: number;
  readonly liquidity: number;
}

/** A market's figures at a time, past times included, so that history and listings agree. */
export function figuresAt(demo: DemoState, market: ListedMarket, at: number): Figures {
  const { topic, edition } = market.event;
  const settlement = settle(topic, demo.seed);
  const payout = settlement.payouts[market.index] ?? 0;
  const walked = chanceAt(demo.walk, market, at);
  const chance = clampChance(walked + (demo.attention?.moveAt(market, walked, at) ?? 0));
  const volume = volumeAt(market, at);
  return {
    phase: phaseAt(topic, demo.seed, at),
    settledAt: settlement.at,
    payout: edition.isInverted ? 1 - payout : payout,
    chance,
    ...bookOf(market, chance),
    volume,
    volume24h: round2(volume - volumeAt(market, Math.min(at, topic.closesAt + DAY_MS) - DAY_MS)),
    liquidity: round2(market.dailyVolume * (0.3 + unit(mix(market.hash, 5)))),
  };
}

/** The price that the platform shows at a time. */
export function priceAt(walk: Walk, market: ListedMarket, at: number): number {
  const chance = chanceAt(walk, market, at);
  return priceOf(market, { chance, ...bookOf(market, chance) });
}

/** The price that the platform shows: the middle of its book, or the chance on Manifold. */
export function priceOf(market: ListedMarket, { chance, bid, ask }: Pick<Figures, "chance" | "bid" | "ask">): number {
  return market.platform === "manifold" ? chance : Math.round(((bid + ask) / 2) * 1e6) / 1e6;
}

/** Lifetime volume in the platform's own unit; it never falls. */
export function volumeAt(market: ListedMarket, at: number): number {
  const { topic } = market.event;
  const until = Math.min(topic.closesAt, Math.max(topic.opensAt, lastMove(topic, at) * TICK_MS));
  return round2(market.dailyVolume * activityAt(topic, (until - topic.opensAt) / DAY_MS));
}

const round2 = (amount: number): number => Math.max(0, Math.round(amount * 100) / 100);

/** Nearer than this to the least and the highest chance, gaps shrink, down to nothing. */
const MIN_FULL_GAP_DISTANCE = 0.12;

function chanceAt(walk: Walk, { platform, index, event }: ListedMarket, at: number): number {
  const { topic, edition } = event;
  const own = walk.chancesAt(topic, at, platform)[index] ?? 0.5;
  const share = Math.min(1, Math.min(own - MIN_CHANCE, MAX_CHANCE - own) / MIN_FULL_GAP_DISTANCE);
  const gap = gapOf(topic, index) * gapShareAt(topic, at) * GAP_SHARES[platform];
  const chance = clampChance(own + (gap * share) / 100);
  return edition.isInverted ? 1 - chance : chance;
}

const GAP_MS = 30 * 3_600_000;

/** Gaps open and close: traders take them, and platforms part again. */
const gapShareAt = ({ path }: DemoTopic, at: number): number =>
  Math.min(1, Math.max(0, 0.9 + 1.2 * lattice(path, 11, at / GAP_MS)));

/** In a race, what platforms think more of the first outcome is what they think less of the second. */
export const gapOf = ({ shape, gap }: DemoTopic, index: number): number =>
  shape !== "race" || index === 0 ? gap : index === 1 ? -gap : 0;

/** Where a topic has a gap between platforms, on which side of it they are. */
export const GAP_SHARES: Readonly<Record<PlatformId, number>> = {
  polymarket: -0.5,
  kalshi: 0.5,
  predictit: 0,
  manifold: 0,
};

/**
 * Prices in whole cents, or in tenths at both ends on Polymarket and Kalshi. Thinly traded markets have wider books. Asks
 * of exclusive outcomes add up to more than a dollar, bids to less.
 */
function bookOf(market: ListedMarket, chance: number): { bid: number; ask: number; last: number } {
  const isFine = market.platform !== "predictit" && (chance < 0.05 || chance > 0.95);
  const tick = isFine ? 0.001 : 0.01;
  const daily = market.dailyVolume;
  const extra = market.event.topic.gap > 0 || daily > 1500 ? 0 : daily > 150 ? 0.5 : 1.2;
  const half = (0.3 + extra) * (isFine ? 0.002 : 0.01);
  const bid = Math.max(0, Math.floor((chance - half) / tick + 1e-9) * tick);
  const ask = Math.min(1, Math.ceil((chance + half) / tick - 1e-9) * tick);
  const isBuy = unit(mix(market.hash, Math.round(chance * 1e6))) < 0.5;
  const least = isFine ? 0.005 : 0.01;
  const last = Math.min(1 - least, Math.max(least, isBuy ? ask : bid));
  return { bid: round4(bid), ask: round4(ask), last: round4(last) };
}

const round4 = (price: number): number => Math.round(price * 1e4) / 1e4;

const LEVELS = 6;

/** The book around a market's bid and ask, deeper farther away. Empty once trading has ended. */
export function bookAround({ platform, hash }: ListedMarket, { bid, ask, liquidity, phase }: Figures): OrderBook {
  if (phase !== "open") return { bids: [], asks: [] };
  const tick = platform !== "predictit" && (bid < 0.05 || ask > 0.95) ? 0.001 : 0.01;
  const levelsFrom = (best: number, step: number, size: number): BookLevel[] =>
    Array.from({ length: LEVELS }, (_, index) => {
      const growth = 1 + index * unit(mix(hash, 60 + index));
      return toLevel(round4(best + index * step), round2(size * growth));
    }).flat();
  return toOrderBook(levelsFrom(bid, -tick, liquidity * 0.2), levelsFrom(ask, tick, liquidity * 0.3));
}

/** Markets that are asked for by their ids again this soon are looked at. */
const SOON_MS = 15_000;

/** How often their prices change. */
const MOVE_EVERY_MS = 4000;

/** The most that attention moves a market's chance, up or down, and how many moves that takes. */
const MAX_MOVE = 0.01;
const MOVES_PER_TURN = 10;

interface Asked {
  readonly at: number;
  /** Whether the market had been asked for shortly before. */
  readonly isAgain: boolean;
}

/** Which markets are looked at. Their prices move every few seconds; those of the same outcome move alike everywhere. */
type Attention = ReturnType<typeof createAttention>;

export function createAttention() {
  const asked = new Map<ListedMarket, Asked>();
  return {
    /** Notes that a market was asked for by its id. */
    note(market: ListedMarket, now: number): void {
      const before = asked.get(market);
      if (before?.at === now) return;
      asked.set(market, { at: now, isAgain: before !== undefined && now - before.at <= SOON_MS });
    },

    /** By how much looking at it moves the market's chance. */
    moveAt(market: ListedMarket, chance: number, at: number): number {
      const last = asked.get(market);
      if (last?.isAgain !== true || at < last.at || at > last.at + SOON_MS) return 0;
      const { topic, edition } = market.event;
      const move = Math.floor(at / MOVE_EVERY_MS);
      const share = lattice(mix(topic.hash, market.index), 7, move / MOVES_PER_TURN);
      const by = share * Math.min(MAX_MOVE, chance / 2, (1 - chance) / 2);
      return edition.isInverted ? -by : by;
    },
  };
}
