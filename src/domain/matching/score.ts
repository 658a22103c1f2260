// Compares two propositions. vetoes.ts forbids, model.ts gives the probability; the writer saves the result, lets an
// operator's decision win, and chooses the best matches (store/matching).

import { DAY_MS } from "../../clock.ts";
import { citiesOf, isPlace, isProperName, isTeamCity } from "../propositions/lexicon.ts";
import { hasFacet, nameOf, type Proposition, valuesOf } from "../propositions/proposition.ts";
import { type Acts, actsOfTitle, compareActs, idle } from "./acts.ts";
import { compareDates, endOf, isSameEnd } from "./compare-dates.ts";
import { compareRules, type RulesVerdict } from "./compare-rules.ts";
import { isBound } from "./compare-thresholds.ts";
import { compareGames } from "./games.ts";
import { MAX_UNPROVEN_SCORE, MIN_MATCH_SCORE, type PairComparison } from "./matches.ts";
import { featuresOf, probabilityOf } from "./model.ts";
import { isAlike, MIN_REFUSED_OVERLAP, type Overlap, overlapOf, rivalsIn, sharedWordsOf } from "./overlap.ts";
import { explain, listUnread } from "./reasons.ts";
import { findDoubt, findRefusal, isInverted, MAX_DOUBTFUL_SCORE } from "./vetoes.ts";
import { sum, type WeighedProposition } from "./weighing.ts";

const MIN_KEPT_SCORE = 0.2;

/** Compares two propositions; undefined below the score that is kept. */
export function compare(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const game = compareGames(one, other);
  if (game !== undefined) return game;
  const titles = compareTitles(one, other);
  const rules = mayDecide(one, other, titles) ? compareRules(one, other) : undefined;
  const found =
    rules === undefined ? titles && withSentences(titles, one, other) : withRules(titles, rules, one, other);
  return found === undefined || found.score < MIN_KEPT_SCORE ? undefined : found;
}

/** What titles forbid, with the sentences of the rules where they contradict each other too. */
function withSentences(titles: PairComparison, one: WeighedProposition, other: WeighedProposition): PairComparison {
  const sayRules = () =>
    titles.veto === undefined
      ? listUnread([one, other].map(({ ruled }) => ruled() !== undefined))
      : refusalsOf(compareRules(one, other));
  return { ...titles, explain: () => [...titles.explain(), ...sayRules()] };
}

/** Why rules forbid a match, in their own sentences; the first reason is enough. */
const refusalsOf = (rules: Pick<RulesVerdict, "refusals"> | undefined): string[] =>
  (rules?.refusals ?? []).slice(0, 1).map(({ reason }) => `refused: ${reason}`);

/** Compares what titles, events and close times say. */
function compareTitles(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const found = examine(one, other);
  if (found === undefined) return undefined;
  const { overlap, features } = found;
  const [a, b] = [one.proposition, other.proposition];
  const acts = compareActs(actsBeside(other, one), actsBeside(one, other));
  const refusal =
    found.refusal ??
    refuseActs(acts.differing ?? rivalsIn(overlap.onlyA, overlap.onlyB)) ??
    findDifferentNames(one, other, overlap);
  const areTurned = isInverted(a, b) !== acts.isOpposite;
  const doubt = findDoubt(a, b) ?? findOneNamed(overlap, a, b) ?? findOtherPart(one, other, overlap);
  return {
    score: Math.min(doubt === undefined ? 1 : MAX_DOUBTFUL_SCORE, probabilityOf(features)),
    relation: areTurned ? "inverted" : "same",
    veto: refusal && nameOf(refusal),
    isProven:
      refusal === undefined &&
      (one.hasNoRules || other.hasNoRules) &&
      // The names beside "someone else" may differ.
      ![a, b].some((side) => hasFacet(side, "rest")) &&
      compareDates(a, b).evidence === "equal" &&
      isUnambiguous(overlap, one, other) &&
      [one, other].every((side) => side.hasNoRules || asksNoMore(side)),
    byRules: false,
    explain: () => explain(a, b, { ...overlap, isInverted: areTurned, doubt, refusal }),
  };
}

/** The steps that a title names, or its rules where the other's platform publishes none. */
const actsBeside = ({ hasNoRules }: WeighedProposition, { proposition, ruled }: WeighedProposition): Acts =>
  (hasNoRules ? ruled()?.acts : undefined) ?? actsOfTitle(proposition);

/** Refuses titles that name different steps of one process, "passes the Senate" against "becomes law", or different acts. */
const refuseActs = (differing: readonly string[] | undefined): string | undefined =>
  differing && `predicate: ${differing.join(" against ").replace("firstround", "first round")}`;

/** What both titles name where each names another: "Lima" against "Cusco", "New York M" against "the Yankees", any against one. */
function findDifferentNames(
  one: WeighedProposition,
  other: WeighedProposition,
  { onlyA, onlyB }: Overlap,
): string | undefined {
  const [a, b] = [one.proposition, other.proposition];
  const outcomes = differingOutcomes(a.entity, b.entity);
  const [ours, theirs] = outcomes ?? [namesAmong(onlyA, one, b), namesAmong(onlyB, other, a)];
  const veto = outcomes !== undefined || [a, b].some((side) => hasFacet(side, "club")) ? "entity" : "name";
  return ours.length > 0 && theirs.length > 0 ? `${veto}: ${ours.join(" ")} against ${theirs.join(" ")}` : undefined;
}

/** The outcomes of two events where they have no word in common: both events may name all of them. */
const differingOutcomes = (ours: readonly string[], theirs: readonly string[]) =>
  ours.length === 0 ||
  theirs.length === 0 ||
  ours.some((word) => theirs.some((other) => isAlike(word, other))) ||
  areInitials(ours, theirs) ||
  areInitials(theirs, ours)
    ? undefined
    : ([ours, theirs] as const);

/** "HLE" for "Hanwha Life Esports". */
const areInitials = ([short = ""]: readonly string[], long: readonly string[]): boolean =>
  long.length > 2 && long.map(([letter]) => letter).join("") === short;

/** The names that one side alone has. "New York M" names the club of that city that begins with M. */
function namesAmong(
  left: readonly string[],
  { names, proposition: own }: WeighedProposition,
  other: Proposition,
): string[] {
  // Where capitals tell nothing, only the outcome is known to be a name.
  const isUntold = own.names.every((name) => own.entity.includes(name));
  const isNamed = (word: string): boolean =>
    word.length > 2 && isProperName(word) && (isUntold || names.has(word) || citiesOf(word).length > 0);
  const found = left.filter((word) => isPlace(word) || isNamed(word));
  const clubs = valuesOf(own, "club").filter(
    (letter) => !other.words.some((word) => word.startsWith(letter) && !isTeamCity(word)),
  );
  const isAny = hasFacet(own, "any") && !hasFacet(other, "any") && !other.words.includes("us");
  return [...(isAny ? ["any"] : []), ...found, ...clubs];
}

/** What one title names where the other asks for the whole event, and the country of a figure that is not the US's. */
function findOneNamed({ onlyA, onlyB, shared }: Overlap, a: Proposition, b: Proposition): string | undefined {
  const isFigure = [a, b].every(({ numbers }) => numbers.length > 0) && !shared.some(isProperName);
  for (const [{ entity }, left, others] of [
    [a, onlyA, onlyB],
    [b, onlyB, onlyA],
  ] as const) {
    const isParent = others.length === 0 && entity.length > 0 && entity.every((word) => left.includes(word));
    const named = isParent ? entity : isFigure ? left.filter((word) => isPlace(word) && word !== "us") : [];
    if (named.length > 0) return `only one says: ${named.join(" ")}`;
  }
  return undefined;
}

/** The one part in which two titles differ, where each has telling words of its own: "accept" against "reject". */
function findOtherPart(
  one: WeighedProposition,
  other: WeighedProposition,
  { onlyA, onlyB }: Overlap,
): string | undefined {
  const [ours, theirs] = [one.proposition.words, other.proposition.words];
  const most = Math.min(ours.length, theirs.length);
  let before = 0;
  while (before < most && ours[before] === theirs[before]) before++;
  let after = 0;
  while (after < most - before && ours.at(-1 - after) === theirs.at(-1 - after)) after++;
  const parts = [ours, theirs].map((words) => words.slice(before, words.length - after));
  const isOwn = [one, other].every(({ weights, largest }, at) => {
    const part = parts[at] ?? [];
    const isTelling = part.some((word) => (weights.get(word) ?? 0) >= MIN_TELLING_WEIGHT * largest);
    return isTelling && part.every((word) => (at === 0 ? onlyA : onlyB).includes(word));
  });
  if (!isOwn || before + after < MIN_FRAME_WORDS) return undefined;
  return `only one part differs: ${parts.map((part) => part.join(" ")).join(" against ")}`;
}

const MIN_FRAME_WORDS = 2;
const MIN_TELLING_WEIGHT = 0.45;

/** Whether the rules of a market were read and ask for nothing that its title does not say. */
function asksNoMore({ proposition, ruled }: WeighedProposition): boolean {
  const rules = ruled()?.rules;
  if (rules === undefined || rules.form === "bare" || rules.narrowing !== "") return false;
  const said = new Set([...proposition.words, ...proposition.context]);
  return rules.isNegated === proposition.isNegated && rules.words.every((word) => said.has(word) || idle.has(word));
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
    if (titles.veto === "date" && endNear(one.proposition, other.proposition)) return true;
    // Rules state the bound that a title leaves out.
    const figures = [one, other].map(({ proposition }) => proposition.numbers);
    if (titles.veto === "number") return figures.some(({ length }) => length === 0) && figures.flat().some(isBound);
  }
  const shared = ours.filter((word) => theirs.includes(word)).length;
  return shared >= MIN_SHARED_RULE_WORDS && shared >= MIN_SHARED_RULES * Math.min(ours.length, theirs.length);
}

/** Whether a date of each ends at about one time, or on the same day of an open year, or is in the other. */
const endNear = (a: Proposition, b: Proposition): boolean =>
  a.dates.some((one) =>
    b.dates.some(
      (other) =>
        isSameEnd(one, other) ||
        Math.abs(endOf(one) - endOf(other)) <= MAX_NEAR_MS ||
        one.value.startsWith(other.value) ||
        other.value.startsWith(one.value),
    ),
  );

const MAX_NEAR_MS = 3 * DAY_MS;
const MIN_READ_SCORE = 0.3;
const MIN_SHARED_RULE_WORDS = 2;
const MIN_SHARED_RULES = 0.27;

/** What rules and titles say together: rules state what a title leaves out or says in other words, so they are asked first. */
function withRules(
  titles: PairComparison | undefined,
  rules: RulesVerdict,
  one: WeighedProposition,
  other: WeighedProposition,
): PairComparison {
  // Rules that do not clear up what the titles contradict leave it as it is, also where the titles contradict more than that.
  const isAccepted = rules.score >= MIN_MATCH_SCORE && rules.refusals.length === 0;
  const isCleared = (veto: string): boolean => isAccepted && rules.clears(veto);
  if (titles?.veto !== undefined) {
    if (!isCleared(titles.veto)) return { ...titles, explain: () => [...titles.explain(), ...refusalsOf(rules)] };
    const left = findRefusal(one.proposition, other.proposition, isCleared);
    if (left !== undefined)
      return { ...titles, veto: nameOf(left), explain: () => [`refused: ${left}`, ...titles.explain()] };
  }
  const [refusal] = rules.refusals;
  const areTurned = titles?.veto === undefined && titles?.relation === "inverted";
  const isOpposite = rules.isInverted || areTurned;
  return {
    score: refusal === undefined ? scoreOf(rules, isOpposite, titles) : Math.max(rules.score, titles?.score ?? 0),
    relation: isOpposite ? "inverted" : "same",
    veto: refusal?.veto,
    // Where only one of both says the opposite, "is not the mayor" may be what "leaves office" means.
    isProven: rules.isProven && rules.isInverted === areTurned,
    byRules: true,
    explain: () => {
      const facts = rules.tell();
      const isTold = (reason: string): boolean =>
        facts.some((fact) => fact.endsWith(reason.replace(/^(?:both|same figure:)(?= (?!say))/, "")));
      const others = (titles?.explain() ?? []).filter((one) => !/^(?:refused:|yes on one)/.test(one) && !isTold(one));
      return [...refusalsOf(rules), ...(isOpposite ? ["yes on one is no on the other"] : []), ...facts, ...others];
    },
  };
}

/**
 * Rules that ask the opposite of titles that say the same were rather not understood unless they are sure, and rules that say
 * on neither side what yes takes leave it to the titles.
 */
function scoreOf(rules: RulesVerdict, isOpposite: boolean, titles: PairComparison | undefined): number {
  if (titles === undefined || titles.veto !== undefined || rules.isComplement) return rules.score;
  const areAlike = titles.score >= MIN_ALIKE_SCORE;
  if (isOpposite && titles.relation === "same" && (areAlike || rules.score < MIN_TURNED_SCORE))
    return Math.min(rules.score, MAX_TURNED_SCORE);
  if (!areAlike) return rules.score;
  return rules.areBare ? Math.max(rules.score, Math.min(titles.score, MAX_UNPROVEN_SCORE)) : rules.score;
}

const [MIN_TURNED_SCORE, MAX_TURNED_SCORE] = [0.83, 0.55];
const MIN_ALIKE_SCORE = 0.9;

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
