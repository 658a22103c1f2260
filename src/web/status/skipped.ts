import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { RejectedReason, SourceStatus } from "../../store/sources.ts";
import { count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";

/** What the fast lane is. */
export const LANE_MEANING = "Markets of open pages and of the best spreads: their prices are read every few seconds.";

/** Why records are skipped, and what that means. */
export const SKIP_REASONS: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  not_binary: ["not yes/no", "a poll, a combination or another kind that has no single price"],
  malformed: ["unreadable", "without a readable id, title or event"],
  archived: ["archived", "hidden by the platform"],
};

/** The records of the latest full passes that became no market: how many for each reason, and some of them. */
export function skippedSection(context: Context, sources: readonly SourceStatus[]): Html {
  const rows = sources.flatMap(({ platform, rejectedReasons }) =>
    rejectedReasons.map((skipped, index) => ({ platform, skipped, isFirst: index === 0 })),
  );
  return html`<section aria-labelledby="skipped"><h2 id="skipped">Skipped</h2>
${
  rows.length === 0
    ? html`<p class="empty">The latest full passes skipped nothing.</p>`
    : html`<p class="sub">Records of the latest full pass that are not stored as markets.</p>
${dataTable(
  { label: "Skipped records by platform and reason", classes: "skipped" },
  ["Platform", { num: "Records" }, "Reason", "Examples (ids)"],
  rows.map(({ platform, skipped, isFirst }) => skippedRow(platform, skipped, isFirst)),
)}`
}
<p class="more">The API has the same list as \
<a href="${pathTo(context, "/docs")}#getStatus"><code>rejected_reasons</code></a>.</p></section>`;
}

function skippedRow(platform: string, { reason, count: records, ids }: RejectedReason, isFirst: boolean): Html {
  const [name, meaning] = SKIP_REASONS[reason] ?? [reason, ""];
  const head = isFirst ? platformTag(platform) : html`<span class="hide">${getPlatform(platform).name}</span>`;
  return html`<tr data-row="skipped:${platform}:${reason}"><th scope="row">${head}</th><td class="num">${count(records)}</td>
<td>${name}<span class="sub">${meaning}</span></td><td>${
    ids.length === 0 ? "–" : ids.map((id, index) => html`${index > 0 && ", "}<code>${id}</code>`)
  }</td></tr>`;
}
