import type { ExportPart } from "../../export/delivery.ts";
import type { Schema } from "../../http/schema.ts";
import { type RowKind, rowKind, toCsvHeader, toCsvRows } from "../../http/tables/table.ts";
import type { Export, ExportKind, ExportRow } from "../../store/export/export.ts";
import type { Question } from "../../store/questions/question.ts";
import { toQuestion } from "../questions/present.ts";
import { exportedEventSchema, exportedMarketSchema, exportedMatchSchema, exportedQuestionSchema } from "./schema.ts";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

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

const PART_CHARACTERS = 48 * 1024;

/** The text of an export, piece by piece. CSV begins with the names of its columns. */
export function* toParts(
  kind: ExportKind,
  format: ExportFormat,
  exported: Pick<Export, "rows">,
): Generator<ExportPart> {
  const { row, present } = EXPORTED[kind];
  const toText = format === "csv" ? (one: object) => toCsvRows(row, one) : toLine;
  let text = format === "csv" ? toCsvHeader(row) : "";
  let rows = 0;
  for (const one of exported.rows()) {
    text += toText(present(one));
    rows++;
    if (text.length < PART_CHARACTERS) continue;
    yield { text, rows };
    text = "";
  }
  if (text !== "") yield { text, rows };
}

/** The same for the API: NDJSON ends with the number of rows. Throws where fewer or more were read than `total`. */
export function* toAnswer(
  kind: ExportKind,
  format: ExportFormat,
  { rows, total }: Pick<Export, "rows"> & { readonly total: number },
): Generator<ExportPart> {
  let read = 0;
  for (const part of toParts(kind, format, { rows })) {
    read = part.rows;
    yield part;
  }
  if (read !== total) throw new Error(`${total} rows were counted and ${read} read`);
  if (format === "ndjson") yield { text: toLine({ trailer: { kind, rows: read } }), rows: read };
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;
