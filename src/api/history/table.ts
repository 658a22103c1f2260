import type { ValueOf } from "../../http/schema.ts";
import { rowKind, type Table } from "../../http/tables/table.ts";
import { candleRowSchema, type historySchema, pointRowSchema } from "./schema.ts";

const POINTS = rowKind(pointRowSchema);
const CANDLES = rowKind(candleRowSchema);

/** Of both histories: their meta has `backfill`. */
export const backfillNotes = ({ backfill }: Readonly<Record<string, unknown>>): readonly string[] =>
  backfill === "pending" ? ["older prices are still being loaded; ask again in a minute"] : [];

/** A row for each point, or for each candle. */
export const historyTable: Table<ValueOf<typeof historySchema>> = {
  name: "history",
  kinds: [POINTS, CANDLES],
  read({ platform, market_id, points, candles }) {
    const toRow = <T>(one: T) => ({ platform, market_id, ...one });
    return points === undefined
      ? { kind: CANDLES, rows: (candles ?? []).map(toRow) }
      : { kind: POINTS, rows: points.map(toRow) };
  },
  notesOf: backfillNotes,
};
