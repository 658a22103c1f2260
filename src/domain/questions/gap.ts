import { feeOf } from "../fees.ts";
import { getPlatform } from "../platforms.ts";
import { type Micros, ONE } from "../prices.ts";

/** A market of a question at one moment. */
export interface PricedMember {
  readonly platform: string;
  readonly category: string;
  /** Of yes in the question's direction. */
  readonly price: Micros;
}

export interface QuestionGap {
  /** The highest less the lowest price. */
  readonly gap: Micros;
  /** Of one contract of yes where it is cheapest and one of no where yes is dearest. */
  readonly fees: Micros;
}

/** How far the prices of a question are apart, and what fees would take of it; undefined for fewer than two prices. */
export function measureGap(members: readonly PricedMember[]): QuestionGap | undefined {
  const [first] = members;
  if (first === undefined || members.length < 2) return undefined;
  let [cheapest, dearest] = [first, first];
  for (const member of members) {
    if (member.price < cheapest.price) cheapest = member;
    if (member.price > dearest.price) dearest = member;
  }
  const fees = feeFor(cheapest, cheapest.price) + feeFor(dearest, ONE - dearest.price);
  return { gap: dearest.price - cheapest.price, fees };
}

const feeFor = ({ platform, category }: PricedMember, price: Micros): Micros =>
  feeOf(getPlatform(platform).fees, price, category);
