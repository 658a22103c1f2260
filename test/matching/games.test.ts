import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockingKeysOf, compare, weigh } from "../../src/domain/matching/index.ts";
import { type Proposition, toProposition } from "../../src/domain/propositions/index.ts";

interface Title {
  readonly title: string;
  readonly event?: string;
  readonly label?: string;
  readonly url?: string;
  readonly closesAt?: string;
}

function read({ title, event = title, label, url, closesAt = "2026-12-20T00:00:00Z" }: Title): Proposition | undefined {
  const times = { closesAt: Date.parse(closesAt), createdAt: Date.parse("2026-06-01T00:00:00Z") };
  return toProposition({ title, eventTitle: event, outcomeLabel: label ?? null, url, ...times });
}

/** The game, the side of yes and the days that a title names; undefined where it asks for no winner of a game. */
function gameIn(given: Title): string | undefined {
  const proposition = read(given);
  const facets = proposition?.facets.filter((facet) => /^(?:game|team):/.test(facet)) ?? [];
  if (proposition === undefined || facets.length === 0) return undefined;
  return [...facets, ...proposition.dates.map(({ value }) => value)].join("; ");
}

const STEELERS = "game:nfl indianapolis colts / pittsburgh steelers; team:pittsburgh steelers";
const COLTS = "game:nfl indianapolis colts / pittsburgh steelers; team:indianapolis colts";

const GAMES: readonly (readonly [string, Title])[] = [
  [`${STEELERS}; 2026-11-22`, { title: "Will the Steelers win the Colts vs. Steelers game on November 22?" }],
  [STEELERS, { title: "Will the Pittsburgh Steelers beat the Indianapolis Colts?" }],
  [STEELERS, { title: "Steelers over Colts in Week 12" }],
  [STEELERS, { title: "Will Pittsburgh win?", event: "NFL: Colts @ Steelers" }],
  [COLTS, { title: "Colts vs. Steelers: Colts" }],
  [COLTS, { title: "Colts at Steelers, Sunday Night Football, 8:20 PM ET", label: "Colts" }],
  [`${COLTS}; 2026-11-22`, { title: "IND Colts vs PIT Steelers (Nov 22): IND Colts" }],
  [`${COLTS}; 2026-11-22`, { title: "IND at PIT: IND", url: "https://kalshi.com/events/KXNFLGAME-26NOV22INDPIT" }],
  [
    "game:nba boston celtics / new york knicks; team:boston celtics; 2026-12-04",
    { title: "Boston at New York: Boston", url: "https://polymarket.com/event/nba-bos-nyk-2026-12-04" },
  ],
  [
    "game:mlb chicago cubs / chicago white sox; team:chicago white sox",
    { title: "Chicago WS vs Chicago C: Chicago WS" },
  ],
  ["game:nhl los angeles kings / winnipeg jets; team:winnipeg jets", { title: "NHL: will the Jets beat the Kings?" }],
  ["game:wnba las vegas aces / los angeles sparks; team:las vegas aces", { title: "Will the Aces beat the Sparks?" }],
  [
    "game:mls los angeles fc / st louis city; team:los angeles fc",
    { title: "Los Angeles FC vs. St. Louis City SC: LAFC" },
  ],
  [
    "game:ncaaf texas / texas a and m; team:texas a and m",
    { title: "College football: Texas at Texas A&M: Texas A&M" },
  ],
  [
    "game:football as roma / parma; team:draw",
    { title: "Will Parma Calcio 1913 vs. AS Roma end in a draw?", label: "Draw (Parma Calcio 1913 vs. AS Roma)" },
  ],
  [
    "game:football koln / mainz; team:koln; 2026-11-28",
    { title: "Will 1. FC Köln win on 2026-11-28?", event: "1. FC Köln vs. 1. FSV Mainz 05" },
  ],
  [
    "game:football inter milan / paris saint germain; team:inter milan",
    { title: "FC Internazionale Milano to win against Paris Saint-Germain" },
  ],
];

const OTHERS: readonly Title[] = [
  { title: "Indianapolis at Pittsburgh: First Half Winner? Pittsburgh" },
  { title: "Spread: Steelers (-3.5)", event: "Colts vs. Steelers", label: "Steelers" },
  { title: "Colts vs. Steelers: O/U 45.5: Over" },
  { title: "Colts vs. Steelers: will the Steelers win by 7 or more?" },
  { title: "Will the Celtics win the series vs. the Knicks?" },
  { title: "Celtics vs. Knicks: Game 5: Celtics" },
  { title: "Will the Steelers win the Super Bowl?" },
  { title: "Dallas at Philadelphia: Dallas" },
  { title: "New York at Boston: Boston", url: "https://kalshi.com/events/KXMLBGAME-26SEP05NYYBOS" },
  { title: "Texas at Texas A&M: Texas" },
  { title: "Will Arsenal Women beat Chelsea Women?" },
  { title: "Will the Steelers lose to the Colts?" },
  { title: "Will the Steelers not beat the Colts?" },
  { title: "LG Twins vs. Hanwha Eagles: LG Twins" },
];

describe("the winner of a game", () => {
  for (const [expected, given] of GAMES) {
    it(`is '${expected}': ${given.title}`, () => assert.equal(gameIn(given), expected));
  }

  for (const given of OTHERS) {
    it(`is not asked for: ${given.title}`, () => assert.equal(gameIn(given), undefined));
  }
});

const corpus = { size: 4000, frequencyOf: () => 6 };

function verdictOf(a: Title, b: Title): string {
  const [one, other] = [read(a), read(b)];
  assert.ok(one !== undefined && other !== undefined);
  const found = compare(weigh(one, corpus), weigh(other, corpus));
  return found?.veto ?? found?.relation ?? "apart";
}

const on = (title: string, day: string): Title => ({ title: `${title} on ${day}` });
const closing = (title: string, closesAt: string): Title => ({ title, closesAt });

const PAIRS: readonly (readonly [string, Title, Title])[] = [
  ["same", on("Steelers to beat Colts", "Nov 22, 2026"), on("Colts at Steelers: Steelers", "Nov 22, 2026")],
  ["inverted", on("Steelers to beat Colts", "Nov 22, 2026"), on("Colts at Steelers: Colts", "Nov 22, 2026")],
  ["same", on("Steelers to beat Colts", "Nov 22, 2026"), on("Colts at Steelers: Steelers", "Nov 23, 2026")],
  ["date", on("Steelers to beat Colts", "Nov 22, 2026"), on("Colts at Steelers: Steelers", "Nov 29, 2026")],
  ["date", on("Lakers to beat Nuggets", "Nov 22, 2026"), on("Lakers at Nuggets: Lakers", "Nov 23, 2026")],
  ["same", on("Lakers to beat Nuggets", "Nov 22, 2026"), closing("Lakers beat Nuggets?", "2026-11-23T04:30:00Z")],
  ["date", on("Lakers to beat Nuggets", "Nov 22, 2026"), closing("Lakers beat Nuggets?", "2026-11-24T04:30:00Z")],
  ["side", on("Arsenal to beat Chelsea", "Nov 28, 2026"), on("Chelsea to beat Arsenal", "Nov 28, 2026")],
  ["game", on("Arsenal to beat Chelsea", "Nov 28, 2026"), on("Arsenal beat Chelsea by half time", "Nov 28, 2026")],
];

describe("two questions about games", () => {
  for (const [expected, a, b] of PAIRS) {
    it(`are '${expected}', either way round: ${a.title} / ${b.title}, ${b.closesAt ?? "dated"}`, () => {
      assert.deepEqual([verdictOf(a, b), verdictOf(b, a)], [expected, expected]);
    });
  }

  it("meet by the game alone, and say which it is", () => {
    const [a, b] = [read(GAMES[0]?.[1] ?? { title: "" }), read(GAMES[7]?.[1] ?? { title: "" })];
    assert.ok(a !== undefined && b !== undefined);
    const keys = new Set(blockingKeysOf(a));
    assert.ok(blockingKeysOf(b).some((key) => keys.has(key)));
    assert.deepEqual(compare(weigh(a, corpus), weigh(b, corpus))?.explain(), [
      "the other side of the same game: Indianapolis Colts against Pittsburgh Steelers, 2026-11-22; no draw is possible",
    ]);
  });
});
