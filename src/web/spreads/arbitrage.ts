import { opportunityList, spreadSort } from "../../api/arbitrage.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { getPlan } from "../../domain/accounts/plans.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { boardTabs } from "../board/board.ts";
import { type FilterWords, platformChoices } from "../browse/filters.ts";
import { listPages } from "../browse/list-page.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { FREE_SPREADS, SPREADS_FEED, spreadTable } from "./spreads.ts";

export const arbitragePages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, byReturn(opportunityList(platforms)), {
    path: "/arbitrage",
    title: "Spreads",
    summary: "The best spreads between platforms",
    above: (context) => boardTabs(context, "spreads"),
    lead: INTRODUCTION,
    noun: "spread",
    filters: ["stake", "min_profit", "min_size", "type", "min_confidence", "platform", "sort", "all"],
    words: wordsOf(platforms.filter(isRealMoney)),
    draw: (context, opportunities, { input, now }) =>
      spreadTable(context, opportunities, { now, stake: Number(input.stake) }),
    follow: (opportunities) => ({ markets: opportunities.flatMap(({ orders }) => orders.map(({ market }) => market)) }),
    // A spread needs two platforms, whichever is asked for.
    readNotes: (context) => readSourceNotes(context, platforms.filter(isRealMoney)),
    nothing: html`<p class="empty">No spread earns anything now at a known size. Try a lower confidence or fewer filters.</p>`,
    assets: ["board.css", "spreads.css"],
    feed: SPREADS_FEED,
    sample: { rows: FREE_SPREADS, filters: ["stake", "type", "min_confidence", "platform"], more: allSection },
  });

/** The same list, by default by what money earns in a year. */
const byReturn = (list: ReturnType<typeof opportunityList>) => ({
  ...list,
  parameters: { ...list.parameters, sort: withDefault(spreadSort, "return") },
});

const INTRODUCTION = html`<p class="lead">Buy yes on one platform and no on another for less than $1 together: one of the two pays $1. \
Both can lose where the platforms settle differently; the row then names the risk.</p>
<details class="how"><summary>How to read this table</summary><p>Amounts are for the stake and include the fees of both orders. They
never count more contracts than both order books offer at these prices. YES and NO are the sides of each platform's own
market. Confidence says how sure it is that both ask the same and that the prices can be had. Fees for withdrawals are not counted.</p></details>`;

const wordsOf = (platforms: readonly string[]): FilterWords => ({
  stake: { label: "Stake in $" },
  min_profit: { label: "Lowest profit in $" },
  min_size: { label: "Fewest contracts" },
  all: { label: "Show those that earn nothing or whose size is not known" },
  type: {
    label: "Spreads between",
    choices: {
      same: "the same question",
      implied: "one answer follows from the other",
      event: "all outcomes of an event",
      all: "all of these",
    },
  },
  min_confidence: { label: "Lowest confidence" },
  platform: { label: "With an order on", choices: platformChoices("any platform", platforms) },
  sort: {
    label: "Sort by",
    choices: {
      return: "return a year",
      profit: "profit at the stake",
      confidence: "confidence, then profit a contract",
      closing: "soonest close",
      net: "profit a contract",
      spread: "spread before fees",
      volume: "volume of the smaller market",
    },
  },
});

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
