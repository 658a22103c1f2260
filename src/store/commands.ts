import type { Key } from "../domain/keys.ts";
import type { Limits, OwnLimits, Tier } from "../domain/plans.ts";

/** A key as it is shown once, right after it was made. */
export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** The secret itself; stored nowhere. */
  readonly secret: string;
  readonly keyPrefix: string;
  readonly limits: Limits;
  readonly createdAt: number;
}

/** A key with its new secret, shown once. */
export interface RotatedKey extends Key {
  readonly secret: string;
  /** Until when the secret before works. */
  readonly previousExpiresAt: number;
}

/** Who asks for a key, of whom only so many are served in an hour. */
export interface KeyOrigin {
  readonly address: string;
  readonly perHour: number;
  /** For the refusal. */
  readonly upgradeUrl: string;
}

/** Requests of a key on a UTC day, in days since 1970-01-01. */
export interface DayCount {
  readonly keyId: string;
  readonly day: number;
  readonly requests: number;
}

/**
 * The writes the rest of the service may ask of the writer thread, by name. Each resolves once its effect is durable,
 * or rejects with the AppError the writer threw.
 */
export interface Commands {
  /** Without `origin` nobody counts; rejects with key_creation_limit_exceeded. */
  createKey(input: {
    name: string;
    email: string;
    tier: Tier;
    parentId?: string | undefined;
    limits?: OwnLimits | undefined;
    origin?: KeyOrigin | undefined;
  }): Promise<NewKey>;
  /** Rejects with revoked_api_key, key_not_found. */
  rotateKey(input: { id: string; graceHours: number }): Promise<RotatedKey>;
  /** A key that was revoked before keeps the time it was. Rejects with key_not_found. */
  revokeKey(input: { id: string }): Promise<Key>;
  /** Without `limits` the key has its plan's. Rejects with key_not_found. */
  setKeyTier(input: { id: string; tier: Tier; limits?: OwnLimits | undefined }): Promise<Key>;
  /** Sets counts and times; repeating it changes nothing. Survives the process, not a loss of power. */
  saveUsage(input: {
    days: readonly DayCount[];
    uses: readonly { keyId: string; lastUsedAt: number }[];
  }): Promise<void>;
  /** Has the platform asked for a market's past, unless it was; resolves at once, before the platform has answered. */
  backfillHistory(input: { platform: string; id: string }): Promise<"pending" | "complete" | "unavailable">;
}

/** All of them; the compiler sees to it that none is missing. */
const NAMES: Readonly<Record<keyof Commands, true>> = {
  createKey: true,
  rotateKey: true,
  revokeKey: true,
  setKeyTier: true,
  saveUsage: true,
  backfillHistory: true,
};

export type Call = (name: keyof Commands, input: unknown) => Promise<unknown>;

/** The commands, each carried out by `call`. */
export const toCommands = (call: Call): Commands =>
  Object.fromEntries(
    Object.keys(NAMES).map((name) => [name, (input: unknown) => call(name as keyof Commands, input)]),
  ) as unknown as Commands;

/** Carries out a command by its name. */
export const callCommand = (commands: Commands, name: keyof Commands, input: unknown): Promise<unknown> =>
  (commands[name] as (input: unknown) => Promise<unknown>)(input);
