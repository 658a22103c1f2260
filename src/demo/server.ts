import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Clock } from "../clock.ts";
import type { DemoFault } from "../domain/demo.ts";
import { createAttention } from "./attention.ts";
import type { DemoState } from "./figures.ts";
import { createCatalogue } from "./listings.ts";
import { createKalshi } from "./platforms/kalshi.ts";
import { createManifold } from "./platforms/manifold.ts";
import type { PostStandIn, StandIn, StandInAnswer } from "./platforms/pages.ts";
import { createPolymarket } from "./platforms/polymarket.ts";
import {
  createPolymarketBook,
  createPolymarketBooks,
  createPolymarketPrices,
  createPolymarketTrades,
} from "./platforms/polymarket-clob.ts";
import { createPredictit } from "./platforms/predictit.ts";
import type { DemoStart } from "./start.ts";
import { createWalk } from "./walk.ts";

export interface DemoServer {
  readonly port: number;
  /** Base addresses as the adapters take them. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** What a platform does at the moment in place of answering; undefined where it answers. */
type FindFault = (platform: string) => DemoFault | undefined;

/** Serves the stand-in platforms of a demo. */
export function startDemoServer({ seed, startsAt, faults, port }: DemoStart, clock: Clock): Promise<DemoServer> {
  const state = { seed, clock, walk: createWalk(seed), catalogue: createCatalogue(startsAt) };
  return startServer(state, { port, findFault: (name) => (clock.now() < startsAt ? undefined : faults[name]) });
}

interface ServedAs {
  /** Any free port where missing. */
  readonly port?: number | undefined;
  readonly findFault?: FindFault;
}

/** Serves the stand-in platforms on one loopback port, each under a path of its own. */
export async function startServer(state: DemoState, options: ServedAs = {}): Promise<DemoServer> {
  const { findFault = () => undefined } = options;
  const demo: DemoState = { ...state, attention: createAttention() };
  const standIns: readonly (readonly [string, StandIn])[] = [
    ["polymarket", createPolymarket(demo)],
    ["polymarket_clob", createPolymarketBook(demo)],
    ["kalshi", createKalshi(demo)],
    ["manifold", createManifold(demo)],
    ["predictit", createPredictit(demo)],
  ];
  const byName = new Map(standIns);
  const posts = new Map([
    ["/polymarket_clob/books", createPolymarketBooks(demo)],
    ["/polymarket_clob/prices", createPolymarketPrices(demo)],
    ["/polymarket_clob/last-trades-prices", createPolymarketTrades(demo)],
  ]);
  const server = createServer(async (request, response) => {
    const fault = findFault(platformOf(request));
    if (fault !== undefined) {
      fail(response, fault);
      return;
    }
    const image = /^\/images\/([a-z]+)\.svg$/.exec(request.url ?? "")?.[1];
    if (image !== undefined) {
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(drawLetter(image));
      return;
    }
    const answer =
      request.method === "GET"
        ? answerTo(byName, request.url ?? "/")
        : await answerPost(posts.get(request.url ?? "/"), request);
    send(response, answer);
  });
  const { port } = await listen(server, options.port);
  demo.images = `http://127.0.0.1:${port}/images`;
  const urls = Object.fromEntries(standIns.map(([name]) => [name, `http://127.0.0.1:${port}/${name}`]));
  return { port, urls, close: () => close(server) };
}

/** A picture for all events of a category: its first letter. */
const drawLetter = (category: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="8" fill="#345"/><text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${category.charAt(0).toUpperCase()}</text></svg>`;

/** Polymarket's two addresses are one platform. */
const platformOf = ({ url = "" }: IncomingMessage): string => /^\/([a-z]+)/.exec(url)?.[1] ?? "";

function fail(response: ServerResponse, fault: DemoFault): void {
  if (typeof fault === "number") send(response, { status: fault, body: { error: "a fault of the demo" } });
  if (fault === "garbage") response.end("<!doctype html><title>Just a moment...</title>");
  if (fault === "reset") response.destroy();
  // A timeout is the caller's to end.
}

const METHOD_NOT_ALLOWED: StandInAnswer = { status: 405, body: { error: "method not allowed" } };
const NOT_FOUND: StandInAnswer = { status: 404, body: { error: "not found" } };

function answerTo(standIns: ReadonlyMap<string, StandIn>, target: string): StandInAnswer {
  const url = URL.parse(target, "http://127.0.0.1");
  const [, name = "", path = ""] = /^\/([a-z_]+)(?:\/trade-api\/v2)?(\/.*)?$/.exec(url?.pathname ?? "") ?? [];
  const standIn = standIns.get(name);
  return standIn === undefined || url === null ? NOT_FOUND : standIn(decoded(path), url.searchParams);
}

async function answerPost(standIn: PostStandIn | undefined, request: IncomingMessage): Promise<StandInAnswer> {
  if (standIn === undefined || request.method !== "POST") return METHOD_NOT_ALLOWED;
  return standIn(await json(request).catch(() => undefined));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A malformed escape ends as not found.
  }
}

function send(response: ServerResponse, { status, body }: StandInAnswer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}

/** Listens on the loopback interface only, at any port if this one is taken. */
async function listen(server: Server, port = 0): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => (port === 0 ? reject(error) : server.listen(0, "127.0.0.1", resolve)));
    server.listen(port, "127.0.0.1", resolve);
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
