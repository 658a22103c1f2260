import { type DatedBook, sizesAtBest } from "../../domain/books.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { findBestOffers } from "../../domain/questions.ts";
import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { endingOf, volume24hOf, volumeOf } from "../markets/market-table.ts";
import { contractCount } from "../markets/order-book.ts";
import { ago, cents, change, differenceText, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag, safeLink } from "../page/links.ts";
import { quoted } from "../page/titles.ts";

const COLUMNS = 8;
const CLOSED_COLUMNS = 4;

/** The markets of a question. All figures but those of the notes are in the question's direction. */
export function memberTable(
  deps: PageDeps,
  question: QuestionDetail,
  { books, now }: Pick<Row, "books" | "now">,
): Html {
  const best = findBestOffers(question.members);
  // Where all markets are closed, nothing is offered and nothing moves.
  const isOpen = question.status === "open";
  return html`<div class="scroll members" tabindex="0" role="region" aria-label="Prices by platform"><table class="board full">\
<caption class="hide">Prices of yes by platform</caption>
<thead><tr><th scope="col">Platform</th><th scope="col" class="num">Yes</th>${
    isOpen &&
    html`<th scope="col" class="num"><abbr title="Highest bid for yes">Bid</abbr></th>\
<th scope="col" class="num"><abbr title="Lowest ask for yes">Ask</abbr></th>
<th scope="col" class="num against">\
<abbr title="How far above or below the price of the question, in percentage points">Difference</abbr></th>\
<th scope="col" class="num"><abbr title="Change of the price in 24 hours, in percentage points">24 h change</abbr></th>`
  }
<th scope="col" class="num"><abbr title="Volume in 24 hours">24 h volume</abbr></th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${question.members.map((member) => [
    memberRow(deps, { question, member, best, books, now }),
    member.isInverted && oppositeRow(member, isOpen),
  ])}</tbody></table></div>`;
}

interface Row {
  readonly question: QuestionDetail;
  readonly member: QuestionMember;
  readonly best: ReturnType<typeof findBestOffers<QuestionMember>>;
  /** By `marketKey`. */
  readonly books: ReadonlyMap<number, DatedBook>;
  readonly now: number;
}

function memberRow(deps: PageDeps, { question, member, best, books, now }: Row): Html {
  const sizes = offerSizes(member, books.get(member.marketKey), now);
  const { platform, id, title, price, ageMs, isInverted } = member;
  return html`<tr data-row="${platform}:${id}"><th scope="row"><a href="${marketPath(deps, member)}" \
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
<td class="yes" data-label="Yes" data-key="${platform}:${id}">${percent(price)}</td>
${question.status === "open" && movingCells({ question, member, best, sizes })}
<td class="num" data-label="24 h volume">${volume24hOf(member)}</td><td class="num" data-label="Volume">${volumeOf(member)}</td></tr>`;
}

/** What an open market offers, and how its price moves. */
const movingCells = ({
  question,
  member,
  best,
  sizes,
}: Pick<Row, "question" | "member" | "best"> & { readonly sizes: ReturnType<typeof offerSizes> }): Html =>
  html`${offerCell({ label: "Bid", price: member.bid, size: sizes?.bid }, best.bid.includes(member) && "highest bid: no is cheapest here")}
${offerCell({ label: "Ask", price: member.ask, size: sizes?.ask }, best.ask.includes(member) && "lowest ask: yes is cheapest here")}
<td class="num" data-label="Difference">${differenceText(member.price - question.price)}</td>
<td class="num" data-label="24 h change">${change(question.priceChanges24h.get(member.marketKey) ?? null)}</td>`;

interface OfferCell {
  readonly label: string;
  readonly price: Micros | null;
  /** Contracts at that price; null where the book does not say, undefined without a book. */
  readonly size: number | null | undefined;
}

/** The contracts at bid and ask of a member, in the direction of the question. */
function offerSizes(member: QuestionMember, book: DatedBook | undefined, now: number) {
  if (book === undefined) return undefined;
  const { bid = null, ask = null } = sizesAtBest(book, member, now);
  // A bid for its yes is an ask for its no.
  return member.isInverted ? { bid: ask, ask: bid } : { bid, ask };
}

const offerCell = ({ label, price, size }: OfferCell, meaning: string | false): Html =>
  html`<td class="num${meaning !== false && " best"}" data-label="${label}">${
    meaning !== false && html`<span class="mark" title="${meaning}">best<span class="hide">, ${meaning},</span></span> `
  }${offer(price)}${size !== undefined && sizeNote(size)}</td>`;

const sizeNote = (size: number | null): Html =>
  size === null
    ? html`<span class="sub" title="No order book with this price was read in the last minute.">size not known</span>`
    : html`<span class="sub">for ${contractCount(size)}<span class="wide"> contracts</span></span>`;

/** What an inverted market shows itself, and what to buy there. */
function oppositeRow(member: QuestionMember, isOpen: boolean): Html {
  const { platform, id, title } = member;
  const { name } = getPlatform(platform);
  return html`<tr class="own" data-row="own:${platform}:${id}"><td colspan="${isOpen ? COLUMNS : CLOSED_COLUMNS}">\
<p>${name} asks the opposite: ${quoted(title)}. ${oppositeNote(member)}</p></td></tr>`;
}

function oppositeNote({ status, outcome, yesPrice, bestBid, bestAsk }: QuestionMember): string {
  const ending = endingOf({ status, outcome });
  if (ending !== undefined) return `There it is ${ending}. Its no means yes on this question.`;
  const own = `at ${percent(yesPrice)}, with bid ${offer(bestBid)} and ask ${offer(bestAsk)}`;
  return `To buy yes on this question, buy NO there. Its own yes is ${own}.`;
}

const offer = (price: Micros | null): string => (price === null ? "–" : cents(price));
