import { type FamilyLink, MAX_MEMBERS } from "../../domain/matching/families/alignment.ts";
import { type Family, toFamily } from "../../domain/matching/families/family.ts";
import { STAGES } from "../../store/matching/match-queue.ts";
import type { Writing } from "../transactions/writing.ts";

/** Reads a family; undefined when it has too few members left, or too many. */
export function readFamily({ matching }: Writing, familyKey: number, members?: readonly number[]): Family | undefined {
  const marketKeys = members ?? matching.families.listMembers(familyKey, MAX_MEMBERS + 1);
  if (marketKeys.length > MAX_MEMBERS) return undefined;
  const questions = matching.propositions.list(marketKeys);
  const markets = [...questions].map(([key, question]) => ({ key, ...question }));
  return toFamily(familyKey, markets);
}

/**
 * Call it when questions of these families are deleted: a family without two members ends, another is aligned again
 * with the next markets.
 */
export function leaveFamilies(writing: Writing, familyKeys: Iterable<number>): void {
  const { families, queue } = writing.matching;
  for (const familyKey of familyKeys) {
    const [member, second] = families.listMembers(familyKey, 2);
    if (member !== undefined) queue.add([member], STAGES.compare);
    if (second !== undefined) continue;
    saveLinks(writing, families.listLinks(familyKey), []);
    families.remove([familyKey]);
  }
}

/**
 * Replaces links, and queues the markets that are paired otherwise. Retired markets keep their pairs, so they are not
 * queued. Unchanged rows are not written.
 */
export function saveLinks(
  { matching: { families, queue } }: Writing,
  before: readonly FamilyLink[],
  after: readonly FamilyLink[],
): void {
  const outdated = new Map(before.map((link) => [nameOfLink(link), link]));
  const changed = new Set<number>();
  for (const link of after) {
    const known = outdated.get(nameOfLink(link));
    outdated.delete(nameOfLink(link));
    if (known !== undefined && isSame(known, link)) continue;
    families.saveLink(link);
    for (const key of repaired(known, link)) changed.add(key);
  }
  for (const link of outdated.values()) {
    families.removeLink(link.one, link.other);
    for (const key of repaired(link, undefined)) changed.add(key);
  }
  queue.add(families.listAsked([...changed]), STAGES.compare);
}

/** Equal for links of the same two families. */
export const nameOfLink = ({ one, other }: FamilyLink): string => `${one} ${other}`;

/** Stored similarities are rounded. */
const isSame = (a: FamilyLink, b: FamilyLink): boolean =>
  Math.abs(a.similarity - b.similarity) < 1e-6 && textsOf(a).join() === textsOf(b).join();

const textsOf = (link: FamilyLink | undefined): string[] =>
  link?.pairs.map(({ key, otherKey, relation }) => `${key} ${otherKey} ${relation}`) ?? [];

/** The markets of pairs that only one of two versions of a link has. */
function repaired(one: FamilyLink | undefined, other: FamilyLink | undefined): number[] {
  const [texts, others] = [new Set(textsOf(one)), new Set(textsOf(other))];
  const changed = [...texts, ...others].filter((text) => !texts.has(text) || !others.has(text));
  return changed.flatMap((text) => text.split(" ").slice(0, 2).map(Number));
}
