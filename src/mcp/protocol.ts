import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { VERSION } from "../version.ts";
import { type ToolService, UnknownTool } from "./tool-service.ts";

// https://modelcontextprotocol.io/specification: the era of requests that stand alone (2026-07-28), and the one before it,
// whose connections begin with `initialize`. Both are served without sessions: nothing is kept between two requests.

/** What an assistant is told before it calls. */
const INSTRUCTIONS =
  "Prices are US cents for one contract that pays 100 if it wins: yes 62 is a 62% chance. Costs are for 100 paid, all fees included. Times are UTC. References are platform:id, a question id or a market's URL. Quote as_of with prices.";

/** A server for one connection, or for one request over HTTP. */
function createProtocolServer(service: ToolService): Server {
  const server = new Server(
    { name: "toteboard", title: "Toteboard", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", async () => ({ tools: [...(await service.list())] }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    try {
      const { content, ...rest } = await service.call(params.name, params.arguments ?? {});
      return { ...rest, content: [...content] };
    } catch (error) {
      if (error instanceof UnknownTool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
      throw error;
    }
  });
  return server;
}

/** Answers one message over HTTP, in the era it is of. `text` is JSON; empty where the message wants no answer. */
export async function answerMessage(message: unknown, headers: IncomingHttpHeaders, service: ToolService) {
  const request = toRequest(headers);
  const isLegacy = await isLegacyRequest(request, message);
  const response = isLegacy
    ? await answerLegacy(request, message, service)
    : await answerModern(request, message, () => createProtocolServer(service));
  return { status: response.status, text: await response.text() };
}

/** The answer is one JSON text: no tool reports on its way. */
async function answerLegacy(request: Request, message: unknown, service: ToolService): Promise<Response> {
  const server = createProtocolServer(service);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

async function answerModern(request: Request, message: unknown, factory: McpServerFactory): Promise<Response> {
  // Nothing here changes, so nobody needs to subscribe.
  const handler = createMcpHandler(factory, { legacy: "reject", maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** The headers that the protocol reads. */
const READ = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;

function toRequest(given: IncomingHttpHeaders): Request {
  // All answers are JSON, so callers need not accept streams.
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  for (const name of READ) {
    const value = given[name];
    if (value !== undefined) headers.set(name, value.toString());
  }
  return new Request("http://toteboard/mcp", { method: "POST", headers });
}

/** Serves one client over standard input and output, in the era of its first message, until either ends or `stop` resolves. */
export async function serveStandardStreams(service: ToolService, stop: Promise<unknown>): Promise<void> {
  const { stdin, stdout } = process;
  // The transport drops what is asked when its input ends, so that a pipe of messages would get no answers.
  const input = new PassThrough();
  stdin.pipe(input, { end: false });
  const { counted, untilAnswered } = countCalls(service);
  const ended = Promise.race([once(stdin, "end"), once(stdin, "close")]);
  const connection = serveStdio(() => createProtocolServer(counted), {
    transport: new StdioServerTransport(input, stdout),
  });
  await Promise.race([ended.then(untilAnswered), stop]);
  await connection.close();
}

/** Turns of the event loop without a call, after which a client that has ended is owed nothing. */
const QUIET_TURNS = 20;

/** The same service, with a way to wait until all of its calls are answered. */
function countCalls(service: ToolService) {
  const open = new Set<Promise<unknown>>();
  const during = <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    const remove = (): void => void open.delete(work);
    work.then(remove, remove);
    return work;
  };
  const counted: ToolService = {
    list: () => during(service.list()),
    call: (name, given) => during(service.call(name, given)),
  };
  const untilAnswered = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = open.size === 0 ? quiet + 1 : 0) {
      await Promise.allSettled(open);
      await setImmediate();
    }
  };
  return { counted, untilAnswered };
}
