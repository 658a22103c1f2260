import { toCentsText } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import type { QuestionHistory } from "../../store/questions/history.ts";
import {
  type AxisRange,
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
import { cents, GAP_MEANING, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

/** The scale reaches at least 2¢. */
const MIN_HIGHEST: Micros = 20_000;

/** The gap over time; nothing where fewer than two real-money platforms ask. */
export function gapSection(history: QuestionHistory): Html | false {
  const { question } = history;
  const { times, gaps } = untilEnd(history);
  const platforms = new Set(question.members.map(({ platform }) => platform).filter(isRealMoney));
  const known = gaps.filter((gap) => gap !== null);
  if (platforms.size < 2 || known.length === 0 || times.length < 2) return false;
  const window: AxisRange = [times[0] ?? 0, times.at(-1) ?? 0];
  const highest = Math.max(...known);
  const scale = fromZero(Math.max(MIN_HIGHEST, highest));
  const textOf = (index: number): string => gapText(gaps[index] ?? null);
  const latest = textOf(times.length - 1);
  const summary = `The largest gap was ${cents(highest)}${question.status === "open" ? `, and it is ${latest} now` : ""}.`;
  return html`<section aria-labelledby="gap"><h2 id="gap"><abbr title="${GAP_MEANING}">Gap of mid prices</abbr></h2>
${drawChart({
  name: "gap",
  legend: [{ label: html`${swatch("gap-line", "line")} Gap`, value: latest }],
  points: times.map((at, index) => ({
    share: shareOf(at, window),
    values: [textOf(index)],
    at: stamp(at * 1000),
  })),
  atRest: "Latest",
  plots: [
    {
      summary: `${summary} ${windowText(window)}`,
      xTicks: timeTicks(window),
      yTicks: valueTicks(scale, toCentsText),
      shapes: html`<g class="gap-line">${drawLine(gaps, times, scale)}</g>`,
    },
  ],
  caption: known.length < gaps.length ? "There is no line where fewer than two platforms had a price." : "",
  table: timeTable({ label: "Figures of the gap", times, columns: [{ label: "Gap", cellOf: textOf }] }),
})}</section>`;
}

const gapText = (gap: Micros | null): string => (gap === null ? "–" : cents(gap));

/** The course up to the moment when the first of its real-money markets closed; all of it while the question is open. */
function untilEnd({ question, times, series, gaps }: QuestionHistory): Pick<QuestionHistory, "times" | "gaps"> {
  if (question.status === "open") return { times, gaps };
  const real = series.filter(({ member }) => isRealMoney(member.platform));
  const end = Math.min(
    ...real.map(({ member: { closesAt, updatedAt } }) => Math.min(closesAt ?? updatedAt, updatedAt)),
  );
  const count = times.filter((at) => at * 1000 <= end).length;
  return { times: times.slice(0, count), gaps: gaps.slice(0, count) };
}
