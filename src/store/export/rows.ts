import { toIso } from "../../clock.ts";
import { getPlatform, reportsVolume } from "../../domain/platforms.ts";
import { fromCents, fromMicros } from "../../domain/prices.ts";
import type { Statement } from "../database/db.ts";

type Stored = string | number | null;
type ReadRow = Record<string, unknown>;

/** Reads the rows of a statement that gives arrays, in the names of its columns and the units of the API. */
export function toReader(statement: Statement): (parameters: Readonly<Record<string, string>>) => Generator<ReadRow> {
  const columns = statement.columns().map(({ name }) => name);
  const conversions = columns.map((column) => CONVERSIONS[column]);
  // Copies of parsed JSON keep V8's fast object layout: without it an export takes half as long again.
  const empty: ReadRow = JSON.parse(JSON.stringify(Object.fromEntries(columns.map((name) => [name, null]))));
  return function* read(parameters) {
    for (const stored of statement.iterate(parameters) as IterableIterator<Stored[]>) {
      const row = { ...empty };
      columns.forEach((column, index) => {
        const value = stored[index] ?? null;
        row[column] = value === null ? null : (conversions[index]?.(value as never) ?? value);
      });
      yield row;
    }
  };
}

const isPlayMoney = (platform: string): boolean => getPlatform(platform).money === "play";
const toSentences = (reasons: string): string => (JSON.parse(reasons) as string[]).join("; ");
const toTags = (tags: string): string[] => JSON.parse(tags) as string[];

/** How columns are exported that are stored in another form. */
const CONVERSIONS: Readonly<Record<string, (stored: never) => unknown>> = {
  yes_price: fromMicros,
  no_price: fromMicros,
  best_bid: fromMicros,
  best_ask: fromMicros,
  last_price: fromMicros,
  settlement_price: fromMicros,
  score: fromMicros,
  volume: fromCents,
  volume_24h: fromCents,
  total_volume: fromCents,
  liquidity: fromCents,
  open_interest: fromCents,
  last_updated: toIso,
  close_time: toIso,
  start_time: toIso,
  end_time: toIso,
  created_at: toIso,
  resolved_at: toIso,
  play_money: isPlayMoney,
  volume_reported: reportsVolume,
  reasons: toSentences,
  tags: toTags,
};
