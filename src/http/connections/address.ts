import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { isIn, isLoopback, toBlockList } from "../../domain/addresses.ts";
import type { Log } from "../../log.ts";

/** After this many requests, all from this machine, a proxy is likely to be in front. */
const LOCAL_REQUESTS = 100;

interface ProxySettings {
  /** Addresses and CIDR blocks. */
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string | undefined;
}

/**
 * Reads the address a request comes from: the peer's, or behind trusted proxies the last one in X-Forwarded-For that is
 * no proxy. IPv6 addresses are cut to their /64, since one caller has all of its addresses.
 */
export function createAddressReader(settings: ProxySettings, log: Log): (request: IncomingMessage) => string {
  const trusted = toBlockList(settings.trustedProxies);
  const noteProxy = createProxyWarning(settings, log);
  return ({ socket, headers }) => {
    const peer = toPlain(socket.remoteAddress ?? "");
    noteProxy(peer, headers);
    const forwardedFor = headers["x-forwarded-for"];
    if (forwardedFor === undefined || !isIn(trusted, peer)) return toNetwork(peer);
    return toNetwork(findOrigin(trusted, peer, forwardedFor.toString().split(",")));
  };
}

/** Reads the network of a peer; undefined for a trusted proxy, whose connections belong to many callers. */
export function createPeerReader(trustedProxies: readonly string[]): (address: string) => string | undefined {
  const trusted = toBlockList(trustedProxies);
  return (address) => {
    const peer = toPlain(address);
    return isIn(trusted, peer) ? undefined : toNetwork(peer);
  };
}

/** Warns once where a proxy seems to be in front and none is configured. */
function createProxyWarning(
  { trustedProxies, publicUrl }: ProxySettings,
  log: Log,
): (peer: string, headers: IncomingHttpHeaders) => void {
  let isOver = trustedProxies.length > 0;
  let isOnlyLocal = publicUrl !== undefined;
  let localRequests = 0;
  const warn = (message: string): void => {
    isOver = true;
    log.warn(message);
  };
  return (peer, headers) => {
    if (isOver) return;
    if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) {
      return warn(
        "forwarded addresses are not believed: name the proxies in TOTEBOARD_TRUSTED_PROXIES if there are any",
      );
    }
    isOnlyLocal &&= isLoopback(peer);
    if (isOnlyLocal && ++localRequests === LOCAL_REQUESTS) warn(HIDDEN_PROXY);
  };
}

const HIDDEN_PROXY =
  "all requests come from this machine: if a proxy passes them on, name it in TOTEBOARD_TRUSTED_PROXIES and let it send " +
  "X-Forwarded-For; until then all callers count as one address";

/** The nearest hop that is not a trusted proxy. What is no address was made up, and ends the search. */
function findOrigin(trusted: BlockList, peer: string, hops: readonly string[]): string {
  let origin = peer;
  for (const hop of hops.toReversed()) {
    const address = toPlain(withoutPort(hop.trim()));
    if (isIP(address) === 0) return origin;
    origin = address;
    if (!isIn(trusted, address)) return origin;
  }
  return origin;
}

/** Without a zone; an IPv4-mapped address as IPv4. */
function toPlain(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? plain;
}

/** Some proxies write 192.0.2.1:4711 or [2001:db8::1]:4711. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop);
}

function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  // A URL writes it in one form, with numbers only.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
