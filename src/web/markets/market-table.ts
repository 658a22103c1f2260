import { getPlatform } from "../../domain/platforms.ts";
import type { BoardMarket } from "../../store/board.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { ResolvedMarket } from "../../store/resolved.ts";
import { sparkline } from "../charts/index.ts";
import {
  ago,
  ahead,
  change,
  type Html,
  html,
  marketPath,
  money,
  type PageDeps,
  percent,
  platformTag,
} from "../page/index.ts";

/** The heading of a row: title, platform, category. */
export const titleCell = (deps: PageDeps, market: StoredMarket, more: Html | false = false): Html =>
  html`<th scope="row"><a href="${marketPath(deps, market)}">${market.title}</a>
<span class="sub">${platformTag(market.platform)} · ${market.category}${more}</span></th>`;

/** Lifetime volume; "–" if the platform publishes none. */
export const volumeOf = ({ platform, volume }: Pick<StoredMarket, "platform" | "volume">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume);

export const volume24hOf = ({ platform, volume24h }: Pick<StoredMarket, "platform" | "volume24h">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume24h);

/** Shown when there is no room for a column. */
const slimVolume = (market: StoredMarket): Html => html`<span class="slim"> · ${volume24hOf(market)}</span>`;

/** Markets with their change in 24 hours. */
export const boardTable = (deps: PageDeps, markets: readonly BoardMarket[], caption: string): Html =>
  html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num"><abbr title="Points in 24 hours">24 h</abbr></th>
<th scope="col" class="wide"><span class="hide">Course</span></th><th scope="col" class="num wide"><abbr title="Volume in 24 hours">Vol.</abbr></th></tr></thead>
<tbody>${markets.map((market) => boardRow(deps, market))}</tbody></table>`;

const boardRow = (deps: PageDeps, market: BoardMarket): Html =>
  html`<tr><td class="yes" data-key="${market.platform}:${market.id}">${percent(market.yesPrice)}</td>${titleCell(deps, market, slimVolume(market))}
<td class="num">${change(market.priceChange24h)}</td><td class="wide">${sparkline(market.course)}</td><td class="num wide">${volume24hOf(market)}</td></tr>`;

/** Markets by when they close. */
export const closingTable = (deps: PageDeps, markets: readonly StoredMarket[], now: number): Html =>
  html`<table class="board"><caption class="hide">Markets that close next</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num">Closes</th><th scope="col" class="num wide"><abbr title="Volume in 24 hours">Vol.</abbr></th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes" data-key="${market.platform}:${market.id}">${percent(market.yesPrice)}</td>${titleCell(deps, market, slimVolume(market))}
<td class="num">${ahead(market.closesAt, now)}</td><td class="num wide">${volume24hOf(market)}</td></tr>`,
  )}</tbody></table>`;

/** Markets as a search or an event lists them. */
export const marketTable = (deps: PageDeps, markets: readonly StoredMarket[], caption: string): Html =>
  html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num wide">State</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes">${percent(market.yesPrice)}</td>${titleCell(deps, market)}
<td class="num wide">${market.status}</td><td class="num">${volumeOf(market)}</td></tr>`,
  )}</tbody></table>`;

/** How markets ended. */
export const resultTable = (deps: PageDeps, markets: readonly ResolvedMarket[], now: number): Html =>
  html`<table class="board"><caption class="hide">Recently ended markets</caption>
<thead><tr><th scope="col" class="num">Result</th><th scope="col">Market</th><th scope="col" class="num">Ended</th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes">${market.outcome ?? "unknown"}</td>${titleCell(deps, market)}<td class="num">${ago(market.resolvedAt, now)}</td></tr>`,
  )}</tbody></table>`;
