import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { findMarket } from "../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../src/store/catalogue/market-writer.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { signInAsOperator } from "../support/web/operator.ts";

interface Resolved {
  readonly id: string;
  /** From the start until it closes two days later. */
  readonly price: number;
  readonly outcome: "yes" | "no" | "split" | "void";
  readonly volume?: number;
  readonly title?: string;
}

/** Markets that were open for two days at one price, and then resolved. */
const open = ({ id, price, volume = 100_000, title = `Will ${id} happen?` }: Resolved) =>
  market({ id, title, volume, yesPrice: price, createdAt: START, closesAt: START + 2 * DAY_MS });

const ended = (given: Resolved) => ({
  ...open(given),
  status: "closed" as const,
  yesPrice: given.outcome === "yes" ? 1_000_000 : 0,
  outcome: given.outcome,
  settlementPrice: given.outcome === "yes" ? 1_000_000 : 0,
  resolvedAt: START + 2 * DAY_MS + 1,
});

const MARKETS: Record<string, readonly Resolved[]> = {
  kalshi: [
    { id: "a", price: 620_000, outcome: "yes", volume: 300_000 },
    { id: "b", price: 640_000, outcome: "no" },
    { id: "c", price: 910_000, outcome: "yes" },
    { id: "d", price: 500_000, outcome: "split" },
    { id: "e", price: 500_000, outcome: "void" },
  ],
  polymarket: [
    { id: "f", price: 300_000, outcome: "no" },
    { id: "a", price: 520_000, outcome: "yes" },
    { id: "b", price: 240_000, outcome: "yes" },
  ],
};

const test = openTestWriter({
  scripts: Object.fromEntries(
    Object.entries(MARKETS).map(([platform, all]) => [platform, { full: [page(all.map(open))] }]),
  ),
});
await test.writer.runOnce(new Set());
// Of one question, and of one that is asked the other way round.
group(test, [
  { a: "kalshi", b: "polymarket", id: "a" },
  { a: "kalshi", b: "polymarket", id: "b", isInverted: true },
]);
const server = await openTestApi({
  writer: test,
  hasPages: true,
  hasTestKey: true,
  hasTerminal: true,
  config: { pagesTier: "pro" },
});
// Nothing has resolved yet: what is kept in memory has to follow.
const before = (await server.get("/api/v1/analytics/calibration")).json.data.bins;
for (const [platform, all] of Object.entries(MARKETS)) {
  for (const given of all) {
    const { id, ...texts } = { ...ended(given), platform };
    const { writing } = test.writer;
    const known = findMarket(test.db, platform, id);
    assert.ok(known);
    const { status, yesPrice, outcome, settlementPrice, resolvedAt } = texts;
    const next = { ...known, status, yesPrice, outcome, settlementPrice, resolvedAt };
    test.write(() => {
      updateMarket(writing, known, next, null, START + 3 * DAY_MS);
      flushGathered(writing);
    });
  }
}

const read = async (path: string) => {
  const reply = await server.get(`/api/v1/analytics/${path}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};

describe("GET /api/v1/analytics/calibration", () => {
  it("counts markets by the price they had, and how many of them resolved yes", async () => {
    assert.deepEqual(before, []);
    const { data, meta } = await read("calibration");
    assert.deepEqual(
      data.bins.map(({ from, to, n, mean_price, yes_share }: Record<string, number>) => [
        from,
        to,
        n,
        mean_price,
        yes_share,
      ]),
      [
        [0.2, 0.25, 1, 0.24, 1],
        [0.3, 0.35, 1, 0.3, 0],
        [0.5, 0.55, 1, 0.52, 1],
        [0.6, 0.65, 2, 0.63, 0.5],
        [0.9, 0.95, 1, 0.91, 1],
      ],
    );
    assert.equal(meta.split, 1);
    // Wilson's interval of 1 in 2.
    const half = data.bins[3];
    assert.ok(Math.abs(half.low - 0.0945312) < 1e-6 && Math.abs(half.high - 0.9054688) < 1e-6);
  });

  it("weighs by volume", async () => {
    const { data } = await read("calibration?weight=volume&platform=kalshi");
    assert.deepEqual([data.bins[0].mean_price, data.bins[0].yes_share], [0.625, 0.75]);
  });

  for (const [query, bins] of [
    ["platform=polymarket", 3],
    ["min_volume=2000", 1],
    ["from=2026-11-23", 0],
    ["to=2026-11-22", 0],
    ["from=2026-11-22&to=2026-11-23", 5],
    ["from=2026-11-22T12:00:00Z", 5],
    ["to=2026-11-22T12:00:00Z", 0],
  ] as const) {
    it(`takes ${query}`, async () => {
      const { data } = await read(`calibration?${query}`);
      assert.equal(data.bins.length, bins);
    });
  }
});

describe("GET /api/v1/analytics/accuracy", () => {
  it("scores the prices of each platform, the best first", async () => {
    const { data } = await read("accuracy");
    const [kalshi, polymarket] = data.platforms;
    assert.deepEqual([kalshi.platform, kalshi.n, kalshi.coverage], ["kalshi", 3, 1]);
    assert.deepEqual([polymarket.platform, polymarket.n, polymarket.brier_low], ["polymarket", 3, null]);
    const brier = (0.38 ** 2 + 0.64 ** 2 + 0.09 ** 2) / 3;
    assert.ok(Math.abs(kalshi.brier - brier) < 1e-9);
    assert.ok(Math.abs(kalshi.log_score + (Math.log(0.62) + Math.log(0.36) + Math.log(0.91)) / 3) < 1e-9);
    assert.ok(Math.abs(kalshi.uncertainty - 2 / 9) < 1e-9);
    assert.ok(Math.abs(kalshi.skill - (1 - brier / (2 / 9))) < 1e-9);
    // Of a: .38² against .48²; of b: .64² against .76², for there yes means no.
    const relative = ((0.38 ** 2 - 0.48 ** 2) / 2 + (0.64 ** 2 - 0.76 ** 2) / 2) / 2;
    assert.ok(Math.abs(kalshi.relative_brier - relative) < 1e-9);
    assert.ok(Math.abs(polymarket.relative_brier + relative) < 1e-9);
    assert.equal(kalshi.relative_n, 2);
  });
});

describe("GET /api/v1/analytics/disagreements", () => {
  it("lists questions whose markets resolved differently, and how many were compared", async () => {
    const { data, meta } = await read("disagreements");
    // Markets that asked the other way round and resolved the other way round agree.
    assert.deepEqual([data.length, meta.compared], [0, 2]);
    const { writing } = test.writer;
    const known = findMarket(test.db, "polymarket", "b");
    assert.ok(known);
    test.write(() => {
      updateMarket(writing, known, { ...known, outcome: "no", settlementPrice: 0 }, null, START + 4 * DAY_MS);
      flushGathered(writing);
    });
    const [found, ...rest] = (await read("disagreements")).data;
    assert.deepEqual(rest, []);
    assert.deepEqual(
      found.markets.map(({ platform, id, relation, outcome }: Record<string, string>) => [
        platform,
        id,
        relation,
        outcome,
      ]),
      [
        ["kalshi", "b", "same", "no"],
        ["polymarket", "b", "inverted", "no"],
      ],
    );
    assert.equal((await read("disagreements?platform=kalshi")).meta.compared, 0);
    assert.equal((await read("disagreements?from=2026-11-23")).meta.compared, 0);
    assert.deepEqual((await read("disagreements?to=2026-11-23&limit=1&page=2")).data, []);
    // The revised outcome counts from now on.
    const { bins } = (await read("calibration?platform=polymarket")).data;
    assert.equal(bins[0].yes_share, 0);
  });
});

describe("what resolved differently", () => {
  it("is counted on /status and listed for the operator", async () => {
    const { matching } = (await server.get("/api/v1/status")).json.data;
    assert.deepEqual([matching.compared, matching.disagreed], [2, 1]);
    assert.match(
      (await server.get("/status")).text,
      /Of 2 questions that resolved[^.]*, 1\s+\(50\.0%\) resolved differently/,
    );
    const token = server.context.operatorToken?.value ?? "";
    const session = await signInAsOperator(server, token);
    const { text } = await server.get("/admin/reports", session);
    const [list = ""] = /id="differs"[\s\S]*?<\/section>/.exec(text) ?? [];
    assert.match(list, /Will b happen\? <strong>no<[\s\S]*a=kalshi%3Ab&amp;b=polymarket%3Ab/);
    assert.ok(!list.includes("Will a happen"));
  });
});

describe("the page of accuracy", () => {
  it("shows the figures of the API, with the filters of its address", async () => {
    const { data } = await read("accuracy?platform=kalshi&criterion=12h&min_volume=500");
    const { status, text } = await server.get("/accuracy?platform=kalshi&criterion=12h&min_volume=500");
    assert.equal(status, 200);
    const [table = ""] = /id="platforms"[\s\S]*?<\/table>/.exec(text) ?? [];
    assert.ok(table.includes(data.platforms[0].brier.toFixed(3)));
    assert.ok(!table.includes("Polymarket"));
    // The files have them too.
    for (const [name, rows] of [
      ["calibration", 2],
      ["platforms", 1],
      ["disagreements", 0],
    ] as const) {
      const query = name === "disagreements" ? "?platform=kalshi" : "?platform=kalshi&criterion=12h&min_volume=500";
      assert.ok(text.includes(`"/accuracy/${name}.csv${query.replaceAll("&", "&amp;")}"`), name);
      const file = await server.get(`/accuracy/${name}.csv${query}`);
      assert.deepEqual([file.status, file.text.trim().split("\n").length - 1], [200, rows], file.text);
    }
  });

  it("says so where nothing has resolved, and names a wrong filter", async () => {
    assert.match((await server.get("/accuracy?criterion=180d")).text, /class="empty"/);
    const { status, text } = await server.get("/accuracy?criterion=2d");
    assert.equal(status, 422);
    assert.match(text, /role="alert"/);
  });
});

describe("what was traded of a market after it resolved", () => {
  it("counts in the accuracy of its platform", async () => {
    const query = "accuracy?platform=polymarket&min_volume=9000";
    assert.deepEqual((await read(query)).data.platforms, []);
    const known = findMarket(test.db, "polymarket", "f");
    assert.ok(known);
    test.write(() => {
      updateMarket(test.writer.writing, known, { ...known, volume: 1_000_000 }, null, START + 4 * DAY_MS);
      flushGathered(test.writer.writing);
    });
    const { platforms } = (await read(query)).data;
    assert.deepEqual(
      platforms.map(({ n, brier }: Record<string, number>) => [n, brier]),
      [[1, 0.09]],
    );
    const reopened = { ...known, status: "open", outcome: null, settlementPrice: null, resolvedAt: null } as const;
    test.write(() => updateMarket(test.writer.writing, known, reopened, null, START + 5 * DAY_MS));
    assert.deepEqual((await read(query)).data.platforms, [], "an outcome that is taken back counts no more");
  });
});

describe("questions that resolved", () => {
  it("are compared as they are matched now", async () => {
    assert.equal((await read("disagreements")).meta.compared, 2);
    group(test, [{ a: "kalshi", b: "polymarket", id: "a" }]);
    assert.equal((await read("disagreements")).meta.compared, 1);
  });
});
