import type { ExportFormat } from "../../export/messages.ts";
import { toCsvHeader, toCsvRows } from "../../http/tables/table.ts";
import type { Export, ExportKind } from "../../store/export/export.ts";
import { EXPORTED } from "./kinds.ts";

/** A piece of an exported text. */
export interface ExportPart {
  readonly text: string;
  /** The rows in this piece and in those before it. */
  readonly rows: number;
}

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

/** The line that says how many rows came before it. */
export const toTrailer = (kind: ExportKind, rows: number): string => toLine({ trailer: { kind, rows } });

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;
