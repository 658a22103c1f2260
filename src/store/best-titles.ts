import type { MarketStatus } from "../domain/markets.ts";
import type { Cents } from "../domain/prices.ts";
import { type Db, prepare, type Statement } from "./db.ts";
import type { SearchTerms } from "./search-text.ts";
import { isUnranked } from "./title-hits.ts";
import { keyOf } from "./title-index.ts";
import { type Candidate, compareRanked, isMatch, type Ranked, rankTitle } from "./title-match.ts";

/** Fewer rows are not worth a statement. */
const LEAST_READ = 10;

/** What is looked for. */
export interface Wanted {
  readonly terms: SearchTerms;
  readonly status: MarketStatus | "all";
  readonly limit: number;
}

/** How rows are read: a statement that gives them and their `key` for the `keys` of a JSON list. */
export interface RowSource<Row> {
  readonly byKeys: Statement;
  volumeOf(row: Row): Cents;
}

export type Titled = Pick<Candidate, "title" | "status">;

/** The hits that were read so far. */
export type BestTitles<Row> = ReturnType<typeof collect<Row>>;

/**
 * Finds the best of many hits and reads no more of them than that takes: they come in the order of volume, so once enough
 * of them match as well as any can, those that follow come behind. The caller holds the transaction.
 */
export function openBestTitles<Row extends Titled>(db: Db, noun: "Market" | "Event", source: RowSource<Row>) {
  const reader = openReader(db, noun, source);
  return (wanted: Wanted): BestTitles<Row> => collect(reader, wanted);
}

/** A title with its row, where that was read too. */
interface Read<Row> {
  readonly candidate: Candidate;
  readonly row?: Row;
}

interface Reader<Row> {
  titles(keys: readonly number[]): readonly Read<Row>[];
  rows(keys: readonly number[]): readonly Required<Read<Row>>[];
}

function openReader<Row extends Titled>(db: Db, noun: "Market" | "Event", { byKeys, volumeOf }: RowSource<Row>) {
  const titles = prepare(db, "search", `list${noun}Candidates`);
  const readAll = (statement: Statement, keys: readonly number[]) =>
    keys.length === 0 ? [] : statement.all({ keys: JSON.stringify(keys) });
  return {
    titles: (keys: readonly number[]) => (readAll(titles, keys) as Candidate[]).map((candidate) => ({ candidate })),
    rows: (keys: readonly number[]) =>
      (readAll(byKeys, keys) as (Row & { key: number })[]).map(({ key, ...rest }) => {
        const row = rest as unknown as Row;
        return { candidate: { key, title: row.title, status: row.status, volume: volumeOf(row) }, row };
      }),
  };
}

function collect<Row>(reader: Reader<Row>, { terms, status, limit }: Wanted) {
  const found = new Map<number, Ranked & { readonly row: Row | undefined }>();
  let wellMatched = 0;

  const toUnread = (rowids: readonly number[]) => rowids.map(keyOf).filter((key) => !found.has(key));
  const add = ({ candidate, row }: Read<Row>): void => {
    if (status !== "all" && candidate.status !== status) return;
    const ranked = rankTitle(candidate, terms);
    if (ranked.tier < 2) wellMatched++;
    found.set(candidate.key, { ...ranked, row });
  };

  return {
    /** Takes those of some titles that match `condition`. */
    addMatching(rowids: readonly number[], condition: SearchTerms): void {
      for (const read of reader.titles(toUnread(rowids))) if (isMatch(read.candidate.title, condition)) add(read);
    },

    /** Takes hits in order, as many as it needs; true when none that follows can be among the best. */
    addInOrder(rowids: readonly number[]): boolean {
      // What an older version left has no place yet.
      const isOrdered = !isUnranked(rowids[0] ?? 0);
      const isEnough = (): boolean => isOrdered && wellMatched >= limit;
      for (let from = 0; from < rowids.length && !isEnough(); ) {
        const to = from + Math.max(limit - wellMatched, LEAST_READ, Math.ceil(from / 2));
        const keys = toUnread(rowids.slice(from, to));
        // Mostly the first are enough; where they are not, few of the others are among the best.
        for (const read of from === 0 ? reader.rows(keys) : reader.titles(keys)) add(read);
        from = to;
      }
      return isEnough();
    },

    size: (): number => found.size,

    /** The best, in order. */
    list(): Row[] {
      const best = [...found.values()].sort(compareRanked).slice(0, limit);
      const unread = best.flatMap(({ key, row }) => (row === undefined ? [key] : []));
      const rows = new Map(reader.rows(unread).map(({ candidate, row }) => [candidate.key, row]));
      return best.flatMap(({ key, row = rows.get(key) }) => row ?? []);
    },
  };
}
