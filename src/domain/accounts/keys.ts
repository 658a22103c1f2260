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
  /** Digest of the address that made it; null where the operator did. */
  readonly origin: string | null;
}

/**
 * The origin whose free keys share one minute and one day, or making more keys would raise the limits of a person.
 * Undefined for a key that has them for itself: on a paid plan, with limits of its own, or made by the operator.
 */
export function sharedOrigin({ tier, ownLimits: { perMinute, perDay, perMonth }, origin }: Key): string | undefined {
  const isPlain = tier === "free" && perMinute === null && perDay === null && perMonth === null;
  return isPlain && origin !== null ? origin : undefined;
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
