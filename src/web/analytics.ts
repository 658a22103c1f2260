import { listCategoryShares, listDailyShares, readDistribution } from "../api/analytics.ts";
import { startOfDay, toDate } from "../clock.ts";
import type { Context } from "../context.ts";
import { type CategoryShare, type DailyShare, getVolumeBucket } from "../domain/analytics.ts";
import { getPlatform, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import type { Cents } from "../domain/prices.ts";
import type { Route } from "../http/route.ts";
import { type Axes, boxPath, CHART_ASSETS, drawChart, fromZero, gauge, shareOf, valueTicks } from "./charts/chart.ts";
import { count, money, shortDay } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { type PageDeps, pathTo, toDocument } from "./page/layout.ts";
import { categoryTag, fileAnchor, platformTag } from "./page/links.ts";
import { livePart } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { readSourceNotes } from "./page/source-notes.ts";
import { dataTable, num, plainTable, words } from "./page/table.ts";

/** The tables of the page: their operations, their files and what they are. All are of the plan pro. */
const TABLES = [
  ["getPlatformShare", "platform-share", "Volume by day"],
  ["getVolumeDistribution", "volume-distribution", "Markets by volume"],
  ["getCategoryVolume", "category-volume", "Volume by category"],
] as const;

export const analyticsPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/analytics",
    parameters: {},
    async render(context) {
      const now = context.clock.now();
      const real = platforms.filter(isRealMoney);
      const [notes, daily, categories, distribution] = await Promise.all([
        readSourceNotes(context, platforms),
        dailySection(context, real),
        categorySection(context, real),
        distributionSection(context, real),
      ]);
      const main = html`<h1>Analytics</h1>
<p class="lead">These figures are of real-money platforms. The API has them for up to a year.
<a href="${pathTo(context, "/accuracy")}">How accurate were prices?</a></p>
${livePart(
  context,
  now,
  {},
  html`${notes}<div class="panels">
${daily}
${distribution}
</div>
${categories}`,
)}
${TABLES.map(
  ([operation, name, title]) =>
    html`<p class="more">${title}: ${
      context.pagesPlan.showsAll && html`${fileAnchor(context, `/analytics/${name}.csv`, { title })} · `
    }<a href="${pathTo(context, `/docs/analytics#${operation}`)}">JSON<span class="hide">: ${title}</span></a></p>`,
)}`;
      return toDocument(context, { title: "Analytics", main, assets: CHART_ASSETS }, "/analytics");
    },
  }),
];

/** Open markets by how much was ever traded in them. */
async function distributionSection({ store }: Context, platforms: readonly string[]): Promise<Html> {
  const buckets = await readDistribution(store, platforms, "open");
  const silent = platforms.filter((platform) => !reportsVolume(platform)).map((platform) => getPlatform(platform).name);
  const most = Math.max(1, ...buckets.map(({ markets }) => markets));
  return html`<section class="panel" aria-labelledby="distribution"><h2 id="distribution">Open markets by lifetime volume</h2>
${plainTable({ label: "Open markets by lifetime volume in US dollars" }, buckets, [
  words("Lifetime volume", ({ bucket }) => inDollars(getVolumeBucket(bucket).name), "name"),
  words(html`<span class="hide">Share</span>`, ({ markets }) => gauge(markets / most), "bars"),
  num("Markets", ({ markets }) => count(markets)),
  { ...num("Share", ({ sharePercent }) => `${sharePercent.toFixed(1)}%`), className: "num wide" },
  num("Volume", ({ volume }) => money(volume)),
])}${silent.length > 0 && html`<p class="hint">${silent.join(", ")} publishes no volume and is left out.</p>`}</section>`;
}

/** "$100 – $1K" of "100-1K" */
const inDollars = (range: string): string => `$${range.replace("-", " – $")}`;

const DAYS = 30;
/** Kept free on both sides of a bar, of its day. */
const MARGIN = 0.06;
/** Days from one label to the next, and from the last one to the end, where it would be cut. */
const LABEL_STEP = 7;
const DAYS_AFTER_LABEL = 3;

type VolumeDay = ReturnType<typeof toDays>[number];

/** Volume of the last 30 days as stacked bars, with the same as a table. */
async function dailySection(context: Context, platforms: readonly string[]): Promise<Html> {
  const reporting = platforms.filter(reportsVolume).toSorted();
  const days = toDays(await listDailyShares(context, reporting, DAYS));
  const isEmpty = days.every(({ total }) => total === 0);
  return html`<section class="panel" aria-labelledby="daily"><h2 id="daily">Volume by day</h2>
${
  isEmpty
    ? html`<p class="empty">No trades are recorded yet. Volume is counted from the second pass over a platform.</p>`
    : dailyChart(days, reporting)
}
<details><summary>The same as a table</summary>${dataTable(
    { label: "Volume by day", classes: "thirds" },
    days.toReversed(),
    [
      words(
        "Day (UTC)",
        (one) => html`${toDate(one.day)}${isPartialDay(one) && html` <span class="sub">${PART_OF_DAY}</span>`}`,
        "name",
      ),
      ...[...reporting.map((platform) => getPlatform(platform).name), "All"].map((name, at) =>
        num<VolumeDay>(name, ({ parts, total }) => volumeTexts(parts, total)[at] ?? "–"),
      ),
    ],
  )}</details></section>`;
}

/** Each day with what platforms that publish volume traded, by platform. */
const toDays = (shares: readonly DailyShare[]) =>
  [...Map.groupBy(shares, ({ day }) => day)].map(([day, parts]) => ({ day, parts, total: sumOf(parts) }));

/** Of today, up to now; of the first day that is recorded, from then on. */
const PART_OF_DAY = "incomplete day";

const isPartialDay = ({ parts }: Pick<VolumeDay, "parts">): boolean =>
  parts.some((part) => part.isPartial && part.volume > 0);

const dayText = (day: number): string => shortDay(startOfDay(day));

/** A bar for each day, platforms from the bottom up. */
function dailyChart(days: readonly VolumeDay[], platforms: readonly string[]): Html {
  const axes = {
    x: [0, days.length] as const,
    y: fromZero(Math.max(...days.map(({ total }) => total))),
  };
  const parts = days.flatMap((day) => day.parts);
  const all = sumOf(parts);
  const totals = platforms.map((platform) => {
    const volume = sumOf(parts.filter((part) => part.platform === platform));
    return { volume, sharePercent: (volume / all) * 100 };
  });
  return drawChart({
    name: "daily",
    legend: [...platforms.map(platformTag), "All"].map((label, index) => ({
      label,
      value: volumeTexts(totals, all)[index] ?? "–",
    })),
    points: days.map((day, index) => ({
      share: shareOf(index + 0.5, axes.x),
      values: volumeTexts(day.parts, day.total),
      at: `${dayText(day.day)}${isPartialDay(day) ? `, ${PART_OF_DAY}` : ""}`,
    })),
    atRest: `${days.length} days`,
    plots: [
      {
        summary: summaryOf(days),
        xTicks: days.flatMap(({ day }, index) =>
          (days.length - 1 - DAYS_AFTER_LABEL - index) % LABEL_STEP === 0
            ? [{ share: shareOf(index + 0.5, axes.x), text: dayText(day) }]
            : [],
        ),
        yTicks: valueTicks(axes.y, (value) => money(value)),
        shapes: platforms.flatMap((platform) => drawBars(days, platform, axes)),
      },
    ],
    caption: days.some(isPartialDay) ? "Days that are recorded in part are pale." : "",
  });
}

type VolumeShare = Pick<DailyShare, "volume" | "sharePercent">;

/** "$1.2M · 25.0%" of each platform, then "$4.8M" of all. */
const volumeTexts = (parts: readonly VolumeShare[], total: Cents): readonly string[] => [
  ...parts.map(({ volume, sharePercent }) => (total === 0 ? "–" : `${money(volume)} · ${sharePercent.toFixed(1)}%`)),
  total === 0 ? "–" : money(total),
];

const sumOf = (parts: readonly VolumeShare[]): Cents => parts.reduce((sum, { volume }) => sum + volume, 0);

/** The parts of one platform, on those of the platforms before it; days that are recorded in part are apart. */
function drawBars(days: readonly VolumeDay[], platform: string, axes: Axes): readonly Html[] {
  const bars = days.map(({ parts }, index) => {
    const at = parts.findIndex((part) => part.platform === platform);
    const part = parts[at];
    if (part === undefined || part.volume === 0) return { isPartial: false, path: "" };
    const below = sumOf(parts.slice(0, at));
    const path = boxPath([index + MARGIN, index + 1 - MARGIN], [below, below + part.volume], axes);
    return { isPartial: part.isPartial, path };
  });
  return [false, true].map((isPartial) => {
    const path = bars.filter((bar) => bar.isPartial === isPartial).map((bar) => bar.path);
    return html`<path class="p-${platform}${isPartial && " partial"}" d="${path.join("")}"/>`;
  });
}

function summaryOf(days: readonly VolumeDay[]): string {
  const whole = days.filter((day) => day.total > 0 && !isPartialDay(day));
  const most = whole.toSorted((a, b) => b.total - a.total)[0];
  const highest = most === undefined ? "" : `; the highest ${money(most.total)} on ${dayText(most.day)}`;
  return `Volume of each day, ${days.length} days${highest}. The table below has the same figures.`;
}

/** Lifetime volume of open markets by category and platform. */
async function categorySection(context: Context, platforms: readonly string[]): Promise<Html> {
  const reporting = platforms.filter(reportsVolume).toSorted();
  const shares = await listCategoryShares(context.store, reporting, "open");
  const groups = toGroups(shares.filter(({ volume }) => volume > 0));
  return html`<section aria-labelledby="categories">
<h2 id="categories">Lifetime volume of open markets, by category and platform</h2>
${
  groups.length === 0
    ? html`<p class="empty">No open market with volume yet.</p>`
    : categoryTable(context, groups, reporting)
}</section>`;
}

type CategoryGroup = ReturnType<typeof toGroups>[number];

/** The largest category first, each with its shares by platform. */
const toGroups = (shares: readonly CategoryShare[]) =>
  [...Map.groupBy(shares, ({ category }) => category)]
    .map(([category, rows]) => ({
      category,
      total: sumOf(rows),
      shares: new Map(rows.map((row) => [row.platform, row])),
    }))
    .sort((a, b) => b.total - a.total);

function categoryTable(deps: PageDeps, groups: readonly CategoryGroup[], platforms: readonly string[]): Html {
  const shareText = (share: CategoryShare | undefined): Html | string => {
    if (share === undefined) return "–";
    const { platform, category, volume, sharePercent } = share;
    const path = pathTo(deps, `/markets?platform=${platform}&category=${category}`);
    return html`<a href="${path}">${money(volume)}</a> ·&nbsp;${sharePercent.toFixed(1)}%`;
  };
  return dataTable({ label: "Volume by category and platform", classes: "thirds" }, groups, [
    words("Category", ({ category }) => categoryTag(category), "name"),
    ...platforms.map((platform) =>
      num<CategoryGroup>(getPlatform(platform).name, ({ shares }) => shareText(shares.get(platform))),
    ),
    num("All", ({ total }) => money(total)),
  ]);
}
