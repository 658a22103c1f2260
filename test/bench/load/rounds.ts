import type { Contender } from "../contenders/contender.ts";
import type { Row } from "../report.ts";
import type { Setting } from "../setting.ts";
import { type Load, type Measured, measure } from "./load.ts";

/** A contender and what it is asked in every round. */
interface Entry {
  readonly contender: Contender;
  readonly load: Load;
}

/** Lets the contenders take turns, round after round, and gives the medians of each. */
export async function takeTurns(
  { rounds }: Pick<Setting, "rounds">,
  scenario: string,
  entries: readonly Entry[],
  warmUpSeconds: number,
): Promise<Row[]> {
  const measured = new Map<Entry, Measured[]>(entries.map((entry) => [entry, []]));
  for (const { contender, load } of entries) {
    await measure(contender, { ...load, seconds: Math.min(warmUpSeconds, 4 * load.seconds) });
  }
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) measured.get(entry)?.push(await measure(entry.contender, entry.load));
  }
  return entries.map((entry) => ({
    scenario,
    contender: entry.contender.name,
    ...mediansOf(measured.get(entry) ?? []),
  }));
}

function mediansOf(rounds: readonly Measured[]): Measured {
  const of = (name: keyof Measured): number => medianOf(rounds.map((one) => one[name]));
  return {
    requestsPerSecond: of("requestsPerSecond"),
    p50Ms: of("p50Ms"),
    p99Ms: of("p99Ms"),
    cpuMicros: of("cpuMicros"),
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
