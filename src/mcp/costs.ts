import { hasBook, type Offer, toOffers } from "../domain/orders.ts";
import { getPlatform, isRealMoney } from "../domain/platforms.ts";
import { type Micros, ONE } from "../domain/prices.ts";
import { isFreshAge } from "../domain/questions.ts";
import type { Question, QuestionMember } from "../store/questions/question.ts";
import { centsText, inCents, refOf } from "./words.ts";

/** What one contract costs, in cents; it pays 100 if it wins, less a fee that is taken from the win. */
export const toCost = (offer: Offer | null) =>
  offer === null ? null : { price: inCents(offer.price), ...toOutlay(offer) };

function toOutlay(offer: Offer) {
  const outlay = { cost: inCents(costOf(offer)), fee: inCents(offer.fee) };
  if (offer.winFee === 0) return outlay;
  return { ...outlay, win_fee: inCents(offer.winFee), payout: inCents(payoutOf(offer)) };
}

const toOutlayOrNull = (offer: Offer | null) => (offer === null ? null : toOutlay(offer));

const costOf = ({ price, fee }: Offer): Micros => price + fee;

const payoutOf = ({ winFee }: Offer): Micros => ONE - winFee;

/** The offers of a question's market, turned into the question's direction; their sides stay those of the market. */
export function orientedOffers(member: QuestionMember): { readonly yes: Offer | null; readonly no: Offer | null } {
  const { yes, no } = toOffers(member);
  return member.isInverted ? { yes: no, no: yes } : { yes, no };
}

/** What yes and no of a question cost on one platform; without the price, which is the cost less the fee. */
export function toMemberCosts(member: QuestionMember) {
  const { yes, no } = orientedOffers(member);
  return {
    market: refOf(member),
    yes: toOutlayOrNull(yes),
    no: toOutlayOrNull(no),
    ...(member.isInverted ? { opposite: true } : undefined),
    ...notesOf(member),
  };
}

/** Said of each market and event that trades play money. */
export const playMoneyOf = (platform: string) => (isRealMoney(platform) ? undefined : { play_money: true });

/** The same in words. */
export const playMoneyText = (platform: string): string => (isRealMoney(platform) ? "" : " [play money]");

/** What is said of a market only where it is so. */
export const notesOf = (member: Pick<QuestionMember, "platform" | "bestBid" | "bestAsk" | "status">) => ({
  ...playMoneyOf(member.platform),
  ...(hasBook(member) ? undefined : { indicative: true }),
  ...(member.status === "open" ? undefined : { status: member.status }),
});

/** The same in words: "Kalshi yes 63.65¢ (fee 1.65), no 40.67¢ (fee 1.67)". */
export function memberCostsText(member: QuestionMember): string {
  const { yes, no } = orientedOffers(member);
  const { name } = getPlatform(member.platform);
  return `${name}${noteText(member)} yes ${offerText(yes)}, no ${offerText(no)}`;
}

/** A cost with the fee in it: "63.65¢ (fee 1.65)", or "12¢ (8.8 taken if it wins)". */
export function offerText(offer: Offer | null): string {
  if (offer === null) return "not offered";
  if (offer.winFee > 0) return `${centsText(costOf(offer))} (${inCents(offer.winFee)} taken if it wins)`;
  return offer.fee === 0 ? centsText(offer.price) : `${centsText(costOf(offer))} (fee ${inCents(offer.fee)})`;
}

function noteText(member: QuestionMember): string {
  const notes = [
    ...(member.status === "open" ? [] : ["closed"]),
    ...(isRealMoney(member.platform) ? [] : ["play money"]),
    ...(member.isInverted ? ["asks the opposite: its NO is this yes"] : []),
  ];
  return notes.length === 0 ? "" : ` [${notes.join(", ")}]`;
}

/** Where a side of the question costs least for what it pays: among what real money can buy at prices of the last hour. */
export function findCheapest({ members }: Question, side: "yes" | "no") {
  const offers = members
    .filter(({ platform, ageMs }) => isRealMoney(platform) && isFreshAge(ageMs))
    .flatMap((member) => {
      const offer = orientedOffers(member)[side];
      return offer === null ? [] : [{ member, share: costOf(offer) / payoutOf(offer) }];
    });
  return offers.toSorted((a, b) => a.share - b.share)[0];
}
