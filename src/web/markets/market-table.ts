import { getPlatform } from "../../domain/platforms.ts";
import type { StoredMarket } from "../../store/markets.ts";
import {
  alikeNotes,
  type Html,
  html,
  marketPath,
  money,
  type PageDeps,
  percent,
  platformTag,
  titleLink,
} from "../page/index.ts";

/** The heading of a row: title, platform, category. */
export const titleCell = (deps: PageDeps, market: StoredMarket, more: Html | false = false): Html =>
  html`<th scope="row">${titleLink(marketPath(deps, market), market)}
<span class="sub">${platformTag(market.platform)} · ${market.category}${more}</span></th>`;

/** Lifetime volume; "–" if the platform publishes none. */
export const volumeOf = ({ platform, volume }: Pick<StoredMarket, "platform" | "volume">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume, platform);

export const volume24hOf = ({ platform, volume24h }: Pick<StoredMarket, "platform" | "volume24h">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume24h, platform);

/** Markets as a search or an event lists them. */
export function marketTable(deps: PageDeps, markets: readonly StoredMarket[], caption: string): Html {
  const noteOf = alikeNotes(markets);
  return html`<table class="board"><caption class="hide">${caption}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Market</th><th scope="col" class="num wide">State</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${markets.map(
    (market) =>
      html`<tr data-row="${market.platform}:${market.id}"><td class="yes" data-key="${market.platform}:${market.id}">${percent(market.yesPrice)}</td>${titleCell(deps, market, noteOf(market))}
<td class="num wide">${market.status}</td><td class="num">${volumeOf(market)}</td></tr>`,
  )}</tbody></table>`;
}
