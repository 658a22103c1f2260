import { orientPrice } from "../../domain/arbitrage.ts";
import type { MarketStatus } from "../../domain/markets.ts";
import { averageChange, orientChange } from "../../domain/movement.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import {
  listCounted,
  priceQuestion,
  type QuestionPrice,
  type QuotedMember,
  sumRealMoney,
} from "../../domain/questions.ts";
import type { MarketList } from "../lists/list.ts";
import { MISSING } from "../lists/rows.ts";
import type { IndexedQuestion } from "./question-index.ts";

/** What a question is filtered and ordered by, and its figures as they are published. Times are epoch milliseconds. */
export interface QuestionSummary extends QuestionPrice {
  readonly question: IndexedQuestion;
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
  readonly members: readonly SummarizedMember[];
}

/** A listed market of a question. */
export interface SummarizedMember extends QuotedMember {
  readonly marketKey: number;
  readonly isInverted: boolean;
  readonly category: string;
  readonly volume24h: Cents;
  /** That of `price` in 24 hours, see `PriceChanges`. */
  readonly change: Micros | null;
  /** `NEVER` where the platform does not say. */
  readonly closesAt: number;
  readonly updatedAt: number;
}

/** Later than any moment, for what has no close time. */
export const NEVER = MISSING;

export interface SummaryOptions {
  readonly realMoneyOnly: boolean;
  /** Of the price of an open market. */
  readonly isStale: (market: { readonly platform: string; readonly marketKey: number }) => boolean;
}

/** Reads a question's figures from the lists in memory; undefined where fewer than two of its markets are shown. */
export function summarize(
  list: MarketList,
  question: IndexedQuestion,
  { isStale, realMoneyOnly }: SummaryOptions,
): QuestionSummary | undefined {
  const members = question.members.flatMap((member): SummarizedMember[] => {
    const { marketKey, isInverted } = member;
    const facet = list.facetOf(marketKey);
    if (facet === undefined || (realMoneyOnly && !isRealMoney(facet.platform))) return [];
    const [isOpen, { platform, category }] = [facet.status === "open", facet];
    return [
      {
        ...{ marketKey, isInverted, platform, category, isOpen },
        price: orientPrice(list.valueOf(marketKey, "price"), isInverted),
        volume: list.valueOf(marketKey, "volume"),
        volume24h: list.valueOf(marketKey, "volume_24h"),
        change: orientChange(list.changeOf(marketKey), isInverted),
        closesAt: list.valueOf(marketKey, "closing"),
        updatedAt: list.valueOf(marketKey, "updated"),
        isStale: isOpen && isStale({ platform, marketKey }),
      },
    ];
  });
  return summarizeMembers(question, members);
}

/** The figures of a question with these markets, all of them listed; undefined where there are fewer than two. */
export function summarizeMembers(
  question: IndexedQuestion,
  members: readonly SummarizedMember[],
): QuestionSummary | undefined {
  const price = members.length < 2 ? undefined : priceQuestion(members);
  if (price === undefined) return undefined;
  const open = members.filter(({ isOpen }) => isOpen);
  const closesAt = Math.min(...(open.length > 0 ? open : members).map((member) => member.closesAt));
  const titled = members.find(({ marketKey }) => marketKey === question.marketKey) ?? members[0];
  return {
    ...price,
    question,
    category: titled?.category ?? "other",
    status: open.length > 0 ? "open" : "closed",
    closesAt: closesAt === NEVER ? null : closesAt,
    volume: sumRealMoney(members.map(({ platform, volume }) => ({ platform, amount: volume }))),
    volume24h: sumRealMoney(members.map(({ platform, volume24h }) => ({ platform, amount: volume24h }))),
    priceChange24h: averageChange(listCounted(members)),
    updatedAt: Math.max(question.changedAt, ...members.map(({ updatedAt }) => updatedAt)),
    members,
  };
}
