import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Demo } from "../demo/source.ts";
import { toStoredCategory } from "../domain/categories/categories.ts";
import { addChanges } from "../store/change-log.ts";
import { prepare } from "../store/database/db.ts";
import { findPosition, isDemoKept, saveDemoMaking, savePosition } from "../store/database/properties.ts";
import { insertPast, keepCriterionPrices } from "../store/history/history.ts";
import { queueMarkets, STAGES } from "../store/matching/match-queue.ts";
import { savePair } from "../store/matching/pairs.ts";
import type { createPoller } from "./ingest/poller.ts";
import { upsertMarkets } from "./ingest/upsert.ts";
import type { Matcher } from "./matching/matcher.ts";
import type { Writing } from "./transactions.ts";

const STEP_MARKETS = 100;
const DAY_SECONDS = 86_400;
const SEEDED = "demo-seeded";

interface LoadDemoDeps {
  readonly writing: Writing;
  readonly sample: Demo;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly poller: Pick<ReturnType<typeof createPoller>, "runInTurn" | "hurry" | "runDue" | "whenIdle">;
  readonly matcher: Pick<Matcher, "announce" | "runAndLog">;
  readonly books: { run(): Promise<void> };
  readonly config: Pick<Config, "platforms" | "demo">;
  /** Moves the clock from the past, where platforms still answer that fail, to the start. */
  readonly endPast: () => void;
  /** Called once the demo is to be shown. */
  readonly onLoaded: () => void;
}

type SeedingDeps = Pick<LoadDemoDeps, "writing" | "sample" | "clock" | "signal">;

/**
 * Reads what the demo lists, then its past and its matches. A demo that can be repeated reads one platform after another
 * and is shown once all is matched, or at once where its database is kept; any other is shown once its markets are read.
 */
export async function loadDemo({
  writing,
  sample,
  clock,
  signal,
  poller,
  matcher,
  books,
  config,
  endPast,
  onLoaded,
}: LoadDemoDeps) {
  const { platforms, demo } = config;
  if (demo !== undefined && isDemoKept(writing.db)) {
    endPast();
    onLoaded();
    return;
  }
  const read = async (): Promise<void> => {
    if (demo !== undefined) return poller.runInTurn();
    poller.runDue();
    return poller.whenIdle();
  };
  await read();
  if (demo === undefined && !signal.aborted) {
    matcher.announce();
    onLoaded();
  }
  if (!signal.aborted) await seedArchive({ writing, sample, clock, signal });
  if (!signal.aborted) await seedResults({ writing, sample, clock, signal }, platforms);
  await matcher.runAndLog();
  if (demo !== undefined && Object.keys(demo.faults).length > 0) {
    endPast();
    poller.hurry();
    await read();
    await matcher.runAndLog();
  }
  await books.run();
  if (demo === undefined || signal.aborted) return;
  await writing.step(() => saveDemoMaking(writing.db, demo, platforms));
  onLoaded();
}

/**
 * Writes the demo's past into the archive: 30 days of prices and of each platform's daily volume, as if the service had
 * run all that time. Once for a database; repeated from the start when it was cut short, with the same result.
 */
async function seedArchive({ writing, sample, clock, signal }: SeedingDeps): Promise<void> {
  if (findPosition(writing.db, SEEDED) !== 0) return;
  const now = clock.now();
  const pastOf = sample.openArchive();
  const volumes = new Map<string, number>();
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) {
    const start: number = after;
    after = await writing.step(() => {
      const markets = prepare(writing.db, "catalogue", "listPriced").all({ after: start, limit: STEP_MARKETS });
      for (const market of markets) {
        const points = pastOf(market).filter(({ at }) => at < Math.floor(now / 1000));
        insertPast(writing.db, market.marketKey, points);
        keepCriterionPrices(writing.db, market.marketKey, { isLonger: true });
        addDailyRises(volumes, market.platform, points);
      }
      addChanges(
        writing,
        "past",
        markets.map(({ marketKey }) => marketKey),
      );
      return markets.at(-1)?.marketKey;
    });
  }
  if (signal.aborted) return;
  const today = Math.floor(now / 1000 / DAY_SECONDS);
  await writing.step(() => {
    for (const [platformDay, volume] of volumes) {
      const [platform = "", day] = platformDay.split(" ");
      if (Number(day) < today) prepare(writing.db, "volumes", "insertPast").run({ day: Number(day), platform, volume });
    }
    savePosition(writing.db, SEEDED, now);
  });
}

const STEP_QUESTIONS = 10;
const RESULTS_SEEDED = "demo-results-seeded";

/** Writes markets that resolved in the last two years, as if they had been read and matched all that time. */
async function seedResults(
  { writing, sample, clock, signal }: SeedingDeps,
  platforms: Config["platforms"],
): Promise<void> {
  if (findPosition(writing.db, RESULTS_SEEDED) !== 0) return;
  const now = clock.now();
  const questions = sample.listPast();
  const writeSome = (): boolean => {
    for (let count = 0; count < STEP_QUESTIONS; count++) {
      const { value: results, done } = questions.next();
      if (done === true) return false;
      const shown = results.filter(({ platform }) => platforms.includes(platform));
      const keys = shown.flatMap(({ platform, tags, record, points }) => {
        const { id, title, url, createdAt: startsAt, closesAt: endsAt, resolvedAt } = record;
        const category = toStoredCategory({ platform, id, title, url, tags });
        const event = { id, title, category, tags, url, startsAt, endsAt };
        const events = new Map([[id, { ...event, ...UNPUBLISHED_EVENT }]]);
        const { marketKeys } = upsertMarkets(
          writing,
          { platform, events, markets: [record], isOpenListing: false },
          resolvedAt,
        );
        for (const key of marketKeys) {
          insertPast(writing.db, key, points);
          keepCriterionPrices(writing.db, key);
        }
        return marketKeys;
      });
      for (const [index, otherKey] of keys.entries()) {
        const reasons = ["the same words", "the same day"];
        const pair = { score: 960_000, relation: "same", isProven: true, byRules: true, reasons } as const;
        for (const marketKey of keys.slice(0, index)) savePair(writing.db, { ...pair, marketKey, otherKey });
      }
      queueMarkets(writing.db, keys, STAGES.choose);
    }
    return true;
  };
  while (!signal.aborted && (await writing.step(writeSome)));
  if (!signal.aborted) await writing.step(() => savePosition(writing.db, RESULTS_SEEDED, now));
}

const UNPUBLISHED_EVENT = {
  ...{ description: null, imageUrl: null, liquidity: null, isExclusive: null, isPartial: false },
} as const;

function addDailyRises(
  volumes: Map<string, number>,
  platform: string,
  points: readonly { at: number; volume: number }[],
): void {
  let before = points[0]?.volume ?? 0;
  for (const { at, volume } of points) {
    const platformDay = `${platform} ${Math.floor(at / DAY_SECONDS)}`;
    volumes.set(platformDay, (volumes.get(platformDay) ?? 0) + Math.max(0, volume - before));
    before = volume;
  }
}
