import type { OutcomePair, SlotRelation } from "./pairing.ts";

/** What the families of two markets say about the pair. */
export interface FamilyEvidence {
  /** Whether their families are aligned with each other; `elsewhere` when one is aligned with another family instead. */
  readonly alignment: "same" | "elsewhere";
  /** How their slots agree; `different` when one of them is paired with another market; `none` when unknown. */
  readonly slot: SlotRelation | "different" | "none";
  /** How many other members of the two families are paired. */
  readonly otherPairs: number;
  /** Share of the smaller family's members that are paired. */
  readonly pairedShare: number;
  /** 0..1: how alike their templates are. */
  readonly similarity: number;
}

/** Two aligned families, by their keys. */
export interface LinkedFamilies {
  readonly one: number;
  readonly other: number;
  readonly platform: string;
  readonly otherPlatform: string;
  readonly similarity: number;
  /** Members of the smaller family. */
  readonly size: number;
  readonly pairs: readonly OutcomePair[];
}

/** Where a market belongs. */
export interface Membership {
  readonly platform: string;
  readonly familyKey: number;
}

/** Gives the evidence of families for pairs of markets; undefined where no family of theirs is aligned. */
export function createFamilyEvidence(
  membershipOf: (marketKey: number) => Membership | undefined,
  links: Iterable<LinkedFamilies>,
) {
  const byFamilies = new Map<string, Link>();
  const aligned = new Set<string>();
  for (const link of links) {
    byFamilies.set(textOf(link.one, link.other), toLink(link));
    aligned.add(`${link.one} ${link.otherPlatform}`).add(`${link.other} ${link.platform}`);
  }
  return (marketKey: number, otherKey: number): FamilyEvidence | undefined => {
    const [own, others] = [membershipOf(marketKey), membershipOf(otherKey)];
    if (own === undefined || others === undefined) return undefined;
    const link = byFamilies.get(textOf(own.familyKey, others.familyKey));
    if (link !== undefined) return evidenceIn(link, marketKey, otherKey);
    const isElsewhere =
      aligned.has(`${own.familyKey} ${others.platform}`) || aligned.has(`${others.familyKey} ${own.platform}`);
    return isElsewhere ? ELSEWHERE : undefined;
  };
}

const ELSEWHERE: FamilyEvidence = {
  alignment: "elsewhere",
  slot: "none",
  otherPairs: 0,
  pairedShare: 0,
  similarity: 0,
};

interface Link extends LinkedFamilies {
  readonly relations: ReadonlyMap<string, SlotRelation>;
  readonly paired: ReadonlySet<number>;
}

const toLink = (link: LinkedFamilies): Link => ({
  ...link,
  relations: new Map(link.pairs.map(({ key, otherKey, relation }) => [textOf(key, otherKey), relation])),
  paired: new Set(link.pairs.flatMap(({ key, otherKey }) => [key, otherKey])),
});

/** One text for two keys in either order. */
const textOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function evidenceIn(
  { relations, paired, pairs, size, similarity }: Link,
  marketKey: number,
  otherKey: number,
): FamilyEvidence {
  const relation = relations.get(textOf(marketKey, otherKey));
  const isElsewhere = paired.has(marketKey) || paired.has(otherKey);
  return {
    alignment: "same",
    slot: relation ?? (isElsewhere ? "different" : "none"),
    otherPairs: pairs.length - Number(relation !== undefined),
    pairedShare: Math.min(1, pairs.length / size),
    similarity,
  };
}
