import { initialsOf } from "../../propositions/language/names.ts";
import type { FamilyMember } from "./family.ts";

/** Finds the members whose slots may be filled like another's, in their order: few of many names are alike at all. */
export function indexNames(members: readonly FamilyMember[]): (member: FamilyMember) => readonly FamilyMember[] {
  const byKey = new Map<string, number[]>();
  for (const [index, member] of members.entries()) {
    for (const key of keysOf(member) ?? [ANY]) {
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [index]);
      else list.push(index);
    }
  }
  return (member) => {
    const keys = keysOf(member);
    if (keys === undefined) return members;
    const found = new Set([ANY, ...keys].flatMap((key) => byKey.get(key) ?? []));
    return [...found].sort((a, b) => a - b).flatMap((index) => members[index] ?? []);
  };
}

const ANY = "";

/**
 * Names that are alike share a key: words spelt alike begin with three equal letters, or with one and end with two.
 * Undefined where other things than words decide: a short name may be a team's city, and a slot may hold a value.
 */
function keysOf({ slot: { name, naming } }: FamilyMember): string[] | undefined {
  const words = name.filter((word) => word.length > MAX_SUFFIX_LETTERS);
  if (words.length < 2 || naming !== "") return undefined;
  return [...name, initialsOf(name), initialsOf(words)].flatMap((word) => [
    `${word.slice(0, 3)}-`,
    `${word.slice(0, 1)}-${word.slice(-2)}`,
  ]);
}

/** Suffixes such as "jr" count for nothing in a name. */
const MAX_SUFFIX_LETTERS = 2;
