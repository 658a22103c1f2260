import type { Context } from "../../context.ts";
import type { DecidedPair } from "../../store/matching/pair-decisions.ts";
import { ago } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";
import { namesOf, toMarketName } from "./pair-address.ts";
import { decisionText, pairTabs } from "./pair-tabs.ts";

const MAX_DECISIONS = 100;

/** The operator's decisions, each with a button that takes it back. */
export function decidedPage(context: Context): Page {
  const decided = context.store.review.listDecisions(MAX_DECISIONS);
  const now = context.clock.now();
  const main = html`<p class="lead">A decision stays in force when the rules change. “Forget” leaves the pair to matching again.</p>
${pairTabs(context, "decided")}
${
  decided.length === 0
    ? html`<p class="empty">No pair is decided yet.</p>`
    : html`<div class="decided">${dataTable(
        "Decided pairs",
        ["Pair", "Decision", "When", "Forget"],
        decided.map((pair) => decidedRow(context, pair, now)),
      )}</div>`
}`;
  return { title: "Pairs", main };
}

function decidedRow(context: Context, pair: DecidedPair, now: number): Html {
  const { a, b } = namesOf(pair);
  const side = ({ platform, id }: typeof a, title: string | null): Html =>
    html`<span class="line"><span>${platformTag(platform)}</span> <span>${
      title === null
        ? html`${id}, no longer stored`
        : html`<a href="${marketPath(context, { platform, id })}">${title}</a>`
    }</span></span>`;
  return html`<tr><th scope="row" class="name">${side(a, pair.aTitle)}${side(b, pair.bTitle)}</th><td>${decisionText(pair)}</td>\
<td>${ago(pair.decidedAt, now)}</td>
<td><form method="post" action="${pathTo(context, "/admin/pairs/decide")}">\
<input type="hidden" name="a" value="${toMarketName(a)}"><input type="hidden" name="b" value="${toMarketName(b)}"><input type="hidden" \
name="show" value="decided"><button name="decision" value="forgotten">Forget<span class="hide"> the decision on \
${pair.aTitle ?? a.id}</span></button></form></td></tr>\n`;
}
