import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The least node:http can do for streams: the same captured bytes to every open response, again and again. */
const [file = "", everyMs = "2000"] = process.argv.slice(2);
const bytes = readFileSync(file);
const open = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).write(":\n\n");
  open.add(response);
  response.once("close", () => open.delete(response));
});
setInterval(() => {
  for (const response of open) response.write(bytes);
}, Number(everyMs));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit());
