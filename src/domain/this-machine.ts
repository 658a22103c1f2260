/** The settings that decide which machines reach a service. */
export interface ListenSettings {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

/** What a request says about where it comes from. */
interface RequestOrigin {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly httpVersion: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Whether the settings let this machine alone reach the service. A proxy that they do not name is not seen here. */
export const isForThisMachine = ({ host, publicUrl, trustedProxies }: ListenSettings): boolean =>
  isLoopback(host) && publicUrl === undefined && trustedProxies.length === 0;

/**
 * Whether a request comes from a loopback address, asks for a loopback name in HTTP/1.1, bears no sign of a proxy and comes
 * from no page of another site. nginx asks in HTTP/1.0 by default and names its upstream. A proxy that adds no header and
 * passes on the Host that its caller names can look the same, so this alone must open nothing that a stranger may not have.
 */
export function isFromThisMachine({ socket, httpVersion, headers }: RequestOrigin): boolean {
  if (!isLoopback(socket.remoteAddress ?? "") || !isLoopback(nameOf(String(headers.host ?? "")))) return false;
  return httpVersion === "1.1" && !isFromForeignPage(headers) && !Object.keys(headers).some(isProxySign);
}

/** The forms of a page that hides where it is have the Origin "null". */
function isFromForeignPage(headers: RequestOrigin["headers"]): boolean {
  const { origin, referer } = headers;
  if (origin === "null") return headers["sec-fetch-site"] !== "same-origin";
  return [origin, referer].some(
    (page) => page !== undefined && !isLoopback(nameOf(URL.parse(String(page))?.host ?? "")),
  );
}

/** Headers that proxies and networks of delivery add. */
const PROXY_SIGNS: ReadonlySet<string> = new Set([
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-original-host", "x-proxyuser-ip"],
  ...["true-client-ip", "client-ip", "cf-connecting-ip", "cf-ray", "cdn-loop", "fastly-client-ip", "fly-client-ip"],
  ...["x-envoy-external-address", "x-azure-clientip", "x-amzn-trace-id", "x-appengine-user-ip", "x-nginx-proxy"],
]);

const isProxySign = (name: string): boolean => PROXY_SIGNS.has(name) || name.startsWith("x-forwarded");

/** An address, or the one name that browsers never look up. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1|localhost)$/i;

/** Whether an address or a name is this machine's own. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** The host of a Host header, without port and brackets. */
const nameOf = (host: string): string => host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
