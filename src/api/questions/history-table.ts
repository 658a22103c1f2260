import type { ValueOf } from "../../http/schema.ts";
import { rowKind, type Table, tableOf } from "../../http/tables/table.ts";
import { backfillNotes } from "../history/table.ts";
import { type questionHistorySchema, questionPriceSchema } from "./schema.ts";

type QuestionPrices = Pick<
  ValueOf<typeof questionHistorySchema>,
  "question_id" | "times" | "series" | "gap_cents" | "fee_cents"
>;

/** A row for each market at each moment: the columns stay the same whatever platforms ask the question. */
export const questionHistoryTable: Table<QuestionPrices> = {
  ...tableOf(
    "question-history",
    rowKind(questionPriceSchema),
    ({ question_id, times, series, gap_cents, fee_cents }: QuestionPrices) =>
      times.flatMap((timestamp, index) =>
        series.map(({ platform, market_id, relation, prices }) => ({
          question_id,
          timestamp,
          platform,
          market_id,
          relation,
          price: prices[index] ?? null,
          gap_cents: gap_cents[index] ?? null,
          fee_cents: fee_cents[index] ?? null,
        })),
      ),
  ),
  notesOf: backfillNotes,
};
