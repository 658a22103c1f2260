import { immediately } from "../../../src/store/database/db.ts";
import { appendPoint, foldHistory, type HistoryPoint } from "../../../src/store/history/history.ts";
import type { Writing } from "../../../src/writer/transactions.ts";

/** All points that are kept singly: in the archive, then what came since. */
export const POINTS = `
  SELECT 0 AS seq, market_key, at, yes_price, volume FROM history_points
  UNION ALL SELECT seq, market_key, at, yes_price, volume FROM history_recent`;

/** Notes changes of a market as a pass would. The caller holds the transaction. */
export function appendPoints({ db }: Writing, marketKey: number, points: readonly HistoryPoint[]): void {
  const find = db.prepare("SELECT last_seq FROM market_quotes WHERE market_key = ?").pluck();
  let last = (find.get(marketKey) ?? null) as number | null;
  for (const point of points) last = appendPoint(db, marketKey, point, last);
  db.prepare("UPDATE market_quotes SET last_seq = ? WHERE market_key = ?").run(last, marketKey);
}

/** Folds all recent points, about so many with each step; gives what takes the next one and says whether it was none. */
export function beginFold({ db }: Writing, points: number): () => boolean {
  const steps = foldHistory(db, points);
  return () => immediately(db, () => steps.next().done !== true);
}

export function foldAll(writing: Writing, points = 100): void {
  const step = beginFold(writing, points);
  while (step());
}
