import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import { flushGathered } from "../../src/store/catalogue/gathered.ts";
import { findMarket } from "../../src/store/catalogue/market-rows.ts";
import { updateMarket } from "../../src/store/catalogue/market-writer.ts";
import { fillResults } from "../support/accuracy/results.ts";
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

it("a window that ends before it begins is refused", async () => {
  for (const path of ["calibration", "accuracy", "disagreements"]) {
    const { status, json } = await server.get(`/api/v1/analytics/${path}?from=2026-12-01&to=2026-01-01`);
    assert.deepEqual([status, json.detail?.errors?.[0]?.parameter], [422, "to"], path);
  }
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

const DEFINED_MARKETS = 20_000;
const SCRIPT = new URL("../support/accuracy/definitions.py", import.meta.url).pathname;

/** As the script takes them; times in epoch seconds. */
const QUERIES: readonly Readonly<Record<string, string | number>>[] = [
  {},
  { criterion: "life_50", weight: "volume", platform: "kalshi" },
  { criterion: "7d", weight: "duration", category: "politics" },
  { criterion: "last", min_volume: 2000, from: 1_750_000_000, to: 1_780_000_000 },
  { criterion: "life_mean", platform: "manifold", category: "crypto" },
];

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

interface Answer {
  readonly bins: readonly Figures[];
  readonly split: number;
  readonly platforms: Readonly<Record<string, Figures>>;
  readonly categories: Readonly<Record<string, Figures>>;
  readonly horizons: Readonly<Record<string, Figures>>;
}

type Figures = Readonly<Record<string, number | null>>;

/** Every figure that is expected, to 1e-9. */
function assertClose(found: Figures | undefined, expected: Figures, what: string): void {
  for (const [name, value] of Object.entries(expected)) {
    const own = found?.[name];
    if (value === null) assert.equal(own, null, `${what} ${name}`);
    else assert.ok(Math.abs(Number(own) - value) < 1e-9, `${what} ${name}: ${own}, by its definition ${value}`);
  }
}

it(`figures of ${DEFINED_MARKETS} markets are those of their definitions`, {
  skip: !hasPython() && "there is no python3",
}, async () => {
  const test = openTestWriter();
  fillResults(test.db, DEFINED_MARKETS);
  const output = execFileSync("python3", [SCRIPT, test.file, JSON.stringify(QUERIES)], { maxBuffer: 2 ** 26 });
  const answers = JSON.parse(output.toString()) as readonly Answer[];
  const server = await openTestApi({ writer: test, hasTestKey: true });
  for (const [index, { from, to, ...query }] of QUERIES.entries()) {
    const [expected, what] = [answers[index] ?? assert.fail(), JSON.stringify(QUERIES[index])];
    const times = Object.entries({ from, to }).flatMap(([name, at]): [string, string][] =>
      at === undefined ? [] : [[name, new Date(Number(at) * 1000).toISOString()]],
    );
    const asked = new URLSearchParams(times);
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    const read = async (name: string) => (await server.get(`/api/v1/analytics/${name}?${asked}`)).json;
    const { data: calibration, meta } = await read("calibration");
    const { data: accuracy } = await read("accuracy");
    assert.equal(meta.split, expected.split, what);
    assert.equal(calibration.bins.length, expected.bins.length, what);
    for (const [at, bin] of expected.bins.entries()) assertClose(calibration.bins[at], bin, `${what} bin ${at}`);
    for (const [list, name] of [
      ["platforms", "platform"],
      ["categories", "category"],
    ] as const) {
      const found = new Map<string, Figures>(accuracy[list].map((row: Record<string, string>) => [row[name], row]));
      assert.deepEqual([...found.keys()].toSorted(), Object.keys(expected[list]).toSorted(), what);
      for (const [key, figures] of Object.entries(expected[list]))
        assertClose(found.get(key), figures, `${what} ${key}`);
    }
    for (const [key, figures] of Object.entries(expected.horizons)) {
      const find = (row: Record<string, string>) => `${row.platform} ${row.criterion}` === key;
      assertClose(accuracy.horizons.find(find), figures, `${what} ${key}`);
    }
  }
});

/** A market that is made at the start, or before it; all times are days since then. */
interface Lived {
  readonly madeAt?: number;
  readonly closesAt?: number;
  readonly prices: readonly (readonly [at: number, price: number])[];
  readonly resolvesAt?: number;
  readonly outcome?: "yes" | "no" | "split" | "void" | "unknown";
}

interface Case {
  readonly name: string;
  readonly platform?: string;
  readonly markets: readonly Lived[];
  readonly criterion?: string;
  /** Markets in bins with their mean price, the share that had a price then, and markets that were split. */
  readonly expected: readonly [n: number, price: number | undefined, coverage: number | undefined, split: number];
}

const ORDINARY: Lived = {
  prices: [
    [0, 0.4],
    [9.5, 0.9],
  ],
};

const CASES: readonly Case[] = [
  { name: "a market is judged by its price a day before its close", markets: [ORDINARY], expected: [1, 0.4, 1, 0] },
  {
    name: "an early outcome moves the end forward",
    markets: [
      {
        prices: [
          [0, 0.4],
          [3, 0.6],
          [4.5, 0.8],
        ],
        resolvesAt: 5,
      },
    ],
    expected: [1, 0.6, 1, 0],
  },
  {
    name: "a late outcome does not move it back",
    markets: [{ ...ORDINARY, prices: [...ORDINARY.prices, [11, 0.99]], resolvesAt: 14 }],
    criterion: "last",
    expected: [1, 0.9, 1, 0],
  },
  {
    name: "one whose outcome is not known yet counts for nothing",
    markets: [{ ...ORDINARY, outcome: "unknown" }],
    expected: [0, undefined, undefined, 0],
  },
  {
    name: "one that was not open so long before its close lowers coverage",
    markets: [ORDINARY, { ...ORDINARY, madeAt: 0, closesAt: 2, prices: [[0, 0.3]] }],
    criterion: "7d",
    expected: [1, 0.4, 0.5, 0],
  },
  {
    name: "one whose price was not known then lowers coverage",
    markets: [ORDINARY, { madeAt: -30, prices: [[9.5, 0.7]] }],
    expected: [1, 0.4, 0.5, 0],
  },
];

/** Reads every market at each time at which one of them changes. */
async function live({ platform = "kalshi", markets }: Case) {
  const script = { full: [page([])] };
  const test = openTestWriter({ scripts: { [platform]: script } });
  const times = markets.flatMap(({ prices, resolvesAt = 10.1 }) => [...prices.map(([at]) => at), resolvesAt]);
  for (const at of [...new Set(times)].toSorted((a, b) => a - b)) {
    test.clock.advance(START + at * DAY_MS - test.clock.now());
    const listed = markets.flatMap((lived, index) => {
      const { madeAt = 0, closesAt = 10, prices, resolvesAt = 10.1, outcome = "yes" } = lived;
      const price = prices.findLast(([from]) => from <= at)?.[1];
      const times = { createdAt: START + madeAt * DAY_MS, closesAt: START + closesAt * DAY_MS };
      const yesPrice = price === undefined ? null : price * 1e6;
      const one = market({ id: `m${index}`, eventId: `e${index}`, ...times, yesPrice });
      const isResolved = at >= resolvesAt;
      const end = { status: "closed" as const, outcome, settlementPrice: 1_000_000, yesPrice: 1_000_000 };
      return [
        isResolved ? { ...one, ...end, resolvedAt: outcome === "unknown" ? null : START + resolvesAt * DAY_MS } : one,
      ];
    });
    script.full = [page(listed)];
    await test.pass(["markets"]);
  }
  return openTestApi({ writer: test, hasTestKey: true });
}

describe("which markets are judged, and by which price", () => {
  for (const given of CASES) {
    it(given.name, async () => {
      const server = await live(given);
      const query = `criterion=${given.criterion ?? "1d"}`;
      const { data, meta } = (await server.get(`/api/v1/analytics/calibration?${query}`)).json;
      const { platforms } = (await server.get(`/api/v1/analytics/accuracy?${query}`)).json.data;
      const n = data.bins.reduce((sum: number, bin: { n: number }) => sum + bin.n, 0);
      assert.deepEqual([n, data.bins[0]?.mean_price, platforms[0]?.coverage, meta.split], given.expected);
      assert.match(meta.rules, /early outcome.*Void.*Split.*Play money/s);
    });
  }
});
