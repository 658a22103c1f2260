import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { netOf } from "../../src/domain/arbitrage.ts";
import type { FeeKind } from "../../src/domain/platforms.ts";
import { ONE } from "../../src/domain/prices.ts";
import { openPriceAges } from "../../src/store/price-ages.ts";
import { openSpreadSelection } from "../../src/store/spreads/selection.ts";
import { renewSpreads } from "../../src/store/spreads/spread-rows.ts";
import { book, PAIR_COLUMNS } from "../support/store/arbitrage.ts";
import { event, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit"] as const;

async function openGrouped() {
  const scripts = Object.fromEntries(PLATFORMS.map((id) => [id, { full: [page([market({ id: "q" })])] }]));
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const [first, ...others] = PLATFORMS;
  group(
    test,
    others.map((b) => ({ a: first, b, isInverted: b === "predictit" })),
  );
  return test;
}

describe("the table of spreads", async () => {
  const test = await openGrouped();
  const { catalogue, matching, step } = test.writer.writing;

  it("holds what the view says when members move between groups", async () => {
    const same = () =>
      assert.deepEqual(
        test.rows(`SELECT ${PAIR_COLUMNS} FROM group_spreads ORDER BY buy_market_key, sell_market_key`),
        test.rows(`SELECT ${PAIR_COLUMNS} FROM group_pairs ORDER BY buy_market_key, sell_market_key`),
      );
    const quotes = { status: "open", yesPrice: 500_000, bestBid: null, bestAsk: null } as const;
    await step(() => {
      for (const platform of PLATFORMS) {
        const before = catalogue.markets.find(platform, "q");
        assert.ok(before);
        catalogue.markets.update(before, { ...before, ...quotes }, null, test.clock.now());
      }
    });
    assert.equal(test.value("SELECT count(*) FROM group_spreads"), 6);
    same();
    const members = test.rows("SELECT market_key, group_key, is_inverted FROM match_groups") as number[][];
    const markets = members.map(([marketKey = 0]) => ({ marketKey, platform: "" }));
    const last = Math.max(...markets.map(({ marketKey }) => marketKey));
    const moved = members.map(([marketKey = 0, groupKey = 0, isInverted]) => ({
      marketKey,
      groupKey: marketKey === last ? marketKey : groupKey,
      isInverted: isInverted === 1,
    }));
    await step(() => matching.pairs.saveGroups(markets, moved, START));
    assert.equal(test.value("SELECT count(*) FROM group_spreads"), 2);
    same();
    await step(() => matching.pairs.saveGroups(markets, [], START));
    assert.equal(test.value("SELECT count(*) FROM group_spreads"), 0);
  });
});

interface PairRow {
  readonly groupKey: number;
  readonly buyPlatform: string;
  readonly sellPlatform: string;
  readonly buyPrice: number;
  readonly sellPrice: number;
  readonly buyFeeKind: FeeKind;
  readonly buyFeeRate: number;
  readonly sellFeeKind: FeeKind;
  readonly sellFeeRate: number;
}

const netOfRow = (row: PairRow): number =>
  netOf({
    legs: [
      {
        ...{ marketKey: 1, side: "yes", price: row.buyPrice },
        ...{ platform: row.buyPlatform, feeKind: row.buyFeeKind, feeRate: row.buyFeeRate },
      },
      {
        ...{ marketKey: 2, side: "no", price: ONE - row.sellPrice },
        ...{ platform: row.sellPlatform, feeKind: row.sellFeeKind, feeRate: row.sellFeeRate },
      },
    ],
    pays: ONE,
  });

describe("a database whose spreads another version has written", () => {
  it("gets all of them again at the next start, and then no more", async () => {
    const outcomes = ["a", "b", "c"].map((id) => market({ id, eventId: "race", ...book(380_000) }));
    const listed = (yesPrice: number) => market({ id: "q", ...book(yesPrice) });
    const test = openTestWriter({
      scripts: {
        kalshi: { full: [page([...outcomes, listed(300_000)], [event({ id: "race", isExclusive: true })])] },
        polymarket: { full: [page([listed(400_000)])] },
      },
    });
    await test.writer.runOnce(new Set());
    group(test, [{ a: "kalshi", b: "polymarket" }]);
    const read = () => test.rows("SELECT * FROM group_spreads ORDER BY group_key, place");
    const emptyAt = (version: number): void =>
      void test.db.exec(
        `DELETE FROM group_spreads; UPDATE job_positions SET position = ${version} WHERE job = 'spread-rules'`,
      );
    emptyAt(0);
    renewSpreads(test.db);
    const all = read();
    assert.equal(all.length, 2);
    test.db.exec("DELETE FROM group_spreads");
    renewSpreads(test.db);
    assert.deepEqual(read(), []);
    emptyAt(0);
    renewSpreads(test.db);
    assert.deepEqual(read(), all);
  });
});

describe("the best spread of a group", async () => {
  const groups = 60;
  let seed = 7;
  const draw = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  const quotes = () => {
    const yesPrice = 200_000 + draw(60) * 10_000;
    return { yesPrice, bestBid: yesPrice - 5000, bestAsk: yesPrice + 5000 };
  };
  const ids = Array.from({ length: groups }, (_, index) => `q${index}`);
  const scripts = Object.fromEntries(
    PLATFORMS.map((id) => [id, { full: [page(ids.map((one) => market({ id: one, eventId: one, ...quotes() })))] }]),
  );
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  group(
    test,
    ids.flatMap((id) => ["polymarket", "predictit"].map((b) => ({ a: "kalshi", b, id, isInverted: false }))),
  );
  const selection = openSpreadSelection(test.db);
  const ages = openPriceAges(test.db)(test.clock.now());
  const rows = test.db
    .prepare<[], PairRow>(
      `SELECT group_key AS groupKey, buy_platform AS buyPlatform, sell_platform AS sellPlatform, buy_price AS buyPrice,
         sell_price AS sellPrice, buyer.fee_kind AS buyFeeKind, buyer.fee_rate AS buyFeeRate,
         seller.fee_kind AS sellFeeKind, seller.fee_rate AS sellFeeRate
       FROM group_pairs
       JOIN markets AS buyer ON buyer.market_key = buy_market_key
       JOIN markets AS seller ON seller.market_key = sell_market_key`,
    )
    .all();

  for (const platforms of [[...PLATFORMS], ["kalshi", "polymarket"], ["polymarket", "predictit"]]) {
    it(`is the one of which fees leave most, between ${platforms.join(" and ")}`, () => {
      const among = rows.filter(
        (row) => platforms.includes(row.buyPlatform) && platforms.includes(row.sellPlatform) && netOfRow(row) > 0,
      );
      const best = [...Map.groupBy(among, ({ groupKey }) => groupKey)].map(([groupKey, found]) => [
        groupKey,
        Math.max(...found.map(netOfRow)),
      ]);
      assert.ok(best.length > 20, `${best.length}`);
      const filter = { platforms, minSpread: 0, minScore: 0, isEarning: true };
      const found = selection.all(filter, ages);
      assert.deepEqual(Object.fromEntries(found.map(({ groupKey, net }) => [groupKey, net])), Object.fromEntries(best));
      assert.ok(found.every((spread) => spread.net === netOf(spread)));
      for (const spread of found.slice(0, 10)) {
        assert.deepEqual(selection.all({ ...filter, groupKeys: [spread.groupKey] }, ages), [spread]);
      }
    });
  }

  it("is on one page of a list, in its order, with the number of all", () => {
    const filter = { platforms: PLATFORMS, minSpread: 0, minScore: 0 };
    const order = { sort: "net", stake: ONE, known: [] } as const;
    const all = selection.all(filter, ages).toSorted((a, b) => b.net - a.net || a.groupKey - b.groupKey);
    const page = selection.page(filter, order, { from: 7, size: 5 }, ages);
    assert.deepEqual(page, { spreads: all.slice(7, 12), from: 7, total: all.length });
    const next = selection.page(filter, order, { from: 0, after: all[11]?.groupKey, size: 3 }, ages);
    assert.deepEqual(next, { spreads: all.slice(12, 15), from: 12, total: all.length });
    // It has no spread any more.
    assert.deepEqual(selection.page(filter, order, { from: 6, after: 999_999, size: 5 }, ages).spreads[1], all[7]);
    const beyond = selection.page(filter, order, { from: 1000, size: 5 }, ages);
    assert.deepEqual([beyond.spreads, beyond.total], [[], all.length]);
  });
});
