import { type DatedBook, sizesAtBest } from "../../domain/books.ts";
import { hasBook } from "../../domain/cost.ts";
import { isHalted } from "../../domain/markets.ts";
import { toCentsText } from "../../domain/orders.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import type { QuestionOffer } from "../../domain/questions.ts";
import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { endingOf, volume24hOf, volumeOf } from "../markets/market-table.ts";
import { contractCount } from "../markets/order-book.ts";
import { ago, centsHundredths, listedChange, percent, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag, safeLink } from "../page/links.ts";
import { quoted } from "../page/titles.ts";

const COLUMNS = 6;
const CLOSED_COLUMNS = 3;

interface TableDeps {
  /** By `marketKey`. */
  readonly books: ReadonlyMap<number, DatedBook>;
  readonly now: number;
}

/** The markets of a question, with what yes and no of the question cost on each. */
export function memberTable(deps: PageDeps, question: QuestionDetail, given: TableDeps): Html {
  // Where all markets are closed, nothing is offered and nothing moves.
  const isOpen = question.status === "open";
  return html`<div class="scroll members" tabindex="0" role="region" aria-label="Prices by platform"><table class="board full">\
<caption class="hide">What yes and no cost by platform</caption>
<thead><tr><th scope="col">Platform</th><th scope="col" class="num">${
    isOpen
      ? html`<abbr title="Chance of yes: halfway between bid and ask, or the last price. Before fees">Mid price</abbr>`
      : "Last price"
  }</th>${
    isOpen &&
    html`<th scope="col" class="num">${costHead("yes")}</th><th scope="col" class="num">${costHead("no")}</th>
<th scope="col" class="num"><abbr title="Change of the price in 24 hours, in percentage points">24 h change, pts</abbr></th>`
  }
<th scope="col" class="num">Volume</th></tr></thead>
<tbody>${question.members.map((member) => [
    memberRow(deps, question, member, given),
    member.isInverted && oppositeRow(member, isOpen),
  ])}</tbody></table></div>`;
}

const costHead = (side: "yes" | "no"): Html =>
  html`<abbr title="What a payout of 100¢ costs, fees included">Buy ${side}</abbr>`;

function memberRow(deps: PageDeps, question: QuestionDetail, member: QuestionMember, given: TableDeps): Html {
  const { platform, id, title, price, ageMs, isInverted } = member;
  const { now } = given;
  return html`<tr${member.isStale && html` class="over"`} data-row="${platform}:${id}"><th scope="row"><a href="${marketPath(deps, member)}" \
title="${title}">${platformTag(platform)}</a>${member.status !== "open" && html` <span class="play">${endingOf(member)}</span>`}${
    isInverted && html` <span class="opposite">asks the opposite</span>`
  }
<span class="sub">${
    member.status === "open" &&
    html`${
      ageMs === undefined ? "never read" : html`<span class="wide">read </span>${ago(now - ageMs, now)}`
    }<span class="screen"> · </span>`
  }<span class="screen"><a href="${safeLink(member.url)}" rel="noopener noreferrer">Open<span class="hide"> on \
${getPlatform(platform).name}</span></a></span></span></th>
<td class="yes" data-label="${question.status === "open" ? "Mid price" : "Last price"}" data-key="${platform}:${id}">${priceText(price, member)}</td>
${
  question.status === "open" &&
  html`${costCell(member, "yes", given)}
${costCell(member, "no", given)}
<td class="num" data-label="24 h change">${listedChange(member.priceChange24h)}</td>`
}
<td class="num" data-label="Volume">${volumeOf(member)}${
    member.status === "open" && reportsVolume(platform) && html`<span class="sub">${volume24hOf(member)} in 24 h</span>`
  }</td></tr>`;
}

/** What one side of the question costs on a market. */
function costCell(member: QuestionMember, side: "yes" | "no", given: TableDeps): Html {
  const offer = side === "yes" ? member.buyYes : member.buyNo;
  const label = `Buy ${side}`;
  if (offer === null) {
    return html`<td class="num buy" data-label="${label}">${isHalted(member) ? "halted" : "not offered"}</td>`;
  }
  const size = offeredSize(member, offer, given);
  return html`<td class="num buy${offer.isBest && " best"}" data-label="${label}">${
    offer.isBest &&
    html`<span class="mark" title="The least for a contract, of all prices that are not old">best</span> `
  }${centsHundredths(offer.total)}
<span class="sub">${askNote(member, offer)}${size !== undefined && html` · ${contractCount(size)} offered`}</span></td>`;
}

/** "ask 20¢ + 1.12¢ fee", on a market that asks the opposite "NO at 20¢ + 1.12¢ fee". */
function askNote(member: QuestionMember, { side, price, fee, winFee }: QuestionOffer): string {
  const ask = `${member.isInverted ? `${side.toUpperCase()} at` : hasBook(member) ? "ask" : "price"} ${toCentsText(Math.round(price / 100) * 100)}`;
  if (winFee > 0) return `${ask}, ${centsHundredths(winFee)} fee if it wins`;
  return fee === 0 ? `${ask}, no fee` : `${ask} + ${centsHundredths(fee)} fee`;
}

/** Contracts at the ask; undefined unless a book with this ask was read lately. */
function offeredSize(member: QuestionMember, { side }: QuestionOffer, { books, now }: TableDeps): number | undefined {
  const book = books.get(member.marketKey);
  const sizes = book && sizesAtBest(book, member, now);
  // Who bids for yes sells no.
  return side === "yes" ? sizes?.ask : sizes?.bid;
}

/** What an inverted market shows itself, and what to buy there. */
function oppositeRow(member: QuestionMember, isOpen: boolean): Html {
  const { platform, id, title } = member;
  const { name } = getPlatform(platform);
  return html`<tr class="own" data-row="own:${platform}:${id}"><td colspan="${isOpen ? COLUMNS : CLOSED_COLUMNS}">\
<p>${name} asks the opposite: ${quoted(title)}. ${oppositeNote(member)}</p></td></tr>`;
}

function oppositeNote({ status, outcome, yesPrice }: QuestionMember): string {
  const ending = endingOf({ status, outcome });
  if (ending !== undefined) return `There it is ${ending}. Its no means yes on this question.`;
  return `To buy yes on this question, buy NO there. Its own yes is at ${percent(yesPrice)}.`;
}
