import { type ActiveHour, listActivity, WEEKDAYS } from "../../api/analytics.ts";
import type { Context } from "../../context.ts";
import { counted, money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";

const WEEKS = 4;
const HOURS = 24;
/** In units of the drawing. */
const CELL = { width: 30, height: 24 };

/** When there is trade: a square for each hour of the week, darker the more was traded; platforms without volume have none. */
export async function activitySection(context: Context, platforms: readonly string[]): Promise<Html> {
  const hours = await listActivity(context, platforms, WEEKS);
  const busiest = hours.reduce((most, hour) => (hour.volume > most.volume ? hour : most));
  const days = WEEKDAYS.map((weekday, day) => ({
    name: shortName(weekday),
    hours: hours.slice(day * HOURS, (day + 1) * HOURS),
  }));
  return html`<section class="panel activity" aria-labelledby="activity"><h2 id="activity">Volume by hour of the week</h2>
${
  busiest.volume === 0
    ? html`<p class="empty">No trades are recorded yet.</p>`
    : html`${drawHours(days, busiest)}
<p class="hint">The last ${WEEKS} weeks, hours in UTC. Most is traded on ${nameOf(busiest)}: ${money(busiest.volume)}.</p>
<details><summary>The same as a table</summary>${dataTable(
        "Volume by hour of the week",
        ["Hour (UTC)", ...days.map(({ name }) => ({ num: name }))],
        Array.from(
          { length: HOURS },
          (_, hour) =>
            html`<tr><th scope="row">${hourText(hour)}</th>${days.map((day) => html`<td class="num">${money(day.hours[hour]?.volume ?? 0)}</td>`)}</tr>`,
        ),
      )}</details>`
}</section>`;
}

interface WeekDay {
  readonly name: string;
  readonly hours: readonly ActiveHour[];
}

const drawHours = (days: readonly WeekDay[], busiest: ActiveHour): Html =>
  html`<svg class="hours" viewBox="-48 -22 ${HOURS * CELL.width + 48} ${days.length * CELL.height + 22}" role="img" \
aria-label="Volume by hour of the week; most on ${nameOf(busiest)}.">${[0, 6, 12, 18].map(
    (hour) => html`<text x="${hour * CELL.width}" y="-4">${hourText(hour)}</text>`,
  )}${days.map(
    ({ name, hours }, day) =>
      html`<text class="day" x="-6" y="${(day + 0.7) * CELL.height}">${name}</text>${hours.map(
        (hour, index) =>
          html`<rect x="${index * CELL.width}" y="${day * CELL.height}" width="${CELL.width - 2}" height="${CELL.height - 2}" \
opacity="${shade(hour.volume / busiest.volume)}"><title>${nameOf(hour)}: ${money(hour.volume)}, ${counted(hour.changes, "price change")}</title></rect>`,
      )}`,
  )}</svg>`;

/** Never quite invisible, so that quiet hours are seen as such. */
const shade = (share: number): string => (0.06 + 0.94 * share).toFixed(2);

const shortName = (weekday: string): string => `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1, 3)}`;

const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** "Wed, 14:00" */
const nameOf = ({ hourOfWeek }: ActiveHour): string =>
  `${shortName(WEEKDAYS[Math.floor(hourOfWeek / HOURS)] ?? "")}, ${hourText(hourOfWeek % HOURS)}`;
