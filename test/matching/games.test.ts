import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockingKeysOf } from "../../src/domain/matching/blocking-keys.ts";
import type { PairComparison } from "../../src/domain/matching/matches.ts";
import { compare } from "../../src/domain/matching/score.ts";
import { weigh } from "../../src/domain/matching/weighing.ts";
import type { Proposition } from "../../src/domain/propositions/proposition.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";

interface Title {
  readonly title: string;
  readonly event?: string;
  readonly label?: string;
  readonly url?: string;
  readonly closesAt?: string;
  readonly rules?: string;
}

function read({
  title,
  event = title,
  label,
  url,
  closesAt = "2026-12-20T00:00:00Z",
  rules,
}: Title): Proposition | undefined {
  const times = { closesAt: Date.parse(closesAt), createdAt: Date.parse("2026-06-01T00:00:00Z") };
  return toProposition({ title, eventTitle: event, outcomeLabel: label ?? null, url, description: rules, ...times });
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

const TOTAL = "game:nfl indianapolis colts / pittsburgh steelers / total";
const SPREAD = "game:nfl indianapolis colts / pittsburgh steelers / pittsburgh steelers by over";
const STEELERS_SPREAD = { title: "Spread: Steelers (-3.5)", event: "Colts vs. Steelers" };

const CUBS = "game:mlb chicago cubs / st louis cardinals";
const MLB_SLUG = "https://polymarket.com/event/mlb-chc-stl";
const toMlbUrl = (code: string): string => `https://kalshi.com/events/KXMLBGAME-${code}`;

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
  [`${CUBS} / game 2; team:chicago cubs; 2026-07-04`, { title: "CHC at STL: CHC", url: toMlbUrl("26JUL04CHCSTLG2") }],
  [
    `${CUBS} / game 1; team:chicago cubs; 2026-07-04`,
    { title: "CHC at STL: CHC", url: toMlbUrl("26JUL041305CHCSTLG1") },
  ],
  [
    `${CUBS} / game 2; team:chicago cubs; 2026-07-04`,
    { title: "Cubs beat Cardinals on July 4, 2026", url: `${MLB_SLUG}-2026-07-04-game-2` },
  ],
  [
    `${CUBS} / game 2; team:chicago cubs; 2026-07-04`,
    { title: "Cubs vs. Cardinals: Cubs", url: `${MLB_SLUG}-2026-07-04-g2` },
  ],
  [`${CUBS}; team:chicago cubs; 2026-07-04`, { title: "Cubs vs. Cardinals: Cubs", url: `${MLB_SLUG}-2026-07-04-697` }],
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
  [
    `${STEELERS}; 2026-12-13`,
    { title: "Will the Steelers beat the Colts?", rules: "In the NFL game, scheduled for December 13 at 8:20 PM ET:" },
  ],
  [
    `${STEELERS}; 2026-12-13`,
    {
      title: "Will the Steelers beat the Colts?",
      rules: "If they win the game originally scheduled for Dec 13, 2026, …",
    },
  ],
  [`${TOTAL} 45.5; team:over`, { title: "Colts vs. Steelers: O/U 45.5", label: "Over" }],
  [`${TOTAL} 45.5; team:under`, { title: "Colts vs. Steelers: O/U 45.5", label: "Under" }],
  [`${TOTAL} 45.5; team:over`, { title: "Over 45.5 points scored", event: "Colts at Steelers: Total Points" }],
  [`${TOTAL} 45.5; team:over`, { title: "Colts at Steelers: 46 or more points?" }],
  [`${SPREAD} 3.5; team:pittsburgh steelers`, { ...STEELERS_SPREAD, label: "Steelers" }],
  [`${SPREAD} 3.5; team:indianapolis colts`, { ...STEELERS_SPREAD, label: "Colts" }],
  [
    `${SPREAD} 3.5; team:pittsburgh steelers`,
    { title: "Pittsburgh wins by over 3.5 points?", event: "Colts at Steelers" },
  ],
  [`${SPREAD} 6.5; team:pittsburgh steelers`, { title: "Colts vs. Steelers: will the Steelers win by 7 or more?" }],
  [
    "game:nba detroit pistons / minnesota timberwolves; team:minnesota timberwolves",
    { title: "Detroit at Minnesota: Minnesota", rules: "If Minnesota wins the professional basketball game, …" },
  ],
];

const OTHERS: readonly Title[] = [
  { title: "Indianapolis at Pittsburgh: First Half Winner? Pittsburgh" },
  { title: "Spread: Steelers (+3.5)", event: "Colts vs. Steelers", label: "Steelers" },
  { title: "Colts vs. Steelers: O/U 45.5" },
  { title: "Colts vs. Steelers: 1H O/U 20.5", label: "Over" },
  { title: "Colts vs. Steelers: Steelers Total Points O/U 20.5", label: "Over" },
  { title: "Colts vs. Steelers: will the Steelers win by exactly 7 points?" },
  { title: "Colts vs. Steelers: will the Steelers win by under 7 points?" },
  { title: "Colts vs. Steelers: 40 to 45 points" },
  { title: "Steelers", event: "Colts vs. Steelers: Spread" },
  { title: "Will the Celtics win the series vs. the Knicks?" },
  { title: "Celtics vs. Knicks: Game 5: Celtics" },
  { title: "Cubs vs. Cardinals: Game 2: Cubs", url: toMlbUrl("26JUL04CHCSTLG2") },
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

function comparisonOf(a: Title, b: Title): PairComparison | undefined {
  const [one, other] = [read(a), read(b)];
  assert.ok(one !== undefined && other !== undefined);
  return compare(weigh(one, corpus), weigh(other, corpus));
}

function verdictOf(a: Title, b: Title): string {
  const found = comparisonOf(a, b);
  return found?.veto ?? found?.relation ?? "apart";
}

const reasonOf = (a: Title, b: Title): string | undefined => comparisonOf(a, b)?.explain()[0];

const on = (title: string, day: string): Title => ({ title: `${title} on ${day}` });
const lined = (title: string, label: string): Title => ({
  title: `Colts at Steelers on Nov 22, 2026: ${title}`,
  label,
});
const closing = (title: string, closesAt: string): Title => ({ title, closesAt });

const atUrl = (title: string, url: string): Title => ({ title, url });

const CUBS_POLYMARKET = atUrl("Cubs vs. Cardinals: Cubs", `${MLB_SLUG}-2026-07-04`);
const CUBS_POLYMARKET_2 = atUrl("Cubs vs. Cardinals: Cubs", `${MLB_SLUG}-2026-07-04-game-2`);
const CUBS_KALSHI = atUrl("Chicago C vs St Louis: Chicago C", toMlbUrl("26JUL04CHCSTL"));
const CUBS_KALSHI_1 = atUrl("Chicago C vs St Louis: Chicago C", toMlbUrl("26JUL041305CHCSTLG1"));
const CUBS_KALSHI_2 = atUrl("Chicago C vs St Louis: Chicago C", toMlbUrl("26JUL041805CHCSTLG2"));
const CARDINALS_KALSHI_2 = atUrl("Chicago C vs St Louis: St Louis", toMlbUrl("26JUL041805CHCSTLG2"));

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
  ["same", lined("O/U 45.5", "Over"), lined("Over 45.5 points scored", "Over 45.5")],
  ["inverted", lined("O/U 45.5", "Under"), lined("Over 45.5 points scored", "Over 45.5")],
  ["game", lined("O/U 45.5", "Over"), lined("O/U 46.5", "Over")],
  ["game", lined("O/U 45.5", "Over"), on("Colts at Steelers: Steelers", "Nov 22, 2026")],
  ["side", lined("O/U 45", "Over"), lined("O/U 45", "Under")],
  [
    "inverted",
    lined("Spread: Colts (-3.5)", "Steelers"),
    lined("Indianapolis wins by over 3.5 points", "Indianapolis"),
  ],
  ["game", lined("Spread: Colts (-3.5)", "Colts"), lined("Pittsburgh wins by over 3.5 points", "Pittsburgh")],
  ["same", CUBS_POLYMARKET, CUBS_KALSHI],
  ["same", CUBS_POLYMARKET_2, CUBS_KALSHI_2],
  ["inverted", CUBS_POLYMARKET_2, CARDINALS_KALSHI_2],
  ["game", CUBS_POLYMARKET, CUBS_KALSHI_1],
  ["game", CUBS_POLYMARKET, CUBS_KALSHI_2],
  ["game", CUBS_POLYMARKET_2, CUBS_KALSHI],
  ["game", CUBS_POLYMARKET_2, CUBS_KALSHI_1],
];

const UNDATED = { closesAt: "2029-11-01T00:00:00Z" };

const REASONS: readonly (readonly [string, Title, Title])[] = [
  ["same game and side: Chicago Cubs vs St Louis Cardinals, 4 Jul 2026", CUBS_POLYMARKET, CUBS_KALSHI],
  ["same game and side: Chicago Cubs vs St Louis Cardinals, game 2, 4 Jul 2026", CUBS_POLYMARKET_2, CUBS_KALSHI_2],
  [
    "same game and side: Indianapolis Colts vs Pittsburgh Steelers, 22 Nov",
    { ...on("Steelers to beat Colts", "Nov 22"), ...UNDATED },
    { ...on("Colts at Steelers: Steelers", "Nov 22"), ...UNDATED },
  ],
  [
    "same game and side: Indianapolis Colts vs Pittsburgh Steelers, 22 Nov 2026",
    { ...on("Steelers to beat Colts", "Nov 22"), ...UNDATED },
    on("Colts at Steelers: Steelers", "Nov 22, 2026"),
  ],
];

const toText = ({ title, url, closesAt }: Title): string =>
  [title, url?.split("/").at(-1), closesAt].filter((part) => part !== undefined).join(", ");

describe("two questions about games", () => {
  for (const [expected, a, b] of PAIRS) {
    it(`are '${expected}', either way round: ${toText(a)} / ${toText(b)}`, () => {
      assert.deepEqual([verdictOf(a, b), verdictOf(b, a)], [expected, expected]);
    });
  }

  it("meet by the game alone, and say which it is", () => {
    const [a, b] = [read(GAMES[0]?.[1] ?? { title: "" }), read(GAMES[7]?.[1] ?? { title: "" })];
    assert.ok(a !== undefined && b !== undefined);
    const keys = new Set(blockingKeysOf(a));
    assert.ok(blockingKeysOf(b).some((key) => keys.has(key)));
    assert.deepEqual(compare(weigh(a, corpus), weigh(b, corpus))?.explain(), [
      "the other side of the same game: Indianapolis Colts vs Pittsburgh Steelers, 22 Nov 2026; a tie pays neither side in full",
      "the rules were not read on the first and the second",
    ]);
  });

  for (const [expected, a, b] of REASONS) {
    it(`say '${expected}'`, () => assert.equal(reasonOf(a, b), expected));
  }
});
