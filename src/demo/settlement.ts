import { mix, unit } from "./chance.ts";
import { payoutsOfFigure } from "./figure-path.ts";
import type { DemoTopic } from "./topic.ts";

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
