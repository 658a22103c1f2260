import type { Outcome } from "../../domain/markets.ts";
import { stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type AxisRange, shareOf, type Tick } from "./chart.ts";

/** Something that happened, marked in a chart. `at` is epoch seconds. */
export interface ChartMark {
  readonly at: number;
  readonly text: string;
}

/** What a chart knows of a market's life. Times are epoch milliseconds, null where unknown. */
interface Life {
  readonly status: "open" | "closed";
  readonly createdAt?: number | null;
  readonly closesAt: number | null;
  readonly resolvedAt?: number | null;
  readonly outcome: Outcome | null;
  readonly rulesChangedAt?: number | null;
}

/**
 * When a market was listed, had other rules, closed and resolved, as far as that is past. `name` says which market, where
 * several are drawn.
 */
export function marksOf(market: Life, now: number, name = ""): readonly ChartMark[] {
  const { status, createdAt = null, rulesChangedAt = null, closesAt, resolvedAt = null, outcome } = market;
  const ending = outcome === null || outcome === "unknown" ? "Resolved" : `Resolved: ${outcome}`;
  const passed = status === "open" || closesAt === null || closesAt > now ? null : closesAt;
  return [
    { at: createdAt, text: "Listed" },
    { at: rulesChangedAt, text: "Rules changed" },
    { at: passed, text: "Closed" },
    { at: resolvedAt, text: ending },
  ].flatMap(({ at, text }) =>
    at === null ? [] : [{ at: Math.floor(at / 1000), text: name === "" ? text : `${name}: ${text.toLowerCase()}` }],
  );
}

/** When the price of a closed market stopped to count, in epoch seconds; undefined while it is open. */
export function endOf(
  { status, closesAt, resolvedAt = null, updatedAt }: Life & { readonly updatedAt: number },
  now: number,
) {
  if (status === "open") return undefined;
  const closed = closesAt === null || closesAt > now ? updatedAt : closesAt;
  return Math.floor(Math.min(resolvedAt ?? closed, now) / 1000);
}

/** Markets with when they ended, for `findWindow`. */
export const withEnds = (
  markets: readonly (Life & { readonly platform: string; readonly id: string; readonly updatedAt: number })[],
  now: number,
) => markets.map((market) => ({ platform: market.platform, id: market.id, endedAt: endOf(market, now) }));

/** Those within the chart, oldest first; of one minute together. */
export function marksWithin(marks: readonly ChartMark[], [from, to]: AxisRange): readonly ChartMark[] {
  const shown = new Map<number, { readonly at: number; readonly texts: Set<string> }>();
  for (const { at, text } of marks.toSorted((a, b) => a.at - b.at)) {
    if (at < from || at > to) continue;
    const minute = Math.floor(at / 60);
    const known = shown.get(minute) ?? { at, texts: new Set() };
    shown.set(minute, known);
    known.texts.add(text);
  }
  return [...shown.values()].map(({ at, texts }) => ({ at, text: [...texts].join(", ") }));
}

/** Numbers nearer to each other are joined, so that they do not cover each other on a phone. */
const MIN_APART = 0.07;

/** Numbered marks; the list below the chart has the same numbers. Near ones have one text, "1–2". */
export function markTicks(marks: readonly ChartMark[], window: AxisRange, hasNumbers: boolean): Tick[] {
  const shares = marks.map(({ at }) => shareOf(at, window));
  const isFirst = (index: number): boolean =>
    index === 0 || (shares[index] ?? 0) - (shares[index - 1] ?? 0) >= MIN_APART;
  const firsts = [...shares.keys()].filter(isFirst);
  const textOf = (index: number): string => {
    if (!hasNumbers || !isFirst(index)) return "";
    const last = (firsts.find((first) => first > index) ?? shares.length) - 1;
    return last === index ? String(index + 1) : `${index + 1}–${last + 1}`;
  };
  return shares.map((share, index) => ({ share, text: textOf(index) }));
}

export const markList = (marks: readonly ChartMark[]): Html | false =>
  marks.length > 0 &&
  html`<ol class="marks">${marks.map(({ at, text }) => html`<li><span class="at">${stamp(at * 1000)}</span> ${text}</li>`)}</ol>`;
