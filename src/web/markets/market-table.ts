import type { Outcome, SettlementSource } from "../../domain/markets.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { EventDetail } from "../../store/events.ts";
import type { AgedEventMarket, AgedMarket, StoredMarket } from "../../store/markets.ts";
import { capitalized, money, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { titleLink } from "../page/titles.ts";

/** The heading of a row: title, platform, category. */
export const marketTitle = (deps: PageDeps, market: StoredMarket, more: Html | false = false): Html =>
  html`${titleLink(marketPath(deps, market), market)}
<span class="sub">${platformTag(market.platform)} · ${capitalized(market.category)}${more}</span>`;

/** The price of yes; grey where it is the last one of a closed market, or an old one. */
export const priceCell = (market: AgedMarket) => ({
  content: priceText(market.yesPrice, market),
  className: market.status === "closed" && "over",
  key: `${market.platform}:${market.id}`,
});

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

/** How a market ended: "resolved: yes"; undefined while it is open. */
export function endingOf({ status, outcome }: { status: string; outcome: Outcome | null }): string | undefined {
  if (status === "open") return undefined;
  return isSettled({ status, outcome }) ? `resolved: ${outcome}` : "closed";
}

/** Whether its outcome is known, so that its price no longer moves. */
export const isSettled = ({ status, outcome }: { status: string; outcome: Outcome | null }): boolean =>
  status !== "open" && outcome !== null && outcome !== "unknown";

/** A market of an event under a name that stands beside the event's title. */
interface EventOutcome {
  readonly market: AgedEventMarket;
  readonly label: string;
}

/** The outcomes of an event, the likeliest first. */
export const listOutcomes = ({ title, markets }: EventDetail): readonly EventOutcome[] =>
  labelOutcomes(title, markets).toSorted(
    ({ market: a }, { market: b }) => b.yesPrice - a.yesPrice || b.volume - a.volume,
  );

/** Markets of an event with their names. Outcomes of one name get their whole titles. */
function labelOutcomes(title: string, markets: readonly AgedEventMarket[]): readonly EventOutcome[] {
  const named = markets.map((market) => ({ market, label: toLabel(market, title) }));
  const byLabel = Map.groupBy(named, ({ label }) => label);
  return named.map(({ market, label }) => ({
    market,
    label: byLabel.get(label)?.length === 1 ? label : market.title,
  }));
}

/** What a market adds to the title of its event. */
function toLabel({ outcomeLabel, title }: AgedEventMarket, eventTitle: string): string {
  if (outcomeLabel !== null && outcomeLabel.trim() !== "") return outcomeLabel;
  const rest = title.startsWith(eventTitle) ? title.slice(eventTitle.length).replace(/^[\s:?–-]+/, "") : "";
  return rest === "" ? title : rest;
}

/** One line: "Settlement source: AP, https://apnews.com/". Only http and https addresses become links. */
export function settlementLine({ name, url }: SettlementSource): Html {
  const isLink = url !== null && /^https?:\/\//i.test(url);
  const link = isLink ? html`<a href="${url}" rel="noopener noreferrer">${url}</a>` : url;
  return html`<p class="hint settles">Settlement source: ${name}${name !== null && url !== null && ", "}${link}</p>`;
}
