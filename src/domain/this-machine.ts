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
