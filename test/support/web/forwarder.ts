import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { after } from "node:test";

/** Passes connections on byte by byte, as `ssh -R`, stunnel, socat and HAProxy in TCP mode do; gives its port. */
export async function startForwarder(port: number): Promise<number> {
  const server = createServer((socket) => {
    const target = connect(port, "127.0.0.1");
    socket.on("error", () => target.destroy()).pipe(target);
    target.on("error", () => socket.destroy()).pipe(socket);
  });
  after(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
