import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { OperatorError, quote, UsageError } from "../errors.ts";
import {
  EXPORTS,
  type Export,
  type ExportKind,
  type ExportRow,
  extractAddon,
  openExport,
} from "../store/database/index.ts";
import { type Call, type Command, readSettings, seeHelp } from "./command.ts";

const FORMATS = ["ndjson", "csv"] as const;

export const exportCommand: Command = {
  name: "export",
  operands: EXPORTS.join("|"),
  summary: "Write all markets or all matches to standard output",
  settings: ["db"],
  options: [
    {
      name: "format",
      value: "FORMAT",
      help: `${FORMATS.join(" or ")} (ndjson); CSV puts ' before text that a spreadsheet would run`,
    },
  ],
  run,
};

async function run(call: Call): Promise<number> {
  const kind = readKind(call);
  const format = call.valuesOf("format").at(-1) ?? "ndjson";
  if (!FORMATS.some((one) => one === format)) {
    throw new UsageError(`--format: expected one of ${FORMATS.join(", ")}, not ${quote(format)}`);
  }
  const { db } = readSettings(call);
  if (!existsSync(db))
    throw new OperatorError(`no database at ${db}: name it with --db, or make it with 'toteboard serve'`);
  const exported = openExport(kind, db, extractAddon());
  try {
    await write(exported, format);
  } catch (error) {
    // The reader of the output, such as `head`, has closed it.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  } finally {
    exported.close();
  }
  return 0;
}

function readKind({ operands }: Call): ExportKind {
  const [name, extra] = operands;
  const kind = EXPORTS.find((one) => one === name);
  if (kind !== undefined && extra === undefined) return kind;
  const found = extra ?? name;
  throw new UsageError(
    `export: expected ${EXPORTS.join(" or ")}${found === undefined ? "" : `, not ${quote(found)}`}; ${seeHelp(exportCommand)}`,
  );
}

async function write({ columns, rows }: Export, format: string): Promise<void> {
  const output = process.stdout;
  if (format === "ndjson") return pipeline(Readable.from(toLines(rows())), output, { end: false });
  const csv = stringify({
    header: true,
    columns: [...columns],
    cast: { boolean: String },
    // Anybody can write a title, and a spreadsheet runs text that begins like a formula. Numbers stay as they are.
    escape_formulas: true,
    record_delimiter: "windows",
    // By default only the whole delimiter is quoted, but a lone line feed ends a record for many readers.
    quoted_match: /[\r\n]/,
  });
  return pipeline(Readable.from(rows()), csv, output, { end: false });
}

function* toLines(rows: Generator<ExportRow>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}
