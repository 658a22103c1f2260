import { listCategoryShares, listDailyShares, readDistribution } from "../api/analytics.ts";
import { startOfDay } from "../clock.ts";
import type { Context } from "../context.ts";
import { type CategoryShare, type DailyShare, getVolumeBucket } from "../domain/analytics.ts";
import { getPlatform, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import type { Cents } from "../domain/prices.ts";
import type { Route } from "../http/route.ts";
import { gauge, stackedGauge } from "./charts/small.ts";
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
      return toDocument(context, { title: "Analytics", main }, "/analytics");
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

type VolumeDay = ReturnType<typeof toDays>[number];

/** Volume of the last 30 days, the newest first, with a bar for each day. */
async function dailySection(context: Context, platforms: readonly string[]): Promise<Html> {
  const reporting = platforms.filter(reportsVolume).toSorted();
  const days = toDays(await listDailyShares(context, reporting, DAYS));
  const most = Math.max(...days.map(({ total }) => total));
  return html`<section class="panel" aria-labelledby="daily"><h2 id="daily">Volume by day</h2>
${
  most === 0
    ? html`<p class="empty">No trades are recorded yet. Volume is counted from the second pass over a platform.</p>`
    : html`<p class="sub">${reporting.map((platform) => html`${platformTag(platform)} `)}</p>
${plainTable({ label: "Volume by day" }, days.filter(({ total }) => total > 0).toReversed(), [
  words("Day (UTC)", dayCell, "name"),
  words(
    html`<span class="hide">Share</span>`,
    ({ parts }) => stackedGauge(parts.map((part) => barOf(part, most))),
    "bars",
  ),
  ...reporting.map((platform) => ({
    ...num<VolumeDay>(platformTag(platform), ({ parts }) => partText(parts, platform)),
    className: "num wide",
  })),
  num("All", ({ total }) => money(total)),
])}`
}</section>`;
}

/** Of today only up to now, of the first day that is recorded from then on. */
const dayCell = ({ day, parts }: VolumeDay): Html =>
  html`${shortDay(startOfDay(day))}${
    parts.some((part) => part.isPartial && part.volume > 0) && html` <span class="sub">incomplete day</span>`
  }`;

const barOf = ({ platform, volume }: DailyShare, most: Cents) => ({ name: `p-${platform}`, share: volume / most });

const partText = (parts: readonly DailyShare[], platform: string): string => {
  const part = parts.find((one) => one.platform === platform);
  return part === undefined || part.volume === 0 ? "–" : `${money(part.volume)} · ${part.sharePercent.toFixed(1)}%`;
};

/** Each day with what platforms that publish volume traded, by platform. */
const toDays = (shares: readonly DailyShare[]) =>
  [...Map.groupBy(shares, ({ day }) => day)].map(([day, parts]) => ({ day, parts, total: sumOf(parts) }));

const sumOf = (parts: readonly Pick<DailyShare, "volume">[]): Cents =>
  parts.reduce((sum, { volume }) => sum + volume, 0);

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
