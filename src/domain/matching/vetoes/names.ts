import { citiesOf, isKnownName, isNameLike, isTeamCity, weakWords } from "../../propositions/language/lexicon.ts";
import { findName, findNamesakes } from "../../propositions/language/names.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";

/** Refuses different outcomes, and an outcome of one side where the other has another name in its place or nothing. */
export function refuseEntity(a: Proposition, b: Proposition): string | undefined {
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
export function refuseNamesake(a: Proposition, b: Proposition): string | undefined {
  const names = findNamesakes(a, b);
  return names === undefined ? undefined : `name: ${names}`;
}
