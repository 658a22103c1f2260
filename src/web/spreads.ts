import { opportunityList, spreadSort } from "../api/arbitrage.ts";
import type { Context } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { getPlan } from "../domain/accounts/plans.ts";
import type { UnknownSize } from "../domain/arbitrage.ts";
import { toOrderText, toSummary } from "../domain/orders.ts";
import { getPlatform, isRealMoney } from "../domain/platforms.ts";
import { type Micros, ONE } from "../domain/prices.ts";
import { withDefault } from "../http/parameters.ts";
import type { Route } from "../http/route.ts";
import type { Opportunity } from "../store/spreads/arbitrage.ts";
import { alertPath } from "./alerts/alerts.ts";
import { boardTabs } from "./board.ts";
import { type FilterWords, platformChoices } from "./browse/filters.ts";
import { listPages } from "./browse/list-page.ts";
import { ago, ahead, centsHundredths, count, counted, toScoreText } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { type FeedLink, type PageDeps, pathTo } from "./page/layout.ts";
import { opportunityPath, quoted, safeLink, titleLink } from "./page/links.ts";
import type { PublicPages } from "./page/public-page.ts";
import { dataTable, num, words } from "./page/table.ts";

export const arbitragePages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, byReturn(opportunityList(platforms)), {
    path: "/arbitrage",
    title: "Spreads",
    above: (context) => boardTabs(context, "spreads"),
    lead: INTRODUCTION,
    noun: "spread",
    filters: ["stake", "min_profit", "min_size", "type", "min_confidence", "platform", "sort", "all"],
    words: wordsOf(platforms.filter(isRealMoney)),
    draw: (context, opportunities, { input, now }) =>
      spreadTable(context, opportunities, { now, stake: Number(input.stake) }),
    follow: (opportunities) => ({ markets: opportunities.flatMap(({ orders }) => orders.map(({ market }) => market)) }),
    // A spread needs two platforms, whichever is asked for.
    notedPlatforms: platforms.filter(isRealMoney),
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

/** Spreads shown to visitors without a plan that has them all. */
export const FREE_SPREADS = 3;

/** The feed of what is shown without a key. */
const SPREADS_FEED: FeedLink = { name: "spreads", title: "Best spreads" };

/** What is said of a spread of size 0. */
export const GONE = "The newest order books no longer offer these prices.";

/** Each question with its two orders, and what they earn at the stake, in dollars, and on a contract. */
const spreadTable = (
  deps: PageDeps,
  opportunities: readonly Opportunity[],
  { now, stake }: { readonly now: number; readonly stake: number },
): Html =>
  dataTable(
    { label: "Spreads and what they earn", classes: "thirds spreads", rowName: ({ id }) => id },
    opportunities,
    [
      words(
        "Question and orders",
        (found) =>
          html`${titleLink(opportunityPath(deps, found), found.titled)}${orderList(found)}${reasonsOf(found, now)}`,
      ),
      num("Return a year", (found) => ({ content: yearText(found), className: "yes" })),
      {
        ...num(`Profit at ${dollars(stake * ONE).replace(/\.00$/, "")}`, (found) => ({
          ...{ content: profitText(found), className: "yes", key: `profit:${found.id}` },
        })),
        short: "Profit",
      },
      num("Cost", ({ deal }) => dollars(deal.cost)),
      num("Closes", ({ closesAt }) => (closesAt === null ? unknown("not known") : ahead(closesAt, now))),
      num("Size", sizeText),
      words(
        "Confidence",
        (found) => html`<span class="grade ${found.confidence}">${found.confidence}</span>${alertLink(deps, found)}`,
      ),
    ],
  );

/** What the stake earns and, since spreads are sorted by that, one contract of each order. */
const profitText = ({ deal, profit }: Opportunity): Html =>
  html`${dollars(deal.profit)}<span class="sub">${centsHundredths(profit)} each</span>`;

const dollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount: "$9.82". */
export const dollars = (amount: Micros): string => dollarFormat.format(amount / ONE);

const percentFormat = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const yearText = ({ deal: { annualizedPercent } }: Opportunity): Html | string =>
  annualizedPercent === null ? unknown("not known") : `${percentFormat.format(annualizedPercent)}%`;

/** How many contracts both books offer, or why that is unknown. */
const sizeText = ({ size, unknownSize = "not read" }: Opportunity): Html | string =>
  size === null ? unknown(UNKNOWN_SIZES[unknownSize]) : count(size);

const UNKNOWN_SIZES: Readonly<Record<UnknownSize, string>> = {
  "not read": "order book not read",
  older: "order book too old",
};

const unknown = (why: string): Html =>
  html`<span title="${why}"><span class="hide">${why}</span><span aria-hidden="true">–</span></span>`;

/** Why one answer follows from the other: such a spread has no question with a page of its own. */
const reasonsOf = ({ type, reasons, orders, score }: Opportunity, now: number): Html | false =>
  type === "implied" &&
  html`<details><summary>Why one follows from the other</summary><ul>${orders.map(
    ({ market }) =>
      html`<li>${getPlatform(market.platform).name} asks ${quoted(market.title)}, price read ${ago(market.asOf, now)}</li>`,
  )}<li>${toScoreText(false, score)}</li>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>`;

function alertLink(deps: PageDeps, { questionId, orders }: Opportunity): Html {
  const subject = questionId ?? orders.map(({ market }) => `${market.platform}:${market.id}`).join();
  return html`<span class="sub"><a href="${alertPath(deps, subject, "spread")}">Alert me</a></span>`;
}

/** Each order with its address on the platform, and what all its contracts cost; many of them folded. */
export const orderList = (found: Opportunity): Html =>
  html`${
    found.orders.length > 2
      ? html`<details><summary>${toSummary(found.orders)}</summary>${orderItems(found)}</details>`
      : orderItems(found)
  }${found.type === "event" && html`<span class="sub">${found.reasons.join(". ")}</span>`}${found.risks.map(
    ({ texts }) =>
      html`<span class="sub risk">Risk: ${texts[0]?.replace(/^\w/, (first) => first.toLowerCase())}</span>`,
  )}`;

const orderItems = ({ orders }: Opportunity): Html =>
  html`<ul class="orders">${orders.map(
    (order) => html`<li><a href="${safeLink(order.market.url)}" rel="noopener noreferrer"><span \
class="tag p-${order.market.platform}">${toOrderText(order)}</span></a> <span class="sub">${counted(order.contracts, "contract")}, \
${dollars(order.orderCost)}${order.orderFee > 0 && html` with ${dollars(order.orderFee)} fee`}</span></li>`,
  )}</ul>`;
