import { BlockList, isIP } from "node:net";

/** Which addresses messages may be sent to. */
export interface AddressRules {
  /** Whether a connection to an address is allowed. Anything that is no address is not. */
  permits(address: string, port: number): boolean;
  /** Whether some address might be reached on a port. */
  permitsPort(port: number): boolean;
}

const PORTS: readonly number[] = [443, 80, 8443, 8080];

/**
 * Public unicast addresses on the usual ports, and whatever the operator allows, on any port: `allowed` are addresses and
 * CIDR blocks.
 */
export function createAddressRules(allowed: readonly string[]): AddressRules {
  const blocks = toBlockList(allowed);
  return {
    permits: (address, port) => isIn(blocks, address) || (PORTS.includes(port) && isPublic(address)),
    permitsPort: (port) => allowed.length > 0 || PORTS.includes(port),
  };
}

/** For endpoints of the operator, who may reach from this machine what they like. */
export const ANY_ADDRESS: AddressRules = { permits: () => true, permitsPort: () => true };

/** All of IPv4 that is no public unicast: the registry of special-purpose addresses of IANA, and multicast. */
const SPECIAL_IPV4 = toBlockList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
]);

/** Public unicast lies in this block alone, so that mapped IPv4, NAT64, local and unassigned addresses are left out. */
const UNICAST_IPV6 = toBlockList(["2000::/3"]);

/** Within it: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_IPV6 = toBlockList(["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"]);

function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !isIn(SPECIAL_IPV4, address);
  return family === 6 && isIn(UNICAST_IPV6, address) && !isIn(SPECIAL_IPV6, address);
}

/** False for what is no address. */
export function isIn(blocks: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Addresses and blocks such as 10.0.0.0/8 as a list that can be asked. */
export function toBlockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", bits] = block.split("/");
    const isIpv4 = isIP(address) === 4;
    list.addSubnet(address, Number(bits ?? (isIpv4 ? 32 : 128)), isIpv4 ? "ipv4" : "ipv6");
  }
  return list;
}

/** The settings that decide which machines reach a service. */
export interface ListenSettings {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

/**
 * Whether the settings let this machine alone reach the service. A proxy that they do not name may still pass on requests of
 * strangers, and no request shows that, so this must open nothing by itself.
 */
export const isForThisMachine = ({ host, publicUrl, trustedProxies }: ListenSettings): boolean =>
  isLoopback(host) && publicUrl === undefined && trustedProxies.length === 0;

/** An address, or the one name that browsers never look up. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1|localhost)$/i;

/** Whether an address or a name is this machine's own. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);
