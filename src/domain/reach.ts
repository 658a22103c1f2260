const LOOPBACK = /^(127(\.\d+){3}|::1|localhost)$/;

/** The settings that decide which machines reach a service. */
export interface Reach {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
}

/** Whether the settings let this machine alone reach the service. A proxy that they do not name is not seen here. */
export const isForThisMachine = ({ host, publicUrl, trustedProxies }: Reach): boolean =>
  LOOPBACK.test(host) && publicUrl === undefined && trustedProxies.length === 0;
