import { createServer, type IncomingHttpHeaders } from "node:http";
import { listen } from "../service/listen.ts";

/** A request that reached a receiver. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a receiver answers; `never` keeps the connection open without an answer. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "never";

export interface Receiver {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
  /** What it answers from now on. */
  answer: (request: ReceivedRequest) => ReceiverAnswer;
}

/** A receiver of webhooks on a loopback address. It notes all requests and answers 204, or as the test says. */
export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const whole = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(whole);
      const answer = receiver.answer(whole);
      if (answer !== "never") response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  const port = await listen(server, host);
  const receiver: Receiver = {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    received,
    answer: () => ({ status: 204 }),
  };
  return receiver;
}
