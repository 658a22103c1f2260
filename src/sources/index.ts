import { PLATFORMS } from "../domain/platforms.ts";
import { openKalshi } from "./kalshi/index.ts";
import { openLimitless } from "./limitless/index.ts";
import { openManifold } from "./manifold/index.ts";
import { openPolymarket } from "./polymarket/index.ts";
import { openPredictit } from "./predictit.ts";
import type { OpenSource, Source } from "./source.ts";

export { createFetcher, type Fetcher, type FetchOptions, type PlatformFetcher, type Retry } from "./fetcher.ts";
export type { Listing, PastMarket, PastPrice, Rejection, RejectionReason, Source, Span } from "./source.ts";
export { UpstreamError, type UpstreamErrorCode } from "./upstream-error.ts";

const ADAPTERS: Readonly<Record<string, OpenSource>> = {
  polymarket: openPolymarket,
  kalshi: openKalshi,
  manifold: openManifold,
  predictit: openPredictit,
  limitless: openLimitless,
};

/** A source for every platform, by its id; `urls` are the base addresses, an absent one being the platform's own. */
export function openSources(urls: Readonly<Record<string, string>>): ReadonlyMap<string, Source> {
  return new Map(
    PLATFORMS.map(({ id }) => {
      const open = ADAPTERS[id];
      if (open === undefined) throw new Error(`no adapter for platform '${id}'`);
      return [id, open(urls)] as const;
    }),
  );
}
