import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import * as v from "valibot";
import { compareGameRules } from "../../src/domain/matching/games.ts";
import type { PairComparison } from "../../src/domain/matching/matches.ts";
import { findRiskDifferences, toRiskText } from "../../src/domain/matching/risks.ts";
import { compare } from "../../src/domain/matching/score.ts";
import { weigh } from "../../src/domain/matching/weighing.ts";
import { findCondition } from "../../src/domain/propositions/condition.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";

const CONDITIONS: readonly (readonly [text: string, said: string | undefined, form?: string])[] = [
  ['Resolves to "Yes" if Acme buys Vandelay Inc. Otherwise, this market resolves to "No".', "Acme buys Vandelay Inc"],
  ['Resolves to "Yes" if Malta leaves the U.N. A vote alone will not qualify.', "Malta leaves the U.N"],
  [
    "Resolves to Yes if the U.S. Senate votes by 5 p.m. Eastern. Otherwise no.",
    "the U.S. Senate votes by 5 p.m. Eastern",
  ],
  ["Resolves to Yes if Mr. Smith meets Gov. Jones. No otherwise.", "Mr. Smith meets Gov. Jones"],
  ["Resolves YES if Acme lists; otherwise it resolves NO.", "Acme lists"],
  ["Resolves YES once Acme lists.", "Acme lists."],
  ['This market will resolve to "Over" (Yes) if Acme lists.', "Acme lists."],
  ["Resolves YES on an announcement", "an announcement"],
  ["Resolves only on the Gazette: YES if Acme lists.", "Acme lists."],
  ["Counts as YES as soon as Acme lists.", "Acme lists."],
  ["Once Acme lists, this market will resolve to Yes.", "Acme lists"],
  [
    "This market will resolve to the range that contains the rate: 1, 2 or 3.",
    "the range that contains the rate",
    "outcome",
  ],
  ["This market will resolve according to the winner of the vote.", "the winner of the vote.", "outcome"],
  ["Resolves to the candidate who wins.", "the candidate who wins.", "outcome"],
  [
    'This is a market on how much "Orion" will gross domestically on its opening weekend. The figure of the Gazette decides.',
    'how much "Orion" will gross domestically on its opening weekend',
    "outcome",
  ],
  ["Whoever is elected, runoff included", "Whoever is elected, runoff included", "bare"],
  ["Magnitude 8.5 or more", "Magnitude 8.5 or more", "bare"],
  ["The winner of the vote. NO if he is a sailor, YES in every other case.", "not he is a sailor"],
  ["Resolves to No if Acme lists. Otherwise, it resolves to Yes.", "not Acme lists"],
  ["Resolves as the Acme Gazette says.", "Resolves as the Acme Gazette says.", "bare"],
  ["Resolves NO if Acme lists in May.", "not Acme lists in May."],
  ["This market will resolve according to where Acme ranks.", "where Acme ranks.", "outcome"],
  [" ", undefined],
];

const OVERTIME = "If the Colts win, including overtime, this market resolves to Yes.";
const REGULATION = "Resolves to Yes if the Colts win within 90 minutes of regular time. Extra time does not count.";
const PLAIN = "If the Colts win the game, then the market resolves to Yes.";

describe("a match is proven", () => {
  for (const [text, said, form = "yes"] of CONDITIONS) {
    it(`by a condition, as in: ${text}`, () => {
      const found = findCondition(text);
      assert.deepEqual([found?.said, found?.form], [said, said === undefined ? undefined : form]);
    });
  }

  it("only where the rules of both sides were read", () => {
    const full = 'This market will resolve to "Yes" if Ann Lee visits Oslo by June 30, 2027. Otherwise, "No".';
    const same = "If Ann Lee visits Oslo before Jul 1, 2027, then the market resolves to Yes.";
    assert.deepEqual(
      [full, "Ann Lee in Oslo, in person", "Whatever the Gazette says.", null].map((text) => isProven(text, same)),
      [true, false, false, false],
    );
    // A platform without rules has none to read, but the other's may ask for more than both titles say.
    assert.equal(isProven(null, same, { hasNoRules: true }), true);
    assert.equal(isProven(null, same.replace("visits", "visits a court in"), { hasNoRules: true }), false);
    assert.equal(isProven(null, null, { hasNoRules: true }), false);
  });

  it("not where rules seem to ask the opposite under titles that do not", () => {
    const left = "If Ann Lee leaves office as mayor of Oslo before Jul 1, 2027, then the market resolves to Yes.";
    const gone = "Resolves to Yes if, for any length of time until June 30, 2027, Ann Lee is not the mayor of Oslo.";
    assert.equal(isProven(left, left), true);
    assert.notEqual(isProven(left, gone), true);
  });

  it("not for someone else, since the names beside it may differ", () => {
    const sideOf = (name: string, said: string | null) => {
      const [title, eventTitle] = [`Who will win the 2027 Acme Cup? ${name}`, "Who will win the 2027 Acme Cup?"];
      const market = { title, eventTitle, outcomeLabel: name, closesAt: null, createdAt: null, description: said };
      const proposition = toProposition(market);
      assert.ok(proposition !== undefined);
      return weigh(
        proposition,
        { size: 4000, frequencyOf: () => 6 },
        { description: () => said ?? "", hasNoRules: said === null },
      );
    };
    const proves = (name: string) =>
      compare(
        sideOf(name, `Resolves to Yes if ${name} wins the Acme Cup in 2027.`),
        sideOf(name, `If ${name} wins the Acme Cup in 2027, then the market resolves to Yes.`),
      )?.isProven;
    assert.deepEqual([proves("Ana Ruiz"), proves("Someone else"), proves("Another player")], [true, false, false]);
    const provesByTitle = (name: string) =>
      compare(sideOf(name, null), sideOf(name, `Resolves to Yes if ${name} wins the 2027 Acme Cup.`))?.isProven;
    assert.deepEqual([provesByTitle("Ana Ruiz"), provesByTitle("Someone else")], [true, false]);
  });

  it("not where both say what happens in a case, and differ", () => {
    const rules = "If Ann Lee visits Oslo before Jul 1, 2027, then the market resolves to Yes.";
    const [last, fair] = ["last traded price", "fair market price"].map(
      (price) => `${rules} If the visit is cancelled, the market settles at the ${price}.`,
    );
    assert.equal(isProven(last ?? "", last ?? ""), true);
    assert.equal(isProven(last ?? "", fair ?? ""), false);
    assert.deepEqual(
      findRiskDifferences([last ?? "", fair ?? ""]).map((risk) => toRiskText(risk, ["A", "B"])),
      ["if cancelled: last price on A, fair price on B"],
    );
    // Rules that say nothing of a case leave it at no.
    assert.deepEqual(findRiskDifferences([rules, `${rules} If the visit is cancelled, this resolves to "No".`]), []);
    assert.equal(
      findRiskDifferences([rules, `${rules} If the vote ends in a tie, this resolves 50-50.`])[0]?.kind,
      "tied",
    );
    const [broken, split] = ["in favor of the older one", "to $1 divided by the number of winners"].map(
      (how) => `${rules} If there is a tie, this market resolves ${how}.`,
    );
    assert.deepEqual(
      findRiskDifferences([broken ?? "", split ?? ""]).map((risk) => toRiskText(risk, ["A", "B"])),
      ["if tied: a tie-break on A, split on B"],
    );
    assert.deepEqual(findRiskDifferences([rules, broken ?? ""]), []);
  });

  it("not by a copy of the condition with what makes another bet of it", (test) => {
    const edited = v.parse(EDITS, JSON.parse(readFileSync(new URL("golden-edits.json", import.meta.url), "utf8")));
    const [same, different] = [true, false].map((isSame) =>
      edited
        .filter((one) => one.isSame === isSame)
        .filter(({ title, a, b }) =>
          isProven(`Resolves to Yes if ${a}.`, `If ${b}, then the market resolves to Yes.`, { title }),
        ),
    );
    test.diagnostic(`proven: ${same?.length} that are the same, ${different?.length} that are not`);
    assert.ok((different ?? []).length <= 2, (different ?? []).map(({ a, b }) => `${a} | ${b}`).join("\n"));
    assert.ok((same ?? []).length >= 15);
  });

  const DIFFERENT: readonly (readonly [here: string, there: string])[] = [
    ["Peru sues Chile by June 30, 2027", "Chile sues Peru by June 30, 2027"],
    [
      "a Peruvian strike kills a Chilean soldier by June 30, 2027",
      "a Chilean strike kills a Peruvian soldier by June 30, 2027",
    ],
    [
      "the Larks win the game against the Owls on June 29, 2027",
      "the Larks win the game against the Owls on June 30, 2027",
    ],
    ["the 10th Acme Cup is held by June 30, 2027", "the 11th Acme Cup is held by June 30, 2027"],
  ];
  for (const [here, there] of DIFFERENT) {
    it(`and refused: ${here} against ${there}`, () => {
      assert.notEqual(compareConditions(here, there)?.veto, undefined);
      assert.equal(compareConditions(here, here)?.isProven, true);
    });
  }

  const UNPROVEN: readonly (readonly [here: string, there: string])[] = [
    ["Ann Lee is traded by the Larks by June 30, 2027", "Ann Lee is traded to the Larks by June 30, 2027"],
    ["Acme stock closes above $200 by June 30, 2027", "Acme stock closes above $200 on June 30, 2027"],
    ["Ann Lee posts 9 times from June 24 to June 30, 2027", "Ann Lee posts 9 times from June 23 to June 29, 2027"],
    ["Peru announces a truce by June 30, 2027", "Peru announces a truce of 30 days by June 30, 2027"],
    ["Ann Lee becomes head of Acme by June 30, 2027", "Ann Lee is named head of Acme by June 30, 2027"],
    ["Ann Lee leaves Acme for any reason by June 30, 2027", "Ann Lee resigns from Acme by June 30, 2027"],
    ["unemployment (U-3) is above 5.0% in May 2027", "unemployment (U-6) is above 5.0% in May 2027"],
    ["Acme cuts its rate by 25 bps in June 2027", "Acme cuts its rate by at least 25 bps in June 2027"],
  ];
  for (const [here, there] of UNPROVEN) {
    it(`and not proven: ${here} against ${there}`, () => {
      assert.equal(compareConditions(here, there)?.isProven ?? false, false);
    });
  }

  it("where one writes an ordinal in letters and the other in figures", () => {
    const [here, there] = ["second", "2nd"].map((nth) => `the Orion bill passes its ${nth} reading by June 30, 2027`);
    assert.equal(compareConditions(here ?? "", there ?? "")?.veto, undefined);
    assert.equal(compareConditions(here ?? "", (there ?? "").replace("2nd", "3rd"))?.veto, "predicate");
  });

  it("where two names may change places", () => {
    const [here, there] = ["Peru meets with Chile by June 30, 2027", "Chile meets with Peru by June 30, 2027"];
    assert.equal(compareConditions(here, there)?.isProven, true);
    assert.equal(
      compareConditions("Peru and Chile sign by June 30, 2027", "Chile and Peru sign by June 30, 2027")?.isProven,
      true,
    );
  });

  it("not where rules take their figure from other estimates", () => {
    const growth = "If real GDP grows by more than 2.0% in Q1 2027";
    const [first, third] = [
      `${growth} in the advance estimate, then the market resolves to Yes.`,
      `${growth}, then the market resolves to Yes. The third estimate will be used, and not the advance estimate.`,
    ];
    assert.notEqual(compareRuled(first, third)?.veto, undefined);
  });

  it("for a game where both rules count the same time of play", () => {
    assert.equal(compareGameRules(OVERTIME, PLAIN, false).isProven, true);
    assert.equal(compareGameRules(REGULATION, PLAIN, false).isProven, false);
    assert.equal(compareGameRules(PLAIN, null, false).isProven, false);
    assert.equal(compareGameRules(REGULATION, REGULATION, true).isProven, true);
    assert.match(
      compareGameRules(REGULATION, OVERTIME, true).refusal ?? "",
      /^part: regulation time in its rules “[^”]+” against overtime too in its rules “[^”]+”$/,
    );
    assert.equal(
      compareGameRules(PLAIN, `${PLAIN} If the game is canceled, this resolves 50-50.`, false).isProven,
      false,
    );
  });
});

interface Settings {
  readonly title?: string;
  /** Whether the first platform has no rules. */
  readonly hasNoRules?: boolean;
}

/** Compares two markets of one title by their rules. */
function compareRuled(
  one: string | null,
  other: string | null,
  { title = "Will Ann Lee visit Oslo by June 30, 2027?", hasNoRules = false }: Settings = {},
): PairComparison | undefined {
  const [a, b] = [one, other].map((description, at) => {
    // A title of few words is read with a name before it.
    const proposition = [title, `Acme Gazette Quiz: ${title}`]
      .map((text) =>
        toProposition({
          title: text,
          eventTitle: text,
          outcomeLabel: null,
          closesAt: null,
          createdAt: null,
          description,
        }),
      )
      .find((read) => read !== undefined);
    assert.ok(proposition !== undefined, title);
    return weigh(
      proposition,
      { size: 4000, frequencyOf: () => 6 },
      { description: () => description, hasNoRules: hasNoRules && at === 0 },
    );
  });
  assert.ok(a !== undefined && b !== undefined);
  return compare(a, b);
}

const compareConditions = (here: string, there: string): PairComparison | undefined =>
  compareRuled(`Resolves to Yes if ${here}.`, `If ${there}, then the market resolves to Yes.`, {
    title: "Orion Vega Kestrel?",
  });

/** Whether two markets of one title are proven to be the same. */
const isProven = (one: string | null, other: string | null, settings?: Settings): boolean | undefined =>
  compareRuled(one, other, settings)?.isProven;

/**
 * Conditions of two markets with one title: the same bet in other words, or nearly the same words and another bet. Nobody who
 * wrote them had seen a rule of matching.
 */
const EDITS = v.array(
  v.strictObject({ title: v.string(), a: v.string(), b: v.string(), isSame: v.boolean(), why: v.string() }),
);
