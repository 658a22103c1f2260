import { AppError } from "../errors.ts";

/** The order of a list. */
export interface ListOrder {
  readonly table: "markets" | "events";
  /** What it is sorted by, as the index has it. */
  readonly sortKey: string;
  /** The index's own direction, in which ties ascend by (platform, id); `isReversed` reads it backwards. */
  readonly isDescending: boolean;
  readonly isReversed: boolean;
}

/** A row's place in a list. */
export interface SortPosition {
  readonly sortKey: number;
  readonly afterPlatform: string;
  readonly afterId: string;
}

type Directions = readonly [sortKey: "ASC" | "DESC", ties: "ASC" | "DESC"];

const directions = ({ isDescending, isReversed }: ListOrder): Directions => [
  isDescending === isReversed ? "ASC" : "DESC",
  isReversed ? "DESC" : "ASC",
];

/** What a list is ordered by, for statements that have `sortKey`, `platform` and `id`. */
export function orderOf(plan: ListOrder): string {
  const [first, ties] = directions(plan);
  return `sortKey ${first}, platform ${ties}, id ${ties}`;
}

/** Whether a row comes after a SortPosition. */
export function isAfter(plan: ListOrder): string {
  const [first, ties] = directions(plan);
  const key = plan.sortKey;
  const beyond = first === "ASC" ? ">" : "<";
  const tie = ties === "ASC" ? ">" : "<";
  return (
    `${key} ${beyond}= @sortKey AND (${key} ${beyond} @sortKey OR platform ${tie} @afterPlatform` +
    ` OR (platform = @afterPlatform AND id ${tie} @afterId))`
  );
}

/**
 * The same in three ranges of the order, so that an index goes straight to each: as one condition, all rows whose sort key
 * is that of the position would be read, and very many may have the same. `leading` is the first column of the index.
 */
export function rangesAfter(plan: ListOrder, leading?: "platform" | "category"): readonly string[] {
  const [first, ties] = directions(plan);
  const key = plan.sortKey;
  const beyond = first === "ASC" ? ">" : "<";
  const tie = ties === "ASC" ? ">" : "<";
  const platform = leading === "platform" ? "@platform" : "platform";
  // Of an expression SQLite does not see that it is the same throughout a range, and would sort.
  if (!/^\w+$/.test(key)) return [isAfter(plan)];
  return [
    `${key} = @sortKey AND platform = @afterPlatform AND id ${tie} @afterId`,
    `${key} = @sortKey AND ${platform} ${tie} @afterPlatform`,
    `${key} ${beyond} @sortKey`,
  ];
}

type Key = readonly [sortKey: number, platform: string, id: string];

/** A cursor names the order it belongs to, so that one from another list is noticed. */
const nameOf = (plan: ListOrder): string => `${plan.table}:${plan.sortKey}:${plan.isReversed}`;

export const toCursor = (key: Key, plan: ListOrder): string =>
  Buffer.from(JSON.stringify([nameOf(plan), ...key])).toString("base64url");

/** Throws AppError validation_error (parameter `cursor`) for a cursor that another order gave, or none. */
export function parseCursor(cursor: string, plan: ListOrder): SortPosition {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 4) {
    const [order, sortKey, afterPlatform, afterId] = parts;
    const isWhole = typeof sortKey === "number" && typeof afterPlatform === "string" && typeof afterId === "string";
    if (order === nameOf(plan) && isWhole) return { sortKey, afterPlatform, afterId };
  }
  const message = "expected the 'next_cursor' of an earlier answer to the same sort and order";
  throw new AppError("validation_error", `cursor: ${message}`, {
    details: { errors: [{ parameter: "cursor", message }] },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
