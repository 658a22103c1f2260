// One adapter for each platform, and the polite fetcher they all use.
import { PLATFORMS } from "../domain/platforms.ts";
import { openKalshi } from "./kalshi/kalshi.ts";
import { openLimitless } from "./limitless.ts";
import { openManifold } from "./manifold.ts";
import { openPolymarket } from "./polymarket/polymarket.ts";
import { openPredictit } from "./predictit.ts";
import type { OpenSource, Source } from "./source.ts";

const ADAPTERS: Readonly<Record<string, OpenSource>> = {
  polymarket: openPolymarket,
  kalshi: openKalshi,
  manifold: openManifold,
  predictit: openPredictit,
  limitless: openLimitless,
};

/** A source for every platform, by its id. Platforms missing from `urls` keep their own base address. */
export function openSources(urls: Readonly<Record<string, string>>): ReadonlyMap<string, Source> {
  return new Map(
    PLATFORMS.map(({ id }) => {
      const open = ADAPTERS[id];
      if (open === undefined) throw new Error(`no adapter for platform '${id}'`);
      return [id, open(urls)] as const;
    }),
  );
}
