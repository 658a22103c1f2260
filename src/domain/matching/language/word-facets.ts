import { countries, discriminators, offices, parties, settles, stateCodes, touches } from "./lexicon.ts";
import { toStem } from "./text.ts";

/** The facets a stemmed word stands for. */
export function facetsOf(word: string): readonly string[] {
  const known = found.get(word);
  if (known !== undefined) return known;
  const facets = findFacets(word);
  const kept = facets.length === 0 ? NONE : facets;
  if (found.size >= MOST_WORDS) found.clear();
  found.set(word, kept);
  return kept;
}

const found = new Map<string, readonly string[]>();
const MOST_WORDS = 50_000;
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
