import type { IncomingHttpHeaders } from "node:http";
import { type Clock, toIso } from "../clock.ts";
import { digestOf, isSecret, isSecretLength } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import type { Access, Keyring, KnownSecret } from "./access.ts";

/** Looked up in place of what cannot be a key. */
const DECOY = "";

/**
 * What a request presents as its key: X-API-Key before Authorization: Bearer before the query; undefined for nothing.
 * An Authorization of another kind belongs to a proxy in between. Throws AppError validation_error for a repeated
 * api_key, and bad_request for a query that cannot be read.
 */
export function findCredential(
  headers: IncomingHttpHeaders,
  readQuery: () => ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const own = headers["x-api-key"];
  if (own !== undefined) return own.toString();
  const bearer = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? "");
  if (bearer !== null) return bearer[1] ?? "";
  const given = readQuery().get("api_key");
  if (given !== undefined && given.length > 1) {
    const message = `expected once, got it ${given.length} times`;
    throw new AppError("validation_error", `api_key: ${message}`, {
      details: { errors: [{ parameter: "api_key", message }] },
    });
  }
  return given?.[0];
}

/**
 * The secret a credential is. The command line may have made the key of an unknown one a moment ago, so it is looked up in
 * the file. Throws AppError missing_api_key, invalid_api_key or revoked_api_key; what is no key and
 * what is an unknown one are not told apart. `now` in epoch milliseconds.
 */
export function authenticate(
  keys: Keyring,
  credential: string | undefined,
  { address, now }: { readonly address: string; readonly now: number },
): KnownSecret {
  if (credential === undefined || credential === "") throw missingKey();
  const digest = toDigest(credential);
  if (keys.findSecret(digest) === undefined && isSecret(credential)) keys.refreshFor(address, now);
  return requireValid(keys.findSecret(digest), now);
}

/** The secret with this digest, for what was given to its owner in its place. Throws AppError as `authenticate` does. */
export const authenticateDigest = (keys: Keyring, digest: string, now: number): KnownSecret =>
  requireValid(keys.findSecret(digest), now);

/** The same for a key in memory, at once and without errors: undefined where `authenticate` would read or throw. */
export function findValidSecret(keys: Keyring, credential: string | undefined, now: number): KnownSecret | undefined {
  const found = credential === undefined ? undefined : keys.findSecret(toDigest(credential));
  return found !== undefined && isValid(found, now) ? found : undefined;
}

/**
 * The secret that a browser has signed in with, while it is still its key's newest: a session ends when its key is revoked
 * or rotated.
 */
export function findSignedIn(
  { keys, sessions }: Pick<Access, "keys" | "sessions">,
  headers: IncomingHttpHeaders,
  clock: Pick<Clock, "now" | "running">,
): KnownSecret | undefined {
  if (headers.cookie === undefined) return undefined;
  const found = keys.findSecret(sessions.find(headers, clock.running()) ?? "");
  return found !== undefined && found.expiresAt === null && isValid(found, clock.now()) ? found : undefined;
}

/** Whether the secret with this digest is still that of a key that may ask. */
export function isStillValid(keys: Keyring, digest: string, now: number): boolean {
  const found = keys.findSecret(digest);
  return found !== undefined && isValid(found, now);
}

const isValid = ({ key, expiresAt }: KnownSecret, now: number): boolean =>
  key.revokedAt === null && (expiresAt === null || expiresAt > now);

const toDigest = (credential: string): string => digestOf(isSecretLength(credential) ? credential : DECOY);

function requireValid(found: KnownSecret | undefined, now: number): KnownSecret {
  if (found === undefined)
    throw refusal("invalid_api_key", "this is not a valid API key; check that it is whole, or create one at /keys");
  if (isValid(found, now)) return found;
  if (found.key.revokedAt !== null) throw refusal("revoked_api_key", "this API key was revoked; create one at /keys");
  throw refusal("revoked_api_key", "this API key was replaced and its grace period has ended; send the new one");
}

/** Throws AppError read_only_secret for a secret in its grace period: an old, leaked secret must not lock the owner out. */
export function requireNewestSecret({ expiresAt }: KnownSecret): void {
  if (expiresAt === null) return;
  const message = `this secret was replaced and may only read until ${toIso(expiresAt)}; send the key's new secret`;
  throw new AppError("read_only_secret", message);
}

/** The error for a caller without a key. */
export const missingKey = (): AppError =>
  refusal("missing_api_key", "an API key is needed: send it in the header X-API-Key; create one at /keys");

/** The error for a ticket that cannot be redeemed. */
export const invalidTicket = (): AppError =>
  refusal(
    "invalid_ticket",
    "this ticket has expired, never was, or is for another stream; get another with POST /api/v1/stream/ticket",
  );

type RefusalCode = "missing_api_key" | "invalid_api_key" | "revoked_api_key" | "invalid_ticket";

function refusal(code: RefusalCode, message: string): AppError {
  const problem = code === "missing_api_key" ? "" : ', error="invalid_token"';
  return new AppError(code, message, { headers: { "WWW-Authenticate": `Bearer realm="toteboard"${problem}` } });
}
