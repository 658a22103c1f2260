import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "./address.ts";

/**
 * Whether a request comes from a program on this machine that is no proxy. Proxies are recognised by the headers they add
 * or the Host they pass on, and some cannot be. Host is looked at for pages of other sites too: a name of theirs may lead to
 * this machine (DNS rebinding).
 */
export function isFromHere(peer: string, headers: IncomingHttpHeaders): boolean {
  if (!isLoopback(peer) || !isLoopbackHost(headers.host ?? "")) return false;
  return !Object.keys(headers).some((name) => PROXY_HEADERS.has(name) || name.startsWith("x-forwarded"));
}

const PROXY_HEADERS = new Set(["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"]);

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return name.toLowerCase() === "localhost" || isLoopback(name);
}
