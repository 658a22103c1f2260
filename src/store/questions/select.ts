import type { Cents, Micros } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { parseCursor, toCursor } from "../lists/cursor.ts";
import type { PageFacts, Slice } from "../lists/list.ts";
import type { QuestionSummary } from "./summaries.ts";

export const QUESTION_SORTS = ["volume", "volume_24h", "gap", "closing", "updated", "platforms"] as const;
type QuestionSort = (typeof QUESTION_SORTS)[number];

/** Which questions, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface QuestionFilter {
  /** Asked there, among others. */
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status: "open" | "closed" | "all";
  readonly minVolume: Cents;
  readonly minGap: Micros;
  readonly updatedSince?: number | undefined;
  readonly closingBefore?: number | undefined;
  readonly sort: QuestionSort;
  readonly order: "asc" | "desc";
}

interface SelectedPage extends PageFacts {
  readonly summaries: readonly QuestionSummary[];
}

export function passes(summary: QuestionSummary, filter: QuestionFilter): boolean {
  const { platform, category, status, minVolume, minGap, updatedSince, closingBefore } = filter;
  return (
    (status === "all" || summary.status === status) &&
    (platform === undefined || summary.members.some((member) => member.platform === platform)) &&
    (category === undefined || summary.category === category) &&
    summary.volume >= minVolume &&
    (minGap === 0 || (summary.gap !== null && summary.gap >= minGap)) &&
    (updatedSince === undefined || summary.updatedAt >= updatedSince) &&
    (closingBefore === undefined || (summary.closesAt !== null && summary.closesAt < closingBefore))
  );
}

/** Throws AppError validation_error (parameter `cursor`) for a cursor that belongs to another sort and order. */
export function selectPage(
  summaries: readonly QuestionSummary[],
  { sort, order }: Pick<QuestionFilter, "sort" | "order">,
  slice: Slice,
): SelectedPage {
  const name = `Question:${sort}:${order}`;
  const direction = order === "asc" ? 1 : -1;
  const ranked = summaries.map((summary) => ({ summary, value: sortValueOf(summary, sort), key: keyOf(summary) }));
  // Rows with equal values are ordered by key, the oldest first.
  const compare = (a: RankedSummary, b: RankedSummary): number => direction * (a.value - b.value) || a.key - b.key;
  ranked.sort(compare);
  const after = "after" in slice ? parseCursor(name, slice.after) : undefined;
  const page = "page" in slice ? slice.page : (after?.page ?? 1);
  const rest =
    after === undefined ? ranked.slice((page - 1) * slice.size) : ranked.filter((one) => compare(one, after) > 0);
  const shown = rest.slice(0, slice.size);
  const last = shown.at(-1);
  const hasNext = rest.length > slice.size && last !== undefined;
  const nextCursor = hasNext ? toCursor(name, { ...last, page: page + 1 }) : undefined;
  return { summaries: shown.map(({ summary }) => summary), page, total: ranked.length, nextCursor };
}

interface RankedSummary {
  readonly value: number;
  readonly key: number;
}

const keyOf = ({ question }: QuestionSummary): number => question.questionKey;

function sortValueOf(summary: QuestionSummary, sort: QuestionSort): number {
  switch (sort) {
    case "volume":
      return summary.volume;
    case "volume_24h":
      return summary.volume24h;
    case "gap":
      return summary.gap ?? -1;
    case "closing":
      return summary.closesAt ?? Number.MAX_SAFE_INTEGER;
    case "updated":
      return summary.updatedAt;
    case "platforms":
      return oneOfEachPlatform(summary.members).length;
  }
}
