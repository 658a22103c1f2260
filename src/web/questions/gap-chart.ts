import { toCentsText } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import type { QuestionHistory } from "../../store/questions/history.ts";
import { createFrame, type Frame, marksUpTo, timeMarks } from "../axes/frame.ts";
import { cents, percent, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";

/** The drawing is this wide in its own units; the page periods it. */
const WIDTH = 1000;
/** Rows of the table. */
const MAX_ROWS = 13;
/** The scale reaches at least 2¢. */
const MIN_HIGHEST: Micros = 20_000;

/** A time in which gap and fees stay the same, in epoch seconds. */
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
  const { times, gaps, fees, tradable } = untilEnd(history);
  const platforms = new Set(question.members.map(({ platform }) => platform).filter(isRealMoney));
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const periods = toPeriods({ times, gaps, fees, tradable });
  if (platforms.size < 2 || periods.length === 0) return false;
  const isOver = question.status === "closed";
  const summary = summaryOf(periods, { gap: gaps.at(-1) ?? null, fees: fees.at(-1) ?? null, isOver });
  const highest = Math.max(MIN_HIGHEST, ...[...gaps, ...fees].map((amount) => amount ?? 0));
  const frame = createFrame(marksUpTo(highest), toCentsText);
  const shapes = html`${drawing(periods, { frame, from, to, now: gaps.at(-1) ?? null })}${periods.map((one) => hint(one, from, to))}`;
  return html`<section aria-labelledby="gap-fees"><h2 id="gap-fees">Gap and fees</h2>
<figure class="gap-fees"><ul class="legend"><li>${swatch("gap-line", "M0 4H28")} Gap</li>\
<li>${swatch("fee-band", "M0 0H28V8H0Z")} Fees</li><li>${swatch("surplus", "M0 0H28V8H0Z")} Left after fees</li></ul>
${frame.draw({ summary, shapes, below: timeMarks(from, to) })}
<figcaption>${summary} From ${stamp(from * 1000)} to ${stamp(to * 1000)} UTC.${
    isBroken(periods, from, to) && " There is no line where fewer than two platforms had a price."
  }</figcaption></figure>
<p class="hint">The gap is the highest real-money price minus the lowest. Fees are for one contract of yes at the lowest price and one of \
no at the highest. The chart compares prices. It does not show how many contracts were for sale.${
    periods.some(({ isTradable }) => !isTradable) &&
    " Times with a price of at most 1% or at least 99% do not count: the answer was almost certain."
  }</p>
${figureTable({ times, gaps, fees })}</section>`;
}

const swatch = (name: string, path: string): Html =>
  html`<svg class="swatch ${name}" viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="${path}"/></svg>`;

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

/** The known values, those that follow with no change as one. */
function toPeriods({ times, gaps, fees, tradable }: GapCourse): readonly GapPeriod[] {
  const periods: GapPeriod[] = [];
  for (const [index, from] of times.entries()) {
    const [to, gap, fee] = [times[index + 1], gaps[index], fees[index]];
    if (to === undefined || gap == null || fee == null) continue;
    const last = periods.at(-1);
    const isTradable = tradable[index] ?? false;
    const isSame =
      last !== undefined && last.to === from && last.gap === gap && last.fees === fee && last.isTradable === isTradable;
    if (isSame) periods.pop();
    periods.push({ from: isSame ? last.from : from, to, gap, fees: fee, isTradable });
  }
  return periods;
}

const isBroken = (periods: readonly GapPeriod[], from: number, to: number): boolean => secondsOf(periods) < to - from;

const secondsOf = (periods: readonly GapPeriod[]): number => periods.reduce((sum, one) => sum + one.to - one.from, 0);

interface Drawn {
  readonly frame: Frame;
  /** The gap at `to`. */
  readonly now: Micros | null;
  readonly from: number;
  readonly to: number;
}

/** Bands and line as stepped paths: a price holds until the next change. */
function drawing(periods: readonly GapPeriod[], { frame: { height, toY }, from, to, now }: Drawn): Html {
  const x = (at: number): string => (((at - from) / (to - from)) * WIDTH).toFixed(1);
  const y = (amount: Micros): string => toY(amount).toFixed(1);
  const box = (one: GapPeriod, low: Micros, high: Micros): string =>
    `M${x(one.from)} ${y(low)}V${y(high)}H${x(one.to)}V${y(low)}Z`;
  const band = periods.map((one) => box(one, 0, one.fees)).join("");
  const surplus = periods.map((one) => (isWorth(one) ? box(one, one.fees, one.gap) : "")).join("");
  const line = periods
    .map(
      (one, index) =>
        `${periods[index - 1]?.to === one.from ? "" : `M${x(one.from)} ${y(one.gap)}`}V${y(one.gap)}H${x(one.to)}`,
    )
    .join("");
  const last = now !== null && (periods.at(-1)?.to === to ? `V${y(now)}` : `M${WIDTH} ${y(now)}h0`);
  return html`<svg class="drawing" width="100%" height="${height}" viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none">\
<path class="fee-band" d="${band}"/><path class="surplus" d="${surplus}"/><path class="gap-line" d="${line}${last}"/></svg>`;
}

/** What the pointer shows. */
function hint(period: GapPeriod, from: number, to: number): Html {
  const { from: start, to: end, gap, fees } = period;
  const place = (at: number): number => ((at - from) / (to - from)) * 100;
  const text = `From ${stamp(start * 1000)} UTC: gap ${cents(gap)}, fees ${exact(fees)}, ${leftText(period)}`;
  return html`<rect class="hit" x="${place(start).toFixed(2)}%" width="${(place(end) - place(start)).toFixed(2)}%" y="0" height="100%">\
<title>${text}</title></rect>`;
}

function leftText(period: GapPeriod): string {
  if (!period.isTradable) return "the answer was almost certain";
  return isWorth(period) ? `${exact(period.gap - period.fees)} left` : "nothing left after fees";
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
  return `The gap is now ${cents(gap)} and the fees are ${exact(fees)}. The largest gap was ${highest}. ${shareText(periods, gap > fees)}`;
}

/** How long the gap was worth more than its fees. `isMore` is whether it is now, which takes no time yet. */
function shareText(periods: readonly GapPeriod[], isMore: boolean): string {
  const share = secondsOf(periods.filter(isWorth)) / secondsOf(periods);
  if (share === 0)
    return isMore ? "Before now, the gap was never larger than the fees." : "The gap was never larger than the fees.";
  if (share === 1) return "Whenever both are known, the gap was larger than the fees.";
  return `The gap was larger than the fees ${percent(Math.round(share * 1_000_000))} of the time.`;
}

function figureTable({ times, gaps, fees }: Pick<GapCourse, "times" | "gaps" | "fees">): Html {
  const step = Math.max(1, Math.ceil((times.length - 1) / (MAX_ROWS - 1)));
  const rows = times.map((at, index) => ({ at, gap: gaps[index] ?? null, fees: fees[index] ?? null }));
  const shown = rows.filter((_, index) => (times.length - 1 - index) % step === 0);
  return html`<details><summary>Figures of gap and fees</summary>${dataTable(
    "Figures of gap and fees",
    ["Time (UTC)", { num: "Gap" }, { num: "Fees" }, { num: "Left after fees" }],
    shown.map(
      ({ at, gap, fees }) =>
        html`<tr><th scope="row">${stamp(at * 1000)}</th><td class="num">${gap === null ? "–" : cents(gap)}</td>\
<td class="num">${exactOr(fees)}</td><td class="num">${exactOr(gap === null || fees === null ? null : gap - fees)}</td></tr>`,
    ),
  )}</details>`;
}

const exactOr = (amount: Micros | null): string => (amount === null ? "–" : exact(amount));

/** To a hundredth of a cent, since fees have no less: "2.65¢". */
const exact = (amount: Micros): string => `${(Math.round(amount / 100) / 100).toFixed(2)}¢`;
