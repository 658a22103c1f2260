import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXPORT_FORMATS, type ExportFormat, toParts } from "../api/export.ts";
import { quote, UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { EXPORT_KINDS, type Export, type ExportKind, openExport } from "../store/export.ts";
import { type Arguments, type Command, findChoice, readSettings, seeHelp } from "./command.ts";
import { requireDatabase } from "./database.ts";

export const exportCommand: Command = {
  name: "export",
  operands: EXPORT_KINDS.join("|"),
  summary: "Write all markets, events, questions, resolved markets or matches to standard output",
  settings: ["db", "platforms"],
  options: [
    {
      name: "format",
      value: "FORMAT",
      help: `${EXPORT_FORMATS.join(" or ")} (ndjson); CSV puts ' before text that a spreadsheet would run`,
    },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  const kind = readKind(args);
  const format = findChoice(args, "format", EXPORT_FORMATS) ?? "ndjson";
  const { db, platforms } = readSettings(args);
  requireDatabase(db);
  const exported = openExport(kind, db, extractAddon(), { platforms });
  try {
    await write(exported, kind, format);
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
  const kind = EXPORT_KINDS.find((one) => one === name);
  if (kind !== undefined && extra === undefined) return kind;
  const found = extra ?? name;
  const expected = `${EXPORT_KINDS.slice(0, -1).join(", ")} or ${EXPORT_KINDS.at(-1)}`;
  const given = found === undefined ? "" : `, not ${quote(found)}`;
  throw new UsageError(`export: expected ${expected}${given}; ${seeHelp(exportCommand)}`);
}

const write = (exported: Export, kind: ExportKind, format: ExportFormat): Promise<void> =>
  pipeline(Readable.from(toTexts(exported, kind, format)), process.stdout, { end: false });

/** Without the API's last line: the exit code says whether all was written. */
function* toTexts(exported: Export, kind: ExportKind, format: ExportFormat): Generator<string> {
  for (const { text } of toParts(kind, { format }, exported)) yield text;
}
