import type { MarketStatus } from "./markets.ts";
import { averageChange } from "./movement.ts";
import type { Cents, Micros } from "./prices.ts";
import { listCounted, priceQuestion, type QuestionPrice, type QuotedMember, sumRealMoney } from "./questions.ts";

/** A listed market of a question, with what the question's figures are made of. Times are epoch milliseconds. */
export interface FiguredMember extends QuotedMember {
  readonly marketKey: number;
  readonly category: string;
  readonly volume24h: Cents;
  /** That of `price` in 24 hours, see `PriceChanges`. */
  readonly priceChange24h: Micros | null;
  /** Null where the platform does not say. */
  readonly closesAt: number | null;
  readonly updatedAt: number;
}

/** What a question is filtered and ordered by, as it is published. Times are epoch milliseconds. */
export interface QuestionFigures extends QuestionPrice {
  /** That of the market which gives the title. */
  readonly category: string;
  /** Open while one of its markets is. */
  readonly status: MarketStatus;
  /** The earliest close of its open markets, or of all once none is open; null where no platform says. */
  readonly closesAt: number | null;
  /** Of its real-money markets. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** How far its price moved in 24 hours; null where that is not known, and for one that is closed or stale. */
  readonly priceChange24h: Micros | null;
  /** When it last had other members, or one of them other figures. */
  readonly updatedAt: number;
}

interface TitledQuestion {
  /** The market that gives title and direction. */
  readonly marketKey: number;
  /** When its members last changed. */
  readonly changedAt: number;
}

/** The figures of a question with these markets; undefined for fewer than two, which make no question. */
export function figuresOf(question: TitledQuestion, listed: readonly FiguredMember[]): QuestionFigures | undefined {
  // One order, so that sums are rounded alike wherever the markets come from.
  const members = listed.toSorted((a, b) => a.marketKey - b.marketKey);
  const price = members.length < 2 ? undefined : priceQuestion(members);
  if (price === undefined) return undefined;
  const open = members.filter(({ isOpen }) => isOpen);
  const closings = (open.length > 0 ? open : members).flatMap(({ closesAt }) => closesAt ?? []);
  const titled = members.find(({ marketKey }) => marketKey === question.marketKey) ?? members[0];
  return {
    ...price,
    category: titled?.category ?? "other",
    status: open.length > 0 ? "open" : "closed",
    closesAt: closings.length === 0 ? null : Math.min(...closings),
    volume: sumRealMoney(members.map(({ platform, volume }) => ({ platform, amount: volume }))),
    volume24h: sumRealMoney(members.map(({ platform, volume24h }) => ({ platform, amount: volume24h }))),
    priceChange24h: averageChange(
      listCounted(members).map(({ priceChange24h: change, volume }) => ({ change, volume })),
    ),
    updatedAt: Math.max(question.changedAt, ...members.map(({ updatedAt }) => updatedAt)),
  };
}
