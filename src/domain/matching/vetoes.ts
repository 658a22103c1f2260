import { isSynonym, transitives, weakWords } from "../propositions/lexicon.ts";
import { FIRST_SIDE, hasFacet, isTenure, nameOf, type Proposition, valuesOf } from "../propositions/proposition.ts";
import { readWords } from "../word-lists.ts";
import { compareDates } from "./compare-dates.ts";
import { areOpposite, isTouched, listOrNone, refuseNumbers } from "./compare-numbers.ts";
import { refuseGame } from "./games.ts";

// Rules that forbid a pair: contradictions, and facts that change a proposition too much to be left out.

/** A rule that forbids a pair: says what differs, its name first; undefined when the pair passes. */
type Veto = (a: Proposition, b: Proposition) => string | undefined;

/** What the rungs of a ladder differ in. They come first, since most candidates end there. */
const LADDERS: readonly Veto[] = [refuseNumbers, (a, b) => compareDates(a, b).refusal];

const OTHERS: readonly Veto[] = [
  refuseGame,
  refuseFacets,
  refuseRace,
  refuseState,
  refuseMode,
  refuseRoles,
  refuseLoser,
  refuseOrder,
];

const VETOES = [...LADDERS, ...OTHERS];

/** Why the first veto forbids a pair, if any does, but for those that something else clears up. */
export function findRefusal(
  a: Proposition,
  b: Proposition,
  isCleared: (veto: string) => boolean = () => false,
): string | undefined {
  for (const refuse of VETOES) {
    const reason = refuse(a, b);
    if (reason !== undefined && !isCleared(nameOf(reason))) return reason;
  }
  return undefined;
}

/** Whether a veto other than those of dates and figures forbids a pair. */
export const isRefusedBeyondLadders = (a: Proposition, b: Proposition): boolean =>
  OTHERS.some((refuse) => refuse(a, b) !== undefined);

/** Refuses a race to be first, or next to leave, beside a proposition without one. "The next election" is no race. */
function refuseRace(a: Proposition, b: Proposition): string | undefined {
  if (!hasFacet(a, "race") && !hasFacet(b, "race")) return undefined;
  const isRace = [a, b].some((one) => isTenure(one) || valuesOf(one, "race").some((value) => value !== "next"));
  return isRace ? refuseUnequal("race", a, b) : refuseContradiction("race", a, b);
}

/** A price touched at any time is not a price at the end of a day. */
function refuseMode(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [modeOf(a), modeOf(b)];
  return ours !== undefined && theirs !== undefined && ours !== theirs ? `mode: ${ours} against ${theirs}` : undefined;
}

function modeOf(one: Proposition): "touch" | "settle" | undefined {
  if (one.numbers.length === 0) return undefined;
  if (one.dates.some(({ kind }) => kind === "at")) return "settle";
  if (isTouched(one)) return "touch";
  return one.facets.some((facet) => facet === "mode:settle" || facet === "mode:price") ? "settle" : undefined;
}

/** Refuses if who does something and who it is done to have changed places. */
function refuseRoles(a: Proposition, b: Proposition): string | undefined {
  for (const [here, verb] of a.words.entries()) {
    if (!transitives.has(verb)) continue;
    const there = b.words.findIndex((word) => word === verb || (transitives.has(word) && isSynonym(word, verb)));
    if (there < 0) continue;
    const isCrossed = (ours: readonly string[], theirs: readonly string[]): boolean =>
      ours.some((word) => !weakWords.has(word) && theirs.includes(word));
    const [[doer, done], [otherDoer, otherDone]] = [rolesIn(a, here), rolesIn(b, there)];
    if (isCrossed(doer, otherDone) && isCrossed(done, otherDoer)) return `roles: ${verb}`;
  }
  return undefined;
}

/** Refuses if the outcome of one side loses on the other: "Gen.G vs T1: T1" against "Gen.G beats T1". */
function refuseLoser(a: Proposition, b: Proposition): string | undefined {
  const isLoser = [[a, b] as const, [b, a] as const].some(([{ entity, words: own }, { words, facets }]) => {
    const verb = words.findIndex((word) => VICTORIES.has(word));
    if (verb < 1 || entity.length === 0 || !own.includes("vs") || facets.includes("voice:passive")) return false;
    return entity.every((word) => words.indexOf(word) > verb);
  });
  return isLoser ? "roles: one side loses on the other" : undefined;
}

const VICTORIES: ReadonlySet<string> = new Set(["beat", "defeat"]);

/** The words for who does what the verb at a place says, and for what it is done to. */
function rolesIn({ words, facets }: Proposition, verb: number): readonly [doer: string[], done: string[]] {
  const [before, after] = [words.slice(0, verb), words.slice(verb + 1)];
  return facets.includes("voice:passive") ? [after, before] : [before, after];
}

/**
 * Refuses a pair in which the names of the first and the second place have changed places, or most words about two events
 * where one comes before the other.
 */
function refuseOrder(a: Proposition, b: Proposition): string | undefined {
  const arePlaced = [a, b].every(({ facets }) => facets.includes("race:first") && facets.includes("rank:2"));
  if (!arePlaced && ![a, b].every(({ facets }) => facets.includes("order:before"))) return undefined;
  const shared = [...new Set(a.words)].filter((word) => !weakWords.has(word) && b.words.includes(word));
  const places = shared.map((word) => b.words.indexOf(word));
  const crossed = places.flatMap((place, index) => places.slice(index + 1).map((later) => later < place));
  const share = crossed.filter(Boolean).length / Math.max(1, crossed.length);
  return share > (arePlaced ? 0 : 0.5) ? "roles: their order is reversed" : undefined;
}

/** Facets that narrow a proposition so much that a pair is refused when only one side says them. */
export const VETOED_WHEN_SILENT: readonly string[] = readWords("facets", "vetoed when silent");

/** Refuses facets that only one side says, where that narrows the proposition, and facets that contradict each other. */
function refuseFacets(a: Proposition, b: Proposition): string | undefined {
  for (const facets of [a.facets, b.facets, a.hints, b.hints]) {
    for (const facet of facets) {
      const name = nameOf(facet);
      const reason = REFUSALS.get(name)?.(name, a, b);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** The values in the proposition; when it has none, those its event's title and the people in it imply. */
function knownValuesOf(one: Proposition, name: string): readonly string[] {
  const own = valuesOf(one, name);
  return own.length > 0 ? own : valuesOf({ facets: one.hints }, name);
}

/** Refuses unless both have equal values, in the proposition or with what its event's title adds. */
function refuseUnequal(name: string, a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [listOrNone(knownValuesOf(a, name)), listOrNone(knownValuesOf(b, name))];
  return ours === theirs ? undefined : `${name}: ${ours} against ${theirs}`;
}

const refuseContradiction: typeof refuseUnequal = (name, a, b) =>
  [a, b].every((one) => knownValuesOf(one, name).length > 0) ? refuseUnequal(name, a, b) : undefined;

const REFUSALS: ReadonlyMap<string, typeof refuseUnequal> = new Map([
  ["bank", refuseContradiction],
  ...readWords("facets", "contradicted").map((name) => [name, refuseContradiction] as const),
  ...VETOED_WHEN_SILENT.map((name) => [name, refuseUnequal] as const),
]);

/** Refuses different states. For a vote, one side's state is not left out; nor is it where the other side says the US. */
function refuseState(a: Proposition, b: Proposition): string | undefined {
  const isVote = [a, b].some((one) =>
    one.facets.some((facet) => /^(?:office|party|stage:(?:nominee|runoff|ballot))/.test(facet)),
  );
  if (isVote && !hasFacet(a, "district")) return refuseUnequal("state", a, b);
  return isPart(a, b) || isPart(b, a) ? "state: a state against the US" : refuseContradiction("state", a, b);
}

const isPart = (a: Proposition, b: Proposition): boolean =>
  hasFacet(a, "state") && !a.words.includes("us") && b.words.includes("us") && !hasFacet(b, "state");

/** Whether yes and no change places between two propositions. */
export const isInverted = (a: Proposition, b: Proposition): boolean =>
  (a.isNegated !== b.isNegated) !== areOpposite(a, b);

/** The highest score of a pair in doubt: enough for review, too low for a match. */
export const MAX_DOUBTFUL_SCORE = 0.49;

/** What neither proposition says, so that a pair without a veto is still no match; undefined where nothing is missing. */
export function findDoubt(a: Proposition, b: Proposition): string | undefined {
  return [a, b].every(({ facets }) => facets.includes(FIRST_SIDE))
    ? "neither says for which side yes stands"
    : undefined;
}
