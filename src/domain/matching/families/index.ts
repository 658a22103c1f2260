// Families of siblings: markets that share a template and differ in one slot, aligned across platforms.
import type { Corpus } from "../weights.ts";
import { alignFamilies } from "./alignment.ts";
import { createFamilyEvidence, type FamilyEvidence, type Membership } from "./evidence.ts";
import type { FamilyMarket } from "./family.ts";
import { mineFamilies } from "./mining.ts";

export { alignFamilies, type FamilyLink, indexWords, linkOf } from "./alignment.ts";
export { createFamilyEvidence, type FamilyEvidence, type LinkedFamilies, type Membership } from "./evidence.ts";
export type { Family, FamilyMarket, FamilyMember, Slot } from "./family.ts";
export { mineFamilies } from "./mining.ts";
export type { OutcomePair, SlotRelation } from "./pairing.ts";

/** Mines and aligns the families of all these markets; gives the evidence for any pair of them. */
export function familyEvidenceIn(
  markets: readonly FamilyMarket[],
  corpus: Corpus,
): (marketKey: number, otherKey: number) => FamilyEvidence | undefined {
  const families = mineFamilies(markets);
  const memberships = new Map<number, Membership>();
  for (const [familyKey, { platform, members }] of families.entries()) {
    for (const { key } of members) memberships.set(key, { platform, familyKey });
  }
  const keyOf = new Map(families.map((family, familyKey) => [family, familyKey]));
  const links = alignFamilies(families, corpus).map(({ one, other, similarity, pairs }) => ({
    one: keyOf.get(one) ?? 0,
    other: keyOf.get(other) ?? 0,
    platform: one.platform,
    otherPlatform: other.platform,
    similarity,
    size: Math.min(one.members.length, other.members.length),
    pairs,
  }));
  return createFamilyEvidence((marketKey) => memberships.get(marketKey), links);
}
