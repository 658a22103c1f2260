// The one builder of lists: fixed conditions and an order make a page, a count and a cursor.

import type { MarketStatus } from "../../domain/markets.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { type Db, prepareText, type Value } from "../database/db.ts";

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
  /** Counts of its rows by facet, which are read where all conditions are on FACETS. */
  readonly counts?: { readonly from: string; readonly rows: string };
  /** Where its rows are, by status, where each status has a table. */
  readonly parts?: readonly ListPart[];
}

interface ListPart {
  readonly status: MarketStatus;
  readonly from: string;
  /** Tells the rows that are listed, where others are there too. */
  readonly isShown?: string;
  /** Indexes in the order of a column, with the keys and NARROW columns. */
  readonly ordered: Readonly<Record<string, string>>;
}

/** Columns that counts have. */
const FACETS: readonly (string | undefined)[] = ["status", "platform", "category"];
/** Columns that every index has. */
const NARROW: readonly (string | undefined)[] = [...FACETS, "is_tradable", "yes_price", "volume"];

/** A fragment with its values, which are bound. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly Value[];
  /** The only column that it is on, but for the key. */
  readonly column?: string;
  /** True where it names the keys of the rows, which are looked up one by one. */
  readonly hasKeys?: boolean;
  /** True where testing a row takes longer than keeping it, so that no row is tested twice. */
  readonly isCostly?: boolean;
}

/** A condition on one value of a column; undefined, which lets everything pass, where there is none. */
export const where = (column: string, comparison: string, value: Value | undefined): SqlCondition | undefined =>
  value === undefined ? undefined : { sql: `${column} ${comparison} ?`, values: [value], column };

/** A condition on a facet: one value, or any of several. */
export function isOneOf(column: string, wanted: OneOrMore | undefined): SqlCondition | undefined {
  if (wanted === undefined) return undefined;
  const values = typeof wanted === "string" ? [wanted] : wanted;
  return { sql: `${column} IN (${values.map(() => "?").join()})`, values, column };
}

export const hasStatus = (status: MarketStatus | "all"): SqlCondition | undefined =>
  status === "all" ? undefined : ofStatus(status);

/** The value is in the statement, which tells the part that has it. */
const ofStatus = (status: MarketStatus): SqlCondition => ({
  sql: `status = '${status}'`,
  values: [],
  column: "status",
});

/** What lists of markets, topics and questions are filtered by; a missing filter lets everything pass. */
export interface ListFilters {
  readonly category?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  readonly minVolume?: Cents | undefined;
  readonly minVolume24h?: Cents | undefined;
  /** The smallest move in 24 hours, up or down. */
  readonly minChange?: Micros | undefined;
  /** Epoch milliseconds, as the next one. */
  readonly closingAfter?: number | undefined;
  readonly closingBefore?: number | undefined;
}

/** 0 is no least volume: a condition keeps counts from being read. */
export const filtersOf = (filters: ListFilters): (SqlCondition | undefined)[] => [
  hasStatus(filters.status),
  isOneOf("category", filters.category),
  where("volume", ">=", filters.minVolume || undefined),
  where("volume_24h", ">=", filters.minVolume24h),
  where("abs(change_24h)", ">=", filters.minChange),
  where("closes_at", ">", filters.closingAfter),
  where("closes_at", "<", filters.closingBefore),
];

/** Rows with one of these keys, in any order. */
export const isAmong = (key: string, keys: readonly number[] | undefined): SqlCondition | undefined =>
  keys && isAmongJson(key, JSON.stringify(keys));

/** The same for a JSON list of keys. */
export const isAmongJson = (key: string, keys: string): SqlCondition => ({
  sql: `${key} IN (SELECT value FROM json_each(?))`,
  values: [keys],
  hasKeys: true,
});

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
  const next = "after" in slice ? parseCursor(name, slice.after, isNumber, isNumberOrNull) : undefined;
  const page = "page" in slice ? slice.page : (next?.page ?? 1);
  const offset = next === undefined ? (page - 1) * size : 0;
  const isCostly = query.conditions.some((condition) => condition?.isCostly);
  const { total, found } = (isCostly ? readAtOnce : readTotalFirst)(db, noun, query, {
    after: next,
    offset,
    limit: size + 1,
  });
  const keys = found.slice(0, size).map(([key]) => key);
  const [key, value] = found[size - 1] ?? [];
  const hasNext = found.length > size && key !== undefined && value !== undefined;
  return { keys, page, total, nextCursor: hasNext ? toCursor(name, { value, key, page: page + 1 }) : undefined };
}

type RankedKey = readonly [key: number, value: number | null];

interface KeyPage {
  readonly total: number;
  readonly found: readonly RankedKey[];
}

function readTotalFirst<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  query: ListSelection<Sort>,
  range: RowRange,
): KeyPage {
  const total = countRows(db, noun, query);
  return { total, found: (range.offset ?? 0) >= total ? [] : listRows(db, noun, query, range) };
}

/** Tests each row once: the first row of the answer has the total. */
function readAtOnce<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  query: ListSelection<Sort>,
  { after, offset = 0, limit = ALL }: RowRange,
): KeyPage {
  const passing = toUnordered(noun, query);
  const behind = allOf([after && follows({ column: "value", key: "key", order: query.order }, after)]);
  const text = `WITH passing (key, value) AS MATERIALIZED (${passing.sql})
    SELECT count(*), NULL FROM passing
    UNION ALL
    SELECT * FROM (
      SELECT key, value FROM passing WHERE ${behind.sql}
      ORDER BY ${toOrder(query.order)} LIMIT (SELECT ?) OFFSET (SELECT ?)
    )`;
  const [counted, ...found] = prepareText<RowTypes>(db, text)
    .raw()
    .all(...passing.values, ...behind.values, limit, offset);
  return { total: counted?.[0] ?? 0, found };
}

/** The keys of the first `limit` rows; of all by default. */
export const listKeys = <Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  query: ListSelection<Sort>,
  limit: number = ALL,
): readonly number[] => listRows(db, noun, query, { limit }).map(([key]) => key);

/** How many rows pass. Counting ends once `most` of a part do. */
export function countRows<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  { conditions }: Pick<ListSelection<Sort>, "conditions">,
  most: number = ALL,
): number {
  const given = conditions.filter((condition) => condition !== undefined);
  const { counts } = noun;
  const sources =
    counts !== undefined && given.every(({ column }) => FACETS.includes(column)) ? undefined : sourcesOf(noun, given);
  const counted = (source: string): string => (most === ALL ? source : `(SELECT 1 FROM ${source} LIMIT (SELECT ?))`);
  const count = sources?.map((source) => `(SELECT count(*) FROM ${counted(source)})`) ?? [
    `(SELECT ifnull(sum(${counts?.rows}), 0) FROM ${counts?.from} WHERE ${allOf(given).sql})`,
  ];
  const { values } = allOf(given);
  const bound = sources === undefined || most === ALL ? values : [...values, most];
  return Number(
    prepareText(db, `SELECT ${count.join(" + ")}`)
      .pluck()
      .get(...count.flatMap(() => bound)),
  );
}

/**
 * Where rows are read, as parts of statements from FROM on. An index in the order of the sort, or any where none is given, is
 * taken where it can test all conditions: looking rows up takes longer than sorting them.
 */
function sourcesOf<Sort extends string>(
  { from, key, parts }: ListedNoun<Sort>,
  given: readonly SqlCondition[],
  sort?: string,
): readonly string[] {
  if (parts === undefined) return [`${from} WHERE ${allOf(given).sql}`];
  // A part has one status, so that testing each row for it would only take time.
  const { sql } = allOf(given.filter(({ column }) => column !== "status"));
  const isByKey = sort === key || given.some(({ hasKeys }) => hasKeys);
  const isAnyStatus = given.every(({ column }) => column !== "status");
  return parts
    .filter(({ status }) => isAnyStatus || given.some((one) => one.sql === ofStatus(status).sql))
    .map(({ from: table, isShown = "1 = 1", ordered }) => {
      const index = Object.entries(ordered).find(
        ([by]) =>
          !isByKey &&
          (sort === undefined || sort === by) &&
          given.every(({ column }) => NARROW.includes(column) || column === by || column === key),
      );
      return `${table} ${index === undefined ? "NOT INDEXED" : `INDEXED BY ${index[1]}`} WHERE ${isShown} AND ${sql}`;
    });
}

/** Where a row is in an order. */
type Position = Omit<NextPage, "page">;

interface RowRange {
  readonly after?: Position | undefined;
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
  const { sql, values } = allOf(conditions);
  return { sql: `SELECT ${key}, ${sorts[sort]} FROM ${from} WHERE ${sql}`, values };
}

/** Keys in order, each with the value that it is ordered by. */
export function listRows<Sort extends string>(
  db: Db,
  noun: ListedNoun<Sort>,
  { conditions, sort, order }: ListSelection<Sort>,
  { after, offset = 0, limit = ALL }: RowRange,
): RankedKey[] {
  const { key, sorts } = noun;
  const column = sorts[sort];
  const given = [...conditions, after && follows({ column, key, order }, after)].filter((one) => one !== undefined);
  const sources = sourcesOf(noun, given, column);
  // A limit that is bound would have SQLite plan the statement again for each value.
  const text = `${sources.map((source) => `SELECT ${key} AS key, ${column} AS value FROM ${source}`).join("\nUNION ALL\n")}
    ORDER BY ${toOrder(order)} LIMIT (SELECT ?) OFFSET (SELECT ?)`;
  const { values } = allOf(given);
  return prepareText<RowTypes>(db, text)
    .raw()
    .all(...sources.flatMap(() => values), limit, offset);
}

const toOrder = (order: "asc" | "desc"): string => `value ${order} NULLS LAST, key`;

interface RowTypes {
  readonly parameters: Value[];
  readonly columns: readonly [readonly ["key", number], readonly ["value", number | null]];
  readonly missing: undefined;
}

/** Rows behind a position. */
function follows(
  { column, key, order }: { readonly column: string; readonly key: string; readonly order: "asc" | "desc" },
  after: Position,
): SqlCondition {
  if (after.value === null) return { sql: `${column} IS NULL AND ${key} > ?`, values: [after.key], column };
  const isBehind = order === "asc" ? ">" : "<";
  return {
    column,
    sql: `(${column} ${isBehind} ? OR ${column} = ? AND ${key} > ? OR ${column} IS NULL)`,
    values: [after.value, after.value, after.key],
  };
}

/** True where any of them is. The quickest to test comes first. */
export const anyOf = (conditions: readonly SqlCondition[]): SqlCondition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
  values: conditions.flatMap(({ values }) => values),
  isCostly: true,
});

/** True where all of them are. */
export function allOf(conditions: readonly (SqlCondition | undefined)[]): SqlCondition {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    sql: ["1 = 1", ...given.map(({ sql }) => sql)].join(" AND "),
    values: given.flatMap(({ values }) => values),
  };
}

/** A row, and the number of the page that follows it. */
interface NextPage<Key = number, Of extends number | null = number | null> {
  /** Null for a row without a value. */
  readonly value: Of;
  readonly key: Key;
  readonly page: number;
}

/** `order` names the order that the cursor belongs to, so that one of another list is refused. */
export const toCursor = (order: string, { value, key, page }: NextPage<number | string>): string =>
  Buffer.from(JSON.stringify([order, value, key, page])).toString("base64url");

export const isNumber = (value: unknown): value is number => typeof value === "number";
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value);

/** Throws AppError validation_error (parameter `cursor`) for a cursor of another order, or for any other text. */
export function parseCursor<Key, Of extends number | null>(
  order: string,
  cursor: string,
  isKey: (key: unknown) => key is Key,
  isValue: (value: unknown) => value is Of,
): NextPage<Key, Of> {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 4) {
    const [name, value, key, page] = parts;
    const isPosition = name === order && isValue(value) && isKey(key);
    if (isPosition && isNumber(page) && Number.isSafeInteger(page) && page > 1) return { value, key, page };
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
