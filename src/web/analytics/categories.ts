import { listCategoryShares } from "../../api/analytics.ts";
import type { Context } from "../../context.ts";
import type { CategoryShare } from "../../domain/analytics.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { money } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { dataTable } from "../page/table.ts";

/** Lifetime volume of open markets by category and platform. */
export async function categorySection(context: Context, platforms: readonly string[]): Promise<Html> {
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

interface CategoryGroup {
  readonly category: string;
  readonly total: Cents;
  readonly shares: ReadonlyMap<string, CategoryShare>;
}

/** The largest category first, each with its shares by platform. */
const toGroups = (shares: readonly CategoryShare[]): readonly CategoryGroup[] =>
  [...Map.groupBy(shares, ({ category }) => category)]
    .map(([category, rows]) => ({
      category,
      total: rows.reduce((sum, { volume }) => sum + volume, 0),
      shares: new Map(rows.map((row) => [row.platform, row])),
    }))
    .sort((a, b) => b.total - a.total);

function categoryTable(deps: PageDeps, groups: readonly CategoryGroup[], platforms: readonly string[]): Html {
  const cell = (share: CategoryShare | undefined): Html => {
    if (share === undefined) return html`<td class="num">–</td>`;
    const { platform, category, volume, sharePercent } = share;
    const path = pathTo(deps, `/markets?platform=${platform}&category=${category}`);
    return html`<td class="num"><a href="${path}">${money(volume)}</a> · ${sharePercent.toFixed(1)}%</td>`;
  };
  return dataTable(
    "Volume by category and platform",
    ["Category", ...platforms.map((platform) => ({ num: getPlatform(platform).name })), { num: "All" }],
    groups.map(
      ({ category, total, shares }) =>
        html`<tr><th scope="row" class="name">${titled(category)}</th>
${platforms.map((platform) => cell(shares.get(platform)))}<td class="num">${money(total)}</td></tr>`,
    ),
  );
}

const titled = (category: string): string => category.replace(/^./, (first) => first.toUpperCase());
