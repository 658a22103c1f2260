/** Words that people ask with and titles lack. */
const FILLERS = new Set(
  "a an and are at by cheapest chance chances cost for how in is market markets much odds of on or price prices question the to what when where which who will would".split(
    " ",
  ),
);

interface FoundRows {
  readonly total: number;
}

/**
 * Looks for a text whose words must all be in a title. If nothing has them all, leaves out words that say little, or else
 * one word, so that the answer holds what is closest. `left` are the words that were left out.
 */
export async function searchClosest<T extends FoundRows>(
  query: string | undefined,
  search: (text: string | undefined) => T | Promise<T>,
): Promise<{ readonly found: T; readonly left: readonly string[] }> {
  const found = await search(query);
  const words = query?.split(/\s+/).filter((word) => word !== "") ?? [];
  if (found.total > 0 || words.length < 2) return { found, left: [] };
  for (const left of listTries(words)) {
    const fewer = await search(words.filter((word) => !left.includes(word)).join(" "));
    if (fewer.total > 0) return { found: fewer, left };
  }
  return { found, left: [] };
}

function listTries(words: readonly string[]): readonly (readonly string[])[] {
  const fillers = words.filter((word) => FILLERS.has(word.toLowerCase().replace(/\W+$/, "")));
  const rest = words.filter((word) => !fillers.includes(word));
  // Names tend to stand last or first; each try costs a search.
  const ends = rest.length < 2 ? [] : [...rest.slice(-1), ...rest.slice(0, 1)];
  return [...(fillers.length > 0 && rest.length > 0 ? [fillers] : []), ...ends.map((word) => [...fillers, word])];
}

/** Says which words were left out. */
export const leftText = (left: readonly string[]): string =>
  left.length === 0 ? "" : `No open title has all words. These lack: ${left.join(", ")}.\n`;
