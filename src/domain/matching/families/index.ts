// Families of siblings: markets that share a template and differ in one slot, aligned across platforms.
import type { Corpus } from "../weights.ts";
import { alignFamilies } from "./align-all.ts";
import type { FamilyLink } from "./alignment.ts";
import { createFamilyEvidence, type FamilyEvidence, type LinkedFamilies, type Membership } from "./evidence.ts";
import type { FamilyMarket } from "./family.ts";
import { mineFamilies } from "./mine-all.ts";

export type { FamilyEvidence } from "./evidence.ts";
export type { FamilyMarket } from "./family.ts";

/** Mines and aligns the families of all these markets; gives the evidence for any pair of them. */
export function familyEvidenceIn(
  markets: readonly FamilyMarket[],
  corpus: Corpus,
): (marketKey: number, otherKey: number) => FamilyEvidence | undefined {
  const families = mineFamilies(markets);
  const memberships = new Map<number, Membership>();
  for (const { familyKey, platform, members } of families) {
    for (const { key } of members) memberships.set(key, { platform, familyKey });
  }
  const links = alignFamilies(families, corpus).map(toLinkedFamilies);
  return createFamilyEvidence((marketKey) => memberships.get(marketKey), links);
}

const toLinkedFamilies = ({ one, other, similarity, pairs }: FamilyLink): LinkedFamilies => ({
  one: one.familyKey,
  other: other.familyKey,
  platform: one.platform,
  otherPlatform: other.platform,
  similarity,
  size: Math.min(one.members.length, other.members.length),
  pairs,
});
