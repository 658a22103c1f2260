import { listCategoryShares } from "../../api/analytics/read.ts";
import type { Context } from "../../context.ts";
import type { CategoryShare } from "../../domain/analytics.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";
import { type TreemapGroup, treemap } from "./treemap.ts";

/** Lifetime volume of open markets by category and platform, as tiles and as a table. */
export async function categorySection(context: Context, platforms: readonly string[]): Promise<Html> {
  const reporting = platforms.filter(reportsVolume).toSorted();
  const shares = await listCategoryShares(context.store, reporting, "open");
  const groups = toGroups(
    context,
    shares.filter(({ volume }) => volume > 0),
  );
  // Smaller tiles could not be seen.
  const drawn = toGroups(
    context,
    shares.filter(({ sharePercent }) => sharePercent > 0),
  );
  const summary = `Lifetime volume of open markets. ${groups
    .slice(0, 3)
    .map(({ name, area }) => `${name} ${money(area)}`)
    .join(", ")} are the largest. The table below has the same figures.`;
  return html`<section aria-labelledby="categories"><h2 id="categories">Lifetime volume of open markets, by category and platform</h2>
${
  groups.length === 0
    ? html`<p class="empty">No open market with volume yet.</p>`
    : html`<ul class="legend">${reporting.map((platform) => html`<li>${platformTag(platform)}</li>`)}</ul>
${treemap(drawn, summary)}
<p class="hint">The area of a tile shows its volume. A tile opens its list of markets.</p>
${categoryTable(context, groups, reporting)}`
}</section>`;
}

interface CategoryGroup extends TreemapGroup {
  readonly category: string;
  /** By platform. */
  readonly shares: ReadonlyMap<string, CategoryShare>;
}

/** The largest category first, each with its platforms. */
function toGroups(deps: PageDeps, shares: readonly CategoryShare[]): readonly CategoryGroup[] {
  const tileOf = ({ category, platform, volume, sharePercent }: CategoryShare) => ({
    platform,
    area: volume,
    name: getPlatform(platform).name,
    figure: money(volume),
    share: `${sharePercent.toFixed(1)}% of all`,
    path: listPath(deps, { platform, category }),
  });
  return [...Map.groupBy(shares, ({ category }) => category)]
    .map(([category, rows]) => ({
      name: titled(category),
      area: rows.reduce((sum, { volume }) => sum + volume, 0),
      category,
      shares: new Map(rows.map((row) => [row.platform, row])),
      tiles: rows.map(tileOf),
    }))
    .sort((a, b) => b.area - a.area);
}

const titled = (category: string): string => category.replace(/^./, (first) => first.toUpperCase());

const listPath = (deps: PageDeps, { platform, category }: Pick<CategoryShare, "platform" | "category">): string =>
  pathTo(deps, `/markets?platform=${platform}&category=${category}`);

function categoryTable(deps: PageDeps, groups: readonly CategoryGroup[], platforms: readonly string[]): Html {
  const cell = (share: CategoryShare | undefined): Html =>
    share === undefined
      ? html`<td class="num">–</td>`
      : html`<td class="num"><a href="${listPath(deps, share)}">${money(share.volume)}</a> · ${share.sharePercent.toFixed(1)}%</td>`;
  return html`<details><summary>The same as a table</summary>${dataTable(
    "Volume by category and platform",
    ["Category", ...platforms.map((platform) => ({ num: getPlatform(platform).name })), { num: "All" }],
    groups.map(
      ({ name, area, shares }) =>
        html`<tr><th scope="row" class="name">${name}</th>${platforms.map((platform) => cell(shares.get(platform)))}<td class="num">${money(area)}</td></tr>`,
    ),
  )}</details>`;
}
