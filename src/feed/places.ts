import type { Key } from "../domain/accounts/keys.ts";
import { getPlan } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import { STREAM_LIMITS, type Stream, type StreamOwner } from "./stream.ts";

export interface PlacesDeps {
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const HEADERS = { "Retry-After": "10" };

/** The streams that are open, as many as the service and the plans of their keys allow. */
export function createPlaces({ maxStreams, upgradeUrl }: PlacesDeps) {
  const all = new Set<Stream>();

  const refuse = ({ tier }: Key, limit: number, what: string): AppError => {
    const plan = `the ${getPlan(tier).name} plan allows ${limit}`;
    const message = `Your key has ${limit} ${what} open and ${plan}; end one first, or see ${upgradeUrl()}.`;
    const details = { limit, used: limit, tier, upgrade_url: upgradeUrl() };
    return new AppError("stream_limit_exceeded", message, { details, headers: HEADERS });
  };

  return {
    all,

    /** Why there is no place for another one: AppError overloaded or stream_limit_exceeded. */
    findRefusal({ key }: StreamOwner, isWide: boolean): AppError | undefined {
      if (all.size >= maxStreams) {
        const message = "as many streams are open as this service allows; try again in a moment";
        return new AppError("overloaded", message, { headers: HEADERS });
      }
      const own = [...all].filter(({ request }) => request.owner.key.id === key.id);
      const { streams, wideStreams } = STREAM_LIMITS[key.tier];
      if (own.length >= streams) return refuse(key, streams, streams === 1 ? "stream" : "streams");
      const wide = own.filter(({ request }) => request.isWide).length;
      return isWide && wide >= wideStreams ? refuse(key, wideStreams, "streams without a filter") : undefined;
    },
  };
}
