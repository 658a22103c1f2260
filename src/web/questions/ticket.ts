import type { DatedBook } from "../../domain/books.ts";
import type { QuotedMarket, Side } from "../../domain/cost.ts";
import { isHalted } from "../../domain/markets.ts";
import { costOfOrder, type SizedCost } from "../../domain/orders.ts";
import { getPlatform, isRealMoney, MANA } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import type { QuestionOffer, QuestionOffers } from "../../domain/questions.ts";
import { choice, decimal, inForm, optional, withDefault } from "../../http/parameters.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import type { AddressWith, Chosen } from "../browse/filters.ts";
import { centsHundredths, count, staleNote } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { platformTag, safeLink } from "../page/links.ts";
import { dollars, orderList } from "../spreads.ts";

/** What is spent on each market, in dollars, where nothing else is asked for. */
const DEFAULT_STAKE = 100;

/** What a page with a ticket takes in its address. */
export const orderParameters = {
  side: withDefault(choice({ description: "Which side is bought.", values: ["yes", "no"] as const }), "yes"),
  stake: inForm(
    withDefault(decimal({ description: "What is spent, in dollars.", min: 1, max: 1_000_000 }), DEFAULT_STAKE),
  ),
  contracts: inForm(
    optional(decimal({ description: "Contracts to buy, in place of a stake.", min: 1, max: 1_000_000 })),
  ),
};

/** What is to be bought. */
interface TicketOrder {
  readonly side: Side;
  /** In dollars. */
  readonly stake: number;
  readonly contracts?: number | undefined;
}

interface TicketMember extends QuotedMarket, QuestionOffers {
  readonly id: string;
  readonly url: string;
  readonly isInverted: boolean;
  readonly isStale: boolean;
  readonly ageMs: number | undefined;
  readonly book: DatedBook | undefined;
}

export interface TicketView extends TicketOrder {
  /** The spread of the question, if one earns anything. */
  readonly spread?: Opportunity | undefined;
  /** What the page was asked for, and its addresses with another order. */
  readonly chosen: Chosen;
  readonly to: AddressWith;
  readonly actions: Html;
}

interface TicketLine {
  readonly member: TicketMember;
  readonly offer: QuestionOffer;
  /** Null where the stake buys no whole contract. */
  readonly bought: SizedCost | null;
}

/** Where one side of what is open costs least: a line a market, the cheapest first. */
export function ticket(members: readonly TicketMember[], view: TicketView): Html {
  const { side, stake, contracts, spread, chosen, to, actions } = view;
  const { stake: _stake, contracts: _contracts, ...kept } = chosen;
  const lines = linesOf(members, view);
  const best = (one: Side): string => {
    const offers = members.flatMap((member) => offerOn(member, one) ?? []);
    const offer = offers.length === 1 ? offers[0] : offers.find(({ isBest }) => isBest);
    return offer === undefined ? "" : ` ${centsHundredths(offer.total)}`;
  };
  const [cheapest] = lines;
  const isPlayMoney = members.length > 0 && !members.some(({ platform }) => isRealMoney(platform));
  return html`<aside class="ticket" aria-label="Buy">
<nav class="choice" aria-label="Side">${(["yes", "no"] as const).map(
    (one) =>
      html`<a class="${one}" href="${to({ side: one })}"${one === side && html` aria-current="true"`}>${
        one === "yes" ? "Yes" : "No"
      }${best(one)}</a>`,
  )}</nav>
<form class="order">${Object.entries({ ...kept, side }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<label>Stake in ${isPlayMoney ? MANA.sign : "$"} <input name="stake" type="number" min="1" max="1000000" step="any" value="${stake}"></label>
<label>or contracts <input name="contracts" type="number" min="1" max="1000000" step="1" value="${contracts ?? ""}"></label><button>Show</button></form>
<ol class="offers">${lines.map((line) => offerLine(line, members.length > 1))}</ol>
${lines.length === 0 && html`<p class="empty">Nobody offers ${side} now.</p>`}
${halted(members, side)}${spread && bothSides(spread)}
<p class="actions">${actions}</p>
${
  // Stays in view on a phone.
  cheapest &&
  html`<p class="bottom"><span>${side === "yes" ? "Yes" : "No"} <strong>${centsHundredths(cheapest.offer.total)}</strong></span> ${buyLink(cheapest)}</p>`
}</aside>`;
}

/** The same place where nothing can be bought. */
export const closedTicket = (actions: Html): Html =>
  html`<aside class="ticket" aria-label="Actions"><p class="actions">${actions}</p></aside>`;

const offerOn = ({ buyYes, buyNo }: TicketMember, side: Side): QuestionOffer | null =>
  side === "yes" ? buyYes : buyNo;

/** Present prices for real money first, then the least total. */
function linesOf(members: readonly TicketMember[], { side, stake, contracts }: TicketOrder): TicketLine[] {
  const isLast = ({ member }: TicketLine): boolean => member.isStale || !isRealMoney(member.platform);
  const asked = contracts === undefined ? { stake: Math.round(stake * ONE) } : { contracts };
  return members
    .flatMap((member) => {
      const offer = offerOn(member, side);
      if (offer === null) return [];
      return [{ member, offer, bought: costOfOrder(member, offer.side, asked, member.book) }];
    })
    .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.offer.total - b.offer.total);
}

const offerLine = (line: TicketLine, isOneOfSeveral: boolean): Html => {
  const { member, offer, bought } = line;
  const { platform, id } = member;
  const isBest = offer.isBest && isOneOfSeveral;
  return html`<li${isBest && html` class="best"`} data-row="offer:${platform}:${id}"><span>${platformTag(platform)}${staleNote(member)}
<span class="sub">${boughtText(bought, platform)}</span></span> <strong data-key="offer:${platform}:${id}">${centsHundredths(offer.total)}</strong> \
${buyLink(line)}</li>`;
};

/** The platform's own side is named: a market that asks the opposite sells the other one. */
const buyLink = ({ member: { platform, url, isInverted }, offer }: TicketLine): Html =>
  html`<a class="button" href="${safeLink(url)}" rel="noopener noreferrer">Buy ${isInverted && `${offer.side.toUpperCase()} `}<span class="hide">on \
${getPlatform(platform).name}</span></a>`;

/** "all 40 for $21.10, pays $40.00, $0.70 fee", where the order book has no more. */
function boughtText(bought: SizedCost | null, platform: string): string {
  if (bought === null) return "no whole contract for the stake";
  const { contracts, cost, payout, fee, winFee, offered } = bought;
  const charged = fee + winFee;
  const amount = (micros: number): string =>
    isRealMoney(platform) ? dollars(micros) : `${MANA.sign}${count(Math.round(micros / ONE))}`;
  const fees = charged === 0 ? "no fee" : `${amount(charged)} fee${fee === 0 ? " if it wins" : ""}`;
  // A book may end with a part of a contract.
  const isAll = offered !== null && offered < contracts + 1;
  return `${isAll ? "all " : ""}${count(contracts)} for ${amount(cost)}, pays ${amount(payout)}, ${fees}`;
}

const halted = (members: readonly TicketMember[], side: Side): Html | false => {
  const names = members.filter((member) => isHalted(member) && offerOn(member, side) === null);
  return (
    names.length > 0 &&
    html`<p class="sub">No orders are taken now on ${names.map(({ platform }) => getPlatform(platform).name).join(", ")}.</p>`
  );
};

/** Both orders of the best spread, and what its contracts cost together. */
const bothSides = (found: Opportunity): Html =>
  html`<section aria-labelledby="spread"><h2 id="spread">Buy both sides for ${centsHundredths(found.cost)}, get $1</h2>
${orderList(found)}
<p>Profit <strong data-key="profit:${found.id}">${dollars(found.deal.profit)}</strong> for ${dollars(found.deal.cost)}, \
${centsHundredths(found.profit)} each. Confidence: <span class="grade ${found.confidence}">${found.confidence}</span>.</p></section>`;
