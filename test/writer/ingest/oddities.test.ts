import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { leaveSettings, runMain } from "../../support/service/process.ts";
import { DAY_MS, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";
import * as kalshi from "../../support/upstream/kalshi-pages.ts";
import * as polymarket from "../../support/upstream/polymarket-pages.ts";
import { signInAsOperator } from "../../support/web/operator.ts";

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
