import { AppError } from "../errors.ts";
import type { Db, Statement } from "./db.ts";
import { prepareText } from "./db.ts";
import type { Slice } from "./markets.ts";

/** One list, ready to be read: fixed SQL fragments and the values they name. */
export interface ListPlan {
  readonly table: "markets" | "events";
  /** How a filter that leaves few rows is looked up; they are sorted then. Without it the order of an index is followed. */
  readonly access?: string | undefined;
  readonly columns: string;
  /** The statuses it covers; each becomes an arm that one index serves. */
  readonly statuses: readonly ("open" | "closed")[];
  readonly filters: readonly string[];
  /** What it is sorted by, as the index has it. */
  readonly sortKey: string;
  /** The index's own direction, in which ties ascend by (platform, id); `isReversed` reads it backwards. */
  readonly isDescending: boolean;
  readonly isReversed: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string | undefined;
}

type Key = readonly [sortKey: number, platform: string, id: string];

/** Reads lists from one connection, keeping the statements it has prepared. */
export function openListReader(db: Db) {
  const prepared = new Map<string, Statement>();
  const statement = (text: string): Statement => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const made = prepareText(db, text);
    prepared.set(text, made);
    return made;
  };
  return {
    readPage<Row extends { platform: string; id: string }>(plan: ListPlan, slice: Slice): ListPage<Row> {
      const after = "after" in slice ? parseCursor(slice.after, plan) : undefined;
      const offset = "page" in slice ? (slice.page - 1) * slice.size : 0;
      const position = after === undefined ? {} : { sortKey: after[0], afterPlatform: after[1], afterId: after[2] };
      // One row more than asked for tells whether there is a next page.
      const values = { ...plan.values, ...position, limit: slice.size + 1, offset };
      const found = statement(pageText(plan, after !== undefined)).all(values) as (Row & { sortKey: number })[];
      const rows = found.slice(0, slice.size);
      const last = rows.at(-1);
      if (found.length <= slice.size || last === undefined) return { rows };
      return { rows, nextCursor: toCursor([last.sortKey, last.platform, last.id], plan) };
    },

    /** Counts by reading the index; for what no kept count answers. */
    count(plan: ListPlan): number {
      const arms = plan.statuses.map(
        (status) => `SELECT count(*) AS n FROM ${source(plan)} WHERE ${where(plan, status)}`,
      );
      return Number(
        statement(`SELECT sum(n) FROM (${arms.join(" UNION ALL ")})`)
          .pluck()
          .get(plan.values),
      );
    },

    /** Reads one figure with a statement put together from fragments. */
    readFigure: (text: string, values: Readonly<Record<string, unknown>>): number =>
      Number(statement(text).pluck().get(values)),
  };
}

function pageText(plan: ListPlan, isAfterCursor: boolean): string {
  const arms = plan.statuses.map(
    (status) =>
      `SELECT ${plan.columns}, ${plan.sortKey} AS sortKey FROM ${source(plan)} WHERE ${where(plan, status)}` +
      (isAfterCursor ? ` AND ${afterCursor(plan)}` : ""),
  );
  const [first, ties] = directions(plan);
  return `${arms.join(" UNION ALL ")} ORDER BY sortKey ${first}, platform ${ties}, id ${ties} LIMIT @limit OFFSET @offset`;
}

const source = ({ table, access }: ListPlan): string => (access === undefined ? table : `${table} ${access}`);

const where = (plan: ListPlan, status: string): string => [`status = '${status}'`, ...plan.filters].join(" AND ");

function directions(plan: ListPlan): ["ASC" | "DESC", "ASC" | "DESC"] {
  return [plan.isDescending === plan.isReversed ? "ASC" : "DESC", plan.isReversed ? "DESC" : "ASC"];
}

function afterCursor(plan: ListPlan): string {
  const [first, ties] = directions(plan);
  const key = plan.sortKey;
  const beyond = first === "ASC" ? ">" : "<";
  const tie = ties === "ASC" ? ">" : "<";
  return (
    `${key} ${beyond}= @sortKey AND (${key} ${beyond} @sortKey OR platform ${tie} @afterPlatform` +
    ` OR (platform = @afterPlatform AND id ${tie} @afterId))`
  );
}

/** A cursor names the order it belongs to, so that one from another list is noticed. */
const orderOf = (plan: ListPlan): string => `${plan.table}:${plan.sortKey}:${plan.isReversed}`;

const toCursor = (key: Key, plan: ListPlan): string =>
  Buffer.from(JSON.stringify([orderOf(plan), ...key])).toString("base64url");

function parseCursor(cursor: string, plan: ListPlan): Key {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 4) {
    const [order, sortKey, platform, id] = parts;
    const isWhole = typeof sortKey === "number" && typeof platform === "string" && typeof id === "string";
    if (order === orderOf(plan) && isWhole) return [sortKey, platform, id];
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
