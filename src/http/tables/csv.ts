/** A value of a CSV cell; null and undefined are empty. */
export type CsvCell = string | number | boolean | null | undefined;

/** One CSV record with its line end, by RFC 4180. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  let line = "";
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += ",";
    line += toText(cells[index]);
  }
  return `${line}\r\n`;
}

function toText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Some readers drop spaces at the ends of a cell without quotes. */
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Titles come from strangers, and a spreadsheet runs text that begins like a formula, in either width, after any blanks. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
