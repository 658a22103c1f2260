import type { Fields, Schema } from "../schema.ts";
import type { CsvCell } from "./csv.ts";

/** A column of CSV; `item` is the one of the list that a row is repeated for. */
export interface Column {
  readonly name: string;
  read(row: unknown, item: unknown): CsvCell;
}

/** How lists of objects inside a row become columns; any other list, and any map, is JSON in its cell. */
export interface ListColumns {
  /** This list gives a CSV row for each of its items, with columns that begin with `prefix`. */
  readonly each?: { readonly field: string; readonly prefix: string };
  /** This list always has as many items; each has columns that begin with its prefix. */
  readonly places?: { readonly field: string; readonly prefixes: readonly string[] };
}

/** A column for each field that a row can have. Fields of an object inside it follow its name: `event_title`. */
export function columnsOf(row: Schema, { each, places }: ListColumns): readonly Column[] {
  const columns = Object.entries(fieldsOf(row)).flatMap(([field, schema]): readonly Column[] => {
    if (field === each?.field) return [];
    if (field !== places?.field) return toColumns(field, schema, (one) => memberOf(one, field));
    return places.prefixes.flatMap((prefix, place) =>
      toItemColumns(schema, prefix, (one) => (memberOf(one, field) as readonly unknown[] | undefined)?.[place]),
    );
  });
  const listed = each === undefined ? undefined : fieldsOf(row)[each.field];
  if (each === undefined || listed === undefined) return requireDistinct(columns);
  return requireDistinct([...columns, ...toItemColumns(listed, each.prefix, (_, item) => item)]);
}

/** The items a row is repeated for; one that is undefined where there are none. */
export function itemsOf(row: unknown, { each }: ListColumns): readonly unknown[] {
  const items = each === undefined ? [] : (memberOf(row, each.field) as readonly unknown[]);
  return items.length === 0 ? [undefined] : items;
}

type Read = (row: unknown, item: unknown) => unknown;

function toItemColumns(list: Schema, prefix: string, read: Read): readonly Column[] {
  return Object.entries(fieldsOf(list.items as Schema)).flatMap(([field, schema]) =>
    toColumns(`${prefix}_${field}`, schema, (row, item) => memberOf(read(row, item), field)),
  );
}

function toColumns(name: string, schema: Schema, read: Read): readonly Column[] {
  const { type, properties } = withoutNull(schema);
  if (properties !== undefined) {
    return Object.entries(properties as Fields).flatMap(([field, member]) =>
      toColumns(`${name}_${field}`, member, (row, item) => memberOf(read(row, item), field)),
    );
  }
  const isJson = type === "array" || type === "object";
  return [{ name, read: (row, item) => (isJson ? toJson(read(row, item)) : (read(row, item) as CsvCell)) }];
}

const toJson = (value: unknown): CsvCell => (value === undefined || value === null ? null : JSON.stringify(value));

const memberOf = (value: unknown, field: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[field];

/** The members of an object, by name. */
export const fieldsOf = (schema: Schema): Fields => (withoutNull(schema).properties ?? {}) as Fields;

/** What `nullable` was given. */
const withoutNull = (schema: Schema): Schema =>
  Array.isArray(schema.anyOf) && schema.anyOf.length === 2 ? (schema.anyOf[0] as Schema) : schema;

function requireDistinct(columns: readonly Column[]): readonly Column[] {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two columns are called ${twice}`);
  return columns;
}
