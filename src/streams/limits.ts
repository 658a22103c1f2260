import type { Key } from "../domain/accounts/keys.ts";
import { getPlan, type Tier } from "../domain/accounts/plans.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/markets.ts";
import { AppError } from "../errors.ts";
import type { Stream } from "./stream.ts";

/** What the streams of a key may do. */
interface StreamLimits {
  /** Open at a time. */
  readonly streams: number;
  /** Those among them whose filter lets more than `markets` pass. */
  readonly wideStreams: number;
  readonly markets: number;
  readonly types: readonly ChangeType[];
}

export const STREAM_LIMITS: Readonly<Record<Tier, StreamLimits>> = {
  free: { streams: 1, wideStreams: 0, markets: 25, types: MARKET_CHANGE_TYPES },
  pro: { streams: 10, wideStreams: 2, markets: 500, types: CHANGE_TYPES },
  enterprise: { streams: 50, wideStreams: 10, markets: 5_000, types: CHANGE_TYPES },
};

const HEADERS = { "Retry-After": "10" };

interface OpenStreams {
  readonly streams: ReadonlySet<Stream>;
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: string;
}

/** Throws AppError overloaded or stream_limit_exceeded where a key may open no other stream. */
export function requirePlace(
  { streams, maxStreams, upgradeUrl }: OpenStreams,
  { id, tier }: Key,
  isWide: boolean,
): void {
  if (streams.size >= maxStreams) {
    const message = "as many streams are open as this service allows; try again in a moment";
    throw new AppError("overloaded", message, { headers: HEADERS });
  }
  const own = [...streams].filter(({ request }) => request.owner.key.id === id);
  const limits = STREAM_LIMITS[tier];
  const refuse = (limit: number, what: string): AppError => {
    const plan = `the ${getPlan(tier).name} plan allows ${limit}`;
    const message = `Your key has ${limit} ${what} open and ${plan}; end one first, or see ${upgradeUrl}.`;
    const details = { limit, used: limit, tier, upgrade_url: upgradeUrl };
    return new AppError("stream_limit_exceeded", message, { details, headers: HEADERS });
  };
  if (own.length >= limits.streams) throw refuse(limits.streams, limits.streams === 1 ? "stream" : "streams");
  const wide = own.filter(({ request }) => request.isWide).length;
  if (isWide && wide >= limits.wideStreams) throw refuse(limits.wideStreams, "streams without a filter");
}
