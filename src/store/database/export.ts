import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromCents, fromMicros } from "../../domain/prices.ts";
import { openDatabase, prepare, type Statement } from "./db.ts";
import { requireSchema } from "./migrations.ts";

/** What can be exported: the names of the statements in sql/queries/export.sql. */
export const EXPORTS = ["markets", "matches"] as const;
export type ExportKind = (typeof EXPORTS)[number];

type Cell = string | number | boolean | null;

/** One exported row, in the names and units of the API. */
export type ExportRow = Readonly<Record<string, Cell>>;

/** Reads all rows of a kind, one at a time, on a connection of its own that `close` ends. */
export interface Export {
  /** In the order of each row's members. */
  readonly columns: readonly string[];
  rows(): Generator<ExportRow>;
  close(): void;
}

export function openExport(kind: ExportKind, file: string, addonPath: string | undefined): Export {
  const db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  const statement = prepare(db, "export", kind).raw();
  const columns = statement.columns().map(({ name }) => name);
  return { columns, rows: () => readRows(statement, columns), close: () => void db.close() };
}

function* readRows(statement: Statement, columns: readonly string[]): Generator<ExportRow> {
  const conversions = columns.map((column) => CONVERSIONS[column]);
  // Copies of parsed JSON keep V8's fast object layout: without it an export takes half as long again.
  const empty: Record<string, Cell> = JSON.parse(
    JSON.stringify(Object.fromEntries(columns.map((name) => [name, null]))),
  );
  for (const stored of statement.iterate() as IterableIterator<Cell[]>) {
    const row = { ...empty };
    columns.forEach((column, index) => {
      const value = stored[index] ?? null;
      row[column] = value === null ? null : (conversions[index]?.(value as never) ?? value);
    });
    yield row;
  }
}

const isPlayMoney = (platform: string): boolean => getPlatform(platform).money === "play";
const reportsVolume = (platform: string): boolean => getPlatform(platform).volumeUnit !== "none";
const toSentences = (reasons: string): string => (JSON.parse(reasons) as string[]).join("; ");

/** How columns are exported that are stored in another form. */
const CONVERSIONS: Readonly<Record<string, (stored: never) => Cell>> = {
  yes_price: fromMicros,
  no_price: fromMicros,
  best_bid: fromMicros,
  best_ask: fromMicros,
  last_price: fromMicros,
  settlement_price: fromMicros,
  score: fromMicros,
  volume: fromCents,
  volume_24h: fromCents,
  liquidity: fromCents,
  open_interest: fromCents,
  last_updated: toIso,
  close_time: toIso,
  created_at: toIso,
  resolved_at: toIso,
  play_money: isPlayMoney,
  volume_reported: reportsVolume,
  reasons: toSentences,
};
