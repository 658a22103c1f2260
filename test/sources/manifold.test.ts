import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MarketRecord } from "../../src/domain/markets.ts";
import { binary, choice, LATER, NOW, only, read, resolved, source } from "../support/upstream/manifold-pages.ts";
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
