import { readDistribution } from "../../api/analytics.ts";
import type { Context } from "../../context.ts";
import { getVolumeBucket } from "../../domain/analytics.ts";
import { getPlatform, isRealMoney, reportsVolume } from "../../domain/platforms.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { AXES_ASSETS } from "../axes/frame.ts";
import { count, money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { categorySection } from "./categories.ts";
import { dailySection, VOLUME_VIEWS } from "./daily-volume.ts";

/** The tables of the page: their operations, and their names as links. */
const TABLES = [
  ["getVolumeDistribution", "volume-distribution"],
  ["getPlatformShare", "platform-share"],
  ["getCategoryVolume", "category-volume"],
] as const;

export const analyticsPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/analytics",
    summary: "How volume is distributed: by day, by platform, by category and by size of market",
    parameters: {
      volume: withDefault(
        choice({ description: "Daily volume in US dollars, or as each platform's share.", values: VOLUME_VIEWS }),
        "dollars",
      ),
    },
    async render(context, { volume }) {
      const now = context.clock.now();
      const real = platforms.filter(isRealMoney);
      const [notes, daily, categories, distribution] = await Promise.all([
        readSourceNotes(context, platforms),
        dailySection(context, real, volume),
        categorySection(context, real),
        distributionSection(context, real),
      ]);
      const links = (toLink: (operation: string, name: string) => ReturnType<typeof html>) =>
        TABLES.map(([operation, name], index) => html`${index > 0 && " · "}${toLink(operation, name)}`);
      const main = html`<h1>Analytics</h1>
<p class="lead">Real-money platforms only. The API has these figures for up to a year.</p>
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
<p class="more">As JSON: ${links(
        (operation, name) => html`<a href="${pathTo(context, "/docs")}#${operation}"><code>${name}</code></a>`,
      )}</p>
<p class="more">As CSV: ${links((_, name) => html`<a href="${pathTo(context, `/analytics/${name}.csv`)}" download>${name}</a>`)}</p>`;
      return toDocument(context, { title: "Analytics", main, assets: AXES_ASSETS }, "/analytics");
    },
  }),
];

/** Open markets by how much was ever traded in them. */
async function distributionSection({ store }: Context, platforms: readonly string[]): Promise<Html> {
  const buckets = await readDistribution(store, platforms, "open");
  const silent = platforms.filter((platform) => !reportsVolume(platform)).map((platform) => getPlatform(platform).name);
  const most = Math.max(1, ...buckets.map(({ markets }) => markets));
  return html`<section class="panel" aria-labelledby="distribution"><h2 id="distribution">Open markets by lifetime volume</h2>
<table class="board"><caption class="hide">Open markets by lifetime volume in US dollars</caption>
<thead><tr><th scope="col">Lifetime volume</th><th scope="col" class="bars"><span class="hide">Share</span></th>\
<th scope="col" class="num">Markets</th><th scope="col" class="num wide">Share</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${buckets.map(
    ({ bucket, markets, sharePercent, volume }) =>
      html`<tr><th scope="row" class="name">${inDollars(getVolumeBucket(bucket).name)}</th><td class="bars">${bar(markets / most)}</td>
<td class="num">${count(markets)}</td><td class="num wide">${sharePercent.toFixed(1)}%</td><td class="num">${money(volume)}</td></tr>`,
  )}</tbody></table>${silent.length > 0 && html`<p class="hint">${silent.join(", ")} publishes no volume and is left out.</p>`}</section>`;
}

/** "$100 – $1K" of "100-1K" */
const inDollars = (range: string): string => `$${range.replace("-", " – $")}`;

const bar = (share: number): Html =>
  html`<svg class="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
<rect width="${(share * 100).toFixed(1)}" height="10"/></svg>`;
