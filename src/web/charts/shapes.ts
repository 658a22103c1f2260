import type { Candle } from "../../domain/candles.ts";
import { type Html, html } from "../page/html.ts";
import type { Candles } from "./candles.ts";
import { HEIGHT, toX, toY } from "./drawing.ts";
import type { AxisRange } from "./ticks.ts";
import type { VolumeBars } from "./volume-bars.ts";

/** Between two bars, of their width and of the whole window: the smaller counts. */
const GAP_SHARE = 0.14;
const MAX_GAP_SHARE = 0.003;
/** A candle's body, of its time. */
const BODY_SHARE = 0.64;

/** A bar for each stretch of time, from zero up. */
export function drawBars({ bars }: VolumeBars, window: AxisRange, range: AxisRange): Html {
  const path = bars.map(({ from, to, traded }) => {
    const gap = Math.min((to - from) * GAP_SHARE, (window[1] - window[0]) * MAX_GAP_SHARE);
    const end = Math.max(to - gap, window[0]);
    return `M${toX(Math.max(from, window[0]), window)} ${HEIGHT}V${toY(traded, range)}H${toX(end, window)}V${HEIGHT}Z`;
  });
  return html`<path class="bars" d="${path.join("")}"/>`;
}

/** Candles: hollow where the price rose or stayed, filled where it fell. */
export function drawCandles({ seconds, candles }: Candles, window: AxisRange, range: AxisRange): Html {
  const drawn = candles.map((candle) => ({ candle, path: toCandlePath(candle, seconds, window, range) }));
  const pathOf = (isFall: boolean): string =>
    drawn
      .filter(({ candle: { open, close } }) => close < open === isFall)
      .map(({ path }) => path)
      .join("");
  return html`<path class="rise" d="${pathOf(false)}"/><path class="fall" d="${pathOf(true)}"/>`;
}

function toCandlePath({ start, open, high, low, close }: Candle, seconds: number, window: AxisRange, range: AxisRange) {
  const { from, to } = candleTime(start, seconds, window);
  const [middle, half] = [(from + to) / 2, ((to - from) * BODY_SHARE) / 2];
  const [top, bottom] = [toY(Math.max(open, close), range), toY(Math.min(open, close), range)];
  const [left, right, x] = [middle - half, middle + half, middle].map((at) => toX(at, window));
  return `M${x} ${toY(high, range)}V${top}M${x} ${bottom}V${toY(low, range)}M${left} ${top}H${right}V${bottom}H${left}Z`;
}

/** The time of a candle as far as it is in the window, in epoch seconds. */
export const candleTime = (start: number, seconds: number, [from, to]: AxisRange) => ({
  from: Math.max(start, from),
  to: Math.min(start + seconds, to),
});
