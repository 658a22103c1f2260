import type { IncomingMessage } from "node:http";
import { findCredential, findValidSecret } from "../access/authenticate.ts";
import type { KnownSecret } from "../access/keyring.ts";
import type { Context } from "../context.ts";
import { createLruOfBytes } from "../lru.ts";
import { hasBody } from "./body.ts";
import { NO_QUERY } from "./query.ts";
import type { ResponseCache } from "./responding/cache.ts";
import type { Prepared } from "./responding/prepare.ts";
import { takesKey } from "./route.ts";
import { acceptedFormat, type Format } from "./tables/format.ts";
import type { ResolvedRequest } from "./validate.ts";

/** A GET that came before, from a key in memory, whose answer is cached. Its limits are still to be checked. */
export interface RepeatedGet {
  readonly resolved: ResolvedRequest;
  readonly secret: KnownSecret | undefined;
  readonly prepared: Prepared;
}

/** The fast path: routing and validation again would take as long as all the rest of a cached answer. */
export interface RepeatedGets {
  /** Undefined for any other request, which goes through the router. */
  find(incoming: IncomingMessage): RepeatedGet | undefined;
  /** Remembers what a target asks for with this format accepted. A target that holds a key must not be remembered. */
  remember(target: string, accepted: Format, resolved: ResolvedRequest): void;
}

interface RepeatedGetsDeps {
  readonly context: Pick<Context, "access" | "clock">;
  readonly cache: ResponseCache;
  readonly readVersion: () => number | undefined;
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ENTRY_BYTES = 2048;
/** What surrounds an entry in memory. */
const ENTRY_BYTES = 500;

export function createRepeatedGets({ context, cache, readVersion }: RepeatedGetsDeps): RepeatedGets {
  const known = createLruOfBytes<string, ResolvedRequest>({
    maxBytes: MAX_BYTES,
    maxEntryBytes: MAX_ENTRY_BYTES,
    bytesOf: ({ cacheKey }, name) => ENTRY_BYTES + name.length + cacheKey.length,
  });
  return {
    remember: (target, accepted, resolved) => known.set(nameOf(target, accepted), resolved),
    find(incoming) {
      if (incoming.method !== "GET" || hasBody(incoming)) return undefined;
      const resolved = known.get(nameOf(incoming.url ?? "", acceptedFormat(incoming.headers.accept)));
      if (resolved === undefined || resolved.route.admit !== undefined) return undefined;
      const now = context.clock.now();
      const prepared = cache.find(resolved, readVersion(), now);
      if (prepared === undefined) return undefined;
      if (!takesKey(resolved.route)) return { resolved, secret: undefined, prepared };
      const credential = findCredential(incoming.headers, () => NO_QUERY);
      if (credential === undefined && resolved.route.tier === "open") return { resolved, secret: undefined, prepared };
      const secret = findValidSecret(context.access.keys, credential, now);
      return secret === undefined ? undefined : { resolved, secret, prepared };
    },
  };
}

const nameOf = (target: string, accepted: Format): string => (accepted === "json" ? target : `${accepted} ${target}`);
