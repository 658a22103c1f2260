import { prefersType } from "./headers.ts";
import { choice, list, optional, withDefault } from "./parameters.ts";
import { fieldsOf, partsOf, presentOf, type Schema } from "./schema.ts";

/** One kind of row, with its columns. */
export interface RowKind<T = unknown> {
  readonly schema: Schema<T>;
  readonly lists: ListColumns;
  readonly columns: readonly Column[];
}

/** Makes rows of the data of an answer. All formats have the same items. */
export interface Table<D = unknown> {
  /** The file is called after it. */
  readonly name: string;
  /** The kinds that an answer may have; one answer has one of them. */
  readonly kinds: readonly RowKind[];
  read(data: D): { readonly kind: RowKind; readonly rows: readonly unknown[] };
  /** True where the data is the list of rows. */
  readonly isList?: boolean;
  /** Says as sentences what only the meta of the JSON says of the rows; they join the warnings. */
  notesOf?(meta: Readonly<Record<string, unknown>>): readonly string[];
}

export const rowKind = <T>(schema: Schema<T>, lists: ListColumns = {}): RowKind<T> => ({
  schema,
  lists,
  columns: columnsOf(schema, lists),
});

/** The table of data that is a list. */
export const listTable = <T>(name: string, row: Schema<T>, lists?: ListColumns): Table<readonly T[]> => ({
  ...tableOf(name, rowKind(row, lists), (data: readonly T[]) => data),
  isList: true,
});

/** A table of one kind of row. */
export const tableOf = <D, T>(name: string, kind: RowKind<T>, rows: (data: D) => readonly T[]): Table<D> => ({
  name,
  kinds: [kind],
  read: (data) => ({ kind, rows: rows(data) }),
});

/** The names that `fields` may have: fields of rows and columns of CSV. */
const namesOf = ({ kinds }: Pick<Table<never>, "kinds">): readonly string[] => [...new Set(kinds.flatMap(namesOfRow))];

/** The names of the fields and columns of one kind of row. */
export const namesOfRow = ({ schema, columns }: RowKind): readonly string[] => [
  ...new Set([...Object.keys(fieldsOf(schema)), ...columns.map(({ name }) => name)]),
];

/** The parameter of every route with a table beside `format`. */
export const fieldsParameter = (table: Table<never>) => fieldsOfRows(namesOf(table));

/** The names of the fields that rows shall have. It is described alike for all rows, which keeps the description small. */
export const fieldsOfRows = (names: readonly string[]) =>
  optional(
    list({
      description: "Only these fields of each row, in this order; with csv also columns by name.",
      items: names.join(", "),
      max: MAX_FIELDS,
      parse: (item) => (names.includes(item) ? item : undefined),
    }),
  );

const MAX_FIELDS = 100;

/** Rows with these fields alone, in this order. Names that a kind does not have are left out. */
export function pickFields(kind: RowKind, names: readonly string[]): RowKind {
  const columns = [
    ...new Set(names.flatMap((name) => kind.columns.filter((one) => one.name === name || one.field === name))),
  ];
  const { each, ...lists } = kind.lists;
  const isRepeated = each !== undefined && columns.some(({ field }) => field === each.field);
  return { ...kind, columns, lists: isRepeated ? kind.lists : lists };
}

/** Makes objects with these fields alone. */
export function pickMembers({ columns }: RowKind, names: readonly string[]) {
  const fields = new Set(
    names.map((name) => columns.find((one) => one.field !== name && one.name === name)?.field ?? name),
  );
  return (row: unknown): object =>
    Object.fromEntries(
      [...fields].flatMap((field) => (Object.hasOwn(row as object, field) ? [[field, memberOf(row, field)]] : [])),
    );
}

/** A body: of CSV the names of the columns and a line for each row, of NDJSON a line for each row. */
export function toTableText<D>(
  table: Table<D>,
  data: D,
  { format, fields }: { readonly format: TableFormat; readonly fields?: readonly string[] | undefined },
): string {
  const { kind: whole, rows: all } = table.read(data);
  const kind = fields === undefined ? whole : pickFields(whole, fields);
  const rows = fields === undefined || format === "csv" ? all : all.map(pickMembers(whole, fields));
  return format === "csv" ? toCsvText(kind, rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const toCsvText = (kind: RowKind, rows: readonly unknown[]): string =>
  `${toCsvHeader(kind)}${rows.map((row) => toCsvRows(kind, row)).join("")}`;

export const toCsvHeader = ({ columns }: RowKind): string => toCsvLine(columns.map(({ name }) => name));

/** The lines of one row; several where it is repeated for the items of a list. */
export const toCsvRows = ({ columns, lists }: RowKind, row: unknown): string =>
  itemsOf(row, lists)
    .map((item) => toCsvLine(columns.map(({ read }) => read(row, item))))
    .join("");

/** A column of CSV; `item` is the one of the list that a row is repeated for. */
interface Column {
  readonly name: string;
  /** The field of the row that it is of. */
  readonly field: string;
  read(row: unknown, item: unknown): CsvCell;
}

/** Lists of objects inside a row that become columns; any other list, and any map, is JSON in its cell. */
interface ListColumns {
  /** This list gives a CSV row for each of its items, with columns that begin with `prefix`. */
  readonly each?: { readonly field: string; readonly prefix: string };
  /** This list always has as many items; each has columns that begin with its prefix. */
  readonly slots?: { readonly field: string; readonly prefixes: readonly string[] };
}

/** A column for each field that a row can have. Fields of an object inside it follow its name: `event_title`. */
function columnsOf(row: Schema, { each, slots }: ListColumns): readonly Column[] {
  const columns = Object.entries(fieldsOf(row)).flatMap(([field, schema]): readonly Column[] => {
    if (field === each?.field) return [];
    if (field !== slots?.field) return toColumns({ name: field, field }, schema, (one) => memberOf(one, field));
    return slots.prefixes.flatMap((prefix, index) =>
      toItemColumns(
        schema,
        { prefix, field },
        (one) => (memberOf(one, field) as readonly unknown[] | undefined)?.[index],
      ),
    );
  });
  const listed = each === undefined ? undefined : fieldsOf(row)[each.field];
  if (each === undefined || listed === undefined) return requireDistinct(columns);
  return requireDistinct([...columns, ...toItemColumns(listed, each, (_, item) => item)]);
}

/** The items a row is repeated for; one that is undefined where there are none. */
function itemsOf(row: unknown, { each }: ListColumns): readonly unknown[] {
  const items = each === undefined ? [] : (memberOf(row, each.field) as readonly unknown[]);
  return items.length === 0 ? [undefined] : items;
}

type Read = (row: unknown, item: unknown) => unknown;

function toItemColumns(
  list: Schema,
  { prefix, field }: { readonly prefix: string; readonly field: string },
  read: Read,
): readonly Column[] {
  return Object.entries(fieldsOf(partsOf(list).item ?? list)).flatMap(([member, schema]) =>
    toColumns({ name: `${prefix}_${member}`, field }, schema, (row, item) => memberOf(read(row, item), member)),
  );
}

function toColumns({ name, field }: Pick<Column, "name" | "field">, schema: Schema, read: Read): readonly Column[] {
  const { type, entries } = partsOf(presentOf(schema));
  if (entries !== undefined) {
    return Object.entries(entries).flatMap(([key, member]) =>
      toColumns({ name: `${name}_${key}`, field }, member, (row, item) => memberOf(read(row, item), key)),
    );
  }
  const isJson = type === "array" || type === "record";
  return [{ name, field, read: (row, item) => (isJson ? toJson(read(row, item)) : (read(row, item) as CsvCell)) }];
}

const toJson = (value: unknown): CsvCell => (value === undefined || value === null ? null : JSON.stringify(value));

const memberOf = (value: unknown, field: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[field];

function requireDistinct(columns: readonly Column[]): readonly Column[] {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two columns are called ${twice}`);
  return columns;
}

/** A value of a CSV cell; null and undefined are empty. */
type CsvCell = string | number | boolean | null | undefined;

/** One CSV record with its line end, by RFC 4180. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  let line = "";
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += ",";
    line += toCell(cells[index]);
  }
  return `${line}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Some readers drop spaces at the ends of a cell without quotes. */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Titles come from strangers, and a spreadsheet runs text that begins like a formula, in either width, after any blanks. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

const FORMATS = ["json", "csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** A format with a row for each item. */
export type TableFormat = Exclude<Format, "json">;

/** RFC 7111 has the parameter header; ndjson is always UTF-8. */
export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
};

/** The parameter of every route with a table. */
export const formatParameter = withDefault(
  choice({
    description:
      "The format: json, csv with a row for each item, or ndjson with an object for each. Without it, the " +
      "header Accept chooses: text/csv or application/x-ndjson.",
    values: FORMATS,
  }),
  "json",
);

const ACCEPTED: Readonly<Record<string, Format>> = {
  "application/json": "json",
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
};
const ACCEPTED_TYPES = Object.keys(ACCEPTED);

/** The format that a header Accept prefers. JSON is for all that do not name another one, browsers included. */
export function acceptedFormat(accept: string | undefined): Format {
  if (accept === undefined || !/csv|ndjson/i.test(accept)) return "json";
  return ACCEPTED[prefersType(accept, ACCEPTED_TYPES) ?? ""] ?? "json";
}
