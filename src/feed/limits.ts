import type { Tier } from "../domain/accounts/plans.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/feed.ts";

/** What the streams of a key, or of the pages of an address, may do. */
export interface StreamLimits {
  /** Open at a time. */
  readonly streams: number;
  /** Those among them whose filter lets more than `markets` pass. */
  readonly wideStreams: number;
  readonly markets: number;
  /** How much later than others they get a change, in milliseconds. */
  readonly delayMs: number;
  readonly types: readonly ChangeType[];
}

/** Streams that pages open by themselves, without a key: a person has a few of them in sight. */
export const PAGE_LIMITS: StreamLimits = { streams: 8, wideStreams: 0, markets: 120, delayMs: 0, types: CHANGE_TYPES };

export const STREAM_LIMITS: Readonly<Record<Tier, StreamLimits>> = {
  free: { streams: 1, wideStreams: 0, markets: 25, delayMs: 60_000, types: MARKET_CHANGE_TYPES },
  pro: { streams: 10, wideStreams: 2, markets: 500, delayMs: 0, types: CHANGE_TYPES },
  enterprise: { streams: 50, wideStreams: 10, markets: 5_000, delayMs: 0, types: CHANGE_TYPES },
};
