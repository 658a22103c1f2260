import { readDistribution } from "../../api/analytics/read.ts";
import type { Context } from "../../context.ts";
import { getVolumeBucket } from "../../domain/analytics.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { count, money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";

/** Open markets by how much was ever traded in them. */
export async function distributionSection({ store }: Context, platforms: readonly string[]): Promise<Html> {
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
