import type { FamilyLink } from "./alignment.ts";
import type { SlotRelation } from "./pairing.ts";

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

/** Where a market belongs. */
export interface FamilyMembership {
  readonly platform: string;
  readonly familyKey: number;
}

/** Where the evidence comes from. */
export interface FamilyLookup {
  membershipOf(marketKey: number): FamilyMembership | undefined;
  /** The links of a family, by the key of the other. */
  linksOf(familyKey: number): ReadonlyMap<number, IndexedLink>;
}

/** The evidence of families for a pair of markets; undefined where no family of theirs is aligned. */
export function familyEvidenceOf(
  { membershipOf, linksOf }: FamilyLookup,
  marketKey: number,
  otherKey: number,
): FamilyEvidence | undefined {
  const [own, other] = [membershipOf(marketKey), membershipOf(otherKey)];
  if (own === undefined || other === undefined) return undefined;
  const [links, otherLinks] = [linksOf(own.familyKey), linksOf(other.familyKey)];
  const link = links.get(other.familyKey);
  if (link !== undefined) return evidenceIn(link, marketKey, otherKey);
  return reaches(links, other.platform) || reaches(otherLinks, own.platform) ? ELSEWHERE : undefined;
}

/** Whether any of the links of a family goes to a platform, which is not the family's own. */
function reaches(links: ReadonlyMap<number, IndexedLink>, platform: string): boolean {
  for (const link of links.values()) if (link.platform === platform || link.otherPlatform === platform) return true;
  return false;
}

/** Finds links in memory. */
export function indexLinks(links: Iterable<FamilyLink>): FamilyLookup["linksOf"] {
  const byFamily = new Map<number, Map<number, IndexedLink>>();
  const add = (familyKey: number, otherKey: number, link: IndexedLink): void => {
    const known = byFamily.get(familyKey);
    if (known === undefined) byFamily.set(familyKey, new Map([[otherKey, link]]));
    else known.set(otherKey, link);
  };
  for (const link of links) {
    const indexed = indexLink(link);
    add(link.one, link.other, indexed);
    add(link.other, link.one, indexed);
  }
  return (familyKey) => byFamily.get(familyKey) ?? NO_LINKS;
}

const NO_LINKS: ReadonlyMap<number, IndexedLink> = new Map();

/** What families say of a pair, as a sentence for people; undefined when they say nothing for it. */
export function explainEvidence({ alignment, slot, otherPairs }: FamilyEvidence): string | undefined {
  if (alignment === "elsewhere" || slot === "none") return undefined;
  if (slot === "elimination") return `the only outcome left in both events; the other ${otherPairs} match`;
  if (slot === "alias") return `two forms of one name; ${otherPairs} other outcomes of the two events match too`;
  if (slot === "different") return "in their two events, each of them matches another outcome better";
  if (otherPairs === 0) return undefined;
  return otherPairs === 1
    ? "one other outcome of the two events matches too"
    : `${otherPairs} other outcomes of the two events match too`;
}

const ELSEWHERE: FamilyEvidence = {
  alignment: "elsewhere",
  slot: "none",
  otherPairs: 0,
  pairedShare: 0,
  similarity: 0,
};

/** A link whose pairs can be looked up. */
export interface IndexedLink extends FamilyLink {
  readonly relations: ReadonlyMap<string, SlotRelation>;
  readonly paired: ReadonlySet<number>;
}

export const indexLink = (link: FamilyLink): IndexedLink => ({
  ...link,
  relations: new Map(link.pairs.map(({ key, otherKey, relation }) => [textOf(key, otherKey), relation])),
  paired: new Set(link.pairs.flatMap(({ key, otherKey }) => [key, otherKey])),
});

/** One text for two keys in either order. */
const textOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function evidenceIn(
  { relations, paired, pairs, size, similarity }: IndexedLink,
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
