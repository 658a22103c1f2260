import type { Limits, OwnLimits, Tier } from "./plans.ts";

/** An API key, without its secrets. Times are epoch milliseconds. */
export interface Key {
  readonly id: string;
  /** The key it was made with; null for one made without. */
  readonly parentId: string | null;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** The leading part of its newest secret. */
  readonly keyPrefix: string;
  readonly ownLimits: OwnLimits;
  /** What it may ask for: its own limits, else its plan's. */
  readonly limits: Limits;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** What a piece of text about a key must look like. */
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

/** Never verified, so it proves nothing. What JSON Schema's format `email` allows, as it is described. */
export const KEY_EMAIL: KeyText = {
  min: 5,
  max: 255,
  expected: "an email address",
  pattern: new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, "i"),
};

/** Longest time a replaced secret may still read. */
export const MAX_GRACE_HOURS = 72;
