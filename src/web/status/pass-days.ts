import type { Context } from "../../context.ts";
import { toDate } from "../../domain/calendar.ts";
import {
  type DayOfPasses,
  fillPassDays,
  gradePasses,
  PASS_DAYS,
  type PassGrade,
  successPercent,
  sumPassDays,
} from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { PassDay } from "../../store/sources.ts";
import { smallBars } from "../charts/chart.ts";
import { count, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { fileAnchor, platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";

/** The height of a day without a pass, of 1. */
const NO_PASS = 0.1;

const GRADES: Readonly<Record<PassGrade, string>> = {
  good: "99% or more succeeded",
  fair: "90% or more",
  bad: "less than 90%",
  none: "no pass that day",
};

/** A row of bars for each platform, one bar a day, with the figures as a table below. `today` is a day since 1970. */
export function passSection(
  context: Context,
  { platforms, passDays, today }: { platforms: readonly string[]; passDays: readonly PassDay[]; today: number },
): Html {
  const rows = platforms.map((platform) => ({
    platform,
    days: fillPassDays(
      passDays.filter((one) => one.platform === platform),
      today,
    ),
  }));
  return html`<section aria-labelledby="passes"><h2 id="passes">Passes of the last ${PASS_DAYS} days</h2>
<p class="sub">A pass reads one platform. Each bar is a day (UTC): its height is the share of passes that succeeded.</p>
<ul class="passes">${rows.map(({ platform, days }) => passRow(platform, days))}</ul>
<ul class="legend passes-legend">${Object.entries(GRADES).map(
    ([grade, words]) => html`<li>${smallBars([barOf(SAMPLES[grade as PassGrade])])}${words}</li>`,
  )}</ul>
${dayTable(rows)}
<p class="more">${fileAnchor(context, "/status/passes.csv", { title: `Passes of the last ${PASS_DAYS} days` })}</p></section>`;
}

/** What the legend draws. */
const SAMPLES: Readonly<Record<PassGrade, DayOfPasses>> = {
  good: { day: 0, passes: 1, succeeded: 1 },
  fair: { day: 0, passes: 100, succeeded: 92 },
  bad: { day: 0, passes: 100, succeeded: 50 },
  none: { day: 0, passes: 0, succeeded: 0 },
};

function passRow(platform: string, days: readonly DayOfPasses[]): Html {
  const words = describePasses(days);
  return html`<li data-row="passes:${platform}"><div class="head">\
<span>${platformTag(platform)}</span><span class="sub">${words}</span></div>
${smallBars(
  days.map((one) => ({ ...barOf(one), title: describeDay(one) })),
  `${getPlatform(platform).name}: ${words}. The table below has each day.`,
)}
<div class="ends" aria-hidden="true"><span>${PASS_DAYS} days ago</span><span>today</span></div></li>`;
}

/** A bad day has a third of the height at least, so that it can be pointed at. */
function barOf(day: DayOfPasses) {
  const percent = successPercent(day);
  return { name: gradePasses(day), share: percent === null ? NO_PASS : (1 + (2 * percent) / 100) / 3 };
}

/** "98.7% of 12,345 passes on 12 days succeeded" */
function describePasses(days: readonly DayOfPasses[]): string {
  const sum = sumPassDays(days);
  const percent = successPercent(sum);
  if (percent === null) return "no pass yet";
  return `${percent}% of ${counted(sum.passes, "pass", "passes")} on ${counted(sum.days, "day")} succeeded`;
}

function describeDay({ day, passes, succeeded }: DayOfPasses): string {
  if (passes === 0) return `${toDate(day)}: no pass`;
  return `${toDate(day)}: ${count(succeeded)} of ${counted(passes, "pass", "passes")} succeeded`;
}

/** The days with a pass, the newest first. */
function dayTable(rows: readonly { readonly platform: string; readonly days: readonly DayOfPasses[] }[]): Html | false {
  const [first] = rows;
  if (first === undefined) return false;
  const known = first.days
    .map((_, index) => rows.map(({ days }) => days[index] ?? first.days[index]))
    .filter((cells) => cells.some((cell) => cell !== undefined && cell.passes > 0))
    .toReversed();
  if (known.length === 0) return false;
  return html`<details><summary>The same as a table</summary>${dataTable(
    "Passes that succeeded, by day and platform",
    ["Day (UTC)", ...rows.map(({ platform }) => ({ num: getPlatform(platform).name }))],
    known.map(
      (cells) =>
        html`<tr data-row="day:${cells[0]?.day}"><th scope="row" class="name">${toDate(cells[0]?.day ?? 0)}</th>${cells.map(dayCell)}</tr>`,
    ),
  )}</details>`;
}

function dayCell(day: DayOfPasses | undefined): Html {
  const percent = day === undefined ? null : successPercent(day);
  if (day === undefined || percent === null) return html`<td class="num">–</td>`;
  return html`<td class="num">${percent}% <span class="sub">${count(day.succeeded)} of ${count(day.passes)}</span></td>`;
}
