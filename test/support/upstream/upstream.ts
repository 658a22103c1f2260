import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Catalogue, LISTINGS, PREFIXES, type UpstreamPlatform } from "./upstream-listings.ts";

export { PREFIXES, UPSTREAM_PLATFORMS, type UpstreamPlatform } from "./upstream-listings.ts";

/**
 * What a platform can do wrong: answer late, refuse (with `Retry-After` where it is 429), cut an answer short, send a
 * page of HTML, an empty listing, markets without a single price, or drop the connection.
 */
export const FAULTS = ["slow", "404", "500", "429", "truncate", "garbage", "empty", "zero-prices", "reset"] as const;
export type Fault = (typeof FAULTS)[number];

/** A request that arrived, by the clock the stand-in was given. */
export interface Asked {
  readonly at: number;
  readonly platform: UpstreamPlatform;
  readonly path: string;
  readonly userAgent: string;
}

export interface UpstreamOptions {
  /** Markets each platform lists. */
  readonly markets?: number;
  /** True where every pass over a listing finds all prices changed. */
  readonly movesPrices?: boolean;
  /** How late `slow` answers. */
  readonly slowMs?: number;
  /** What dates the log, in milliseconds; `performance.now()` without one. */
  readonly now?: () => number;
}

/** Stand-ins for the platforms' APIs on one port of this machine. */
export interface Upstream {
  /** `127.0.0.1:port`, as it appears in the reasons of failed passes. */
  readonly host: string;
  /** The settings that point the service at it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: readonly Asked[];
  /** Switches a platform's fault; without one it is well again. */
  setFault(platform: UpstreamPlatform, fault?: Fault): void;
  /** How many markets the platform lists from now on. */
  resize(platform: UpstreamPlatform, markets: number): void;
  /** Changes every price of the platform once. */
  movePrices(platform: UpstreamPlatform): void;
  /** Leaves all prices as they are from now on. */
  holdPrices(): void;
  close(): Promise<void>;
}

/** Starts the stand-ins on a free port. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const { markets = 300, movesPrices = false, slowMs = 1500, now = () => performance.now() } = options;
  const log: Asked[] = [];
  const faults = new Map<UpstreamPlatform, Fault>();
  const catalogues = new Map<UpstreamPlatform, Catalogue>();
  const stopping = new AbortController();
  let moves = movesPrices;
  const catalogueOf = (platform: UpstreamPlatform): Catalogue => catalogues.get(platform) ?? { markets, round: 0 };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://upstream");
    const [, prefix = "", ...rest] = url.pathname.split("/");
    const platform = PREFIXES.get(prefix);
    if (platform === undefined) return send(response, 404, { error: "no such platform" });
    const userAgent = request.headers["user-agent"] ?? "";
    log.push({ at: now(), platform, path: `/${rest.join("/")}${url.search}`, userAgent });
    const fault = faults.get(platform);
    if (fault === "slow") await delay(slowMs, undefined, { signal: stopping.signal });
    if (fault !== undefined && misbehave(fault, response)) return;
    const listed = { ...catalogueOf(platform), ...DEFECTS[fault ?? ""] };
    const { status = 200, body, isFirstPage } = LISTINGS[platform](`/${rest.join("/")}`, url.searchParams, listed);
    send(response, status, body);
    if (moves && isFirstPage) advance(platform);
  };
  const advance = (platform: UpstreamPlatform): void => {
    const catalogue = catalogueOf(platform);
    catalogues.set(platform, { ...catalogue, round: catalogue.round + 1 });
  };

  const server = createServer((request, response) => {
    // A caller that hangs up on a slow answer, and the end of the test, are no errors.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  return {
    host,
    log,
    environment: Object.fromEntries(
      [...PREFIXES].map(([prefix, platform]) => [
        `TOTEBOARD_${platform.toUpperCase()}_URL`,
        `http://${host}/${prefix}`,
      ]),
    ),
    setFault: (platform, fault) => void (fault === undefined ? faults.delete(platform) : faults.set(platform, fault)),
    resize: (platform, count) => void catalogues.set(platform, { ...catalogueOf(platform), markets: count }),
    movePrices: advance,
    holdPrices() {
      moves = false;
    },
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a fault does to a listing that is otherwise answered as usual. */
const DEFECTS: Readonly<Record<string, Partial<Catalogue>>> = {
  empty: { markets: 0 },
  "zero-prices": { isWithoutPrices: true },
};

/** True where the fault has answered instead of the listing. */
function misbehave(fault: Fault, response: ServerResponse): boolean {
  if (fault === "reset") response.socket?.resetAndDestroy();
  else if (fault === "404" || fault === "500") send(response, Number(fault), { error: "boom" });
  else if (fault === "429") send(response, 429, { error: "too many requests" }, { "Retry-After": "1" });
  else if (fault === "garbage")
    response.writeHead(200, { "Content-Type": "text/html" }).end("<html>maintenance</html>");
  else if (fault === "truncate") cutShort(response);
  else return false;
  return true;
}

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100000" });
  response.write('{"events":[{"id":"1","title":"cut o', () => response.socket?.destroy());
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
}
