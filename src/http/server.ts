import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type KnownSecret, toVisitorPlan } from "../access/access.ts";
import {
  authenticate,
  findCredential,
  findSignedIn,
  findValidSecret,
  requireNewestSecret,
} from "../access/authenticate.ts";
import { type AddressLimit, countRequest, createAddressLimit, limitHeaders, refundUncharged } from "../access/limit.ts";
import { type Context, upgradeUrlOf } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";
import { createAddressReader } from "./connections/address.ts";
import { type Backlog, createBacklog } from "./connections/connections.ts";
import { checkRequest } from "./connections/target.ts";
import { parseBody, takesJson } from "./parameters.ts";
import { NO_QUERY, parseQuery } from "./query.ts";
import {
  createResponseCache,
  createVersionReader,
  type Prepared,
  prepareAnswer,
  type ResponseCache,
} from "./responding/prepare.ts";
import {
  beginRequest,
  type ErrorPage,
  type HttpReply,
  noteError,
  type RequestContext,
  type Routed,
  type ServedRequest,
  send,
  toErrorReply,
  toReply,
  toServed,
  toStreamReply,
} from "./responding/reply.ts";
import {
  allowsTier,
  type CallAccount,
  type Handled,
  isStorable,
  type Route,
  requireTier,
  type Streamed,
  takesKey,
} from "./route.ts";
import { createRouter, type Responder, type RoutedMessage } from "./router.ts";
import { acceptedFormat, type Format } from "./table.ts";
import { type ResolvedRequest, validate } from "./validate.ts";

export interface ListenerOptions {
  /** Hears of every request once it is answered. */
  readonly onServed?: ((served: ServedRequest) => void) | undefined;
  /** Hears of every stream once it has begun. */
  readonly onStream?: ((response: ServerResponse) => void) | undefined;
  readonly cache?: ResponseCache | undefined;
  readonly backlog?: Backlog | undefined;
  /** Shows a person that there is no such page; without it, every error is JSON. */
  readonly refuse?: ErrorPage | undefined;
}

interface ServerDeps extends ListenerOptions {
  readonly context: Context;
  readonly cache: ResponseCache;
  readonly repeated: RepeatedGets;
  readonly backlog: Backlog;
  readonly readVersion: () => number | undefined;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly accountActions: AddressLimit;
}

/** Answers requests to `routes`, and everything else with an error. */
export function createListener(
  context: Context,
  routes: readonly Route[],
  { cache = createResponseCache(), backlog = createBacklog(), ...options }: ListenerOptions = {},
): RequestListener {
  const readVersion = createVersionReader(() => context.store.dataVersion());
  const repeated = createRepeatedGets({ context, cache, readVersion });
  const addressOf = createAddressReader(context.config, context.log);
  const accountActions = createAddressLimit("actions on keys and plans are taken from one address");
  const deps: ServerDeps = { ...options, context, cache, repeated, backlog, readVersion, addressOf, accountActions };
  const router = createRouter({
    routes,
    answerRoute: (route) => (request, incoming) => answerRoute(deps, route, request, incoming),
    listen: (answer, route) => (incoming, response) => void serve(deps, { route, incoming, response }, answer),
  });
  return (incoming, response) => {
    const found = repeated.find(incoming);
    if (found === undefined) return router(incoming, response);
    const { route } = found.resolved;
    void serve(deps, { route, incoming, response }, (request) => answerRepeated(deps, request, found));
  };
}

/** Request → authenticate → limit → validate → (cache | query) → respond. */
async function answerRoute(
  deps: ServerDeps,
  route: Route,
  request: RequestContext,
  incoming: RoutedMessage,
): Promise<HttpReply> {
  const { context } = deps;
  const address = deps.addressOf(incoming);
  request.address = address;
  request.countAnswer = route.admit?.(context, address, incoming.headers["if-none-match"] !== undefined);
  const session = findSession(context, route, incoming);
  const secret = identify(context, route, request, { incoming, address, session });
  if (secret !== undefined) limit(deps, route, request, secret);
  const query = parseQuery(incoming.search?.slice(1));
  const body = await readBody(incoming, route.body?.maxBytes);
  const accepted = acceptedFormat(incoming.headers.accept);
  const members = takesJson(route) ? parseBody(body, incoming.headers) : NO_QUERY;
  const resolved = validate(route, incoming.params, query, { accepted, body: members });
  if (isStorable(route) && !query.has("api_key")) deps.repeated.remember(incoming.url ?? "", accepted, resolved);
  const visitor = route.isPage === true ? session : undefined;
  const { key, digest } = secret ?? visitor ?? {};
  const caller = { key, address, digest };
  const shown = visitor === undefined ? context : toVisitorContext(context, visitor.key);
  const account = openAccount(context, request, address);
  const received = { headers: incoming.headers, body, account };
  const handle = async () => route.handler(shown, resolved.input, caller, received);
  const { startedAt, receivedAt: now } = request;
  const toPrepared = (answer: Exclude<Handled, Streamed>): Prepared =>
    prepareAnswer(context, answer, { resolved, query, path: incoming.path, startedAt, now });
  if (isStorable(route)) {
    const ask = async () => toPrepared(requireWhole(await handle()));
    if (visitor === undefined) return toReply(request, await findOrAsk(deps, request, resolved, ask));
    // What is drawn for one visitor is kept for nobody.
    deps.backlog.requireRoom();
    return toReply(request, await ask());
  }
  const answer = await handle();
  return "streamType" in answer
    ? toStreamReply(request, answer, resolved.warnings)
    : toReply(request, toPrepared(answer));
}

/** A stream cannot be stored. */
function requireWhole(answer: Handled): Exclude<Handled, Streamed> {
  if ("streamType" in answer) throw new Error("a route that streams must have cache: never");
  return answer;
}

/** The fast path: limit → cache → respond. */
function answerRepeated(
  deps: ServerDeps,
  request: RequestContext,
  { resolved, secret, prepared }: RepeatedGet,
): HttpReply | Promise<HttpReply> {
  const { backlog } = deps;
  if (secret !== undefined) limit(deps, resolved.route, request, secret);
  backlog.requireRoom();
  request.isCacheHit = true;
  return toReply(request, prepared);
}

/**
 * A page of this service sends it with the calls that its reader runs. Browsers let no other origin send it, so that none
 * can have a call made with the session of its reader.
 */
const SESSION_HEADER = "x-toteboard-session";

/** The session of a visitor, for pages and for calls that a page makes. */
const findSession = (
  { access, clock }: Context,
  { isPage, method }: Route,
  { headers }: IncomingMessage,
): KnownSecret | undefined =>
  isPage === true || (method === "GET" && headers[SESSION_HEADER] !== undefined)
    ? findSignedIn(access, headers, clock)
    : undefined;

/** A page names the visitor whom it is drawn for. */
const toVisitorContext = (context: Context, visitor: Key): Context => ({
  ...context,
  visitor,
  pagesPlan: toVisitorPlan(context.pagesPlan, visitor.tier),
});

interface IdentifiedBy {
  readonly incoming: RoutedMessage;
  readonly address: string;
  readonly session: KnownSecret | undefined;
}

/**
 * The secret of the key that is asked with; undefined where the route needs none and none is presented. A page is shown to
 * a visitor's session and counts as no request of its key, unless the route says so.
 */
function identify(
  context: Context,
  route: Route,
  { receivedAt: now }: RequestContext,
  { incoming, address, session }: IdentifiedBy,
): KnownSecret | undefined {
  const { access, pagesPlan, site } = context;
  if (route.countsKey === true && session !== undefined) return session;
  if (!takesKey(route) || (route.isPage === true && allowsTier(route, pagesPlan.tier))) return undefined;
  const readQuery = () => parseQuery(incoming.search?.slice(1));
  const credential = findCredential(incoming.headers, readQuery);
  if (credential === undefined && session !== undefined) {
    if (route.isPage !== true) return session;
    requireTier(route, session.key, upgradeUrlOf(site));
    return undefined;
  }
  if (route.tier === "open" && credential === undefined) return undefined;
  const ticket = credential === undefined && route.redeem !== undefined ? readQuery().get("ticket")?.[0] : undefined;
  if (ticket !== undefined && ticket !== "") return route.redeem?.(context, ticket, now);
  return authenticate(access.keys, credential, { address, now });
}

/**
 * Counts the request: an account action by its address, any other by its key. Throws AppError for a limit that is reached,
 * and for a key that may not call the route.
 */
function limit(deps: ServerDeps, route: Route, request: RequestContext, secret: KnownSecret): void {
  const { access, clock, config, site } = deps.context;
  const { key } = secret;
  const now = clock.running();
  const upgradeUrl = upgradeUrlOf(site);
  request.key = key;
  if (route.isAccountAction) {
    const allowed = { perMinute: config.pagesPerMinute, tier: key.tier, upgrade_url: upgradeUrl };
    deps.accountActions.admit(deps.addressOf(request.incoming), now, allowed);
    access.counters.touch(key, now);
  } else request.ticket = countRequest(access.counters, key, now, upgradeUrl);
  if (route.method !== "GET") requireNewestSecret(secret);
  requireTier(route, key, upgradeUrl);
}

/** The cached answer, or a new one, which is then cached. Throws AppError overloaded while slow callers hold too much. */
async function findOrAsk(
  { cache, backlog, readVersion }: ServerDeps,
  request: RequestContext,
  resolved: ResolvedRequest,
  ask: () => Promise<Prepared>,
): Promise<Prepared> {
  backlog.requireRoom();
  // Read before the data, so that an answer never passes for newer than it is.
  const version = readVersion();
  const cached = cache.find(resolved, version, request.receivedAt);
  request.isCacheHit = cached !== undefined;
  if (cached !== undefined) return cached;
  const prepared = await ask();
  if (prepared.status === 200) cache.set(resolved, prepared, version, request.receivedAt);
  return prepared;
}

/** Sends what `answer` replies, or the error it throws: polka does not catch it. */
async function serve(deps: ServerDeps, routed: Routed, answer: Responder): Promise<void> {
  const { incoming, response } = routed;
  const request = beginRequest(routed, deps.context.clock.now());
  try {
    checkRequest(incoming);
    const reply = answer(request, incoming as RoutedMessage);
    // A repeated GET is answered at once: waiting would take a twentieth of its time.
    respond(deps.context, request, reply instanceof Promise ? await reply : reply);
  } catch (error) {
    const visitor = findSignedIn(deps.context.access, incoming.headers, deps.context.clock);
    const shown = visitor === undefined ? deps.context : toVisitorContext(deps.context, visitor.key);
    const reply = await toErrorReply(shown, request, error, deps.refuse);
    // Too late for another answer: cut off, the caller at least sees that this one is not whole.
    if (response.headersSent) response.destroy();
    else respond(deps.context, request, reply);
  }
  if (request.stream !== undefined) return watchStream(deps, request);
  deps.backlog.watch(response);
  deps.onServed?.(toServed(request, deps.addressOf));
}

/** A stream is served once it has ended. It has its own rules for slow readers. */
function watchStream(deps: ServerDeps, request: RequestContext): void {
  const { response } = request;
  if (response.closed) return void deps.onServed?.(toServed(request, deps.addressOf));
  response.once("close", () => deps.onServed?.(toServed(request, deps.addressOf)));
  deps.onStream?.(response);
}

/** Refunds what the answer does not cost, then sends it with what is left of the limits. */
function respond({ access, clock }: Context, request: RequestContext, reply: HttpReply): void {
  const { key, ticket, route } = request;
  request.countAnswer?.(reply.status);
  if (key === undefined || (ticket === undefined && !route?.isAccountAction)) return void send(request, reply, []);
  request.ticket = undefined;
  if (ticket !== undefined) refundUncharged(access.counters, ticket, reply.status);
  send(request, reply, limitHeaders(access.counters, key, clock.running()));
}

/** A GET that came before, from a key in memory, whose answer is cached. Its limits are still to be checked. */
interface RepeatedGet {
  readonly resolved: ResolvedRequest;
  readonly secret: KnownSecret | undefined;
  readonly prepared: Prepared;
}

/** The fast path: routing and validation again would take as long as all the rest of a cached answer. */
type RepeatedGets = ReturnType<typeof createRepeatedGets>;

interface RepeatedGetsDeps {
  readonly context: Pick<Context, "access" | "clock">;
  readonly cache: ResponseCache;
  readonly readVersion: () => number | undefined;
}

const MAX_TARGETS = 5000;
/** So that all of them take some megabytes at most. */
const MAX_TARGET_LENGTH = 1000;

function createRepeatedGets({ context, cache, readVersion }: RepeatedGetsDeps) {
  const known = createLru<string, ResolvedRequest>(MAX_TARGETS);
  return {
    /** Remembers what a target asks for with this format accepted. A target that holds a key must not be remembered. */
    remember(target: string, accepted: Format, resolved: ResolvedRequest): void {
      if (target.length <= MAX_TARGET_LENGTH) known.set(nameOf(target, accepted), resolved);
    },
    /** Undefined for any other request, which goes through the router. */
    find(incoming: IncomingMessage): RepeatedGet | undefined {
      if (incoming.method !== "GET" || hasBody(incoming)) return undefined;
      const resolved = known.get(nameOf(incoming.url ?? "", acceptedFormat(incoming.headers.accept)));
      if (resolved === undefined || resolved.route.admit !== undefined) return undefined;
      const now = context.clock.now();
      const prepared = cache.find(resolved, readVersion(), now);
      if (prepared === undefined) return undefined;
      if (!takesKey(resolved.route)) return { resolved, secret: undefined, prepared };
      const credential = findCredential(incoming.headers, () => NO_QUERY);
      if (credential === undefined && resolved.route.tier === "open") return { resolved, secret: undefined, prepared };
      const secret = findValidSecret(context.access.keys, credential, now);
      return secret === undefined ? undefined : { resolved, secret, prepared };
    },
  };
}

const nameOf = (target: string, accepted: Format): string => (accepted === "json" ? target : `${accepted} ${target}`);

/** The account of a request. Reading calls may be made with a key's former secret too. */
const openAccount = (context: Context, request: RequestContext, address: string): CallAccount => ({
  async findKey() {
    try {
      return readKey(context, request, address);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  },

  async charge(tier) {
    const { access, clock, site } = context;
    const key = readKey(context, request, address);
    request.key = key;
    request.ticket = countRequest(access.counters, key, clock.running(), upgradeUrlOf(site));
    requireTier({ tier }, key, upgradeUrlOf(site));
  },

  note(error) {
    const { shown } = noteError(context, request, error);
    const { ticket } = request;
    if (ticket !== undefined && shown.status >= 500) {
      request.ticket = undefined;
      refundUncharged(context.access.counters, ticket, shown.status);
    }
    return shown;
  },
});

/** Throws AppError for a request without a valid key. */
function readKey({ access }: Context, { incoming, receivedAt: now }: RequestContext, address: string): Key {
  const credential = findCredential(incoming.headers, () => parseQuery(incoming.url?.split("?")[1]));
  return authenticate(access.keys, credential, { address, now }).key;
}

const MAX_BODY_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);

/**
 * Reads a request's body; empty where none is announced. Throws AppError payload_too_large as soon as it is known to
 * exceed `maxBytes`; the rest is then read and dropped after the answer, for a connection closed at once would lose that
 * answer.
 */
async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  if (!hasBody(request)) return NO_BODY;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else reject(tooLarge(maxBytes));
  });
  request.once("end", () => resolve(Buffer.concat(chunks)));
  request.once("error", (cause) =>
    reject(new AppError("bad_request", "the request body ended early; send it again", { cause })),
  );
  return promise;
}

/** Whether the request announces a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const tooLarge = (maxBytes: number): AppError =>
  new AppError("payload_too_large", `the request body is larger than ${maxBytes} bytes; send less`);
