// Rules that forbid a pair: contradictions, and facts that change a question too much to be left out.

import {
  citiesOf,
  isKnownName,
  isNameLike,
  isTeamCity,
  transitives,
  weakWords,
} from "../../propositions/language/lexicon.ts";
import { findName, findNamesakes } from "../../propositions/language/names.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";
import { compareDates } from "../compare-dates.ts";
import { refuseMoment } from "../doubts.ts";
import { refuseGame } from "../games.ts";
import { list, refuseContradiction, refuseFacets, valuesOf } from "./facets.ts";
import { refuseNumbers } from "./numbers.ts";
import { refuseOpposite, refuseRival } from "./opposites.ts";
import { refuseClub, refuseCountry, refuseDeparture, refuseState } from "./places.ts";

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
  refuseMode,
  refuseMoment,
  (a, b) => refuseClub(a, b) ?? refuseClub(b, a),
  (a, b) => refuseDeparture(a, b) ?? refuseDeparture(b, a),
  (a, b) => refuseRoles(a, b) ?? refuseOrder(a, b),
  refuseOpposite,
  refuseRival,
  refuseNamesake,
  refuseEntity,
];

const VETOES = [...LADDERS, ...OTHERS];

/** Why a pair is forbidden. */
export interface Refusal {
  /** The name of the veto. */
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

/** Refuses a race to be first, or next to leave, beside a question without one. "The next election" is no race. */
function refuseRace(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [valuesOf(a, "race"), valuesOf(b, "race")];
  if (ours.length > 0 && theirs.length > 0) return refuseContradiction("race", a, b);
  const isRace = [...ours, ...theirs].some((value) => value !== "next") || isTenure(a) || isTenure(b);
  return ours.length + theirs.length > 0 && isRace ? `race: ${list(ours)} against ${list(theirs)}` : undefined;
}

/** Whether the question is who leaves an office or stays in it. */
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
  for (const verb of transitives) {
    const [here, there] = [a.words.indexOf(verb), b.words.indexOf(verb)];
    if (here < 0 || there < 0) continue;
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

/** Refuses two people who share a given name or a surname. */
function refuseNamesake(a: Proposition, b: Proposition): string | undefined {
  const names = findNamesakes(a, b);
  return names === undefined ? undefined : `name: ${names}`;
}
