import { listDailyShares, readDistribution } from "../../api/analytics/index.ts";
import type { Context } from "../../context.ts";
import { type DailyShare, getVolumeBucket } from "../../domain/analytics.ts";
import { toDate } from "../../domain/calendar.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import type { Route } from "../../http/route.ts";
import { count, type Html, html, money, type PublicPages, pathTo, platformTag, toDocument } from "../page/index.ts";

const DAYS = 30;

export const analyticsPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/analytics",
    summary: "How volume is distributed, and each platform's share of it",
    parameters: {},
    async render(context) {
      const real = platforms.filter(isRealMoney);
      const main = html`<h1>Analytics</h1>
<p class="lead">Real money only. The API has the same figures by platform and for up to a year.</p>
<div class="panels">
${await distribution(context, real)}
${await shares(context, real)}
</div>
<p class="more">As JSON: <a href="${pathTo(context, "/docs")}#getVolumeDistribution"><code>volume-distribution</code></a>,
<a href="${pathTo(context, "/docs")}#getPlatformShare"><code>platform-share</code></a>. As CSV:
<a href="${pathTo(context, "/analytics/volume-distribution.csv")}" download>volume-distribution</a>,
<a href="${pathTo(context, "/analytics/platform-share.csv")}" download>platform-share</a></p>`;
      return toDocument(context, { title: "Analytics", main }, "/analytics");
    },
  }),
];

async function distribution({ store }: Context, platforms: readonly string[]): Promise<Html> {
  const buckets = await readDistribution(store, platforms, "open");
  const most = Math.max(1, ...buckets.map(({ markets }) => markets));
  return html`<section class="panel" aria-labelledby="distribution"><h2 id="distribution">Open markets by lifetime volume</h2>
<table class="board"><caption class="hide">Open markets by lifetime volume in US dollars</caption>
<thead><tr><th scope="col">US dollars</th><th scope="col" class="bars"><span class="hide">Share</span></th><th scope="col" class="num">Markets</th><th scope="col" class="num">Share</th><th scope="col" class="num wide">Volume</th></tr></thead>
<tbody>${buckets.map(
    ({ bucket, markets, sharePercent, volume }) =>
      html`<tr><th scope="row" class="name">${getVolumeBucket(bucket).name.replace("-", " – ")}</th><td class="bars">${bar(markets / most)}</td>
<td class="num">${count(markets)}</td><td class="num">${sharePercent.toFixed(1)}%</td><td class="num wide">${money(volume)}</td></tr>`,
  )}</tbody></table></section>`;
}

const bar = (share: number): Html =>
  html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${(share * 100).toFixed(1)}" height="10"/></svg>`;

async function shares(context: Context, platforms: readonly string[]): Promise<Html> {
  const days = [...Map.groupBy(await listDailyShares(context, platforms, DAYS), ({ day }) => day)];
  const reporting = platforms.filter((platform) => getPlatform(platform).volumeUnit !== "none");
  const silent = platforms.filter((platform) => !reporting.includes(platform));
  return html`<section class="panel" aria-labelledby="shares"><h2 id="shares">Each platform's share of what was traded, by day</h2>
<ul class="legend">${reporting.map((platform) => html`<li>${platformTag(platform)}</li>`)}</ul>
${stack(days)}
${silent.length > 0 && html`<p class="hint">${silent.map((platform) => getPlatform(platform).name).join(", ")}: publishes no volume.</p>`}
<details><summary>The same as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Shares by day"><table class="board full">
<thead><tr><th scope="col">Day (UTC)</th>${reporting.map((platform) => html`<th scope="col" class="num">${getPlatform(platform).name}</th>`)}</tr></thead>
<tbody>${days.toReversed().map(([day, parts]) => dayRow(day, parts, reporting))}</tbody></table></div></details></section>`;
}

const dayRow = (day: number, parts: readonly DailyShare[], platforms: readonly string[]): Html =>
  html`<tr><th scope="row" class="name">${toDate(day)}${parts.some(({ isPartial }) => isPartial) && html` <span class="sub">partial</span>`}</th>
${platforms.map((platform) => {
  const part = parts.find((one) => one.platform === platform);
  return html`<td class="num">${part === undefined ? "–" : `${part.sharePercent.toFixed(1)}% ${money(part.volume)}`}</td>`;
})}</tr>`;

const BAR = 20;
const HEIGHT = 200;
const FOOT = 18;

/** A column of 100% for each day, platforms from the bottom up. */
function stack(days: readonly (readonly [day: number, parts: readonly DailyShare[]])[]): Html {
  const columns = days.map(([day, parts], index) => {
    let top = HEIGHT;
    const rects = parts.map(({ platform, sharePercent, volume }) => {
      const height = (sharePercent / 100) * HEIGHT;
      top -= height;
      const text = `${toDate(day)} ${getPlatform(platform).name}: ${sharePercent.toFixed(1)}%, ${money(volume)}`;
      return html`<rect class="p-${platform}" x="${index * BAR + 1}" y="${top.toFixed(1)}" width="${BAR - 2}" height="${height.toFixed(1)}"><title>${text}</title></rect>`;
    });
    const isNamed = index % 7 === (days.length - 1) % 7;
    return html`<g>${rects}${isNamed && html`<text x="${index * BAR + BAR / 2}" y="${HEIGHT + FOOT - 4}">${toDate(day).slice(5)}</text>`}</g>`;
  });
  return html`<svg class="stack" viewBox="-14 0 ${days.length * BAR + 28} ${HEIGHT + FOOT}" role="img" aria-label="Shares by day; the table below says the same">${columns}</svg>`;
}
