import { orientPrice } from "../../domain/arbitrage.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { gapOf } from "../../domain/questions.ts";
import type { Db } from "../database/db.ts";
import { findPastPrices } from "../history/changes.ts";
import type { Question, QuestionMember } from "./question.ts";

/** Moments at full multiples of `step`, then `to`. All in epoch seconds. */
export interface TimeGrid {
  /** The first moment, from which steps count in place of full multiples. */
  readonly first?: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Prices in the question's direction, all on the same moments. */
export interface QuestionHistory {
  readonly question: Question;
  /** Epoch seconds. */
  readonly times: readonly number[];
  readonly series: readonly MemberSeries[];
  /**
   * The highest less the lowest real-money price at each moment; null where fewer than two are known. A closed market counts
   * up to its close while another is open. The last is the gap of the question now.
   */
  readonly gaps: readonly (Micros | null)[];
}

interface MemberSeries {
  readonly member: QuestionMember;
  /** Null before the archive begins. */
  readonly prices: readonly (Micros | null)[];
}

/** Reads the prices of a question's markets over time. The caller holds the transaction. */
export function readHistory(db: Db, question: Question, grid: TimeGrid): QuestionHistory {
  const times = toTimes(grid);
  const found = findPastPrices(
    db,
    question.members.map(({ marketKey }) => marketKey),
    times.map((at) => at * 1000),
  );
  const series = question.members.map((member, index) => ({
    member,
    prices: (found[index] ?? []).map((price) => (price === null ? null : orientPrice(price, member.isInverted))),
  }));
  const real = series.filter(({ member }) => isRealMoney(member.platform));
  const counted = real.length > 0 ? real : series;
  const gaps = times
    .slice(0, -1)
    .map((at, index) =>
      gapOf(counted.filter(({ member }) => at <= endOf(member, question)).flatMap(({ prices }) => prices[index] ?? [])),
    );
  return { question, times, series, gaps: [...gaps, question.gap] };
}

/** Until when the price of a market counts, in epoch seconds. */
function endOf({ status, closesAt, updatedAt }: QuestionMember, question: Question): number {
  if (status === "open" || question.status === "closed") return Number.POSITIVE_INFINITY;
  return Math.min(closesAt ?? updatedAt, updatedAt) / 1000;
}

function toTimes({ from, to, step, first = Math.ceil(from / step) * step }: TimeGrid): number[] {
  const count = Math.max(0, Math.ceil((to - first) / step));
  return [...Array.from({ length: count }, (_, index) => first + index * step), to];
}
