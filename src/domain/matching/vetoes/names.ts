import { citiesOf, findName, findNamesakes, weakWords } from "../language/index.ts";
import type { Proposition } from "../reading/index.ts";

/** Refuses an outcome that the other side does not name. */
export function refuseEntity(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [a, b].map(({ entity }) => withoutWeak(entity)) as [readonly string[], readonly string[]];
  const isFound =
    ours.length > 0 && theirs.length > 0
      ? findName(ours, theirs, true) !== "no" || findName(theirs, ours, true) !== "no"
      : isNamedIn(ours, b) && isNamedIn(theirs, a);
  return isFound
    ? undefined
    : `entity: ${[ours, theirs].map((entity) => (entity.length > 0 ? entity.join(" ") : "not named")).join(" against ")}`;
}

function withoutWeak(entity: readonly string[]): readonly string[] {
  const telling = entity.filter((word) => !weakWords.has(word) || citiesOf(word).length > 0);
  return telling.length > 0 ? telling : entity;
}

const isNamedIn = (entity: readonly string[], { words, context }: Proposition): boolean =>
  entity.length === 0 || findName(entity, words, false) !== "no" || findName(entity, context, false) === "yes";

/** Refuses two people who share a given name or a surname. */
export function refuseNamesake(a: Proposition, b: Proposition): string | undefined {
  const names = findNamesakes(a.words, b.words);
  return names === undefined ? undefined : `name: ${names}`;
}
