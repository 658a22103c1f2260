import {
  chooseLinks,
  createOutlineIndex,
  type FamilyLink,
  findCandidates,
  linkOf,
  MAX_MEMBERS,
  type WordWeights,
} from "../../../src/domain/matching/families/alignment.ts";
import { type FamilyEvidence, familyEvidenceOf, indexLinks } from "../../../src/domain/matching/families/evidence.ts";
import { type Family, type FamilyMarket, toFamily, toOutline } from "../../../src/domain/matching/families/family.ts";
import { createMiner } from "../../../src/domain/matching/families/miner.ts";
import { toMinedMarket } from "../../../src/domain/matching/families/mining.ts";
import { type Corpus, weightOf } from "../../../src/domain/matching/weights.ts";

/** A market with the event it is listed in. */
export interface ListedMarket extends FamilyMarket {
  readonly eventKey: number;
}

/** Mines and aligns the families of all these markets at once; gives the evidence for any pair of them. */
export function familyEvidenceIn(
  markets: readonly ListedMarket[],
  corpus: Corpus,
): (marketKey: number, otherKey: number) => FamilyEvidence | undefined {
  const families = mineFamilies(markets);
  const memberships = new Map(
    families.flatMap(({ familyKey, platform, members }) => members.map(({ key }) => [key, { familyKey, platform }])),
  );
  const links = alignFamilies(families, (word) => weightOf(word, corpus));
  const lookup = { membershipOf: (marketKey: number) => memberships.get(marketKey), linksOf: indexLinks(links) };
  return (marketKey, otherKey) => familyEvidenceOf(lookup, marketKey, otherKey);
}

function mineFamilies(markets: readonly ListedMarket[]): Family[] {
  const miner = createMiner();
  const events = Map.groupBy(markets, ({ eventKey }) => eventKey).values();
  const rest = [...events].flatMap((event) => miner.addEvent(event.map(toMined)));
  for (const market of rest) miner.count(market);
  for (const market of rest) miner.place(market);
  const byKey = new Map(markets.map((market) => [market.key, market]));
  return [...miner.families()].flatMap(({ familyKey, members }) => {
    const family = toFamily(
      familyKey,
      members.flatMap((key) => byKey.get(key) ?? []),
    );
    return family ?? [];
  });
}

const toMined = ({ key, platform, proposition }: FamilyMarket) =>
  toMinedMarket(key, platform, {
    ...proposition,
    dates: JSON.stringify(proposition.dates),
    numbers: JSON.stringify(proposition.numbers),
  });

function alignFamilies(families: readonly Family[], weightOf: WordWeights): FamilyLink[] {
  const byKey = new Map(families.map((family) => [family.familyKey, family]));
  const outlines = families.filter(({ members }) => members.length <= MAX_MEMBERS).map(toOutline);
  const index = createOutlineIndex(weightOf);
  for (const outline of outlines) index.add(outline);
  const compared = new Set<number>();
  const links: FamilyLink[] = [];
  for (const outline of outlines) {
    for (const candidate of findCandidates(outline, index.find, weightOf)) {
      // Keys are hashes, so their sum names a pair in either order.
      const pair = outline.familyKey + candidate.familyKey;
      const [one, other] = [byKey.get(outline.familyKey), byKey.get(candidate.familyKey)];
      if (compared.has(pair) || one === undefined || other === undefined) continue;
      compared.add(pair);
      const link = linkOf(one, other, weightOf);
      if (link !== undefined) links.push(link);
    }
  }
  return chooseLinks(links);
}
