import { type Db, prepareText } from "./database/index.ts";
import {
  countPassing,
  createMemory,
  type KeyPage,
  type ListNoun,
  type ListPlan,
  type ListTable,
  pageOf,
  parseCursor,
  readPage,
  type Slice,
  type Start,
  toCursor,
  toFilter,
  valuesOf,
} from "./lists/index.ts";
import { openTextReader, type TextFilter } from "./titles/index.ts";

/** A list of rows that are in a table's lists, or of some of them. */
export interface ListQuery extends ListPlan {
  /** What titles have to be like. */
  readonly text?: TextFilter | undefined;
  /** The only rows that may belong to it. */
  readonly named?: readonly number[] | undefined;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

const MOST_TOTALS = 2000;

/**
 * Reads lists over one connection. `byKeys` is the text of the statement that gives the rows of a JSON array of keys, in
 * its order. The caller holds the transaction, in which it has followed the table.
 */
export function openListReader(db: Db, noun: ListNoun, { table, byKeys }: { table: ListTable; byKeys: string }) {
  const read = prepareText(db, byKeys);
  const totals = createMemory<number>(MOST_TOTALS);
  const titles = openTextReader(db, noun, table);

  const readKeys = (query: ListQuery, start: Start): KeyPage => {
    const { text, named, selection } = query;
    if (named !== undefined) return readNamed(query, named, start);
    if (text !== undefined) return titles.readPage(query, text, start);
    const total = totals.remember(JSON.stringify(selection), () => countPassing(table, selection));
    return { keys: readPage(table, query, start, total), total };
  };

  const readNamed = (query: ListQuery, named: readonly number[], start: Start): KeyPage => {
    const { passes } = toFilter(table.rows, query.selection);
    const passing = [...new Set(named)].filter(passes);
    const keys = query.text === undefined ? passing : titles.among(passing, query.text);
    return { keys: pageOf(table, query, keys, start), total: keys.length };
  };

  return {
    readPage<Row>(query: ListQuery, slice: Slice): ListPage<Row> {
      const name = `${noun}:${query.column}:${query.isReversed}`;
      const start = toStart(name, slice);
      const version = table.sync();
      totals.renew(version);
      titles.renew(version);
      const { keys, total } = readKeys(query, start);
      const shown = keys.slice(0, start.size);
      const rows = read.all(JSON.stringify(shown)) as Row[];
      const last = shown.at(-1);
      if (keys.length <= start.size || last === undefined) return { rows, total };
      const value = valuesOf(table.rows, query.column)[last] ?? 0;
      return { rows, total, nextCursor: toCursor(name, { value, key: last }) };
    },
  };
}

function toStart(name: string, slice: Slice): Start {
  const { size } = slice;
  if ("page" in slice) return { offset: (slice.page - 1) * size, after: undefined, size };
  return { offset: 0, after: parseCursor(name, slice.after), size };
}
