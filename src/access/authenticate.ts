import type { IncomingMessage } from "node:http";
import { toIso } from "../clock.ts";
import { digestOf, isSecret, isSecretLength } from "../domain/secrets.ts";
import { AppError } from "../errors.ts";
import type { Keyring, KnownSecret } from "./keyring.ts";

/** Looked up in place of what cannot be a key. */
const DECOY = "";

/**
 * What a request presents as its key: X-API-Key before Authorization: Bearer before the query; undefined for nothing.
 * An Authorization of another kind belongs to somebody between the caller and us. Throws AppError validation_error for a
 * repeated api_key, and bad_request for a query that cannot be read.
 */
export function findCredential(
  { headers }: IncomingMessage,
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

/** What is presented as a key, and the connection it came on where more may come on it. */
export interface Presented {
  readonly credential: string | undefined;
  readonly connection?: object;
}

/** Finds a presented secret among those in memory. Throws AppError missing_api_key. */
export function findSecret(keys: Keyring, { credential, connection }: Presented): KnownSecret | undefined {
  if (credential === undefined || credential === "") {
    throw refusal("missing_api_key", "an API key is needed: send it in the header X-API-Key");
  }
  const secret = isSecretLength(credential) ? credential : DECOY;
  return keys.findSecret(connection === undefined ? digestOf(secret) : digestOn(connection, secret));
}

/** Finds a secret that is not in memory: the command line may have made its key a moment ago. */
export async function lookUpSecret(
  keys: Keyring,
  credential: string | undefined,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<KnownSecret | undefined> {
  if (credential === undefined || !isSecret(credential)) return undefined;
  await keys.refreshFor(address, now);
  return keys.findSecret(digestOf(credential));
}

/**
 * The secret that was found. Throws AppError invalid_api_key or revoked_api_key; what is no key and what is an unknown
 * one are not told apart.
 */
export function requireValid(found: KnownSecret | undefined, now: number): KnownSecret {
  if (found === undefined) throw refusal("invalid_api_key", "this is not a valid API key");
  const { key, expiresAt } = found;
  if (key.revokedAt !== null) throw refusal("revoked_api_key", "this API key was revoked");
  if (expiresAt !== null && expiresAt <= now) {
    throw refusal("revoked_api_key", "this API key was replaced by a new one, and its grace has ended");
  }
  return found;
}

/** Throws AppError read_only_secret for a secret in its grace: who found an old secret must not lock its owner out. */
export function requireNewestSecret({ expiresAt }: KnownSecret): void {
  if (expiresAt === null) return;
  const message = `this secret was replaced and may only read until ${toIso(expiresAt)}; send the key's new secret`;
  throw new AppError("read_only_secret", message);
}

/** What each connection presented last, which most present again. It is forgotten with the connection. */
const digested = new WeakMap<object, { readonly secret: string; readonly digest: string }>();

function digestOn(connection: object, secret: string): string {
  const known = digested.get(connection);
  if (known?.secret === secret) return known.digest;
  const digest = digestOf(secret);
  digested.set(connection, { secret, digest });
  return digest;
}

function refusal(code: "missing_api_key" | "invalid_api_key" | "revoked_api_key", message: string): AppError {
  const problem = code === "missing_api_key" ? "" : ', error="invalid_token"';
  return new AppError(code, message, { headers: { "WWW-Authenticate": `Bearer realm="toteboard"${problem}` } });
}
