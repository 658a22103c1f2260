import type { Schema } from "../../http/schema.ts";
import { type RowKind, rowKind } from "../../http/tables/table.ts";
import type { ExportKind, ExportRow } from "../../store/export/export.ts";
import type { Question } from "../../store/questions/question.ts";
import { toQuestion } from "../questions/present.ts";
import { exportedEventSchema, exportedMarketSchema, exportedMatchSchema, exportedQuestionSchema } from "./schema.ts";

/** How the rows of a kind are published. */
interface ExportedKind {
  readonly row: RowKind;
  present(row: ExportRow): object;
}

const stored = (schema: Schema): ExportedKind => ({ row: rowKind(schema), present: (row) => row });

export const EXPORTED: Readonly<Record<ExportKind, ExportedKind>> = {
  markets: stored(exportedMarketSchema),
  resolved: stored(exportedMarketSchema),
  events: stored(exportedEventSchema),
  matches: stored(exportedMatchSchema),
  questions: {
    row: rowKind(exportedQuestionSchema, { each: { field: "markets", prefix: "market" } }),
    present(row) {
      const { markets, ...question } = toQuestion(row as Question);
      return { ...question, markets: markets.map(({ age_seconds: _, ...market }) => market) };
    },
  },
};
