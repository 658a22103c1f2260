import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compareRules } from "../../src/domain/matching/compare-rules.ts";
import { MIN_MATCH_SCORE } from "../../src/domain/matching/matches.ts";
import { compare } from "../../src/domain/matching/score.ts";
import { type Corpus, type WeighedProposition, weigh } from "../../src/domain/matching/weighing.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { readRules, ruleWordsOf } from "../../src/domain/propositions/rules.ts";
import { RULE_FORMS } from "../support/matching/rule-forms.ts";
import { RULES_PAIRS } from "../support/matching/rules.ts";
import fc from "../support/properties.ts";

const CLOSES_AT = Date.parse("2028-01-01T00:00:00Z");
const ANCHORS = { closesAt: CLOSES_AT, createdAt: null };

/** Words of rules are as frequent as in a few hundred of them. */
const corpus: Corpus = { size: 4000, frequencyOf: (word) => (word === "~" ? 300 : 6) };

function read(title: string, description: string, outcomeLabel: string | null = null): WeighedProposition {
  const proposition = toProposition({ title, eventTitle: title, outcomeLabel, ...ANCHORS, description });
  assert.ok(proposition !== undefined, title);
  return weigh(proposition, corpus, { description: () => description });
}

describe("the rules of a market", () => {
  it("say what yes takes, by when, how much, and what does not count", () => {
    const reading = readRules(
      'Intro.\n\nThis market will resolve to "Yes" if the U.S. Acme Board sells at least 30 robots by June 30, 2027, 11:59 PM ET. ' +
        'Otherwise, this market will resolve to "No".\n\nToys alone do not count; Ann Lee decides. ' +
        "The resolution source for this market will be the Acme Gazette.",
      ANCHORS,
    );
    assert.equal(
      reading?.condition,
      'This market will resolve to "Yes" if the U.S. Acme Board sells at least 30 robots by June 30, 2027, 11:59 PM ET',
    );
    assert.deepEqual(
      reading.dates.map(({ kind, value }) => `${kind} ${value}`),
      ["until 2027-06-30"],
    );
    assert.deepEqual(
      reading.numbers.map(({ comparison, value }) => `${comparison} ${value}`),
      ["ge 30"],
    );
    assert.deepEqual(
      reading.exclusions.map(({ text }) => text),
      ["Toys alone do not count; Ann Lee decides"],
    );
    assert.equal(reading.source, "Acme Gazette");
    assert.ok(reading.words.includes("robot") && !reading.words.includes("toi"));
  });

  it("are turned round by a negation, but by none in a bound, a deadline or what no takes", () => {
    for (const [condition, isNegated] of [
      ["Resolves YES if no deal is signed by June 30, 2027.", true],
      ["Resolves YES if a deal is signed no later than 11:59 PM ET on the last day of 2027.", false],
      ["Resolves YES if a deal is signed not later than June 30, 2027.", false],
      ["Resolves YES if the rate is no lower than 4.4% in May 2027.", false],
      ["Resolves YES if the rate is not more than 4.4% in May 2027.", false],
      ["Resolves YES if Ann Lee wins and NO if Bob Ray does.", false],
      ["Resolves YES if Ann Lee wins, NO if Bob Ray does.", false],
    ] as const)
      assert.equal(readRules(condition, ANCHORS)?.isNegated, isNegated, condition);
  });

  it("leave out what does not qualify as the thing, not what does not qualify for a round", () => {
    const excludedBy = (sentence: string) =>
      readRules(`This market will resolve to "Yes" if Acme FC wins the 2027 cup. ${sentence}`, ANCHORS)?.exclusions
        .length;
    for (const [sentence, count] of [
      ["A friendly match does not qualify.", 1],
      ["A friendly match will not qualify for the purposes of this market.", 1],
      ["A friendly match will not qualify to resolve it.", 1],
      ["Clubs that did not qualify for the final stages play on.", 0],
    ] as const)
      assert.equal(excludedBy(sentence), count, sentence);
  });

  it("tell a start alone from what must come after it, whatever the titles say", () => {
    const caught = "If both stages of Orion are caught in 2027, then the market resolves to Yes.";
    const started = 'This market will resolve to "Yes" if Orion lifts off from its mount in 2027.';
    const [one, other] = [
      read("Orion flight in 2027?", `${caught} A liftoff without both catches resolves to No.`),
      read("Orion flight in 2027?", started),
    ];
    assert.match(compare(one, other)?.explain()[0] ?? "", /^refused: predicate: .*without both catches/);
  });

  it("say nothing where no word tells anything", () => {
    for (const text of ["", "Yes."]) {
      assert.equal(readRules(text, ANCHORS), undefined, text);
      assert.deepEqual(ruleWordsOf(text), [], text);
    }
    assert.deepEqual(ruleWordsOf(""), []);
  });

  it("are read from any text without failing, and alike for the keys and the comparison", () => {
    const part = fc.constantFrom(
      "If ",
      "Yes",
      '"',
      "“",
      " resolves to ",
      "\n",
      ". ",
      "not count",
      "; ",
      "2027",
      "Ann",
      "€",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 8 })), { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const reading = readRules(text, ANCHORS);
        if (reading !== undefined) assert.ok(reading.condition.length > 0 && ruleWordsOf(text).length >= 0);
      }),
    );
  });
});

/** What a reason says in words of its own. */
const OWN_WORDS =
  "in its rules, titles with the, by its close, without a date, against, no date, none, any, exactly, not, at least, at most, on any day, at the end, at any time, regulation time, overtime too, overtime but no shootout, first round, the figure counts, it does";

const wholeWord = (word: string): RegExp => new RegExp(`\\b${word}\\b`, "i");

describe("comparing rules", () => {
  for (const { title, a, b, verdict } of [...RULES_PAIRS, ...RULE_FORMS]) {
    it(`finds ${verdict}: ${a} / ${b}`, () => {
      const [one, other] = [read(title, a), read(title, b)];
      for (const found of [compareRules(one, other), compareRules(other, one)]) {
        const [refusal] = found?.refusals ?? [];
        const relation = found?.isInverted ? "inverted" : "same";
        assert.equal(refusal?.veto ?? (found?.isProven ? relation : "unproven"), verdict);
        if (refusal === undefined) continue;
        assert.match(refusal.reason, /“[^”]+”.* against .*“[^”]+”/);
        const [, said = ""] = /: (.*)/s.exec(refusal.reason.replace(/“[^”]*”/g, "")) ?? [];
        assert.doesNotMatch(said, /\d{4}-\d\d/);
        for (const [word] of said.matchAll(/[a-z]{4,}/gi))
          assert.match(`${title} ${a} ${b} ${OWN_WORDS}`, wholeWord(word));
      }
    });
  }

  it("does not clear up a measure that only titles name", () => {
    const [core, all] = [
      read(
        "Core fares above 6% in December 2027?",
        "If the fares of Acme ferries without fuel for December 2027 are above 6%, then the market resolves to Yes.",
      ),
      read(
        "Fares above 6% in December 2027?",
        "If the fares of Acme ferries for December 2027 are above 6%, then the market resolves to Yes.",
      ),
    ];
    assert.equal(compare(core, all)?.veto, "measure");
  });

  it("clears up no order that only one title and its rules name", () => {
    const [alone, first] = [
      read(
        "Will Acme list by December 31, 2027?",
        'This market will resolve to "Yes" if shares of Acme trade on an exchange by December 31, 2027.',
      ),
      read(
        "Will Acme list before Orion?",
        "If shares of Acme trade on an exchange before those of Orion, and before Jan 1, 2028, then the market resolves to Yes.",
      ),
    ];
    assert.equal(compare(alone, first)?.veto, "order");
  });

  it("takes prices less food and energy for core prices", () => {
    const [all, core] = ["", " less food and energy"].map((less) =>
      read(
        "CPI up 2.9% in May 2027?",
        `If the Consumer Price Index for all items${less} increases by exactly 2.9% in May 2027, then the market resolves to Yes.`,
      ),
    );
    assert.ok(all !== undefined && core !== undefined);
    assert.deepEqual([compare(all, all)?.veto, compare(all, core)?.veto], [undefined, "measure"]);
  });

  it("tells the Golden Globes from the Oscars", () => {
    const [oscar, globe] = ["Academy", "Golden Globe"].map((name) =>
      read(
        `Ann Lee best director at the 2027 ${name} Awards?`,
        `Resolves YES if Ann Lee wins Best Director at the 2027 ${name} Awards.`,
      ),
    );
    assert.ok(oscar !== undefined && globe !== undefined);
    assert.notEqual(compare(oscar, globe)?.veto, undefined);
  });

  it("keeps what both titles must state where their words have little in common", () => {
    const map = read(
      "Will the Larks win map 1 against the Owls?",
      "If the Larks win map 1 of the Larks vs. Owls match on Apr 5, 2027, then the market resolves to Yes.",
      "Larks",
    );
    const match = read(
      "Arena Cup Belgrade, semifinal, best of three, Larks vs Owls",
      'This market will resolve to "Larks" if the Larks win the match against the Owls on April 5, 2027.',
      "Larks",
    );
    assert.notEqual(compare(map, match)?.veto, undefined);
  });

  it("takes an announcement that one title leaves out from rules that ask for the same step", () => {
    const [short, long] = [
      read(
        "Will Acme hold 1,000 robots before 2028?",
        "If Acme announces holdings of at least 1,000 robots before Jan 1, 2028, then the market resolves to Yes.",
      ),
      read(
        "Acme announces that it holds 1,000 robots or more by December 31, 2027?",
        'This market will resolve to "Yes" if Acme announces that it holds 1,000 or more robots by December 31, 2027. Pictures alone do not count.',
      ),
    ];
    assert.equal(compare(short, long)?.veto, undefined);
  });

  it("takes bounds that exclude each other for opposites under titles that do not show it", () => {
    const [hit, under] = [
      read(
        "Will the debt of Acme hit $43 million in 2027?",
        'This market will resolve to "Yes" if the debt of Acme is $43 million or more for any date in 2027.',
      ),
      read(
        "Will Acme get through all of 2027 with less than $43M in debt?",
        "Resolves YES if the debt of Acme is under $43 million for every date in 2027.",
      ),
    ];
    const found = compare(hit, under);
    assert.deepEqual([found?.relation, (found?.score ?? 0) >= 0.6], ["inverted", true]);
  });

  it("takes no measure that one title names for another where the rules measure the same", () => {
    const said = "Resolves to Yes if Acme fares without food and energy for May 2027 are above 6%.";
    const [core, all] = [
      read("Core Acme fares above 6% in May 2027?", said),
      read("Acme fares above 6% in May 2027?", said),
    ];
    assert.equal(compareRules(core, all)?.refusals.length, 0);
  });

  it("leaves it to titles that say the same where neither side says what yes takes", () => {
    const [one, other] = [
      read("Will Acme release Orion before Jan 1, 2028?", "Rules of K1."),
      read("Acme Orion released by December 31, 2027?", "See the page of P1."),
    ];
    assert.ok(one !== undefined && other !== undefined);
    const score = compare(one, other)?.score ?? 0;
    assert.ok(score >= 0.6 && score < 0.9, String(score));
  });

  it("matches no two acts of one actor by one day", () => {
    for (const [who, ...acts] of [
      ["FDA", "approves a mushroom medicine", "approves new drops against dizziness"],
      ["Acme", "releases a foldable phone", "releases glasses with a display"],
      ["Acme", "sells its toy stores", "sells a ferry in Oslo"],
    ]) {
      const [one, other] = acts.map((act) =>
        read(`${who} ${act} by December 31, 2027?`, `Resolves to Yes if ${who} ${act} by December 31, 2027.`),
      );
      assert.ok(one !== undefined && other !== undefined);
      assert.ok((compare(one, other)?.score ?? 0) < 0.6, acts.join());
    }
  });

  it("takes the bound that one title leaves out from its rules, and the day on which the year of a title ends", () => {
    const said =
      "If Acme builds more than 7 robots between January 1 and November 30, 2027, then the market resolves to Yes.";
    const bound = read("Acme builds more than 7 robots in 2027?", said);
    for (const title of [
      "Acme builds more robots in 2027 than ever?",
      "Acme builds more than 7 robots by November 30, 2027?",
    ])
      assert.equal(compare(bound, read(title, said))?.veto, undefined, title);
    assert.equal(
      compare(
        bound,
        read("Acme builds robots in 2027?", "If Acme builds robots in 2027, then the market resolves to Yes."),
      )?.veto,
      "number",
    );
  });

  it("takes who settles it for no word of what yes takes", () => {
    const win = (cup: string): string => `This market will resolve to "Yes" if Ann Lee wins the 2027 ${cup}.`;
    const source = "The resolution source for this market will be the Nova Tour and Acme.";
    const [one, other] = [
      read("Nova Championship 2027: Ann Lee", win("Nova Championship")),
      read("Ann Lee wins the 2027 Orion?", `${win("Orion")}\n\n${source}`),
    ];
    assert.ok((compareRules(one, other)?.score ?? 1) < 0.6);
  });

  it("takes the outcome of an event for a name, however it is written", () => {
    const said = (name: string): string => `Resolves to Yes if ${name} is the #1 free app on Jan 8, 2027.`;
    const one = read("#1 free app on Jan 8, 2027? ChatGPT", said("ChatGPT"), "ChatGPT");
    const other = read("Will Gemini be the #1 free app on January 8?", said("Google Gemini"));
    for (const found of [compareRules(one, other), compareRules(other, one)]) {
      assert.match(found?.refusals[0]?.reason ?? "", /^predicate: .*ChatGPT/);
    }
  });

  it("refuses what one side narrows or asks elsewhere, however alike the rest is", () => {
    const cases = [
      [
        "Resolves to Yes if the Acme ferry is sold in Texas by June 30, 2027.",
        "Resolves to Yes if the Acme ferry is sold in Florida by June 30, 2027.",
        /^predicate: Texas .* against Florida/,
      ],
      [
        "Resolves to Yes if any country recognizes the Orion Union by June 30, 2027.",
        "Resolves to Yes if Japan recognizes the Orion Union by June 30, 2027.",
        /^predicate: any country .* against Japan/,
      ],
      [
        "If Ann Lee declares for President in 2028 before July 1, 2027, then the market resolves to Yes.",
        "Resolves to Yes if Ann Lee declares for President in 2028 by December 31, 2027.",
        /^deadline: by 30 Jun 2027/,
      ],
      [
        "Resolves to Yes if the Orion album is first on the chart dated January 16, 2027.",
        "Resolves to Yes if the Orion album is first on the chart dated January 23, 2027.",
        /^deadline: on 16 Jan 2027/,
      ],
      [
        "If the Orion rate is above 3.50% on May 6, 2027, then the market resolves to Yes.",
        "Resolves to Yes if the Orion rate is 3.50% or higher on May 6, 2027.",
        /^threshold: it does not .* against the figure counts/,
      ],
    ] as const;
    for (const [ours, theirs, reason] of cases) {
      const found = compareRules(read("Will Acme Orion?", ours), read("Will Acme Orion?", theirs));
      assert.match(found?.refusals[0]?.reason ?? "", reason);
    }
  });

  it("takes any word that is left over, also one that every object has", () => {
    const [one, other] = ["constructor", "length name"].map((word) =>
      read("Orion champion in 2027?", `Resolves to Yes if the Orion ${word} is champion in 2027.`),
    );
    assert.ok(one !== undefined && other !== undefined);
    const found = compareRules(one, other);
    assert.ok(found !== undefined);
    assert.ok(found.left.flat().includes("constructor"), String(found.left));
    for (const value of [found.score, ...Object.values(found.features)])
      assert.ok(Number.isFinite(value), String(value));
  });

  it("keeps the days of a daily question apart, whose rules differ in nothing else", () => {
    const ask = (day: number) =>
      read(
        `Highest temperature in Miami on November ${day}, 2026? 80° to 81°`,
        `If the highest temperature of November ${day}, 2026 in the daily climate report for Miami is 80° to 81°, then the market resolves to Yes. Revisions do not count.`,
      );
    for (const [one, other] of [[20, 21] as const, [21, 20] as const]) {
      const found = compare(ask(one), ask(other));
      assert.ok(found === undefined || found.veto === "date", JSON.stringify(found));
    }
    assert.equal(compare(ask(20), ask(20))?.isProven, true);
  });

  it("tells a quarter from the year it ends, but no deadline and no span of quarters", () => {
    const said = (when: string): string => `Resolves to Yes if the Orion output grows by more than 2.5% ${when}.`;
    const agreementOf = (ours: string, theirs: string): boolean | undefined =>
      compareRules(read("Will Acme Orion?", said(ours)), read("Will Acme Orion?", said(theirs)))?.refusals.length === 0;
    for (const [ours, theirs, isSame] of [
      ["in Q4 2027", "in 2027", false],
      ["for the fourth quarter of 2027", "in 2027", false],
      ["in December 2027", "in 2027", false],
      ["in Q4 2027", "in Q4 2027", true],
      ["in Q4 2027", "by December 31, 2027", true],
      ["between Q1 2027 and Q4 2027", "in 2027", true],
      ["in December 2027", "before 2028", true],
    ] as const) {
      assert.deepEqual([agreementOf(ours, theirs), agreementOf(theirs, ours)], [isSame, isSame], `${ours} / ${theirs}`);
    }
  });

  it("takes neither the next vote for a race nor the year of a record for a figure", () => {
    const vote = "the Orion party wins the next Malta general election";
    const record = "the Malta ice is below the 2012 record in 2027";
    for (const [title, ours, theirs] of [
      ["Will Orion win the next Malta election?", vote, `${vote}, scheduled for August 15, 2029`],
      ["Malta ice below the 2012 record in 2027?", record, "the Malta ice is below the record in 2027"],
    ] as const) {
      const sides = [ours, theirs].map((said) => read(title, `Resolves to Yes if ${said}.`));
      const [one, other] = sides;
      assert.ok(one !== undefined && other !== undefined);
      assert.deepEqual(compareRules(one, other)?.refusals, []);
      assert.ok((compare(one, other)?.score ?? 0) >= MIN_MATCH_SCORE);
    }
  });

  it("takes what leaves out a group for no opposite of its members", () => {
    const title = "Will Malta win the 2030 Acme Cup?";
    const one = read(
      title,
      "If any country not in Asia or Malta wins the 2030 Acme Cup, then the market resolves to Yes.",
    );
    const other = read(title, "Resolves to Yes if Malta wins the 2030 Acme Cup.");
    assert.notEqual(compareRules(one, other)?.isInverted, true);
    assert.equal(compareRules(one, other)?.isProven, false);
  });

  it("keeps what titles contradict beside a date that the rules clear up", () => {
    const read = (title: string, description: string, closes: string): WeighedProposition => {
      const given = { title, eventTitle: "Acme governor 2027", outcomeLabel: null, description, createdAt: null };
      const proposition = toProposition({ ...given, closesAt: Date.parse(closes) });
      assert.ok(proposition !== undefined, title);
      return weigh(proposition, corpus, { description: () => description });
    };
    const one = read(
      "Independent elected governor of Mississippi in Q4 2027?",
      "If a candidate not affiliated with the Democratic or Republican Party wins the 2027 Mississippi gubernatorial election, then the market resolves to Yes.",
      "2027-11-30T15:00:00Z",
    );
    const other = read(
      "Democrat elected governor of Mississippi by December 31, 2027?",
      "Resolves to Yes if the Democratic candidate wins the 2027 Mississippi gubernatorial election.",
      "2027-11-02T12:00:00Z",
    );
    assert.equal(compareRules(one, other)?.isInverted, false);
    const found = compare(one, other);
    assert.equal(found?.veto, "party");
    assert.match(found?.explain()[0] ?? "", /^refused: party: independent against democratic/);
  });

  it("does not take rules for the opposite where the titles say the same", () => {
    const title = "Will Malta ban foreign ferries in 2027?";
    const one = read(title, "If Malta bans foreign ferries in 2027, then the market resolves to Yes.");
    const other = read(title, "Resolves to Yes if Malta bans no foreign ferries in 2027.");
    assert.equal(compareRules(one, other)?.isInverted, true);
    assert.ok((compare(one, other)?.score ?? 1) < MIN_MATCH_SCORE);
  });

  it("keeps a rank that titles and rules of one side say", () => {
    const said = (rank: string): string => `Resolves to Yes if Acme is the ${rank}largest shipper on Jan 8, 2027.`;
    const one = read("Largest shipper on January 8, 2027? Acme", said(""), "Acme");
    const other = read("Will Acme be the second-largest shipper on January 8, 2027?", said("second-"));
    assert.equal(compare(one, other)?.veto, "rank");
  });

  it("keeps the date of titles where the rules say none that is the same", () => {
    const said = (day: string): string => `Resolves to Yes if Orion is the #1 free app in the US App Store on ${day}.`;
    const one = read("Top free US iPhone app on November 29, 2026? Orion", said("November 29, 2026"), "Orion");
    const other = read(
      "Will Orion be the #1 free app in the US App Store on December 6, 2026?",
      said("December 6, 2026"),
    );
    const found = compare(one, other);
    assert.ok(found === undefined || found.veto === "date" || found.score < MIN_MATCH_SCORE);
  });

  it("finds nothing where only one side has rules", () => {
    const [{ title, a }] = RULES_PAIRS as [(typeof RULES_PAIRS)[0]];
    assert.equal(compareRules(read(title, a), read(title, "")), undefined);
  });
});
