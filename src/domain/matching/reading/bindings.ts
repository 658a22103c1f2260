import { offices, parties } from "../language/index.ts";

/** How many words may lie between a party and the chamber it is to hold. */
const REACH = 7;

/**
 * Which party is to hold which chamber or office, as facets, where a question binds two or more of them: "R Senate, D
 * House" is another question than "D Senate, R House". Each chamber belongs to the nearest party named before it.
 */
export function bindingsOf(words: readonly string[]): readonly string[] {
  // Nearly all texts name none or one.
  if (countChambers(words) < 2) return NONE;
  const chambers = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const chamber = offices.get(word);
    if (chamber === undefined || !BOUND.has(chamber)) continue;
    const party = words.slice(Math.max(0, index - REACH), index).findLast((one) => parties.has(one));
    if (party !== undefined && !chambers.has(chamber)) chambers.set(chamber, party);
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
