import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openAnalytics } from "../../src/store/analytics.ts";
import { openArbitrage } from "../../src/store/arbitrage.ts";
import { openBoard } from "../../src/store/board.ts";
import { openCompare } from "../../src/store/compare.ts";
import { type Db, openDatabase } from "../../src/store/db.ts";
import { openDetails } from "../../src/store/detail.ts";
import { EVENT_SORTS, type EventQuery, openEvents } from "../../src/store/events.ts";
import { MARKET_SORTS, type MarketQuery, openMarkets } from "../../src/store/markets.ts";
import { openPopular } from "../../src/store/popular.ts";
import { openPrices } from "../../src/store/prices.ts";
import { getQuery } from "../../src/store/queries.ts";
import { openResolved } from "../../src/store/resolved.ts";
import { openSearch } from "../../src/store/search.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/builders.ts";
import { openTestWriter } from "../support/writer.ts";

/** Runs `work` on a reader's connection and fails when one of the statements it prepared would read a whole table or sort. */
function assertFast(work: (db: Db) => void): void {
  const { db, texts } = noteStatements(work);
  for (const text of texts) assert.deepEqual(slowLinesOf(db, text.replaceAll("?", "@value")), [], text);
}

const test = openTestWriter({
  scripts: {
    kalshi: {
      full: [
        page(
          [market({ id: "a", eventId: "e1", volume: 500, closesAt: START + DAY_MS })],
          [event({ id: "e1", category: "politics" })],
        ),
      ],
      resolved: [page([resolvedMarket({ id: "b", eventId: "e1" })], [event({ id: "e1", category: "politics" })])],
    },
  },
});
await test.tick();

/** Runs `work` on a reader's connection and gives the statements it prepared. */
function noteStatements(work: (db: Db) => void): { db: Db; texts: readonly string[] } {
  const db = openDatabase(test.file, "read-only", undefined);
  after(() => db.close());
  const texts: string[] = [];
  const prepare = db.prepare.bind(db);
  const noting = (text: string) => {
    if (!text.startsWith("PRAGMA")) texts.push(text);
    return prepare(text);
  };
  work(Object.assign(db, { prepare: noting as Db["prepare"] }));
  Object.assign(db, { prepare });
  assert.ok(texts.length > 0, "something was prepared");
  return { db, texts };
}

/** The lines of SQLite's plan that sort, or read all of a table that may be large. */
const slowLinesOf = (db: Db, text: string): string[] =>
  planOf(db, text).filter((line) =>
    /TEMP B-TREE|^SCAN (markets|events|ingest_runs|history_\w+|outcome_checks|daily_volumes|matches)\b/.test(line),
  );

function planOf(db: Db, text: string): string[] {
  const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, null]);
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(Object.fromEntries(names)) as { detail: string }[];
  const plan = rows.map(({ detail }) => detail);
  assert.ok(plan.length > 0);
  return plan;
}

const naturalOrder = (sort: MarketQuery["sort"]) => (sort === "closing" ? "asc" : "desc");
const reverseOrder = (sort: MarketQuery["sort"]) => (sort === "closing" ? "desc" : "asc");

const HOT_MARKETS: readonly (readonly [string, Partial<MarketQuery>])[] = [
  ...MARKET_SORTS.map((sort) => [`open, by ${sort}`, { sort, order: naturalOrder(sort) }] as const),
  ...MARKET_SORTS.map((sort) => [`open, by ${sort}, reversed`, { sort, order: reverseOrder(sort) }] as const),
  ["all, by volume", { status: "all" }],
  ["closed, by volume", { status: "closed" }],
  ["of a platform", { platform: "kalshi" }],
  ["of a platform, all", { platform: "kalshi", status: "all" }],
  ["of a platform, by when they changed", { platform: "kalshi", sort: "updated" }],
  ["of a category", { category: "politics" }],
  ["of a platform and a category", { platform: "kalshi", category: "politics" }],
  ["of at least some volume", { minVolume: 100 }],
  ["closing soon", { sort: "closing", order: "asc", closingBefore: START + 2 * DAY_MS }],
  ["changed lately", { sort: "updated", updatedSince: 1 }],
];

describe("the hot lists of markets are read from an index, in its order", () => {
  for (const [name, query] of HOT_MARKETS) {
    it(name, () => {
      const whole: MarketQuery = { status: "open", minVolume: 0, sort: "volume", order: "desc", ...query };
      assertFast((db) => openMarkets(db, []).list(whole, { page: 1, size: 50 }));
    });
  }
});

const FEW_MARKETS: readonly (readonly [string, Partial<MarketQuery>, RegExp])[] = [
  ["of an event", { eventId: "e1" }, /INDEX markets_by_event \(event_key=\?\)/],
  ["of an event of a platform", { eventId: "e1", platform: "kalshi" }, /INDEX markets_by_event \(event_key=\?\)/],
  ["by their ids", { ids: [{ platform: "kalshi", id: "a" }] }, /INTEGER PRIMARY KEY \(rowid=\?\)/],
];

describe("the few markets of a narrow filter are looked up and then sorted", () => {
  for (const [name, query, expected] of FEW_MARKETS) {
    it(name, () => {
      const whole: MarketQuery = { status: "all", minVolume: 0, sort: "volume", order: "desc", ...query };
      const { db, texts } = noteStatements((reader) => openMarkets(reader, []).list(whole, { page: 1, size: 50 }));
      for (const text of texts.filter((one) => one.includes(" FROM markets "))) {
        const plan = planOf(db, text).filter((line) => /^(SEARCH|SCAN) markets\b/.test(line));
        assert.ok(plan.length > 0 && plan.every((line) => expected.test(line)), `${text}\n${plan.join("\n")}`);
      }
    });
  }
});

describe("the board is read from indexes", () => {
  it("of all, and of a category", () => {
    for (const category of [undefined, "politics"]) {
      assertFast((db) => openBoard(db).find({ platforms: ["kalshi"], category, limit: 10, now: 0 }));
    }
  });
});

const HOT_EVENTS: readonly (readonly [string, Partial<EventQuery>])[] = [
  ...EVENT_SORTS.map((sort) => [`open, by ${sort}`, { sort }] as const),
  ...EVENT_SORTS.map((sort) => [`open, by ${sort}, reversed`, { sort, order: "asc" }] as const),
  ["all, by volume", { status: "all" }],
  ["of a platform", { platform: "kalshi" }],
  ["of a category", { category: "politics" }],
  ["of a platform and a category", { platform: "kalshi", category: "politics" }],
];

describe("the hot lists of events are read from an index, in its order", () => {
  for (const [name, query] of HOT_EVENTS) {
    it(name, () => {
      const whole: EventQuery = { status: "open", sort: "volume", order: "desc", ...query };
      assertFast((db) => openEvents(db, []).list(whole, { page: 1, size: 50 }));
    });
  }
});

const OPPORTUNITIES = {
  platforms: ["kalshi"],
  legPlatforms: [],
  minSpread: 1,
  minScore: 1,
  sort: "spread",
  page: 1,
  size: 50,
  now: START,
} as const;

describe("other answers are read from an index, in its order", () => {
  const ANSWERS: readonly (readonly [string, (db: Db) => void])[] = [
    ["an event", (db) => openEvents(db, []).find("kalshi", "e1")],
    ["a market in detail", (db) => openDetails(db).find("kalshi", "a", 0)],
    ["popular markets", (db) => openPopular(db).list({ platforms: ["kalshi"], limit: 20, now: 0 })],
    ["a search", (db) => openSearch(db, []).find({ text: "happen", status: "all", limit: 20 })],
    [
      "a comparison",
      (db) => openCompare(db).search({ platforms: ["kalshi"], minScore: 1, now: 0, text: "a", limit: 20 }),
    ],
    ["prices", (db) => openPrices(db).find("kalshi", "a", { from: 0, to: START, limit: 10 })],
    ["opportunities", (db) => openArbitrage(db).list(OPPORTUNITIES)],
    ["resolved markets", (db) => openResolved(db).list({ platforms: ["kalshi"], limit: 20 })],
    ["markets by volume", (db) => openAnalytics(db).countByVolume({ platforms: ["kalshi"], status: "open" })],
    ["daily volumes", (db) => openAnalytics(db).listDailyVolumes({ platforms: ["kalshi"], firstDay: 1, lastDay: 2 })],
  ];
  for (const [name, answer] of ANSWERS) it(name, () => assertFast(answer));
});

describe("what follows a cursor is read from an index, in its order", () => {
  const keys = { volume: "volume", price: "yes_price", updated: "updated_at", volume_24h: "volume_24h", closing: "" };
  for (const sort of MARKET_SORTS) {
    it(`by ${sort}`, () => {
      const key = sort === "closing" ? "ifnull(closes_at, 9007199254740991)" : keys[sort];
      const parts = [`markets:${key}:false`, 1, "kalshi", "a"];
      const after = Buffer.from(JSON.stringify(parts)).toString("base64url");
      const query: MarketQuery = { status: "open", minVolume: 0, sort, order: naturalOrder(sort) };
      assertFast((db) => openMarkets(db, []).list(query, { after, size: 50 }));
    });
  }
});

describe("what the writer asks for again and again is read from an index", () => {
  const QUERIES: readonly (readonly [noun: string, name: string])[] = [
    ["catalogue", "findEvent"],
    ["catalogue", "findMarket"],
    ["catalogue", "moveMarketsToCategory"],
    ["catalogue", "refreshEventTotals"],
    ["catalogue", "addEventVolumes"],
    ["catalogue", "addEventVolume24h"],
    ["catalogue", "findGroupKey"],
    ["catalogue", "deleteSpreads"],
    ["catalogue", "markMissing"],
    ["catalogue", "closeMarket"],
    ["catalogue", "listExpected"],
    ["catalogue", "sampleIds"],
    ["catalogue", "listPassedClose"],
    ["outcomes", "listDue"],
    ["runs", "latest"],
    ["runs", "latestOk"],
    ["runs", "failuresInARow"],
    ["runs", "heldSince"],
    ["history", "deleteFolded"],
  ];
  for (const [noun, name] of QUERIES) {
    it(`${noun}: ${name}`, () => {
      const { db } = openTestWriter();
      assert.deepEqual(slowLinesOf(db, getQuery(noun, name).replaceAll("?", "@value")), []);
    });
  }
});
