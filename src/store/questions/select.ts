import { type Cents, type Micros, ONE } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { type Position, parseCursorOf, toCursor } from "../lists/cursor.ts";
import type { PageFacts, Slice } from "../lists/list.ts";
import { allows, type OneOrMore } from "../lists/page.ts";
import type { QuestionSummary } from "./summaries.ts";

export const QUESTION_SORTS = [
  "volume",
  "volume_24h",
  "change",
  "gap",
  "closing",
  "updated",
  "platforms",
  "id",
] as const;
type QuestionSort = (typeof QUESTION_SORTS)[number];

/** Which questions, in which order; a missing filter lets everything pass. Times are epoch milliseconds. */
export interface QuestionFilter {
  /** Asked there, among others. */
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: "open" | "closed" | "all";
  readonly minVolume: Cents;
  readonly minVolume24h?: Cents | undefined;
  /** The smallest move in 24 hours, up or down. */
  readonly minChange?: Micros | undefined;
  readonly minGap: Micros;
  readonly minPrice?: Micros | undefined;
  readonly maxPrice?: Micros | undefined;
  readonly updatedSince?: number | undefined;
  readonly closingAfter?: number | undefined;
  readonly closingBefore?: number | undefined;
  readonly sort: QuestionSort;
  readonly order: "asc" | "desc";
}

interface SelectedPage extends PageFacts {
  readonly summaries: readonly QuestionSummary[];
}

/** Whether questions pass; what is compared most cheaply comes first. */
export function toTest(filter: QuestionFilter): (summary: QuestionSummary) => boolean {
  const { platform, category, status, minVolume, minGap, minPrice = 0, maxPrice = ONE, updatedSince } = filter;
  const { minVolume24h = 0, minChange, closingAfter, closingBefore } = filter;
  const isMove = (change: Micros | null): boolean => change !== null && Math.abs(change) >= (minChange ?? 0);
  return (summary) =>
    (status === "all" || summary.status === status) &&
    summary.volume >= minVolume &&
    summary.volume24h >= minVolume24h &&
    summary.price >= minPrice &&
    summary.price <= maxPrice &&
    (minChange === undefined || isMove(summary.priceChange24h)) &&
    (minGap === 0 || (summary.gap !== null && summary.gap >= minGap)) &&
    (updatedSince === undefined || summary.updatedAt >= updatedSince) &&
    (closingAfter === undefined || (summary.closesAt !== null && summary.closesAt > closingAfter)) &&
    (closingBefore === undefined || (summary.closesAt !== null && summary.closesAt < closingBefore)) &&
    allows(category, summary.category) &&
    (platform === undefined || summary.members.some((member) => allows(platform, member.platform)));
}

/** Throws AppError validation_error (parameter `cursor`) for a cursor that belongs to another sort and order. */
export function selectPage(
  summaries: readonly QuestionSummary[],
  { sort, order }: Pick<QuestionFilter, "sort" | "order">,
  slice: Slice,
): SelectedPage {
  const name = `Question:${sort}:${order}`;
  const direction = order === "asc" ? 1 : -1;
  const ranked = summaries.map((summary) => {
    const value = sortValueOf(summary, sort);
    return { summary, value: value === null ? LAST : direction * value, key: summary.question.id };
  });
  // Ids alone follow the direction; among equals they ascend.
  const compare =
    sort === "id"
      ? (a: Position<string>, b: Position<string>) => direction * compareTexts(a.key, b.key)
      : (a: Position<string>, b: Position<string>) => a.value - b.value || compareTexts(a.key, b.key);
  ranked.sort(compare);
  const after = "after" in slice ? parseCursorOf(name, slice.after, isText) : undefined;
  const page = "page" in slice ? slice.page : (after?.page ?? 1);
  const rest =
    after === undefined ? ranked.slice((page - 1) * slice.size) : ranked.filter((one) => compare(one, after) > 0);
  const shown = rest.slice(0, slice.size);
  const last = shown.at(-1);
  const hasNext = rest.length > slice.size && last !== undefined;
  const nextCursor = hasNext ? toCursor(name, { ...last, page: page + 1 }) : undefined;
  return { summaries: shown.map(({ summary }) => summary), page, total: ranked.length, nextCursor };
}

/** Where questions without a value are, in both directions. */
const LAST = Number.MAX_SAFE_INTEGER;

const isText = (key: unknown): key is string => typeof key === "string";

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Null where the question has no such value. */
function sortValueOf(summary: QuestionSummary, sort: QuestionSort): number | null {
  switch (sort) {
    case "volume":
      return summary.volume;
    case "volume_24h":
      return summary.volume24h;
    case "change":
      return summary.priceChange24h === null ? null : Math.abs(summary.priceChange24h);
    case "gap":
      return summary.gap;
    case "closing":
      return summary.closesAt;
    case "updated":
      return summary.updatedAt;
    case "platforms":
      return oneOfEachPlatform(summary.members).length;
    case "id":
      return 0;
  }
}
