import { listOpportunities } from "../../api/arbitrage/index.ts";
import type { Context } from "../../context.ts";
import type { ArbitrageSort, TypeFilter } from "../../domain/arbitrage.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Opportunity } from "../../store/arbitrage.ts";
import {
  cents,
  contractPrice,
  type Html,
  html,
  marketPath,
  money,
  type PageDeps,
  platformTag,
  toScoreText,
} from "../page/index.ts";

/** Spreads shown without a pro key. */
export const FREE_SPREADS = 3;

/** The best spreads between real-money platforms, by default the free ones; `onPlatform` asks for a leg there. */
export const findSpreads = (
  context: Context,
  platforms: readonly string[],
  {
    type = "same",
    sort = "net",
    size = FREE_SPREADS,
    onPlatform,
  }: { type?: TypeFilter; sort?: ArbitrageSort; size?: number; onPlatform?: string | undefined } = {},
) =>
  listOpportunities(context, platforms, {
    type,
    platform: onPlatform === undefined ? [] : [onPlatform],
    sort,
    page: 1,
    page_size: size,
  });

/** Each question with its two orders. */
export const spreadTable = (deps: PageDeps, opportunities: readonly Opportunity[]): Html =>
  html`<table class="board"><caption class="hide">The same question at two prices</caption>
<thead><tr><th scope="col" class="num">Net</th><th scope="col">Question and orders</th><th scope="col" class="num">Spread</th></tr></thead>
<tbody>${opportunities.map(
    (found) => html`<tr><td class="yes">${cents(found.netSpread)}</td><th scope="row">${titleOf(deps, found)}
${orderLine(deps, found)}</th>
<td class="num">${cents(found.spread)}</td></tr>`,
  )}</tbody></table>`;

/** The same with confidence, feasibility and reasons. */
export const spreadDetails = (deps: PageDeps, opportunities: readonly Opportunity[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Spreads"><table class="board full"><caption class="hide">Spreads and their two orders</caption>
<thead><tr><th scope="col" class="num">Spread</th><th scope="col" class="num">Net</th><th scope="col">Question and orders</th>
<th scope="col">Confidence</th><th scope="col">Feasibility</th></tr></thead>
<tbody>${opportunities.map(
    (found) => html`<tr><td class="yes">${cents(found.spread)}</td><td class="num">${cents(found.netSpread)}</td>
<th scope="row">${titleOf(deps, found)}
${orderLine(deps, found)}
<details><summary>${found.type === "same" ? "Why these are the same" : "Why one follows from the other"}</summary>
<ul>${found.orders.map(({ market, fee }) => html`<li>${getPlatform(market.platform).name} asks “${market.title}”${market.isInverted && html`, the opposite of the title`}; fee ${cents(fee)}</li>`)}
<li>${scoreText(found)}</li>${found.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details></th>
<td><span class="grade ${found.confidence}">${found.confidence}</span></td>
<td><span class="grade ${found.feasibility}">${found.feasibility}</span><span class="sub">smaller side ${money(found.legs.volume)}</span></td></tr>`,
  )}</tbody></table></div>`;

const scoreText = ({ type, legs }: Opportunity): string => toScoreText(type === "same", legs.score);

const titleOf = (deps: PageDeps, { titled }: Opportunity): Html =>
  html`<a href="${marketPath(deps, titled)}">${titled.title}</a>`;

/** "Buy NO on Kalshi at 23¢ + Buy YES on Polymarket at 19¢", with links to the markets. */
const orderLine = (deps: PageDeps, { orders: [first, second] }: Opportunity): Html =>
  html`<div class="orders">${orderLink(deps, first)} + ${orderLink(deps, second)}</div>`;

const orderLink = (deps: PageDeps, { action, side, price, market }: Opportunity["orders"][number]): Html =>
  html`<a href="${marketPath(deps, market)}">${ACTIONS[action]} ${side.toUpperCase()} on ${platformTag(market.platform)} at ${contractPrice(price)}</a>`;

const ACTIONS = { buy: "Buy" } as const;
