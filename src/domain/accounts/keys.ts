import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Limits, OwnLimits, Tier } from "./plans.ts";

/** An API key, without its secrets. Times are epoch milliseconds. */
export interface Key {
  readonly id: string;
  /** The key that created it; null for one created without a key. */
  readonly parentId: string | null;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** The first characters of its newest secret. */
  readonly keyPrefix: string;
  readonly ownLimits: OwnLimits;
  /** Its own limits, else its plan's. */
  readonly limits: Limits;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** The constraints of a text field of a key. */
export interface KeyText {
  readonly min: number;
  readonly max: number;
  readonly expected: string;
  readonly pattern: RegExp;
}

export const KEY_NAME: KeyText = {
  min: 1,
  max: 255,
  expected: "readable text on one line",
  pattern: /^(?=.*\S)\P{Cc}+$/u,
};

const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";

/** The format `email` of JSON Schema. Addresses are never verified. */
export const KEY_EMAIL: KeyText = {
  min: 5,
  max: 255,
  expected: "an email address",
  pattern: new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, "i"),
};

/** How long a replaced secret may still read, at most. */
export const MAX_GRACE_HOURS = 72;

const PREFIX = "tb_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A new API key: `tb_live_`, 32 random base62 characters, and the CRC-32 of all these in 6 characters. */
export function createSecret(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${PREFIX}${random}${checksum(PREFIX + random)}`;
}

/** An API key and its id that follow from a text: anyone who knows the text knows the key. For repeatable demos. */
export function toFixedKey(text: string): FixedKey {
  const bytes = hash("sha256", text, "buffer").subarray(0, RANDOM_CHARACTERS);
  const body = PREFIX + Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const id = hash("sha256", body).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return { id, secret: body + checksum(body) };
}

/** Whether a key has an id that `toFixedKey` gave: all others are of version 4. */
export const isFixedId = (id: string): boolean => id[14] === "8";

export interface FixedKey {
  /** A UUID of version 8 (RFC 9562, 5.8). */
  readonly id: string;
  readonly secret: string;
}

/** Whether the text has the form and the checksum of a key, as scanners for leaked keys test it. */
export function isSecret(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(body);
}

/** Whether a text has the length of a key; anything else is not looked up. */
export const isSecretLength = (text: string): boolean =>
  text.length === PREFIX.length + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;

/** The SHA-256, in hexadecimal, under which a secret is stored and looked up. */
export const digestOf = (secret: string): string => hash("sha256", secret, "hex");

const ORIGIN_CHARACTERS = 32;

/** What is stored of an address, so that keys made from it can be told without it. `salt` is the database's own. */
export const originOf = (address: string, salt: string): string =>
  hash("sha256", `${salt} ${address}`, "hex").slice(0, ORIGIN_CHARACTERS);

/** The part that is shown of a key: `tb_live_` and 4 characters. */
export const prefixOf = (secret: string): string => secret.slice(0, PREFIX.length + 4);

/** The text with all secrets cut down to the part that is shown. */
export const redactSecrets = (text: string): string =>
  text.includes(PREFIX) ? text.replace(/(tb_live_[0-9A-Za-z]{4})[0-9A-Za-z]+/g, "$1…") : text;

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
