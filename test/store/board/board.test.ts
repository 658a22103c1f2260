import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import type { BoardSubject } from "../../../src/store/board/board.ts";
import { immediately } from "../../../src/store/database/db.ts";
import { openStore } from "../../../src/store/open.ts";
import { DAY_MS, event, HOUR_MS, market, page, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const traded = (id: string, dollars: number, given: Partial<MarketRecord> = {}) =>
  market({ id, eventId: `of ${id}`, volume: dollars * 1000, volume24h: dollars * 100, ...given });

const sports = event({ id: "of game", category: "sports" });

const test = openTestWriter({
  scripts: {
    kalshi: {
      full: [
        page(
          [
            traded("steady", 900),
            traded("fallen", 500, { yesPrice: 200_000, closesAt: START + 2 * HOUR_MS }),
            traded("game", 300, { yesPrice: 700_000, closesAt: START + HOUR_MS }),
            traded("rival", 200, { eventId: "of game", yesPrice: 300_000, closesAt: START + HOUR_MS }),
            traded("over", 9_000, { closesAt: START - HOUR_MS }),
            traded("unpriced", 9_000, { yesPrice: null }),
          ],
          [sports],
        ),
      ],
    },
    polymarket: {
      full: [page([traded("risen", 100, { yesPrice: 450_000 }), traded("endless", 1, { closesAt: null })])],
    },
  },
});
await test.writer.runOnce(new Set());

/** Prices of a day ago; the archive holds what was seen since. */
const past: Readonly<Record<string, number>> = { steady: 401_000, fallen: 600_000, game: 500_000, risen: 400_000 };
const insert = test.db.prepare("INSERT INTO history_points (market_key, at, yes_price, volume) VALUES (?, ?, ?, 0)");
immediately(test.db, () => {
  for (const [id, price] of Object.entries(past)) {
    insert.run(test.value("SELECT market_key FROM markets WHERE id = ?", id), (START - 2 * DAY_MS) / 1000, price);
  }
});

const store = openStore(test.file, undefined);
after(() => store.close());
const find = (given: { platforms?: string[]; category?: string; limit?: number } = {}) =>
  store.board.find({ platforms: ["kalshi", "polymarket"], limit: 10, minVolume24h: 0, now: START, ...given });
const idOf = (row: BoardSubject): string => ("market" in row ? row.market.id : row.question.title);
const idsOf = (rows: readonly BoardSubject[]): string[] => rows.map(idOf);

describe("the board", () => {
  it("names the more likely side of an event in all lists, whichever is traded or moves more", async () => {
    const party = (id: string, price: number, volume: number) =>
      traded(id, volume, { eventId: "house", yesPrice: price, closesAt: START + DAY_MS });
    const script: Script = { full: [page([party("democrats", 400_000, 900), party("republicans", 610_000, 100)])] };
    const sides = openTestWriter({ scripts: { kalshi: script } });
    await sides.writer.runOnce(new Set());
    sides.clock.fixAt(START + HOUR_MS);
    script.full = [page([party("democrats", 340_000, 900), party("republicans", 650_000, 100)])];
    await sides.writer.runOnce(new Set());
    const read = openStore(sides.file, undefined);
    after(() => read.close());
    const query = { platforms: ["kalshi"], limit: 10, minVolume24h: 0, now: START + HOUR_MS };
    const lists = read.board.find(query);
    const named = [lists.traded, lists.closing].map(idsOf);
    assert.deepEqual(named, [["republicans"], ["republicans"]]);
    for (const movers of [lists.movers, read.board.listMovers(query)]) assert.ok(!idsOf(movers).includes("democrats"));
  });

  it("lists open markets with a price by their 24-hour volume, one of each event", () => {
    assert.deepEqual(idsOf(find().traded), ["steady", "fallen", "game", "risen", "endless"]);
    assert.deepEqual(idsOf(find({ limit: 2 }).traded), ["steady", "fallen"]);
  });

  it("lists those that moved by how far, and leaves out what hardly did", () => {
    const { movers } = find();
    assert.deepEqual(
      movers.map((row) => [idOf(row), row.priceChange24h]),
      [
        ["fallen", -400_000],
        ["game", 200_000],
        ["risen", 50_000],
      ],
    );
  });

  it("gives the course of each price up to now, and none where the past is not known", () => {
    const [steady, fallen] = find().traded;
    assert.equal(fallen?.course.length, 13);
    assert.deepEqual([fallen?.course[0], fallen?.course.at(-1)], [600_000, 200_000]);
    assert.equal(steady?.course[0], 401_000);
    assert.deepEqual(find().traded.at(-1)?.course, []);
    assert.equal(find().traded.at(-1)?.priceChange24h, null);
  });

  it("lists what closes by when it does, without what is over or never ends", () => {
    assert.deepEqual(idsOf(find().closing).slice(0, 2), ["game", "fallen"]);
    assert.ok(!idsOf(find().closing).some((id) => id === "over" || id === "endless"));
  });
});

describe("movers", () => {
  it("are those that moved most, however many others are traded more, above the floor of volume", async () => {
    const list = (moved: number) => [
      page([
        ...Array.from({ length: 250 }, (_, index) => traded(`busy ${index}`, 5000, { yesPrice: 400_000 + moved / 12 })),
        traded("republicans", 150, { title: "Republicans win North Carolina", yesPrice: 400_000 + moved }),
        traded("democrats", 160, { title: "Democrats win Michigan", yesPrice: 600_000 - (moved * 3) / 4 }),
        traded("dust", 20, { yesPrice: 200_000 + moved * 3 }),
      ]),
    ];
    const script: Script = { full: list(0) };
    const moving = openTestWriter({ scripts: { kalshi: script } });
    await moving.pass();
    moving.clock.advance(DAY_MS);
    script.full = list(120_000);
    await moving.pass();
    const store = openStore(moving.file, undefined);
    const readMovers = (minVolume24h: number) =>
      store.board
        .listMovers({ platforms: ["kalshi"], limit: 3, minVolume24h, now: moving.clock.now() })
        .map((row) => [idOf(row), row.priceChange24h]);
    const [first, second] = [
      ["republicans", 120_000],
      ["democrats", -90_000],
    ];
    assert.deepEqual(readMovers(10_000).slice(0, 2), [first, second]);
    assert.deepEqual(readMovers(0), [["dust", 360_000], first, second]);
    store.close();
    await moving.writer.close();
  });
});
