import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Stage } from "./figures.ts";
import {
  type Answer,
  createKalshi,
  createManifold,
  createPolymarket,
  createPolymarketBook,
  createPredictit,
} from "./platforms/index.ts";

export interface DemoServer {
  /** Base addresses as the adapters take them. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Serves the stand-in platforms on one loopback port, each under a path of its own. */
export async function startServer(stage: Stage): Promise<DemoServer> {
  const sites: readonly (readonly [string, Site])[] = [
    ["polymarket", createPolymarket(stage)],
    ["polymarket_clob", createPolymarketBook(stage)],
    ["kalshi", createKalshi(stage)],
    ["manifold", createManifold(stage)],
    ["predictit", createPredictit(stage)],
  ];
  const byName = new Map(sites);
  const server = createServer((request, response) => {
    const answer = request.method === "GET" ? answerTo(byName, request.url ?? "/") : METHOD_NOT_ALLOWED;
    send(response, answer);
  });
  const { port } = await listen(server);
  const urls = Object.fromEntries(sites.map(([name]) => [name, `http://127.0.0.1:${port}/${name}`]));
  return { urls, close: () => close(server) };
}

type Site = (path: string, query: URLSearchParams) => Answer;

const METHOD_NOT_ALLOWED: Answer = { status: 405, body: { error: "method not allowed" } };
const NOT_FOUND: Answer = { status: 404, body: { error: "not found" } };

function answerTo(sites: ReadonlyMap<string, Site>, target: string): Answer {
  const url = URL.parse(target, "http://127.0.0.1");
  const [, name = "", path = ""] = /^\/([a-z_]+)(?:\/trade-api\/v2)?(\/.*)?$/.exec(url?.pathname ?? "") ?? [];
  const site = sites.get(name);
  return site === undefined || url === null ? NOT_FOUND : site(decoded(path), url.searchParams);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A malformed escape names nothing, so it ends as not found.
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}

/** On the loopback interface only: nobody outside this machine gets to see it. */
async function listen(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the demo server has no port");
  return address;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
