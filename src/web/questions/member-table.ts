import { getPlatform } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { findBestOffers } from "../../domain/questions/index.ts";
import type { QuestionDetail, QuestionMember } from "../../store/questions/index.ts";
import { volume24hOf, volumeOf } from "../markets/index.ts";
import {
  ago,
  cents,
  change,
  type Html,
  html,
  marketPath,
  type PageDeps,
  percent,
  platformTag,
  quoted,
  safeLink,
} from "../page/index.ts";

const COLUMNS = 8;

/** The markets of a question. All figures but those of the notes are in the question's direction. */
export function memberTable(deps: PageDeps, question: QuestionDetail, now: number): Html {
  const best = findBestOffers(question.members);
  return html`<div class="scroll members" tabindex="0" role="region" aria-label="Prices by platform"><table class="board full"><caption class="hide">Prices of yes by platform</caption>
<thead><tr><th scope="col">Platform</th><th scope="col" class="num">Yes</th><th scope="col" class="num"><abbr title="Highest bid for yes">Bid</abbr></th><th scope="col" class="num"><abbr title="Lowest ask for yes">Ask</abbr></th>
<th scope="col" class="num against"><abbr title="Points above or below the price of the question">Against the question</abbr></th><th scope="col" class="num"><abbr title="Points in 24 hours">24 h</abbr></th>
<th scope="col" class="num"><abbr title="Volume in 24 hours">Vol. 24 h</abbr></th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${question.members.map((member) => [memberRow(deps, { question, member, best, now }), member.isInverted && oppositeRow(member)])}</tbody></table></div>`;
}

interface Row {
  readonly question: QuestionDetail;
  readonly member: QuestionMember;
  readonly best: ReturnType<typeof findBestOffers<QuestionMember>>;
  readonly now: number;
}

function memberRow(deps: PageDeps, { question, member, best, now }: Row): Html {
  const { platform, id, title, price, ageMs, isInverted } = member;
  return html`<tr data-row="${platform}:${id}"><th scope="row"><a href="${marketPath(deps, member)}" title="${title}">${platformTag(platform)}</a>${member.status !== "open" && html` <span class="play">${endOf(member)}</span>`}${isInverted && html` <span class="opposite">asks the opposite</span>`}
<span class="sub">${ageMs === undefined ? "never read" : html`<span class="wide">read </span>${ago(now - ageMs, now)}`}<span class="screen"> · <a href="${safeLink(member.url)}" rel="noopener noreferrer">Open<span class="hide"> on ${getPlatform(platform).name}</span></a></span></span></th>
<td class="yes" data-label="Yes" data-key="${platform}:${id}">${percent(price)}</td>
${offerCell("Bid", member.bid, best.bid.includes(member) && "best to sell, the cheapest no")}
${offerCell("Ask", member.ask, best.ask.includes(member) && "the cheapest yes")}
<td class="num" data-label="Against it">${pointsOff(price - question.price)}</td>
<td class="num" data-label="24 h">${change(question.priceChanges24h.get(member.marketKey) ?? null)}</td>
<td class="num" data-label="Vol. 24 h">${volume24hOf(member)}</td><td class="num" data-label="Volume">${volumeOf(member)}</td></tr>`;
}

/** How a market ended, in its own terms. */
const endOf = ({ outcome }: QuestionMember): string =>
  outcome === null || outcome === "unknown" ? "closed" : `ended: ${outcome}`;

const offerCell = (label: string, price: Micros | null, meaning: string | false): Html =>
  html`<td class="num${meaning !== false && " best"}" data-label="${label}">${meaning !== false && html`<span class="mark" title="${meaning}">best<span class="hide">: ${meaning},</span></span> `}${offer(price)}</td>`;

/** Signed points: "+2.0". */
function pointsOff(difference: Micros): string {
  const points = (Math.abs(difference) / 10_000).toFixed(1);
  if (points === "0.0") return points;
  return `${difference > 0 ? "+" : "−"}${points}`;
}

/** What an inverted market shows itself, and what to buy there. */
function oppositeRow({ platform, id, title, yesPrice, bestBid, bestAsk }: QuestionMember): Html {
  const { name } = getPlatform(platform);
  return html`<tr class="own" data-row="own:${platform}:${id}"><td colspan="${COLUMNS}"><p>${name} asks the opposite: ${quoted(title)}. Its NO is this YES: to buy yes here, buy NO there. Its own yes is ${percent(yesPrice)}, bid ${offer(bestBid)}, ask ${offer(bestAsk)}.</p></td></tr>`;
}

const offer = (price: Micros | null): string => (price === null ? "–" : cents(price));
