import { distance } from "fastest-levenshtein";

/** The known name that was most likely meant; undefined when none is close. Prefixes count as closer. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const name = given.slice(0, 40).toLowerCase();
  let nearest: string | undefined;
  let least = Math.min(name.length, Math.ceil(name.length / 2) + 1);
  for (const candidate of known) {
    const edits = distance(name, candidate) / (beginsOther(name, candidate) ? 3 : 1);
    if (edits >= least) continue;
    least = edits;
    nearest = candidate;
  }
  return nearest;
}

const beginsOther = (a: string, b: string): boolean => a !== "" && (a.startsWith(b) || b.startsWith(a));
