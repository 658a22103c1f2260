import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Leg, netOf } from "../../src/domain/arbitrage.ts";
import { openSpreads } from "../../src/store/spreads/spreads.ts";
import { market, page, START } from "../support/store/builders.ts";
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
      assert.deepEqual(test.rows("SELECT * FROM group_spreads"), test.rows("SELECT * FROM group_pairs"));
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

describe("the best spread of a group", () => {
  const test = openTestWriter();
  const insert = test.db.prepare(`INSERT INTO group_spreads
    VALUES (@spread, @groupKey, @buy, @sell, 'yes', 'no', @buyPrice, @sellPrice, 900000, 1, 0, @buyPlatform, @sellPlatform, 'none', 0, 'none', 0)`);
  const platforms = ["kalshi", "polymarket", "predictit"];
  let seed = 7;
  const draw = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  test.write(() => {
    for (let key = 0; key < 400; key++) {
      const [buyPrice, spread, side] = [200_000 + draw(300_000), draw(30) * 10_000, draw(3)];
      insert.run({
        spread,
        // Some groups have several.
        groupKey: 1 + draw(300),
        buy: key,
        sell: key + 1,
        buyPrice,
        sellPrice: buyPrice + spread,
        buyPlatform: platforms[side],
        sellPlatform: platforms[(side + 1 + draw(2)) % 3],
      });
    }
  });
  const list = openSpreads(test.db);

  it("is the one of which fees leave most, however it was asked for", () => {
    const filter = { platforms, minSpread: 10_000, minScore: 0 };
    const found = list(filter);
    assert.ok(found.length > 100 && found.length < 300);
    assert.equal(new Set(found.map(({ groupKey }) => groupKey)).size, found.length);
    const rows = (groupKey: number) =>
      test.rows("SELECT buy_market_key FROM group_spreads WHERE group_key = ? AND spread >= 10000", groupKey).flat();
    let several = 0;
    for (const spread of found) {
      const { groupKey } = spread;
      assert.deepEqual(list({ ...filter, groupKeys: [groupKey] }), [spread]);
      const keys = rows(groupKey);
      if (keys.length > 1) several++;
      for (const key of keys) {
        const isLeg = ({ marketKey, side }: Leg): boolean => side === "no" || marketKey === key;
        const [only] = list({ ...filter, groupKeys: [groupKey], isLeg });
        assert.ok(only && netOf(only) <= netOf(spread));
      }
    }
    assert.ok(several > 20, String(several));
  });
});
