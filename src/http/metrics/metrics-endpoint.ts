import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { messageOf, OperatorError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Metrics } from "./metrics.ts";

/** Answers a request for the metrics and returns true; false for any other request. */
export type MetricsEndpoint = (request: IncomingMessage, response: ServerResponse) => boolean;

const PATH = /^\/metrics\/?(?:\?|$)/;

/** For callers with the token alone: a request that a proxy passed on can look like one of this machine. */
export function createMetricsEndpoint(metrics: Metrics, token: string | undefined, log: Log): MetricsEndpoint {
  const serve = serving(metrics, log);
  return (request, response) => {
    if (!isAsked(request)) return false;
    if (hasToken(request, token)) serve(request, response);
    else response.writeHead(401, REFUSED).end(request.method === "HEAD" ? undefined : HOW_TO_READ);
    return true;
  };
}

const REFUSED = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "WWW-Authenticate": 'Bearer realm="metrics"',
};

const HOW_TO_READ =
  "/metrics needs the header 'Authorization: Bearer TOKEN' with the value of TOTEBOARD_METRICS_TOKEN. To read them without a " +
  "token, set TOTEBOARD_METRICS_ADDRESS, such as 127.0.0.1:9091, and ask there.\n";

/** Who may read the metrics, as `toteboard doctor` and the start of the service say it. */
export function describeMetricsAccess({
  metricsToken,
  metricsAddress,
}: {
  readonly metricsToken: string | undefined;
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
}): string {
  const readers = [
    ...(metricsToken === undefined ? [] : ["callers with TOTEBOARD_METRICS_TOKEN"]),
    ...(metricsAddress === undefined
      ? []
      : [`everyone who reaches ${metricsAddress.host} port ${metricsAddress.port}`]),
  ];
  const nobody = "nobody: set TOTEBOARD_METRICS_TOKEN or TOTEBOARD_METRICS_ADDRESS";
  return `/metrics is open to ${readers.join(", and to ") || nobody}`;
}

/** A listener for metrics alone, open to all who reach it. Throws OperatorError when it cannot listen there. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const serve = serving(metrics, log);
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    if (isAsked(request)) serve(request, response);
    else response.writeHead(404, { "Content-Type": "text/plain" }).end("metrics are at /metrics\n");
  });
  server.maxConnections = 50;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen({ host, port }, resolve);
  try {
    await promise;
  } catch (cause) {
    const message = `cannot listen on ${host} port ${port} for metrics: ${messageOf(cause)}`;
    throw new OperatorError(message, { cause });
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const serving =
  (metrics: Metrics, log: Log): RequestListener =>
  (request, response) => {
    metrics.read().then(
      (text) => {
        const headers = { "Content-Type": metrics.contentType, "Cache-Control": "no-store" };
        response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : text);
      },
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be read");
        response.writeHead(500, { "Content-Type": "text/plain" }).end("internal error\n");
      },
    );
  };

const isAsked = ({ method, url }: IncomingMessage): boolean =>
  url?.startsWith("/metrics") === true && (method === "GET" || method === "HEAD") && PATH.test(url);

function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
