import type { ListedRows, RowTable } from "./format.ts";

/** What texts of the data may have in braces, and what then stands there. */
export type Words = Readonly<Record<string, string>>;

/** The text with its words put in. Those of the outcome and of figures are put in later. */
export const putIn = (text: string, words: Words): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const word = words[name];
    if (word === undefined && !LATER.includes(name)) throw new Error(`no word for ${whole} in '${text}'`);
    return word ?? whole;
  });

const LATER = ["label", "short", "n", "from", "to", "end"];

/** The rows of a table, "name|code" and "Georgia|GA" as words; each has its `rank` too, from 0. */
export function rowsOf({ as, of }: RowTable): Words[] {
  const names = as.split("|");
  return of.map((row, rank) => {
    const values = row.split("|");
    return { rank: String(rank), ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) };
  });
}

/** Some rows of a list. */
export function rowsFrom(
  { from, where, first, skip = 0 }: ListedRows,
  lists: Readonly<Record<string, RowTable>>,
): Words[] {
  const table = lists[from];
  if (table === undefined) throw new Error(`no list '${from}'`);
  const rows = rowsOf(table).filter((row) => where === undefined || Object.values(row).includes(where));
  return rows.slice(skip, first === undefined ? undefined : skip + first);
}
