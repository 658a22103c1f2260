import { MINUTE_MS } from "../../clock.ts";
import { findMarket } from "../../store/catalogue/market-rows.ts";
import { describeMarket, noteWithoutRules } from "../../store/catalogue/market-writer.ts";
import { listWithoutRules } from "../../store/matching/pairs.ts";
import { type AskingDeps, type PolledPlatform, tryToAsk } from "./polled-platform.ts";
import { withRules } from "./upsert.ts";

/** Markets asked for at a time: each is a request of its own, and a pass that is due waits for them. */
const BATCH_MARKETS = 20;

/** After a failure to ask. */
const PAUSE_MS = 10 * MINUTE_MS;

/**
 * Asks a platform whose listing leaves them out for the rules of markets that may match: those with a pair that matching
 * keeps. Each is asked for once; what it says has it matched again.
 */
export function createRulesLookups(deps: AskingDeps): (polled: PolledPlatform) => Promise<void> {
  const { writing, clock, signal } = deps;
  /** When a platform may be asked again, in the time of `clock.elapsed`. */
  const askFrom = new Map<PolledPlatform, number>();
  return async (polled) => {
    const { source, slowFetcher } = polled;
    const { platform, fetchMarkets, hasRulesInListing = true } = source;
    if (hasRulesInListing || fetchMarkets === undefined || clock.elapsed() < (askFrom.get(polled) ?? 0)) return;
    const due = new Map(listWithoutRules(writing.db, platform, BATCH_MARKETS).map((one) => [one.id, one]));
    if (due.size === 0) return;
    const isDone = await tryToAsk(deps, { platform }, "rules could not be asked for", async () => {
      for await (const body of fetchMarkets(slowFetcher.until(signal), [...due.keys()])) {
        const { markets } = source.normalise(body, clock.now());
        await writing.step(() => {
          for (const record of markets) {
            if (!due.delete(record.id)) continue;
            const known = findMarket(writing.db, platform, record.id);
            if (known !== undefined) describeMarket(writing, known, withRules(known, record), record, clock.now());
          }
        });
      }
    });
    if (!isDone) {
      askFrom.set(polled, clock.elapsed() + PAUSE_MS);
      return;
    }
    // A market that the platform does not know is not asked for again.
    await writing.step(() => {
      for (const { marketKey } of due.values()) noteWithoutRules(writing.db, marketKey, clock.now());
    });
  };
}
