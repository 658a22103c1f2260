import { readEmbedded } from "../embedded.ts";

const FOLDER = "src/domain/data";

/** What stands under a heading of a file of words. */
export interface WordList {
  /** Where its heading is, as errors name it. */
  readonly location: string;
  readonly rows: readonly string[];
}

/** The rows under a heading of `src/domain/data/<file>.txt`. */
export function readRows(file: string, heading: string): readonly string[] {
  const list = readWordLists(file).get(heading);
  if (list === undefined) throw new Error(`${FOLDER}/${file}.txt: no list [${heading}]`);
  return list.rows;
}

export const readWords = (file: string, heading: string): string[] => readRows(file, heading).flatMap(toWordsOfRow);

/** All phrases under a heading, comma apart. */
export const readPhrases = (file: string, heading: string): string[] => readRows(file, heading).flatMap(toPhrasesOfRow);

export const toWordsOfRow = (row: string): string[] => row.trim().split(/\s+/);

export const toPhrasesOfRow = (row: string): string[] => row.split(",").map((phrase) => phrase.trim());

/** The values of each word, in the order given. */
export function toTable<T>(entries: Iterable<readonly [word: string, value: T]>): Map<string, T[]> {
  const table = new Map<string, T[]>();
  for (const [word, value] of entries) {
    const values = table.get(word);
    if (values === undefined) table.set(word, [value]);
    else values.push(value);
  }
  return table;
}

const files = new Map<string, ReadonlyMap<string, WordList>>();

/** All lists of a file by heading, read once. */
export function readWordLists(file: string): ReadonlyMap<string, WordList> {
  const path = `${FOLDER}/${file}.txt`;
  const lists = files.get(file) ?? parseWordLists(path, readEmbedded(path));
  files.set(file, lists);
  return lists;
}

/** A line is a heading in brackets or a row. `#` begins a comment, and an indented line continues the row before it. */
export function parseWordLists(path: string, content: string): ReadonlyMap<string, WordList> {
  const lists = new Map<string, { location: string; rows: string[] }>();
  let rows: string[] | undefined;
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const location = `${path}:${index + 1}`;
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const heading = /^\[(.+)\]$/.exec(text)?.[1];
    if (heading !== undefined) {
      if (lists.has(heading)) throw new Error(`${location}: a second list [${heading}]`);
      rows = [];
      lists.set(heading, { location, rows });
    } else if (rows === undefined) throw new Error(`${location}: a row before the first heading`);
    else if (/^\s/.test(line) && rows.length > 0) rows.push(`${rows.pop()} ${text}`);
    else rows.push(text);
  }
  return lists;
}
