import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createProtocolServer } from "./protocol.ts";
import type { ToolService } from "./tool-service.ts";

/** Serves one client over standard input and output, in the era of its first message, until either ends or `stop` resolves. */
export async function serveStandardStreams(service: ToolService, stop: Promise<unknown>): Promise<void> {
  const { stdin } = process;
  const ended = Promise.race([once(stdin, "end"), once(stdin, "close"), stop]);
  const connection = serveStdio(() => createProtocolServer(service));
  await ended;
  await connection.close();
}
