import { findName } from "../language/index.ts";
import type { Proposition } from "../reading/index.ts";

/** The outcome of each side must be named on the other. */
export function refuseEntity(a: Proposition, b: Proposition): string | undefined {
  const isFound =
    a.entity.length > 0 && b.entity.length > 0
      ? findName(a.entity, b.entity, true) !== "no" || findName(b.entity, a.entity, true) !== "no"
      : isNamedIn(a.entity, b) && isNamedIn(b.entity, a);
  return isFound
    ? undefined
    : `entity: ${[a, b].map(({ entity }) => (entity.length > 0 ? entity.join(" ") : "not named")).join(" against ")}`;
}

const isNamedIn = (entity: readonly string[], { words, context }: Proposition): boolean =>
  entity.length === 0 || findName(entity, words, false) !== "no" || findName(entity, context, false) === "yes";
