import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { after } from "node:test";

/** Has a server listen on a free loopback port, which it gives, until the end of the test, or of the file. */
export async function listen(
  server: Server & { closeAllConnections?: () => void },
  host = "127.0.0.1",
): Promise<number> {
  await once(server.listen(0, host), "listening");
  after(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
