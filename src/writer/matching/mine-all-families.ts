import { setImmediate } from "node:timers/promises";
import {
  chooseLinks,
  createOutlineIndex,
  type FamilyLink,
  findCandidates,
  linkOf,
  MAX_MEMBERS,
  type WordWeights,
} from "../../domain/matching/families/alignment.ts";
import { type FamilyLookup, indexLinks } from "../../domain/matching/families/evidence.ts";
import type { Family } from "../../domain/matching/families/family.ts";
import { createMiner } from "../../domain/matching/families/miner.ts";
import type { MinedFamily, MinedMarket } from "../../domain/matching/families/mining.ts";
import { createLru } from "../../lru.ts";
import type { Writing } from "../transactions/writing.ts";
import type { MatchCorpus } from "./corpus.ts";
import { readFamily, saveLinks } from "./family-links.ts";
import { createNumberList } from "./number-list.ts";

const STEP_ROWS = 1000;
/** Families aligned between two looks at other work. */
const STEP_FAMILIES = 20;
const STEP_LINKS = 100;
/** Some kilobytes each. */
const MAX_CACHED_FAMILIES = 100;

/** Mines and aligns all families again. Gives them for lookup in memory; undefined when aborted. */
export async function mineAllFamilies(
  writing: Writing,
  { weightOf }: MatchCorpus,
  signal: AbortSignal,
): Promise<FamilyLookup | undefined> {
  const families = await mine(writing, signal);
  if (signal.aborted) return undefined;
  const familyOf = toFamilyKeys(families);
  const known = await listFamilyKeys(writing);
  await saveFamilies(writing, families, familyOf);
  await removeOthers(writing, known, families);
  const links = await align(writing, { families, known }, weightOf, signal);
  if (signal.aborted) return undefined;
  const before = writing.matching.families.listAllLinks();
  await saveAllLinks(writing, before, links);
  return { membershipOf: toMemberships(families, familyOf), linksOf: indexLinks(links) };
}

async function mine(writing: Writing, signal: AbortSignal): Promise<MinedFamily[]> {
  const miner = createMiner();
  const rest = createNumberList(Uint32Array);
  await eachEvent(writing, signal, (markets) => {
    for (const { key } of miner.addEvent(markets)) rest.push(key);
  });
  const keys = rest.take();
  for (const step of ["count", "place"] as const) {
    for (let start = 0; start < keys.length && !signal.aborted; start += STEP_ROWS) {
      const markets = writing.matching.families.listMinedOf([...keys.subarray(start, start + STEP_ROWS)]);
      for (const market of markets) miner[step](market);
      await setImmediate();
    }
  }
  return [...miner.families()];
}

/** Reads the questions of all markets, one event after the other. */
async function eachEvent(
  { matching: { families } }: Writing,
  signal: AbortSignal,
  work: (markets: readonly MinedMarket[]) => void,
): Promise<void> {
  let markets: MinedMarket[] = [];
  let [event, market] = [0, 0];
  let isMore = true;
  while (isMore && !signal.aborted) {
    const rows = families.listMined(event, market, STEP_ROWS);
    for (const row of rows) {
      if (row.eventKey !== event && markets.length > 0) {
        work(markets);
        markets = [];
      }
      markets.push(row.market);
      [event, market] = [row.eventKey, row.market.key];
    }
    isMore = rows.length === STEP_ROWS;
    await setImmediate();
  }
  if (markets.length > 0 && !signal.aborted) work(markets);
}

/** Saves what differs from what is stored. */
async function saveFamilies(writing: Writing, mined: readonly MinedFamily[], familyOf: Float64Array): Promise<void> {
  const { families } = writing.matching;
  await inSlices(mined, STEP_ROWS / 2, (some) => writing.part(() => families.save(some)));
  const stored = new Float64Array(familyOf.length);
  let rows: { marketKey: number; familyKey: number }[];
  let after = 0;
  do {
    rows = families.listAllMemberships(after, STEP_ROWS);
    const left: number[] = [];
    for (const { marketKey, familyKey } of rows) {
      if (marketKey < stored.length) stored[marketKey] = familyKey;
      if (!familyOf[marketKey]) left.push(marketKey);
      after = marketKey;
    }
    if (left.length > 0) await writing.part(() => families.removeMembers(left));
    await setImmediate();
  } while (rows.length === STEP_ROWS);
  for (let start = 0; start < familyOf.length; start += STEP_ROWS) {
    const some = [...familyOf.subarray(start, start + STEP_ROWS)].map(
      (familyKey, at) => [start + at, familyKey] as const,
    );
    const changed = some.filter(([key, familyKey]) => familyKey !== 0 && stored[key] !== familyKey);
    if (changed.length > 0) await writing.part(() => families.saveMembers(changed));
  }
}

/** The keys of all stored families. */
async function listFamilyKeys({ matching: { families } }: Writing): Promise<Set<number>> {
  const known = new Set<number>();
  let keys: number[];
  let after = 0;
  do {
    keys = families.listKeys(after, STEP_ROWS);
    for (const key of keys) known.add(key);
    after = keys.at(-1) ?? after;
    await setImmediate();
  } while (keys.length === STEP_ROWS);
  return known;
}

/** Removes the families that were not found any more. */
async function removeOthers(
  writing: Writing,
  known: ReadonlySet<number>,
  mined: readonly MinedFamily[],
): Promise<void> {
  const found = new Set(mined.map(({ familyKey }) => familyKey));
  const left = [...known].filter((key) => !found.has(key));
  await inSlices(left, STEP_ROWS, (some) => writing.part(() => writing.matching.families.remove(some)));
}

interface Mined {
  readonly families: readonly MinedFamily[];
  /** Keys of the families that were stored before, and whose terms are. */
  readonly known: ReadonlySet<number>;
}

async function align(
  writing: Writing,
  { families, known }: Mined,
  weightOf: WordWeights,
  signal: AbortSignal,
): Promise<FamilyLink[]> {
  const outlines = families.filter(({ members }) => members.length <= MAX_MEMBERS);
  const index = createOutlineIndex(weightOf);
  await inSlices(outlines, STEP_ROWS / 4, async (some) => {
    const terms = some.flatMap((outline) => {
      const added = index.add(outline);
      return known.has(outline.familyKey) ? [] : added.map((term) => [term, outline.familyKey] as const);
    });
    if (terms.length > 0) await writing.part(() => writing.matching.families.saveTerms(terms));
    await setImmediate();
  });
  const compared = new Set<number>();
  const links: FamilyLink[] = [];
  const find = cacheFamilies(writing);
  await inSlices(outlines, STEP_FAMILIES, async (some) => {
    if (signal.aborted) return;
    for (const outline of some) {
      for (const candidate of findCandidates(outline, index.find, weightOf)) {
        // Keys are hashes, so their sum names a pair in either order.
        const pair = outline.familyKey + candidate.familyKey;
        if (compared.has(pair)) continue;
        compared.add(pair);
        const [one, other] = [find(outline.familyKey), find(candidate.familyKey)];
        const link = one === undefined || other === undefined ? undefined : linkOf(one, other, weightOf);
        if (link !== undefined) links.push(link);
      }
    }
    await setImmediate();
  });
  return chooseLinks(links);
}

/** Reads families; those of one event are compared one after the other with the same others. */
function cacheFamilies(writing: Writing): (familyKey: number) => Family | undefined {
  const families = createLru<number, Family>(MAX_CACHED_FAMILIES);
  return (familyKey) => {
    const family = families.get(familyKey) ?? readFamily(writing, familyKey);
    if (family !== undefined) families.set(familyKey, family);
    return family;
  };
}

async function saveAllLinks(
  writing: Writing,
  before: readonly FamilyLink[],
  after: readonly FamilyLink[],
): Promise<void> {
  const known = new Map(before.map((link) => [`${link.one} ${link.other}`, link]));
  await inSlices(after, STEP_LINKS, (some) =>
    writing.part(() => {
      const replaced = some.flatMap(({ one, other }) => known.get(`${one} ${other}`) ?? []);
      saveLinks(writing, replaced, some);
    }),
  );
  const kept = new Set(after.map(({ one, other }) => `${one} ${other}`));
  const gone = before.filter(({ one, other }) => !kept.has(`${one} ${other}`));
  await inSlices(gone, STEP_LINKS, (some) => writing.part(() => saveLinks(writing, some, [])));
}

/** The family of each market by its key; 0 for none. */
function toFamilyKeys(mined: readonly MinedFamily[]): Float64Array {
  const familyOf = createNumberList(Float64Array);
  for (const { familyKey, members } of mined) for (const key of members) familyOf.set(key, familyKey);
  return familyOf.take();
}

function toMemberships(mined: readonly MinedFamily[], familyOf: Float64Array): FamilyLookup["membershipOf"] {
  // Without the rest of the families, which would stay in memory.
  const byKey = new Map(mined.map(({ familyKey, platform }) => [familyKey, { familyKey, platform }]));
  return (marketKey) => byKey.get(familyOf[marketKey] ?? 0);
}

async function inSlices<T>(
  items: readonly T[],
  size: number,
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) await work(items.slice(start, start + size));
}
