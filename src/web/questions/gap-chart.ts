import { toCentsText } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import type { QuestionHistory } from "../../store/questions/history.ts";
import {
  type Axes,
  type AxisRange,
  boxPath,
  drawChart,
  drawLine,
  fromZero,
  shareOf,
  swatch,
  timeTable,
  timeTicks,
  valueTicks,
  windowText,
} from "../charts/chart.ts";
import { cents, centsHundredths, percent, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

/** The scale reaches at least 2¢. */
const MIN_HIGHEST: Micros = 20_000;

/** From one time of the chart to the next, in epoch seconds. */
interface GapPeriod {
  readonly from: number;
  readonly to: number;
  readonly gap: Micros;
  readonly fees: Micros;
  /** Whether the prices leave something to trade. */
  readonly isTradable: boolean;
}

/** The gap over time with what fees would take of it; nothing where fewer than two real-money platforms ask. */
export function gapSection(history: QuestionHistory): Html | false {
  const { question } = history;
  const course = untilEnd(history);
  const { times, gaps, fees } = course;
  const platforms = new Set(question.members.map(({ platform }) => platform).filter(isRealMoney));
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 0];
  const periods = toPeriods(course);
  if (platforms.size < 2 || periods.length === 0) return false;
  const isOver = question.status === "closed";
  const summary = summaryOf(periods, { gap: gaps.at(-1) ?? null, fees: fees.at(-1) ?? null, isOver });
  const axes = { x: window, y: fromZero(Math.max(MIN_HIGHEST, ...[...gaps, ...fees].map((amount) => amount ?? 0))) };
  const legend = [
    html`${swatch("gap-line", "line")} Gap`,
    html`${swatch("fee-band")} Fees`,
    html`${swatch("surplus")} Left after fees`,
  ];
  const latest = valuesAt(course, times.length - 1);
  return html`<section aria-labelledby="gap-fees"><h2 id="gap-fees">Gap and fees</h2>
${drawChart({
  name: "gap-fees",
  legend: legend.map((label, index) => ({ label, value: latest[index] ?? "–" })),
  points: times.map((at, index) => ({
    share: shareOf(at, window),
    values: valuesAt(course, index),
    at: stamp(at * 1000),
  })),
  atRest: "Latest",
  plots: [
    {
      summary: `${summary} ${windowText(window)}`,
      xTicks: timeTicks(window),
      yTicks: valueTicks(axes.y, toCentsText),
      shapes: drawGap(periods, course, axes),
    },
  ],
  caption: isBroken(periods, window) ? "There is no line where fewer than two platforms had a price." : "",
  table: timeTable({
    label: "Figures of gap and fees",
    times,
    columns: ["Gap", "Fees", "Left after fees"].map((label, column) => ({
      label,
      cellOf: (index) => valuesAt(course, index)[column] ?? "–",
    })),
  }),
})}
<p class="hint">Fees are for one contract of yes at the lowest price and one of no at the highest.${
    periods.some(({ isTradable }) => !isTradable) && " Times with a price of at most 1% or at least 99% do not count."
  }</p></section>`;
}

/** Gap, fees and what is left at one of the times; "–" where a gap is not known. */
function valuesAt({ gaps, fees }: GapCourse, index: number): readonly string[] {
  const [gap, fee] = [gaps[index] ?? null, fees[index] ?? null];
  return [
    gap === null ? "–" : cents(gap),
    fee === null ? "–" : centsHundredths(fee),
    gap === null || fee === null ? "–" : centsHundredths(gap - fee),
  ];
}

interface GapCourse extends Pick<QuestionHistory, "times" | "gaps" | "fees"> {
  /** For each moment, whether no real-money price is as good as certain. */
  readonly tradable: readonly boolean[];
}

/** Prices beyond these are of questions that are as good as decided: no platform offers both sides there. */
const MIN_PRICE: Micros = 10_000;

/** The course up to the moment when the first of its real-money markets closed; all of it while the question is open. */
function untilEnd({ question, times, series, gaps, fees }: QuestionHistory): GapCourse {
  const real = series.filter(({ member }) => isRealMoney(member.platform));
  const tradable = times.map((_, index) =>
    real.every(({ prices }) => {
      const price = prices[index] ?? null;
      return price === null || (price > MIN_PRICE && price < ONE - MIN_PRICE);
    }),
  );
  if (question.status === "open") return { times, gaps, fees, tradable };
  const end = Math.min(
    ...real.map(({ member: { closesAt, updatedAt } }) => Math.min(closesAt ?? updatedAt, updatedAt)),
  );
  const count = times.filter((at) => at * 1000 <= end).length;
  const [shownTimes, shownGaps, shownFees] = [times.slice(0, count), gaps.slice(0, count), fees.slice(0, count)];
  return { times: shownTimes, gaps: shownGaps, fees: shownFees, tradable };
}

const isWorth = ({ gap, fees, isTradable }: GapPeriod): boolean => isTradable && gap > fees;

/** The times in which both are known. */
const toPeriods = ({ times, gaps, fees, tradable }: GapCourse): readonly GapPeriod[] =>
  times.flatMap((from, index) => {
    const [to, gap, fee] = [times[index + 1], gaps[index], fees[index]];
    if (to === undefined || gap == null || fee == null) return [];
    return [{ from, to, gap, fees: fee, isTradable: tradable[index] ?? false }];
  });

const isBroken = (periods: readonly GapPeriod[], [from, to]: AxisRange): boolean => secondsOf(periods) < to - from;

const secondsOf = (periods: readonly GapPeriod[]): number => periods.reduce((sum, one) => sum + one.to - one.from, 0);

/** Bands and line in steps: a price holds until the next change. */
function drawGap(periods: readonly GapPeriod[], { times, gaps }: GapCourse, axes: Axes): Html {
  const band = periods.map(({ from, to, fees }) => boxPath([from, to], [0, fees], axes));
  const surplus = periods.filter(isWorth).map(({ from, to, fees, gap }) => boxPath([from, to], [fees, gap], axes));
  return html`<path class="fee-band" d="${band.join("")}"/><path class="surplus" d="${surplus.join("")}"/>\
<g class="gap-line">${drawLine(gaps, times, axes.y)}</g>`;
}

interface GapNow {
  readonly gap: Micros | null;
  readonly fees: Micros | null;
  /** Whether all markets are closed, so that there is no gap now. */
  readonly isOver: boolean;
}

/** "The gap is now 3.0¢ and the fees are 2.10¢. The largest gap was 5.2¢. The gap was larger than the fees 40% of the time." */
function summaryOf(periods: readonly GapPeriod[], { gap, fees, isOver }: GapNow): string {
  const highest = cents(Math.max(...periods.map((one) => one.gap), isOver ? 0 : (gap ?? 0)));
  if (isOver) return `The largest gap was ${highest} before the first market closed. ${shareText(periods, false)}`;
  if (gap === null || fees === null)
    return `The gap is not known now. The largest was ${highest}. ${shareText(periods, false)}`;
  return `The gap is now ${cents(gap)} and the fees are ${centsHundredths(fees)}. The largest gap was ${highest}. ${shareText(periods, gap > fees)}`;
}

/** How long the gap was worth more than its fees. `isMore` is whether it is now, which takes no time yet. */
function shareText(periods: readonly GapPeriod[], isMore: boolean): string {
  const share = secondsOf(periods.filter(isWorth)) / secondsOf(periods);
  if (share === 0)
    return isMore ? "Before now, the gap was never larger than the fees." : "The gap was never larger than the fees.";
  if (share === 1) return "Whenever both are known, the gap was larger than the fees.";
  return `The gap was larger than the fees ${percent(Math.round(share * 1_000_000))} of the time.`;
}
