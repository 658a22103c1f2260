import type { IncomingMessage, RequestListener } from "node:http";
import polka from "polka";
import { toOriginForm } from "./connections/target.ts";
import { refuseMethod, toMethodsReply } from "./responding/methods.ts";
import type { HttpReply } from "./responding/reply.ts";
import type { RequestContext } from "./responding/request-context.ts";
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

export interface RouterDeps {
  readonly routes: readonly Route[];
  readonly answerRoute: (route: Route) => Responder;
  /** Makes a listener that sends what `answer` replies. */
  readonly listen: (answer: Responder, route?: Route) => RequestListener;
}

/** Finds the route of each request. A trailing slash makes no difference to a path. */
export function createRouter({ routes, answerRoute, listen }: RouterDeps): RequestListener {
  const methodsAt = (path: string) => METHODS.filter((method) => router.find(method, path));
  const router = polka({
    onNoMatch: listen((_, { method, path }) => refuseMethod(method, path, methodsAt(path))),
  });
  for (const route of routes) {
    const listener = listen(answerRoute(route), route);
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
