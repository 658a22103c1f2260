import type { TopicOutcome } from "./topic.ts";

/** Contenders in order of strength, "Full name|Short": each is `decay` times as likely as the one before. */
export function contenders(names: readonly string[], decay = 0.86, sum = 1): TopicOutcome[] {
  const weights = names.map((_, index) => decay ** index);
  const total = weights.reduce((left, right) => left + right, 0);
  return names.map((name, index) => named(name, ((weights[index] ?? 0) / total) * sum));
}

/** Outcomes with a chance each: `["Full name|Short", 0.3]`. */
export const weighted = (rows: readonly (readonly [string, number])[]): TopicOutcome[] =>
  rows.map(([name, chance]) => named(name, chance));

/** Thresholds that a figure near `centre` may exceed; `label` names one, "Full|Short". */
export const thresholds = (
  values: readonly number[],
  centre: number,
  spread: number,
  label: (value: number) => string,
): TopicOutcome[] =>
  values.map((value) => ({ ...named(label(value), above(value, centre, spread)), key: String(value) }));

/** Thresholds above `spot` that a figure may touch: twice as likely as to end above them. */
export const touchMarks = (
  values: readonly number[],
  spot: number,
  spread: number,
  label: (value: number) => string,
): TopicOutcome[] =>
  thresholds(values, spot, spread, label).map((row) => ({ ...row, chance: Math.min(0.98, 2 * row.chance) }));

/** The outcomes with the sums of the chances of their parts. */
export const sumChances = (
  rows: readonly TopicOutcome[],
  race: readonly TopicOutcome[],
  parts: readonly (readonly number[])[],
): TopicOutcome[] =>
  rows.map((row, index) => ({
    ...row,
    chance: (parts[index] ?? []).reduce((sum, part) => sum + (race[part]?.chance ?? 0), 0),
  }));

/** Ranges of a figure near `centre`. `edges` are their lower ends; the first and last range are open. */
export function ranges(
  edges: readonly number[],
  centre: number,
  spread: number,
  label: (from: number | null, to: number | null) => string,
): TopicOutcome[] {
  const bounds = [null, ...edges, null];
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? null;
    const chance =
      (from === null ? 1 : above(from, centre, spread, 0.0001)) - (to === null ? 0 : above(to, centre, spread, 0.0001));
    return { ...named(label(from, to), Math.max(0.004, chance)), key: `${from ?? ""}..${to ?? ""}` };
  });
}

/** Evenly spaced numbers. */
export const steps = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Number((from + step * index).toFixed(6)));

function named(name: string, chance: number): TopicOutcome {
  const [label = name, short = label] = name.split("|");
  const key = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return { key, label, short, chance };
}

const above = (value: number, centre: number, spread: number, min = 0.02): number =>
  Math.min(1 - min, Math.max(min, 1 / (1 + Math.exp(((value - centre) / spread) * 1.7))));
