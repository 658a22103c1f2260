import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockingKeysOf } from "../../src/domain/matching/blocking-keys.ts";
import { toDateText } from "../../src/domain/matching/compare-dates.ts";
import { toNumberText } from "../../src/domain/matching/compare-numbers.ts";
import { toGroups } from "../../src/domain/matching/matches.ts";
import { compare } from "../../src/domain/matching/score.ts";
import { weigh } from "../../src/domain/matching/weighing.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { compareTexts, getQuestion, readQuestion, verdictOf } from "../support/matching/questions.ts";
import { DATES, FACETS, NUMBERS, ALIKE as WRITTEN_ALIKE } from "../support/matching/readings.ts";
import fc from "../support/properties.ts";

describe("a proposition", () => {
  for (const [text, expected] of DATES) {
    it(`has the date '${expected}': ${text}`, () => {
      assert.equal(getQuestion(`Acme ${text}`).dates.map(toDateText).join(", "), expected);
    });
  }
  it("has a span without a year, where no time tells it", () => {
    for (const title of ["Acme Orion May 4-10?", "Acme Orion between January 1 and December 31?"]) {
      const own = { title, eventTitle: title, outcomeLabel: null, closesAt: null, createdAt: null };
      assert.match(toProposition(own)?.dates[0]?.value ?? "", /^\?{4}-(?:05-10|12-31)$/, title);
    }
  });
  for (const [text, expected] of NUMBERS) {
    it(`has the figure '${expected}': ${text}`, () => {
      assert.equal(getQuestion(`Acme ${text}`).numbers.map(toNumberText).join(", "), expected.trim());
    });
  }
  for (const [text, expected] of FACETS) {
    it(`has the facets ${expected.join(", ")}: ${text}`, () => {
      const { facets } = getQuestion(text);
      assert.deepEqual(
        expected.filter((facet) => !facets.includes(facet)),
        [],
        facets.join(", "),
      );
    });
  }

  for (const [one, other] of WRITTEN_ALIKE) {
    it(`reads alike: ${one} / ${other}`, () => {
      const [a, b] = [getQuestion(one), getQuestion(other)];
      assert.deepEqual([a.words, a.numbers, a.facets, a.dates], [b.words, b.numbers, b.facets, b.dates]);
    });
  }

  it("has the names that capitals show, and none without capitals", () => {
    const namesOf = (text: string): readonly string[] => getQuestion(text).names;
    assert.deepEqual(namesOf("Will Ann Lee beat Acme at chess in Lima?"), ["ann", "lee", "acm", "lima"]);
    assert.deepEqual(namesOf("Who will win the chess cup?: Ann Lee"), ["ann", "lee"]);
    assert.deepEqual(namesOf("Ann Lee To Win The Chess Cup"), []);
    assert.deepEqual(namesOf("will ann lee win the chess cup"), []);
  });

  it("has the mark that only its outcome names", () => {
    const marksOf = (title: string, outcomeLabel: string) =>
      toProposition({ title, eventTitle: title, outcomeLabel, closesAt: null, createdAt: null })?.numbers.map(
        toNumberText,
      );
    assert.deepEqual(marksOf("Orion price on Jan 29, 2027?", "$90,000 or above"), ["at least 90,000"]);
    assert.deepEqual(marksOf("Will Orion price be $90,000 or above?", "90,000"), ["at least 90,000"]);
  });

  it("takes the years and dates it lacks from its event's titles", () => {
    const at = (closesAt: string) => ({ closesAt: Date.parse(closesAt), createdAt: null });
    const read = (title: string, eventTitle: string, eventNote: string | null, closesAt = "2031-01-01") =>
      toProposition({ title, eventTitle, eventNote, outcomeLabel: null, ...at(closesAt) });
    const named = read("Will Ann Lee be nominated by May 10?", "Acme Prize 2028", null);
    assert.deepEqual([named?.dates.map(toDateText), named?.years], [["by 2028-05-10"], ["2028"]]);
    const noted = read("Will Ann Lee win the Acme Prize?", "Acme Prize", "Before 2030");
    assert.deepEqual([noted?.dates.map(toDateText), noted?.years], [["2029"], ["2029"]]);
    const said = read("Will Ann Lee win the 2027 Acme Prize?", "Acme Prize", "In 2028");
    assert.deepEqual(said?.years, ["2027"]);
    const closed = read("Will Ann Lee win the Acme Prize?", "Acme Prize", "In 2027", "2027-01-01");
    assert.deepEqual(closed?.years, ["2026"]);
  });

  it("has days in the year of the close that comes with them, else in the year after the creation", () => {
    const dateOf = (title: string, closes: string | null, created: string) => {
      const closesAt = closes === null ? null : Date.parse(closes);
      const own = { title, eventTitle: title, outcomeLabel: null, closesAt, createdAt: Date.parse(created) };
      return toProposition(own)?.dates.map(toDateText).join(", ");
    };
    assert.equal(dateOf("Acme lists before July?", "2027-07-01", "2026-03-01"), "by 2027-06-30");
    assert.equal(dateOf("Acme lists before July?", "2027-12-31", "2026-03-01"), "by ????-06-30");
    assert.equal(dateOf("Acme lists before July?", null, "2025-05-31"), "by 2025-06-30");
    assert.equal(dateOf("Acme lists by December 31?", null, "2026-01-01"), "2026");
  });

  it("is missing for an open question and for a name alone", () => {
    const none = [
      "yes: Ann Lee: 2+,yes: Bo Diaz: 1+",
      "yes Ann Lee: 2+,yes Bo Diaz: 1+",
      "Who will win the cup?",
      "When will Orion launch?",
      "US strikes Iran by...?",
      "Buffalo",
      "Los Angeles Lakers",
      "?",
      "",
    ];
    assert.deepEqual(
      none.map((text) => readQuestion(text)),
      none.map(() => undefined),
    );
  });

  it("of an open question is that of its outcome", () => {
    const read = (title: string, outcomeLabel: string | null) =>
      toProposition({ title, eventTitle: "Acme cup", outcomeLabel, closesAt: null, createdAt: 0 });
    const asked = read("Who will win the Acme cup in 2027?", "Ann Lee");
    assert.deepEqual(asked?.entity, ["ann", "lee"]);
    assert.deepEqual(asked, read("Who will win the Acme cup in 2027?: Ann Lee", "Ann Lee"));
    assert.equal(read("Who will win the Acme cup in 2027?", null), undefined);
  });

  it("reads any text, and has the same blocking keys each time", () => {
    const texts = fc.oneof(fc.string({ maxLength: 600 }), fc.lorem({ maxCount: 12 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(texts, texts, fc.option(texts), (title, eventTitle, outcomeLabel) => {
        const read = () => toProposition({ title, eventTitle, outcomeLabel, closesAt: null, createdAt: 0 });
        const proposition = read();
        assert.deepEqual(read(), proposition);
        if (proposition === undefined) return;
        const keys = blockingKeysOf(proposition);
        assert.deepEqual(blockingKeysOf(proposition), keys);
        assert.ok(keys.every(Number.isSafeInteger));
      }),
    );
  });
});

describe("a comparison", () => {
  const TITLES = [...DATES, ...NUMBERS].map(([text]) => `Acme ${text}`);

  /** Teams and their cities, given names, spellings. */
  const ALIKE = [
    "Los Angeles L at Boston (Nov 22, 2026) Winner? Boston",
    "Will the Celtics beat the Lakers on November 22, 2026?",
    "Dallas at Green Bay (Nov 22, 2026) Winner? Green Bay",
    "Will the Packers beat the Cowboys on November 22, 2026?",
    "Will Nicholas Begichev win Acme?",
    "Nick Begichevs to win Acme?",
  ];

  it("matches every question with itself", () => {
    for (const title of TITLES) assert.equal(verdictOf(title, title), "same", title);
  });

  it("gives the same result in either order", () => {
    // Common where short, so that words which stand for each other differ in weight.
    const corpus = { size: 4000, frequencyOf: (word: string) => (word.length < 7 ? 300 : 2) };
    const questions = [...TITLES, ...ALIKE].map((title) => weigh(getQuestion(title), corpus));
    for (const a of questions) {
      for (const b of questions) {
        const [one, other] = [compare(a, b), compare(b, a)];
        assert.equal(one?.score.toFixed(9), other?.score.toFixed(9));
        assert.deepEqual([one?.relation, one?.veto], [other?.relation, other?.veto]);
      }
    }
  });

  it("matches teams with their cities, in either order", () => {
    const [cities, teams] = [ALIKE[0] ?? "", ALIKE[1] ?? ""];
    assert.deepEqual([verdictOf(cities, teams), verdictOf(teams, cities)], ["same", "same"]);
  });

  it("gives readable reasons, and the veto of a pair", () => {
    const same = compareTexts(
      "Fed decision in March 2027? Cut 25 bps",
      "Will the Fed cut rates by 25 bps in March 2027?",
    );
    assert.deepEqual(same?.explain(), [
      "both: fed, cut",
      "both in March 2027",
      "same figure: 25 bps",
      "only the first: decision",
      "only the second: rate",
      "the rules were not read on the first and the second",
    ]);
    const other = compareTexts("Acme IPO before 2027?", "Acme IPO before 2028?");
    assert.deepEqual([other?.veto, other?.explain()[0]], ["date", "refused: date: 2026 against 2027"]);
    const part = compareTexts(
      "Cultivated meat on sale in a Lima supermarket in 2028?",
      "Cultivated meat on sale in a Lima restaurant in 2028?",
    );
    assert.equal(part?.explain()[0], "only one part differs: supermarket against restaurant");
  });
});

describe("groups", () => {
  const markets = [1, 2, 3, 4].map((marketKey) => ({ marketKey, platform: `p${marketKey}`, eventKey: marketKey }));

  it("join what is connected, and invert after an odd number of inverted links", () => {
    const links = [
      { a: 2, b: 3, relation: "inverted" },
      { a: 1, b: 2, relation: "inverted" },
      { a: 3, b: 4, relation: "same" },
    ];
    const members = toGroups(markets, links).toSorted((a, b) => a.marketKey - b.marketKey);
    assert.deepEqual(
      members.map(({ groupKey, isInverted }) => [groupKey, isInverted]),
      [
        [1, false],
        [1, true],
        [1, false],
        [1, false],
      ],
    );
  });

  it("hold one market of a platform, that of the earlier link", () => {
    const listed = [...markets, { marketKey: 5, platform: "p2", eventKey: 5 }];
    const links = [
      { a: 1, b: 2, relation: "same" },
      { a: 1, b: 5, relation: "same" },
    ];
    assert.deepEqual(
      toGroups(listed, links)
        .map(({ marketKey }) => marketKey)
        .toSorted(),
      [1, 2],
    );
  });

  it("hold both sides of a game, and not the same side twice", () => {
    const game = [
      { marketKey: 1, platform: "p1", eventKey: 1 },
      { marketKey: 2, platform: "p1", eventKey: 1 },
      { marketKey: 3, platform: "p2", eventKey: 2 },
      { marketKey: 4, platform: "p1", eventKey: 4 },
    ];
    const links = [
      { a: 1, b: 3, relation: "same" },
      { a: 2, b: 3, relation: "inverted" },
      { a: 3, b: 4, relation: "inverted" },
    ];
    const members = toGroups(game, links).toSorted((a, b) => a.marketKey - b.marketKey);
    assert.deepEqual(members, [
      { marketKey: 1, groupKey: 1, isInverted: false },
      { marketKey: 2, groupKey: 1, isInverted: true },
      { marketKey: 3, groupKey: 1, isInverted: false },
    ]);
  });

  it("never hold two markets of a platform but for opposites of one event", () => {
    const link = fc.record({
      a: fc.integer({ min: 1, max: 12 }),
      b: fc.integer({ min: 1, max: 12 }),
      relation: fc.constantFrom("same", "inverted"),
    });
    const listed = Array.from({ length: 12 }, (_, index) => ({
      marketKey: index + 1,
      platform: `p${index % 4}`,
      eventKey: index % 8,
    }));
    fc.assert(
      fc.property(fc.array(link, { maxLength: 30 }), (links) => {
        const groups = Map.groupBy(toGroups(listed, links), ({ groupKey }) => groupKey);
        for (const [groupKey, members] of groups) {
          for (const own of Map.groupBy(members, ({ marketKey }) => listed[marketKey - 1]?.platform).values()) {
            assert.equal(new Set(own.map(({ marketKey }) => listed[marketKey - 1]?.eventKey)).size, 1);
            assert.equal(new Set(own.map(({ isInverted }) => isInverted)).size, own.length);
          }
          assert.equal(Math.min(...members.map(({ marketKey }) => marketKey)), groupKey);
        }
      }),
    );
  });
});
