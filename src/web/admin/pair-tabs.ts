import type { Context } from "../../context.ts";
import type { Review, StoredDecision } from "../../store/matching/pair-review.ts";
import { ago } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { namesOf, pairAddress, toMarketName } from "./pair-address.ts";

const TABS = { doubtful: "In doubt", vetoed: "Forbidden by a rule", decided: "Decided" } as const;

export const pairTabs = (context: Context, show: Review | "decided"): Html =>
  html`<nav class="filters" aria-label="Pairs"><ul>${(Object.keys(TABS) as (keyof typeof TABS)[]).map(
    (one) =>
      html`<li><a href="${pairAddress(context, one).replace(/#.*/, "")}"${
        one === show && html` aria-current="page"`
      }>${TABS[one]}</a></li>`,
  )}</ul></nav>`;

/** What was decided: which of the two ways to confirm, too. */
export const decisionText = ({ decision, isInverted }: StoredDecision): string =>
  decision === "confirmed" && isInverted === 1 ? "confirmed as opposite" : decision;

/** The newest decision, with a button that undoes it. */
export function lastDecision(context: Context, show: Review | "decided"): Html | false {
  const [last] = context.store.review.listDecisions(1);
  if (last === undefined) return false;
  const { a, b } = namesOf(last);
  return html`<form class="last" method="post" action="${pathTo(context, "/admin/pairs/decide")}">
<input type="hidden" name="a" value="${toMarketName(a)}"><input type="hidden" name="b" value="${toMarketName(b)}"><input type="hidden" \
name="show" value="${show}">
<p role="status">Last decision: ${decisionText(last)}, ${ago(last.decidedAt, context.clock.now())}. \
<span class="sub">${last.aTitle ?? toMarketName(a)} · ${last.bTitle ?? toMarketName(b)}</span></p>
<button name="decision" value="forgotten" data-hotkey="u">Undo <kbd>u</kbd></button>
</form>`;
}
