import { getPlatform } from "../../domain/platforms.ts";
import type { BoardMarket } from "../../store/board.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { ResolvedMarket } from "../../store/resolved.ts";
import { ago, ahead, change, type Html, html, money, pathTo, percent, type Surroundings } from "../page/index.ts";
import { sparkline } from "./sparkline.ts";

/** Where the page of a market is. */
export const marketPath = (around: Pick<Surroundings, "site">, { platform, id }: { platform: string; id: string }) =>
  pathTo(around, `/markets/${platform}/${encodeURIComponent(id)}`);

/** A platform's name with its colour, and a word where its money is not real. */
export const platformTag = (platform: string): Html => {
  const { name, money: kind } = getPlatform(platform);
  return html`<span class="tag p-${platform}">${name}</span>${kind === "play" && html` <span class="play">play money</span>`}`;
};

const titleCell = (around: Surroundings, market: StoredMarket, more: Html | false = false): Html =>
  html`<th scope="row"><a href="${marketPath(around, market)}">${market.title}</a>
<span class="sub">${platformTag(market.platform)} · ${market.category}${more}</span></th>`;

/** What was traded in all, or that the platform does not say. */
export const volumeOf = ({ platform, volume }: Pick<StoredMarket, "platform" | "volume">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume);

export const volume24hOf = ({ platform, volume24h }: Pick<StoredMarket, "platform" | "volume24h">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume24h);

/** Where there is no room for a column. */
const slimVolume = (market: StoredMarket): Html => html`<span class="slim"> · ${volume24hOf(market)}</span>`;

/** Markets with how they moved. */
export const boardTable = (around: Surroundings, markets: readonly BoardMarket[], caption: string): Html =>
  html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num"><abbr title="Points in 24 hours">24 h</abbr></th>
<th scope="col" class="wide"><span class="hide">Course</span></th><th scope="col" class="num wide"><abbr title="Volume in 24 hours">Vol.</abbr></th></tr></thead>
<tbody>${markets.map((market) => boardRow(around, market))}</tbody></table>`;

const boardRow = (around: Surroundings, market: BoardMarket): Html =>
  html`<tr><td class="yes" data-key="${market.platform}:${market.id}">${percent(market.yesPrice)}</td>${titleCell(around, market, slimVolume(market))}
<td class="num">${change(market.priceChange24h)}</td><td class="wide">${sparkline(market.course)}</td><td class="num wide">${volume24hOf(market)}</td></tr>`;

/** Markets by when they close. */
export const closingTable = (around: Surroundings, markets: readonly StoredMarket[], now: number): Html =>
  html`<table class="board"><caption class="hide">Markets that close next</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num">Closes</th><th scope="col" class="num wide"><abbr title="Volume in 24 hours">Vol.</abbr></th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes" data-key="${market.platform}:${market.id}">${percent(market.yesPrice)}</td>${titleCell(around, market, slimVolume(market))}
<td class="num">${ahead(market.closesAt, now)}</td><td class="num wide">${volume24hOf(market)}</td></tr>`,
  )}</tbody></table>`;

/** Markets as a search or an event lists them. */
export const marketTable = (around: Surroundings, markets: readonly StoredMarket[], caption: string): Html =>
  html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num wide">State</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes">${percent(market.yesPrice)}</td>${titleCell(around, market)}
<td class="num wide">${market.status}</td><td class="num">${volumeOf(market)}</td></tr>`,
  )}</tbody></table>`;

/** How markets ended. */
export const resultTable = (around: Surroundings, markets: readonly ResolvedMarket[], now: number): Html =>
  html`<table class="board"><caption class="hide">Recently ended markets</caption>
<thead><tr><th scope="col" class="num">Result</th><th scope="col">Market</th><th scope="col" class="num">Ended</th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr><td class="yes">${market.outcome ?? "unknown"}</td>${titleCell(around, market)}<td class="num">${ago(market.resolvedAt, now)}</td></tr>`,
  )}</tbody></table>`;
