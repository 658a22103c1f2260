import type { IncomingMessage, RequestListener } from "node:http";
import polka from "polka";
import { AppError } from "../errors.ts";
import { nothingAt, toOriginForm } from "./connections/target.ts";
import { PREFLIGHT_HEADERS } from "./headers.ts";
import { type HttpReply, type RequestContext, toEmptyReply } from "./responding/reply.ts";
import { METHODS, type Route } from "./route.ts";

/** A request with what polka adds to it; all of it is still percent-encoded. */
export interface RoutedMessage extends IncomingMessage {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** With its question mark. */
  readonly search?: string | null;
}

/** Replies to a request, or throws the error it is answered with. */
export type Responder = (request: RequestContext, incoming: RoutedMessage) => HttpReply | Promise<HttpReply>;

interface RouterDeps {
  readonly routes: readonly Route[];
  readonly answerRoute: (route: Route) => Responder;
  /** Makes a listener that sends what `answer` replies. */
  readonly listen: (answer: Responder, route?: Route) => RequestListener;
}

/** Finds the route of each request. A trailing slash makes no difference to a path. */
export function createRouter({ routes, answerRoute, listen }: RouterDeps): RequestListener {
  const exact = Map.groupBy(routes, ({ path }) => path);
  /** Of a path that has routes of its own, theirs alone: what a longer route calls an id may be its name. */
  const methodsAt = (path: string) => {
    const own = exact.get(path.replace(/(?<=.)\/$/, ""));
    return METHODS.filter((one) =>
      own === undefined ? router.find(one, path) : own.some(({ method }) => method === one),
    );
  };
  const router = polka({
    onNoMatch: listen((_, { method, path }) => refuseMethod(method, path, methodsAt(path), findLonger(routes, path))),
  });
  for (const route of routes) {
    const answer = answerRoute(route);
    const listener = listen((request, incoming) => {
      const own = exact.get(incoming.path);
      if (own?.includes(route) === false) refuseMethod(route.method, incoming.path, methodsAt(incoming.path));
      return answer(request, incoming);
    }, route);
    router.add(route.method, route.path, listener);
    if (route.method === "GET") router.add("HEAD", route.path, listener);
    const answerOptions = listen((_, { path }) => toMethodsReply(methodsAt(path), route.sendable));
    router.add("OPTIONS", route.path, answerOptions);
  }
  return (incoming, response) => {
    incoming.url = toOriginForm(incoming.url ?? "/");
    router.handler(incoming as polka.Request, response);
  };
}

/** Throws AppError for a path that has no route, or none for this method. */
function refuseMethod(method: string | undefined, path: string, methods: readonly string[], longer?: string): never {
  if (methods.length === 0) throw nothingAt(path, longer);
  const allowed = toMethodList(methods);
  const message = `${method} is not possible here; ${allowed} are`;
  throw new AppError("method_not_allowed", message, { headers: { Allow: allowed } });
}

/** The first path that says more of what this one names, such as the detail of a market. */
function findLonger(routes: readonly Route[], path: string): string | undefined {
  const given = path.replace(/\/$/, "").split("/");
  for (const route of routes) {
    const parts = route.path.split("/");
    const last = parts.pop() ?? "";
    const isNamed = parts.length === given.length && parts.at(-1)?.startsWith(":") && !last.startsWith(":");
    const fits = (part: string, index: number) =>
      part === given[index] || (part.startsWith(":") && given[index] !== "");
    if (isNamed && route.method === "GET" && parts.every(fits)) return `${given.join("/").slice(0, 100)}/${last}`;
  }
  return undefined;
}

/** Answers OPTIONS; `more` are headers that a browser may send beside those of every route. */
function toMethodsReply(methods: readonly string[], more: readonly string[] = []): HttpReply {
  const allowed = toMethodList(methods);
  const sendable = [PREFLIGHT_HEADERS["Access-Control-Allow-Headers"], ...more].join(", ");
  return toEmptyReply(204, {
    ...PREFLIGHT_HEADERS,
    "Access-Control-Allow-Headers": sendable,
    Allow: allowed,
    "Access-Control-Allow-Methods": allowed,
  });
}

const toMethodList = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");
