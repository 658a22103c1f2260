import { toSentences } from "../propositions/condition.ts";
import { listUnread } from "./reasons.ts";
import { findRiskDifferences, toRiskText } from "./risks.ts";

// What the rules of a game say beside its sides and its day: which time of play counts, and what else may end it.

export interface GameRulesComparison {
  /** Whether both rules say what a win takes, and differ in nothing. */
  readonly isProven: boolean;
  /** The part of the game that counts, in the words of both sides, where they contradict each other. */
  readonly refusal: string | undefined;
  readonly reasons: readonly string[];
}

type Period = "regulation time" | "overtime too" | "overtime but no shootout";

interface GameRules {
  readonly isRead: boolean;
  readonly period: Period | undefined;
  /** The sentence that says which time counts. */
  readonly sentence: string;
}

/** Compares the rules of two markets on the winner of one game. */
export function compareGameRules(one: string | null, other: string | null, hasDraws: boolean): GameRulesComparison {
  const [a, b] = [readGameRules(one), readGameRules(other)];
  const [ours, theirs] = [a, b].map(({ period }) => period ?? (hasDraws ? undefined : "overtime too"));
  const quote = ({ period, sentence }: GameRules): string =>
    `${period} in its rules “${sentence.replace(/["“”]/g, "'")}”`;
  if (a.period !== undefined && b.period !== undefined && a.period !== b.period) {
    return { isProven: false, refusal: `part: ${quote(a)} against ${quote(b)}`, reasons: [] };
  }
  const risks = findRiskDifferences([one, other]);
  return {
    isProven: a.isRead && b.isRead && ours === theirs && risks.length === 0,
    refusal: undefined,
    reasons: [
      ...risks.map((risk) => toRiskText(risk, SIDES)),
      ...(ours === theirs ? [] : [`only the ${ours === undefined ? "second" : "first"} says which time counts`]),
      ...listUnread([a.isRead, b.isRead]),
    ],
  };
}

const SIDES = ["the first", "the second"] as const;

function readGameRules(text: string | null): GameRules {
  if (text === null || !WINNING.test(text)) return { isRead: false, period: undefined, sentence: "" };
  for (const { text: sentence } of toSentences(text)) {
    const period = periodIn(sentence);
    if (period !== undefined) return { isRead: true, period, sentence: sentence.trim() };
  }
  return { isRead: true, period: undefined, sentence: "" };
}

/** What a market of a game must say to be about its winner. */
const WINNING = /\b(?:wins?|winner|defeats?|beats?|victory|victorious)\b/i;

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
