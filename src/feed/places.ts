import { getPlan, type Key } from "../domain/accounts/index.ts";
import { AppError } from "../errors.ts";
import { STREAM_LIMITS } from "./limits.ts";
import type { Stream } from "./stream.ts";

export interface PlacesDeps {
  /** Open at a time, over all keys. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const RETRY_AFTER_SECONDS = 10;

/** The streams that are open, as many as the service and the plans of their keys allow. */
export function createPlaces({ maxStreams, upgradeUrl }: PlacesDeps) {
  const all = new Set<Stream>();
  const ofKeys = new Map<string, Set<Stream>>();

  const refuse = ({ tier }: Key, limit: number, what: string): AppError => {
    const plan = `the ${getPlan(tier).name} plan allows ${limit}`;
    const message = `Your key has ${limit} ${what} open and ${plan}; end one first, or see ${upgradeUrl()}.`;
    return new AppError("stream_limit_exceeded", message, {
      details: { limit, used: limit, tier, upgrade_url: upgradeUrl() },
      headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
    });
  };

  return {
    all,

    /** Throws AppError overloaded or stream_limit_exceeded where there is no place for another one. */
    requirePlace(key: Key, isWide: boolean): void {
      if (all.size >= maxStreams) {
        throw new AppError("overloaded", "as many streams are open as this service allows; try again in a moment", {
          headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
        });
      }
      const own = [...(ofKeys.get(key.id) ?? [])];
      const { streams, wideStreams } = STREAM_LIMITS[key.tier];
      if (own.length >= streams) throw refuse(key, streams, streams === 1 ? "stream" : "streams");
      const wide = own.filter((stream) => stream.isWide).length;
      if (isWide && wide >= wideStreams) throw refuse(key, wideStreams, "streams without a filter");
    },

    add(stream: Stream): void {
      all.add(stream);
      const own = ofKeys.get(stream.key.id);
      if (own === undefined) ofKeys.set(stream.key.id, new Set([stream]));
      else own.add(stream);
    },

    remove(stream: Stream): void {
      all.delete(stream);
      const own = ofKeys.get(stream.key.id);
      own?.delete(stream);
      if (own?.size === 0) ofKeys.delete(stream.key.id);
    },
  };
}
