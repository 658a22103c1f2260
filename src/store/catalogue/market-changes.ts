import type { MarketChangeType } from "../../domain/changes.ts";
import { CHANGE_OF_FIELD } from "../../domain/markets.ts";
import type { MarketContent } from "./market-rows.ts";

export type ContentFields = readonly (keyof MarketContent)[];

/** What a change of each column is called: those of the record, and what the writer adds. */
const CHANGE_OF = {
  ...CHANGE_OF_FIELD,
  eventKey: "status",
  category: "status",
  descriptionCrc: "status",
  missingSince: "status",
} as const satisfies Record<keyof MarketContent, "price" | "status" | "outcome">;

const fieldsOf = (change: (typeof CHANGE_OF)[keyof MarketContent]): ContentFields =>
  (Object.keys(CHANGE_OF) as (keyof MarketContent)[]).filter((field) => CHANGE_OF[field] === change);

const QUOTE_FIELDS = fieldsOf("price");
const STATUS_FIELDS = fieldsOf("status");
const OUTCOME_FIELDS = fieldsOf("outcome");

/** What a platform may change of a market beside its quotes: columns of markets. */
export const OTHER_FIELDS = [...STATUS_FIELDS, ...OUTCOME_FIELDS];

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
