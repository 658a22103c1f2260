import { webAddress } from "./records.ts";

/** The web address in a field if it is on `site` (a host name) or below it, else null: a record never links elsewhere. */
export function addressOn(site: string, value: unknown): string | null {
  const address = webAddress(value);
  if (address === null || address.startsWith(`https://${site}/`)) return address;
  const { hostname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`) ? address : null;
}

/** A base address from the settings, or the platform's own, without the slash at its end. */
export const baseAddress = (setting: string | undefined, standard: string): string =>
  (setting ?? standard).replace(/\/+$/, "");
