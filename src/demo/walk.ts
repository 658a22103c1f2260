import { DAY_MS, HOUR_MS } from "../clock.ts";
import { lattice, mix, noise, unit } from "./chance.ts";
import { chancesOfFigure, type DemoTopic, PLATFORMS, type PlatformId, payoutsOfFigure } from "./topic.ts";

/** Prices change at whole ticks of clock time. */
export const TICK_MS = 30_000;
export const MIN_CHANCE = 0.006;
export const MAX_CHANCE = 1 - MIN_CHANCE;

/** The chances of a topic's outcomes over time: a seeded random walk that depends on seed and time only. */
export interface Walk {
  /** Those that all platforms follow or, with a platform, what it makes of them. */
  chancesAt(topic: DemoTopic, at: number, platform?: PlatformId): readonly number[];
}

/** More chances than all topics need at a time, or one topic in a month of its archive. */
const MAX_KEPT = 10_000;

export function createWalk(seed: number): Walk {
  const kept = new Map<DemoTopic, Map<number, readonly number[]>>();
  let count = 0;
  const chancesOf = (topic: DemoTopic, tick: number, platform: PlatformId | undefined): readonly number[] => {
    const key = tick * (PLATFORMS.length + 1) + (platform === undefined ? 0 : 1 + PLATFORMS.indexOf(platform));
    const known = kept.get(topic)?.get(key);
    if (known !== undefined) return known;
    const chances = walk(topic, tick, platform);
    if (++count > MAX_KEPT) {
      kept.clear();
      count = 1;
    }
    const ofTopic = kept.get(topic) ?? new Map<number, readonly number[]>();
    kept.set(topic, ofTopic.set(key, chances));
    return chances;
  };
  const walk = (topic: DemoTopic, tick: number, platform: PlatformId | undefined): readonly number[] => {
    const { sums } = topic;
    if (sums !== null) {
      const parts = chancesOf(sums.race, tick, platform);
      return sums.parts.map((indexes) => sumOf(parts, indexes));
    }
    if (platform === undefined) return toChances(topic, seed, tick);
    return shade(topic, chancesOf(topic, tick, undefined), { seed, tick, platform });
  };
  return { chancesAt: (topic, at, platform) => chancesOf(topic, lastMove(topic, at), platform) };
}

/** The tick at or before `at` on which the topic last moved: each topic moves on every fifth to ninth tick. */
export function lastMove(topic: DemoTopic, at: number): number {
  const every = 5 + (topic.path % 5);
  const phase = (topic.path >>> 8) % every;
  const tick = Math.floor(Math.min(at, topic.closesAt) / TICK_MS);
  return Math.floor((tick + phase) / every) * every - phase;
}

/** Trading activity since the opening: never falls and grows by about one a day, faster on busy days and in waking hours. */
export function activityAt(topic: DemoTopic, days: number): number {
  const begun = topic.opensAt / DAY_MS;
  const busy = 0.1 * (lattice(topic.hash, 99, days) - lattice(topic.hash, 99, 0));
  return days + busy + wakingAt(begun + days) - wakingAt(begun);
}

/** Most is traded in New York's afternoon, four times as much as at night. */
const wakingAt = (days: number): number => (0.6 / (2 * Math.PI)) * Math.sin(2 * Math.PI * (days - BUSIEST_HOUR / 24));

const BUSIEST_HOUR = 20;

export const clampChance = (chance: number): number => Math.min(MAX_CHANCE, Math.max(MIN_CHANCE, chance));

const sumOf = (chances: readonly number[], parts: readonly number[]): number =>
  clampChance(parts.reduce((sum, index) => sum + (chances[index] ?? 0), 0));

function toChances(topic: DemoTopic, seed: number, tick: number): readonly number[] {
  if (topic.figure !== null) {
    return chancesOfFigure(topic.figure, topic.closesAt, { seed, at: tick * TICK_MS }).map(clampChance);
  }
  const common = mix(topic.path, seed);
  const pulls = pullsAt(topic, seed, tick);
  const isLadder = topic.shape === "ladder";
  const shared = isLadder ? topic.volatility * noise(common, tick) : 0;
  return toShares(
    topic,
    topic.outcomes.map(({ chance }, index) => {
      const own = isLadder ? shared : topic.volatility * noise(mix(common, index + 1), tick);
      return (chance / (topic.shape === "race" ? 1 : 1 - chance)) * Math.exp(own + (pulls[index] ?? 0));
    }),
  );
}

/** What a platform's traders make of the chances: a little more or less, for a while. Ladders stay in order. */
function shade(
  topic: DemoTopic,
  chances: readonly number[],
  { seed, tick, platform }: { readonly seed: number; readonly tick: number; readonly platform: PlatformId },
): readonly number[] {
  const common = mix(mix(topic.path, seed), 7001 + PLATFORMS.indexOf(platform));
  const isOrdered = topic.shape === "ladder" || topic.isDeadline;
  const width =
    platform === "manifold" ? 0.14 : topic.gap > 0 ? 0.008 : isOrdered ? 0.03 : topic.size >= 20_000 ? 0.022 : 0.045;
  const weights = chances.map((chance, index) => {
    const key = isOrdered ? common : mix(common, index);
    const mood = 0.6 * lattice(key, 3, tick / 140) + 0.4 * lattice(key, 4, tick / 1900);
    return (chance / (topic.shape === "race" ? 1 : 1 - chance)) * Math.exp(width * mood);
  });
  return toShares(topic, weights);
}

/** Weights of a race as chances that add up to one; other odds as chances. None is near zero or one. */
function toShares({ shape }: DemoTopic, weights: readonly number[]): readonly number[] {
  if (shape !== "race") return weights.map((odds) => clampChance(odds / (1 + odds)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const left = 1 - weights.length * MIN_CHANCE;
  return weights.map((weight) => MIN_CHANCE + (left * weight) / total);
}

/** How far each outcome leans towards its ending, in log odds; what an earlier deadline decides counts. */
function pullsAt(topic: DemoTopic, seed: number, tick: number): number[] {
  const pulls = topic.outcomes.map(() => 0);
  for (const one of [topic, ...topic.earlier]) {
    const pull = pullAt(one, tick);
    if (pull === 0) continue;
    const { payouts } = settle(one, seed);
    for (const [index, { key }] of topic.outcomes.entries()) {
      const payout = payouts[one === topic ? index : one.outcomes.findIndex((outcome) => outcome.key === key)];
      // A no says nothing about a later deadline.
      if (payout === undefined || (one !== topic && payout < 1)) continue;
      pulls[index] = one === topic ? (payout - 0.5) * 2 * pull : Math.max(pulls[index] ?? 0, pull);
    }
  }
  return pulls;
}

/** In log odds: 0 until some time before the close, then ever faster more. A deadline casts its shadow for weeks. */
function pullAt(topic: DemoTopic, tick: number): number {
  const most = (topic.isDeadline ? 20 : 4) * DAY_MS;
  const window = topic.isLive ? LIVE_MS : Math.min(most, (topic.closesAt - topic.opensAt) / 3);
  const progress = 1 - (topic.closesAt - tick * TICK_MS) / window;
  return progress <= 0 ? 0 : (topic.isLive ? 3.5 : 2.6) * Math.min(1, progress) ** 2.5;
}

const LIVE_MS = 2.5 * HOUR_MS;

interface Settlement {
  /** Epoch milliseconds, 10 to 60 minutes after the topic closes. */
  readonly at: number;
  /** What a yes contract of each outcome pays, 0..1. */
  readonly payouts: readonly number[];
}

/** How and when a topic ends, given by the seed. Likely outcomes come true for more seeds. */
export function settle(topic: DemoTopic, seed: number): Settlement {
  const key = mix(topic.path, seed ^ 0x5e77);
  const at = topic.closesAt + (10 + (key % 50)) * 60_000;
  if (topic.ending !== "usual") return { at, payouts: topic.outcomes.map(() => 0.5) };
  if (topic.figure !== null) return { at, payouts: payoutsOfFigure(topic.figure, topic.closesAt, seed) };
  return { at, payouts: draw(topic, key) };
}

/** Whether the topic is open, closed without an outcome, or settled at a time. */
export function phaseAt(topic: DemoTopic, seed: number, at: number): "open" | "closed" | "settled" {
  if (at < topic.closesAt) return "open";
  return at < settle(topic, seed).at ? "closed" : "settled";
}

function draw(topic: DemoTopic, key: number): readonly number[] {
  const { sums } = topic;
  if (sums !== null) {
    const payouts = draw(sums.race, key);
    return sums.parts.map((parts) => parts.reduce((sum, index) => sum + (payouts[index] ?? 0), 0));
  }
  const lot = unit(key);
  if (topic.shape === "ladder") return topic.outcomes.map(({ chance }) => (lot < chance ? 1 : 0));
  if (topic.shape === "set") return topic.outcomes.map(({ chance }, index) => (unit(mix(key, index)) < chance ? 1 : 0));
  let left = lot;
  return topic.outcomes.map(({ chance }) => {
    left -= chance;
    return left < 0 && left + chance >= 0 ? 1 : 0;
  });
}
