import type { UnknownSize } from "../../domain/arbitrage.ts";
import { toOrderText, toSummary } from "../../domain/orders.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { alertPath } from "../alerts/alerts.ts";
import type { FeedLink } from "../page/feed-link.ts";
import { ago, ahead, centsHundredths, count, counted, toScoreText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { opportunityPath, safeLink } from "../page/links.ts";
import { dataTable, num, words } from "../page/table.ts";
import { quoted, titleLink } from "../page/titles.ts";

/** Spreads shown to visitors without a plan that has them all. */
export const FREE_SPREADS = 3;

/** The feed of what is shown without a key. */
export const SPREADS_FEED: FeedLink = { name: "spreads", title: "Best spreads" };

/** What is said of a spread of size 0. */
export const GONE = "The newest order books no longer offer these prices.";

/** Each question with its two orders, and what they earn at the stake, in dollars, and on a contract. */
export const spreadTable = (
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
