import { endOf } from "../../domain/accuracy.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { SqlRow } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { type AskingDeps, type PolledPlatform, tryToAsk } from "./polled-platform.ts";

const DAY_MS = 86_400_000;

/** The farthest criterion, and some days for the price that was in force then. */
const REACH_MS = 187 * DAY_MS;
/** Of one platform in one run: one in three seconds where runs are a minute apart. */
const MARKETS_A_RUN = 20;
const ROWS_A_STEP = 500;

/**
 * Asks platforms for the past of markets that were never seen open, one market at a time, each once. Goes on where the last
 * run stopped, and stops at a platform that fails. Only criterion prices are kept: the past of all markets would fill the
 * file.
 */
export async function fetchCriterionPrices(platforms: readonly PolledPlatform[], deps: AskingDeps) {
  const counts = await Promise.all(platforms.map((platform) => fetchOf(platform, deps)));
  return { markets: counts.reduce((sum, count) => sum + count, 0) };
}

async function fetchOf({ source, slowFetcher }: PolledPlatform, deps: AskingDeps): Promise<number> {
  const { writing, signal } = deps;
  const { platform } = source;
  const position = `criterion-prices-asked-up-to-${platform}`;
  const { criterionPrices } = writing.history;
  let asked = 0;
  const ask = (market: SqlRow<"criteria", "listUnpriced">): Promise<boolean> =>
    tryToAsk(deps, { platform }, "the past of a resolved market could not be asked for", async () => {
      const to = endOf(market.closesAt, market.resolvedAt);
      const from = Math.max(to - REACH_MS, market.createdAt ?? 0);
      const prices = await Promise.resolve(source.fetchHistory?.(slowFetcher, market, { from, to })).catch(
        noneIfRefused,
      );
      const points = (prices ?? []).map(({ at, yesPrice }) => ({ at: Math.floor(at / 1000), close: yesPrice }));
      const past = points.toSorted((a, b) => a.at - b.at);
      asked++;
      await writing.step(() => {
        if (past.length > 0) criterionPrices.keep(market.marketKey, { past });
        savePosition(writing.db, position, market.marketKey);
      });
    });
  while (source.fetchHistory !== undefined && !signal.aborted) {
    const after = findPosition(writing.db, position);
    const rows = criterionPrices.listUnpriced({ platform, after, limit: ROWS_A_STEP });
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows) {
      if (row.isWanted === 0) continue;
      if (asked === MARKETS_A_RUN || signal.aborted || !(await ask(row))) return asked;
    }
    await writing.step(() => savePosition(writing.db, position, last.marketKey));
  }
  return asked;
}

/** A market that its platform does not want to be asked about must not hold up those after it. */
function noneIfRefused(error: unknown): undefined {
  const isAboutMarket = error instanceof UpstreamError && /^http_4(?!01|03|29)/.test(error.code);
  if (!isAboutMarket) throw error;
}
