import type { IncomingMessage, RequestListener } from "node:http";
import polka from "polka";
import { findCredential, findSecret, lookUpSecret, requireNewestSecret, requireValid } from "../access/authenticate.ts";
import type { KnownSecret } from "../access/keyring.ts";
import { admit } from "../access/limit.ts";
import type { Context } from "../context.ts";
import type { Key } from "../domain/keys.ts";
import { upgradeUrlOf } from "../site.ts";
import { answer, type Desk } from "./answering.ts";
import { hasBody, readBody } from "./body.ts";
import { createAddressReader, toOriginForm } from "./connections/index.ts";
import type { Served } from "./metrics/index.ts";
import { NO_QUERY, parseQuery, type Query } from "./query.ts";
import {
  type Backlog,
  createBacklog,
  createEncodings,
  createResponseCache,
  createVersionReader,
  type Exchange,
  isDocument,
  nameOf,
  type Plan,
  type ResponseCache,
  refuseMethod,
  respond,
  respondContent,
  respondDocument,
  respondMethods,
  toContent,
} from "./responding/index.ts";
import { METHODS, type Route, requireTier } from "./route.ts";
import { validate } from "./validate.ts";

const MAX_BODY_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);

/** What answering takes. */
interface Serving extends Desk {
  readonly cache: ResponseCache;
  readonly versionOf: () => number | undefined;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** A request as polka hands it on; all of these are still percent-encoded. */
interface Routed extends IncomingMessage {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search?: string | null;
}

export interface ListenerOptions {
  /** Told of every request once it is answered. */
  readonly onServed?: ((served: Served) => void) | undefined;
  readonly cache?: ResponseCache | undefined;
  readonly backlog?: Backlog | undefined;
  readonly refuse?: Desk["refuse"];
}

/** Answers requests to `routes`, and everything else with an error. A trailing slash makes no difference to a path. */
export function createListener(
  context: Context,
  routes: readonly Route[],
  { onServed = () => {}, cache = createResponseCache(), backlog = createBacklog(), refuse }: ListenerOptions = {},
): RequestListener {
  const addressOf = createAddressReader(context.config, context.log);
  const versionOf = createVersionReader(() => context.store.dataVersion());
  const encodings = createEncodings();
  const serving: Serving = { context, cache, versionOf, addressOf, backlog, encodings, refuse, onServed };
  const router = createRouter(serving, routes);
  return (request, response) => {
    const target = toOriginForm(request.url ?? "/");
    request.url = target;
    const plan = request.method === "GET" && !hasBody(request) ? cache.findPlan(target) : undefined;
    if (plan === undefined) return void router.handler(request as polka.Request, response);
    answer(serving, (exchange) => serveAgain(serving, plan, exchange), request, response, plan.route);
  };
}

function createRouter(serving: Serving, routes: readonly Route[]): polka.Polka {
  type Work = (request: Routed, exchange: Exchange) => void | Promise<void>;
  const answering = (work: Work, route?: Route): RequestListener => {
    return (request, response) =>
      answer(serving, (exchange) => work(request as Routed, exchange), request, response, route);
  };
  const methodsAt = (path: string) => METHODS.filter((method) => router.find(method, path));
  const router = polka({
    onNoMatch: answering(({ method, path }) => refuseMethod(method, path, methodsAt(path))),
  });
  for (const route of routes) {
    const serve = answering((request, exchange) => serveRoute(serving, route, request, exchange), route);
    router.add(route.method, route.path, serve);
    if (route.method === "GET") router.add("HEAD", route.path, serve);
    router.add(
      "OPTIONS",
      route.path,
      answering((request, exchange) => respondMethods(exchange, methodsAt(request.path))),
    );
  }
  return router;
}

/** The way of a request through a route: authenticate, limit, validate, then the cache or the handler. */
async function serveRoute(serving: Serving, route: Route, request: Routed, exchange: Exchange): Promise<void> {
  const readQuery = (): Query => parseQuery(request.search?.slice(1));
  const key = await identify(serving, route, exchange, readQuery);
  const query = readQuery();
  const body = hasBody(request) ? await readBody(request, route.body?.maxBytes ?? MAX_BODY_BYTES) : NO_BODY;
  const { input, warnings } = validate(route, request.params, query);
  const plan = { route, input, warnings, name: nameOf(route, input) };
  // A target that holds a key is never kept.
  if (isKept(route) && !query.has("api_key")) serving.cache.keepPlan(request.url ?? "", plan);
  await carryOut(serving, plan, exchange, { key, body: route.body === undefined ? NO_BODY : body });
}

/** The way of a request that came before: all of it is known to be valid but who makes it. */
function serveAgain(serving: Serving, plan: Plan, exchange: Exchange): void | Promise<void> {
  const key = identify(serving, plan.route, exchange, () => NO_QUERY);
  if (!(key instanceof Promise)) return carryOut(serving, plan, exchange, { key, body: NO_BODY });
  return key.then((found) => carryOut(serving, plan, exchange, { key: found, body: NO_BODY }));
}

/**
 * The key a request is made with, counted and allowed to call the route. Only an unknown key is waited for: then it is
 * looked up in the file.
 */
function identify(
  serving: Serving,
  route: Route,
  exchange: Exchange,
  readQuery: () => Query,
): Key | undefined | Promise<Key> {
  const { context, addressOf } = serving;
  const { keys } = context.access;
  const { request, receivedAt: now } = exchange;
  route.admit?.(context, addressOf(request));
  if (route.tier === "open" && route.isKeyOptional !== true) return undefined;
  const credential = findCredential(request, readQuery);
  if (route.tier === "open" && credential === undefined) return undefined;
  const found = findSecret(keys, { credential, connection: request.socket });
  if (found !== undefined) return admitSecret(serving, route, exchange, found);
  return lookUpSecret(keys, credential, { address: addressOf(request), now }).then((late) =>
    admitSecret(serving, route, exchange, late),
  );
}

/** Nothing in here waits, so that no other request comes between a limit and its count. */
function admitSecret({ context }: Serving, route: Route, exchange: Exchange, found: KnownSecret | undefined): Key {
  const { access, site } = context;
  const { receivedAt } = exchange;
  const secret = requireValid(found, receivedAt);
  const { key } = secret;
  exchange.keyId = key.id;
  const upgradeUrl = upgradeUrlOf(site);
  exchange.admission = admit(access.counters, key, receivedAt, upgradeUrl);
  if (route.method !== "GET") requireNewestSecret(secret);
  requireTier(route, key, upgradeUrl);
  return key;
}

interface Caller {
  readonly key: Key | undefined;
  readonly body: Buffer;
}

/** Has a plan answered: by the cache where it can, else by the route's handler. */
function carryOut(serving: Serving, plan: Plan, exchange: Exchange, caller: Caller): void | Promise<void> {
  const { cache, encodings, backlog, versionOf } = serving;
  if (!isKept(plan.route)) return handle(serving, plan, exchange, caller);
  backlog.requireRoom();
  // Read before the data is, so that what is kept is never taken for newer than it is.
  const made = { version: versionOf(), now: exchange.receivedAt };
  const kept = cache.find(plan, made.version, made.now);
  if (kept === undefined) return handle(serving, plan, exchange, caller, made);
  exchange.isRepeated = true;
  if (isDocument(kept)) return respondDocument(exchange, kept, { route: plan.route, encodings });
  kept.toPacket();
  return respondContent(exchange, kept, plan.warnings);
}

/** Asks the route's handler; its answer is kept where `made` says of which data it is. */
async function handle(
  { context, cache, encodings, addressOf }: Serving,
  plan: Plan,
  exchange: Exchange,
  { key, body }: Caller,
  made?: { readonly version: number | undefined; readonly now: number },
): Promise<void> {
  const { route, input, warnings } = plan;
  const { request } = exchange;
  const caller = { key, address: addressOf(request) };
  const given = await route.handler(context, input, caller, { headers: request.headers, body });
  if (isDocument(given)) {
    const isForAll = "text" in given && (given.status ?? 200) === 200;
    if (made !== undefined && isForAll && cache.isWanted(plan, made.now))
      cache.keep(plan, given, made.version, made.now);
    return respondDocument(exchange, given, { route, encodings });
  }
  const { isDemo } = context.store;
  if (made === undefined || (given.status ?? 200) !== 200) return respond(exchange, given, { isDemo, warnings });
  const isWanted = cache.isWanted(plan, made.now);
  const content = toContent(given, { isDemo, isKept: isWanted });
  if (isWanted) cache.keep(plan, content, made.version, made.now);
  else exchange.response.once("close", content.release);
  await respondContent(exchange, content, warnings);
}

/** Whether an answer is the same for whoever asks next. */
const isKept = ({ method, cache }: Route): boolean => method === "GET" && cache !== "never";
