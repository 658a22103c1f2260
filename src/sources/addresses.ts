import { webAddress } from "./json-fields.ts";

/** The web address in a field, or null when it is not on `site` (a host name) or below it. */
export function addressOn(site: string, value: unknown): string | null {
  const address = webAddress(value);
  if (address === null) return null;
  const { hostname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`) ? address : null;
}

/** A base address from the settings, or the platform's own, without a slash at its end. */
export const baseAddress = (setting: string | undefined, standard: string): string =>
  (setting ?? standard).replace(/\/+$/, "");

/** Parameters of a request, by name. */
export type QueryFields = Readonly<Record<string, string>>;

/** Epoch milliseconds as whole epoch seconds in text. */
export const toSeconds = (ms: number): string => `${Math.floor(ms / 1000)}`;
