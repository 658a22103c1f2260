import { getPlan } from "../domain/accounts/index.ts";
import { AppError } from "../errors.ts";
import { limitsOf, nameOfOwner, type PageOwner, type StreamOwner } from "./owner.ts";
import type { Stream } from "./stream.ts";

export interface PlacesDeps {
  /** Open at a time, over all keys and pages. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const RETRY_AFTER_SECONDS = 10;
const READING_EVERY_MS = 1000;

/** The streams that are open, as many as the service and the limits of their owners allow. */
export function createPlaces({ maxStreams, upgradeUrl }: PlacesDeps) {
  const all = new Set<Stream>();
  const ofOwners = new Map<string, Set<Stream>>();

  const refuse = (owner: StreamOwner, limit: number, what: string): AppError => {
    if (!("key" in owner)) return refusePage(limit);
    const { tier } = owner.key;
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
    requirePlace(owner: StreamOwner, isWide: boolean): void {
      if (all.size >= maxStreams) {
        throw new AppError("overloaded", "as many streams are open as this service allows; try again in a moment", {
          headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
        });
      }
      const own = [...(ofOwners.get(nameOfOwner(owner)) ?? [])];
      const { streams, wideStreams } = limitsOf(owner);
      if (own.length >= streams) throw refuse(owner, streams, streams === 1 ? "stream" : "streams");
      const wide = own.filter((stream) => stream.isWide).length;
      if (isWide && wide >= wideStreams) throw refuse(owner, wideStreams, "streams without a filter");
    },

    /** Whether one of its streams lets its page be read again now, which each does once in a while. */
    takeReading(owner: PageOwner, elapsed: number): boolean {
      const found = [...(ofOwners.get(nameOfOwner(owner)) ?? [])].find(
        (stream) =>
          "page" in stream.owner &&
          stream.owner.page === owner.page &&
          elapsed - stream.readAgainAt >= READING_EVERY_MS,
      );
      if (found !== undefined) found.readAgainAt = elapsed;
      return found !== undefined;
    },

    add(stream: Stream): void {
      all.add(stream);
      const name = nameOfOwner(stream.owner);
      const own = ofOwners.get(name);
      if (own === undefined) ofOwners.set(name, new Set([stream]));
      else own.add(stream);
    },

    remove(stream: Stream): void {
      all.delete(stream);
      const name = nameOfOwner(stream.owner);
      const own = ofOwners.get(name);
      own?.delete(stream);
      if (own?.size === 0) ofOwners.delete(name);
    },
  };
}

const refusePage = (limit: number): AppError =>
  new AppError(
    "stream_limit_exceeded",
    `${limit} pages of your address update themselves at once; close one first. This one reads itself again every 30 seconds.`,
    { details: { limit, used: limit }, headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } },
  );
