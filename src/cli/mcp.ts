import { SharedClock } from "../clock.ts";
import { messageOf, OperatorError } from "../errors.ts";
import type { ToolService } from "../mcp/tool-service.ts";
import { extractAddon } from "../store/database/addon.ts";
import { openStore } from "../store/open.ts";
import { type Arguments, type Command, readSettings, toServiceUrl } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { untilSignal } from "./process.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Serve tools for an assistant over standard input and output (MCP)",
  settings: ["db", "platforms", "key"],
  options: [{ name: "url", value: "URL", help: "ask the service at this address in place of a database file" }],
  run,
};

/** Standard output carries the protocol alone. */
async function run(args: Arguments): Promise<number> {
  const url = args.findValue("url");
  const { service, close } = await (url === undefined ? openFile(args) : openService(args, url));
  try {
    // It takes a tenth of a second to load, which no other command should wait for.
    const { serveStandardStreams } = await import("../mcp/protocol.ts");
    await serveStandardStreams(service, untilSignal().signalled);
  } finally {
    close();
  }
  return 0;
}

interface Opened {
  readonly service: ToolService;
  close(): void;
}

/** Reads the file of a service that may run beside it. Throws OperatorError when there is no file. */
async function openFile(args: Arguments): Promise<Opened> {
  const { db, platforms } = readSettings(args);
  requireDatabase(db);
  const { openLocalTools } = await import("../mcp/tool-service.ts");
  const store = openStore(db, extractAddon(), platforms);
  const onError = (error: unknown): void => void process.stderr.write(`toteboard: ${messageOf(error)}\n`);
  return { service: openLocalTools({ store, clock: new SharedClock(), platforms, onError }), close: store.close };
}

/** Takes the address of the service or of its /mcp. Throws UsageError for what is no address, OperatorError without a key. */
async function openService(args: Arguments, given: string): Promise<Opened> {
  const url = toServiceUrl(given).replace(/\/mcp$/, "");
  const key = readSettings(args).key;
  if (key === undefined) {
    throw new OperatorError(
      "a key is needed: give --key, or set TOTEBOARD_KEY to an API key; the page /keys of the service makes one, free of charge",
    );
  }
  const { openRemoteTools } = await import("../mcp/tool-service.ts");
  return { service: openRemoteTools(url, key), close: () => undefined };
}
