import type { FamilyLink } from "../../domain/matching/families/alignment.ts";
import {
  type FamilyEvidence,
  type FamilyLookup,
  familyEvidenceOf,
  indexLink,
} from "../../domain/matching/families/evidence.ts";
import { createLru } from "../../lru.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";
import { mineAllFamilies } from "./mine-all-families.ts";
import { mineFamiliesOf } from "./mine-families-of.ts";

/** What is kept while few markets are compared. A link takes about 100 bytes for each pair. */
const MAX_CACHED_MEMBERSHIPS = 10_000;
const MAX_CACHED_LINKS = 500;

export type MatchFamilies = ReturnType<typeof createMatchFamilies>;

/** Keeps the families of sibling markets up to date, and gives their evidence for pairs of markets. */
export function createMatchFamilies(writing: Writing, corpus: MatchCorpus, signal: AbortSignal) {
  let lookup = lookUp(writing);
  return {
    /** Mines all families again. Queues markets whose evidence has changed to be compared. */
    async mineAll(): Promise<void> {
      lookup = (await mineAllFamilies(writing, corpus, signal)) ?? lookUp(writing);
    },

    /** Mines the families of these markets and of their events again, and queues likewise. */
    async mine(marketKeys: Uint32Array): Promise<void> {
      await mineFamiliesOf(writing, corpus, marketKeys, signal);
      lookup = lookUp(writing);
    },

    /** What families say about two markets, as of the last mining; undefined where they say nothing. */
    evidenceOf: (marketKey: number, otherKey: number): FamilyEvidence | undefined =>
      familyEvidenceOf(lookup, marketKey, otherKey),

    /** Frees the memory of the last mining. */
    clear(): void {
      lookup = lookUp(writing);
    },
  };
}

/** Looks families up in the database. */
function lookUp({ matching: { families } }: Writing): FamilyLookup {
  const memberships = createLru<number, { familyKey: number; platform: string } | typeof NONE>(MAX_CACHED_MEMBERSHIPS);
  const links = createLru<number, ReadonlyMap<number, ReturnType<typeof indexLink>>>(MAX_CACHED_LINKS);
  return {
    membershipOf(marketKey) {
      const cached = memberships.get(marketKey);
      if (cached !== undefined) return cached === NONE ? undefined : cached;
      const [found] = families.listMemberships([marketKey]);
      memberships.set(marketKey, found ?? NONE);
      return found;
    },
    linksOf(familyKey) {
      const cached = links.get(familyKey);
      if (cached !== undefined) return cached;
      const found = new Map(
        families.listLinks(familyKey).map((link) => [otherOf(link, familyKey), indexLink(link)] as const),
      );
      links.set(familyKey, found);
      return found;
    },
  };
}

const NONE = "none";

const otherOf = ({ one, other }: FamilyLink, familyKey: number): number => (one === familyKey ? other : one);
