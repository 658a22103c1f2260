import { AppError } from "../../errors.ts";
import { PREFLIGHT_HEADERS } from "../headers.ts";
import { type HttpReply, toEmptyReply } from "./reply.ts";

/** Throws AppError for a path that has no route, or none for this method. */
export function refuseMethod(method: string | undefined, path: string, methods: readonly string[]): never {
  if (methods.length === 0) throw new AppError("not_found", `there is no page or endpoint at ${path.slice(0, 100)}`);
  const allowed = toMethodList(methods);
  const message = `${method} is not possible here; ${allowed} are`;
  throw new AppError("method_not_allowed", message, { headers: { Allow: allowed } });
}

/** Answers OPTIONS; `more` are headers that a browser may send beside those of every route. */
export function toMethodsReply(methods: readonly string[], more: readonly string[] = []): HttpReply {
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
