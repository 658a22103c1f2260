/** A piece of text to look for, of two letters or more. */
interface Fragment {
  readonly text: string;
  readonly firstPair: number;
}

export const toFragment = (text: string): Fragment => ({
  text,
  firstPair: pairIndex(text.charCodeAt(0), text.charCodeAt(1)),
});

/**
 * Gives a test whether a text has any of some fragments. It rules most out by their first two letters, since a search for
 * each fragment takes longer than the rest of reading a title. Valid until the next call.
 */
export function fragmentFinder(text: string): (fragments: readonly Fragment[]) => boolean {
  pairs.fill(0);
  for (let at = 1; at < text.length; at++) pairs[pairIndex(text.charCodeAt(at - 1), text.charCodeAt(at))] = 1;
  return (fragments) => {
    for (const { text: part, firstPair } of fragments) if (pairs[firstPair] === 1 && text.includes(part)) return true;
    return false;
  };
}

/** By index, 1 for pairs of letters in the text. */
const pairs = new Uint8Array(1024);

/** Unique for two lower-case letters; other pairs may share an index. */
const pairIndex = (first: number, second: number): number => (first * 32 + second) & 1023;
