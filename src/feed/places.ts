import { getPlan } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import type { NamedSubjects } from "./filter.ts";
import { limitsOf, nameOfOwner, type PageOwner, type StreamOwner } from "./owner.ts";
import type { Stream } from "./stream.ts";

export interface PlacesDeps {
  /** Open at a time, over all keys and pages. */
  readonly maxStreams: number;
  readonly upgradeUrl: () => string;
}

const RETRY_AFTER_SECONDS = 10;
/** As often as the script of a page reads it while changes come. */
const READING_EVERY_MS = 2000;
/** Of one address, pages beyond these are counted; a person has a few of them in sight. */
const MAX_PAGES_READ = 4;
/** Pages need no key: keys keep the other places. */
const PAGES_SHARE = 0.5;

/** The streams that are open, as many as the service and the limits of their owners allow. */
export function createPlaces({ maxStreams, upgradeUrl }: PlacesDeps) {
  const all = new Set<Stream>();
  const ofOwners = new Map<string, Set<Stream>>();
  let pages = 0;

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

    /** Why there is no place for another one: AppError overloaded or stream_limit_exceeded. */
    findRefusal(owner: StreamOwner, isWide: boolean): AppError | undefined {
      const isFullOfPages = "page" in owner && pages >= Math.floor(maxStreams * PAGES_SHARE);
      if (all.size >= maxStreams || isFullOfPages) {
        return new AppError("overloaded", "as many streams are open as this service allows; try again in a moment", {
          headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
        });
      }
      const own = [...(ofOwners.get(nameOfOwner(owner)) ?? [])];
      const { streams, wideStreams } = limitsOf(owner);
      if (own.length >= streams) return refuse(owner, streams, streams === 1 ? "stream" : "streams");
      const wide = own.filter(({ request }) => request.isWide).length;
      return isWide && wide >= wideStreams ? refuse(owner, wideStreams, "streams without a filter") : undefined;
    },

    /** Whether a page with an open stream may be read again now: each once in a while, and few of an address. */
    takeReading(owner: PageOwner, elapsed: number): boolean {
      const own = [...(ofOwners.get(nameOfOwner(owner)) ?? [])];
      const ofPage = own.filter((stream) => pageOf(stream) === owner.page);
      const justRead = own.filter(({ readAgainAt }) => elapsed - readAgainAt < READING_EVERY_MS);
      const pagesRead = new Set(justRead.map(pageOf));
      if (ofPage.length === 0 || pagesRead.has(owner.page) || pagesRead.size >= MAX_PAGES_READ) return false;
      for (const stream of ofPage) stream.readAgainAt = elapsed;
      return true;
    },

    /** What the streams of each owner name, each filter once. */
    named(): NamedSubjects[][] {
      const ofOwner = (own: ReadonlySet<Stream>) =>
        new Set([...own].flatMap(({ request }) => request.filter.named ?? []));
      return [...ofOwners.values()].map((own) => [...ofOwner(own)]).filter((named) => named.length > 0);
    },

    add(stream: Stream): void {
      all.add(stream);
      if ("page" in stream.request.owner) pages++;
      const name = nameOfOwner(stream.request.owner);
      const own = ofOwners.get(name);
      if (own === undefined) ofOwners.set(name, new Set([stream]));
      else own.add(stream);
    },

    remove(stream: Stream): void {
      if (!all.delete(stream)) return;
      if ("page" in stream.request.owner) pages--;
      const name = nameOfOwner(stream.request.owner);
      const own = ofOwners.get(name);
      own?.delete(stream);
      if (own?.size === 0) ofOwners.delete(name);
    },
  };
}

const pageOf = ({ request: { owner } }: Stream): string | undefined => ("page" in owner ? owner.page : undefined);

const refusePage = (limit: number): AppError =>
  new AppError(
    "stream_limit_exceeded",
    `${limit} pages of your address are already live; close one first. This page updates every 30 seconds.`,
    { details: { limit, used: limit }, headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } },
  );
