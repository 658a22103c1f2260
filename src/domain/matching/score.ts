// Compares two propositions. vetoes.ts forbids, model.ts gives the probability; the writer saves the result, lets an
// operator's decision win, and chooses the best matches (store/matching).

import { DAY_MS } from "../../clock.ts";
import {
  citiesOf,
  facetsOf,
  isBrand,
  isKnownName,
  isPlace,
  isProperName,
  isTeamCity,
  transitives,
} from "../propositions/lexicon.ts";
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
import { findDoubt, findRefusal, isInverted, MAX_DOUBTFUL_SCORE, VETOED_WHEN_SILENT } from "./vetoes.ts";
import { sum, type WeighedProposition } from "./weighing.ts";

const MIN_KEPT_SCORE = 0.2;

/** Compares two propositions; undefined below the score that is kept. */
export function compare(one: WeighedProposition, other: WeighedProposition): PairComparison | undefined {
  const game = compareGames(one, other);
  if (game !== undefined) return game;
  const titles = compareTitles(one, other);
  const rules = mayDecide(one, other, titles) ? compareRules(one, other) : undefined;
  if (titles === undefined && (rules === undefined || rules.score < MIN_KEPT_SCORE)) return undefined;
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
    refuseActs(acts.differing ?? verbsIn(overlap, a, b) ?? rivalsIn(overlap.onlyA, overlap.onlyB, a, b)) ??
    findDifferentNames(one, other, overlap);
  const areTurned = isInverted(a, b) !== acts.isOpposite;
  const doubt = findDoubt(a, b) ?? findOneNamed(one, other, overlap) ?? findOtherPart(one, other, overlap);
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

/** What somebody does to somebody where each title alone says another: "recognize" against "visit". */
function verbsIn({ onlyA, onlyB }: Overlap, a: Proposition, b: Proposition): string[] | undefined {
  const verbOf = (left: readonly string[], { words, spoken }: Proposition): string =>
    spoken[words.findIndex((word) => transitives.has(word) && left.includes(word))] ?? "";
  const verbs = [verbOf(onlyA, a), verbOf(onlyB, b)];
  return verbs.includes("") ? undefined : verbs;
}

/** What both titles name where each names another: "Lima" against "Cusco", "New York M" against "the Yankees". */
function findDifferentNames(
  one: WeighedProposition,
  other: WeighedProposition,
  { onlyA, onlyB }: Overlap,
): string | undefined {
  const ours = [...namesAmong(onlyA, one), ...clubsOnlyIn(one, other)];
  const theirs = [...namesAmong(onlyB, other), ...clubsOnlyIn(other, one)];
  const outcomes = differingOutcomes(one.proposition.entity, other.proposition.entity);
  const differing =
    outcomes ??
    (ours.length > 0 && theirs.length > 0 ? [ours, theirs] : undefined) ??
    (isOneOfAny(theirs, onlyA, one) ? [["any"], theirs] : undefined) ??
    (isOneOfAny(ours, onlyB, other) ? [ours, ["any"]] : undefined);
  const areClubs = [one, other].some(({ proposition }) => hasFacet(proposition, "club"));
  const veto = outcomes === undefined && !areClubs ? "name" : "entity";
  return differing && `${veto}: ${differing.map((words) => words.join(" ")).join(" against ")}`;
}

/** Whether a title asks for any of a kind where the other names one; "a US court" against "any court" is none. */
const isOneOfAny = (names: readonly string[], left: readonly string[], { proposition }: WeighedProposition): boolean =>
  hasFacet(proposition, "any") && names.some((name) => name !== "us" || left.length > 0);

/** The outcomes of two events where they have no word in common: both events may name all of them. */
const differingOutcomes = (ours: readonly string[], theirs: readonly string[]) =>
  ours.length === 0 ||
  theirs.length === 0 ||
  ours.some((word) => theirs.some((other) => isAlike(word, other))) ||
  areInitials(ours, theirs) ||
  areInitials(theirs, ours)
    ? undefined
    : [ours, theirs];

/** "HLE" for "Hanwha Life Esports". */
const areInitials = ([short = "", ...others]: readonly string[], long: readonly string[]): boolean =>
  others.length === 0 && long.length > 2 && long.map(([letter]) => letter).join("") === short;

function namesAmong(left: readonly string[], { names, proposition: { entity, words } }: WeighedProposition): string[] {
  // Where capitals tell nothing, a word beside a name may be the rest of it.
  const isPerson = (word: string): boolean => {
    const at = words.indexOf(word);
    const [before = "", after = ""] = [words[at - 1], words[at + 1]];
    return (
      isKnownName(before) || (isProperName(word) && [before, after].some((one) => one !== "" && isProperName(one)))
    );
  };
  const isNamed = (word: string): boolean =>
    names.has(word) ||
    entity.includes(word) ||
    isTeam(word) ||
    isBrand(word) ||
    (names.size === 0 && (isPerson(word) || isPlace(word)));
  return left.filter(
    (word) =>
      (word.length > 2 || isPlace(word)) && isNamed(word) && (isProperName(word) || isPlace(word) || isPerson(word)),
  );
}

const isTeam = (word: string): boolean => isTeamCity(word) || citiesOf(word).length > 0;

/** The outcome that one title names where the other says nothing in its place, so that it may be about any of them. */
function findOneNamed(
  one: WeighedProposition,
  other: WeighedProposition,
  { onlyA, onlyB, shared }: Overlap,
): string | undefined {
  // A name that both say may imply the country. A figure alone is that of another country.
  const isFigure =
    [one, other].every(({ proposition }) => proposition.numbers.length > 0) &&
    !shared.some((word) => isProperName(word) && (one.names.has(word) || other.names.has(word)));
  for (const [left, side, others] of [
    [onlyA, one, onlyB],
    [onlyB, other, onlyA],
  ] as const) {
    const names = namesAmong(left, side);
    const { entity } = side.proposition;
    const isParent = others.length === 0 && entity.length > 0 && entity.every((word) => left.includes(word));
    const abroad = isFigure ? left.filter(isAbroad) : [];
    if (abroad.length > 0) return `only one says: ${abroad.join(" ")}`;
    if (names.length > 0 && isParent) return `only one says: ${names.join(" ")}`;
  }
  return undefined;
}

/** Whether a word is a state, a country but the US, or its central bank. */
const isAbroad = (word: string): boolean =>
  (isPlace(word) && word !== "us") || facetsOf(word).some((facet) => facet.startsWith("bank:") && facet !== "bank:fed");

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

/** "New York M" is the club of that city whose name begins with M. */
const clubsOnlyIn = (
  { proposition: own }: WeighedProposition,
  { proposition: { words } }: WeighedProposition,
): string[] =>
  valuesOf(own, "club").filter((letter) => !words.some((word) => word.startsWith(letter) && !isTeamCity(word)));

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
    // Rules state the hour or the bound that a title leaves out.
    const figures = [one, other].map(({ proposition }) => proposition.numbers);
    if (titles.veto === "number") return figures.some(({ length }) => length === 0) && figures.flat().some(isBound);
    if (titles.veto === "hour") return true;
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
  if (titles === undefined || titles.veto !== undefined) {
    if (titles?.veto !== undefined && !isCleared(titles.veto))
      return { ...titles, explain: () => [...titles.explain(), ...refusalsOf(rules)] };
    // Titles with few words in common contradict each other only in what both must state.
    const isLeft = titles === undefined ? isStated : () => true;
    const left = findRefusal(one.proposition, other.proposition, (veto) => !isLeft(veto) || isCleared(veto));
    if (left !== undefined) {
      const found = titles ?? {
        score: rules.score,
        relation: "same",
        isProven: false,
        byRules: true,
        explain: rules.tell,
      };
      return { ...found, veto: nameOf(left), explain: () => [`refused: ${left}`, ...found.explain()] };
    }
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

/** Whether both sides of a pair must state it. An ordinal may count what is told, "a third crown in a row", not what is asked. */
const isStated = (veto: string): boolean => veto !== "rank" && VETOED_WHEN_SILENT.includes(veto);

/**
 * Rules that ask the opposite under titles that say the same were rather not understood, and rules that say on neither side
 * what yes takes leave it to the titles. An act alone is no question.
 */
function scoreOf(rules: RulesVerdict, isOpposite: boolean, titles: PairComparison | undefined): number {
  const areAlike = titles !== undefined && titles.score >= MIN_ALIKE_SCORE;
  if (!areAlike) return rules.sharesSubject ? rules.score : Math.min(rules.score, MAX_DOUBTFUL_SCORE);
  if (titles.veto !== undefined || rules.isComplement) return rules.score;
  if (isOpposite && titles.relation === "same") return Math.min(rules.score, MAX_TURNED_SCORE);
  return rules.areBare ? Math.max(rules.score, Math.min(titles.score, MAX_UNPROVEN_SCORE)) : rules.score;
}

const MAX_TURNED_SCORE = 0.55;
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
