import { connect, createServer } from "node:net";
import { listen } from "../service/listen.ts";

/** Passes connections on byte by byte, as `ssh -R`, stunnel, socat and HAProxy in TCP mode do; gives its port. */
export const startForwarder = (port: number): Promise<number> =>
  listen(
    createServer((socket) => {
      const target = connect(port, "127.0.0.1");
      socket.on("error", () => target.destroy()).pipe(target);
      target.on("error", () => socket.destroy()).pipe(socket);
    }),
  );
