import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { quote, UsageError } from "../errors.ts";
import {
  EXPORTS,
  type Export,
  type ExportKind,
  type ExportRow,
  extractAddon,
  openExport,
} from "../store/database/index.ts";
import { type Arguments, type Command, seeHelp } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { readSettings } from "./settings.ts";

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

async function run(args: Arguments): Promise<number> {
  const kind = readKind(args);
  const format = args.findValue("format") ?? "ndjson";
  if (!FORMATS.some((one) => one === format)) {
    throw new UsageError(`--format: expected one of ${FORMATS.join(", ")}, not ${quote(format)}`);
  }
  const { db } = readSettings(args);
  requireDatabase(db);
  const exported = openExport(kind, db, extractAddon());
  try {
    await write(exported, format);
  } catch (error) {
    // The reader, such as `head`, has stopped.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  } finally {
    exported.close();
  }
  return 0;
}

function readKind({ operands }: Arguments): ExportKind {
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
    // Titles come from strangers, and a spreadsheet runs text that begins like a formula.
    escape_formulas: true,
    record_delimiter: "windows",
    // By default only a whole CRLF is quoted, but many readers end a record at a lone line feed.
    quoted_match: /[\r\n]/,
  });
  return pipeline(Readable.from(rows()), csv, output, { end: false });
}

function* toLines(rows: Generator<ExportRow>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}
