import type { Server, ServerResponse } from "node:http";

/** The connections of a server and the responses under way on them. */
export interface Connections {
  /** Must see every response before anything is written to it. */
  admit(response: ServerResponse): void;
  /** Must see it again as soon as it can be waited for. */
  track(response: ServerResponse): void;
  /** The last response that is under way on a socket. */
  responseOn(socket: unknown): ServerResponse | undefined;
  /** Stops accepting and waits for responses under way, at most `timeoutMs`; then closes every connection. */
  close(timeoutMs: number): Promise<void>;
}

export function trackConnections(server: Server): Connections {
  // The last of each socket that did not leave at once; it may be over.
  const responses = new Map<unknown, ServerResponse>();
  let isClosing = false;
  server.on("connection", (socket) => socket.once("close", () => responses.delete(socket)));

  return {
    admit(response) {
      if (isClosing) markLast(response);
    },

    track(response) {
      const { socket } = response.req;
      // What is remembered from one request to the next outlives the young, and is swept up at many times the cost.
      if (hasLeft(response)) responses.delete(socket);
      else responses.set(socket, response);
    },

    responseOn(socket) {
      const response = responses.get(socket);
      return response?.closed === true ? undefined : response;
    },

    async close(timeoutMs) {
      isClosing = true;
      for (const response of responses.values()) markLast(response);
      // Also closes the connections that rest between two requests or never sent one.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

const hasLeft = (response: ServerResponse): boolean => response.writableEnded && response.writableLength === 0;

function markLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
