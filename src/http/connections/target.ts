import type { IncomingMessage } from "node:http";
import { AppError } from "../../errors.ts";

export const MAX_URL_LENGTH = 16_384;

/** The path and query of a request target. Where the target is a whole URL, its host is ignored. */
export function toOriginForm(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Throws AppError for a request that no route would accept. */
export function checkRequest(request: IncomingMessage): void {
  const url = request.url ?? "";
  if (url.length > MAX_URL_LENGTH) throw tooLongUrl();
  // The router would skip an empty segment and find another route.
  if (url.includes("//") && /^[^?]*\/\//.test(url))
    throw new AppError("not_found", `there is no page or endpoint at ${pathOf(url).slice(0, 100)}`);
  if (request.headers.host === undefined && request.httpVersion === "1.1") {
    throw new AppError("bad_request", "an HTTP/1.1 request needs a Host header");
  }
}

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

export const tooLongUrl = (): AppError =>
  new AppError("uri_too_long", `the URL is longer than ${MAX_URL_LENGTH} characters`);
