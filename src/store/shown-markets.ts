import { type Db, prepare, type SqlRow } from "./database/db.ts";
import { type Moved, withPriceChanges } from "./history/changes.ts";

/** Completes rows of markets with age and moves of their prices, and with their question as it is shown. */
export const showMarkets = <Row extends SqlRow<"groups", "byMarketKeys">>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Moved<Row>[] => withPriceChanges(db, showQuestions(db, rows), now);

/** Takes their question from markets that are asked together with none but markets of hidden platforms. */
export function showQuestions<Row extends Pick<SqlRow<"groups", "byMarketKeys">, "marketKey" | "questionId">>(
  db: Db,
  rows: readonly Row[],
): readonly Row[] {
  const keys = JSON.stringify(rows.flatMap(({ marketKey, questionId }) => (questionId === null ? [] : marketKey)));
  const alone = new Set(prepare(db, "questions", "hiddenOf").pluck().all({ keys }));
  return alone.size === 0 ? rows : rows.map((row) => (alone.has(row.marketKey) ? { ...row, questionId: null } : row));
}
