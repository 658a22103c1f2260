import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import type { Movement } from "../../store/board/movements.ts";
import type { EventMarket, StoredMarket } from "../../store/markets.ts";
import { MOVEMENT_HEADS, movementCells } from "../charts/movement.ts";
import { money, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { outcomeOnly, titleLink } from "../page/titles.ts";
import { endingOf } from "./ending.ts";
import { labelOutcomes } from "./outcomes.ts";

/** The heading of a row: title, platform, category. */
export const titleCell = (deps: PageDeps, market: StoredMarket, more: Html | false = false): Html =>
  html`<th scope="row">${titleLink(marketPath(deps, market), market)}
<span class="sub">${platformTag(market.platform)} · ${market.category}${more}</span></th>`;

/** The price of yes; grey where it is the last one. */
export const priceCell = ({ platform, id, yesPrice, status }: StoredMarket, className = "yes"): Html =>
  html`<td class="${className}${status === "closed" && " over"}" data-key="${platform}:${id}">${percent(yesPrice)}</td>`;

/** How a market ended, after the other things said of it. */
export function endingNote(market: Pick<StoredMarket, "status" | "outcome">): Html | false {
  const ending = endingOf(market);
  return ending !== undefined && html` · <span class="ending">${ending}</span>`;
}

/** Lifetime volume; "–" if the platform publishes none. */
export const volumeOf = ({ platform, volume }: Pick<StoredMarket, "platform" | "volume">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume, platform);

export const volume24hOf = ({ platform, volume24h }: Pick<StoredMarket, "platform" | "volume24h">): string =>
  getPlatform(platform).volumeUnit === "none" ? "–" : money(volume24h, platform);

interface EventRows {
  readonly platform: string;
  readonly title: string;
  readonly markets: readonly EventMarket[];
  /** In the order of the markets. */
  readonly movements: readonly Movement[];
}

/** Markets below the title of their event, by what each of them adds to it. */
export function outcomeTable(deps: PageDeps, { platform, title, markets, movements }: EventRows): Html {
  const hasVolume = reportsVolume(platform);
  return html`<table class="board"><caption class="hide">Other markets of the event</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Outcome</th>\
${MOVEMENT_HEADS}${hasVolume && html`<th scope="col" class="num wide">Volume</th>`}</tr></thead>
<tbody>${labelOutcomes(title, markets).map(
    ({ market, label }, index) =>
      html`<tr data-row="${market.platform}:${market.id}">${priceCell(market)}<th scope="row"><a href="${marketPath(deps, market)}" \
class="title" dir="auto">${outcomeOnly(label, title)}</a>${endingLine(market)}</th>
${movementCells(movements[index])}${hasVolume && html`<td class="num wide">${volumeOf(market)}</td>`}</tr>`,
  )}</tbody></table>`;
}

/** How a market ended, below its title. */
export function endingLine(market: Pick<StoredMarket, "status" | "outcome">): Html | false {
  const ending = endingOf(market);
  return ending !== undefined && html`<span class="sub"><span class="ending">${ending}</span></span>`;
}
