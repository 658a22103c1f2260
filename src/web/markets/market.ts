import { getMarketDetail } from "../../api/detail.ts";
import type { Context } from "../../context.ts";
import { LIQUIDITY_MEANING, OPEN_INTEREST_MEANING } from "../../domain/markets.ts";
import { IMPLIED_RELATIONS, PRICE_RULES } from "../../domain/matching/matches.ts";
import { feeText, getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { withOffers } from "../../domain/questions.ts";
import { authorOf } from "../../domain/titles.ts";
import { pathMarketId, pathPlatform } from "../../http/filters.ts";
import type { Input } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { MatchedMarket } from "../../store/questions/related.ts";
import type { Topic } from "../../store/topics/topics.ts";
import { alertAnchor } from "../alerts/alerts.ts";
import { chosenOf, createAddresses } from "../browse/filters.ts";
import { CHART_ASSETS } from "../charts/chart.ts";
import { rangeParameter } from "../charts/courses.ts";
import { chartSection } from "../charts/price-chart.ts";
import { shareSection } from "../embeds.ts";
import {
  ahead,
  capitalized,
  cents,
  change,
  MATCH_MEANING,
  moment,
  money,
  percent,
  priceText,
  toScoreText,
} from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, toDocument } from "../page/layout.ts";
import {
  cardList,
  eventPath,
  marketPath,
  platformTag,
  questionPath,
  safeLink,
  titleHeading,
  titleLink,
} from "../page/links.ts";
import { type Followed, livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { fact } from "../page/table.ts";
import { closedTicket, orderParameters, type TicketView, ticket } from "../questions/ticket.ts";
import { type OnPage, outcomeSection, outcomeTabs } from "../topics.ts";
import { endingOf, isSettled, settlementLine, volume24hOf, volumeOf } from "./markets.ts";
import { atOneReading, bookSection } from "./order-book.ts";

export const marketPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/markets/:platform/:market_id",
    parameters: { platform: pathPlatform(platforms), market_id: pathMarketId, ...ASKED },
    async render(context, { platform, market_id: id, ...input }) {
      const now = context.clock.now();
      const market = atOneReading(await getMarketDetail(context, platform, id));
      const topic = await context.store.topics.find(platform, market.eventId, now);
      const chosen = chosenOf(ASKED, input);
      const asked = { ...input, chosen, to: createAddresses(marketPath(context, market), ASKED, chosen) };
      const isCurrent: OnPage = ({ offers }) => offers.some((one) => one.platform === platform && one.id === id);
      const main = html`${livePart(
        context,
        now,
        followedOf(market, topic),
        html`${header(context, market)}
${topic && outcomeTabs(context, topic, isCurrent)}
<div class="beside"><div>${await marketChart(context, market, asked)}</div>
${orderPart(context, market, asked)}</div>
${matchCards(context, market)}
${topic && outcomeSection(context, topic, platform)}
${bookSection(market, now)}`,
      )}
${about(market)}
${shareSection(context, toShared(market), topic)}`;
      return toDocument(context, {
        title: market.title,
        main,
        assets: [...CHART_ASSETS, "questions.css"],
        head: toShared(market),
      });
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
const followedOf = (market: MarketDetail, topic: Topic | undefined): Followed => ({
  questions: market.questionId === null ? [] : [{ id: market.questionId, status: market.status }],
  markets: [market, ...market.matches, ...market.related, ...(topic?.outcomes ?? [])],
  isSettled: isSettled(market),
});

const header = (context: Context, market: MarketDetail): Html => html`<div class="market-head">
<div>${titleHeading(market)}
<p class="sub">${platformTag(market.platform)} · ${capitalized(market.category)}${
  market.event.marketCount > 1 &&
  html` · part of \
<bdi><a href="${eventPath(context, { platform: market.platform, id: market.eventId })}">${market.event.title}</a></bdi>`
}${authorNote(market)}</p></div>
<p class="now">${headFigure(market)}</p>
</div>
<div class="standing"><dl class="facts">
${market.status === "open" && fact("Bid / ask", html`${book(market)}${market.orderBook !== null && html` <a href="#book">see depth</a>`}`)}
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
    ? html`${fact("Fee", feeText(market))}
${fact("Closes", ahead(market.closesAt, context.clock.now()))}${latestClose(market, context.clock.now())}`
    : fact("Closed", market.closesAt === null ? "–" : moment(market.closesAt))
}
</dl>
<p class="actions"><a class="button main" href="${safeLink(market.url)}" rel="noopener noreferrer">Open on \
${getPlatform(market.platform).name}</a>${
  market.questionId !== null &&
  html` <a class="button" href="${questionPath(context, { id: market.questionId })}">See this question on all platforms</a>`
}</p></div>`;

function orderPart(context: Context, market: MarketDetail, asked: AskedMarket): Html {
  const actions = html`${!isSettled(market) && alertAnchor(context, `${market.platform}:${market.id}`)} <a class="button" href="#embed">Embed</a>`;
  if (market.status !== "open") return closedTicket(actions);
  const offered = withOffers([{ ...market, isInverted: false, book: market.orderBook ?? undefined }]);
  return ticket(offered, { ...asked, actions });
}

/** Shown where it says more than the expected close. */
const latestClose = ({ closesAt, latestClosesAt }: MarketDetail, now: number): Html | false =>
  latestClosesAt !== null &&
  latestClosesAt !== closesAt &&
  html`\n${fact("Closes at the latest", ahead(latestClosesAt, now))}`;

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
  const price = yesPrice === null ? "–" : priceText(yesPrice, market);
  const ending = endingOf(market);
  if (ending !== undefined && isSettled(market))
    return html`<strong>${ending.replace(/^r/, "R")}</strong> <span class="sub">last price of yes ${price}</span>`;
  const current = html`<strong data-key="${platform}:${id}">${price}</strong>`;
  if (status === "closed") return html`${current}\n<span class="sub">closed, last price of yes</span>`;
  // Nothing to say of a past that is not known.
  if (market.priceChange24h === null) return html`${current}\n<span class="sub">chance of yes</span>`;
  return html`${current} ${change(market.priceChange24h)}\n<span class="sub">chance of yes and its change in 24 hours</span>`;
}

const about = ({ description, rulesChangedAt, settlementSource, platform }: MarketDetail): Html =>
  html`${
    description !== null &&
    description.trim() !== "" &&
    html`<details class="rules"><summary>Rules on ${getPlatform(platform).name}${rulesChangedAt !== null && ", changed"}</summary>${
      rulesChangedAt !== null &&
      html`<p class="hint">The rules changed: a different text was read at ${moment(rulesChangedAt)}.</p>`
    }<p>${description}</p></details>`
  }
${settlementSource !== null && settlementLine(settlementSource)}
<p class="hint">${getPlatform(platform).attribution}</p>`;

const ASKED = { range: rangeParameter, ...orderParameters };

/** What the page was asked for, and its addresses with changes. */
type AskedMarket = Input<typeof ASKED> & Pick<TicketView, "chosen" | "to">;

const marketChart = (context: Context, market: MarketDetail, { range, to }: AskedMarket): Promise<Html> => {
  const drawn = { ...market, isOpen: market.status === "open", isInverted: false, price: market.yesPrice ?? 0 };
  return chartSection(context, [drawn], { range, to });
};

function matchCards(deps: PageDeps, market: MarketDetail): Html {
  const { matches, related } = market;
  const cards = (found: readonly MatchedMarket[]): Html =>
    cardList(
      found.map((match) => card(deps, match)),
      "more market",
    );
  return html`<section aria-labelledby="elsewhere"><h2 id="elsewhere">The same question elsewhere</h2>
${
  matches.length === 0
    ? html`<p class="empty">No market on another platform matches this one.</p>`
    : html`<p class="hint">${MATCH_MEANING}</p>\n${cards(matches)}`
}</section>
${related.length > 0 && html`<section aria-labelledby="near"><h2 id="near">Similar, but not the same</h2>\n${cards(related)}</section>`}`;
}

const RELATIONS: Readonly<Record<string, string>> = {
  same: "Yes here means yes there.",
  inverted: "The opposite: yes here means no there.",
  ...Object.fromEntries(IMPLIED_RELATIONS.map((relation) => [relation, PRICE_RULES[relation].text])),
};

function card(deps: PageDeps, match: MatchedMarket): Html {
  return html`<li class="card" data-row="${match.platform}:${match.id}"><h3>${titleLink(marketPath(deps, match), match)}</h3>
<p class="sub">${platformTag(match.platform)} · ${match.status} · volume ${volumeOf(match)}</p>
<p class="pair"><strong data-key="${match.platform}:${match.id}">${priceText(match.yesPrice, match)}</strong></p>
${
  match.relation !== "related" &&
  html`<p>${RELATIONS[match.relation] ?? match.relation} \
<span class="sub">${toScoreText(match.relation === "same" || match.relation === "inverted", match.score)}</span></p>`
}
<ul class="reasons">${match.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></li>`;
}
