import type { Clock } from "../clock.ts";
import { createArchive } from "../demo/archive.ts";
import { DEMO_SEED, type DemoOptions } from "../domain/demo.ts";
import { findPosition, savePosition } from "../store/database/properties.ts";
import type { createPoller } from "./ingest/poller.ts";
import type { Matcher } from "./matching/matcher.ts";
import type { Writing } from "./transactions/writing.ts";

const STEP_MARKETS = 100;
const DAY_SECONDS = 86_400;
const SEEDED = "demo-seeded";

interface LoadDemoDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly poller: Pick<ReturnType<typeof createPoller>, "runInTurn" | "hurry" | "runDue" | "whenIdle">;
  readonly matcher: Pick<Matcher, "runDue">;
  readonly books: { run(): Promise<void> };
  /** Undefined where the demo need not be repeatable. */
  readonly demo: DemoOptions | undefined;
  /** Moves the clock from the past, where platforms still answer that fail, to the start. */
  readonly endPast: () => void;
}

/** Reads what the demo lists, then its past and its matches. A demo that can be repeated reads one platform after another. */
export async function loadDemo({ writing, clock, signal, poller, matcher, books, demo, endPast }: LoadDemoDeps) {
  const read = async (): Promise<void> => {
    if (demo === undefined) {
      poller.runDue();
      return poller.whenIdle();
    }
    // The second round asks for the events of markets that came without.
    await poller.runInTurn();
    await poller.runInTurn();
  };
  await read();
  if (!signal.aborted) await seedArchive(writing, clock, signal, demo);
  // What the demo shows first must not look as if nothing matched.
  await matcher.runDue();
  if (demo !== undefined && Object.keys(demo.faults).length > 0) {
    endPast();
    poller.hurry();
    await read();
    await matcher.runDue();
  }
  await books.run();
}

/**
 * Writes the demo's past into the archive: 30 days of prices and of each platform's daily volume, as if the service had
 * run all that time. Once for a database; repeated from the start when it was cut short, with the same result.
 */
async function seedArchive(
  writing: Writing,
  clock: Clock,
  signal: AbortSignal,
  demo?: Pick<DemoOptions, "seed" | "heldAt">,
): Promise<void> {
  if (findPosition(writing.db, SEEDED) !== 0) return;
  const now = clock.now();
  const pastOf = createArchive(demo?.seed ?? DEMO_SEED, now, demo?.heldAt);
  const volumes = new Map<string, number>();
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) {
    const start: number = after;
    after = await writing.step(() => {
      const markets = writing.catalogue.markets.listPriced(start, STEP_MARKETS);
      for (const market of markets) {
        const points = pastOf(market).filter(({ at }) => at < Math.floor(now / 1000));
        writing.history.insertPast(market.marketKey, points);
        writing.history.criterionPrices.keep(market.marketKey);
        addDailyRises(volumes, market.platform, points);
        noteHours(writing, market.platform, points);
      }
      writing.changes.add(
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
      if (Number(day) < today) writing.volumes.insertPast(Number(day), platform, volume);
    }
    savePosition(writing.db, SEEDED, now);
  });
}

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

/** What was traded in each hour, as passes would have noted it. */
function noteHours(
  { volumes }: Writing,
  platform: string,
  points: readonly { at: number; volume: number; yesPrice: number }[],
): void {
  for (const [index, { at, volume, yesPrice }] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined) continue;
    const changes = yesPrice === before.yesPrice ? 0 : 1;
    volumes.noteHour(platform, at * 1000, { volume: Math.max(0, volume - before.volume), changes });
  }
}
