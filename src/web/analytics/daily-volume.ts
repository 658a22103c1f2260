import { listDailyShares } from "../../api/analytics.ts";
import type { Context } from "../../context.ts";
import type { DailyShare } from "../../domain/analytics.ts";
import { startOfDay, toDate } from "../../domain/calendar.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { createFrame, type Frame } from "../axes/frame.ts";
import { marksUpTo } from "../axes/marks.ts";
import { money, shortDay } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";

/** What the bars show: dollars, or the share of each platform. */
export const VOLUME_VIEWS = ["dollars", "share"] as const;
export type VolumeView = (typeof VOLUME_VIEWS)[number];

const DAYS = 30;
/** The part of a day's place that is left empty, in percent of the place. */
const MARGIN = 12;
/** Days from one label to the next. */
const LABEL_STEP = 7;

/** A day with what each platform that publishes volume traded, by platform. */
interface VolumeDay {
  readonly day: number;
  readonly parts: readonly DailyShare[];
  readonly total: Cents;
}

/** Volume of the last 30 days as stacked bars, with the same as a table. */
export async function dailySection(context: Context, platforms: readonly string[], view: VolumeView): Promise<Html> {
  const reporting = platforms.filter(reportsVolume).toSorted();
  const silent = platforms.filter((platform) => !reportsVolume(platform));
  const days = toDays(await listDailyShares(context, reporting, DAYS));
  const isEmpty = days.every(({ total }) => total === 0);
  return html`<section class="panel" aria-labelledby="daily"><div class="head"><h2 id="daily">Volume by day</h2>
${viewLinks(context, view)}</div>
<ul class="legend">${reporting.map((platform) => html`<li>${platformTag(platform)}</li>`)}${
    days.some(isPartialDay) &&
    html`<li><svg class="swatch" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">\
<rect class="partial" width="8" height="8"/></svg> part of a day</li>`
  }</ul>
${
  isEmpty
    ? html`<p class="empty">No trades are recorded yet. Volume is counted from the second pass over a platform.</p>`
    : chart(days, view)
}
<p class="hint">${recordedSince(days)}${
    silent.length > 0 && `${silent.map((platform) => getPlatform(platform).name).join(", ")} publishes no volume.`
  }</p>
<details><summary>The same as a table</summary>${dataTable(
    "Volume by day",
    ["Day (UTC)", ...reporting.map((platform) => ({ num: getPlatform(platform).name })), { num: "All" }],
    days.toReversed().map(dayRow),
  )}</details></section>`;
}

const toDays = (shares: readonly DailyShare[]): readonly VolumeDay[] =>
  [...Map.groupBy(shares, ({ day }) => day)].map(([day, parts]) => ({
    day,
    parts,
    total: parts.reduce((sum, { volume }) => sum + volume, 0),
  }));

const isPartialDay = ({ parts }: VolumeDay): boolean => parts.some((part) => part.isPartial && part.volume > 0);

const VIEW_NAMES = { dollars: "US dollars", share: "Share" } as const;

const viewLinks = (deps: PageDeps, view: VolumeView): Html =>
  html`<nav class="filters" aria-label="Volume by day as"><ul>${VOLUME_VIEWS.map(
    (name) =>
      html`<li><a href="${pathTo(deps, `/analytics?volume=${name}#daily`)}"${
        name === view && html` aria-current="true"`
      }>${VIEW_NAMES[name]}</a></li>`,
  )}</ul></nav>`;

/** Since when each platform's volume is recorded, where that is within these days. */
function recordedSince(days: readonly VolumeDay[]): string {
  const sentences = (days[0]?.parts ?? []).map(({ platform, isPartial }) => {
    const isRecorded = ({ parts }: VolumeDay): boolean =>
      parts.some((part) => part.platform === platform && (part.markets > 0 || part.volume > 0));
    const first = days.findIndex(isRecorded);
    const since = days[first]?.day;
    // Only days up to the first recorded one are partial, and today.
    return (
      isPartial &&
      first > 0 &&
      since !== undefined &&
      `${getPlatform(platform).name} is recorded since ${dayText(since)}. `
    );
  });
  return sentences.filter((sentence) => sentence !== false).join("");
}

const dayText = (day: number): string => shortDay(startOfDay(day));

function dayRow({ day, parts, total }: VolumeDay): Html {
  const cells = parts.map(
    ({ volume, sharePercent }) =>
      html`<td class="num">${total === 0 ? "–" : `${money(volume)} · ${sharePercent.toFixed(1)}%`}</td>`,
  );
  const isPartial = parts.some((part) => part.isPartial && part.volume > 0);
  return html`<tr><th scope="row" class="name">${toDate(day)}${isPartial && html` <span class="sub">partial</span>`}</th>\
${cells}<td class="num">${total === 0 ? "–" : money(total)}</td></tr>`;
}

/** A column for each day, platforms from the bottom up. */
function chart(days: readonly VolumeDay[], view: VolumeView): Html {
  const isShare = view === "share";
  const marks = isShare ? [0, 25, 50, 75, 100] : marksUpTo(Math.max(...days.map(({ total }) => total)));
  const frame = createFrame(marks, (mark) => (isShare ? `${mark}%` : money(mark)));
  const count = days.length;
  const below = days.flatMap(({ day }, index) =>
    index % LABEL_STEP === (count - 1) % LABEL_STEP
      ? [{ percent: index === count - 1 ? 100 : ((index + 0.5) / count) * 100, text: dayText(day) }]
      : [],
  );
  const shapes = days.map((day, index) => column(day, { index, count, view, toY: frame.toY }));
  return html`<figure class="daily">${frame.draw({ summary: summaryOf(days, view), shapes, below })}</figure>`;
}

interface Place extends Pick<Frame, "toY"> {
  readonly index: number;
  readonly count: number;
  readonly view: VolumeView;
}

function column({ day, parts, total }: VolumeDay, { index, count, view, toY }: Place): Html {
  const place = 100 / count;
  const x = `${((index + MARGIN / 200) * place).toFixed(2)}%`;
  const width = `${(place * (1 - MARGIN / 100)).toFixed(2)}%`;
  let below = 0;
  const bars = parts.map(({ platform, volume, sharePercent, isPartial }) => {
    const value = view === "share" ? sharePercent : volume;
    const [bottom, top] = [toY(below), toY(below + value)];
    below += value;
    return (
      value > 0 &&
      html`<rect class="p-${platform}${isPartial && " partial"}" x="${x}" width="${width}" y="${top.toFixed(1)}" \
height="${(bottom - top).toFixed(1)}"/>`
    );
  });
  const text = parts.map(
    ({ platform, volume, sharePercent }) =>
      `${getPlatform(platform).name} ${money(volume)} (${sharePercent.toFixed(1)}%)`,
  );
  const partial = parts.some((part) => part.isPartial && part.volume > 0) ? ", part of a day" : "";
  return html`<g>${total > 0 && html`<title>${dayText(day)}${partial}: ${text.join(", ")}, together ${money(total)}</title>`}${bars}</g>`;
}

function summaryOf(days: readonly VolumeDay[], view: VolumeView): string {
  const whole = days.filter((day) => day.total > 0 && !isPartialDay(day));
  const subject = view === "share" ? "Each platform's share of the volume of each day" : "Volume of each day";
  const most = whole.toSorted((a, b) => b.total - a.total)[0];
  const highest = most === undefined ? "" : `; the highest ${money(most.total)} on ${dayText(most.day)}`;
  return `${subject}, ${days.length} days${highest}. The table below has the same figures.`;
}
