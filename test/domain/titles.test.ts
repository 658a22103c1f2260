import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { toOutcomeTitle } from "../../src/domain/markets.ts";
import { authorOf, isTestMarket, splitTitle, tellApart, withAuthor } from "../../src/domain/titles.ts";
import { openManifold } from "../../src/sources/manifold.ts";
import fc from "../support/properties.ts";
import { payloadsMissing, readPayload } from "../support/upstream/payloads.ts";

describe("a title in two parts", () => {
  const TITLES: [title: string, eventTitle: string, event: string | undefined, rest: string][] = [
    ["Who wins the cup? Reds", "Who wins the cup?", "Who wins the cup?", "Reds"],
    ["Reds at Blues (Oct 8): Reds", "Reds at Blues (Oct 8)", "Reds at Blues (Oct 8)", "Reds"],
    ["Fed decision: Cut: 25 bps", "Fed decision", "Fed decision", "Cut: 25 bps"],
    ["Will the Fed cut rates?", "Fed decision", undefined, "Will the Fed cut rates?"],
    ["Will it rain?", "Will it rain?", undefined, "Will it rain?"],
    ["Fed decision in March: Cut", "Fed decision", undefined, "Fed decision in March: Cut"],
    ["Cup: ", "Cup", undefined, "Cup: "],
    ["Reds", "", undefined, "Reds"],
  ];
  for (const [title, eventTitle, event, rest] of TITLES) {
    it(`is ${event === undefined ? "one" : `'${event}' and '${rest}'`} for '${title}' of '${eventTitle}'`, () => {
      const parts = splitTitle({ title, eventTitle });
      assert.deepEqual([parts.event, parts.rest], [event, rest]);
    });
  }

  it("gives back the event and the outcome that a title was made of, and always the whole title", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 }).filter((one) => one.trim() !== "");
    fc.assert(
      fc.property(word, word, (event, outcome) => {
        const title = toOutcomeTitle(event, outcome);
        const parts = splitTitle({ title, eventTitle: event });
        assert.deepEqual([parts.event, parts.rest], [event, outcome]);
        assert.equal(`${parts.event}${parts.joiner}${parts.rest}`, title);
        assert.deepEqual(splitTitle({ title }), { event: undefined, joiner: "", rest: title });
      }),
    );
  });
});

describe("markets of one title", () => {
  const DAY = Date.UTC(2026, 9, 8, 12);
  const row = (id: string, more: object = {}) => ({
    ...{ platform: "manifold", id, title: "Will it rain?", closesAt: DAY },
    ...{ url: "https://manifold.markets/ann/will-it-rain", ...more },
  });
  const notes = (...rows: ReturnType<typeof row>[]) => Object.fromEntries(tellApart(rows));

  it("are told apart by the day they close", () => {
    assert.deepEqual(notes(row("a"), row("b", { closesAt: DAY + 86_400_000 }), row("c", { title: "Other" })), {
      "manifold:a": "closes 8 Oct 2026",
      "manifold:b": "closes 9 Oct 2026",
    });
  });

  it("are told apart by who made them where they close on one day", () => {
    const other = row("b", { url: "https://manifold.markets/Ben/will-it-rain-2", title: "will it  rain" });
    assert.deepEqual(notes(row("a"), other), { "manifold:a": "by ann", "manifold:b": "by Ben" });
  });

  it("are told apart by the time, and by their ids where nothing else differs", () => {
    assert.deepEqual(notes(row("a"), row("b", { closesAt: DAY + 60_000 })), {
      "manifold:a": "closes 8 Oct 2026, 12:00 UTC",
      "manifold:b": "closes 8 Oct 2026, 12:01 UTC",
    });
    assert.deepEqual(notes(row("a", { closesAt: null }), row("b", { closesAt: null })), {
      "manifold:a": "id a",
      "manifold:b": "id b",
    });
  });

  it("have no note where they are one market, or on two platforms", () => {
    assert.deepEqual(notes(row("a"), row("a")), {});
    assert.deepEqual(notes(row("a"), row("b", { platform: "kalshi" })), {});
  });

  it("have an author only where the address names one", () => {
    assert.equal(authorOf(row("a")), "ann");
    for (const url of [
      "https://manifold.markets/",
      "https://manifold.markets/ann",
      "https://manifold.markets/ann/",
      "nonsense",
      "",
    ]) {
      assert.equal(authorOf({ platform: "manifold", url }), undefined, url);
    }
    assert.equal(authorOf({ platform: "kalshi", url: "https://kalshi.com/markets/x/event/y" }), undefined);
  });

  it("always have different notes", () => {
    const any = fc.record({
      platform: fc.constantFrom("manifold", "kalshi"),
      id: fc.string(),
      title: fc.constantFrom("a", "A", "b"),
      closesAt: fc.constantFrom(null, DAY, DAY + 1, DAY + 86_400_000),
      url: fc.constantFrom("https://manifold.markets/ann/x", "https://manifold.markets/ben/y", ""),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ platform, id }) => `${platform}:${id}` }), (rows) => {
        const found = tellApart(rows);
        const seen = rows.map(({ platform, id, title }) =>
          JSON.stringify([platform, title.toLowerCase(), found.get(`${platform}:${id}`)]),
        );
        assert.equal(new Set(seen).size, rows.length);
      }),
    );
  });
});

const isTest = (title: string, eventTitle?: string): boolean =>
  isTestMarket({ platform: "manifold", title, eventTitle });

const TESTS = [
  ..."test|Test?|TEST|testing|Testing 3|test2|test 12|test test|…test!|[TEST] Will it rain?".split("|"),
  ..."(testing) Will it rain?|Will it rain? [test]|test market please ignore|Test Market|TEST manifold: resolution".split(
    "|",
  ),
  ..."testing liquidity injection|test 2 liquidity injection and payouts|Test question, do not bet".split("|"),
  ..."This is just a test.|this is a test market|Will this experimental test question resolve yes?".split("|"),
  ..."Will this test Q be resolved to yes?|g|d?|YES|no.|123|500|📈❔|?".split("|"),
];

const REAL = [
  ..."Will I test positive for Covid next week?|Will the Starship orbital test flight be successful?".split("|"),
  ..."Test flight of Starship 12 before July?|Test match between India and England: India wins".split("|"),
  ..."Testing of new missiles by North Korea in 2027?|Tests for bird flu above 1 million?|Contest winner?".split("|"),
  ..."AGI When? [High Quality Turing Test]|Nintendo cancels Project Rockstock (NSO playtest)?".split("|"),
  ..."What score will I get on my next APCS test/quiz?|Will Elon Musk testify?|Testament of Ann sells?".split("|"),
  ..."Is 0=1|Is 1=2 ?|3-1|日本|雨?|Will resolve yes|Question TBA|Yes or no?|No deal?".split("|"),
];

describe("a market made to try its platform out", () => {
  for (const title of TESTS) it(`is called '${title}'`, () => assert.equal(isTest(title), true));
  for (const title of REAL) it(`is not called '${title}'`, () => assert.equal(isTest(title), false));

  it("is known by its question, not by an answer", () => {
    assert.equal(isTest("Which language? Test", "Which language?"), false);
    assert.equal(isTest("test: Ann", "test"), true);
  });

  it("has its author in its title where that asks nothing, and is known by the rest", () => {
    assert.equal(withAuthor("YES", "Ann"), "YES (by Ann)");
    assert.equal(withAuthor("g", "A (n) n"), "g (by Ann)");
    assert.equal(withAuthor("Will it rain?", "Ann"), "Will it rain?");
    assert.equal(withAuthor("YES", null), "YES");
    assert.equal(isTest("YES (by Ann)"), true);
    assert.equal(isTest("Will it rain? (by Ann)"), false);
  });

  it("is looked for only where anybody may make markets", () => {
    for (const platform of ["kalshi", "polymarket", "predictit", "limitless"]) {
      assert.equal(isTestMarket({ platform, title: "test" }), false, platform);
    }
  });

  it("is recognised quickly whatever the title", () => {
    for (const title of ["1".repeat(50_000), `${"test ".repeat(10_000)}flight`, `${"[test ".repeat(9_000)}x`]) {
      const before = process.cpuUsage();
      isTest(title);
      assert.ok(process.cpuUsage(before).user < 500_000, title.slice(0, 20));
    }
  });
});

const TITLES = new URL("../../../../shared/data/matching/", import.meta.url);

/** Read by hand: all that the rule finds among the shared titles of Manifold, beside those that are plainly a test. */
const READ = new Set(["500", "123", "t", "g", "d", "m", "v", "YES", "📈❔"]);
const AUTHOR = / \(by \S+\)$/;

describe("the rule for test markets on real titles", {
  skip: existsSync(TITLES) ? payloadsMissing : "no ../shared",
}, () => {
  const poolOf = (platform: string): string[] =>
    readFileSync(new URL(`titles_${platform}.jsonl`, TITLES), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { title: string }).title);

  it("finds 27 of 2,553 titles of Manifold, all of them tests or without a question", () => {
    const pages = ["list_markets_1000_2022", "lite_markets_100_2026-01-31", "full_markets_with_answers_8_2026-05-03"];
    const captured = [...pages, "search-markets_3_2026-08-18"].flatMap(
      (page) => openManifold({}).normalise(readPayload(`manifold/${page}.json`), Date.UTC(2026, 10, 20)).markets,
    );
    const titles = [...new Set([...poolOf("manifold"), ...captured.map(({ title }) => title.replace(AUTHOR, ""))])];
    const found = titles.filter((title) => isTest(title));
    assert.deepEqual([titles.length, found.length], [2553, 27]);
    const others = found.filter((title) => !/\btest(?:ing|\d)?\b/i.test(title));
    assert.deepEqual(new Set(others), READ);
    assert.equal(
      found.some((title) => /flight|positive|covid/i.test(title)),
      false,
    );
  });
});
