import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { describe, it } from "node:test";
import Database from "better-sqlite3";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { checkpoint } from "../../../src/store/database/db.ts";
import { closePassed } from "../../../src/writer/maintenance/maintenance.ts";
import {
  DAY_MS,
  event,
  HOUR_MS,
  MINUTE_MS,
  market,
  markets,
  page,
  resolvedMarket,
  START,
} from "../../support/store/builders.ts";
import { POINTS } from "../../support/store/points.ts";
import {
  type ListedWriter,
  openListed,
  openTestWriter,
  type Script,
  type TestWriter,
} from "../../support/store/writer.ts";

const QUOTED = "markets JOIN market_quotes USING (market_key)";

const YES = 400_000;

type Given = Parameters<typeof market>[0];

const listing = (...records: Given[]) => openListed(page(records.map(market)));

function withMarkets(...records: Given[]): TestWriter & { script: Script } {
  const script: Script = { full: [page(records.map(market))] };
  return { ...openTestWriter({ scripts: { kalshi: script } }), script };
}

const fingerprint = ({ rows }: TestWriter): Record<string, unknown> => {
  const tables = rows(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('ingest_runs', 'daily_passes', 'job_positions', 'feed_changes')",
  ).flat() as string[];
  const contents = tables.map((table): [string, unknown] => [table, rows(`SELECT * FROM ${table}`)]);
  // Each pass is a change of its source.
  return Object.fromEntries([...contents, ["feed_changes", rows("SELECT * FROM feed_changes WHERE type <> 7")]]);
};

describe("a first pass", () => {
  it("stores events, markets, titles, descriptions, totals, a history point each, and the day's volume", async () => {
    const test = withMarkets(
      { id: "a", title: "Will the bridge open?", description: "The long rules.", volume: 50_000, volume24h: 700 },
      { id: "b", title: "Will it close again?", volume: 300, volume24h: 900 },
    );
    const run = await test.pass();
    assert.deepEqual([run.status, run.pages, run.markets, run.inserted, run.changed], ["ok", 1, 2, 2, 0]);
    assert.deepEqual(
      test.rows("SELECT id, status, market_count, volume, volume_24h FROM events JOIN event_totals USING (event_key)"),
      [["e1", "open", 2, 50_300, 1_600]],
    );
    assert.deepEqual(test.rows(`SELECT id, yes_price, updated_at, first_seen_at, outcome FROM ${QUOTED}`), [
      ["a", YES, START, START, null],
      ["b", YES, START, START, null],
    ]);
    assert.deepEqual(
      test.rows("SELECT id FROM markets WHERE market_key IN (SELECT rowid & 4294967295 FROM market_titles('bridge'))"),
      [["a"]],
    );
    assert.equal(test.value("SELECT count(*) FROM event_titles('question')"), 1);
    assert.deepEqual(test.rows("SELECT id, description FROM market_descriptions JOIN markets USING (market_key)"), [
      ["a", "The long rules."],
    ]);
    assert.deepEqual(test.rows(`SELECT at, yes_price, volume FROM (${POINTS}) ORDER BY at, seq, market_key`), [
      [START / 1000, YES, 50_000],
      [START / 1000, YES, 300],
    ]);
    // A market's first sighting counts at most its 24-hour volume, and never more than it ever had.
    assert.deepEqual(test.rows("SELECT day, platform, volume, markets FROM daily_volumes"), [
      [Math.floor(START / DAY_MS), "kalshi", 1_000, 2],
    ]);
  });

  it("stores a market once that comes twice, as a listing whose pages shift gives it", async () => {
    const test = withMarkets({ id: "a" });
    test.script.full = [
      page([market({ id: "a" }), market({ id: "b" })]),
      page([market({ id: "b", yesPrice: 500_000 })]),
    ];
    const run = await test.pass();
    assert.equal(run.status, "ok");
    assert.deepEqual(test.rows(`SELECT id, yes_price FROM ${QUOTED} ORDER BY id`), [
      ["a", YES],
      ["b", 500_000],
    ]);
  });

  it("writes a listing of many pages and chunks completely", async () => {
    const all = markets(2_150);
    const script: Script = {
      full: [page(all.slice(0, 1)), page(all.slice(1, 1_900)), page([]), page(all.slice(1_900))],
    };
    const test = openTestWriter({ scripts: { kalshi: script } });
    const run = await test.pass();
    assert.deepEqual([run.pages, run.markets, run.inserted], [4, 2_150, 2_150]);
    assert.equal(test.value("SELECT market_count FROM events JOIN event_totals USING (event_key)"), 2_150);
  });

  it("counts rejected records by reason and keeps the first few ids", async () => {
    const rejected = Array.from({ length: 9 }, (_, index) => ({ id: `x${index}`, reason: "not_binary" as const }));
    const script: Script = {
      full: [
        { ...page([]), rejected },
        { ...page(markets(1)), rejected: [{ id: null, reason: "malformed" }] },
      ],
    };
    const run = await openTestWriter({ scripts: { kalshi: script } }).pass();
    assert.equal(run.rejected, 10);
    assert.deepEqual(run.rejections, {
      not_binary: { count: 9, ids: ["x0", "x1", "x2", "x3", "x4"] },
      malformed: { count: 1, ids: [] },
    });
  });
});

describe("a second pass", () => {
  it("over the same listing writes nothing but its run", async () => {
    const test = await openListed(page(markets(500, { description: "Rules." })));
    checkpoint(test.db);
    const before = {
      content: fingerprint(test),
      bytes: statSync(test.file).size,
      changes: test.value("SELECT total_changes()"),
    };
    test.clock.advance(HOUR_MS);
    const run = await test.pass();
    assert.deepEqual([run.status, run.inserted, run.changed], ["ok", 0, 0]);
    // Its run, the passes of its day, the change of its source and the data version.
    assert.equal(test.value("SELECT total_changes()"), Number(before.changes) + 4);
    assert.deepEqual(fingerprint(test), before.content);
    checkpoint(test.db);
    assert.equal(statSync(test.file).size, before.bytes);
  });

  it("puts right what another connection has written", async () => {
    const test = await listing({ id: "a", volume: 5 });
    const other = new Database(test.file);
    other.exec("UPDATE market_quotes SET best_ask = 1");
    other.close();
    assert.equal((await test.pass()).changed, 1);
    assert.equal(test.value(`SELECT best_ask FROM ${QUOTED}`), 410_000);
  });

  it("writes and dates only what changed", async () => {
    const test = await listing({ id: "a" }, { id: "b" });
    test.clock.advance(MINUTE_MS);
    const run = await test.read([market({ id: "a" }), market({ id: "b", bestAsk: 420_000 })]);
    assert.deepEqual([run.inserted, run.changed], [0, 1]);
    assert.deepEqual(test.rows(`SELECT id, updated_at - first_seen_at FROM ${QUOTED} ORDER BY id`), [
      ["a", 0],
      ["b", MINUTE_MS],
    ]);
    assert.equal(test.value(`SELECT count(*) FROM (${POINTS})`), 2, "no price changed");
  });

  it("appends one history point when the price or the volume changed", async () => {
    const test = await listing({ id: "a" });
    for (const change of [
      { yesPrice: 410_000 },
      { yesPrice: 410_000, volume: 150_000 },
      { yesPrice: 410_000, volume: 150_000 },
    ]) {
      test.clock.advance(MINUTE_MS);
      await test.read([market({ id: "a", ...change })]);
    }
    assert.deepEqual(test.rows(`SELECT at, yes_price, volume FROM (${POINTS}) ORDER BY at, seq, market_key`), [
      [START / 1000, YES, 100_000],
      [START / 1000 + 60, 410_000, 100_000],
      [START / 1000 + 120, 410_000, 150_000],
    ]);
  });
});

describe("what a platform leaves out takes nothing back", () => {
  const later = async (first: object, second: object): Promise<TestWriter> => {
    const test = await listing({ id: "a", ...first });
    assert.equal((await test.read([market({ id: "a", ...second })])).status, "ok");
    return test;
  };

  it("keeps the stored volume when none is given", async () => {
    const test = await later(
      { volume: 900, volume24h: 50, rawVolume: 9 },
      { volume: 0, volume24h: 0, rawVolume: null },
    );
    assert.deepEqual(test.rows(`SELECT volume, volume_24h, raw_volume FROM ${QUOTED}`), [[900, 50, 9]]);
  });

  it("keeps the stored description when none is given, and takes a new one", async () => {
    const kept = await later({ description: "Rules." }, { description: null, yesPrice: 1 });
    assert.equal(kept.value("SELECT description FROM market_descriptions"), "Rules.");
    const taken = await later({ description: "Rules." }, { description: "Better rules." });
    assert.equal(taken.value("SELECT description FROM market_descriptions"), "Better rules.");
  });

  it("keeps the time of creation and the history key", async () => {
    const test = await later({ createdAt: 5_000, historyKey: "token" }, { createdAt: null, historyKey: null });
    assert.deepEqual(test.rows("SELECT created_at, history_key FROM markets"), [[5_000, "token"]]);
  });

  it("keeps an event's description, tags and exclusiveness", async () => {
    const whole = event({ id: "e1", description: "Long.", tags: ["x"], isExclusive: true });
    const test = await openListed(page([market({ id: "a" })], [whole]));
    await test.read([market({ id: "a" })], [event({ id: "e1", title: "New title" })]);
    assert.deepEqual(test.rows("SELECT title, description, tags, is_exclusive FROM events"), [
      ["New title", "Long.", '["x"]', 1],
    ]);
  });
});

describe("a market without a price", () => {
  it("has no history until it has one", async () => {
    const test = await listing({ id: "a", yesPrice: null });
    assert.equal(test.value("SELECT count(*) FROM markets"), 1);
    assert.equal(test.value(`SELECT count(*) FROM (${POINTS})`), 0);
    await test.read([market({ id: "a" })]);
    assert.equal(test.value(`SELECT count(*) FROM (${POINTS})`), 1);
  });
});

describe("a clock that is set back", () => {
  it("takes nothing back of a market that closes meanwhile, and its prices stay in order", async () => {
    const test = await listing({ id: "a" }, { id: "b" }, { id: "c" });
    const passAt = async (minutes: number, ...listed: Given[]): Promise<void> => {
      test.clock.fixAt(START + minutes * MINUTE_MS);
      test.script.full = [page(listed.map(market))];
      await test.pass(["kalshi"]);
    };
    await passAt(60, { id: "a", yesPrice: 500_000 }, { id: "b" }, { id: "c" });
    await passAt(20, { id: "b" }, { id: "c" });
    assert.deepEqual(test.rows(`SELECT status, updated_at FROM ${QUOTED} WHERE id = 'a'`), [
      ["closed", START + 60 * MINUTE_MS],
    ]);
    await passAt(21, { id: "a", yesPrice: 600_000 }, { id: "b" }, { id: "c" });
    const prices = test.rows(`SELECT at, yes_price FROM (${POINTS}) WHERE market_key = 1 ORDER BY seq`);
    assert.deepEqual(prices.slice(1), [
      [START / 1000 + 3600, 500_000],
      [START / 1000 + 3600, 600_000],
    ]);
  });
});

describe("a long pass", () => {
  it("stores what it has read seconds ago, and a market that changes twice as it was last", async () => {
    const stored: unknown[] = [];
    const script: Script = {
      full: [
        page(markets(900)),
        page([market({ id: "m1", bestAsk: 420_000 })]),
        page(markets(3, { bestAsk: 430_000 })),
      ],
      normalise: (body) => {
        stored.push(test.value("SELECT count(*) FROM markets"));
        test.clock.advance(6_000);
        return body;
      },
    };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    assert.deepEqual(stored, [0, 0, 400]);
    assert.deepEqual(test.rows(`SELECT best_ask, count(*) FROM ${QUOTED} GROUP BY 1 ORDER BY 1`), [
      [410_000, 897],
      [430_000, 3],
    ]);
  });

  it("stores what it has read when the platform then fails", async () => {
    const script: Script = { full: [page(markets(900)), new UpstreamError("http_500", "stand.in")] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    assert.equal((await test.pass()).status, "failed");
    assert.equal(test.value("SELECT count(*) FROM markets"), 400);
  });
});

const withListing = (...records: MarketRecord[]) => openListed(page(records), { resolved: [] });

const states = ({ markets }: ListedWriter): unknown[] => markets("id, status, outcome");

describe("a close time that passes", () => {
  it("closes all markets at once, in as many steps as that takes", async () => {
    const test = await withListing(...["a", "b", "c"].map((id) => market({ id, closesAt: START + HOUR_MS })));
    test.clock.advance(HOUR_MS);
    const { writing } = test.writer;
    const step: typeof writing.step = (work) => writing.step((budget) => work({ ...budget, isSpent: () => true }));
    await closePassed({ ...writing, step }, test.clock);
    assert.equal(test.count("status = 'open'"), 0);
  });

  it("closes the market, and has its outcome asked for", async () => {
    const test = await withListing(
      market({ id: "a", closesAt: START + HOUR_MS, volume: 20_000 }),
      market({ id: "b", eventId: "e2", closesAt: START + HOUR_MS + 1 }),
      market({ id: "c", eventId: "e2", closesAt: null }),
    );
    test.clock.advance(HOUR_MS);
    await closePassed(test.writer.writing, test.clock);
    assert.deepEqual(states(test), [
      ["a", "closed", "unknown"],
      ["b", "open", null],
      ["c", "open", null],
    ]);
    assert.deepEqual(test.rows("SELECT due_at, attempts, closed_at FROM outcome_checks"), [
      [START + HOUR_MS + 10 * MINUTE_MS, 0, START + HOUR_MS],
    ]);
    assert.equal(
      test.value("SELECT updated_at FROM markets JOIN market_quotes USING (market_key) WHERE id = 'a'"),
      START + HOUR_MS,
    );
  });

  it("is forgotten where people were wrong: trading goes on until its last moment", async () => {
    const test = await withListing(
      market({ id: "a", closesAt: START + HOUR_MS, latestClosesAt: null }),
      market({ id: "b", closesAt: START + HOUR_MS, latestClosesAt: START + 2 * HOUR_MS }),
    );
    const passAt = async (hours: number): Promise<unknown[]> => {
      test.clock.advance(hours * HOUR_MS);
      await closePassed(test.writer.writing, test.clock);
      return test.markets("id, status, closes_at");
    };
    assert.deepEqual(await passAt(1), [
      ["a", "open", null],
      ["b", "open", null],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
    assert.deepEqual(await passAt(1), [
      ["a", "open", null],
      ["b", "closed", null],
    ]);
  });

  it("opens what an earlier version closed by it, with its whole history", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + HOUR_MS, yesPrice: 300_000 }));
    test.clock.advance(HOUR_MS);
    await closePassed(test.writer.writing, test.clock);
    assert.deepEqual(states(test), [["a", "closed", "unknown"]]);
    test.write(() => test.db.exec("UPDATE markets SET latest_closes_at = NULL"));
    test.clock.advance(HOUR_MS);
    await test.read([market({ id: "a", closesAt: null, yesPrice: 500_000 })]);
    assert.deepEqual(states(test), [["a", "open", null]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
    const points = test.rows(
      "SELECT yes_price FROM history_points UNION ALL SELECT yes_price FROM history_recent ORDER BY 1",
    );
    assert.deepEqual(points, [[300_000], [500_000]]);
  });

  it("is put off by a listing that gives a later one", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + 1 }));
    test.clock.advance(1);
    await closePassed(test.writer.writing, test.clock);
    await test.read([market({ id: "a", closesAt: START + HOUR_MS })]);
    assert.deepEqual(states(test), [["a", "open", null]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("counts in a listing that still shows the market as open", async () => {
    const test = await withListing(market({ id: "a", closesAt: START }));
    assert.deepEqual(states(test), [["a", "closed", "unknown"]]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 1);
  });
});

describe("a resolution", () => {
  it("settles the market and ends the asking for its outcome", async () => {
    const test = await withListing(market({ id: "a" }), market({ id: "b" }), market({ id: "c" }));
    await test.read([market({ id: "b" }), market({ id: "c" })]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 1);
    test.script.resolved = [page([resolvedMarket({ id: "a", resolvedAt: START - 5 })])];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome, settlement_price, resolved_at, yes_price", "WHERE id = 'a'"), [
      ["closed", "yes", 1_000_000, START - 5, 1_000_000],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("without a time is dated when it was first seen, and keeps that date", async () => {
    const test = await withListing(market({ id: "a" }));
    test.script.resolved = [page([resolvedMarket({ id: "a", resolvedAt: null })])];
    test.clock.advance(HOUR_MS);
    await test.pass();
    // The market is listed as open no more, and the resolutions name it again.
    test.script.full = [page([])];
    test.clock.advance(HOUR_MS);
    await test.pass();
    assert.equal(test.value("SELECT resolved_at FROM markets"), START + HOUR_MS);
  });

  it("of a market never seen before is stored with it, and asked for by nobody", async () => {
    const test = await withListing(market({ id: "a" }));
    test.script.resolved = [page([resolvedMarket({ id: "z", outcome: "void", settlementPrice: null })])];
    await test.pass();
    assert.deepEqual(states(test), [
      ["a", "open", null],
      ["z", "closed", "void"],
    ]);
    assert.equal(test.value("SELECT count(*) FROM outcome_checks"), 0);
  });

  it("that is taken back reopens the market", async () => {
    const test = await withListing(market({ id: "a" }), market({ id: "b" }), market({ id: "c" }));
    test.script.full = [page([market({ id: "b" }), market({ id: "c" })])];
    test.script.resolved = [page([resolvedMarket({ id: "a" })])];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome", "WHERE id = 'a'"), [["closed", "yes"]]);
    test.script.full = [page([market({ id: "a" }), market({ id: "b" }), market({ id: "c" })])];
    test.script.resolved = [];
    await test.pass();
    assert.deepEqual(test.markets("status, outcome, settlement_price, resolved_at, missing_since", "WHERE id = 'a'"), [
      ["open", null, null, null, null],
    ]);
    assert.equal(test.value("SELECT status FROM events JOIN event_totals USING (event_key)"), "open");
  });
});

describe("a listing of resolutions", () => {
  it("never reopens a market, and stores none that it calls open", async () => {
    const test = await withListing(market({ id: "a", closesAt: START + 1 }));
    test.clock.advance(1);
    await closePassed(test.writer.writing, test.clock);
    test.script.full = [page([market({ id: "a", closesAt: START + 1 })])];
    test.script.resolved = [page([market({ id: "a", yesPrice: 1 }), market({ id: "z" })])];
    await test.pass();
    assert.deepEqual(test.markets("id, status, yes_price"), [["a", "closed", 400_000]]);
  });
});
