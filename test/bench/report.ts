import type { Measured } from "./load/load.ts";

/** One contender in one scenario, medians over the rounds. */
export interface Row extends Measured {
  readonly scenario: string;
  readonly contender: string;
}

/** Something that is to be reached. */
export interface Target {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** What a scenario found out. */
export interface Findings {
  readonly rows?: readonly Row[];
  readonly targets?: readonly Target[];
  /** Figures that have no target. */
  readonly notes?: readonly string[];
}

const isMet = ({ measured, atLeast, atMost }: Target): boolean =>
  (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);

/** How many times the one named first did what the other did, in requests a second. */
export const ratioOf = (rows: readonly Row[], first: string, other: string): number =>
  rowOf(rows, first).requestsPerSecond / rowOf(rows, other).requestsPerSecond;

/** The ratio in words, and that of answers a second of processor time, which other work on the machine hardly changes. */
export function describeRatio(rows: readonly Row[], first: string, other: string): string {
  const [one, two] = [rowOf(rows, first), rowOf(rows, other)];
  const ratio = ratioOf(rows, first, other).toFixed(3);
  return `${one.scenario}: ${first} ÷ ${other} ${ratio}, by processor time ${(two.cpuMicros / one.cpuMicros).toFixed(3)}`;
}

function rowOf(rows: readonly Row[], name: string): Row {
  const row = rows.find(({ contender }) => contender === name);
  if (row === undefined) throw new Error(`${name} did not take part`);
  return row;
}

/** The rows as text, columns aligned. */
export function toRowTable(rows: readonly Row[]): string {
  const head = ["scenario", "contender", "req/s", "p50 ms", "p99 ms", "CPU µs/req", "busy %"];
  const lines = rows.map((row) => [
    row.scenario,
    row.contender,
    row.requestsPerSecond.toFixed(0),
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.cpuMicros.toFixed(1),
    // Well below 100: the load, or other work on the machine, was what limited the figure.
    ((row.cpuMicros * row.requestsPerSecond) / 10_000).toFixed(0),
  ]);
  return toTable([head, ...lines], 2);
}

/** The targets as text: what, the target, what was measured, met or not. */
export function toTargetTable(targets: readonly Target[]): string {
  const lines = targets.map((target) => [
    target.what,
    target.atLeast === undefined ? `≤ ${target.atMost} ${target.unit}` : `≥ ${target.atLeast} ${target.unit}`,
    `${format(target.measured)} ${target.unit}`,
    isMet(target) ? "met" : "NOT MET",
  ]);
  return toTable([["target", "wanted", "measured", ""], ...lines], 1);
}

const format = (value: number): string => (value >= 1000 ? value.toFixed(0) : value.toPrecision(3));

/** The first `left` columns are text, the others figures. */
function toTable(rows: readonly (readonly string[])[], left: number): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}
