import { mix, unit } from "./chance.ts";
import { settle } from "./settlement.ts";
import type { Topic } from "./topic.ts";

/** Prices change at whole ticks of clock time. */
export const TICK_MS = 30_000;
export const MIN_CHANCE = 0.01;
export const MAX_CHANCE = 0.99;

/** The chances of a topic's outcomes over time: a seeded random walk that depends on seed and time only. */
export interface Walk {
  chancesAt(topic: Topic, at: number): Float64Array;
}

/** `maxTicks` bounds the cache of each topic: few for the present, many for writing an archive. */
export function createWalk(seed: number, maxTicks = 2): Walk {
  const cache = new Map<Topic, Map<number, Float64Array>>();
  return {
    chancesAt(topic, at) {
      const tick = lastMove(topic, at);
      const ticks = cache.get(topic) ?? new Map<number, Float64Array>();
      cache.set(topic, ticks);
      const cached = ticks.get(tick);
      if (cached !== undefined) return cached;
      if (ticks.size >= maxTicks) ticks.clear();
      const { sums } = topic;
      const own = toChances(sums?.race ?? topic, seed, tick);
      const chances = sums === null ? own : Float64Array.from(sums.parts, (parts) => sumOf(own, parts));
      ticks.set(tick, chances);
      return chances;
    },
  };
}

/** The tick at or before `at` on which the topic last moved: each topic moves on every fifth to ninth tick. */
export function lastMove(topic: Topic, at: number): number {
  const every = 5 + (topic.path % 5);
  const phase = (topic.path >>> 8) % every;
  const tick = Math.floor(Math.min(at, topic.closesAt) / TICK_MS);
  return Math.floor((tick + phase) / every) * every - phase;
}

/** Trading activity since the opening: never falls and grows by about one a day, faster on busy days. */
export const activityAt = (topic: Topic, days: number): number =>
  days + 0.3 * (lattice(topic.hash, 99, days) - lattice(topic.hash, 99, 0));

export const clampChance = (chance: number): number => Math.min(MAX_CHANCE, Math.max(MIN_CHANCE, chance));

const sumOf = (chances: Float64Array, parts: readonly number[]): number =>
  clampChance(parts.reduce((sum, index) => sum + (chances[index] ?? 0), 0));

function toChances(topic: Topic, seed: number, tick: number): Float64Array {
  const chances = new Float64Array(topic.outcomes.length);
  const common = mix(topic.path, seed);
  const pulls = pullsAt(topic, seed, tick);
  const shared = topic.shape === "ladder" ? topic.pulse * noise(common, tick) : 0;
  let total = 0;
  let sum = 0;
  for (const [index, outcome] of topic.outcomes.entries()) {
    const own = topic.shape === "ladder" ? shared : topic.pulse * noise(mix(common, index + 1), tick);
    const odds =
      Math.exp(own + (pulls[index] ?? 0)) * (outcome.chance / (topic.shape === "race" ? 1 : 1 - outcome.chance));
    chances[index] = topic.shape === "race" ? odds : clampChance(odds / (1 + odds));
    total += odds;
    sum += outcome.chance;
  }
  if (topic.shape === "race")
    for (const [index, odds] of chances.entries()) chances[index] = clampChance((odds / total) * sum);
  return chances;
}

/** How far each outcome leans towards its ending, in log odds; what an earlier deadline decides counts. */
function pullsAt(topic: Topic, seed: number, tick: number): number[] {
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

/**
 * How far prices lean towards the ending, in log odds: 0 until shortly before the close, then quickly more, and for a
 * while after it.
 */
function pullAt(topic: Topic, tick: number): number {
  const window = Math.min(2 * 86_400_000, (topic.closesAt - topic.opensAt) / 4);
  const progress = 1 - (topic.closesAt - tick * TICK_MS) / window;
  return progress <= 0 ? 0 : 3.5 * Math.min(1.5, progress) ** 2;
}

const OCTAVES = [8, 32, 128, 512, 2048, 8192, 32_768, 131_072].map((ticks) => ({
  ticks,
  weight: Math.min(2.5, Math.sqrt(ticks / 2880) + (ticks < 100 ? 0.16 : 0.04)),
}));

function noise(key: number, tick: number): number {
  let sum = 0;
  for (const { ticks, weight } of OCTAVES) sum += weight * lattice(key, ticks, tick / ticks);
  return sum;
}

/** Smooth noise in -1..1 with a random value at every whole position. */
function lattice(key: number, salt: number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  const salted = key ^ Math.imul(salt, 0x9e3779b1);
  const from = unit(mix(salted, whole)) * 2 - 1;
  const to = unit(mix(salted, whole + 1)) * 2 - 1;
  return from + (to - from) * part * part * (3 - 2 * part);
}
