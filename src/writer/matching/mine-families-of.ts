import {
  chooseLinks,
  type FamilyLink,
  findCandidates,
  indexTermsOf,
  linkOf,
  MAX_FAMILIES_PER_TERM,
  MAX_MEMBERS,
  type WordWeights,
} from "../../domain/matching/families/alignment.ts";
import { toOutline } from "../../domain/matching/families/family.ts";
import { type MinedMarket, mineEvent, type Outline, rankTemplateKeys } from "../../domain/matching/families/mining.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";
import { nameOfLink, readFamily, saveLinks } from "./family-links.ts";

/** Markets of one look at the time budget; those of one event mostly have adjacent keys. */
const BATCH_MARKETS = 20;

/** Mines the events of these markets again, and aligns the families that change. */
export async function mineFamiliesOf(
  writing: Writing,
  { weightOf }: MatchCorpus,
  marketKeys: Uint32Array,
  signal: AbortSignal,
): Promise<void> {
  const changed = new Set<number>();
  for (let start = 0; start < marketKeys.length && !signal.aborted; ) {
    start = await writing.part(({ isSpent }) => {
      let at = start;
      do {
        const keys = [...marketKeys.subarray(at, at + BATCH_MARKETS)];
        for (const familyKey of placeMarkets(writing, keys)) changed.add(familyKey);
        at += BATCH_MARKETS;
      } while (at < marketKeys.length && !isSpent());
      return at;
    });
  }
  const due = [...changed];
  for (let at = 0; at < due.length && !signal.aborted; ) {
    at = await writing.part(({ isSpent }) => {
      let next = at;
      do alignFamily(writing, weightOf, due[next++] ?? 0);
      while (next < due.length && !isSpent());
      return next;
    });
  }
}

/** Puts markets and the others of their events into families; gives the families that may have changed. */
function placeMarkets({ matching: { families } }: Writing, marketKeys: readonly number[]): Set<number> {
  const siblings = families.listSiblings(marketKeys);
  const keys = siblings.map(({ market }) => market.key);
  const before = new Map(families.listMemberships(keys).map(({ marketKey, familyKey }) => [marketKey, familyKey]));
  const after = new Map<number, number>();
  for (const event of Map.groupBy(siblings, ({ eventKey }) => eventKey).values()) {
    const mined = mineEvent(event.map(({ market }) => market));
    families.save(mined.families.filter(({ familyKey }) => families.sizeOf(familyKey) === 0));
    for (const { familyKey, members } of mined.families) for (const key of members) after.set(key, familyKey);
    for (const market of mined.rest) {
      const familyKey = findFamily(market, before.get(market.key), families.sizeOf);
      if (familyKey !== undefined) after.set(market.key, familyKey);
    }
  }
  const moved = keys.filter((key) => after.get(key) !== before.get(key));
  families.saveMembers([...after].filter(([key, familyKey]) => before.get(key) !== familyKey));
  families.removeMembers(moved.filter((key) => !after.has(key)));
  const touched = [...marketKeys, ...moved].flatMap((key) => [before.get(key), after.get(key)]);
  return new Set(touched.filter((familyKey) => familyKey !== undefined));
}

/** The family that a single market joins. Only the mining of all families finds one for two single markets. */
function findFamily(
  market: MinedMarket,
  current: number | undefined,
  sizeOf: (familyKey: number) => number,
): number | undefined {
  const countOf = (key: number): number => sizeOf(key) + Number(key !== current);
  return rankTemplateKeys(market, countOf)[0];
}

/** Brings the size and the links of a family up to date; removes one without two members. */
function alignFamily(writing: Writing, weightOf: WordWeights, familyKey: number): void {
  const { families } = writing.matching;
  const before = families.listLinks(familyKey);
  const members = families.listMembers(familyKey, MAX_MEMBERS + 1);
  const family = readFamily(writing, familyKey, members);
  const outline = family === undefined ? undefined : toOutline(family);
  if (members.length > 1) families.update(familyKey, outline?.dates);
  if (family === undefined) saveLinks(writing, before, []);
  if (members.length < 2) families.remove([familyKey]);
  if (family === undefined || outline === undefined) return;
  families.saveTerms(indexTermsOf(outline, weightOf).map(({ term }) => [term, familyKey]));
  const candidates = findCandidates(outline, (term) => listFamilies(writing, term), weightOf);
  const links: FamilyLink[] = [];
  // Two candidates may be linked with each other.
  const rivals = new Map<string, FamilyLink>();
  for (const candidate of candidates) {
    const other = readFamily(writing, candidate.familyKey);
    const link = other === undefined ? undefined : linkOf(family, other, weightOf);
    if (link === undefined) continue;
    links.push(link);
    for (const rival of families.listLinks(candidate.familyKey)) {
      if (rival.one !== familyKey && rival.other !== familyKey) rivals.set(nameOfLink(rival), rival);
    }
  }
  saveLinks(writing, [...before, ...rivals.values()], chooseLinks([...links, ...rivals.values()]));
}

function listFamilies({ matching: { families } }: Writing, term: number): Outline[] {
  return families.listByTerm(term, MAX_FAMILIES_PER_TERM + 1).map((family) => ({ ...family, kind: "" }));
}
