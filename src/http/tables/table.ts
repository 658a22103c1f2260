import type { Schema } from "../schema.ts";
import { type Column, columnsOf, itemsOf, type ListColumns } from "./columns.ts";
import { toCsvLine } from "./csv.ts";
import type { TableFormat } from "./format.ts";

/** One kind of row, with its columns. */
export interface RowKind<T = unknown> {
  readonly schema: Schema<T>;
  readonly lists: ListColumns;
  readonly columns: readonly Column[];
}

/** How the data of an answer becomes rows. All formats have the same items. */
export interface Table<D = unknown> {
  /** What the file is called after. */
  readonly name: string;
  /** All that an answer may have; one answer has one of them. */
  readonly kinds: readonly RowKind[];
  read(data: D): { readonly kind: RowKind; readonly rows: readonly unknown[] };
  /** What only the meta of the JSON says of the rows, as sentences; they join the warnings. */
  notesOf?(meta: Readonly<Record<string, unknown>>): readonly string[];
}

export const rowKind = <T>(schema: Schema<T>, lists: ListColumns = {}): RowKind<T> => ({
  schema,
  lists,
  columns: columnsOf(schema, lists),
});

/** The table of data that is a list. */
export const listTable = <T>(name: string, row: Schema<T>, lists?: ListColumns): Table<readonly T[]> =>
  tableOf(name, rowKind(row, lists), (data) => data);

/** A table of one kind of row. */
export const tableOf = <D, T>(name: string, kind: RowKind<T>, rows: (data: D) => readonly T[]): Table<D> => ({
  name,
  kinds: [kind],
  read: (data) => ({ kind, rows: rows(data) }),
});

/** A body: of CSV the names of the columns and a line for each row, of NDJSON a line for each row. */
export function toTableText<D>(table: Table<D>, data: D, format: TableFormat): string {
  const { kind, rows } = table.read(data);
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
