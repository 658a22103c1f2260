import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getPlatform } from "../../src/domain/platforms.ts";
import { createFetcher } from "../../src/sources/fetcher.ts";
import { openSources } from "../../src/sources/index.ts";
import { createWatchedList } from "../../src/streams/hub.ts";
import type { PolledPlatform } from "../../src/writer/ingest/polled-platform.ts";
import { fixedClock } from "../support/store/writer.ts";
import { openLiveTest } from "../support/streams/streams.ts";
import { serve } from "../support/upstream/fetching.ts";
import { createLanePlatforms, LANE_PLATFORMS, type LanePlatform } from "../support/upstream/lane-platforms.ts";

const MARKETS = 200;
/** Of each platform; the others are only listed. */
const WATCHED = 20;
const CHANGES = 120;
const CHANGE_EVERY_MS = 1300;
const STEP_MS = 100;
const LANE_EVERY_MS = 5000;
const WATCH_EVERY_MS = 15_000;
const WINDOW_MS = 10_000;
const passes = { full: "* * * * *", active: "0 * * * *", resolved: null };

/** Waiting in a time that only `pass` moves; whoever waits for something else is let through first. */
function createTime(elapsed: () => number) {
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let active = 0;
  return {
    async busy<T>(work: () => Promise<T>): Promise<T> {
      active++;
      return work().finally(() => active--);
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        active--;
        const wake = () => {
          active++;
          resolve();
        };
        sleepers.push({ until: elapsed() + ms, wake });
      }),
    wakeDue(): void {
      for (const due of sleepers.filter(({ until }) => until <= elapsed())) {
        sleepers.splice(sleepers.indexOf(due), 1);
        due.wake();
      }
    },
    async settle(): Promise<void> {
      for (let calm = 0; calm < 15; calm = active === 0 ? calm + 1 : 0) await new Promise(setImmediate);
    },
  };
}

/** The platforms' own adapters at their own pace, the fast lane at half of it, as the service has them. */
function openPlatforms(base: string, time: ReturnType<typeof createTime>, elapsed: () => number): PolledPlatform[] {
  const urls = { polymarket: `${base}/polymarket`, polymarket_clob: `${base}/polymarket`, kalshi: `${base}/kalshi` };
  const sources = openSources({ ...urls, manifold: `${base}/manifold` });
  return LANE_PLATFORMS.flatMap((platform) => {
    const source = sources.get(platform);
    const { site, requestsPerSecond } = getPlatform(platform);
    const signal = new AbortController().signal;
    const fetcher = createFetcher({
      ...{ platform, site, requestsPerSecond, signal, userAgent: "Toteboard/0" },
      now: elapsed,
      sleep: time.sleep,
    });
    const busy = (one: PolledPlatform["fetcher"]): PolledPlatform["fetcher"] => ({
      json: (url, options) => time.busy(() => one.json(url, options)),
      until: (ending) => busy({ ...one, ...one.until(ending) }),
    });
    const lane = { fetcher: busy(fetcher.slowed(requestsPerSecond / 2)), requestsPerSecond: requestsPerSecond / 2 };
    return source === undefined ? [] : [{ source, fetcher: busy(fetcher), slowFetcher: busy(fetcher), passes, lane }];
  });
}

describe("a price that somebody watches", () => {
  it("is on the socket within 7 seconds, at the platforms' pace, while they are read", async (t) => {
    const clock = fixedClock();
    const startedAt = clock.elapsed();
    const elapsed = () => clock.elapsed() - startedAt;
    const time = createTime(elapsed);
    const platforms = createLanePlatforms(MARKETS);
    const asked: { readonly platform: LanePlatform; readonly path: string; readonly at: number }[] = [];
    const base = await serve(
      platforms.listener((platform, path) => void asked.push({ platform, path, at: elapsed() })),
    );
    const test = await openLiveTest({ clock, platforms: openPlatforms(base, time, elapsed) });
    const { secret } = await test.make();
    const { poller, lane } = test.writer.writer;
    const { context } = test;
    const listWatched = createWatchedList(context);
    const step = async (): Promise<void> => {
      clock.advance(STEP_MS);
      if (elapsed() % 1000 === 0) poller.runDue();
      if (elapsed() % WATCH_EVERY_MS === 0)
        await context.commands.watchMarkets({ markets: await listWatched(context.hub.named()) });
      if (elapsed() % LANE_EVERY_MS === 0) lane.run();
      time.wakeDue();
      await time.settle();
      context.wakeHub();
      await time.settle();
    };
    const count = () => Number(test.writer.value("SELECT count(*) FROM markets"));
    while (count() < LANE_PLATFORMS.length * MARKETS) await step();

    const watched = LANE_PLATFORMS.flatMap((platform) =>
      Array.from({ length: WATCHED }, (_, index) => ({ platform, number: MARKETS - WATCHED + index })),
    );
    const names = watched.map(({ platform, number }) => `${platform}:${platforms.idOf(platform, number)}`);
    const reader = await test.open(`/api/v1/stream?types=price&markets=${names.join()}`, secret);
    while (elapsed() % WATCH_EVERY_MS !== 0) await step();
    for (let warm = 0; warm < 2 * LANE_EVERY_MS; warm += STEP_MS) await step();

    const from = { asked: asked.length, at: elapsed() };
    const waiting = new Map<string, { readonly price: number; readonly at: number }>();
    const delays: number[] = [];
    let [made, seen] = [0, reader.events.length];
    while (made < CHANGES || waiting.size > 0) {
      if (made < CHANGES && elapsed() >= from.at + made * CHANGE_EVERY_MS) {
        // The 7 spreads changes over the platforms; no market changes again before it was seen.
        const index = (made * 7) % watched.length;
        const { platform, number } = watched[index] ?? { platform: "kalshi", number: 0 };
        const cents = 41 + Math.floor(made / watched.length) * 10 + (made % 7);
        platforms.setCents(platform, number, cents);
        waiting.set(names[index] ?? "", { price: cents / 100, at: elapsed() });
        made++;
      }
      await step();
      for (const { platform, id, data } of reader.events.slice(seen)) {
        const name = `${platform}:${id}`;
        const change = waiting.get(name);
        if (change === undefined || data.yes_price !== change.price) continue;
        delays.push(elapsed() - change.at);
        waiting.delete(name);
      }
      seen = reader.events.length;
      assert.ok(elapsed() < from.at + 10 * 60_000, `still waiting for ${[...waiting.keys()].join()}`);
    }
    reader.leave();
    const tookMs = elapsed() - from.at;
    const requests = asked.slice(from.asked);
    // A pass that sleeps would never end: only steps let time pass.
    let isIdle = false;
    void poller.whenIdle().then(() => {
      isIdle = true;
    });
    while (!isIdle) await step();
    assert.equal(delays.length, CHANGES);
    const ordered = delays.toSorted((a, b) => a - b);
    t.diagnostic(
      `half within ${ordered[CHANGES / 2]} ms, all within ${ordered.at(-1)} ms, ${requests.length} requests`,
    );
    const inTime = delays.filter((ms) => ms <= 7000).length;
    assert.ok(inTime >= 0.95 * CHANGES, `${inTime} of ${CHANGES} within 7 s: ${ordered.slice(-10)}`);
    for (const platform of LANE_PLATFORMS) assertPace(platform, requests, tookMs);
  });
});

interface Asked {
  readonly platform: LanePlatform;
  readonly path: string;
  readonly at: number;
}

const LANE_PATHS: Readonly<Record<LanePlatform, string>> = {
  polymarket: "/prices",
  kalshi: "/markets",
  manifold: "/v0/market-probs",
};

/** Fails where a platform was asked more often than its pace allows, or the lane took more than half of that. */
function assertPace(platform: LanePlatform, all: readonly Asked[], ms: number): void {
  const { requestsPerSecond } = getPlatform(platform);
  const own = all.filter((asked) => asked.platform === platform);
  const most = (requestsPerSecond * WINDOW_MS) / 1000 + 1;
  for (const { at } of own) {
    const within = own.filter((asked) => asked.at >= at && asked.at < at + WINDOW_MS).length;
    assert.ok(within <= most, `${platform}: ${within} requests in 10 s, ${most} are allowed`);
  }
  const ofLane = own.filter(({ path }) => path === LANE_PATHS[platform]).length;
  assert.ok(ofLane > 0 && ofLane <= (requestsPerSecond / 2) * (ms / 1000) + 1, `${platform}: ${ofLane} of the lane`);
}
