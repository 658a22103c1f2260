import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../clock.ts";
import { endOf } from "../../domain/accuracy.ts";
import { UNAVAILABLE_FOR_MS } from "../../domain/history.ts";
import type { PastPrice } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import { addChanges } from "../../store/change-log.ts";
import { prepare, type SqlRow } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { findFirstAt, type HistoryPoint, insertPast, keepCriterionPrices } from "../../store/history/history.ts";
import { type AskingDeps, type PolledPlatform, tryToAsk } from "./polled-platform.ts";

/** The longest window that can be asked for, and a day more for what passes meanwhile. */
const REACH_MS = 31 * DAY_MS;

/** Markets of all platforms that may wait at a time; beyond that, callers are told to come again. */
const MAX_WAITING_MARKETS = 200;

/** Of one market. */
const LIMIT_MS = 120_000;
const MAX_POINTS = 10_000;

/** A market whose past may be asked for. */
type BackfillTarget = SqlRow<"backfills", "findTarget">;

type BackfillState = "pending" | "complete" | "unavailable";

/** Fetches the past of markets that callers ask for: one at a time a platform, at the pace of its slow fetcher. */
export function createBackfills(platforms: readonly PolledPlatform[], settings: AskingDeps) {
  const { writing, clock, log, signal } = settings;
  const waiting = new Set<string>();
  const queues = new Map<string, Promise<void>>();

  const save = (target: BackfillTarget, prices: readonly PastPrice[], from: number): Promise<void> =>
    writing.step(() => {
      const now = clock.now();
      const observedFrom = findFirstAt(writing.db, target.marketKey) ?? Math.floor(now / 1000);
      const points = toPastPoints(prices, { from: Math.floor(from / 1000), before: observedFrom });
      insertPast(writing.db, target.marketKey, points);
      addChanges(writing, "past", [target.marketKey]);
      keepCriterionPrices(writing.db, target.marketKey, { isLonger: true });
      const status = points.length > 0 ? "complete" : "unavailable";
      // Points before `observedFrom` are the platform's and have no volume.
      const backfill = { marketKey: target.marketKey, status, triedAt: now, observedFrom };
      prepare(writing.db, "backfills", "save").run(backfill);
    });

  const fetch = async ({ source, slowFetcher }: PolledPlatform, target: BackfillTarget): Promise<void> => {
    if (signal.aborted) return;
    const now = clock.now();
    const from = Math.max(now - REACH_MS, target.createdAt ?? 0);
    const firstAt = findFirstAt(writing.db, target.marketKey);
    // What was seen here is not asked for again.
    const to = firstAt === undefined ? now : Math.min(now, firstAt * 1000);
    const fetcher = slowFetcher.until(AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
    const { platform } = source;
    const isDone = await tryToAsk(settings, { platform }, "a market's past could not be asked for", async () => {
      await save(target, (await source.fetchHistory?.(fetcher, target, { from, to })) ?? [], from);
    });
    if (!isDone && !signal.aborted) await save(target, [], from);
  };

  const enqueue = (polled: PolledPlatform, target: BackfillTarget, name: string): void => {
    const { platform } = polled.source;
    waiting.add(name);
    const done = (queues.get(platform) ?? Promise.resolve())
      .then(() => fetch(polled, target))
      .catch((error: unknown) => log.error({ err: error, platform }, "a backfill broke off"))
      .finally(() => waiting.delete(name));
    queues.set(platform, done);
  };

  return {
    /** Has the past of a market fetched unless that is under way, done, or was in vain lately. Returns at once. */
    request({ platform, id }: { platform: string; id: string }): BackfillState {
      const polled = platforms.find(({ source }) => source.platform === platform);
      const name = `${platform} ${id}`;
      if (polled?.source.fetchHistory === undefined) return "unavailable";
      if (waiting.has(name)) return "pending";
      const target = prepare(writing.db, "backfills", "findTarget").get(platform, id);
      if (target?.status === "complete") return "complete";
      const sinceTriedMs = clock.now() - (target?.triedAt ?? 0);
      // A try dated ahead of now was dated by a clock that was set back since.
      const isVain = target?.status === "unavailable" && sinceTriedMs >= 0 && sinceTriedMs < UNAVAILABLE_FOR_MS;
      if (target === undefined || isVain || waiting.size >= MAX_WAITING_MARKETS || signal.aborted) return "unavailable";
      enqueue(polled, target, name);
      return "pending";
    },

    /** Resolves when nothing waits. */
    async whenIdle(): Promise<void> {
      while (waiting.size > 0) await Promise.all(queues.values());
    },
  };
}

/**
 * The prices from before our own first observation as points: changes only, each later than the one before, from the
 * price in force at `from` on. Their volume is not known; the record of the backfill says which points they are.
 */
export function toPastPoints(
  prices: readonly PastPrice[],
  { from, before }: { from: number; before: number },
): HistoryPoint[] {
  const byTime = new Map<number, number>();
  for (const { at, yesPrice } of prices.toSorted((a, b) => a.at - b.at)) byTime.set(Math.floor(at / 1000), yesPrice);
  const past = [...byTime].filter(([at]) => at < before);
  const first = past.findLastIndex(([at]) => at <= from);
  return past
    .slice(Math.max(0, first))
    .filter(([, yesPrice], index, all) => index === 0 || yesPrice !== all[index - 1]?.[1])
    .map(([at, yesPrice]) => ({ at, yesPrice, volume: 0 }))
    .slice(-MAX_POINTS);
}

/** The farthest criterion, and some days for the price that was in force then. */
const CRITERION_REACH_MS = 187 * DAY_MS;
/** Of one platform in one run: one in three seconds where runs are a minute apart. */
const MARKETS_A_RUN = 20;
const ROWS_A_STEP = 500;

/**
 * Asks platforms for the past of markets that were never seen open, one market at a time, each once. Goes on where the last
 * run stopped, and stops at a platform that fails. Only criterion prices are kept: the past of all markets would fill the
 * file.
 */
export function createCriterionPrices(platforms: readonly PolledPlatform[], deps: AskingDeps) {
  const fetch = async () => {
    const counts = await Promise.all(platforms.map((platform) => fetchOf(platform, deps)));
    return { markets: counts.reduce((sum, count) => sum + count, 0) };
  };
  return { fetch, job: { name: "fetch-criterion-prices", everyMs: MINUTE_MS, firstMs: 70 * SECOND_MS, run: fetch } };
}

async function fetchOf({ source, slowFetcher }: PolledPlatform, deps: AskingDeps): Promise<number> {
  const { writing, signal } = deps;
  const { platform } = source;
  const position = `criterion-prices-asked-up-to-${platform}`;
  let asked = 0;
  const ask = (market: SqlRow<"criteria", "listUnpriced">): Promise<boolean> =>
    tryToAsk(deps, { platform }, "the past of a resolved market could not be asked for", async () => {
      const to = endOf(market.closesAt, market.resolvedAt);
      const from = Math.max(to - CRITERION_REACH_MS, market.createdAt ?? 0);
      const prices = await Promise.resolve(source.fetchHistory?.(slowFetcher, market, { from, to })).catch(
        noneIfRefused,
      );
      const points = (prices ?? []).map(({ at, yesPrice }) => ({ at: Math.floor(at / 1000), close: yesPrice }));
      const past = points.toSorted((a, b) => a.at - b.at);
      asked++;
      await writing.step(() => {
        if (past.length > 0) keepCriterionPrices(writing.db, market.marketKey, { past });
        savePosition(writing.db, position, market.marketKey);
      });
    });
  while (source.fetchHistory !== undefined && !signal.aborted) {
    const after = findPosition(writing.db, position);
    const rows = prepare(writing.db, "criteria", "listUnpriced").all({ platform, after, limit: ROWS_A_STEP });
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
