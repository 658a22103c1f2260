import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  CONFIDENCES,
  confidenceIn,
  DEFAULT_LISTING,
  grossOf,
  type Leg,
  netOf,
  spreadPercentOf,
} from "../../src/domain/arbitrage.ts";
import { depthAt, toOrderBook } from "../../src/domain/books.ts";
import type { FeeKind } from "../../src/domain/platforms.ts";
import { ONE } from "../../src/domain/prices.ts";
import { findMarket } from "../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../src/store/catalogue/market-writer.ts";
import { type Db, openDatabase, prepare } from "../../src/store/database/db.ts";
import { saveGroups, saveMiss } from "../../src/store/matching/pairs.ts";
import { readPriceAges } from "../../src/store/runs.ts";
import { listOpportunities, readEvents, toEventLegs, toPairLegs } from "../../src/store/spreads/arbitrage.ts";
import { listBookTargets, saveBooks } from "../../src/store/spreads/books.ts";
import { listBestSpreads, listSpreads, type SpreadRow } from "../../src/store/spreads/selection.ts";
import { renewSpreads } from "../../src/store/spreads/spread-rows.ts";
import fc from "../support/properties.ts";
import { book, PAIR_COLUMNS } from "../support/store/arbitrage.ts";
import { event, market, page, START } from "../support/store/builders.ts";
import { group, openGrouped, GROUPED_PLATFORMS as PLATFORMS } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

describe("the table of spreads", async () => {
  const test = await openGrouped();
  const { writing } = test.writer;
  const { step } = writing;

  it("holds what the view says when members move between groups", async () => {
    const same = () =>
      assert.deepEqual(
        test.rows(`SELECT ${PAIR_COLUMNS} FROM spreads ORDER BY buy_market_key, sell_market_key`),
        test.rows(`SELECT ${PAIR_COLUMNS} FROM group_pairs ORDER BY buy_market_key, sell_market_key`),
      );
    const quotes = { status: "open", yesPrice: 500_000, bestBid: null, bestAsk: null } as const;
    await step(() => {
      for (const platform of PLATFORMS) {
        const before = findMarket(test.db, platform, "q");
        assert.ok(before);
        updateMarket(writing, before, { ...before, ...quotes }, null, test.clock.now());
      }
    });
    assert.equal(test.value("SELECT count(*) FROM spreads"), 6);
    same();
    const members = test.rows("SELECT market_key, group_key, is_inverted FROM match_groups") as number[][];
    const markets = members.map(([marketKey = 0]) => ({ marketKey, platform: "" }));
    const last = Math.max(...markets.map(({ marketKey }) => marketKey));
    const moved = members.map(([marketKey = 0, groupKey = 0, isInverted]) => ({
      marketKey,
      groupKey: marketKey === last ? marketKey : groupKey,
      isInverted: isInverted === 1,
    }));
    await step(() => saveGroups(writing, markets, moved, START));
    assert.equal(test.value("SELECT count(*) FROM spreads"), 2);
    same();
    await step(() => saveGroups(writing, markets, [], START));
    assert.equal(test.value("SELECT count(*) FROM spreads"), 0);
  });
});

interface PairRow {
  readonly groupKey: number;
  readonly buyPlatform: string;
  readonly sellPlatform: string;
  readonly net: number;
}

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
    const read = () => test.rows("SELECT * FROM spreads ORDER BY type, group_key, place");
    const emptyAt = (version: number): void =>
      void test.db.exec(
        `DELETE FROM spreads; UPDATE job_positions SET position = ${version} WHERE job = 'spread-rules'`,
      );
    emptyAt(0);
    renewSpreads(test.db);
    const all = read();
    assert.equal(all.length, 2);
    test.db.exec("DELETE FROM spreads");
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
  const ages = readPriceAges(test.db, test.clock.now());
  const order = { sort: "net", page: 1, size: 1000 } as const;
  const rows = test.db
    .prepare<[], PairRow>(
      `SELECT group_key AS groupKey, buy_platform AS buyPlatform, sell_platform AS sellPlatform, net FROM spreads`,
    )
    .all();

  for (const platforms of [[...PLATFORMS], ["kalshi", "polymarket"], ["polymarket", "predictit"]]) {
    it(`is the one of which fees leave most, between ${platforms.join(" and ")}`, () => {
      const among = rows.filter(
        (row) => platforms.includes(row.buyPlatform) && platforms.includes(row.sellPlatform) && row.net > 0,
      );
      const best = [...Map.groupBy(among, ({ groupKey }) => groupKey)].map(([groupKey, found]) => [
        groupKey,
        Math.max(...found.map(({ net }) => net)),
      ]);
      assert.ok(best.length > 20, `${best.length}`);
      const filter = { platforms, minSpread: 0, minScore: 0 };
      const found = listSpreads(test.db, filter, order, ages).rows.filter(({ net }) => net > 0);
      assert.deepEqual(Object.fromEntries(found.map(({ groupKey, net }) => [groupKey, net])), Object.fromEntries(best));
      assert.ok(readLegs(test.db, found).every((spread) => spread.net === netOf(spread)));
      for (const row of found.slice(0, 10)) {
        const alone = listSpreads(test.db, { ...filter, subjects: [row] }, order, ages);
        assert.deepEqual([alone.rows, alone.total], [[row], 1]);
        assert.deepEqual(listBestSpreads(test.db, [row], platforms, ages), [row]);
      }
    });
  }

  it("is on one page of a list, in its order, with the number of all", () => {
    const filter = { platforms: PLATFORMS, minSpread: 0, minScore: 0 };
    const list = (given: { page?: number; size: number; after?: string | undefined }) =>
      listSpreads(test.db, filter, { ...order, ...given }, ages);
    const all = list({ size: 1000 }).rows;
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b.net - a.net || a.groupKey - b.groupKey),
    );
    const second = list({ page: 2, size: 5 });
    assert.deepEqual([second.rows, second.total], [all.slice(5, 10), all.length]);
    const third = list({ size: 5, after: second.nextCursor });
    assert.deepEqual([third.rows, third.page, third.total], [all.slice(10, 15), 3, all.length]);
    // It goes on behind a row that has no spread any more.
    test.db.prepare("DELETE FROM spreads WHERE group_key = ?").run(all[9]?.groupKey);
    const again = list({ size: 5, after: second.nextCursor });
    assert.deepEqual([again.rows, again.total], [all.slice(10, 15), all.length - 1]);
    const beyond = list({ page: 1000, size: 5 });
    assert.deepEqual([beyond.rows, beyond.total, beyond.nextCursor], [[], all.length - 1, undefined]);
  });
});

describe("rows of spreads, at any terms, prices and books", async () => {
  const sides = ["kalshi", "polymarket", "predictit"] as const;
  const outcomes = ["x", "y", "z"].map((id) => market({ id, eventId: "race", ...book(340_000) }));
  const others = ["q", "a", "b"].map((id) => market({ id, eventId: id, ...book(400_000) }));
  const races = [event({ id: "race", isExclusive: true })];
  const scripts = Object.fromEntries(sides.map((id) => [id, { full: [page([...outcomes, ...others], races)] }]));
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const links = sides.slice(1).map((b) => ({ a: sides[0], b }));
  group(test, links);
  const { writing } = test.writer;
  const { step } = writing;
  const keyOf = (platform: string, id: string): number => {
    const found = findMarket(test.db, platform, id);
    assert.ok(found);
    return found.marketKey;
  };
  await step(() => {
    const pairs = [
      ["a", "subset"],
      ["b", "complement"],
    ] as const;
    for (const [id, relation] of pairs) {
      const [marketKey = 0, otherKey = 0] = [keyOf("kalshi", id), keyOf("polymarket", id)].toSorted((a, b) => a - b);
      saveMiss(writing, { marketKey, otherKey, veto: "date", score: 0.9 * ONE, relation, reasons: [] });
    }
  });
  const fee = fc
    .tuple(fc.constantFrom<FeeKind>("none", "quadratic", "price", "profit"), fc.integer({ min: 1, max: 200_000 }))
    .map(([feeKind, feeRate]) => ({
      feeKind,
      feeRate: feeKind === "none" ? 0 : feeRate,
      feeSource: "market" as const,
    }));
  const level = fc.tuple(
    fc.integer({ min: 10_000, max: 990_000 }),
    fc.integer({ min: 1, max: 9_000 }).map((n) => n / 100),
  );
  const change = fc.record({
    platform: fc.constantFrom(...sides),
    id: fc.constantFrom("q", "a", "b", "x", "y", "z"),
    fee,
    yesPrice: fc.integer({ min: 20_000, max: 980_000 }),
    wide: fc.integer({ min: 0, max: 15_000 }),
    closesAt: fc.option(fc.integer({ min: START, max: START + 1e10 })),
    levels: fc.tuple(fc.array(level, { maxLength: 4 }), fc.array(level, { maxLength: 4 })),
  });

  it("say what the rules of costs, confidence and books say, and lists have nothing that loses", async () => {
    const seen = { same: 0, implied: 0, event: 0, sized: 0, listed: 0 };
    const stakes = fc.integer({ min: 1, max: 300 });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), stakes, async (changes, stake) => {
        const now = test.clock.now();
        await step(() => {
          for (const { platform, id, fee, yesPrice, wide, closesAt } of changes) {
            const before = findMarket(test.db, platform, id);
            assert.ok(before);
            const quotes = { yesPrice, bestBid: yesPrice - wide, bestAsk: yesPrice + wide };
            updateMarket(writing, before, { ...before, ...fee, ...quotes, closesAt }, null, now);
          }
        });
        await step(() => {
          const read = new Map(changes.map((one) => [keyOf(one.platform, one.id), one.levels]));
          saveBooks(
            test.db,
            [...read].map(([marketKey, levels]) => ({ ...toOrderBook(...levels), marketKey, fetchedAt: now })),
          );
        });
        const ages = readPriceAges(test.db, now);
        const filter = { platforms: sides, minSpread: 0, minScore: 0 };
        const { rows } = listSpreads(test.db, filter, { sort: "net", page: 1, size: 100 }, ages);
        for (const row of readLegs(test.db, rows)) {
          seen[row.type]++;
          assert.equal(row.net, netOf(row));
          assert.equal(row.spread, grossOf(row));
          const given = { score: row.score, hasBooks: true, spreadPercent: spreadPercentOf(row) };
          assert.equal(CONFIDENCES[row.believed], confidenceIn({ type: row.type, side: row.buySide }, given));
          const sizes = row.legs.map((leg) => sizeOf(leg));
          const isKnown = sizes.every((size) => size !== undefined);
          assert.equal(row.size, isKnown ? Math.floor(Math.min(...sizes.map(Number))) : null);
          if (isKnown) seen.sized++;
          const closes = row.legs.map(({ marketKey }) => closeOf(marketKey));
          assert.equal(row.closesAt, closes.includes(null) ? null : Math.max(...closes.map(Number)));
        }
        const listing = { ...DEFAULT_LISTING, ...filter, type: undefined, minConfidence: "low", minProfit: 0 } as const;
        const query = { ...listing, minSize: 0, stake: stake * ONE, sort: "profit", page: 1, size: 100, now } as const;
        const { opportunities } = listOpportunities(test.db, [], query);
        for (const { deal } of opportunities) assert.ok(deal.profit > 0, `${deal.profit}`);
        seen.listed += opportunities.length;
      }),
      { numRuns: 150 },
    );
    for (const [name, count] of Object.entries(seen)) assert.ok(count > 20, `${name}: ${count}`);
  });

  const sizeOf = ({ marketKey, side, price }: Leg): number | undefined => {
    const [found] = test.rows("SELECT bids, asks FROM market_books WHERE market_key = ?", marketKey) as string[][];
    if (found === undefined) return undefined;
    const [bids = "", asks = ""] = found;
    return depthAt({ bids: JSON.parse(bids), asks: JSON.parse(asks) }, side, price);
  };
  const closeOf = (marketKey: number): number | null =>
    test.value("SELECT closes_at FROM markets WHERE market_key = ?", marketKey) as number | null;
});

/** Rows with their orders, as opportunities have them. */
function readLegs(db: Db, rows: readonly SpreadRow[]) {
  const events = readEvents(
    db,
    rows.map(({ eventKey }) => eventKey),
  );
  const marketOf = (marketKey: number) => {
    const [market] = prepare(db, "groups", "byMarketKeys").all({ keys: `[${marketKey}]` });
    assert.ok(market);
    return market;
  };
  return rows.map((row) => ({
    ...row,
    legs:
      row.type === "event"
        ? toEventLegs(row, events.get(row.eventKey)?.outcomes ?? [])
        : toPairLegs(row, marketOf(row.buyMarketKey), marketOf(row.sellMarketKey)),
  }));
}

/** Notes for each row or list of rows that is read whether a transaction was open. */
function noteReads(db: Db): boolean[] {
  const reads: boolean[] = [];
  const prepare = db.prepare.bind(db);
  const noting = (text: string) => {
    const statement = prepare(text);
    const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)];
    const noted =
      (read: typeof all) =>
      (...given: unknown[]) => {
        reads.push(db.inTransaction);
        return read(...given);
      };
    return Object.assign(statement, { all: noted(all), get: noted(get as typeof all) });
  };
  Object.assign(db, { prepare: noting });
  return reads;
}

describe("the markets whose books are asked for", () => {
  it("are read from one state of the database", async (context) => {
    const platforms = ["kalshi", "polymarket"];
    const listing = (price: number) => ({ full: [page([market({ id: "q", ...book(price) })])] });
    const test = openTestWriter({ scripts: { kalshi: listing(400_000), polymarket: listing(450_000) } });
    await test.writer.runOnce(new Set());
    group(test, [{ a: "kalshi", b: "polymarket" }]);
    const db = openDatabase(test.file, "read-only", undefined);
    context.after(() => db.close());
    const reads = noteReads(db);
    const now = test.clock.now();
    const legs = listBookTargets(db, {
      lookedAt: [],
      isDue: true,
      platforms,
      withBooks: platforms,
      fetchedSince: now,
      now,
    });
    assert.deepEqual(
      legs.map(({ platform, id }) => `${platform} ${id}`),
      ["kalshi q", "polymarket q"],
    );
    assert.ok(reads.length > 2);
    assert.ok(reads.every((isConsistent) => isConsistent));
  });
});
