import { HOUR_MS } from "../../clock.ts";
import { toSentences } from "../propositions/condition.ts";
import { nameOf, type Proposition, valuesOf } from "../propositions/proposition.ts";
import { findLeague } from "../propositions/teams.ts";
import { endOf, toSpokenDates } from "./compare-dates.ts";
import type { PairComparison } from "./matches.ts";
import { listUnread, quote } from "./reasons.ts";
import { findRiskDifferences, toRiskText } from "./risks.ts";
import type { WeighedProposition } from "./weighing.ts";

/** Propositions about one game need no other evidence that they are one. The same side is the better partner. */
const SCORES = { same: 0.98, inverted: 0.97 } as const;

/**
 * Compares two markets on the winner of one game by its sides, its day and their rules; undefined for other pairs, and where
 * days are not known.
 */
export function compareGames(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const [a, b] = [one.proposition, other.proposition];
  const game = gameOf(a);
  if (game === undefined || game.text !== gameOf(b)?.text || !isSameDay(a, b, game.playsDaily)) return undefined;
  const relation = winnerOf(a) === winnerOf(b) ? "same" : "inverted";
  if (relation === "inverted" && game.hasDraws) return undefined;
  const { isProven, refusal, reasons } = compareGameRules(one.description(), other.description(), game.hasDraws);
  const days = [...a.dates, ...b.dates].map(({ value }) => value);
  const day = days.find((value) => !value.startsWith("?")) ?? days[0];
  const name = day === undefined ? game.title : `${game.title}, ${toSpokenDates(day)}`;
  const reason =
    relation === "same"
      ? `same game and side: ${name}`
      : `the other side of the same game: ${name}${game.isLined ? "" : "; a tie pays neither side in full"}`;
  return {
    score: SCORES[relation],
    relation,
    veto: refusal && nameOf(refusal),
    isProven,
    byRules: false,
    explain: () => [...(refusal === undefined ? [] : [`refused: ${refusal}`]), reason, ...reasons],
  };
}

/** Dates of two platforms may differ by a time zone, and a close time follows its game. */
const TOLERANCES = {
  daily: { dates: 0, closes: 12 * HOUR_MS },
  weekly: { dates: 24 * HOUR_MS, closes: 36 * HOUR_MS },
} as const;

/**
 * Whether both mean the same day. Sides that may meet again on the next day must name it; of others no two games are
 * that near.
 */
function isSameDay(a: Proposition, b: Proposition, playsDaily: boolean): boolean {
  const [one, other] = [playedAt(a, b), playedAt(b, a)];
  if (one === undefined || other === undefined) return false;
  const tolerance = TOLERANCES[playsDaily ? "daily" : "weekly"];
  const areDated = a.dates.length > 0 && b.dates.length > 0;
  return Math.abs(one - other) <= (areDated ? tolerance.dates : tolerance.closes);
}

/** The end of the day, else the close where it is the expected one. A missing year is that of the other side. */
function playedAt({ dates, closesAt, hasLateClose }: Proposition, other: Proposition): number | undefined {
  const [date] = dates;
  if (date === undefined) return hasLateClose ? undefined : (closesAt ?? undefined);
  const year = other.dates[0]?.value.slice(0, 4).replace("????", LEAP_YEAR) ?? LEAP_YEAR;
  return endOf({ ...date, value: date.value.replace("????", year) });
}

const LEAP_YEAR = "2028";

/** The game of a proposition about its winner. */
interface GameFacet {
  /** Equal for all games of these sides, but for the number of those that fall on one day. */
  readonly text: string;
  /** "Steelers vs Colts", as reasons name the game. */
  readonly title: string;
  readonly hasDraws: boolean;
  readonly playsDaily: boolean;
  /** Whether a total or a margin decides it. */
  readonly isLined: boolean;
}

/** The game whose winner a proposition asks for; undefined for other propositions. */
function gameOf(one: Proposition): GameFacet | undefined {
  const [text = ""] = valuesOf(one, "game");
  const space = text.indexOf(" ");
  const league = findLeague(text.slice(0, space));
  if (league === undefined) return undefined;
  const [first = "", second = "", ...others] = text.slice(space + 1).split(" / ");
  const title = [`${capitalize(first)} vs ${capitalize(second)}`, ...others].join(", ");
  const line = others.find((one) => LINE.test(one));
  // No score is on a line of half a point.
  return {
    text,
    title,
    ...league,
    isLined: line !== undefined,
    hasDraws: line === undefined ? league.hasDraws : !line.endsWith(".5"),
  };
}

const LINE = /^total | by over /;

const winnerOf = (one: Proposition): string => valuesOf(one, "team")[0] ?? "";

const capitalize = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/**
 * Refuses other sides, the winner of a game beside anything else, and two teams when neither may win. A numbered game
 * is no unnumbered one, which may be either game of that day.
 */
export function refuseGame(a: Proposition, b: Proposition): string | undefined {
  const [game, other] = [gameOf(a), gameOf(b)];
  if (game?.text !== other?.text) return `game: ${game?.title ?? "none"} against ${other?.title ?? "none"}`;
  const isOtherSide = game?.hasDraws === true && winnerOf(a) !== winnerOf(b);
  return isOtherSide ? `side: ${capitalize(winnerOf(a))} against ${capitalize(winnerOf(b))}` : undefined;
}

type Period = "regulation time" | "overtime too" | "overtime but no shootout";

/** Compares what the rules of two markets say of a game: which time of play counts, and what else may end it. */
export function compareGameRules(one: string | null, other: string | null, hasDraws: boolean) {
  const [a, b] = [readGameRules(one), readGameRules(other)];
  const [ours, theirs] = [a, b].map(({ period }) => period ?? (hasDraws ? undefined : "overtime too"));
  if (a.period !== undefined && b.period !== undefined && a.period !== b.period) {
    const sides = [a, b].map(({ period, sentence }) => `${period} in its rules ${quote(sentence)}`);
    return { isProven: false, refusal: `part: ${sides.join(" against ")}`, reasons: [] };
  }
  const risks = findRiskDifferences([one, other]);
  return {
    isProven: a.isRead && b.isRead && ours === theirs && risks.length === 0,
    refusal: undefined,
    reasons: [
      ...risks.map((risk) => toRiskText(risk)),
      ...(ours === theirs ? [] : [`only the ${ours === undefined ? "second" : "first"} says which time counts`]),
      ...listUnread([a.isRead, b.isRead]),
    ],
  };
}

/** Whether rules say what a win takes, and the sentence that says which time counts. */
function readGameRules(text: string | null) {
  const isRead = text !== null && WINNING.test(text);
  const sentences = toSentences(text ?? "").map((one) => one.text.trim());
  const sentence = sentences.find((one) => periodIn(one) !== undefined) ?? "";
  return { isRead, sentence, period: periodIn(sentence) };
}

/** What a market of a game must say to be about its winner or its score. */
const WINNING = /\b(?:wins?|winner|defeats?|beats?|victory|victorious|scores?d?|combined?|total)\b/i;

function periodIn(sentence: string): Period | undefined {
  if (!MORE_TIME.test(sentence)) return REGULATION.test(sentence) ? "regulation time" : undefined;
  if (!WITHOUT_MORE.test(sentence)) return "overtime too";
  return WITH_MORE.test(sentence) ? "overtime but no shootout" : "regulation time";
}

const MORE = "(?:over-?time|extra[- ](?:time|innings)|shoot-?outs?|penalt(?:y|ies)(?: kicks| shoot-?outs?)?)";
const MORE_TIME = new RegExp(`\\b${MORE}\\b`, "i");
const REGULATION = /\bregulation\b|\b90 minutes\b|\b(?:normal|regular|full)[- ](?:playing )?time\b/i;
const WITHOUT_MORE = new RegExp(
  `\\b(?:not|no|never|exclud\\w+|without|before)\\b[^.;]{0,50}\\b${MORE}\\b|\\b${MORE}\\b[^.;]{0,40}\\b(?:not|excluded|ignored|disregarded)\\b`,
  "i",
);
const WITH_MORE = new RegExp(`\\b(?:includ\\w+|counts?|counting|after)\\b[^.;,]{0,30}\\b${MORE}\\b`, "i");
