import { offices, parties } from "../language/lexicon.ts";

/** How many words may stand between a party and its chamber. */
const MAX_DISTANCE_WORDS = 7;

/**
 * Which party holds which chamber or office, as facets, where a question names two or more: "R Senate, D House" is not
 * "D Senate, R House". A chamber belongs to the nearest party before it.
 */
export function bindingsOf(words: readonly string[]): readonly string[] {
  if (countChambers(words) < 2) return NONE;
  const chambers = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const chamber = offices.get(word);
    if (chamber === undefined || !BOUND.has(chamber)) continue;
    const party = words.slice(Math.max(0, index - MAX_DISTANCE_WORDS), index).findLast((one) => parties.has(one));
    if (party !== undefined && !chambers.has(chamber)) chambers.set(chamber, parties.get(party) ?? party);
  }
  return chambers.size < 2 ? NONE : [...chambers].map(([chamber, party]) => `binding:${chamber} ${party}`);
}

const NONE: readonly string[] = [];

function countChambers(words: readonly string[]): number {
  let count = 0;
  for (const word of words) if (BOUND.has(offices.get(word) ?? "")) count++;
  return count;
}

const BOUND: ReadonlySet<string> = new Set(["house", "senate", "governor", "presidential"]);
