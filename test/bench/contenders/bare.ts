import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The least node:http can do: one captured answer, headers and bytes, to whatever is asked. */
interface Captured {
  readonly status: number;
  /** Names and values in turn, the form that costs node:http least. */
  readonly headers: string[];
  /** In latin1, in which bytes and characters are the same: node:http then sends head and body in one write. */
  readonly body: string;
}

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Captured;
const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(body, "latin1");
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit());
