import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toDateText } from "../../src/domain/matching/compare-dates.ts";
import { blockingKeysOf, compare, toGroups, toProposition, weigh } from "../../src/domain/matching/index.ts";
import { toNumberText } from "../../src/domain/matching/vetoes/index.ts";
import { compareTexts, getQuestion, readQuestion, verdictOf } from "../support/matching/questions.ts";

const DATES: readonly (readonly [string, string])[] = [
  ["Orion before Jan 1, 2027?", "2026"],
  ["Orion by December 31, 2026?", "2026"],
  ["Orion before 2027?", "2026"],
  ["Orion in 2026?", "2026"],
  ["Orion this year?", "2026"],
  ["Orion by the end of 2026?", "2026"],
  ["Orion by 12/31/2026?", "2026"],
  ["Orion before July 2026?", "by 2026-06-30"],
  ["Orion by June 30, 2026?", "by 2026-06-30"],
  ["Orion in the first half of 2026?", "by 2026-06-30"],
  ["Orion before March 1, 2028?", "by 2028-02-29"],
  ["Orion on May 10, 2026?", "on 2026-05-10"],
  ["acme orion 2026 05 10", "on 2026-05-10"],
  ["Orion on 10 May 2026?", "on 2026-05-10"],
  ["Orion at the end of June 2026?", "on 2026-06-30"],
  ["Orion in May 2026?", "in 2026-05"],
  ["Orion in Q3 2026?", "in 2026-q3"],
  ["Orion in the third quarter of 2026?", "in 2026-q3"],
  ["Orion MVP 2025-26?", "2026"],
  ["Orion after 2027?", "since 2027"],
  ["Will May run for Orion?", ""],
  ["Super Bowl LXI?", "2027"],
  ["Super Bowl 62?", "2028"],
  ["Oscar at the 99th Academy Awards?", "2027"],
  ["Orion after the 2026 season?", "2026"],
  ["Orion EOY?", "on 2026-12-31"],
  ["Orion by EOY 2027?", "2027"],
  ["Orion by year end?", "2026"],
  ["Orion by year-end 2027?", "2027"],
  ["Orion by end of year?", "2026"],
  ["Orion at the end of 2026?", "on 2026-12-31"],
  ["Orion through 2026?", "2026"],
  ["Orion during 2026?", "2026"],
  ["Orion by 2027?", "2026"],
  ["Orion by 2099?", "2098"],
  ["Orion before Aug 1, 2099?", "by 2099-07-31"],
  ["Orion by the end of November?", "by 2026-11-30"],
  ["Orion by November 30?", "by 2026-11-30"],
  ["Orion before December?", "by 2026-11-30"],
  ["Orion by December 1?", "by 2026-11-30"],
  ["Orion by January 1, 2027?", "2026"],
  ["Orion (Nov 30)", "on 2026-11-30"],
  ["Orion by Nov 30th?", "by 2026-11-30"],
  ["Orion no later than 30 November 2026?", "by 2026-11-30"],
  ["Orion on or before 11/30/26?", "by 2026-11-30"],
  ["Orion before 12/1?", "by 2026-11-30"],
  ["Orion until Nov 30 at 11:59 PM ET?", "by 2026-11-30"],
  ["Orion in November: yes", "in 2026-11"],
  ["Orion in the month of November?", "in 2026-11"],
  ["Orion in H1 2027?", "by 2027-06-30"],
  ["Orion in the first half of 2027?", "by 2027-06-30"],
  ["Orion by mid-2027?", "by 2027-06-30"],
  ["Orion revenue H1FY27?", "by 2027-06-30"],
  ["Orion in the second half of 2027?", "in 2027-h2"],
  ["Orion by Q2 2027?", "by 2027-06-30"],
  ["Orion by Q2'27?", "by 2027-06-30"],
  ["Orion by the end of Q2 2027?", "by 2027-06-30"],
  ["Orion before Q2 2027?", "by 2027-03-31"],
  ["Orion by Jun18'27?", "by 2027-06-18"],
  ["Orion by midnight 1 January 2027?", "2026"],
  ["Orion on Jan 1, 2027 at 12am EST?", "on 2026-12-31"],
  ["Orion on 7 May 2026?", "on 2026-05-07"],
  ["Orion on May 7th, 2026?", "on 2026-05-07"],
  ["Orion on 2026-05-07?", "on 2026-05-07"],
  ["Orion on 05/07/26?", "on 2026-05-07"],
  ["Orion on May7 2026?", "on 2026-05-07"],
  ["Orion in the week of May 4, 2026?", "on 2026-05-10"],
  ["Orion May 4-10, 2026?", "on 2026-05-10"],
  ["orion june 8 14 2026", "on 2026-06-14"],
  ["Orion May 31 - June 27, 2026", "on 2026-06-27"],
  ["Orion MVP 25/26 season?", "2026"],
  ["Orion wins Nobel 2026?", "2026"],
  ["Orion above 2090 in 2026?", "2026"],
];

const NUMBERS: readonly (readonly [string, string])[] = [
  ["Orion above $100k?", "≥ 100,000"],
  ["Orion over 1.5 million?", "≥ 1,500,000"],
  ["Orion at $1.2T or more?", "≥ 1,200,000,000,000"],
  ["Orion at 80,400 or above?", "≥ 80,400"],
  ["Orion below 2.5%?", "≤ 2.5 %"],
  ["Orion cut of 25bps?", "25 bps"],
  ["Orion at $70.01 or above?", "≥ 70"],
  ["CPI above 3%?", "≥ 3.1 %"],
  ["unemployment below 4.5%?", "≤ 4.4 %"],
  ["Orion makes more than 5 launches?", "≥ 6"],
  ["Orion makes at least six launches?", "≥ 6"],
  ["Orion makes fewer than 6 launches?", "≤ 5"],
  ["Orion makes exactly 6 launches?", "6"],
  ["Orion between 88-89°F?", "88 to 89 °"],
  ["Orion wins 198 to 202 votes?", "198 to 202"],
  ["Orion hits $150k?", "150,000"],
  ["Orion: $47 to 47.9999", "47 to 48 "],
  ["Orion and the S&P 500?", ""],
  ["Orion grows 10–15%?", "10 to 15 %"],
  ["Orion above 1\u200b50 m?", "≥ 150,000,000"],
  ["Orion hits 100k+?", "≥ 100,000"],
  ["Orion cuts by 10bps?", "10 bps"],
  ["Orion warms by 2 degrees Celsius?", "2 °C"],
  ["Will Acme launch 5 rockets?", "5"],
  ["Orion Season 28 winner?", ""],
  ["big brother season 28 winner", ""],
  ["Orion and GPT-5.5?", ""],
  ["Orion at UFC 320?", ""],
  ["Orion on Route 66?", ""],
  ["Orion the #7 seed?", ""],
  ["Orion on the 10-year Treasury yield?", ""],
];

const FACETS: readonly (readonly [string, readonly string[]])[] = [
  ["NY-17 House winner? Republican party", ["district:ny-17", "party:republican"]],
  ["Will Republicans win New York's 17th congressional district?", ["district:ny-17", "party:republican"]],
  ["Acme Open: Top 5 finishers", ["rank:top 5"]],
  ["Will Ajax finish second?", ["rank:2"]],
  ["Will Ajax reach the 2026 final?", ["stage:advance"]],
  ["Ajax vs. Porto", ["side:first"]],
  ["Bitcoin above 5 on May 10, 3AM ET?", ["hour:3"]],
  ["Orion FDV one week after launch above 5?", ["after:1 week"]],
  ["Ajax vs Porto - Map 2 Winner", ["part:map 2"]],
  ["Ajax vs Porto: First Half: 1st Half goals", ["rank:1 half"]],
  ["Ajax vs Porto: Game 1: Game 1 winner", ["part:game 1"]],
  ["Will Ann Lee win Big Brother Season 28?", ["edition:28"]],
  ["will ann lee win big brother season28", ["edition:28"]],
  ["Will GTA VI be delayed?", ["edition:6"]],
  ["will gta 6 be delayed", ["edition:6"]],
  ["Will Ann Lee be the next James Bond?", ["race:next"]],
  ["Will Democrats win the Ohio Senate race?", ["office:senate", "party:democratic", "state:oh"]],
  ["Balance of power? R Senate, D House", ["binding:house democratic", "binding:senate republican"]],
];

/** Two ways to write the same. */
const ALIKE: readonly (readonly [string, string])[] = [
  ["[ACX] Will Orion\u200b launch in 2026?", "Will Orion launch in 2026?"],
  ["(M1000) Will Orion launch in 2026?", "Will Orion launch in 2026?"],
  ["Will the U.S. visit Orion?", "Will the United States visit Orion?"],
  ["Will the USA visit Orion?", "Will the US visit Orion?"],
  ["Will Swiss voters reject Orion?", "Will Switzerland voters reject Orion?"],
  ["Will the iPhone 18 sell out?", "Will the iPhone18 sell out?"],
  ["Will Rocky VII sell out?", "Will Rocky 7 sell out?"],
  ["Will Ajax win the next Dutch cup?", "Will Ajax win the Dutch cup?"],
  ["Will Orion win in Saint Louis?", "Will Orion win in St. Louis?"],
];

describe("a proposition", () => {
  for (const [text, expected] of DATES) {
    it(`has the date '${expected}': ${text}`, () => {
      assert.equal(getQuestion(`Acme ${text}`).dates.map(toDateText).join(", "), expected);
    });
  }
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

  for (const [one, other] of ALIKE) {
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

  it("is missing for an open question and for a name alone", () => {
    const none = [
      "yes Ann Lee: 2+,yes Bo Diaz: 1+",
      "Who will win the cup?",
      "When will Orion launch?",
      "US strikes Iran by...?",
      "Buffalo",
      "?",
      "",
    ];
    assert.deepEqual(
      none.map((text) => readQuestion(text)),
      none.map(() => undefined),
    );
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
    "Los Angeles L at Boston Winner? Boston",
    "Will the Celtics beat the Lakers on November 22, 2026?",
    "Dallas at Green Bay Winner? Green Bay",
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

  it("tells prices of one day apart by their hours", () => {
    const corpus = { size: 4000, frequencyOf: () => 6 };
    const at = (text: string, closesAt: string) => weigh(getQuestion(text, Date.parse(closesAt)), corpus);
    const noon = at("Will Bitcoin be above $100k on June 12, 2026?", "2026-06-12T16:00:00Z");
    const evening = at("Bitcoin price on Jun 12, 2026?: $100,000 or above", "2026-06-12T21:00:00Z");
    const alsoNoon = at("Bitcoin price on Jun 12, 2026?: $100,000 or above", "2026-06-12T16:05:00Z");
    assert.equal(compare(noon, evening)?.veto, "moment");
    assert.equal(compare(noon, alsoNoon)?.veto, undefined);
  });

  it("gives readable reasons, and the veto of a pair", () => {
    const same = compareTexts(
      "Fed decision in March 2027? Cut 25 bps",
      "Will the Fed cut rates by 25 bps in March 2027?",
    );
    assert.deepEqual(same?.explain(), [
      "both: fed, cut",
      "same month 2027-03",
      "same number 25 bps",
      "only the first: decision",
      "only the second: rate",
    ]);
    const other = compareTexts("Acme IPO before 2027?", "Acme IPO before 2028?");
    assert.deepEqual([other?.veto, other?.explain()[0]], ["date", "refused: date: 2026 against 2027"]);
  });
});

describe("groups", () => {
  const markets = [1, 2, 3, 4].map((marketKey) => ({ marketKey, platform: `p${marketKey}` }));

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
    const listed = [...markets, { marketKey: 5, platform: "p2" }];
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

  it("never hold two markets of a platform", () => {
    const link = fc.record({
      a: fc.integer({ min: 1, max: 12 }),
      b: fc.integer({ min: 1, max: 12 }),
      relation: fc.constantFrom("same", "inverted"),
    });
    const listed = Array.from({ length: 12 }, (_, index) => ({ marketKey: index + 1, platform: `p${index % 4}` }));
    fc.assert(
      fc.property(fc.array(link, { maxLength: 30 }), (links) => {
        const groups = Map.groupBy(toGroups(listed, links), ({ groupKey }) => groupKey);
        for (const [groupKey, members] of groups) {
          const platforms = members.map(({ marketKey }) => listed[marketKey - 1]?.platform);
          assert.equal(new Set(platforms).size, platforms.length);
          assert.equal(Math.min(...members.map(({ marketKey }) => marketKey)), groupKey);
        }
      }),
    );
  });
});
