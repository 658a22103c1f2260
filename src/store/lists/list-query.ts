// The one builder of lists: fixed conditions and an order make a page, a count and a cursor.

import { type Db, prepareText, type Value } from "../database/db.ts";
import { toBytes } from "../titles/hits.ts";
import { type Position, parseListCursor, toCursor } from "./cursor.ts";

/** What a filter lets pass: one value, or any of several. */
export type OneOrMore = string | readonly string[];

/** Whether a filter lets a value pass; a missing one lets everything pass. */
export const allows = (wanted: OneOrMore | undefined, value: string): boolean =>
  wanted === undefined || (typeof wanted === "string" ? wanted === value : wanted.includes(value));

/** Either the n-th page, or what follows a cursor that an earlier answer gave. */
export type Slice =
  | { readonly page: number; readonly size: number }
  | { readonly after: string; readonly size: number };

/** Of a page that was read. */
export interface PageFacts {
  /** Counted from 1, also where cursors were followed. */
  readonly page: number;
  /** How many rows the filters let pass. */
  readonly total: number;
  /** Opaque; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** A noun as it is listed. All texts are fixed: they become parts of statements. */
export interface ListedNoun<Sort extends string> {
  /** Names the list that a cursor belongs to. */
  readonly name: string;
  /** Where its rows are: a table, or a join. */
  readonly from: string;
  /** The integer key of a row, which orders rows with equal values. */
  readonly key: string;
  /** The numbers that rows are ordered by. */
  readonly sorts: Readonly<Record<Sort, string>>;
  /** Counts of its rows by facet, which are read where all conditions are on facets. */
  readonly counts?: { readonly from: string; readonly rows: string };
}

/** A fragment with its values, which are bound. `isFacet`: it is on a column that counts have too. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly Value[];
  readonly isFacet?: boolean;
}

/** A condition on one value; undefined, which lets everything pass, where there is none. */
export const where = (sql: string, value: Value | undefined): SqlCondition | undefined =>
  value === undefined ? undefined : { sql, values: [value] };

/** A condition on a facet: one value, or any of several. */
export function isOneOf(column: string, wanted: OneOrMore | undefined): SqlCondition | undefined {
  if (wanted === undefined) return undefined;
  const values = typeof wanted === "string" ? [wanted] : wanted;
  return { sql: `${column} IN (${values.map(() => "?").join()})`, values, isFacet: true };
}

/** Up to this many keys are looked up one by one; of more, each row is tested. */
const MAX_LOOKED_UP = 2000;

/** Rows with one of these keys, in any order. */
export function isAmong(key: string, keys: readonly number[] | undefined): SqlCondition | undefined {
  if (keys === undefined) return undefined;
  return keys.length <= MAX_LOOKED_UP
    ? { sql: `${key} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(keys)] }
    : { sql: `substr(?, ${key} + 1, 1) = x'01'`, values: [toBytes(keys)] };
}

/** Which rows, in which order. Rows with equal values are ordered by key; those without a value come last. */
export interface ListSelection<Sort extends string> {
  readonly conditions: readonly (SqlCondition | undefined)[];
  readonly sort: Sort;
  readonly order: "asc" | "desc";
}

/** The keys of a page. Throws AppError validation_error (parameter `cursor`) for a cursor of another sort and order. */
export function listPage<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  query: ListSelection<Sort>,
  slice: Slice,
): PageFacts & { readonly keys: readonly number[] } {
  const name = `${noun.name}:${query.sort}:${query.order}`;
  const { size } = slice;
  const next = "after" in slice ? parseListCursor(name, slice.after) : undefined;
  const page = "page" in slice ? slice.page : (next?.page ?? 1);
  const offset = next === undefined ? (page - 1) * size : 0;
  const total = countRows(db, noun, query);
  const found = offset >= total ? [] : listRows(db, noun, query, { after: next, offset, limit: size + 1 });
  const keys = found.slice(0, size).map(([key]) => key);
  const [key, value] = found[size - 1] ?? [];
  const hasNext = found.length > size && key !== undefined && value !== undefined;
  return { keys, page, total, nextCursor: hasNext ? toCursor(name, { value, key, page: page + 1 }) : undefined };
}

/** The keys of the first `limit` rows; of all by default. */
export const listKeys = <Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  query: ListSelection<Sort>,
  limit: number = ALL,
): readonly number[] => listRows(db, noun, query, { limit }).map(([key]) => key);

/** How many rows pass. */
export function countRows<Sort extends string>(
  db: Db,
  { from, counts }: ListedNoun<Sort>,
  { conditions }: Pick<ListSelection<Sort>, "conditions">,
): number {
  const isCounted = conditions.every((condition) => condition === undefined || condition.isFacet === true);
  const { sql, values } = join(conditions);
  const text =
    counts !== undefined && isCounted
      ? `SELECT ifnull(sum(${counts.rows}), 0) FROM ${counts.from} WHERE ${sql}`
      : `SELECT count(*) FROM ${from} WHERE ${sql}`;
  return Number(
    prepareText(db, text)
      .pluck()
      .get(...values),
  );
}

interface RowRange {
  readonly after?: Position<number, number | null> | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** As a limit in SQL. */
const ALL = -1;

/** The statement that gives key and value of all rows that pass, in no order. */
export function toUnordered<Sort extends string>(
  { from, key, sorts }: ListedNoun<Sort>,
  { conditions, sort }: Pick<ListSelection<Sort>, "conditions" | "sort">,
): SqlCondition {
  const { sql, values } = join(conditions);
  return { sql: `SELECT ${key}, ${sorts[sort]} FROM ${from} WHERE ${sql}`, values };
}

/** Keys in order, each with the value that it is ordered by. */
export function listRows<Sort extends string>(
  db: Db,
  { from, key, sorts }: ListedNoun<Sort>,
  { conditions, sort, order }: ListSelection<Sort>,
  { after, offset = 0, limit = ALL }: RowRange,
): (readonly [key: number, value: number | null])[] {
  const column = sorts[sort];
  const { sql, values } = join([...conditions, after && follows({ column, key, order }, after)]);
  // A limit that is bound would have SQLite plan the statement again for each value.
  const text = `SELECT ${key}, ${column} FROM ${from} WHERE ${sql}
    ORDER BY ${column} ${order} NULLS LAST, ${key} LIMIT (SELECT ?) OFFSET (SELECT ?)`;
  const statement = prepareText<RowTypes>(db, text).raw();
  return statement.all(...values, limit, offset);
}

interface RowTypes {
  readonly parameters: Value[];
  readonly columns: readonly [readonly ["key", number], readonly ["value", number | null]];
  readonly missing: undefined;
}

/** Rows behind a position. */
function follows(
  { column, key, order }: { readonly column: string; readonly key: string; readonly order: "asc" | "desc" },
  after: Position<number, number | null>,
): SqlCondition {
  if (after.value === null) return { sql: `${column} IS NULL AND ${key} > ?`, values: [after.key] };
  const isBehind = order === "asc" ? ">" : "<";
  return {
    sql: `(${column} ${isBehind} ? OR ${column} = ? AND ${key} > ? OR ${column} IS NULL)`,
    values: [after.value, after.value, after.key],
  };
}

function join(conditions: readonly (SqlCondition | undefined)[]): SqlCondition {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    sql: ["1 = 1", ...given.map(({ sql }) => sql)].join(" AND "),
    values: given.flatMap(({ values }) => values),
  };
}
