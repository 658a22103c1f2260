import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compareDates } from "../../src/domain/matching/compare-dates.ts";
import type { Proposition } from "../../src/domain/propositions/proposition.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";

/** A title, its close, and the event's second title, which only a platform with late close times has. */
type Side = readonly [title: string, close: string | null, note?: string];

const REFUSED: readonly (readonly [Side, Side])[] = [
  [
    ["Will Ann Lee score 30 goals in the 2026-27 season?", null],
    ["Will Ann Lee score 30 goals in calendar year 2027?", null],
  ],
  [
    ["Will Porto win 11 games of the 2027 season?", "2027-01-10"],
    ["Will Porto win 11 games of the 2027-28 season?", "2028-01-16"],
  ],
  [
    ["Will Ann Lee be nominated in 2022?", null],
    ["Will Ann Lee be nominated in 2026?", null],
  ],
  [
    ["Will Orion be delayed by January?", "2027-01-31"],
    ["Will Orion be delayed by November?", "2026-11-30"],
  ],
  [
    ["Will Ann Lee be the next mayor of Lima?", "2026-12-31"],
    ["Will Ann Lee be the next mayor of Lima?", "2030-01-01", "Before 2030"],
  ],
  [
    ["Will Ann Lee win the Acme Prize?", "2026-11-01"],
    ["Will Ann Lee win the Acme Prize?", "2030-11-01", "In 2030"],
  ],
  [
    ["Will Ann Lee marry Bo Diaz?", "2026-12-31"],
    ["Will Ann Lee marry Bo Diaz?", "2029-12-31"],
  ],
  [
    ["Will Orion launch by June 30, 2026?", "2026-06-30"],
    ["Will Orion launch?", "2026-12-31"],
  ],
  [
    ["Will Ann Lee marry Bo Diaz?", "2026-12-31"],
    ["Will Ann Lee marry Bo Diaz?", "2027-09-30"],
  ],
  [
    ["Will Orion launch in 2026?", "2026-12-31"],
    ["Will Orion launch?", "2027-02-20"],
  ],
];

const PASSED: readonly (readonly [evidence: string, Side, Side])[] = [
  [
    "equal",
    ["Will Porto win 11 games of the 2027 season?", "2028-01-10"],
    ["Will Porto win 11 games of the 2027-28 season?", "2028-01-16"],
  ],
  ["equal", ["Fed cut on December 9, 2026?", null], ["Fed cut at its December 2026 meeting?", null]],
  ["equal", ["Will Orion launch by EOY 2026?", "2026-12-31"], ["Will Orion launch before 2027?", null]],
  ["equal", ["Will Orion launch before Jan 1, 2030?", null], ["Will Orion launch?", "2030-01-01", "Before 2030"]],
  ["fits", ["Will Orion launch by June 30, 2026?", "2026-06-30"], ["Will Orion launch?", "2026-07-01"]],
  ["fits", ["Will Orion launch in H2 2026?", null], ["Will Orion launch?", "2026-12-31"]],
  ["fits", ["Will Ann Lee win the Acme Prize on Oct 4, 2026?", null], ["Will Ann Lee win the 2026 Acme Prize?", null]],
  ["named", ["Will Ann Lee win the 2027 Acme Cup?", null], ["Will Ann Lee win the Acme Cup?", null]],
  ["named", ["Will Ann Lee win the Acme Cup?", "2027-12-31", "In 2027"], ["Will Ann Lee win the Acme Cup?", null]],
  [
    "fits",
    ["Will the SPD win the Saxony Senate election in 2026?", null],
    ["Will the SPD win the Saxony Senate election?", "2026-09-20"],
  ],
  ["equal", ["Will Ann Lee leave office in 2026?", "2026-12-31"], ["Ann Lee out before 2027?", "2026-12-31"]],
  ["none", ["Will Ann Lee win the Senate race?", "2026-12-31"], ["Will Ann Lee win the Senate race?", "2027-09-30"]],
  // A figure of a year is published after it; what may happen until then is another question.
  ["one-sided", ["Will Orion sales in 2026 be above 30%?", null], ["Will Orion sales be above 30%?", "2027-02-20"]],
  ["one-sided", ["Will Orion launch by June 30, 2026?", null], ["Will Orion launch?", null]],
  ["one-sided", ["Will Orion launch in 2026?", null], ["Will Orion launch?", "2028-01-01", "Launch"]],
  ["none", ["Will Orion launch?", "2026-12-31"], ["Will Orion launch?", "2027-06-30"]],
  ["none", ["Will Orion launch?", "2026-12-31"], ["Will Orion launch?", "2028-12-31", "Launch"]],
];

describe("the dates of two questions", () => {
  for (const [one, other] of REFUSED) {
    it(`contradict each other: ${one} / ${other}`, () => {
      for (const [a, b] of [
        [one, other],
        [other, one],
      ] as const)
        assert.match(compareDates(read(a), read(b)).refusal ?? "", /^date: /);
    });
  }

  for (const [evidence, one, other] of PASSED) {
    it(`are ${evidence}: ${one} / ${other}`, () => {
      for (const [a, b] of [
        [one, other],
        [other, one],
      ] as const) {
        const { refusal, evidence: found } = compareDates(read(a), read(b));
        assert.deepEqual([refusal, found], [undefined, evidence]);
      }
    });
  }
});

function read([title, close, eventNote]: Side): Proposition {
  const closesAt = close === null ? null : Date.parse(close);
  const hasLateClose = eventNote !== undefined;
  const createdAt = Date.parse("2026-03-01");
  const own = { title, eventTitle: title, outcomeLabel: null, eventNote, hasLateClose, closesAt, createdAt };
  const proposition = toProposition(own);
  assert.ok(proposition !== undefined, title);
  return proposition;
}
