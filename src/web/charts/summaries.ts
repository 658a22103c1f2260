import type { Micros } from "../../domain/prices.ts";
import { percent } from "../page/figures.ts";
import type { ChartLine } from "./chart.ts";

/** What a chart of lines shows: "Chance of yes over 7 days: Kalshi from 60% to 62%, Manifold 65%." */
export function linesSummary(lines: readonly ChartLine[], period: string): string {
  const parts = lines.flatMap(({ label, prices }) => {
    const known = prices.filter((price) => price !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      percent(first) === percent(last)
        ? `${label} ${percent(last)}`
        : `${label} from ${percent(first)} to ${percent(last)}`,
    ];
  });
  return `Chance of yes over ${period}: ${parts.join(", ") || "no price known"}.`;
}

/** What a chart of one market shows: "Chance of yes over 7 days: from 60% to 62%, lowest 58%, highest 64%." */
export function marketSummary(prices: readonly (Micros | null)[], period: string): string {
  const known = prices.filter((price) => price !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return `Chance of yes over ${period}: no price known.`;
  if (known.length === 1) return `Chance of yes over ${period}: ${percent(last)}, the only price known.`;
  const [low, high] = [percent(Math.min(...known)), percent(Math.max(...known))];
  if (low === high) return `Chance of yes over ${period}: ${low} all the time.`;
  return `Chance of yes over ${period}: from ${percent(first)} to ${percent(last)}, lowest ${low}, highest ${high}.`;
}
