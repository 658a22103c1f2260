import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { leaveSettings, runMain } from "../../support/service/process.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  market,
  markets,
  page,
  resolvedMarket,
  START,
} from "../../support/store/builders.ts";
import { openListed, openTestWriter, type Script } from "../../support/store/writer.ts";
import * as kalshi from "../../support/upstream/kalshi-pages.ts";
import * as polymarket from "../../support/upstream/polymarket-pages.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

type Change = Partial<MarketRecord>;

/** A platform of `count` markets, read once. */
const withKnown = (count: number) => openListed(page(markets(count)), { active: [] });

const lose = (count: number, lost: number, change: Change): MarketRecord[] =>
  markets(count).map((record, index) => (index < lost ? { ...record, ...change } : record));

const LOSSES: readonly (readonly [string, Change])[] = [
  ["yes_price", { yesPrice: null, priceSource: null }],
  ["yes_price", { yesPrice: 0 }],
  ["volume", { volume: 0 }],
  ["best_bid", { bestBid: null }],
  ["best_bid", { bestBid: 0 }],
  ["best_ask", { bestAsk: null }],
  ["last_price", { lastPrice: null }],
  ["closes_at", { closesAt: null }],
];

describe("a field that more than half of the known markets lost", () => {
  for (const [name, change] of LOSSES) {
    it(`holds the pass and leaves everything as it was: ${name} ${JSON.stringify(change)}`, async () => {
      const test = await withKnown(200);
      const before = test.markets("*");
      test.clock.advance(MINUTE_MS);
      const run = await test.read(lose(200, 101, change));
      assert.equal(run.status, "held");
      assert.equal(run.error, `drift_${name} (gone from 101 of 200 known markets)`);
      assert.deepEqual([run.markets, run.inserted, run.changed, run.missing], [200, 0, 0, 0]);
      assert.deepEqual(test.markets("*"), before);
    });
  }

  it("holds the pass over a platform of 20 markets, whatever kind the pass is of", async () => {
    const test = await withKnown(20);
    const before = test.markets("*");
    const run = await test.read(lose(20, 11, { yesPrice: null, priceSource: null }));
    assert.deepEqual([run.status, run.error], ["held", "drift_yes_price (gone from 11 of 20 known markets)"]);
    test.script.active = test.script.full;
    await test.later(5 * MINUTE_MS);
    const ended = test.rows("SELECT kind, status FROM ingest_runs WHERE status = 'held' ORDER BY kind");
    assert.deepEqual(ended, [
      ["active", "held"],
      ["full", "held"],
    ]);
    assert.deepEqual(test.markets("*"), before);
  });

  it("is believed where it is an end that has passed while trading goes on", async () => {
    const test = await withKnown(200);
    test.clock.advance(31 * DAY_MS);
    const run = await test.read(lose(200, 200, { closesAt: null }));
    assert.deepEqual([run.status, run.changed], ["ok", 200]);
  });

  it("is believed in exactly half of them", async () => {
    const test = await withKnown(200);
    assert.equal((await test.read(lose(200, 100, { bestBid: null }))).status, "ok");
    assert.equal(test.count("best_bid IS NULL"), 100);
  });

  it("stops the pass before the first bad chunk, and what was good before it stays written", async () => {
    const test = await withKnown(1_200);
    const good = markets(400, { yesPrice: 500_000 });
    const bad = markets(1_200, { yesPrice: 500_000, bestBid: null }).slice(400);
    const run = await test.read([...good, ...bad]);
    assert.deepEqual([run.status, run.changed, run.missing], ["held", 400, 0]);
    assert.equal(run.error, "drift_best_bid (gone from 400 of 400 known markets)");
    assert.equal(test.count("yes_price = 500000"), 400);
    assert.equal(test.count("status = 'closed'"), 0);
  });

  it("is noticed across chunks too small to judge alone, before any known market of them is written", async () => {
    const test = await withKnown(300);
    const fresh = Array.from({ length: 700 }, (_, index) => market({ id: `new${index}` }));
    const bad = markets(300, { bestBid: null });
    // Two chunks of 400 hold 150 known markets each.
    const run = await test.read([...bad.slice(0, 150), ...fresh.slice(0, 250), ...bad.slice(150), ...fresh.slice(250)]);
    assert.equal(run.status, "held");
    assert.equal(test.count("best_bid IS NULL"), 0);
    assert.equal(run.inserted, 250);
  });

  it("stays held however often it is repeated, and is ok as soon as the field returns", async () => {
    const test = await withKnown(250);
    for (let pass = 0; pass < 30; pass++) {
      test.clock.advance(HOUR_MS);
      assert.equal((await test.read(lose(250, 250, { lastPrice: null }))).status, "held");
    }
    assert.equal(test.count("last_price IS NULL"), 0);
    const run = await test.read(markets(250, { lastPrice: 1 }));
    assert.deepEqual([run.status, run.error, run.changed], ["ok", null, 250]);
  });

  it("is taken when the operator says so, and then is what later passes are judged by", async () => {
    const test = await withKnown(250);
    test.script.full = [page(markets(250, { bestBid: null, bestAsk: null }))];
    assert.equal((await test.pass(["polymarket"])).status, "held", "accepted for another platform only");
    assert.equal((await test.pass(["kalshi"])).status, "ok");
    assert.equal(test.count("best_bid IS NULL"), 250);
    assert.equal((await test.pass()).status, "ok");
  });
});

describe("no loss is seen", () => {
  it("among fewer than 20 known markets", async () => {
    const test = await withKnown(19);
    assert.equal((await test.read(markets(19, { bestBid: null }))).status, "ok");
  });

  it("in books of fewer than 200 known markets that changed or soon close", async () => {
    const test = await withKnown(250);
    test.script.active = [page(markets(199, { bestBid: null }))];
    await test.later(5 * MINUTE_MS);
    assert.equal(test.value("SELECT status FROM ingest_runs WHERE kind = 'active'"), "ok");
    assert.equal(test.value("SELECT count(*) FROM market_quotes WHERE best_bid IS NULL"), 199);
  });

  it("among markets that are new", async () => {
    const test = await withKnown(19);
    const fresh = Array.from({ length: 500 }, (_, index) => market({ id: `new${index}`, bestBid: null }));
    assert.equal((await test.read([...fresh, ...markets(19)])).status, "ok");
  });

  it("among markets that the listing says are closed, or that were closed", async () => {
    const closed = { status: "closed", bestBid: null, bestAsk: null, volume: 0 } as const;
    const test = await withKnown(300);
    assert.equal((await test.read(lose(300, 120, closed))).status, "ok");
    assert.equal((await test.read(lose(300, 120, { bestBid: null, bestAsk: null }))).status, "ok");
  });

  it("in 24-hour volume, which falls to nothing on quiet days", async () => {
    const test = await withKnown(300);
    assert.equal((await test.read(markets(300, { volume24h: 0 }))).status, "ok");
  });

  it("in a field that fewer than a tenth of the markets had", async () => {
    const test = await openListed(page(lose(300, 271, { bestBid: null })));
    assert.equal((await test.read(markets(300, { bestBid: null }))).status, "ok");
  });

  it("but is in a field that a tenth of them had", async () => {
    const test = await openListed(page(lose(300, 270, { bestBid: null })));
    assert.equal(
      (await test.read(markets(300, { bestBid: null }))).error,
      "drift_best_bid (gone from 30 of 30 known markets)",
    );
  });

  it("in recent resolutions, where books are empty", async () => {
    const ended = markets(300).map(({ id }) => resolvedMarket({ id, bestBid: null, bestAsk: null, closesAt: null }));
    const test = await openListed(page(markets(300)), { resolved: [] });
    test.script.resolved = [page(ended)];
    await test.pass();
    assert.equal(test.count("outcome = 'yes'"), 300);
    assert.equal(test.value("SELECT count(*) FROM ingest_runs WHERE status <> 'ok'"), 0);
  });
});

leaveSettings();

const TOKEN = "operator-token-of-a-test";
const isoAt = (at: number): string => new Date(at).toISOString();

/** Open markets of Polymarket that are traded, some of them past their `endDate`. */
function listOf(count: number, past: number, more: (index: number) => object = () => ({})) {
  const rows = Array.from({ length: count }, (_, index) =>
    polymarket.market({
      ...{ id: `${1000 + index}`, question: `Will ${index} win?`, feesEnabled: false },
      endDate: isoAt(index < past ? START - DAY_MS : START + DAY_MS),
      ...more(index),
    }),
  );
  return polymarket.source.normalise({ events: [polymarket.event(rows)] }, START);
}

/** A service that has read a platform once. */
async function openRead(platform: string, script: Script) {
  const test = openTestWriter({ scripts: { [platform]: script } });
  await test.writer.runOnce(new Set());
  const site = await openTestApi({
    ...{ writer: test, hasPages: true, hasTestKey: true, config: { platforms: [platform], adminToken: TOKEN } },
  });
  const session = await signInAsOperator(site, TOKEN);
  return {
    test,
    /** What was counted by kind, as "24 of 100", and the kinds that are unusual. */
    async counted() {
      const { json } = await site.get("/api/v1/status");
      const oddities: Record<string, unknown>[] = json.data.sources[0].oddities;
      const counts = Object.fromEntries(oddities.map(({ kind, count, of }) => [kind, `${count} of ${of}`]));
      return { counts, unusual: oddities.filter(({ unusual }) => unusual).map(({ kind }) => kind) };
    },
    page: async (path: string) => (await site.get(path, session)).text,
    async doctor() {
      process.env.TOTEBOARD_PLATFORMS = platform;
      const { stdout } = await runMain("doctor", "--offline", "--json", "--db", test.file);
      const findings = JSON.parse(stdout) as Record<string, string>[];
      return findings.filter(({ check }) => check === "rows").map(({ status, message }) => [status, message]);
    },
  };
}

describe("rows that are seldom so", () => {
  it("are counted in a full pass and shown, and no warning is made of what is usual", async () => {
    const listing = listOf(100, 24, (index) => (index >= 98 ? { acceptingOrders: false } : {}));
    const { counted, page, doctor } = await openRead("polymarket", { full: [listing] });
    assert.deepEqual(await counted(), {
      counts: {
        ...{ closed_without_outcome: "0 of 100", traded_but_closed: "0 of 100", past_end: "24 of 100" },
        ...{ halted: "2 of 100", unopened: "0 of 100", fee_unknown: "0 of 100", half_without_book: "0 of 100" },
      },
      unusual: [],
    });
    assert.match(await page("/admin/sources"), /24 of 100 open markets past the end that the platform states \(24%\)/);
    assert.doesNotMatch(await page("/status"), /may be misread/);
    assert.deepEqual(await doctor(), [
      [
        "ok",
        "polymarket, latest full pass: 24 of 100 open markets past the end that the platform states (24%), 2 of 100 open markets without trading (2%)",
      ],
    ]);
  });

  it("would have shown on the first day that ends were read as closing", async () => {
    const misread = ({ id, ...rest }: MarketRecord, past: ReadonlySet<string>): MarketRecord => ({
      ...{ ...rest, id, latestClosesAt: past.has(id) ? START - DAY_MS : null },
    });
    const listing = listOf(100, 24);
    const past = new Set(listing.pastEnds);
    const { counted, page, doctor } = await openRead("polymarket", {
      full: [{ ...listing, markets: listing.markets.map((record) => misread(record, past)) }],
    });
    assert.deepEqual((await counted()).unusual, ["closed_without_outcome", "traded_but_closed"]);
    const words =
      "Polymarket: 24 of 100 listed markets read as closed, without an outcome (24%), where up to 5% is usual";
    for (const path of ["/admin", "/status"]) assert.ok((await page(path)).includes(words), path);
    assert.deepEqual((await doctor()).slice(1)[0], [
      "warning",
      `${words}: compare with 'toteboard doctor --platforms polymarket'`,
    ]);
  });

  it("are those whose fee no row, event or series gives, where the platform gives it", async () => {
    const unknown = listOf(20, 0, (index) => (index < 10 ? { feesEnabled: undefined } : {}));
    const { counted, test } = await openRead("polymarket", { full: [unknown] });
    const { counts, unusual } = await counted();
    assert.deepEqual([counts.fee_unknown, unusual], ["10 of 20", ["fee_unknown"]]);
    assert.equal(test.value("SELECT count(*) FROM markets WHERE fee_source = 'platform'"), 10);
    const rows = Array.from({ length: 20 }, (_, index) => market({ id: `m${index}` }));
    const manifold = await openRead("manifold", { full: [page(rows)] });
    assert.deepEqual((await manifold.counted()).unusual, [], "Manifold takes none, and no row says so");
  });

  it("are prices of one half without a book, and rows that are no market yet", async () => {
    const half = { yesPrice: 500_000, bestBid: null, bestAsk: null };
    const rows = Array.from({ length: 30 }, (_, index) =>
      market({
        id: `m${index}`,
        fee: { feeKind: "none", feeRate: 0, feeSource: "market" },
        ...(index < 12 ? half : {}),
      }),
    );
    const unopened = Array.from({ length: 10 }, (_, index) => `u${index}`);
    const { counted } = await openRead("kalshi", { full: [{ ...page(rows), unopened }] });
    const { counts, unusual } = await counted();
    assert.deepEqual([counts.half_without_book, counts.unopened], ["12 of 30", "10 of 40"]);
    assert.deepEqual(unusual, ["unopened", "half_without_book"]);
  });

  it("are none of Kalshi's markets that were resolved, but those that its open listing has closed", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => {
      const state = index < 12 ? { status: "finalized", result: "yes" } : index < 24 ? { status: "closed" } : {};
      return kalshi.market({ ticker: `KXBRIDGE-27-${index}`, ...state });
    });
    const ended = { expected_expiration_time: isoAt(START - DAY_MS) };
    const listing = kalshi.source.normalise(
      { events: [kalshi.event([...rows, kalshi.market({ ticker: "KXBRIDGE-27-LATE", ...ended })])] },
      START,
    );
    const { counted } = await openRead("kalshi", { full: [listing] });
    const { counts } = await counted();
    assert.deepEqual([counts.closed_without_outcome, counts.past_end], ["12 of 41", "1 of 17"]);
  });

  it("of a listing that was not read to its end are not counted", async () => {
    const script: Script = { full: [listOf(30, 0)] };
    const { test, counted } = await openRead("polymarket", script);
    script.full = [listOf(30, 14), new UpstreamError("http_500", "stand.in")];
    await test.writer.runOnce(new Set());
    assert.equal((await counted()).counts.past_end, "0 of 30");
    script.full = [listOf(30, 14)];
    await test.writer.runOnce(new Set());
    assert.deepEqual((await counted()).unusual, ["past_end"]);
  });
});
