import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { listEmbedded, readEmbedded } from "../../src/embedded.ts";
import { countByCategory, countByVolume, listDailyVolumes } from "../../src/store/analytics.ts";
import { searchComparisons } from "../../src/store/compare.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { listQueries } from "../../src/store/database/queries.ts";
import { findDetail } from "../../src/store/detail.ts";
import { type EventQuery, findEvent, listEvents } from "../../src/store/events.ts";
import { findPrices } from "../../src/store/history/history.ts";
import { listMarketsBelow } from "../../src/store/links.ts";
import { createLists } from "../../src/store/lists/listed.ts";
import { listMarkets, listPopular, type MarketQuery } from "../../src/store/markets.ts";
import { lookAtChanges } from "../../src/store/mirror-source.ts";
import { createFigures } from "../../src/store/questions/figures.ts";
import { listQuestions } from "../../src/store/questions/questions.ts";
import { search } from "../../src/store/search/search.ts";
import { findOpportunities } from "../../src/store/spreads/arbitrage.ts";
import { createTopics } from "../../src/store/topics/figures.ts";
import { listMovers, listResults } from "../../src/store/topics/movers.ts";
import { findTopic, listTopics } from "../../src/store/topics/topics.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

/**
 * Runs `work` on a reader's connection and fails when one of the statements it prepared would read a whole table of the file or
 * sort. Lists scan and sort their narrow tables in memory.
 */
function assertFast(work: (db: Db) => void): void {
  const { db, texts } = noteStatements(work);
  for (const text of texts.filter((one) => !IN_MEMORY.test(one)))
    assert.deepEqual(slowLinesOf(db, text.replaceAll("?", "@value")), [], text);
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

const IN_MEMORY =
  /\b(FROM|INTO|UPDATE) (temp\.)?(open_markets|touched_markets|listed_|list_|question_figures|changed_questions|noted_generation|hidden_|topic_figures|changed_events|relinked_events|topic_noting)|^CREATE TEMP/;

/** Runs `work` on a reader's connection and gives the statements it prepared. */
function noteStatements(work: (db: Db) => void): { db: Db; texts: readonly string[] } {
  const db = openDatabase(test.file, "read-only", undefined);
  after(() => db.close());
  createLists(db, []);
  createFigures(db);
  createTopics(db);
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

/** The lines of SQLite's plan that sort, or read all of anything that is not small by its nature. */
const slowLinesOf = (db: Db, text: string): string[] =>
  planOf(db, text).filter(
    (line) =>
      (/TEMP B-TREE|^SCAN /.test(line) &&
        !SMALL.test(line) &&
        !(text.includes("WHERE 1 = 1") && OF_LISTS.test(line))) ||
      ALL_FIGURES.test(line),
  );

/** All questions, where one is asked for by its key. */
const ALL_FIGURES = /question_figures USING PRIMARY KEY \(is_real_money_only=\?\)$/;

/**
 * Rows made on the way, full-text search, lists a caller gives, what other steps of the same statement found, the fast lane,
 * the markets of all questions, and what a reader keeps in few rows.
 */
const SMALL =
  /^SCAN (CONSTANT ROW|\(subquery-\d+\)|\S+ VIRTUAL TABLE INDEX|recent$|asked$|found$|hits$|best$|reached$|lane_reads$|questions USING COVERING INDEX questions_by_group$|hidden_platforms\b|list_state$)/;

/** Of lists, which are sorted in memory; the test of lists of markets says what these read. */
const OF_LISTS = /TEMP B-TREE|^SCAN (listed_events|listed_markets|market_counts|event_counts)$/;

function planOf(db: Db, text: string): string[] {
  const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, null]);
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(Object.fromEntries(names)) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}

describe("lists are read by key", () => {
  it("of markets, whatever they are filtered by", () => {
    const query: MarketQuery = { status: "open", minVolume: 0, sort: "volume", order: "desc", now: 0 };
    const filters: readonly Partial<MarketQuery>[] = [
      {},
      { platform: "kalshi", minVolume: 100 },
      { eventId: "e1" },
      { ids: [{ platform: "kalshi", id: "a" }] },
    ];
    for (const filter of filters) {
      assertFast((db) => listMarkets(db, { ...query, ...filter }, { page: 1, size: 50 }));
    }
  });

  it("of events, those by volume in the order of an index", () => {
    const query: EventQuery = { status: "open", sort: "volume", order: "desc" };
    assertFast((db) => listEvents(db, query, { page: 1, size: 50 }));
    const { db, texts } = noteStatements((one) => listEvents(one, query, { page: 1, size: 50 }));
    const page = texts.find((text) => text.includes("FROM listed_events") && text.includes("ORDER BY value")) ?? "";
    const plan = planOf(db, page.replaceAll("?", "@value"));
    assert.deepEqual(
      plan.filter((line) => /listed_events|TEMP B-TREE/.test(line)),
      ["SCAN listed_events USING COVERING INDEX listed_events_by_volume"],
    );
  });

  it("of movers and results: of all, and of a category", () => {
    for (const category of [undefined, "politics"]) {
      const query = { platforms: ["kalshi"], category, limit: 10, now: 0 };
      assertFast((db) => listMovers(db, { ...query, minVolume24h: 0 }));
      assertFast((db) => listResults(db, query));
    }
  });

  it("of topics", () => {
    const filters = { status: "open", text: "happen", now: 0, questionIds: ["0"] } as const;
    const named = [{ platform: "kalshi", id: "a" }];
    const query = { ...filters, events: named, markets: named, sort: "trending", order: "desc" } as const;
    assertFast((db) => listTopics(db, query, { page: 1, size: 50 }));
    assertFast((db) => findTopic(db, "kalshi", "e1", START));
  });

  it("of questions", () => {
    const filters = { status: "open", minVolume: 0, minGap: 0, realMoneyOnly: false, text: "happen", now: 0 } as const;
    assertFast((db) => listQuestions(db, { ...filters, sort: "volume", order: "desc" }, { page: 1, size: 50 }));
  });
});

/** What a list of markets reads, by what it asks: once for its total, unless that is a sum of counts, and once for its page. */
const READ_BY_LISTS: readonly (readonly [Partial<MarketQuery>, readonly string[]])[] = [
  [{}, ["SCAN open_markets_by_volume"]],
  [{ platform: "kalshi", sort: "volume_24h" }, ["SCAN open_markets_by_volume_24h"]],
  [{ minVolume: 100, maxPrice: 500_000 }, ["SEARCH open_markets_by_volume", "SEARCH open_markets_by_volume"]],
  [{ minVolume: 100, sort: "price" }, ["SEARCH open_markets_by_volume", "SCAN open_markets, sorted"]],
  [{ closingAfter: 1 }, ["SCAN open_markets", "SCAN open_markets, sorted"]],
  [{ sort: "change" }, ["SCAN open_markets, sorted"]],
  [{ status: "closed", platform: "kalshi" }, ["SCAN closed_markets_by_volume"]],
  [
    { status: "closed", sort: "resolved", resolvedSince: 1 },
    ["SEARCH closed_markets_by_resolved_at", "SEARCH closed_markets_by_resolved_at"],
  ],
  [{ status: "all" }, ["SCAN open_markets_by_volume, SCAN closed_markets_by_volume"]],
  [{ status: "all", sort: "price" }, ["SCAN open_markets, sorted, SCAN closed_markets_by_price"]],
  [{ status: "all", sort: "price", platform: "kalshi" }, ["SCAN open_markets, sorted, SCAN closed_markets_by_price"]],
  [
    { status: "closed", sort: "updated", minVolume: 100 },
    ["SEARCH closed_markets_by_volume", "SCAN closed_markets_by_updated_at"],
  ],
  [{ status: "closed", sort: "closing", order: "asc" }, ["SCAN closed_markets_by_closes_at"]],
  [{ text: "happen" }, ["SEARCH open_markets", "SEARCH open_markets, sorted"]],
];

describe("lists of markets read the least of their tables", () => {
  for (const [filter, expected] of READ_BY_LISTS) {
    it(JSON.stringify(filter), () => {
      const query: MarketQuery = { status: "open", minVolume: 0, sort: "volume", order: "desc", now: 0, ...filter };
      const { db, texts } = noteStatements((one) => listMarkets(one, query, { page: 1, size: 50 }));
      const lists = texts.filter(
        (text) => /FROM (open|closed)_markets/.test(text) && /count\(\*\)|ORDER BY value/.test(text),
      );
      assert.deepEqual(
        lists.map((text) => toRead(planOf(db, text.replaceAll("?", "@value")))),
        expected,
      );
    });
  }
});

/** What a plan reads of listed markets, and whether it sorts that. Without an index, rows are looked up or all scanned.
 * SQLite calls no index covering where a column is computed, such as a change. */
const toRead = (plan: readonly string[]): string =>
  plan
    .flatMap((line) => {
      const [, way, table, index] =
        /^(SCAN|SEARCH) ((?:open|closed)_markets)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
      if (way !== undefined) return [`${way} ${index ?? table}`];
      return line.includes("TEMP B-TREE FOR ORDER BY") ? ["sorted"] : [];
    })
    .join(", ");

const OPPORTUNITIES = { platforms: ["kalshi"], now: START } as const;

describe("other answers are read from an index, in its order", () => {
  const ANSWERS: readonly (readonly [string, (db: Db) => void])[] = [
    ["games of a league", (db) => listMarketsBelow(db, ["https://example.com/"], ["open"])],
    ["an event", (db) => findEvent(db, "kalshi", "e1", START)],
    ["the mirror", (db) => lookAtChanges(db, 0, 10)],
    ["a market in detail", (db) => findDetail(db, { platform: "kalshi", id: "a", now: 0, hidden: [] })],
    ["popular markets", (db) => listPopular(db, { platforms: ["kalshi"], now: 0 }, { page: 1, size: 20 })],
    [
      "a search",
      (db) =>
        search(db, {
          text: "happen",
          status: "all",
          limit: 20,
          now: START,
        }),
    ],
    [
      "a comparison",
      (db) =>
        searchComparisons(db, {
          platforms: ["kalshi"],
          minScore: 1,
          now: 0,
          text: "a",
          limit: 20,
        }),
    ],
    ["prices", (db) => findPrices(db, "kalshi", "a", { from: 0, to: START, limit: 10 })],
    ["the spreads of one question", (db) => findOpportunities(db, [], ["same:1"], OPPORTUNITIES)],
    ["markets by volume", (db) => countByVolume(db, { platforms: ["kalshi"], status: "open" })],
    ["markets by category", (db) => countByCategory(db, { platforms: ["kalshi"], status: "open" })],
    ["daily volumes", (db) => listDailyVolumes(db, { platforms: ["kalshi"], firstDay: 1, lastDay: 2 })],
  ];
  for (const [name, answer] of ANSWERS) it(name, () => assertFast(answer));
});

describe("named statements are read from an index", () => {
  /** Those that read all of what is small, run at the start or once a day, or sort what they found by keys. */
  const OTHERS: Readonly<Record<string, string>> = {
    alerts: "count countFirings listKeys listNamed listWaiting",
    arbitrage:
      "deleteImpliedSpreads eventsOfMarkets exclusiveEvents groupKeys impliedKeys insertEventSpreads insertGroupSpreads insertImpliedSpreads",
    billing: "listOfKey listPrices listToCancel listToClose",
    books: "deleteOld listLegs",
    "change-log": "count deleteOldest",
    criteria: "listMatched",
    deliveries: "count listHeld",
    events: "storedPlatforms",
    export: "matches",
    history: "rollUpCandles rollUpPoints",
    judge: "countAgreed listDue",
    keys: "count insert",
    lane: "listNamed listOpen",
    "match-reports": "count list",
    matches:
      "chooseMatches count countDecided countMatches countMissed countPropositions countQueued countUndecided " +
      "deleteOldFrequencies findVerdict listDecidedKeys listDecisions listGroupedOf listLinked listMatchesAmong " +
      "listMatchesOfSiblings listRungs listWithoutRules",
    outcomes: "bringForward deleteOld",
    questions: "hiddenOf hiddenPlatforms notedGeneration oldestOf setNoted someChanged",
    reviews: "isFirstMatchingDue",
    runs: "countAll deleteOld deleteOldDays listRejections shift",
    topics: "asked nextClosed notedTo ofQuestion setNoted someChanged someRelinked startLinking startNoting",
    webhooks: "disableBeyondPlan listEnded",
  };
  const { db } = openTestWriter();
  createLists(db, []);
  createFigures(db);
  createTopics(db);
  for (const [noun, queries = []] of Map.groupBy(listQueries(), (query) => query.noun)) {
    it(`of ${noun}`, () => {
      const slow = queries.filter(({ text }) => slowLinesOf(db, text.replaceAll("?", "@value")).length > 0);
      assert.equal(
        slow
          .map(({ name }) => name)
          .toSorted()
          .join(" "),
        OTHERS[noun] ?? "",
      );
    });
  }

  it("the pairs of one group, which the writer reads with every new quote", () => {
    assert.deepEqual(slowLinesOf(db, "SELECT * FROM group_pairs WHERE group_key = @groupKey"), []);
  });
});

describe("what any statement is limited to", () => {
  it("is no bare parameter: SQLite would plan the statement again each time it is run", () => {
    const bare = listEmbedded("sql/queries").filter((path) => /\bLIMIT\s+[@?:$]/i.test(readEmbedded(path)));
    assert.deepEqual(bare, []);
  });
});
