import { mix, unit } from "./chance.ts";
import type { Topic } from "./topics.ts";

export interface Settlement {
  /** Epoch milliseconds; some time after the topic closed. */
  readonly at: number;
  /** What a yes contract of each outcome pays, 0..1. */
  readonly payouts: readonly number[];
}

/** How a topic ends and when, fixed by the seed from the start: the more likely an outcome, the more seeds end so. */
export function settle(topic: Topic, seed: number): Settlement {
  const key = mix(topic.hash, seed ^ 0x5e77);
  const at = topic.closesAt + (10 + (key % 50)) * 60_000;
  return { at, payouts: topic.ending === "usual" ? draw(topic, key) : topic.outcomes.map(() => 0.5) };
}

/** Open, closed but not yet decided, or settled. */
export function phaseAt(topic: Topic, seed: number, at: number): "open" | "closed" | "settled" {
  if (at < topic.closesAt) return "open";
  return at < settle(topic, seed).at ? "closed" : "settled";
}

function draw(topic: Topic, key: number): number[] {
  const lot = unit(key);
  if (topic.shape === "ladder") return topic.outcomes.map(({ chance }) => (lot < chance ? 1 : 0));
  if (topic.shape === "set") return topic.outcomes.map(({ chance }, index) => (unit(mix(key, index)) < chance ? 1 : 0));
  let left = lot;
  return topic.outcomes.map(({ chance }) => {
    left -= chance;
    return left < 0 && left + chance >= 0 ? 1 : 0;
  });
}
