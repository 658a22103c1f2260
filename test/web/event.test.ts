import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { toQuestion } from "../../src/api/questions.ts";
import type { EventRecord, MarketRecord } from "../../src/domain/markets.ts";
import { openTestApi } from "../support/service/api.ts";
import { event, market, page } from "../support/store/builders.ts";

const FED = "Fed decision in December?";

const outcome = (id: string, outcomeLabel: string | null, yesPrice: number, more: Partial<MarketRecord> = {}) =>
  market({ id, eventId: "fed", title: `${FED} ${outcomeLabel ?? id}`, outcomeLabel, yesPrice, ...more });

const elsewhere = (id: string, yesPrice: number, eventId = `e-${id}`) =>
  market({ id, eventId, title: `Will it be ${id}?`, yesPrice });

const fed = (given: Partial<EventRecord> = {}) => event({ id: "fed", title: FED, isExclusive: true, ...given });

/** A decision with three outcomes on Kalshi, of which others ask two; and what else an event may be. */
async function open() {
  const kalshi = [
    outcome("hold", "Hold", 545_000, { volume: 100_00 }),
    outcome("cut", "Cut", 400_000, { volume: 900_00 }),
    outcome("hike", null, 80_000, { volume: 500_00 }),
    ...Array.from({ length: 60 }, (_, index) =>
      market({ id: `team${index}`, eventId: "cup", title: `Cup: team ${index}`, outcomeLabel: `Team ${index}` }),
    ),
    market({ id: "alone", eventId: "single", title: "A single market" }),
    market({ id: "twin1", eventId: "twins", title: "Twins: early", outcomeLabel: "Same" }),
    market({ id: "twin2", eventId: "twins", title: "Twins: late", outcomeLabel: "Same", yesPrice: 300_000 }),
  ];
  const scripts = {
    kalshi: { full: [page(kalshi, [fed(), event({ id: "twins", title: "Twins" })])] },
    // The opposite question: yes on it is no on the cut.
    polymarket: {
      full: [page([elsewhere("hold", 560_000), elsewhere("cut", 570_000), elsewhere("deep", 50_000, "e-cut")])],
    },
    manifold: { full: [page([elsewhere("hold", 700_000), elsewhere("team0", 600_000)])] },
  };
  const matches = [
    { a: "kalshi", b: "polymarket", id: "hold" },
    { a: "kalshi", b: "manifold", id: "hold" },
    { a: "kalshi", b: "manifold", id: "team0" },
    { a: "kalshi", b: "polymarket", id: "cut", isInverted: true },
  ];
  return openTestApi({ scripts, matches, hasPages: true });
}

const site = await open();
const { secret } = await site.make();

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<span class="hide">.*?<\/span>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The cells of the matrix as text, a list for each row. */
async function matrixOf(path: string): Promise<string[][]> {
  const { text } = await site.get(path);
  const [, table = ""] = /<div class="scroll matrix".*?<table[^>]*>(.*?)<\/table>/s.exec(text) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
  );
}

/** The questions of the API, by the id of the Kalshi market. */
async function questionsOfKalshi() {
  const data: ReturnType<typeof toQuestion>[] = (await site.get("/api/v1/questions?platform=kalshi", secret)).json.data;
  return new Map(data.map((one) => [one.markets.find(({ platform }) => platform === "kalshi")?.id, one]));
}

describe("the page of an event", () => {
  it("is a matrix of outcomes and platforms, the highest price first, in the direction of the outcome", async () => {
    assert.deepEqual(await matrixOf("/events/kalshi/fed"), [
      ["Outcome", "Kalshi ▾", "Polymarket", "Manifold play money", "Gap", "Volume"],
      ["Hold", "54.5%", "56.0%", "70.0%", "1.5¢", "$100"],
      ["Cut", "40.0%", "43.0% opposite", "–", "3.0¢", "$900"],
      ["hike", "8.0%", "–", "–", "–", "$500"],
      ["Sum of yes", "102.5%", "99.0% 2 of 3 outcomes", "70.0% 1 of 3 outcomes", "", ""],
    ]);
  });

  it("shows the same outcome the other way round on the platform of the opposite question", async () => {
    const [, row] = await matrixOf("/events/polymarket/e-cut");
    assert.deepEqual(row?.slice(0, 4), ["Will it be cut?", "57.0%", "60.0% opposite", "3.0¢"]);
  });

  it("is sorted by volume when asked, keeps the range, and keeps the sort with another range", async () => {
    const rows = await matrixOf("/events/kalshi/fed?sort=volume&range=24h");
    assert.deepEqual(
      rows.slice(1, 4).map(([name]) => name),
      ["Cut", "hike", "Hold"],
    );
    const { text } = await site.get("/events/kalshi/fed?sort=volume&range=24h");
    assert.match(text, /href="\/events\/kalshi\/fed\?sort=price&amp;range=24h"/);
    assert.match(text, /href="\/events\/kalshi\/fed\?sort=volume&amp;range=30d#course"/);
    assert.match(text, /aria-sort="descending"><a href="[^"]+sort=volume/);
    assert.equal((await site.get("/events/kalshi/fed?sort=name")).status, 422);
  });

  it("links an outcome to its question or its market, and each price to its market, with the event in words", async () => {
    const { text } = await site.get("/events/kalshi/fed");
    const id = (await questionsOfKalshi()).get("hold")?.id;
    assert.ok(
      text.includes(`<a href="/questions/${id}" class="title" dir="auto">Hold<span class="hide">, ${FED}</span></a>`),
    );
    assert.ok(
      text.includes(
        `<a href="/markets/kalshi/hike" class="title" dir="auto">hike<span class="hide">, ${FED}</span></a>`,
      ),
    );
    assert.ok(
      text.includes(`<a href="/markets/manifold/hold">70.0%<span class="hide"> for Hold on Manifold</span></a>`),
    );
  });

  it("says what the sum of exclusive outcomes means, and has no sum for others", async () => {
    const { text } = await site.get("/events/kalshi/fed");
    assert.match(
      text,
      /At most one of these outcomes can be yes\. Yes of all costs [\d.]+¢ on Kalshi, fees included\./,
    );
    assert.doesNotMatch((await site.get("/events/kalshi/twins")).text, /Sum of yes|Yes of all/);
  });

  it("leads to the market where it has but one", async () => {
    const { status, headers } = await site.get("/events/kalshi/single?range=24h");
    assert.deepEqual([status, headers.location], [303, "/markets/kalshi/alone?range=24h"]);
    assert.doesNotMatch((await site.get("/markets/kalshi/alone")).text, /\/events\//);
  });

  it("shows fifty outcomes and says how many more there are", async () => {
    const { text } = await site.get("/events/kalshi/cup");
    assert.equal(text.match(/<th scope="row"><a /g)?.length, 50);
    assert.match(text, /and 10 more outcomes/);
  });

  it("names outcomes of one label by their titles", async () => {
    const rows = await matrixOf("/events/kalshi/twins");
    assert.deepEqual(
      rows.slice(1).map(([name]) => name),
      ["Twins: early", "Twins: late"],
    );
  });
});

describe("the page of a question of an event", () => {
  it("leads to its events that have more markets, and to its other outcomes by price", async () => {
    const questions = await questionsOfKalshi();
    const { text } = await site.get(`/questions/${questions.get("hold")?.id}`);
    const [, part = ""] = / · part of (.*?)<\/p>/s.exec(text) ?? [];
    assert.deepEqual(
      [...part.matchAll(/href="([^"]+)">([^<]+)</g)].map(([, href, title]) => [href, title]),
      [["/events/kalshi/fed", FED]],
    );
    const [, section = ""] = /<h2 id="outcomes">(.*?)<\/section>/s.exec(text) ?? [];
    assert.match(section, /<a href="\/events\/kalshi\/fed">/);
    const rows = [...section.matchAll(/<tr[^>]*><td class="yes"[^>]*>([^<]+)<.*?href="([^"]+)"[^>]*>([^<]+)</gs)];
    assert.deepEqual(
      rows.map(([, price, href, label]) => [price, href, label]),
      [
        ["40%", `/questions/${questions.get("cut")?.id}`, "Cut"],
        ["8%", "/markets/kalshi/hike", "hike"],
      ],
    );
  });

  it("shows ten of many outcomes, and says where one platform alone counts", async () => {
    const { text } = await site.get(`/questions/${(await questionsOfKalshi()).get("team0")?.id}`);
    const [, section = ""] = /<h2 id="outcomes">(.*?)<\/section>/s.exec(text) ?? [];
    assert.equal(section.match(/<td class="yes"/g)?.length, 10);
    assert.doesNotMatch(section, />Team 0</);
    assert.match(text, /<dd>none: only one real-money platform<\/dd>/);
    assert.match(text, /<h2 id="course">Price<\/h2>/);
    assert.doesNotMatch(text, /class="plot volume"/);
  });
});
