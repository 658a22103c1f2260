import type { DatedBook } from "../../domain/books.ts";
import { type Cost, costForStake, costToBuy, type Side } from "../../domain/cost.ts";
import { isHalted } from "../../domain/markets.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import type { QuestionOffer } from "../../domain/questions.ts";
import { choice, decimal, inForm, optional, withDefault } from "../../http/parameters.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { centsHundredths, count, staleNote } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { platformTag, safeLink } from "../page/links.ts";
import { dollars, orderList } from "../spreads/spreads.ts";

/** What is spent on each market, in dollars, where nothing else is asked for. */
export const DEFAULT_STAKE = 100;

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
export interface TicketOrder {
  readonly side: Side;
  /** In dollars. */
  readonly stake: number;
  readonly contracts?: number | undefined;
}

export interface TicketView extends TicketOrder {
  /** By `marketKey`. */
  readonly books: ReadonlyMap<number, DatedBook>;
  /** The spread of the question, if one earns anything. */
  readonly spread: Opportunity | undefined;
  /** The address of the page with another order. */
  pathWith(order: TicketOrder): string;
  /** The other fields of its address. */
  readonly kept: Readonly<Record<string, string>>;
  /** Further buttons. */
  readonly actions: Html;
}

interface TicketLine {
  readonly member: QuestionMember;
  readonly offer: QuestionOffer;
  /** Null where the stake buys no whole contract. */
  readonly bought: Cost | null;
}

/** Where one side of an open question costs least: a line a market, the cheapest first. */
export function ticket(question: Question, view: TicketView): Html {
  const { side, stake, contracts, spread, pathWith, kept, actions } = view;
  const lines = linesOf(question, view);
  const best = (one: Side): string => {
    const [offer] = question.members.flatMap((member) => offerOn(member, one) ?? []).filter(({ isBest }) => isBest);
    return offer === undefined ? "" : ` ${centsHundredths(offer.total)}`;
  };
  const [cheapest] = lines;
  return html`<aside class="ticket" aria-label="Buy">
<nav class="choice" aria-label="Side">${(["yes", "no"] as const).map(
    (one) =>
      html`<a class="${one}" href="${pathWith({ side: one, stake, contracts })}"${one === side && html` aria-current="true"`}>${
        one === "yes" ? "Yes" : "No"
      }${best(one)}</a>`,
  )}</nav>
<form class="order">${Object.entries({ ...kept, side }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<label>Stake in $ <input name="stake" type="number" min="1" max="1000000" step="any" value="${stake}"></label>
<label>or contracts <input name="contracts" type="number" min="1" max="1000000" step="1" value="${contracts ?? ""}"></label><button>Show</button></form>
<ol class="offers">${lines.map(offerLine)}</ol>
${lines.length === 0 && html`<p class="empty">Nobody offers ${side} now.</p>`}
${halted(question, side)}${spread && bothSides(spread)}
<p class="actions">${actions}</p>
${cheapest && html`<p class="bottom"><span>${side === "yes" ? "Yes" : "No"} <strong>${centsHundredths(cheapest.offer.total)}</strong></span> ${buyLink(cheapest)}</p>`}</aside>`;
}

const offerOn = ({ buyYes, buyNo }: QuestionMember, side: Side): QuestionOffer | null =>
  side === "yes" ? buyYes : buyNo;

/** Present prices for real money first, then the least total. */
function linesOf({ members }: Question, { side, stake, contracts, books }: TicketView): TicketLine[] {
  const isLast = ({ member }: TicketLine): boolean => member.isStale || !isRealMoney(member.platform);
  return members
    .flatMap((member) => {
      const offer = offerOn(member, side);
      if (member.status !== "open" || offer === null) return [];
      const book = books.get(member.marketKey);
      const bought =
        contracts === undefined
          ? costForStake(member, offer.side, Math.round(stake * ONE), book)
          : costToBuy(member, offer.side, contracts, book);
      return [{ member, offer, bought }];
    })
    .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.offer.total - b.offer.total);
}

const offerLine = (line: TicketLine): Html => {
  const { member, offer, bought } = line;
  const { platform, id } = member;
  return html`<li${offer.isBest && html` class="best"`} data-row="offer:${platform}:${id}"><span>${platformTag(platform)}${staleNote(member)}
<span class="sub">${boughtText(bought, platform)}</span></span> <strong data-key="offer:${platform}:${id}">${centsHundredths(offer.total)}</strong> ${buyLink(line)}</li>`;
};

/** The platform's own side is named: a market that asks the opposite sells the other one. */
const buyLink = ({ member: { platform, url, isInverted }, offer }: TicketLine): Html =>
  html`<a class="button" href="${safeLink(url)}" rel="noopener noreferrer">Buy ${isInverted && `${offer.side.toUpperCase()} `}<span class="hide">on \
${getPlatform(platform).name}</span></a>`;

function boughtText(bought: Cost | null, platform: string): string {
  if (bought === null) return "no whole contract for the stake";
  const { contracts, cost, payout, fee, winFee } = bought;
  const charged = fee + winFee;
  const amount = (micros: number): string =>
    isRealMoney(platform) ? dollars(micros) : `M${count(Math.round(micros / ONE))}`;
  const fees = charged === 0 ? "no fee" : `${amount(charged)} fee${fee === 0 ? " if it wins" : ""}`;
  return `${count(contracts)} for ${amount(cost)}, pays ${amount(payout)}, ${fees}`;
}

const halted = ({ members }: Question, side: Side): Html | false => {
  const names = members.filter((member) => isHalted(member) && offerOn(member, side) === null);
  return (
    names.length > 0 &&
    html`<p class="sub">Halted: ${names.map(({ platform }) => getPlatform(platform).name).join(", ")}.</p>`
  );
};

/** Both orders of the best spread, and what its contracts cost together. */
const bothSides = (found: Opportunity): Html =>
  html`<section aria-labelledby="spread"><h2 id="spread">Buy both sides for ${centsHundredths(found.cost)}, get $1</h2>
${orderList(found)}
<p>Profit <strong data-key="profit:${found.id}">${dollars(found.deal.profit)}</strong> for ${dollars(found.deal.cost)}, \
${centsHundredths(found.profit)} each. Confidence: <span class="grade ${found.confidence}">${found.confidence}</span>.</p></section>`;
