import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import type { Log } from "../log.ts";

/**
 * Tells the address a request comes from: the peer's, or, where the peer is one of `trustedProxies` (addresses and
 * CIDR blocks), the last in X-Forwarded-For that is not. IPv6 addresses are cut to their /64, since whoever has one has
 * all of those.
 */
export function createAddressReader(trustedProxies: readonly string[], log: Log): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    trusted.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  let hasWarned = trustedProxies.length > 0;
  return ({ socket, headers }) => {
    const peer = toPlain(socket.remoteAddress ?? "");
    const forwardedFor = headers["x-forwarded-for"];
    if (!hasWarned && (forwardedFor !== undefined || headers.forwarded !== undefined)) {
      hasWarned = true;
      log.warn("forwarded addresses are not believed: name the proxies in TOTEBOARD_TRUSTED_PROXIES if there are any");
    }
    if (forwardedFor === undefined || !isIn(trusted, peer)) return toNetwork(peer);
    return toNetwork(findOrigin(trusted, peer, forwardedFor.toString().split(",")));
  };
}

/** From the nearest hop to the farthest, the first that is not one of ours; what is no address was made up. */
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

const isIn = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/** Without a zone, and as IPv4 where it stands for one. */
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
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
