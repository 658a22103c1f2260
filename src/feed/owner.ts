import type { Key } from "../domain/accounts/keys.ts";
import { PAGE_LIMITS, STREAM_LIMITS, type StreamLimits } from "./limits.ts";

/** Whose stream it is: the one of a key, or of a page that is open at an address. */
export type StreamOwner = KeyedOwner | PageOwner;

export interface KeyedOwner {
  readonly key: Key;
  /** Of the secret that was presented. */
  readonly digest: string;
}

export interface PageOwner {
  /** Of IPv6 the /64. */
  readonly address: string;
  /** Its path with its query, as the service sees it. */
  readonly page: string;
}

export const limitsOf = (owner: StreamOwner): StreamLimits =>
  "key" in owner ? STREAM_LIMITS[owner.key.tier] : PAGE_LIMITS;

/** What the limits count by. */
export const nameOfOwner = (owner: StreamOwner): string =>
  "key" in owner ? `key ${owner.key.id}` : `address ${owner.address}`;
