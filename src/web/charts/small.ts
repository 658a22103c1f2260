import type { Micros } from "../../domain/prices.ts";
import { type Html, html } from "../page/html.ts";

const SPARK = { width: 72, height: 20, margin: 2 } as const;
/** Smaller moves are drawn flat. */
const MIN_SPARK_RANGE: Micros = 20_000;

/** A price as a small line; figures beside it say the same. */
export function sparkline(course: readonly Micros[]): Html | false {
  if (course.length < 2) return false;
  const { width, height, margin } = SPARK;
  const [low, high] = [Math.min(...course), Math.max(...course)];
  const range = Math.max(high - low, MIN_SPARK_RANGE);
  const bottom = low - (range - (high - low)) / 2;
  const points = course.map((price, index) => {
    const x = margin + (index / (course.length - 1)) * (width - 2 * margin);
    const y = height - margin - ((price - bottom) / range) * (height - 2 * margin);
    // Half a unit is as fine as a screen draws it.
    return `${x.toFixed(1)},${Math.round(y * 2) / 2}`;
  });
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">\
<polyline points="${points.join(" ")}"/></svg>`;
}

/** A share of 1 as a bar in a table. */
export const gauge = (share: number): Html => stackedGauge([{ share }]);

/** Parts of 1 beside each other, each with the colour of its class. */
export function stackedGauge(parts: readonly { readonly share: number; readonly name?: string }[]): Html {
  let left = 0;
  const bars = parts.map(({ share, name }) => {
    const [x, width] = [left * 100, share * 100];
    left += share;
    return html`<rect${name !== undefined && html` class="${name}"`}${x > 0 && html` x="${x.toFixed(1)}"`} width="${width.toFixed(1)}" \
height="10"/>`;
  });
  return html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}

interface SmallBar {
  /** Its height, of 1. */
  readonly share: number;
  readonly name?: string;
  /** What the pointer shows. */
  readonly title?: string;
}

const SMALL_BAR = { width: 8, step: 10, height: 28 } as const;

/** Bars beside each other without a scale, for where there is little room; `summary` says what they show. */
export const smallBars = (bars: readonly SmallBar[], summary?: string): Html =>
  html`<svg viewBox="0 0 ${(bars.length - 1) * SMALL_BAR.step + SMALL_BAR.width} ${SMALL_BAR.height}" preserveAspectRatio="none" \
${summary === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${summary}"`}>${bars.map(
    ({ share, name, title }, index) => {
      const height = share * SMALL_BAR.height;
      return html`<rect${name !== undefined && html` class="${name}"`} x="${index * SMALL_BAR.step}" \
y="${(SMALL_BAR.height - height).toFixed(1)}" width="${SMALL_BAR.width}" height="${height.toFixed(1)}">${
        title !== undefined && html`<title>${title}</title>`
      }</rect>`;
    },
  )}</svg>`;
