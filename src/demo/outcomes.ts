import type { RangeLabels } from "./format.ts";
import type { TopicOutcome } from "./topic.ts";

/** A figure that is expected at `centre`; two of three times it is nearer to it than `spread`. */
interface Expectation {
  readonly centre: number;
  readonly spread: number;
}

/** "Label|Short|0.3" as outcomes; one without a chance is `decay` times as likely as the one before. */
export const readOutcomes = (rows: readonly string[], decay = 0.8): TopicOutcome[] =>
  rows.map((row, index) => {
    const [label = "", short = "", chance = ""] = row.split("|");
    return named(label, short || label, chance === "" ? decay ** index : Number(chance));
  });

/** The outcomes with chances that add up to one. */
export function toRace(outcomes: readonly TopicOutcome[]): TopicOutcome[] {
  const total = outcomes.reduce((sum, { chance }) => sum + chance, 0);
  return outcomes.map((outcome) => ({ ...outcome, chance: outcome.chance / total }));
}

/** Marks that a figure may exceed in the end or, for `isTouch`, at any time. Lowest first. */
export const toMarks = (
  values: readonly number[],
  figure: Expectation & { readonly isTouch: boolean },
  label: string,
): TopicOutcome[] =>
  values.map((value) => {
    const chance = shareAbove(value, figure) * (figure.isTouch ? 2 : 1);
    const name = label.replaceAll("{n}", toText(value));
    return { ...named(name, name, Math.min(0.97, Math.max(0.02, chance))), key: String(value) };
  });

/** Ranges between marks; the first and the last are open. */
export function toRanges(
  values: readonly number[],
  figure: Expectation,
  { under, between, over, less = 0 }: RangeLabels,
): TopicOutcome[] {
  const bounds = [null, ...values, null];
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? null;
    const chance = (from === null ? 1 : shareAbove(from, figure)) - (to === null ? 0 : shareAbove(to, figure));
    const name = (from === null ? under : to === null ? over : between)
      .replaceAll("{from}", toText(from ?? 0))
      .replaceAll("{to}", toText((to ?? 0) - less))
      .replaceAll("{end}", toText(to ?? 0));
    return { ...named(name, name, Math.max(0.004, chance)), key: `${from ?? ""}..${to ?? ""}` };
  });
}

/** Evenly spaced numbers. */
export const toValues = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Number((from + step * index).toFixed(6)));

const toText = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 4 });

const shareAbove = (value: number, { centre, spread }: Expectation): number =>
  1 / (1 + Math.exp(((value - centre) / spread) * 1.7));

function named(label: string, short: string, chance: number): TopicOutcome {
  const key = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return { key, label, short, chance };
}
