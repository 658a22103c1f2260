// Lists as CSV and NDJSON: which format is asked for, and the columns of a row.
export { fieldsOf } from "./columns.ts";
export { acceptedFormat, FORMATS, type Format, formatParameter, TABLE_TYPES, type TableFormat } from "./format.ts";
export { listTable, type RowKind, rowKind, type Table, tableOf, toCsvHeader, toCsvRows, toTableText } from "./table.ts";
