import type { MarketChangeType } from "../../domain/changes.ts";
import type { MarketContent } from "./market-rows.ts";

export type ContentFields = readonly (keyof MarketContent)[];

/** What nearly every pass changes: the columns of market_quotes. */
const QUOTE_FIELDS = [
  "yesPrice",
  "volume",
  "bestBid",
  "bestAsk",
  "lastPrice",
  "volume24h",
  "liquidity",
  "openInterest",
  "rawVolume",
  "priceSource",
] as const satisfies ContentFields;

const OUTCOME_FIELDS = ["outcome", "settlementPrice", "resolvedAt"] as const satisfies ContentFields;

const STATUS_FIELDS = [
  "eventKey",
  "category",
  "status",
  "closesAt",
  "missingSince",
  "title",
  "outcomeLabel",
  "url",
  "historyKey",
  "descriptionCrc",
  "createdAt",
] as const satisfies ContentFields;

/** All else that a platform may change of a market: columns of markets. */
export const OTHER_FIELDS = [...STATUS_FIELDS, ...OUTCOME_FIELDS] as const;

export const isSameBy = (fields: ContentFields, before: MarketContent, next: MarketContent): boolean =>
  fields.every((field) => before[field] === next[field]);

export const isSameContent = (before: MarketContent, next: MarketContent): boolean =>
  isSameBy(QUOTE_FIELDS, before, next) && isSameBy(OTHER_FIELDS, before, next);

/** Which changes a written market makes: at least one change, but none while the market is in no list. */
export function changesOf(before: MarketContent | undefined, next: MarketContent): MarketChangeType[] {
  const isListed = next.yesPrice !== null;
  if (before === undefined || before.yesPrice === null) {
    if (!isListed) return [];
    return next.resolvedAt === null ? ["listed"] : ["listed", "resolved"];
  }
  const hasOutcome = !isSameBy(OUTCOME_FIELDS, before, next);
  const isResolved = hasOutcome && next.resolvedAt !== null;
  const changes: MarketChangeType[] = isSameBy(QUOTE_FIELDS, before, next) ? [] : ["price"];
  if (!isSameBy(STATUS_FIELDS, before, next) || (hasOutcome && !isResolved)) changes.push("status");
  if (isResolved) changes.push("resolved");
  return changes;
}
