import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import type { BoardSubject } from "../../../src/store/board/board.ts";
import { immediately } from "../../../src/store/database/db.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Question } from "../../../src/store/questions/question.ts";
import { DAY_MS, event, HOUR_MS, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit", "manifold"];
const OUTCOMES = ["hold", "cut 25", "cut 50", "hike"];
const NUMBERS = Array.from({ length: 12 }, (_, index) => index);

const traded = (id: string, dollars: number, given: Partial<MarketRecord> = {}) =>
  market({ id, eventId: `of ${id}`, volume: dollars * 1000, volume24h: dollars * 100, ...given });

/** The outcomes of one meeting, the most traded of all; "hike" has no partner. */
const meeting = (among = OUTCOMES) => among.map((id, index) => traded(id, 900 - index, { eventId: "meeting" }));

/** Asked on Kalshi and on Polymarket, each less than the one before. */
const numbered = (given: Partial<MarketRecord> = {}) =>
  NUMBERS.map((index) => traded(`q${index}`, 100 - index, { closesAt: START + (index + 1) * HOUR_MS, ...given }));

async function open(scripts: Readonly<Record<string, Script>>, matches: Parameters<typeof group>[1]) {
  const test = openTestWriter({ scripts });
  await test.tick();
  group(test, matches);
  const store = openStore(test.file, undefined);
  after(() => store.close());
  const find = (given: { platforms?: string[]; category?: string; limit?: number } = {}) =>
    store.board.find({ platforms: PLATFORMS, limit: 10, minVolume24h: 0, now: START, ...given });
  return { test, store, find };
}

const onPair = (id: string, isInverted = false) => ({ a: "kalshi", b: "polymarket", id, isInverted });

const { test, store, find } = await open(
  {
    kalshi: {
      full: [
        page(
          [
            ...meeting(),
            ...numbered(),
            traded("alone", 195),
            traded("turned", 30, { yesPrice: 300_000 }),
            traded("played", 5),
          ],
          [event({ id: "of turned", category: "sports" })],
        ),
      ],
    },
    polymarket: {
      full: [
        page(
          [...meeting(), ...numbered({ yesPrice: 450_000 }), traded("turned", 10, { yesPrice: 600_000 })],
          [event({ id: "of turned", category: "sports" })],
        ),
      ],
    },
    predictit: { full: [page([traded("hold", 1, { eventId: "meeting" })])] },
    manifold: { full: [page([traded("played", 80, { yesPrice: 900_000 })])] },
  },
  [
    ...["hold", "cut 25", "cut 50", "turned"].map((id) => onPair(id, id === "turned")),
    ...NUMBERS.map((index) => onPair(`q${index}`)),
    { a: "kalshi", b: "predictit", id: "hold" },
    { a: "kalshi", b: "manifold", id: "played" },
  ],
);

const keyOf = (platform: string, id: string) =>
  test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id);

/** Prices of a day ago. */
const insert = test.db.prepare("INSERT INTO history_points (market_key, at, yes_price, volume) VALUES (?, ?, ?, 0)");
immediately(test.db, () => {
  for (const [platform, id, price] of [
    ["kalshi", "turned", 200_000],
    ["polymarket", "turned", 800_000],
    ["kalshi", "q3", 100_000],
  ] as const) {
    insert.run(keyOf(platform, id), (START - 2 * DAY_MS) / 1000, price);
  }
});

const idOf = (row: BoardSubject): string => ("market" in row ? row.market.id : (row.question.members[0]?.id ?? ""));
const idsOf = (rows: readonly BoardSubject[]): string[] => rows.map(idOf);

function questionOf(rows: readonly BoardSubject[], id: string): Question {
  const row = rows.find((one) => idOf(one) === id);
  assert.ok(row !== undefined && "question" in row, `a question ${id} is listed`);
  return row.question;
}

describe("questions on the board", () => {
  it("fill each list once, with markets that have no question, and with one row of an event", () => {
    const { traded, closing } = find();
    assert.deepEqual(idsOf(traded), ["hold", "q0", "q1", "q2", "alone", "q3", "q4", "q5", "q6", "q7"]);
    assert.deepEqual(
      idsOf(closing),
      NUMBERS.slice(0, 8)
        .map((index) => `q${index}`)
        .concat("hold", "alone"),
    );
  });

  it("have the figures that the list of questions gives", () => {
    const filter = { status: "all", minVolume: 0, minGap: 0, realMoneyOnly: false } as const;
    const query = { ...filter, sort: "volume_24h", order: "desc", now: START } as const;
    const listed = store.questions.list(query, { page: 1, size: 50 }).questions;
    const { traded, closing, movers } = find({ limit: 50 });
    const shown = [traded, closing, movers].flat().flatMap((row) => ("question" in row ? [row.question] : []));
    assert.ok(shown.length > 20);
    for (const question of shown) {
      const { risks: _, ...row } = listed.find(({ id }) => id === question.id) ?? {};
      assert.deepEqual(question, row);
    }
    assert.deepEqual(
      questionOf(traded, "hold").members.map(({ platform }) => platform),
      ["kalshi", "polymarket", "predictit"],
    );
    assert.equal(questionOf(traded, "q0").volume24h, 2 * 100 * 100);
  });

  it("move by the prices of then at the weights of now, in their own direction", () => {
    const { movers } = find();
    const row = movers.find((one) => idOf(one) === "turned");
    const { price, members } = questionOf(movers, "turned");
    const isTurned = members.find(({ platform }) => platform === "kalshi")?.isInverted ?? false;
    assert.deepEqual([price, row?.priceChange24h], isTurned ? [675_000, -125_000] : [325_000, 125_000]);
    assert.deepEqual([row?.course[0], row?.course.at(-1)], isTurned ? [800_000, 675_000] : [200_000, 325_000]);
  });

  it("move by the markets that were known then: another that joined is no move", () => {
    const row = find().movers.find((one) => idOf(one) === "q3");
    assert.equal(row?.priceChange24h, 300_000);
  });

  it("have no play money in price and volume", () => {
    const { price, volume24h, members } = questionOf(find({ limit: 50 }).traded, "played");
    assert.deepEqual([price, volume24h], [400_000, 500]);
    assert.deepEqual(
      members.map(({ platform }) => platform),
      ["kalshi", "manifold"],
    );
  });

  it("are shown whole for a platform and a category they take part in", () => {
    assert.deepEqual(idsOf(find({ platforms: ["manifold"] }).traded), ["played"]);
    assert.deepEqual(idsOf(find({ platforms: ["predictit"] }).traded), ["hold"]);
    assert.equal(questionOf(find({ platforms: ["predictit"] }).traded, "hold").members.length, 3);
    const { traded, movers } = find({ category: "sports" });
    assert.deepEqual([idsOf(traded), idsOf(movers)], [["turned"], ["turned"]]);
  });

  it("are one row where they differ only in what one implies of the other", () => {
    const relate = test.db.prepare(
      "INSERT INTO near_misses (a_market_key, b_market_key, score, veto, reasons, relation) VALUES (?, ?, 1, '', '[]', 'subset')",
    );
    test.write(() => relate.run(keyOf("kalshi", "q0"), keyOf("polymarket", "q1")));
    assert.deepEqual(idsOf(find().traded), ["hold", "q0", "q2", "alone", "q3", "q4", "q5", "q6", "q7", "q8"]);
  });
});

describe("results on the board", async () => {
  const ended = (id: string, outcome: "yes" | "no", hours: number) =>
    resolvedMarket({ id, eventId: `of ${id}`, outcome, resolvedAt: START - hours * HOUR_MS });
  const resolved = await open(
    {
      kalshi: {
        full: [page([])],
        resolved: [page([ended("same", "yes", 4), ended("turned", "yes", 2), ended("half", "no", 5)])],
      },
      polymarket: {
        full: [page([traded("half", 1)])],
        resolved: [page([ended("same", "yes", 1), ended("turned", "no", 3), ended("alone", "no", 6)])],
      },
      predictit: { full: [page([])], resolved: [page([ended("same", "no", 7)])] },
    },
    [onPair("same"), onPair("turned", true), onPair("half")],
  );
  const { results } = resolved.find();

  it("name each question once, when it last resolved", () => {
    assert.deepEqual(
      results.map((row) => [idOf(row), row.resolvedAt]),
      [
        ["same", START - HOUR_MS],
        ["turned", START - 2 * HOUR_MS],
        ["half", START - 5 * HOUR_MS],
        ["alone", START - 6 * HOUR_MS],
        ["same", START - 7 * HOUR_MS],
      ],
    );
  });

  it("have the outcome in the question's direction, and the platforms that resolved it", () => {
    const found = results.flatMap((row) => ("question" in row ? [row] : []));
    const first = (id: string) => found.find((row) => idOf(row) === id);
    assert.equal(first("same")?.outcome, "yes");
    assert.deepEqual(
      first("half")?.resolved.map(({ platform }) => platform),
      ["kalshi"],
    );
    const turned = first("turned");
    const kalshi = turned?.question.members.find(({ platform }) => platform === "kalshi");
    assert.equal(turned?.outcome, kalshi?.isInverted ? "no" : "yes");
  });
});
