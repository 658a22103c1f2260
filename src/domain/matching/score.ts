// Compares two propositions. vetoes.ts forbids, model.ts gives the probability; the writer saves the result, lets an
// operator's decision win, and chooses the best matches (store/matching).

import type { Proposition } from "../propositions/proposition.ts";
import { compareDates, isSameEnd } from "./compare-dates.ts";
import { compareRules, type RulesVerdict } from "./compare-rules.ts";
import { compareGames } from "./games.ts";
import { MIN_MATCH_SCORE } from "./matches.ts";
import { featuresOf, probabilityOf } from "./model.ts";
import {
  MIN_REFUSED_OVERLAP,
  type Overlap,
  overlapOf,
  sharedWordsOf,
  sum,
  type WeighedProposition,
} from "./overlap.ts";
import { explain } from "./reasons.ts";
import { findDoubt, findRefusal, inversionsOf, MAX_DOUBTFUL_SCORE } from "./vetoes.ts";

export interface PairComparison {
  /** 0..1; a veto does not lower it. */
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** The name of the veto that forbids the pair, if any. */
  readonly veto: string | undefined;
  /** Whether deadline and predicate were read on both sides and are equal, or both ask for one game. */
  readonly isProven: boolean;
  /** Whether the rules of both decided, or a judge that read them. */
  readonly byRules: boolean;
  readonly explain: () => readonly string[];
}

const MIN_KEPT_SCORE = 0.2;

/** Compares two propositions; undefined below the score that is kept. */
export function compare(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const game = compareGames(one.proposition, other.proposition);
  if (game !== undefined) {
    const { relation, reason } = game;
    return {
      score: GAME_SCORES[relation],
      relation,
      veto: undefined,
      isProven: true,
      byRules: false,
      explain: () => [reason],
    };
  }
  const titles = compareTitles(one, other);
  const rules = mayDecide(one, other, titles) ? compareRules(one, other) : undefined;
  const found =
    rules === undefined
      ? titles && withSentences(titles, one, other)
      : withRules(titles ?? compareFarTitles(one, other), rules);
  return found === undefined || found.score < MIN_KEPT_SCORE ? undefined : found;
}

/** What titles forbid, with the sentences of the rules where they contradict each other too. */
function withSentences(titles: PairComparison, one: WeighedProposition, other: WeighedProposition): PairComparison {
  if (titles.veto === undefined) return titles;
  return { ...titles, explain: () => [...titles.explain(), ...refusalsOf(compareRules(one, other))] };
}

/** Why rules forbid a match, in their own sentences; the first reason is enough. */
const refusalsOf = (rules: Pick<RulesVerdict, "refusals"> | undefined): string[] =>
  (rules?.refusals ?? []).slice(0, 1).map(({ reason }) => `refused: ${reason}`);

/** Compares what titles, events and close times say. */
function compareTitles(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const found = examine(one, other);
  if (found === undefined) return undefined;
  const { overlap, refusal, features } = found;
  const [a, b] = [one.proposition, other.proposition];
  const doubt = findDoubt(a, b) ?? findSwap(one, other, overlap);
  const isInverted = inversionsOf(a, b) % 2 === 1;
  return {
    score: Math.min(doubt === undefined ? 1 : MAX_DOUBTFUL_SCORE, probabilityOf(features)),
    relation: isInverted ? "inverted" : "same",
    veto: refusal?.veto,
    isProven: refusal === undefined && compareDates(a, b).evidence === "equal" && isUnambiguous(overlap, one, other),
    byRules: false,
    explain: () => explain(a, b, { ...overlap, isInverted, doubt, refusal }),
  };
}

/**
 * The one part in which two titles differ, where each has telling words of its own for it: "a testing permit" against "a
 * deployment permit" is rarely one question in two wordings.
 */
function findSwap(one: WeighedProposition, other: WeighedProposition, { onlyA, onlyB }: Overlap): string | undefined {
  const [ours, theirs] = [one.proposition.words, other.proposition.words];
  const most = Math.min(ours.length, theirs.length);
  let before = 0;
  while (before < most && ours[before] === theirs[before]) before++;
  let after = 0;
  while (after < most - before && ours.at(-1 - after) === theirs.at(-1 - after)) after++;
  if (before + after < MIN_FRAME_WORDS) return undefined;
  const parts = [one, other].map(({ proposition: { words }, weights, largest }, at) => {
    const part = words.slice(before, words.length - after);
    const isTelling = part.some((word) => (weights.get(word) ?? 0) >= MIN_TELLING_WEIGHT * largest);
    return isTelling && part.every((word) => (at === 0 ? onlyA : onlyB).includes(word)) ? part.join(" ") : "";
  });
  return parts.includes("") ? undefined : `only one part differs: ${parts.join(" against ")}`;
}

const MIN_FRAME_WORDS = 2;
const MIN_TELLING_WEIGHT = 0.45;

/** What titles with too few words in common for a score forbid: their dates and figures may contradict each other. */
function compareFarTitles(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const refusal = findRefusal(one.proposition, other.proposition);
  if (refusal?.veto !== "date" && refusal?.veto !== "number") return undefined;
  const explain = () => [`refused: ${refusal.reason}`];
  return { score: 0, relation: "same", veto: refusal.veto, isProven: false, byRules: false, explain };
}

/** Whether each title says all that the other does, but for words of little weight. */
const isUnambiguous = ({ onlyA, onlyB }: Overlap, one: WeighedProposition, other: WeighedProposition): boolean =>
  sum([...onlyA, ...onlyB].map((word) => one.weights.get(word) ?? other.weights.get(word) ?? 0)) <=
  MAX_LEFT_SHARE * Math.min(one.total, other.total);

const MAX_LEFT_SHARE = 0.1;

/** Whether the rules of a pair are worth reading: its titles may match, or its rules share many words. */
function mayDecide(one: WeighedProposition, other: WeighedProposition, titles: PairComparison | undefined): boolean {
  const [ours, theirs] = [one.proposition.ruleWords, other.proposition.ruleWords];
  if (ours.length === 0 || theirs.length === 0) return false;
  if (titles !== undefined && titles.veto === undefined && titles.score >= MIN_READ_SCORE) return true;
  if (titles !== undefined && titles.score >= MIN_MATCH_SCORE) {
    // Windows that end alike may be told in two ways. The rules of rungs of two ladders differ as their titles do.
    if (titles.veto === "date" && endAlike(one.proposition, other.proposition)) return true;
    if (titles.veto === "number" || titles.veto === "date") return false;
  }
  const shared = ours.filter((word) => theirs.includes(word)).length;
  return shared >= MIN_SHARED_RULE_WORDS && shared >= MIN_SHARED_RULES * Math.min(ours.length, theirs.length);
}

/** Whether a date of each ends on the same day, or on the same day of an open year. */
const endAlike = (a: Proposition, b: Proposition): boolean =>
  a.dates.some((one) => b.dates.some((other) => isSameEnd(one, other)));

const MIN_READ_SCORE = 0.3;
const MIN_SHARED_RULE_WORDS = 2;
const MIN_SHARED_RULES = 0.27;

/** What rules and titles say together: rules state what a title leaves out or says in other words, so they are asked first. */
function withRules(titles: PairComparison | undefined, rules: RulesVerdict): PairComparison {
  const [refusal] = rules.refusals;
  const isAccepted = refusal === undefined && rules.score >= MIN_MATCH_SCORE;
  const refused = refusalsOf(rules);
  // Rules that do not clear up what the titles contradict leave it as it is.
  if (titles?.veto !== undefined && !(isAccepted && rules.clears(titles.veto))) {
    return { ...titles, explain: () => [...titles.explain(), ...refused] };
  }
  const isInverted = rules.isInverted || (titles?.veto === undefined && titles?.relation === "inverted");
  const score = isInverted && isAlike(titles) ? Math.min(rules.score, MAX_TURNED_SCORE) : rules.score;
  return {
    score: refusal === undefined ? score : Math.max(rules.score, titles?.score ?? 0),
    relation: isInverted ? "inverted" : "same",
    veto: refusal?.veto,
    isProven: rules.isProven,
    byRules: true,
    explain: () => [
      ...refused,
      ...(isInverted ? ["yes on one is no on the other"] : []),
      ...rules.facts,
      ...(titles?.explain() ?? []).filter((reason) => !/^(?:refused:|yes on one)/.test(reason)),
    ],
  };
}

/** Whether the titles say the same, so that rules which ask the opposite were rather not understood. */
const isAlike = (titles: PairComparison | undefined): boolean =>
  titles?.veto === undefined && titles?.relation === "same" && titles.score >= MIN_ALIKE_SCORE;

const MAX_TURNED_SCORE = 0.55;
const MIN_ALIKE_SCORE = 0.9;

/** Two propositions about one game need no evidence but their names and day. The same side is the better partner. */
const GAME_SCORES = { same: 0.98, inverted: 0.97 } as const;

const MIN_OVERLAP = 0.15;

/**
 * What the score of a pair is made of; undefined when the words have too little in common. The same in either order, but
 * for the sides of `overlap`.
 */
export function examine(one: WeighedProposition, other: WeighedProposition) {
  const isSwapped = other.text < one.text;
  const [first, second] = isSwapped ? [other, one] : [one, other];
  const shared = sharedWordsOf(first, second);
  if (shared === undefined) return undefined;
  const refusal = findRefusal(one.proposition, other.proposition);
  // Most candidates end here, before the costlier comparison of their other words.
  const isFar = 2 * sum(shared.values()) < MIN_REFUSED_OVERLAP * (one.total + other.total);
  if (refusal !== undefined && isFar) return undefined;
  const overlap = overlapOf(first, second, shared);
  if (overlap.score < (refusal === undefined ? MIN_OVERLAP : MIN_REFUSED_OVERLAP)) return undefined;
  const { onlyA, onlyB } = overlap;
  return {
    overlap: isSwapped ? { ...overlap, onlyA: onlyB, onlyB: onlyA } : overlap,
    refusal,
    features: featuresOf(first, second, overlap),
  };
}
