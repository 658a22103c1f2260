import { opportunityList } from "../../api/arbitrage.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { getPlan } from "../../domain/accounts/plans.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import type { Route } from "../../http/route.ts";
import { type FilterWords, platformChoices } from "../browse/filters.ts";
import { listPages } from "../browse/list-page.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readMatchNotes } from "../page/source-notes.ts";
import { FREE_SPREADS, legsOf, SPREADS_FEED, spreadList } from "./spreads.ts";

export const arbitragePages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, opportunityList(platforms), {
    path: "/arbitrage",
    title: "Arbitrage",
    summary: "The best spreads between platforms",
    lead: INTRODUCTION,
    noun: "spread",
    filters: ["type", "min_confidence", "platform", "sort"],
    words: wordsOf(platforms.filter(isRealMoney)),
    form: "choices",
    draw: (context, opportunities, { now }) => spreadList(context, opportunities, now),
    follow: (opportunities) => ({ markets: legsOf(opportunities) }),
    // A spread needs two platforms, whichever is asked for.
    readNotes: (context) => readMatchNotes(context, platforms.filter(isRealMoney)),
    nothing: html`<p class="empty">No spread of a cent or more fits these filters right now.</p>`,
    assets: ["spreads.css"],
    feed: SPREADS_FEED,
    sample: { rows: FREE_SPREADS, more: allSection },
  });

const INTRODUCTION = html`<p class="lead">The same question at different prices, or two questions where one answer follows from the other.</p>
<details class="how"><summary>How to read these</summary><p>Each spread is two orders for one contract each. One of the two always
pays 100¢. Cost is both prices plus the published fees. Profit is 100¢ minus the cost. ROI is profit in percent of cost.
Confidence says how sure the match and the prices are. Feasibility says how much is traded. YES and NO are those of each
platform's own market. Size is the number of contracts that both order books offer at these prices. Only real-money platforms
count, with prices read within the last hour.</p></details>`;

const wordsOf = (platforms: readonly string[]): FilterWords => ({
  type: {
    label: "Spreads between",
    choices: { same: "the same question", implied: "one answer follows from the other", all: "both" },
  },
  min_confidence: { label: "Lowest confidence" },
  platform: { label: "With an order on", choices: platformChoices("any platform", platforms) },
  sort: {
    label: "Sort by",
    choices: {
      confidence: "confidence, then profit",
      net: "profit",
      spread: "spread before fees",
      volume: "volume of the smaller market",
    },
  },
});

/** How to see all spreads. */
function allSection(context: Context, key: Key | undefined): Html {
  const needed = getPlan("pro").name;
  const plans = html`<a class="button" href="${pathTo(context, "/pricing")}">Plans and prices</a>`;
  return html`<section class="narrow" aria-labelledby="all"><h2 id="all">See all spreads</h2>
${
  key === undefined
    ? html`<p>This needs a key on ${needed}.</p>
<p class="actions"><a class="button main" href="${pathTo(context, "/keys")}#sign-in">Sign in with a key</a> ${plans}</p>`
    : html`<p>This needs a key on ${needed}, and yours is on ${getPlan(key.tier).name}.</p>
<p class="actions">${plans}</p>`
}</section>`;
}
