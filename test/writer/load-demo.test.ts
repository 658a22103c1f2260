import assert from "node:assert/strict";
import { it } from "node:test";
import type { Demo } from "../../src/demo/source.ts";
import { isDemoKept } from "../../src/store/database/properties.ts";
import { loadDemo } from "../../src/writer/load-demo.ts";
import { DAY_MS, HOUR_MS, markets, page, resolvedMarket, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const OPTIONS = { seed: 7, heldAt: START, faults: {} };
/** More than one step takes. */
const LISTED = 103;
const RESULTS = 25;

/** Points of four days, and one that is not past yet. */
const POINTS = [-3, -2, -1, -0.25, 1].map((days, index) => ({
  at: (START + days * DAY_MS) / 1000,
  yesPrice: 100_000 * (index + 1),
  volume: 1000 * (index + 1),
}));

/** A question that resolved on each of the last days, on three platforms of which one is not read. */
function* listPast(): ReturnType<Demo["listPast"]> {
  for (let day = 1; day <= RESULTS; day++) {
    const closesAt = START - day * DAY_MS;
    const points = [4, 2].map((days) => ({
      at: (closesAt - days * DAY_MS) / 1000,
      yesPrice: 100_000 * days,
      volume: 1,
    }));
    yield (["kalshi", "polymarket", "predictit"] as const).map((platform) => {
      const times = { closesAt, resolvedAt: closesAt + HOUR_MS };
      const record = { ...resolvedMarket({ id: `past${day}`, eventId: `past${day}`, ...times }), ...times };
      return { platform, tags: ["politics"], record, points };
    });
  }
}

/** What of it is published: prices of the past, markets, prices at their ends, volumes of days and pairs. */
const DATA = [
  "SELECT * FROM history_points ORDER BY market_key, at",
  "SELECT market_key, platform, id, title, status, outcome, resolved_at FROM markets ORDER BY market_key",
  "SELECT last, days_1, days_3 FROM criterion_prices ORDER BY market_key",
  "SELECT day, volume FROM daily_volumes WHERE platform = 'kalshi' ORDER BY day DESC LIMIT 4",
  "SELECT * FROM scored_pairs ORDER BY a_market_key, b_market_key",
  "SELECT market_key FROM match_queue WHERE stage = 2 ORDER BY market_key",
];

/** A demo in a database of its own, whose last listed market has ended. */
function openDemo(demo: typeof OPTIONS | undefined) {
  const ended = resolvedMarket({ id: "ended", closesAt: START - HOUR_MS });
  const listed = page([...markets(LISTED - 1), ended]);
  const test = openTestWriter({ scripts: { kalshi: { full: [listed] } } });
  const { writing } = test.writer;
  return {
    isKept: () => isDemoKept(writing.db),
    data: () => DATA.map((sql) => test.rows(sql)),
    /** Loads it, cut short at the beginning of one action; gives the actions. */
    async load(cutAt = Number.POSITIVE_INFINITY): Promise<string[]> {
      const stop = new AbortController();
      const done: string[] = [];
      const note = (name: string): void => {
        done.push(name);
        if (done.length > cutAt) stop.abort();
      };
      const read = async (): Promise<void> => {
        note("read");
        await Promise.all(test.writer.poller.runOnce(new Set()));
      };
      await loadDemo({
        writing: {
          ...writing,
          step: (work) => {
            note("step");
            return writing.step(work);
          },
        },
        sample: { sources: new Map(), openArchive: () => () => [...POINTS], listPast },
        ...{ clock: test.clock, signal: stop.signal },
        poller: { runInTurn: read, runDue: () => undefined, whenIdle: read, hurry: () => undefined },
        matcher: { announce: () => undefined, runAndLog: async () => note("match") },
        books: { run: async () => note("books") },
        config: { platforms: ["kalshi", "polymarket"], demo },
        endPast: () => undefined,
        onLoaded: () => done.push("loaded"),
      });
      return done;
    },
  };
}

/** Of today what was read, of the days before the rises of what is listed, and a result's on each. */
const VOLUMES = [1000 * LISTED, 1000 * LISTED + 1000, 1000 * LISTED + 1000, 1000];
/** The past of what is listed and its volumes, then what resolved, ten at a time. */
const SEEDING = Array.from({ length: 8 }, () => "step");

it("a demo has its past and its results, and is shown once it is whole, or once it is read", async () => {
  const repeatable = openDemo(OPTIONS);
  assert.deepEqual(await repeatable.load(), ["read", ...SEEDING, "match", "books", "step", "loaded"]);
  assert.ok(repeatable.isKept());
  const [points, listed, prices, volumes, pairs, queued] = repeatable.data();
  const counts = [points, listed, prices, pairs, queued].map((rows) => rows?.length);
  // A market has a point of the time it was read besides.
  assert.deepEqual(counts, [LISTED * 5 + 2 * RESULTS * 3, LISTED + 2 * RESULTS, 1 + 2 * RESULTS, RESULTS, 2 * RESULTS]);
  assert.deepEqual(prices?.slice(0, 2), [
    [400_000, 200_000, null],
    [200_000, 200_000, 400_000],
  ]);
  assert.deepEqual(
    volumes,
    VOLUMES.map((volume, days) => [Math.floor(START / DAY_MS) - days, volume]),
  );
  assert.deepEqual(await repeatable.load(), ["loaded"]);
  const other = openDemo(undefined);
  assert.deepEqual(await other.load(), ["read", "loaded", ...SEEDING, "match", "books"]);
  assert.deepEqual(other.data(), repeatable.data());
  assert.ok(!other.isKept());
});

it("a demo that is cut short is neither shown nor marked whole, and is loaded the next time as if it never was", async () => {
  const whole = openDemo(OPTIONS);
  const actions = (await whole.load()).slice(0, -2);
  for (const cutAt of actions.keys()) {
    const demo = openDemo(OPTIONS);
    const done = await demo.load(cutAt);
    const isWhole = [demo.isKept(), done.includes("loaded")];
    assert.deepEqual(isWhole, [false, false], `cut short at ${cutAt}, ${actions[cutAt]}`);
    assert.equal((await demo.load()).at(-1), "loaded");
    assert.deepEqual(demo.data(), whole.data(), `cut short at ${cutAt}, ${actions[cutAt]}`);
  }
  assert.deepEqual(await openDemo(undefined).load(0), ["read", "match", "books"]);
});
