import { listOpportunities } from "../../api/arbitrage.ts";
import type { Context } from "../../context.ts";
import { type ArbitrageSort, type Confidence, DEFAULT_LISTING, type TypeFilter } from "../../domain/arbitrage.ts";
import { ORDER_JOINER, toCentsText, toOrderText } from "../../domain/orders.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import type { UnknownSize } from "../../store/spreads/book-sizes.ts";
import type { FeedLink } from "../page/feed-link.ts";
import { ago, ahead, cents, centsHundredths, count, counted, money, toScoreText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, questionPath, safeLink } from "../page/links.ts";
import { fact } from "../page/table.ts";
import { quoted, titleLink } from "../page/titles.ts";

/** Spreads shown to visitors without a plan that has them all. */
export const FREE_SPREADS = 3;

/** The feed of what is shown without a key. */
export const SPREADS_FEED: FeedLink = { name: "spreads", title: "Best spreads" };

/** What is said of a spread of size 0. */
export const GONE = "The newest order books no longer offer these prices.";

interface ShownSpreads {
  readonly type?: TypeFilter;
  readonly sort?: ArbitrageSort;
  /** The lowest to show. */
  readonly confidence?: Confidence;
  readonly size?: number;
  readonly page?: number;
  /** Asks for a leg there. */
  readonly onPlatform?: string | undefined;
  /** The id of the question it belongs to. */
  readonly ofQuestion?: string;
}

/** The best spreads between real-money platforms, by default the free ones. */
export const findSpreads = (
  context: Context,
  platforms: readonly string[],
  {
    type = DEFAULT_LISTING.type,
    sort = DEFAULT_LISTING.sort,
    confidence = DEFAULT_LISTING.minConfidence,
    size = FREE_SPREADS,
    page = 1,
    onPlatform,
    ofQuestion,
  }: ShownSpreads = {},
) =>
  listOpportunities(context, platforms, {
    type,
    question_id: ofQuestion,
    platform: onPlatform === undefined ? [] : [onPlatform],
    min_confidence: confidence,
    sort,
    ...{ page, size },
  });

/** The markets of both orders of each, to be watched. */
export const legsOf = (opportunities: readonly Opportunity[]) =>
  opportunities.flatMap(({ orders }) => orders.map(({ market }) => market));

/** Each question with its two orders. */
export const spreadTable = (deps: PageDeps, opportunities: readonly Opportunity[]): Html =>
  html`<table class="board"><caption class="hide">The same question at two prices</caption>
<thead><tr><th scope="col" class="num"><abbr title="100¢ minus both prices and fees">Profit</abbr></th>\
<th scope="col">Question and orders</th>\
<th scope="col" class="num wide"><abbr title="Contracts that both order books offer at these prices">Size</abbr></th></tr></thead>
<tbody>${opportunities.map(
    (
      found,
    ) => html`<tr data-row="${found.id}"><td class="yes" data-key="profit:${found.id}">${centsHundredths(found.profit)}</td>\
<th scope="row">${titleOf(deps, found)}
${orderLine(deps, found)}<span class="sub slim">Size: ${sizeText(found)}</span></th>
<td class="num wide">${found.size === null ? unknown(sizeText(found)) : count(found.size)}</td></tr>`,
  )}</tbody></table>`;

/** The same with all figures and reasons; a list, so that it fits a narrow screen. */
export const spreadList = (deps: PageDeps, opportunities: readonly Opportunity[], now: number): Html =>
  html`<ol class="spreads">${opportunities.map(
    (found) => html`<li data-row="${found.id}"><h2>${titleOf(deps, found)}</h2>
${spreadBody(deps, found, now)}</li>`,
  )}</ol>`;

/** The orders of one, all figures and reasons, to be put in an element of class `spreads`. The page needs spreads.css. */
export const spreadBody = (deps: PageDeps, found: Opportunity, now: number): Html => html`${orderLine(deps, found)}
<p class="sub places">Place the orders at ${found.orders.map(platformLink)}</p>
<dl class="figures">
${fact("Profit", html`<strong data-key="profit:${found.id}">${centsHundredths(found.profit)}</strong>`)}
${figure("Cost", centsHundredths(found.cost))}
${figure("Payout", toCentsText(found.payout))}
${figure("ROI", percentText(found.roiPercent))}
${fact("ROI a year", found.annualizedPercent === null ? unknown("not known") : percentText(found.annualizedPercent))}
${figure("Closes", found.closesAt === null ? unknown("not known") : ahead(found.closesAt, now))}
${figure("Prices read", ago(found.asOf, now))}
${figure("Confidence", html`<span class="grade ${found.confidence}">${found.confidence}</span>`)}
${figure("Feasibility", html`<span class="grade ${found.feasibility}">${found.feasibility}</span>`)}
<div class="size"><dt>Size</dt><dd>${
  found.size === null ? html`<span class="reason" title="${WHY_UNKNOWN}">${sizeText(found)}</span>` : sizeText(found)
}</dd></div>
</dl>
${found.size === 0 && html`<p class="hint">${GONE}</p>`}
${detailsOf(found, now)}`;

/** A figure that a phone shows with the reasons. */
const figure = (name: string, value: Html | string): Html =>
  html`<div class="more-figure"><dt>${name}</dt><dd>${value}</dd></div>`;

/** How many contracts both books offer, or why that is unknown. */
const sizeText = ({ size, unknownSize = "not read" }: Opportunity): string =>
  size === null ? UNKNOWN_SIZES[unknownSize] : counted(size, "contract");

const UNKNOWN_SIZES: Readonly<Record<UnknownSize, string>> = {
  "not read": "order book not read",
  older: "order book too old",
};

const WHY_UNKNOWN = "The size is known when both order books were read within the last minute and after the prices";

const unknown = (why: string): Html =>
  html`<span title="${why}"><span class="hide">${why}</span><span aria-hidden="true">–</span></span>`;

const hundredths = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const percentText = (percent: number): string => `${hundredths.format(percent)}%`;

const detailsOf = (found: Opportunity, now: number): Html =>
  html`<details><summary>${found.type === "same" ? "Why these are the same" : "Why one follows from the other"}</summary>
<ul>${found.orders.map(
    ({ market, fee }) =>
      html`<li>${getPlatform(market.platform).name} asks ${quoted(market.title)}${
        market.isInverted && html`, the opposite of the title`
      }; fee ${toCentsText(fee)}; price read ${ago(market.asOf, now)}</li>`,
  )}
<li>${toScoreText(found.type === "same", found.legs.score)}</li>${found.reasons.map((reason) => html`<li>${reason}</li>`)}
<li>Spread before fees: ${cents(found.spread)}. Lifetime volume of the smaller market: ${money(found.legs.volume)}.</li></ul></details>`;

/** With a link to its question, or to its market where both legs ask two questions. */
const titleOf = (deps: PageDeps, { titled, questionId }: Opportunity): Html =>
  titleLink(questionId === null ? marketPath(deps, titled) : questionPath(deps, { id: questionId }), titled);

/** The summary that the API gives, each part with a link to its market. */
const orderLine = (deps: PageDeps, { orders: [first, second] }: Opportunity): Html =>
  html`<div class="orders">${orderLink(deps, first)}${ORDER_JOINER}${orderLink(deps, second)}</div>`;

/** Where the order is placed. */
const platformLink = ({ market }: Opportunity["orders"][number], index: number): Html =>
  html`${index > 0 && " · "}<a href="${safeLink(market.url)}" rel="noopener noreferrer">${getPlatform(market.platform).name} \
<span aria-hidden="true">↗</span></a>`;

const orderLink = (deps: PageDeps, order: Opportunity["orders"][number]): Html =>
  html`<a href="${marketPath(deps, order.market)}" \
title="Open this market: chart, rules and order book"><span class="tag p-${order.market.platform}">${toOrderText(order)}</span></a>`;
