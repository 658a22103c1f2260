import type { NamedDate } from "../propositions/dates.ts";
import {
  citiesOf,
  complements,
  isKnownName,
  isNameLike,
  isRival,
  isSynonym,
  isTeamCity,
  opposites,
  transitives,
  usFigures,
  weakWords,
} from "../propositions/lexicon.ts";
import { findName } from "../propositions/names.ts";
import { FIRST_SIDE, hasFacet, type Proposition, valuesOf } from "../propositions/proposition.ts";
import { POST } from "../propositions/read-text.ts";
import { toStem } from "../propositions/text.ts";
import { refuseActs } from "./acts.ts";
import { compareDates } from "./compare-dates.ts";
import { areOpposite, listOrNone, refuseNumbers } from "./compare-numbers.ts";
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
  refuseCountry,
  refuseCity,
  refuseMode,
  (a, b) => refuseDeparture(a, b) ?? refuseDeparture(b, a),
  (a, b) => refuseClub(a, b) ?? refuseClub(b, a),
  (a, b) => refuseRoles(a, b) ?? refuseOrder(a, b),
  refuseOpposite,
  refuseRival,
  refuseEntity,
  refuseActs,
];

const VETOES = [...LADDERS, ...OTHERS];

export interface Refusal {
  readonly veto: string;
  readonly reason: string;
}

/** The first veto that forbids a pair, if any. */
export function findRefusal(a: Proposition, b: Proposition): Refusal | undefined {
  for (const refuse of VETOES) {
    const reason = refuse(a, b);
    if (reason !== undefined) return { veto: reason.slice(0, reason.indexOf(":")), reason };
  }
  return undefined;
}

/** Whether a veto other than those of dates and figures forbids a pair. */
export const isRefusedBeyondLadders = (a: Proposition, b: Proposition): boolean =>
  OTHERS.some((refuse) => refuse(a, b) !== undefined);

/** Refuses a race to be first, or next to leave, beside a proposition without one. "The next election" is no race. */
function refuseRace(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, "race"), valuesOf(b, "race")];
  if (ours.length > 0 && theirs.length > 0) return refuseContradiction("race", a, b);
  const isRace =
    [...ours, ...theirs].some((value) => value !== "next") || isTenure(a) || isTenure(b) || isRaceWithoutEnd(a, b);
  return ours.length + theirs.length > 0 && isRace
    ? `race: ${listOrNone(ours)} against ${listOrNone(theirs)}`
    : undefined;
}

/** Whether one asks who is next, whenever that is, and the other has a deadline for it. The next vote is held anyway. */
function isRaceWithoutEnd(a: Proposition, b: Proposition): boolean {
  const [race, other] = hasFacet(a, "race") ? [a, b] : [b, a];
  return !hasFacet(a, "office") && !hasFacet(b, "office") && race.dates.length === 0 && other.dates.some(isDeadline);
}

const isDeadline = ({ kind, isLimit }: NamedDate): boolean => isLimit && kind !== "at" && kind !== "since";

/** Whether the proposition is who leaves an office or stays in it. */
const isTenure = ({ words }: Proposition): boolean => ["out", "leav", "remain"].some((word) => words.includes(word));

/** A price touched at any time is not a price at the end of a day. */
function refuseMode(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [modeOf(a), modeOf(b)];
  return ours !== undefined && theirs !== undefined && ours !== theirs ? `mode: ${ours} against ${theirs}` : undefined;
}

function modeOf(one: Proposition): "touch" | "settle" | undefined {
  if (one.numbers.length === 0) return undefined;
  if (one.dates.some(({ kind }) => kind === "at")) return "settle";
  if (one.facets.includes("mode:touch") || one.numbers.some(({ comparison }) => comparison === "touch")) return "touch";
  return one.facets.some((facet) => facet === "mode:settle" || facet === "mode:price") ? "settle" : undefined;
}

/** Refuses if the words before and after the verb have changed places. */
function refuseRoles(a: Proposition, b: Proposition): string | undefined {
  for (const [here, verb] of a.words.entries()) {
    if (!transitives.has(verb)) continue;
    const there = b.words.findIndex((word) => word === verb || (transitives.has(word) && isSynonym(word, verb)));
    if (there < 0) continue;
    const isCrossed = (ours: readonly string[], theirs: readonly string[]): boolean =>
      ours.some((word) => !weakWords.has(word) && theirs.includes(word));
    const [doer, done] = [a.words.slice(0, here), a.words.slice(here + 1)];
    if (isCrossed(doer, b.words.slice(there + 1)) && isCrossed(done, b.words.slice(0, there))) return `roles: ${verb}`;
  }
  return undefined;
}

/**
 * Refuses a pair in which the names of the first and the second place have changed places, or most words about two events
 * where one comes before the other.
 */
function refuseOrder(a: Proposition, b: Proposition): string | undefined {
  const arePlaced = [a, b].every(isPlaced);
  if (!arePlaced && ![a, b].every(({ facets }) => facets.includes("order:before"))) return undefined;
  const shared = [...new Set(a.words)].filter((word) => !weakWords.has(word) && b.words.includes(word));
  const places = shared.map((word) => b.words.indexOf(word));
  const crossed = places.flatMap((place, index) => places.slice(index + 1).map((later) => later < place));
  const share = crossed.filter(Boolean).length / Math.max(1, crossed.length);
  return share > (arePlaced ? 0 : 0.5) ? "roles: their order is reversed" : undefined;
}

const isPlaced = ({ facets }: Proposition): boolean => facets.includes("race:first") && facets.includes("rank:2");

/** Refuses different outcomes, and an outcome of one side where the other has another name in its place or nothing. */
function refuseEntity(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [withoutWeak(a.entity), withoutWeak(b.entity)];
  const isFound =
    ours.length > 0 && theirs.length > 0
      ? findName(ours, theirs, true) !== "no" || findName(theirs, ours, true) !== "no"
      : mayBeNamedIn(ours, a, b) && mayBeNamedIn(theirs, b, a);
  return isFound
    ? undefined
    : `entity: ${[ours, theirs].map((entity) => (entity.length > 0 ? entity.join(" ") : "not named")).join(" against ")}`;
}

/** The telling words of an outcome. Vetoes of numbers compare its figures. */
function withoutWeak(entity: readonly string[]): readonly string[] {
  const telling = entity.filter((word) => !/^\d+$/.test(word) && (!weakWords.has(word) || citiesOf(word).length > 0));
  return telling.length > 0 ? telling : entity;
}

function mayBeNamedIn(entity: readonly string[], own: Proposition, { words, names, context }: Proposition): boolean {
  if (entity.length === 0 || findName(entity, words, false) !== "no" || findName(entity, context, false) === "yes")
    return true;
  const left = words.filter((word) => !weakWords.has(word) && !own.words.includes(word) && !own.context.includes(word));
  const isName =
    names.length === 0
      ? (word: string): boolean => isNameLike(word) || isTeamCity(word)
      : (word: string): boolean => names.includes(word) || isKnownName(word);
  return left.length > 0 && !left.some(isName);
}

/** Facets that narrow a proposition so much that a pair is refused when only one side says them. */
export const VETOED_WHEN_SILENT: readonly string[] = [
  "stage",
  "part",
  "bet",
  "act",
  "chamber",
  "scope",
  "rank",
  "party",
  "hour",
  "district",
  "binding",
  "order",
  "joint",
  "junior",
  "women",
  "measure",
  "rest",
  "condition",
  "variant",
  "school",
];

/** Facets that refuse a pair only when both sides say them and their values differ. */
const CONTRADICTED: readonly string[] = ["direction", "office", "currency"];

/** Refuses facets that only one side says, where that narrows the proposition, and facets that contradict each other. */
function refuseFacets(a: Proposition, b: Proposition): string | undefined {
  for (const facets of [a.facets, b.facets, a.hints, b.hints]) {
    for (const facet of facets) {
      const name = facet.slice(0, facet.indexOf(":"));
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
  const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
  const [known, knownThere] = [knownValuesOf(a, name), knownValuesOf(b, name)];
  if (isEqual(known, knownThere)) return undefined;
  if (ours.length + theirs.length > 0 && (isEqual(ours, theirs) || isEqual(ours, knownThere) || isEqual(known, theirs)))
    return undefined;
  return `${name}: ${listOrNone(known)} against ${listOrNone(knownThere)}`;
}

function refuseContradiction(name: string, a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, name), valuesOf(b, name)];
  if (ours.length === 0 || theirs.length === 0 || isEqual(ours, theirs)) return undefined;
  return `${name}: ${listOrNone(ours)} against ${listOrNone(theirs)}`;
}

/** Refuses where only one side says in which country, unless a vote or an office implies it. */
function refuseOnePlace(name: string, a: Proposition, b: Proposition): string | undefined {
  const isImplied = [a, b].some((one) => hasFacet(one, "office") || hasFacet(one, "party") || isTenure(one));
  const [inside, other] = hasFacet(a, name) ? [a, b] : [b, a];
  const [country = ""] = valuesOf(inside, name);
  const isSaid = [...other.facets, ...other.hints].some((facet) => facet.startsWith("country:"));
  return isImplied || isSaid || other.words.includes(country) || other.context.includes(country)
    ? undefined
    : `country: ${country} against none`;
}

const REFUSALS: ReadonlyMap<string, typeof refuseUnequal> = new Map([
  ["within", refuseOnePlace],
  ...CONTRADICTED.map((name) => [name, refuseContradiction] as const),
  ...VETOED_WHEN_SILENT.map((name) => [name, refuseUnequal] as const),
]);

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

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

/** Refuses different countries. The US is a word of its own, since many titles leave it out. */
function refuseCountry(a: Proposition, b: Proposition): string | undefined {
  const refusal = refuseContradiction("country", a, b);
  if (refusal !== undefined) return refusal;
  const [ours, theirs] = [valuesOf(a, "country"), valuesOf(b, "country")];
  if (isForeign(a, b) || isForeign(b, a)) return `country: ${listOrNone(ours)} against ${listOrNone(theirs)}`;
  const [usHere, usThere] = [isOfUs(a), isOfUs(b)];
  if (usHere === usThere) return undefined;
  const [there, here] = usHere ? [theirs, ours] : [ours, theirs];
  const others = there.filter((country) => !here.includes(country));
  return others.length > 0 ? `country: us against ${listOrNone(others)}` : undefined;
}

/** Whether it names the US, or their central bank, which needs no country. */
const isOfUs = ({ words }: Proposition): boolean => words.includes("us") || words.includes("fed");

/** An economic figure without a country is that of the US. */
const isForeign = (a: Proposition, b: Proposition): boolean =>
  hasFacet(a, "country") &&
  !a.words.includes("us") &&
  [b.facets, b.hints].every((facets) => !facets.some((facet) => facet.startsWith("country:"))) &&
  b.words.some((word) => usFigures.has(word) && a.words.includes(word));

/** Refuses a city on each side that the other does not name. */
function refuseCity(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [citiesOnlyIn(a, b), citiesOnlyIn(b, a)];
  return ours.length > 0 && theirs.length > 0 ? `city: ${ours.join(" ")} against ${theirs.join(" ")}` : undefined;
}

const citiesOnlyIn = ({ words }: Proposition, other: Proposition): readonly string[] =>
  words.filter((word) => isTeamCity(word) && !other.words.includes(word) && !other.context.includes(word));

/** Refuses to take leaving a country for leaving an office. */
function refuseDeparture(a: Proposition, b: Proposition): string | undefined {
  const country = a.words[a.words.indexOf(LEAVE) + 1] ?? "";
  const isLeft = a.words.includes(LEAVE) && ["us", ...valuesOf(a, "country").map(toStem)].includes(country);
  const isOffice = b.words.includes("out") && !b.words.includes(country);
  return isLeft && isOffice ? `departure: from ${country} against out` : undefined;
}

const LEAVE = toStem("leave");

/** "New York M" is the club of that city whose name begins with M. */
function refuseClub(a: Proposition, b: Proposition): string | undefined {
  const [letter] = valuesOf(a, "club");
  if (letter === undefined || valuesOf(b, "club").includes(letter)) return undefined;
  const clubs = b.words.filter(
    (word, index) =>
      citiesOf(word).some((city) => a.words.includes(city)) ||
      (index > 0 && weakWords.has(word) && a.words.includes(b.words[index - 1] ?? "")),
  );
  return clubs.some((club) => club.startsWith(letter)) ? undefined : `club: ${letter} against ${listOrNone(clubs)}`;
}

/** How often yes and no change places between two propositions; an odd number makes the pair inverted. */
export function inversionsOf(a: Proposition, b: Proposition): number {
  const inversions = [
    a.isNegated !== b.isNegated,
    areOpposite(a, b),
    findOpposite(a, b, complements) !== undefined,
    a.isNegated !== b.isNegated && findOpposite(a, b, opposites) !== undefined,
    isDenied(a, b) || isDenied(b, a),
  ];
  return inversions.filter(Boolean).length;
}

/** Refuses "win" against "lose". Where one side is negated, they may mean the same. */
function refuseOpposite(a: Proposition, b: Proposition): string | undefined {
  return a.isNegated === b.isNegated ? findOpposite(a, b, opposites) : undefined;
}

/** Refuses "top song" against "top album": each side says another word of one kind, event titles included. */
function refuseRival(a: Proposition, b: Proposition): string | undefined {
  for (const word of a.words) {
    if (b.words.includes(word) || b.context.includes(word)) continue;
    const other = b.words.find((one) => isRival(word, one) && !a.words.includes(one) && !a.context.includes(one));
    if (other !== undefined) return `rival: ${word} against ${other}`;
  }
  return undefined;
}

/** A word that only one side says and an opposite of it that only the other says, as text. */
function findOpposite(
  a: Proposition,
  b: Proposition,
  table: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  for (const word of a.words) {
    if (b.words.includes(word)) continue;
    const other = table.get(word)?.find((one) => b.words.includes(one) && !a.words.includes(one));
    if (other !== undefined) return `opposite: ${word} against ${other}`;
  }
  return undefined;
}

/** One asks who leaves, the other who is not in office. */
const isDenied = (a: Proposition, b: Proposition): boolean =>
  a.words.includes("out") &&
  b.isNegated &&
  !b.words.includes("out") &&
  !b.words.includes("remain") &&
  (hasFacet(b, "office") || b.words.some((word) => POST.test(word)));

/** The highest score of a pair in doubt: enough for review, too low for a match. */
export const MAX_DOUBTFUL_SCORE = 0.49;

/** What neither proposition says, so that a pair without a veto is still no match; undefined where nothing is missing. */
export function findDoubt(a: Proposition, b: Proposition): string | undefined {
  return [a, b].every(({ facets }) => facets.includes(FIRST_SIDE))
    ? "neither says for which side yes stands"
    : undefined;
}
