import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { openManifold } from "../../src/sources/manifold.ts";
import { binary, choice, LATER, NOW, only, read, resolved, source } from "../support/upstream/manifold-pages.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";
import { allOf, scriptedFetcher } from "../support/upstream/scripted-fetcher.ts";
import { describeSource } from "../support/upstream/source-contract.ts";

describeSource("manifold", {
  source,
  pages: [
    [binary(), choice(), binary({ id: "poll", outcomeType: "POLL" })],
    binary({ groupSlugs: ["us-politics"], textDescription: "Resolves by the ministry's notice." }),
    choice({ id: "mC2", isResolved: true, resolution: "red", resolutionTime: NOW - 5 }),
  ],
  markets: 6,
  rejected: 1,
  lists: (page) => {
    const rows = (Array.isArray(page) ? [page] : [[page]]) as Record<string, unknown>[][];
    const answers = rows.flat().flatMap((row) => (Array.isArray(row.answers) ? [row.answers] : []));
    return Array.isArray(page) ? [page, ...answers] : answers;
  },
  now: NOW,
});

describe("manifold: what is listed", () => {
  it("takes a binary contract for an event of one", () => {
    const { events, markets, rejected } = read(binary());
    assert.deepEqual(rejected, []);
    assert.equal(events[0]?.id, "aB3xYz");
    const market = markets[0];
    assert.equal(market?.id, "aB3xYz");
    assert.equal(market?.eventId, "aB3xYz");
    assert.equal(market?.outcomeLabel, null);
    assert.equal(market?.yesPrice, 620_000);
    assert.equal(market?.priceSource, "amm");
    assert.equal(market?.bestBid, null);
    assert.equal(market?.createdAt, 1_760_000_000_123);
    assert.equal(market?.closesAt, LATER);
  });

  it("counts a mana as a cent and keeps the mana beside", () => {
    const market = only(binary());
    assert.equal(market.volume, 300);
    assert.equal(market.rawVolume, 300);
    assert.equal(market.volume24h, 13);
    assert.equal(market.liquidity, 1000);
  });

  it("makes each answer of a multiple choice a market of its own", () => {
    const { events, markets } = read(choice());
    assert.equal(events[0]?.isExclusive, true);
    assert.deepEqual(
      markets.map(({ id, title, outcomeLabel, yesPrice }) => ({ id, title, outcomeLabel, yesPrice })),
      [
        { id: "mC1.red", title: "Who wins the cup? Reds", outcomeLabel: "Reds", yesPrice: 700_000 },
        { id: "mC1.blu", title: "Who wins the cup? Blues", outcomeLabel: "Blues", yesPrice: 300_000 },
      ],
    );
    assert.deepEqual(
      markets.map(({ volume, rawVolume }) => ({ volume, rawVolume })),
      [
        { volume: 50, rawVolume: 50 },
        { volume: 0, rawVolume: null },
      ],
    );
    assert.equal(markets[0]?.historyKey, "mC1");
  });

  it("keeps the event of a multiple choice that came without answers", () => {
    const { events, markets, rejected } = read(choice({ answers: undefined }));
    assert.equal(events.length, 1);
    assert.deepEqual(markets, []);
    assert.deepEqual(rejected, []);
  });

  it("rejects every other kind once, with any answers", () => {
    const kinds = [
      "POLL,BOUNTIED_QUESTION,QUADRATIC_FUNDING,PERP,STONK,NUMERIC,PSEUDO_NUMERIC",
      "NUMBER,MULTI_NUMERIC,DATE,FREE_RESPONSE",
    ].flatMap((list) => list.split(","));
    const { events, markets, rejected } = read(...kinds.map((kind) => choice({ id: kind, outcomeType: kind })));
    assert.deepEqual([events, markets], [[], []]);
    assert.deepEqual(
      rejected,
      kinds.map((id) => ({ id, reason: "not_binary" })),
    );
  });

  it("leaves out the sweepstakes twin of a mana market, and takes a missing token for mana", () => {
    assert.deepEqual(read(binary({ token: "CASH" })).rejected, [{ id: "aB3xYz", reason: "archived" }]);
    assert.equal(only(binary({ token: "MANA" })).id, "aB3xYz");
  });

  it("never reads `p`, which is a constant of the pool, as the price", () => {
    const market = only(binary({ probability: undefined }));
    assert.equal(market.yesPrice, null);
    assert.equal(market.priceSource, null);
  });

  it("finds the category in the topics, else in the question", () => {
    const category = (row: unknown) => read(row).events[0]?.category;
    assert.equal(category(binary({ groupSlugs: ["technology-default"] })), "technology");
    assert.equal(category(binary({ question: "Will the Fed cut rates in May?" })), "economics");
    assert.equal(category(binary({ question: "Will I finish my thesis?" })), "other");
  });

  it("links to its own site only", () => {
    const url = (more: object) => only(binary(more)).url;
    assert.equal(url({}), "https://manifold.markets/ada/will-the-bridge-open-this-year");
    const built = "https://manifold.markets/ada/will-the-bridge-open-this-year";
    assert.equal(url({ url: "https://manifold.markets.evil.test/x" }), built);
    assert.equal(url({ url: "javascript:alert(1)" }), built);
    assert.equal(
      url({ url: null, slug: undefined, creatorUsername: undefined }),
      "https://manifold.markets/market/aB3xYz",
    );
  });
});

const endingOf = ({ status, outcome, settlementPrice }: MarketRecord) => [status, outcome, settlementPrice] as const;

describe("manifold: how markets end", () => {
  const binaryEnds: [string, object, ...ReturnType<typeof endingOf>][] = [
    ["is open without a close time", binary({ closeTime: undefined }), "open", null, null],
    ["is closed at its close time", binary({ closeTime: NOW }), "closed", "unknown", null],
    ["pays 1 on YES, not the last probability", resolved("YES"), "closed", "yes", 1_000_000],
    ["pays 0 on NO", resolved("NO"), "closed", "no", 0],
    ["is void on CANCEL", resolved("CANCEL"), "closed", "void", null],
    ["splits at the probability on MKT", resolved("MKT"), "closed", "split", 780_000],
    ["is a yes when MKT says 1", resolved("MKT", { resolutionProbability: 1 }), "closed", "yes", 1_000_000],
    [
      "splits without a price on an old MKT",
      resolved("MKT", { resolutionProbability: undefined }),
      "closed",
      "split",
      null,
    ],
    ["is unknown on a word not known", resolved("LATER"), "closed", "unknown", null],
    ["is open again once it was unresolved", resolved("YES", { isResolved: false }), "open", null, null],
  ];
  for (const [name, row, ...expected] of binaryEnds) {
    it(`a binary contract ${name}`, () => assert.deepEqual(endingOf(only(row)), expected));
  }

  it("shows the settlement as the price once there is one", () => {
    const { yesPrice, priceSource, resolvedAt } = only(resolved("YES"));
    assert.deepEqual(
      { yesPrice, priceSource, resolvedAt },
      { yesPrice: 1_000_000, priceSource: "settlement", resolvedAt: NOW - 1000 },
    );
    const cancelled = only(resolved("CANCEL"));
    assert.deepEqual([cancelled.yesPrice, cancelled.priceSource], [620_000, "amm"]);
  });

  const answers = (...more: object[]) => ({
    answers: ["red", "blu"].map((id, at) => ({ id, text: id, probability: 0.5, ...more[at] })),
  });
  const ends = (row: unknown) => read(row).markets.map((market) => [market.outcome, market.settlementPrice]);

  it("a multiple choice is won by the answer its resolution names", () => {
    const row = choice({ isResolved: true, resolution: "blu" });
    assert.deepEqual(ends(row), [
      ["no", 0],
      ["yes", 1_000_000],
    ]);
    assert.deepEqual(ends(choice({ isResolved: true, resolution: "gone" })), [
      ["unknown", null],
      ["unknown", null],
    ]);
  });

  it("a cancelled multiple choice voids all its answers", () => {
    assert.deepEqual(ends(choice({ isResolved: true, resolution: "CANCEL" })), [
      ["void", null],
      ["void", null],
    ]);
  });

  for (const resolution of ["MKT", "CHOOSE_MULTIPLE"]) {
    it(`a multiple choice resolved to ${resolution} splits where an answer says its part`, () => {
      const row = choice({ isResolved: true, resolution, ...answers({ resolutionProbability: 0.25 }) });
      assert.deepEqual(ends(row), [
        ["split", 250_000],
        ["unknown", null],
      ]);
    });
  }

  it("independent answers end one by one, before or against their contract", () => {
    const own = { shouldAnswersSumToOne: false, ...answers({ resolution: "YES", resolutionProbability: 0.99 }) };
    assert.deepEqual(ends(choice(own)), [
      ["yes", 1_000_000],
      [null, null],
    ]);
    assert.deepEqual(ends(choice({ ...own, isResolved: true, resolution: "MKT" })), [
      ["yes", 1_000_000],
      ["unknown", null],
    ]);
  });

  it("independent answers resolve when they did, not when their contract did", () => {
    const [early, late] = [NOW - 9000, NOW - 5];
    const own = answers({ resolution: "YES", resolutionTime: early }, { resolution: "NO" });
    const row = choice({
      shouldAnswersSumToOne: false,
      isResolved: true,
      resolution: "MKT",
      resolutionTime: late,
      ...own,
    });
    assert.deepEqual(
      read(row).markets.map(({ resolvedAt }) => resolvedAt),
      [early, late],
    );
  });

  it("an answer's old resolution does not count once its exclusive contract is unresolved", () => {
    assert.deepEqual(ends(choice(answers({ resolution: "YES" }, { resolution: "NO" }))), [
      [null, null],
      [null, null],
    ]);
  });
});

describe("manifold: how pages are fetched", () => {
  const row = (id: number, createdTime: number) => binary({ id: `m${id}`, createdTime });
  const ids = (pages: unknown[]) =>
    pages.flatMap((page) => source.normalise(page, NOW).markets.map((market) => market.id));

  it("reads the open listing to its end and keeps those created in the same millisecond", async () => {
    const all = [row(5, 5e12), row(4, 4e12), row(3, 4e12), row(2, 4e12), row(1, 1e12)];
    const { fetcher, asked } = scriptedFetcher((url) => {
      const before = Number(url.searchParams.get("beforeTime") ?? Infinity);
      return all.filter(({ createdTime }) => Number(createdTime) < before).slice(0, 4);
    });
    assert.deepEqual(ids(await allOf(source.fetchOpen(fetcher, NOW))), ["m5", "m4", "m3", "m2", "m1"]);
    assert.equal(asked[0]?.pathname, "/manifold/v0/search-markets");
    assert.equal(asked[0]?.search, "?term=&includeLiteAnswers=true&filter=open&sort=newest&limit=1000");
    assert.equal(asked[1]?.searchParams.get("beforeTime"), "4000000000001");
  });

  it("stops when a page repeats", async () => {
    const { fetcher, asked } = scriptedFetcher(() => [row(1, 5e12), row(2, 4e12)]);
    assert.deepEqual(ids(await allOf(source.fetchOpen(fetcher, NOW))), ["m1", "m2"]);
    assert.equal(asked.length, 2);
  });

  it("fails rather than take an answer that is no list for the end of the listing", async () => {
    const { fetcher } = scriptedFetcher((url) =>
      url.searchParams.has("beforeTime") ? { message: "x" } : [row(1, 5e12)],
    );
    await assert.rejects(allOf(source.fetchOpen(fetcher, NOW)), /the listing of stand.in does not end/);
  });

  it("reads updated markets back to the given time", async () => {
    const all = [4, 3, 2, 1].map((n) => binary({ id: `m${n}`, lastUpdatedTime: n * 1e12 }));
    const { fetcher, asked } = scriptedFetcher((url) => {
      const before = all.findIndex(({ id }) => id === url.searchParams.get("before"));
      return all.slice(before + 1, before + 2);
    });
    assert.deepEqual(ids(await allOf(source.fetchActive?.(fetcher, 25e11) ?? assert.fail())), ["m4", "m3", "m2"]);
    assert.equal(asked[0]?.pathname, "/manifold/v0/markets");
    assert.equal(asked[1]?.search, "?sort=updated-time&limit=1000&before=m4");
  });

  it("reads resolutions newest first, with answers, as far as the API's offset goes", async () => {
    const page = (offset: number) => [resolved("YES", { id: `m${offset}`, resolutionTime: 5e12 - offset })];
    const { fetcher, asked } = scriptedFetcher((url) => page(Number(url.searchParams.get("offset"))));
    assert.deepEqual(ids(await allOf(source.fetchResolved?.(fetcher, 1e12) ?? assert.fail())), ["m0", "m1000"]);
    assert.equal(asked[0]?.searchParams.get("sort"), "resolve-date");
    assert.equal(asked[0]?.searchParams.get("filter"), "resolved");
    assert.equal(asked[0]?.searchParams.get("includeLiteAnswers"), "true");
    asked.length = 0;
    await allOf(source.fetchResolved?.(fetcher, 6e12) ?? assert.fail());
    assert.equal(asked.length, 1);
  });

  it("fetches each contract once for any number of its answers", async () => {
    const { fetcher, asked } = scriptedFetcher(() => choice());
    const pages = await allOf(source.fetchMarkets?.(fetcher, ["mC1.red", "mC1.blu", "x/y"]) ?? assert.fail());
    assert.equal(pages.length, 2);
    assert.deepEqual(
      asked.map((url) => url.pathname),
      ["/manifold/v0/market/mC1", "/manifold/v0/market/x%2Fy"],
    );
  });

  it("asks the platform itself where the settings name no other address", async () => {
    const { fetcher, asked } = scriptedFetcher(() => []);
    await allOf(openManifold({}).fetchOpen(fetcher, NOW));
    assert.equal(asked[0]?.origin, "https://api.manifold.markets");
  });
});

describe("manifold: captured responses", { skip: payloadsMissing }, () => {
  const FILES = [
    "search-markets_3_2026-08-18",
    "lite_markets_100_2026-01-31",
    "full_markets_with_answers_8_2026-05-03",
    "list_markets_1000_2022",
  ];
  for (const file of FILES) {
    it(`reads every binary contract of ${file} at the price it shows`, () => {
      const rows = readPayload(`manifold/${file}.json`) as Record<string, unknown>[];
      const { markets, rejected } = source.normalise(rows, Date.UTC(2022, 0));
      const byId = new Map(markets.map((market) => [market.id, market]));
      for (const { id, outcomeType, isResolved, probability } of rows) {
        if (outcomeType !== "BINARY") continue;
        const market = byId.get(String(id));
        assert.ok(market !== undefined, `${id} is read`);
        assert.equal(market.status, isResolved ? "closed" : "open");
        if (!isResolved) assert.ok(Math.abs((market.yesPrice ?? -1) / 1e6 - Number(probability)) < 0.01);
        else assert.notEqual(market.outcome, "unknown");
      }
      const others = rows.filter(({ outcomeType }) => outcomeType !== "BINARY" && outcomeType !== "MULTIPLE_CHOICE");
      assert.deepEqual(
        rejected,
        others.map(({ id }) => ({ id, reason: "not_binary" })),
      );
    });
  }
});
