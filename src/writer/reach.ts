import type { Config } from "../config.ts";
import { getPlatform } from "../domain/platforms.ts";
import { messageOf } from "../errors.ts";
import { createFetcher } from "../sources/fetcher.ts";
import { openSources } from "../sources/index.ts";
import { VERSION } from "../version.ts";

interface Reached {
  readonly platform: string;
  /** Markets on the first page of its listing; undefined where it could not be read. */
  readonly markets: number | undefined;
  readonly milliseconds: number;
  readonly reason?: string;
}

/** Reads the first page of each platform's listing, as a pass at `now` would. */
export async function reachPlatforms(config: Config, timeoutMs: number, now: number): Promise<Reached[]> {
  const sources = openSources(config.urls);
  const signal = AbortSignal.timeout(timeoutMs);
  return Promise.all(
    config.platforms.map(async (platform) => {
      const startedAt = performance.now();
      const source = sources.get(platform);
      const { site, requestsPerSecond } = getPlatform(platform);
      const fetcher = createFetcher({
        platform,
        site,
        requestsPerSecond,
        maxTries: 2,
        userAgent: `Toteboard/${VERSION}`,
        signal,
      }).until(signal);
      const done = (): number => performance.now() - startedAt;
      try {
        for await (const body of source?.fetchOpen(fetcher) ?? []) {
          return { platform, markets: source?.normalise(body, now).markets.length, milliseconds: done() };
        }
        return { platform, markets: undefined, milliseconds: done(), reason: "an empty listing" };
      } catch (error) {
        return { platform, markets: undefined, milliseconds: done(), reason: messageOf(error) };
      }
    }),
  );
}
