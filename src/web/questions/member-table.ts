import { type DatedBook, sizesAtBest } from "../../domain/books.ts";
import { hasBook } from "../../domain/cost.ts";
import { isHalted } from "../../domain/markets.ts";
import { toCentsText } from "../../domain/orders.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import type { QuestionOffer } from "../../domain/questions.ts";
import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { CHANGE_MEANING } from "../charts/movement.ts";
import { endingOf, volume24hOf, volumeOf } from "../markets/market-table.ts";
import { contractCount } from "../markets/order-book.ts";
import { ago, centsHundredths, listedChange, priceText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag, safeLink } from "../page/links.ts";
import { dataTable, num, type TableColumn, words } from "../page/table.ts";

interface TableDeps {
  /** By `marketKey`. */
  readonly books: ReadonlyMap<number, DatedBook>;
  readonly now: number;
}

/** The markets of a question, with what yes and no of the question cost on each. */
export function memberTable(deps: PageDeps, question: QuestionDetail, given: TableDeps): Html {
  // Where all markets are closed, nothing is offered and nothing moves.
  const isOpen = question.status === "open";
  const price = num<QuestionMember>(isOpen ? "Mid price" : "Last price", (member) => ({
    ...{ content: priceText(member.price, member), className: "yes", key: `${member.platform}:${member.id}` },
  }));
  const columns = [
    words<QuestionMember>("Platform", (member) => platformCell(deps, member, given)),
    isOpen
      ? { ...price, meaning: "Chance of yes: halfway between bid and ask, or the last price. Before fees" }
      : price,
    ...(isOpen ? openColumns(given) : []),
    num<QuestionMember>("Volume", volumeText),
  ];
  return dataTable(
    {
      ...{ label: "Prices by platform", scrollClass: "members" },
      rowName: ({ platform, id }) => `${platform}:${id}`,
      rowClass: ({ isStale }) => isStale && "over",
    },
    question.members,
    columns,
  );
}

const openColumns = (given: TableDeps): readonly TableColumn<QuestionMember>[] => [
  num("Buy yes", (member) => costCell(member, "yes", given), "What a payout of 100¢ costs, fees included"),
  num("Buy no", (member) => costCell(member, "no", given), "What a payout of 100¢ costs, fees included"),
  {
    ...num("24 h change, pts", ({ priceChange24h }) => listedChange(priceChange24h)),
    ...{ meaning: CHANGE_MEANING, short: "24 h change" },
  },
];

function platformCell(deps: PageDeps, member: QuestionMember, { now }: TableDeps): Html {
  const { platform, title, ageMs, isInverted, status } = member;
  return html`<a href="${marketPath(deps, member)}" title="${title}">${platformTag(platform)}</a>${
    status !== "open" && html` <span class="play">${endingOf(member)}</span>`
  }${isInverted && html` <span class="opposite" title="To buy yes on this question, buy NO there">asks the opposite</span>`}
<span class="sub">${
    status === "open" &&
    html`${
      ageMs === undefined ? "never read" : html`<span class="wide">read </span>${ago(now - ageMs, now)}`
    }<span class="screen"> · </span>`
  }<span class="screen"><a href="${safeLink(member.url)}" rel="noopener noreferrer">Open<span class="hide"> on \
${getPlatform(platform).name}</span></a></span></span>`;
}

const volumeText = (member: QuestionMember): Html =>
  html`${volumeOf(member)}${
    member.status === "open" &&
    reportsVolume(member.platform) &&
    html`<span class="sub">${volume24hOf(member)} in 24 h</span>`
  }`;

/** What one side of the question costs on a market. */
function costCell(member: QuestionMember, side: "yes" | "no", given: TableDeps) {
  const offer = side === "yes" ? member.buyYes : member.buyNo;
  if (offer === null) return { content: isHalted(member) ? "halted" : "not offered", className: "buy" };
  const size = offeredSize(member, offer, given);
  const content = html`${
    offer.isBest &&
    html`<span class="mark" title="The least for a contract, of all prices that are not old">best</span> `
  }${centsHundredths(offer.total)}
<span class="sub">${askNote(member, offer)}${size !== undefined && html` · ${contractCount(size)} offered`}</span>`;
  return { content, className: offer.isBest ? "buy best" : "buy" };
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
