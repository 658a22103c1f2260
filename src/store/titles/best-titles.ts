import type { MarketStatus } from "../../domain/markets.ts";
import { type Db, prepare, type Statement } from "../database/index.ts";
import { type ListTable, VOLUME, valuesOf } from "../lists/index.ts";
import { type SearchTerms, toWords } from "./search-text.ts";
import { isUnranked } from "./title-hits.ts";
import { keyOf } from "./title-index.ts";
import { compareRanked, hasTerms, type Ranked, type Tier, tierOf } from "./title-match.ts";

/** Fewer rows are not worth a statement. */
const LEAST_READ = 10;

/** What is looked for. */
export interface Wanted {
  readonly terms: SearchTerms;
  readonly status: MarketStatus | "all";
  readonly limit: number;
}

/** How hits are read. */
export interface TitleSource {
  readonly noun: "Market" | "Event";
  readonly table: ListTable;
  /** Gives rows and their `key` for the `keys` of a JSON list. */
  readonly rowsByKeys: Statement;
}

/** What a row has at least. */
export interface Titled {
  readonly title: string;
}

/** The hits that were read so far. */
export type BestTitles<Row> = ReturnType<typeof collect<Row>>;

/**
 * Finds the best of many hits and reads no more of them than that takes: they come in the order of volume, so once enough
 * of them match as well as any can, those that follow come behind. The caller holds the transaction, in which it has
 * followed the table.
 */
export function openBestTitles<Row extends Titled>(db: Db, source: TitleSource) {
  const reader = openReader<Row>(db, source);
  return (wanted: Wanted): BestTitles<Row> => collect(reader, wanted);
}

/** A title with its row, where that was read too. */
interface Read<Row> {
  readonly key: number;
  readonly title: string;
  readonly row?: Row;
}

interface Reader<Row> {
  titles(keys: readonly number[]): readonly Read<Row>[];
  rows(keys: readonly number[]): readonly Required<Read<Row>>[];
  /** Undefined for a row in no list. */
  statusOf(key: number): MarketStatus | undefined;
  volumeOf(key: number): number;
}

function openReader<Row extends Titled>(db: Db, { noun, table: { rows }, rowsByKeys }: TitleSource): Reader<Row> {
  const titles = prepare(db, "search", `list${noun}Titles`).raw();
  const readAll = (statement: Statement, keys: readonly number[]) =>
    keys.length === 0 ? [] : statement.all({ keys: JSON.stringify(keys) });
  return {
    titles: (keys) => (readAll(titles, keys) as [number, string][]).map(([key, title]) => ({ key, title })),
    rows: (keys) =>
      (readAll(rowsByKeys, keys) as (Row & { key: number })[]).map(({ key, ...rest }) => {
        const row = rest as unknown as Row;
        return { key, title: row.title, row };
      }),
    statusOf: (key) => rows.places[rows.placeOf[key] ?? 0]?.status,
    volumeOf: (key) => valuesOf(rows, VOLUME)[key] ?? 0,
  };
}

function collect<Row>(reader: Reader<Row>, { terms, status, limit }: Wanted) {
  const found = new Map<number, Ranked & { readonly row: Row | undefined }>();
  let wellMatched = 0;

  const toUnread = (rowids: readonly number[]) => rowids.map(keyOf).filter((key) => !found.has(key));
  const add = ({ key, row }: Read<Row>, tier: Tier): void => {
    const stands = reader.statusOf(key);
    if (stands === undefined || (status !== "all" && stands !== status)) return;
    if (tier < 2) wellMatched++;
    found.set(key, { key, status: stands, volume: reader.volumeOf(key), tier, row });
  };

  return {
    /** Takes those of some titles that match `condition`. */
    addMatching(rowids: readonly number[], condition: SearchTerms): void {
      for (const read of reader.titles(toUnread(rowids))) {
        const words = toWords(read.title);
        if (hasTerms(words, condition)) add(read, tierOf(words, terms.wanted));
      }
    },

    /**
     * Takes hits in order, as many as it needs; true when none that follows can be among the best. `areInexact` where it
     * is known that they have other words too.
     */
    addInOrder(rowids: readonly number[], areInexact: boolean): boolean {
      // What an older version left has no place yet.
      const isOrdered = !isUnranked(rowids[0] ?? 0);
      const isEnough = (): boolean => isOrdered && wellMatched >= limit;
      // One term is always in order.
      const known = isOrdered && areInexact && terms.wanted.length === 1 ? 1 : undefined;
      for (let from = 0; from < rowids.length && !isEnough(); ) {
        const to = from + Math.max(limit - wellMatched, LEAST_READ, Math.ceil(from / 2));
        const keys = toUnread(rowids.slice(from, to));
        // Mostly the first are enough; where they are not, few of the others are among the best.
        for (const read of from === 0 ? reader.rows(keys) : reader.titles(keys)) {
          add(read, known ?? tierOf(toWords(read.title), terms.wanted));
        }
        from = to;
      }
      return isEnough();
    },

    size: (): number => found.size,

    /** The best, in order. */
    list(): Row[] {
      const best = [...found.values()].sort(compareRanked).slice(0, limit);
      const unread = best.flatMap(({ key, row }) => (row === undefined ? [key] : []));
      const rows = new Map(reader.rows(unread).map(({ key, row }) => [key, row]));
      return best.flatMap(({ key, row = rows.get(key) }) => row ?? []);
    },
  };
}
