import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import polka from "polka";
import type { Context } from "../context.ts";
import type { Key } from "../domain/keys.ts";
import { redactSecrets } from "../domain/secrets.ts";
import { AppError } from "../errors.ts";
import { createAddressReader } from "./address.ts";
import { authenticate, findCredential } from "./authenticate.ts";
import { hasBody, readBody } from "./body.ts";
import { isDocument, respondDocument } from "./document.ts";
import { logFailure } from "./failure.ts";
import { PREFLIGHT_HEADERS, toRequestId } from "./headers.ts";
import { admit } from "./limit.ts";
import type { Served } from "./metrics.ts";
import { parseQuery, type Query } from "./query.ts";
import { type Exchange, respond, respondError, sendEmpty } from "./respond.ts";
import { METHODS, type Route, requireTier } from "./route.ts";
import { upgradeUrlOf } from "./site.ts";
import { checkRequest, toOriginForm } from "./target.ts";
import { validate } from "./validate.ts";

const MAX_BODY_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);

/** A request as polka hands it on; all of these are still percent-encoded. */
interface Routed extends IncomingMessage {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: string | null;
}
type Work = (request: Routed, exchange: Exchange) => void | Promise<void>;

/** Answers requests to `routes`, and everything else with an error. A trailing slash makes no difference to a path. */
export function createListener(
  context: Context,
  routes: readonly Route[],
  onServed: (served: Served) => void = () => {},
): RequestListener {
  const answering = (work: Work, route?: Route) => (request: IncomingMessage, response: ServerResponse) =>
    void answer({ context, work, route, onServed }, request as Routed, response);
  const methodsAt = (path: string) => toMethodList(METHODS.filter((method) => router.find(method, path)));

  const addressOf = createAddressReader(context.config.trustedProxies, context.log);
  const router = polka({ onNoMatch: answering((request) => refuse(request, methodsAt(request.path))) });
  for (const route of routes) {
    const serve = answering(
      (request, exchange) => serveRoute(context, route, request, exchange, addressOf(request)),
      route,
    );
    router.add(route.method, route.path, serve);
    if (route.method === "GET") router.add("HEAD", route.path, serve);
    router.add(
      "OPTIONS",
      route.path,
      answering((request, exchange) => preflight(exchange, methodsAt(request.path))),
    );
  }
  return (request, response) => {
    request.url = toOriginForm(request.url ?? "/");
    router.handler(request as polka.Request, response);
  };
}

/** The way of a request through a route. */
async function serveRoute(
  context: Context,
  route: Route,
  request: Routed,
  exchange: Exchange,
  address: string,
): Promise<void> {
  const readQuery = (): Query => parseQuery(request.search?.slice(1));
  const key = identify(context, route, request, exchange, readQuery);
  const query = readQuery();
  const body = hasBody(request) ? await readBody(request, route.body?.maxBytes ?? MAX_BODY_BYTES) : NO_BODY;
  const { input, warnings } = validate(route, request.params, query);
  const received = { headers: request.headers, body: route.body === undefined ? NO_BODY : body };
  const answer = await route.handler(context, input, { key, address }, received);
  if (isDocument(answer)) return respondDocument(exchange, route, answer);
  await respond(exchange, route, answer, { isDemo: context.store.isDemo, warnings, now: context.clock.now() });
}

/**
 * The key a request is made with, counted and allowed to call the route. Nothing in here waits, so that no other request
 * comes between a limit and its count.
 */
function identify(
  { access, clock, site }: Context,
  route: Route,
  request: Routed,
  exchange: Exchange,
  readQuery: () => Query,
): Key | undefined {
  if (route.tier === "open" && route.isKeyOptional !== true) return undefined;
  const credential = findCredential(request, readQuery);
  if (route.tier === "open" && credential === undefined) return undefined;
  const now = clock.now();
  const key = authenticate(access.keys, credential, now);
  exchange.keyId = key.id;
  const upgradeUrl = upgradeUrlOf(site);
  exchange.admission = admit(access.counters, key, now, upgradeUrl);
  requireTier(route, key, upgradeUrl);
  return key;
}

interface Answering {
  readonly context: Context;
  readonly work: Work;
  readonly route: Route | undefined;
  readonly onServed: (served: Served) => void;
}

/** Does `work` and answers whatever it throws, at once or later: polka does not catch it. */
async function answer(
  { context, work, route, onServed }: Answering,
  request: Routed,
  response: ServerResponse,
): Promise<void> {
  const requestId = toRequestId(request.headers["x-request-id"]);
  const exchange: Exchange = { request, response, requestId, startedAt: performance.now(), clock: context.clock };
  try {
    checkRequest(request);
    await work(request, exchange);
  } catch (error) {
    exchange.error = toAppError(error).code;
    // Never the query: a key may be in it.
    logFailure(context.log, error, {
      request_id: requestId,
      method: request.method,
      path: redactSecrets(request.path),
    });
    const page = response.headersSent ? undefined : route?.refuse?.(context, toAppError(error));
    if (route !== undefined && page !== undefined) respondDocument(exchange, route, page);
    else await respondError(exchange, error);
  }
  onServed(toServed(exchange, route));
}

const toServed = ({ request, response, requestId, startedAt, keyId, error }: Exchange, route?: Route): Served => ({
  requestId,
  method: request.method ?? "",
  route: route?.path,
  status: response.statusCode,
  milliseconds: performance.now() - startedAt,
  keyId,
  error,
  isAborted: response.destroyed && !response.writableFinished,
});

/** What is said of an error to whoever it is not meant for. */
const toAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("internal_error", "something went wrong here; it was noted");

function refuse(request: Routed, methods: string): never {
  if (methods === "") throw new AppError("not_found", `nothing is served at ${request.path.slice(0, 100)}`);
  const message = `${request.method} is not possible here; ${methods} are`;
  throw new AppError("method_not_allowed", message, { headers: { Allow: methods } });
}

function preflight(exchange: Exchange, methods: string): void {
  sendEmpty(exchange, 204, { ...PREFLIGHT_HEADERS, Allow: methods, "Access-Control-Allow-Methods": methods });
}

function toMethodList(methods: readonly string[]): string {
  if (methods.length === 0) return "";
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
}
