import type { Context } from "../context.ts";
import type { ArbitrageSort } from "../domain/arbitrage.ts";
import { getPlatform } from "../domain/platforms.ts";
import { ONE } from "../domain/prices.ts";
import type { Opportunity } from "../store/arbitrage.ts";
import { cents, money, percent } from "./figures.ts";
import { type Html, html } from "./html.ts";
import type { Surroundings } from "./layout.ts";
import { marketPath, platformTag } from "./market-table.ts";

/** What anybody may see of what the API gives to pro keys. */
export const FREE_SPREADS = 3;

export interface SpreadChoice {
  readonly sort: ArbitrageSort;
  readonly size: number;
}

const FREE: SpreadChoice = { sort: "net", size: FREE_SPREADS };

/** The best spreads between platforms of real money; with a leg on one of `legPlatforms` where there are any. */
export async function findSpreads(
  { store, clock }: Context,
  platforms: readonly string[],
  legPlatforms: readonly string[],
  { sort, size }: SpreadChoice = FREE,
) {
  return store.arbitrage.list({
    platforms: platforms.filter((platform) => getPlatform(platform).money === "real"),
    legPlatforms,
    minSpread: ONE / 100,
    minScore: 0.8 * ONE,
    sort,
    page: 1,
    size,
    now: clock.now(),
  });
}

/** Each question with where yes is bought and where it is sold. */
export const spreadTable = (around: Surroundings, opportunities: readonly Opportunity[]): Html =>
  html`<table class="board"><caption class="hide">The same question at two prices</caption>
<thead><tr><th scope="col" class="num">Net</th><th scope="col">Question</th><th scope="col" class="num">Spread</th></tr></thead>
<tbody>${opportunities.map(
    (found) => html`<tr><td class="yes">${cents(found.netSpread)}</td><th scope="row">${titleOf(around, found)}
<span class="sub">${bothLegs(found)}</span></th>
<td class="num">${cents(found.spread)}</td></tr>`,
  )}</tbody></table>`;

/** The same with how far each can be believed. */
export const spreadDetails = (around: Surroundings, opportunities: readonly Opportunity[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Spreads"><table class="board full"><caption class="hide">The same question at two prices</caption>
<thead><tr><th scope="col" class="num">Spread</th><th scope="col" class="num">Net</th><th scope="col">Question</th><th scope="col">Buy yes</th><th scope="col">Sell yes</th>
<th scope="col">Confidence</th><th scope="col">Feasibility</th></tr></thead>
<tbody>${opportunities.map(
    (found) => html`<tr><td class="yes">${cents(found.spread)}</td><td class="num">${cents(found.netSpread)}</td>
<th scope="row">${titleOf(around, found)}<span class="sub slim">${bothLegs(found)}</span><details><summary>Why these are the same</summary>
<p>Match ${percent(found.legs.score)}.</p><ul>${found.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details></th>
<td>${side(around, found, "buy")}</td><td>${side(around, found, "sell")}</td>
<td><span class="grade ${found.confidence}">${found.confidence}</span></td>
<td><span class="grade ${found.feasibility}">${found.feasibility}</span><span class="sub">smaller side ${money(found.legs.volume)}</span></td></tr>`,
  )}</tbody></table></div>`;

const titleOf = (around: Surroundings, { title, buy }: Opportunity): Html =>
  html`<a href="${marketPath(around, buy)}">${title}</a>`;

const bothLegs = ({ buy, sell, legs }: Opportunity): Html =>
  html`${leg("buy", buy.platform, legs.buyPrice)} · ${leg("sell", sell.platform, legs.sellPrice)}`;

const leg = (verb: string, platform: string, price: number): Html =>
  html`${verb} ${platformTag(platform)} ${percent(price)}`;

function side(around: Surroundings, { buy, sell, legs, buyFee, sellFee }: Opportunity, which: "buy" | "sell"): Html {
  const [member, price, fee] = which === "buy" ? [buy, legs.buyPrice, buyFee] : [sell, legs.sellPrice, sellFee];
  return html`<a href="${marketPath(around, member)}">${platformTag(member.platform)} ${percent(price)}</a>
<span class="sub">fee ${cents(fee)}${member.isInverted && html`, asked the other way round`}</span>`;
}
