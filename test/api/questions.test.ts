import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SettlementSource } from "../../src/domain/markets.ts";
import { toQuestionId } from "../../src/domain/questions.ts";
import { openTestApi } from "../support/service/api.ts";
import { book } from "../support/store/arbitrage.ts";
import { DAY_MS, HOUR_MS, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const listing = (...markets: Parameters<typeof market>[0][]) => ({ full: [page(markets.map(market))] });

const test = openTestWriter({
  scripts: {
    kalshi: listing(
      { id: "q", title: "Will the Fed cut rates?", yesPrice: 400_000, volume: 100_000, description: "By the FOMC." },
      { id: "rain", title: "Will it rain?", yesPrice: 300_000, bestBid: 290_000, bestAsk: 310_000, volume: 900_000 },
      { id: "alone", title: "Will the Fed hike rates?" },
    ),
    polymarket: listing(
      { id: "q", title: "Fed keeps rates", yesPrice: 500_000, bestBid: 480_000, bestAsk: 520_000, volume: 300_000 },
      { id: "rain", title: "Rain tomorrow", yesPrice: 350_000, volume: 100_000, closesAt: START + DAY_MS },
    ),
    predictit: listing({ id: "q", title: "Rate cut by the Fed", yesPrice: 430_000, volume: 0 }),
    manifold: listing({ id: "q", title: "Fed cut?", yesPrice: 900_000 }, { id: "rain", title: "Rain?", yesPrice: 0 }),
  },
});
await test.writer.runOnce(new Set());
const matches = [
  { a: "kalshi", b: "polymarket", isInverted: true },
  { a: "kalshi", b: "predictit", score: 700_000 },
  { a: "kalshi", b: "manifold" },
  { a: "kalshi", b: "polymarket", id: "rain" },
] as const;
group(test, matches);
const server = await openTestApi({ writer: test });
const FED = toQuestionId("kalshi", "q");
const RAIN = toQuestionId("kalshi", "rain");

async function get(path: string) {
  const reply = await server.get(`/api/v1/questions${path}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe("GET /api/v1/questions", () => {
  it("gives each question one price, weighted by the volume of real money", async () => {
    const { data, meta } = await get("?q=fed");
    assert.equal(meta.total, 1);
    const [{ markets, last_updated, ...question }] = data;
    assert.ok(Date.parse(last_updated) >= START);
    assert.deepEqual(question, {
      id: FED,
      title: "Will the Fed cut rates?",
      category: "politics",
      status: "open",
      close_time: new Date(START + 30 * DAY_MS).toISOString(),
      // (0.4 × 1000 + 0.5 × 3000) ÷ 4000, since PredictIt publishes no volume.
      price: 0.475,
      price_source: "real_money",
      risks: [],
      stale: false,
      gap_cents: 10,
      platforms: ["kalshi", "manifold", "polymarket", "predictit"],
      volume: 4000,
      volume_24h: 30,
      price_change_1h: null,
      price_change_24h: null,
      price_change_7d: null,
    });
    const polymarket = markets.find(({ platform }: { platform: string }) => platform === "polymarket");
    assert.deepEqual(
      [polymarket.relation, polymarket.yes_price, polymarket.price, polymarket.best_bid, polymarket.best_ask],
      ["inverted", 0.5, 0.5, 0.48, 0.52],
    );
    assert.deepEqual([polymarket.match_score, polymarket.play_money, polymarket.age_seconds], [0.95, false, 0]);
  });

  for (const [query, expected] of [
    ["", [RAIN, FED]],
    ["?min_gap_cents=5.1", [FED]],
    ["?min_gap_cents=5", [RAIN, FED]],
    ["?q=hike", []],
    ["?category=Politics", [RAIN, FED]],
    ["?closing_after=2026-11-25", [FED]],
    ["?platform=predictit,manifold", [FED]],
    ["?platform=predictit,kalshi", [RAIN, FED]],
    ["?category=politics,other", [RAIN, FED]],
    ["?min_price=0.475", [FED]],
    ["?max_price=0.474999", [RAIN]],
    [`?ids=${FED},0123456789abcdef`, [FED]],
    ["?real_money_only=true&platform=manifold", []],
  ] as const) {
    it(`lists ${expected.length} for '${query}'`, async () => assert.deepEqual(idsOf(await get(query)), expected));
  }

  it("warns of a category that does not exist", async () => {
    const { data, meta } = await get("?category=Foo");
    assert.deepEqual(data, []);
    assert.equal(meta.warnings.length, 1);
    assert.match(meta.warnings[0], /^unknown category 'Foo' finds nothing; expected one of politics, sports, /);
    assert.equal((await get("?category=POLITICS")).meta.warnings, undefined);
    for (const path of ["markets", "events"]) {
      const { json } = await server.get(`/api/v1/${path}?category=foo`);
      assert.match(json.meta.warnings[0], /^unknown category 'foo' finds nothing/, path);
    }
  });

  it("says which of the ids asked for have no question", async () => {
    const { meta } = await get(`?ids=${FED},0123456789abcdef,fedcba9876543210`);
    assert.deepEqual(meta.warnings, ["unknown question ids: 0123456789abcdef, fedcba9876543210"]);
    assert.equal(meta.moved, undefined);
    assert.equal((await get(`?ids=${FED}`)).meta.warnings, undefined);
  });

  it("finds a closed question by its id, unless a status is asked for", async () => {
    const over = await openTestApi({
      scripts: {
        kalshi: listing({ id: "q", closesAt: START }),
        polymarket: listing({ id: "q", closesAt: START }),
      },
      matches: [{ a: "kalshi", b: "polymarket" }],
    });
    for (const [query, ids] of [
      [`ids=${FED}`, [FED]],
      [`ids=${FED}&status=open`, []],
      [`ids=${FED}&status=closed`, [FED]],
      ["", []],
    ] as const) {
      assert.deepEqual(idsOf((await over.get(`/api/v1/questions?${query}`)).json), ids, query);
    }
  });

  it("closes when the first of its open markets does", async () => {
    const { json } = await (
      await openTestApi({
        scripts: {
          kalshi: listing({ id: "q", closesAt: START }),
          polymarket: listing({ id: "q", closesAt: START + 2 * DAY_MS }),
          predictit: listing({ id: "q", closesAt: START + DAY_MS }),
        },
        matches: [
          { a: "kalshi", b: "polymarket" },
          { a: "kalshi", b: "predictit" },
        ],
      })
    ).get("/api/v1/questions");
    const [{ status, close_time }] = json.data;
    assert.deepEqual([status, close_time], ["open", new Date(START + DAY_MS).toISOString()]);
  });

  it("refuses the cursor of another order", async () => {
    const { next_cursor } = (await get("?page_size=1")).meta;
    const { status, json } = await server.get(`/api/v1/questions?sort=gap&cursor=${next_cursor}`);
    assert.deepEqual([status, json.detail.errors[0].parameter], [422, "cursor"]);
  });
});

describe("GET /api/v1/questions/{id}", () => {
  it("adds reasons and rules", async () => {
    const { data } = await get(`/${FED}`);
    assert.equal(data.title, "Will the Fed cut rates?");
    assert.deepEqual(data.markets.map(({ rules }: { rules: string | null }) => rules).filter(Boolean), [
      "By the FOMC.",
    ]);
    assert.deepEqual(data.markets[0].reasons, []);
    assert.ok(data.reasons.includes("both by the end of 2026"));
    assert.deepEqual(data.related, []);
  });

  it("says so when there is no such question", async () => {
    const { status, json } = await server.get("/api/v1/questions/0000000000000000");
    assert.deepEqual([status, json.detail.error], [404, "question_not_found"]);
  });

  it("is named by the markets, comparisons and spreads of the question", async () => {
    const detail = await server.get("/api/v1/markets/polymarket/q/detail");
    assert.equal(detail.json.data.question_id, FED);
    assert.equal((await server.get("/api/v1/markets/kalshi/alone/detail")).json.data.question_id, null);
    const listed = async (path: string): Promise<Record<string, unknown>> => {
      const { data } = (await server.get(`/api/v1/${path}`)).json;
      const rows = (Array.isArray(data) ? data : data.markets) as {
        platform: string;
        id: string;
        question_id: unknown;
      }[];
      return Object.fromEntries(rows.map(({ platform, id, question_id }) => [`${platform}:${id}`, question_id]));
    };
    for (const path of ["markets", "markets/popular", "events/kalshi/e1", "search?q=rain"]) {
      assert.equal((await listed(path))["kalshi:rain"], RAIN, path);
    }
    assert.equal((await listed("markets"))["kalshi:alone"], null);
    assert.equal((await server.get("/api/v1/compare?q=rain")).json.data[0].question_id, RAIN);
    const { data } = (await server.get("/api/v1/arbitrage?all=true&min_match_score=0&min_confidence=low")).json;
    assert.ok(data.length > 0);
    for (const { question_id } of data) assert.ok([FED, RAIN].includes(question_id));
  });
});

it("is named by no answer once all platforms but one that ask it are switched off", async () => {
  const { get } = await openTestApi({ writer: test, config: { platforms: ["kalshi", "manifold"] } });
  const details = ["markets/kalshi/rain/detail", "markets/kalshi/alone/detail"];
  for (const path of ["markets", "markets/popular", "events/kalshi/e1", "search?q=rain", ...details]) {
    const { text } = await get(`/api/v1/${path}`);
    assert.ok(text.includes('"id":"rain"') && !text.includes(RAIN), path);
  }
  assert.ok((await get("/api/v1/markets")).text.includes(FED));
});

describe("GET /api/v1/questions/{id}/history", () => {
  it("puts all markets on one grid, in the question's direction, with the gap", async () => {
    const { data, meta } = await get(`/${FED}/history?hours=2&interval=1h`);
    assert.deepEqual(
      data.times,
      [10, 11, 12].map((hour) => `2026-11-20T${hour}:00:00.000Z`),
    );
    const polymarket = data.series.find(({ platform }: { platform: string }) => platform === "polymarket");
    assert.deepEqual(polymarket.prices, [null, null, 0.5]);
    assert.deepEqual(data.gap_cents, [null, null, 10]);
    assert.ok(["complete", "pending", "unavailable"].includes(meta.backfill));
  });

  it("turns the past of a market that asks the opposite, counts real money, and a closed market up to its end", async () => {
    const asked: string[] = [];
    const quoted = (yesPrice: number, given = {}) => listing({ id: "q", yesPrice, ...given });
    const history = async () => {
      asked.push("polymarket");
      return [];
    };
    const scripts = { kalshi: quoted(400_000), polymarket: { ...quoted(500_000), history }, manifold: quoted(900_000) };
    const moving = openTestWriter({ scripts });
    for (const polymarket of [
      quoted(500_000),
      quoted(900_000),
      quoted(900_000, { status: "closed" }),
      undefined,
      undefined,
    ]) {
      if (polymarket !== undefined) scripts.polymarket.full = polymarket.full;
      await moving.writer.runOnce(new Set());
      moving.clock.advance(HOUR_MS);
    }
    group(moving, [
      { a: "kalshi", b: "polymarket", isInverted: true },
      { a: "kalshi", b: "manifold" },
    ]);
    const other = await openTestApi({ writer: moving });
    const { data } = (await other.get(`/api/v1/questions/${FED}/history?hours=5`)).json;
    const pricesOf = (name: string) =>
      data.series.find(({ platform }: { platform: string }) => platform === name).prices.slice(0, 2);
    assert.deepEqual(
      [pricesOf("kalshi"), pricesOf("polymarket")],
      [
        [0.4, 0.4],
        [0.5, 0.1],
      ],
    );
    assert.deepEqual(data.gap_cents, [10, 30, 30, null, null, null]);
    await other.get(`/api/v1/questions/${FED}/history?hours=48`);
    await moving.writer.backfills.whenIdle();
    assert.deepEqual(asked, [], "a closed market is not asked for");
  });

  it("takes each step with the longest window, as the history of a market does", async () => {
    const { data } = await get(`/${FED}/history?hours=720&interval=5m`);
    assert.equal(data.times.length, 720 * 12 + 1);
    assert.equal(data.series[0].prices.length, data.times.length);
  });
});

describe("the id of a question", () => {
  it("stays when others join or leave, moves when its question joins an older one, and tells what it was", async () => {
    group(test, [matches[0]]);
    assert.equal((await get(`/${FED}`)).data.markets.length, 2);
    group(test, [{ a: "manifold", b: "predictit" }]);
    // Kalshi's market is alone now.
    const { status, json } = await server.get(`/api/v1/questions/${FED}`);
    assert.equal(status, 404);
    assert.match(json.detail.message, /kalshi:q/);
    assert.deepEqual((await get(`?ids=${FED}`)).meta.warnings, [
      `the markets of these questions are no longer matched: ${FED}; see /api/v1/questions/{id}`,
    ]);
    const [former] = idsOf(await get("?q=fed"));
    assert.ok(former !== undefined);
    group(test, [...matches]);
    assert.equal((await get(`/${FED}`)).meta.moved_from, undefined);
    const moved = await get(`/${former}`);
    assert.deepEqual([moved.data.id, moved.meta.moved_from], [FED, former]);
    const listed = await get(`?ids=${former}`);
    assert.deepEqual([idsOf(listed), listed.meta.moved], [[FED], { [former]: FED }]);
    // A filter that the question fails hides no move.
    assert.deepEqual((await get(`?ids=${former}&status=closed`)).meta.moved, { [former]: FED });
  });
});

/** One question on two platforms, which settle it alike but for a bout that is cancelled. */
const FIGHT = "Will Ann Lee beat Bo Diaz by December 31, 2026?";
const KALSHI = "If Ann Lee beats Bo Diaz before Jan 1, 2027, then the market resolves to Yes.";
const POLYMARKET = 'This market will resolve to "Yes" if Ann Lee beats Bo Diaz by December 31, 2026. Otherwise, "No".';

type Sources = Readonly<Record<"kalshi" | "polymarket", SettlementSource | null>>;

async function open(cancelled: string, sources: Sources = { kalshi: null, polymarket: null }) {
  const toScript = (platform: keyof Sources, description: string, yesPrice: number) => ({
    full: [
      page([market({ id: "q", title: FIGHT, description, settlementSource: sources[platform], ...book(yesPrice) })]),
    ],
  });
  const test = openTestWriter({
    scripts: {
      kalshi: toScript("kalshi", KALSHI + cancelled, 400_000),
      polymarket: toScript("polymarket", POLYMARKET, 450_000),
    },
  });
  await test.pass();
  const site = await openTestApi({ writer: test, hasPages: true });
  const { secret } = await site.make({ tier: "pro" });
  const get = async (path: string) => (await site.get(`/api/v1${path}`, { "X-API-Key": secret })).json.data;
  const [question] = await get("/questions");
  const detail = await get(`/questions/${question.id}`);
  const [spread] = await get("/arbitrage?all=true&min_confidence=low&min_match_score=0");
  const list = (await site.get("/questions")).text;
  return { question, detail, spread, list, page: (await site.get(`/questions/${question.id}`)).text };
}

describe("what platforms settle differently", () => {
  it("is named on the question, in its list and on its spread, which is not of high confidence", async () => {
    const {
      question,
      detail,
      spread,
      list,
      page: shown,
    } = await open(" If the bout is cancelled, it settles at the fair market price.");
    const inShort = "If cancelled: fair price on Kalshi, not said on Polymarket";
    const risks = [
      {
        kind: "cancelled",
        texts: [inShort, "Kalshi: “If the bout is cancelled, it settles at the fair market price.”"],
      },
    ];
    assert.deepEqual([question.risks, detail.risks, spread.risks], [risks, risks, risks]);
    assert.deepEqual([spread.confidence, spread.match_score], ["medium", 0.89]);
    assert.ok(shown.includes(inShort) && list.includes(inShort));
  });

  it("is that other sources decide, which is said and forbids no high confidence", async () => {
    const named = (name: string | null, url: string | null) => ({ name, url });
    const espn = named("ESPN", "https://www.espn.com");
    const { question, spread, list } = await open("", {
      kalshi: espn,
      polymarket: named(null, "https://www.ufc.com/results"),
    });
    const risks = [{ kind: "source", texts: ["Settled by ESPN on Kalshi, by www.ufc.com on Polymarket"] }];
    assert.deepEqual([question.risks, spread.risks, spread.confidence], [risks, risks, "high"]);
    assert.ok(list.includes("Settled by ESPN on Kalshi"));
    for (const same of [named(null, "https://www.espn.com/mma"), named("espn.com", null), null])
      assert.deepEqual((await open("", { kalshi: espn, polymarket: same })).question.risks, []);
    const bureau = named("Bureau of Labor Statistics", null);
    const address = named(null, "https://www.bls.gov");
    assert.deepEqual((await open("", { kalshi: bureau, polymarket: address })).question.risks, []);
  });

  it("is nothing where both say the same, and the match is proven", async () => {
    const { question, detail, spread } = await open("");
    assert.deepEqual([question.risks, detail.risks, spread.risks], [[], [], []]);
    assert.deepEqual([spread.confidence, spread.match_score >= 0.9], ["high", true]);
  });
});
