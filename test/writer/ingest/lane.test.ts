import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Quote } from "../../../src/sources/source.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { makeAlert } from "../../support/alerts/alerts.ts";
import { openTestApi } from "../../support/service/api.ts";
import { book } from "../../support/store/arbitrage.ts";
import { MINUTE_MS, market, markets, page, resolvedMarket, SECOND_MS } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script, type TestWriterOptions } from "../../support/store/writer.ts";

const TURN_MS = 5 * SECOND_MS;

const quote = (id: string, yesPrice: number | null, more: Partial<Quote> = {}): Quote => ({
  id,
  yesPrice,
  priceSource: "mid",
  bestBid: yesPrice === null ? null : yesPrice - 10_000,
  bestAsk: yesPrice === null ? null : yesPrice + 10_000,
  ...more,
});

/** Kalshi lists m1, m2, ... at 40¢; `prices` says what they cost when they are asked for by themselves. */
async function openLane(count = 3, more: Partial<Script> = {}, options: TestWriterOptions = {}) {
  const prices = new Map<string, Quote>();
  const script: Script = {
    full: [page(markets(count))],
    quotes: (ids) => [ids.flatMap((id) => prices.get(id) ?? quote(id, 400_000))],
    ...more,
  };
  const test = openTestWriter({ scripts: { kalshi: script }, ...options });
  await test.writer.runOnce(new Set());
  test.asked.length = 0;
  const watch = (...ids: string[]) =>
    test.commands.watchMarkets({ markets: ids.map((id) => ({ platform: "kalshi", id })) });
  const turn = async (ms = TURN_MS): Promise<void> => {
    test.clock.advance(ms);
    await test.laneTurn();
  };
  return {
    test,
    script,
    prices,
    watch,
    turn,
    /** Has these markets watched for the next turn. */
    look: async (...ids: string[]) => {
      await watch(...ids);
      await turn();
    },
    /** Requests for prices since the last call. */
    asked: () => test.asked.splice(0).filter((name) => name.includes(" quotes ")),
    price: (id: string) =>
      test.value("SELECT yes_price FROM market_quotes JOIN markets USING (market_key) WHERE id = ?", id),
  };
}

describe("the fast lane", () => {
  it("says nothing against a pass once the clock was set back", async () => {
    const { test, script, price, look } = await openLane(1);
    await look("m1");
    test.clock.set(-MINUTE_MS);
    script.full = [page([market({ id: "m1", yesPrice: 550_000 })])];
    await test.writer.runOnce(new Set());
    assert.equal(price("m1"), 550_000);
  });

  it("stores the new price of a watched market at its next turn, with its history", async () => {
    const { test, prices, turn, asked, price, look } = await openLane();
    const server = await openTestApi({ writer: test });
    await look("m2");
    prices.set("m2", quote("m2", 550_000, { volume: 200_000, volume24h: 9_000, rawVolume: 2000 }));
    await turn();
    assert.deepEqual(asked(), ["kalshi quotes m2", "kalshi quotes m2"]);
    assert.deepEqual([price("m1"), price("m2")], [400_000, 550_000]);
    const { json } = await server.get("/api/v1/markets?ids=kalshi:m2");
    assert.deepEqual([json.data[0].yes_price, json.data[0].volume], [0.55, 2000]);
    const history = await server.get("/api/v1/markets/kalshi/m2/history?hours=1");
    assert.deepEqual(
      history.json.data.points.map(({ yes_price }: { yes_price: number }) => yes_price),
      [0.4, 0.55],
    );
  });

  it("asks for the markets that alerts name, by themselves or by their event", async () => {
    const { test, turn, asked } = await openLane();
    const other = await openLane();
    await makeAlert(test, { type: "market.price_crossed", scope: { market: "kalshi:m2" }, above: 0.6 });
    await makeAlert(test, { type: "market.resolved", scope: { market: "kalshi:m3" } });
    await turn(30 * SECOND_MS);
    assert.deepEqual(asked(), ["kalshi quotes m2"]);
    await makeAlert(other.test, {
      type: "market.price_moved",
      scope: { event: "kalshi:e1" },
      points: 5,
      windowHours: 24,
    });
    await other.turn(30 * SECOND_MS);
    assert.deepEqual(other.asked(), ["kalshi quotes m1,m2,m3"]);
  });

  it("forgets watched markets after a minute without renewal, and those that another call leaves out", async () => {
    const { test, watch, turn, asked } = await openLane();
    await watch("m1");
    await turn(55 * SECOND_MS);
    await watch("m1", "m2");
    await turn(59 * SECOND_MS);
    await watch("m2");
    await turn(59 * SECOND_MS);
    assert.equal(test.value("SELECT group_concat(market_key) FROM lane_reads"), "2");
    await turn(SECOND_MS);
    assert.deepEqual(asked(), ["kalshi quotes m1", "kalshi quotes m2,m1", "kalshi quotes m2"]);
    assert.equal(test.value("SELECT count(*) FROM lane_reads"), 0);
  });

  it("gives every market a turn, those that were asked for longest ago first", async () => {
    const { asked, look } = await openLane(7, { quotesPerRequest: 3 });
    for (let index = 0; index < 7; index++) {
      await look("m1", "m2", "m3", "m4", "m5", "m6", "m7");
    }
    const counts = new Map<string, number>();
    const turns = asked().map((name) => name.replace("kalshi quotes ", "").split(","));
    assert.deepEqual(turns.slice(0, 3), [
      ["m1", "m2", "m3"],
      ["m4", "m5", "m6"],
      ["m7", "m1", "m2"],
    ]);
    for (const id of turns.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
    assert.deepEqual([...counts.values()], [3, 3, 3, 3, 3, 3, 3]);
  });

  it("takes no turn from a market whose price comes without being asked for", async () => {
    const quotes: Script["quotes"] = (ids) => [[...ids, "m3"].map((id) => quote(id, 410_000))];
    const { asked, price, look } = await openLane(3, { quotesPerRequest: 1, quotes });
    for (let index = 0; index < 3; index++) {
      await look("m1", "m2", "m3");
    }
    assert.deepEqual(
      asked().map((name) => name.replace("kalshi quotes ", "")),
      ["m1", "m2", "m3"],
    );
    assert.equal(price("m3"), 410_000);
  });

  it("comes back to a market, however many others are new at each turn", async () => {
    const { asked, look } = await openLane(10, { quotesPerRequest: 1 });
    for (const others of [[], ["m2", "m3"], ["m4", "m5"], ["m6", "m7"], ["m8", "m9"]]) {
      await look(...others, "m1");
    }
    assert.deepEqual(
      asked().map((name) => name.replace("kalshi quotes ", "")),
      ["m1", "m2", "m1", "m6", "m1"],
    );
  });

  it("asks a platform that renews its figures rarely halfway between its passes, once", async () => {
    const { asked, look } = await openLane(1, { quotesEveryMs: MINUTE_MS });
    const times: number[] = [];
    for (let seconds = 5; seconds <= 60; seconds += 5) {
      await look("m1");
      if (asked().length > 0) times.push(seconds);
    }
    assert.deepEqual(times, [30]);
  });

  it("asks such a platform again after as many turns, though they come a little early", async () => {
    const { watch, turn, asked } = await openLane(1, { quotesEveryMs: MINUTE_MS });
    const turns: number[] = [];
    for (let count = 1; count <= 20; count++) {
      await watch("m1");
      await turn(TURN_MS - 10);
      if (asked().length > 0) turns.push(count);
    }
    assert.deepEqual(turns, [7, 19]);
  });

  it("asks the legs of the best spreads without being told", async () => {
    const asked: string[] = [];
    const script = (price: number): Script => ({
      full: [page([market({ id: "q", ...book(price) })])],
      quotes: (ids) => {
        asked.push(...ids);
        return price === 450_000 ? [ids.map((id) => quote(id, price))] : [];
      },
    });
    const test = openTestWriter({ scripts: { kalshi: script(400_000), polymarket: script(450_000) } });
    await test.writer.runOnce(new Set());
    group(test, [{ a: "kalshi", b: "polymarket" }]);
    await test.laneTurn();
    assert.deepEqual(asked, ["q", "q"]);
    const server = await openTestApi({ writer: test });
    const ages = async (): Promise<number[]> => {
      const { json } = await server.get("/api/v1/arbitrage?all=true");
      return json.data[0].legs.map((leg: { quote_age_seconds: number }) => leg.quote_age_seconds);
    };
    test.clock.advance(2 * MINUTE_MS);
    await test.laneTurn();
    test.clock.advance(3 * SECOND_MS);
    assert.deepEqual(await ages(), [123, 3]);
  });

  it("counts as no pass: nothing is missing, nothing drifts, and the next pass is not put off", async () => {
    const { test, script, prices, look } = await openLane(300);
    prices.set("m1", quote("m1", 600_000));
    const runs = test.value("SELECT count(*) FROM ingest_runs");
    await look("m1");
    assert.equal(test.value("SELECT count(*) FROM ingest_runs"), runs);
    assert.equal(test.value("SELECT count(*) FROM markets WHERE missing_since IS NOT NULL OR status = 'closed'"), 0);
    script.full = [page(markets(300))];
    test.clock.advance(31 * MINUTE_MS);
    const run = await test.pass();
    assert.deepEqual([run.status, run.missing], ["ok", 0]);
  });

  it("believes no lost price and leaves closed markets alone", async () => {
    const { test, prices, price, look } = await openLane();
    test.write(() => test.db.exec("UPDATE markets SET status = 'closed' WHERE id = 'm3'"));
    for (const [index, wrong] of [null, 0, 1_000_000].entries()) {
      prices.set("m1", quote("m1", wrong));
      prices.set("m3", quote("m3", 700_000 + index));
      await look("m1", "m3", "unknown");
    }
    assert.deepEqual([price("m1"), price("m3")], [400_000, 400_000]);
    assert.equal(test.value("SELECT count(*) FROM lane_reads"), 0, "nor does it count as read");
  });

  it("leaves the price of a market alone that closes while it is asked for", async () => {
    const { test, script, asked, price, look } = await openLane();
    script.quotes = (ids) => {
      test.write(() => test.db.exec("UPDATE markets SET status = 'closed' WHERE id = 'm1'"));
      return [ids.map((id) => quote(id, 700_000))];
    };
    await look("m1", "m2");
    assert.deepEqual([asked().length, price("m1"), price("m2")], [1, 400_000, 700_000]);
  });

  it("is newer than a pass that ends right after it, and older than the next one", async () => {
    const { test, script, prices, price, look } = await openLane();
    for (const id of ["m1", "m2"]) prices.set(id, quote(id, 600_000));
    await look("m1", "m2");
    script.full = [page([...markets(1), resolvedMarket({ id: "m2" }), market({ id: "m3" })])];
    await test.pass();
    assert.deepEqual([price("m1"), price("m2")], [600_000, 1_000_000], "but for what it closes");
    test.clock.advance(MINUTE_MS);
    await test.pass();
    assert.equal(price("m1"), 400_000);
  });

  it("is seen by a pass that says again what it said before", async () => {
    const { test, prices, price, look } = await openLane();
    await test.pass();
    prices.set("m1", quote("m1", 600_000));
    await look("m1");
    test.clock.advance(MINUTE_MS);
    await test.pass();
    assert.equal(price("m1"), 400_000);
  });

  it("pauses a platform that fails, longer each time, and asks at each turn once it answers again", async () => {
    let isFailing = true;
    const { test, turn, asked, look } = await openLane(1, {
      quotes: () => [isFailing ? new UpstreamError("http_503", "api.example.com") : [quote("m1", 410_000)]],
    });
    const turns: number[] = [];
    for (let index = 0; index < 40; index++) {
      await look("m1");
      if (asked().length > 0) turns.push(index);
    }
    assert.deepEqual(turns, [0, 2, 6, 14, 30]);
    assert.deepEqual(test.logged[0]?.reason, "http_503 from api.example.com");
    isFailing = false;
    await turn(10 * MINUTE_MS);
    for (let index = 0; index < 3; index++) {
      await look("m1");
    }
    assert.equal(asked().length, 3);
  });

  it("asks for other markets after a batch that fails", async () => {
    const { watch, turn, asked } = await openLane(4, {
      quotesPerRequest: 2,
      quotes: (ids) => [
        ids.includes("m1") ? new UpstreamError("http_400", "api.example.com") : ids.map((id) => quote(id, 410_000)),
      ],
    });
    for (let index = 0; index < 3; index++) {
      await watch("m1", "m2", "m3", "m4");
      await turn(11 * SECOND_MS);
    }
    assert.deepEqual(asked(), ["kalshi quotes m1,m2", "kalshi quotes m3,m4", "kalshi quotes m1,m2"]);
  });

  it("is described by the status: markets and the age of the oldest quote", async () => {
    const { test, turn, look } = await openLane(4, { quotesPerRequest: 1 });
    const server = await openTestApi({ writer: test });
    const lane = async () => (await server.get("/api/v1/status")).json.data.sources.find(isKalshi).lane;
    test.clock.advance(5 * MINUTE_MS);
    await look("m1", "m2");
    assert.deepEqual(await lane(), { markets: 1, oldest_seconds: 0 });
    await turn();
    assert.deepEqual(await lane(), { markets: 2, oldest_seconds: 5 });
  });

  it("is off where its seconds are 0", async () => {
    const { asked, look } = await openLane(1, {}, { config: { laneSeconds: 0 } });
    await look("m1");
    assert.deepEqual(asked(), []);
  });
});

const isKalshi = ({ platform }: { platform: string }): boolean => platform === "kalshi";
