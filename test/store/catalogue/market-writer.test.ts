import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flushGathered, noteVolume } from "../../../src/store/catalogue/gathered.ts";
import { findMarket, type KnownMarket } from "../../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../../src/store/catalogue/market-writer.ts";
import { TYPE_CODES } from "../../../src/store/change-log.ts";
import { prepare } from "../../../src/store/database/db.ts";
import fc from "../../support/properties.ts";
import { PAIR_COLUMNS } from "../../support/store/arbitrage.ts";
import { DAY_MS, markets, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { openGrouped, GROUPED_PLATFORMS as PLATFORMS } from "../../support/store/groups.ts";
import { openListed, openTestWriter, type Script } from "../../support/store/writer.ts";

const price = fc.option(fc.integer({ min: 0, max: 100 }).map((cents) => cents * 10_000));
const volume = fc.constantFrom(0, 9_999, 10_000, 70_000, 3_000_000_000);
const amount = fc.option(fc.nat(100));
const text = fc.option(fc.constantFrom("a", "b"));

const fields = {
  yesPrice: price,
  bestBid: price,
  bestAsk: price,
  volume,
  volume24h: fc.nat(100),
  lastPrice: price,
  liquidity: amount,
  openInterest: amount,
  rawVolume: amount,
  status: fc.constantFrom("open" as const, "closed" as const),
  closesAt: fc.option(fc.nat()),
  outcomeLabel: text,
  url: fc.constantFrom("https://example.com/a", "https://example.com/b"),
  historyKey: text,
  createdAt: amount,
};

/** One of these alone, or any part of them, as a pass may find it. */
const change = fc.oneof(
  fc.oneof(...Object.entries(fields).map(([name, value]) => fc.record({ [name]: value as fc.Arbitrary<unknown> }))),
  fc.record(fields, { requiredKeys: [] }),
);

const QUOTES = [
  ...["yesPrice", "bestBid", "bestAsk", "volume", "volume24h"],
  ...["lastPrice", "liquidity", "openInterest", "rawVolume"],
];

it("a market that comes with its outcome is listed and resolved", async () => {
  const test = await openListed(page([resolvedMarket({ id: "m" })]));
  const types = test.rows("SELECT type FROM feed_changes WHERE subject = (SELECT market_key FROM markets)").flat();
  for (const type of ["listed", "resolved"] as const) assert.ok(types.includes(TYPE_CODES[type]), type);
});

describe("a change of some of a market's fields", async () => {
  const test = await openGrouped();
  const { writing } = test.writer;
  const { step } = writing;
  const find = (platform: string): KnownMarket => {
    const row = findMarket(test.db, platform, "q");
    assert.ok(row);
    return row;
  };
  const staticRow = (marketKey: number): unknown[] =>
    test.rows("SELECT * FROM markets WHERE market_key = ?", marketKey).flat();

  it("sets these and no others, and keeps spreads and lists of closed markets what they have to be", async () => {
    let now = test.clock.now();
    let spreads = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PLATFORMS), change, async (platform, changed) => {
        const before = find(platform);
        const staticBefore = staticRow(before.marketKey);
        const next = { ...before, ...changed };
        now++;
        const isWritten = await step(() => updateMarket(writing, before, next, null, now));
        const after = find(platform);
        const { lastSeq } = after;
        assert.deepEqual(after, { ...next, lastSeq, updatedAt: isWritten ? now : before.updatedAt });
        if (Object.keys(changed).every((name) => QUOTES.includes(name))) {
          assert.deepEqual(staticRow(before.marketKey), staticBefore);
        }
        const kept = test.rows(`SELECT ${PAIR_COLUMNS} FROM spreads ORDER BY buy_market_key, sell_market_key`);
        spreads += kept.length;
        assert.deepEqual(
          kept,
          test.rows(`SELECT ${PAIR_COLUMNS} FROM group_pairs ORDER BY buy_market_key, sell_market_key`),
        );
        assert.deepEqual(
          test.rows("SELECT closes_at FROM spreads ORDER BY place"),
          test.rows(
            `SELECT max(buyer.closes_at, seller.closes_at) FROM spreads
             JOIN markets AS buyer ON buyer.market_key = buy_market_key
             JOIN markets AS seller ON seller.market_key = sell_market_key
             ORDER BY net DESC, buy_market_key, sell_market_key`,
          ),
        );
        assert.deepEqual(
          test.rows("SELECT * FROM closed_markets ORDER BY market_key"),
          test.rows(
            `SELECT market_key, platform, category, status, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at,
               resolved_at, NULL
             FROM markets JOIN market_quotes USING (market_key)
             WHERE has_price AND status = 'closed' ORDER BY market_key`,
          ),
        );
      }),
      { numRuns: 300 },
    );
    assert.ok(spreads > 0);
  });

  it("is undone with its step, sums included", async () => {
    const tables = [
      "markets",
      "market_quotes",
      "closed_markets",
      "market_counts",
      "event_totals",
      "feed_changes",
      "daily_volumes",
    ];
    const content = (): unknown => tables.map((table) => test.rows(`SELECT * FROM ${table}`));
    const before = content();
    const undone = step(() => {
      const row = find("kalshi");
      updateMarket(writing, row, { ...row, yesPrice: 1, volume: row.volume + 5 }, null, test.clock.now());
      throw new Error("the disk is full");
    });
    await assert.rejects(undone, /the disk is full/);
    await step(() => undefined);
    assert.deepEqual(content(), before);
  });

  it("meets no trigger", () => {
    const watched = test.rows("SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger'").flat();
    assert.deepEqual(
      watched.filter((table) => /^(market|event|match|history)/.test(String(table))),
      [],
    );
  });
});

const TODAY = Math.floor(START / DAY_MS);
const MIDNIGHT = (TODAY + 1) * DAY_MS;

describe("a day's volume", () => {
  it("counts by UTC days, the last millisecond still to the day before", () => {
    const { rows, writer } = openTestWriter();
    const { writing } = writer;
    noteVolume(writing.gathered, "kalshi", MIDNIGHT - 1, 5);
    noteVolume(writing.gathered, "kalshi", MIDNIGHT, 7);
    noteVolume(writing.gathered, "kalshi", MIDNIGHT + DAY_MS - 1, 11);
    noteVolume(writing.gathered, "manifold", MIDNIGHT, 13);
    flushGathered(writing);
    assert.deepEqual(rows("SELECT day, platform, volume FROM daily_volumes"), [
      [TODAY, "kalshi", 5],
      [TODAY + 1, "kalshi", 18],
      [TODAY + 1, "manifold", 13],
    ]);
  });

  it("has the highest number of open markets of the day", async () => {
    const script: Script = { full: [page(markets(4))] };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    script.full = [page(markets(3, { volume: 100_001 }))];
    await test.pass();
    assert.deepEqual(test.rows("SELECT day, volume, markets FROM daily_volumes"), [[TODAY, 4_003, 4]]);
    test.clock.advance(DAY_MS);
    script.full = [page(markets(3, { volume: 100_002 }))];
    await test.pass();
    assert.deepEqual(test.rows("SELECT day, volume, markets FROM daily_volumes WHERE day > ?", TODAY), [
      [TODAY + 1, 3, 3],
    ]);
  });

  it("is forgotten by whole days", () => {
    const { rows, writer } = openTestWriter();
    const { writing } = writer;
    for (const days of [0, 1, 2]) noteVolume(writing.gathered, "kalshi", START + days * DAY_MS, 1);
    flushGathered(writing);
    prepare(writing.db, "volumes", "deleteOld").run(TODAY + 1);
    assert.deepEqual(rows("SELECT day FROM daily_volumes").flat(), [TODAY + 1, TODAY + 2]);
  });
});
