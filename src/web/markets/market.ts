import { getMarketDetail } from "../../api/detail.ts";
import type { Context } from "../../context.ts";
import { LIQUIDITY_MEANING, OPEN_INTEREST_MEANING } from "../../domain/markets.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { authorOf } from "../../domain/titles.ts";
import { pathMarketId, pathPlatform } from "../../http/filters.ts";
import type { Route } from "../../http/route.ts";
import type { MarketDetail } from "../../store/detail.ts";
import { AXES_ASSETS } from "../axes/frame.ts";
import { LINES_CHART_ASSETS } from "../charts/lines-chart.ts";
import { rangeParameter } from "../charts/ranges.ts";
import { ahead, cents, change, counted, moment, money, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { toDocument } from "../page/layout.ts";
import { eventFile, eventPath, fileAnchor, platformTag, questionPath, safeLink } from "../page/links.ts";
import { type Followed, livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { shareSection } from "../page/sharing.ts";
import { fact } from "../page/table.ts";
import { titleHeading } from "../page/titles.ts";
import { endingOf, isSettled } from "./ending.ts";
import { chartView, marketChart } from "./market-chart.ts";
import { outcomeTable, volume24hOf, volumeOf } from "./market-table.ts";
import { matchCards } from "./matches.ts";
import { bestSizes, bookSection } from "./order-book.ts";
import { settlementLine } from "./settlement-source.ts";

/** Other markets of the event that are shown. */
const MAX_SIBLINGS = 25;

export const marketPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/markets/:platform/:market_id",
    summary: "One market: its chart, its event, and the same question elsewhere",
    parameters: {
      platform: pathPlatform(platforms),
      market_id: pathMarketId,
      range: rangeParameter,
      view: chartView,
    },
    async render(context, { platform, market_id: id, range, view }) {
      const now = context.clock.now();
      const market = await getMarketDetail(context, platform, id);
      const main = html`${livePart(
        context,
        now,
        followedOf(market),
        html`${header(context, market)}
${await marketChart(context, market, { range, view })}
${matchCards(context, market)}
${await siblingSection(context, market)}
${bookSection(market, now)}`,
      )}
${about(market)}
${shareSection(context, toShared(market))}`;
      const assets = [...LINES_CHART_ASSETS, ...AXES_ASSETS];
      return toDocument(context, { title: market.title, main, assets, head: toShared(market) });
    },
  }),
];

const toShared = ({ platform, id, title, yesPrice, category }: MarketDetail) => ({
  title,
  path: `/markets/${platform}/${encodeURIComponent(id)}`,
  description:
    (yesPrice === null ? "No price yet" : `Chance of yes: ${percent(yesPrice)}`) +
    ` on ${getPlatform(platform).name}, ${category}.`,
});

/** The market and all others whose prices are on its page. */
const followedOf = (market: MarketDetail): Followed => ({
  questions: market.questionId === null ? [] : [{ id: market.questionId, status: market.status }],
  markets: [market, ...market.matches, ...market.related, ...market.siblings.slice(0, MAX_SIBLINGS)],
  isSettled: isSettled(market),
});

const header = (context: Context, market: MarketDetail): Html => html`<div class="market-head">
<div>${titleHeading(market)}
<p class="sub">${platformTag(market.platform)} · ${market.category}${
  market.event.title !== market.title &&
  html`, part of \
<bdi><a href="${eventPath(context, { platform: market.platform, id: market.eventId })}">${market.event.title}</a></bdi>`
}${authorNote(market)}</p></div>
<p class="now">${headFigure(market)}</p>
</div>
<dl class="facts">
${market.status === "open" && fact("Bid / ask", html`${book(market)}${market.orderBook !== null && html` <a href="#book">see depth</a>`}`)}
${
  market.status === "open" &&
  market.orderBook !== null &&
  fact("Contracts at bid / ask", bestSizes(market.orderBook, market, context.clock.now()))
}
${
  reportsVolume(market.platform) &&
  html`${fact("Volume", volumeOf(market))}
${fact("24 h volume", volume24hOf(market))}`
}
${market.liquidity !== null && fact(html`<abbr title="${LIQUIDITY_MEANING}">Liquidity</abbr>`, money(market.liquidity, market.platform))}
${
  market.openInterest !== null &&
  fact(html`<abbr title="${OPEN_INTEREST_MEANING}">Open interest</abbr>`, money(market.openInterest, market.platform))
}
${
  market.status === "open"
    ? fact("Closes", ahead(market.closesAt, context.clock.now()))
    : fact("Closed", market.closesAt === null ? "–" : moment(market.closesAt))
}
</dl>
<p class="actions"><a class="button main" href="${safeLink(market.url)}" rel="noopener noreferrer">Open on \
${getPlatform(market.platform).name}</a>${
  market.questionId !== null &&
  html` <a class="button" href="${questionPath(context, { id: market.questionId })}">See this question on all platforms</a>`
}</p>`;

/** Of the user who made it, where anybody may make markets. */
function authorNote(market: MarketDetail): Html | false {
  const author = authorOf(market);
  return author !== undefined && html`, by <bdi>${author}</bdi>`;
}

const book = ({ bestBid, bestAsk }: MarketDetail): string =>
  bestBid === null && bestAsk === null
    ? "none"
    : `${bestBid === null ? "–" : cents(bestBid)} / ${bestAsk === null ? "–" : cents(bestAsk)}`;

/** Its chance of yes with the change, or how it resolved. */
function headFigure(market: MarketDetail): Html {
  const { platform, id, yesPrice, status } = market;
  const price = yesPrice === null ? "–" : percent(yesPrice);
  const ending = endingOf(market);
  if (ending !== undefined && isSettled(market))
    return html`<strong>${ending.replace(/^r/, "R")}</strong> <span class="sub">last price of yes ${price}</span>`;
  const current = html`<strong data-key="${platform}:${id}">${price}</strong>`;
  if (status === "closed") return html`${current}\n<span class="sub">closed, last price of yes</span>`;
  // Nothing to say of a past that is not known.
  if (market.priceChange24h === null) return html`${current}\n<span class="sub">chance of yes</span>`;
  return html`${current} ${change(market.priceChange24h)}\n<span class="sub">chance of yes, and its change in 24 hours</span>`;
}

async function siblingSection(
  context: Context,
  { platform, eventId, event, siblings }: MarketDetail,
): Promise<Html | false> {
  const shown = siblings.slice(0, MAX_SIBLINGS);
  if (shown.length === 0) return false;
  const more = event.marketCount - 1 - shown.length;
  const movements = await context.store.movements.ofMarkets(shown, context.clock.now());
  return html`<section aria-labelledby="event"><h2 id="event">In the same event: <bdi>${event.title}</bdi></h2>
${outcomeTable(context, { platform, title: event.title, markets: shown, movements })}
<p class="more">${
    more > 0 && html`and ${counted(more, "more market")} · `
  }${fileAnchor(context, eventFile({ platform, id: eventId }, "markets"), { title: "All markets of the event" })}</p></section>`;
}

const about = ({ description, rulesChangedAt, settlementSource, platform }: MarketDetail): Html =>
  html`${
    description !== null &&
    description.trim() !== "" &&
    html`<details class="rules"><summary>Rules on ${getPlatform(platform).name}${rulesChangedAt !== null && ", changed"}</summary>${
      rulesChangedAt !== null &&
      html`<p class="hint">Rules changed: another text was read at ${moment(rulesChangedAt)}.</p>`
    }<p>${description}</p></details>`
  }
${settlementSource !== null && settlementLine(settlementSource)}
<p class="hint">${getPlatform(platform).attribution}</p>`;
