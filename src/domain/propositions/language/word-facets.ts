import { countries, discriminators, offices, parties, settles, stateCodes, touches } from "./lexicon.ts";
import { toStem } from "./text.ts";

/** The facets of a stemmed word. */
export function facetsOf(word: string): readonly string[] {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const found = findFacets(word);
  const facets = found.length === 0 ? NONE : found;
  if (cache.size >= MAX_WORDS) cache.clear();
  cache.set(word, facets);
  return facets;
}

const cache = new Map<string, readonly string[]>();
const MAX_WORDS = 50_000;
const NONE: readonly string[] = [];

function findFacets(word: string): string[] {
  const facets: string[] = [];
  const facet = discriminators.get(word);
  if (facet !== undefined) facets.push(facet);
  const office = offices.get(word);
  if (office !== undefined) facets.push(`office:${office}`);
  const party = parties.get(word);
  if (party !== undefined) facets.push(`party:${party}`);
  const country = countries.get(word);
  if (country !== undefined) facets.push(`country:${country}`);
  const state = stateCodes.get(word) ?? stateByStem.get(word);
  if (state !== undefined) facets.push(`state:${state}`);
  if (touches.has(word)) facets.push("mode:touch");
  if (settles.has(word)) facets.push("mode:settle");
  if (word === PRICE) facets.push("mode:price");
  return facets;
}

const PRICE = toStem("price");

const stateByStem: ReadonlyMap<string, string> = new Map([...stateCodes].map(([name, code]) => [toStem(name), code]));
