import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromCents, fromMicros } from "../../domain/prices.ts";
import { type Db, openDatabase, prepare, type Statement } from "./db.ts";
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
  const db: Db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  const statement = prepare(db, "export", kind);
  return {
    columns: statement.columns().map(({ name }) => name),
    rows: () => readRows(statement),
    close: () => void db.close(),
  };
}

function* readRows(statement: Statement): Generator<ExportRow> {
  for (const row of statement.iterate() as IterableIterator<Record<string, Cell>>) {
    for (const [column, toCell] of CONVERSIONS) {
      const value = row[column] ?? null;
      if (value !== null) row[column] = toCell(value as never);
    }
    yield row;
  }
}

const isPlayMoney = (platform: string): boolean => getPlatform(platform).money === "play";
const reportsVolume = (platform: string): boolean => getPlatform(platform).volumeUnit !== "none";
const toSentences = (reasons: string): string => (JSON.parse(reasons) as string[]).join("; ");

/** Columns that are stored in another form than they are exported in. */
const CONVERSIONS: readonly (readonly [column: string, toCell: (stored: never) => Cell])[] = [
  ...["yes_price", "no_price", "best_bid", "best_ask", "last_price", "settlement_price", "score"].map(
    (column) => [column, fromMicros] as const,
  ),
  ...["volume", "volume_24h", "liquidity", "open_interest"].map((column) => [column, fromCents] as const),
  ...["last_updated", "close_time", "created_at", "resolved_at"].map((column) => [column, toIso] as const),
  ["play_money", isPlayMoney],
  ["volume_reported", reportsVolume],
  ["reasons", toSentences],
];
