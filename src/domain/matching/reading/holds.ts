/** A part that texts are looked through for, of two letters or more. */
export interface Part {
  readonly text: string;
  readonly start: number;
}

export const toPart = (text: string): Part => ({ text, start: placeOf(text.charCodeAt(0), text.charCodeAt(1)) });

/**
 * Tells whether a text holds any of some parts. Most are ruled out by their first two letters: looked for one by one, as
 * many parts as there are take longer than all else that reads a title. Good until the next call for another text.
 */
export function holderOf(text: string): (parts: readonly Part[]) => boolean {
  starts.fill(0);
  for (let at = 1; at < text.length; at++) starts[placeOf(text.charCodeAt(at - 1), text.charCodeAt(at))] = 1;
  return (parts) => {
    for (const part of parts) if (starts[part.start] === 1 && text.includes(part.text)) return true;
    return false;
  };
}

/** Which pairs of letters follow each other in the text, told apart well enough. */
const starts = new Uint8Array(1024);

/** All pairs of two lower-case letters have places of their own. */
const placeOf = (first: number, second: number): number => (first * 32 + second) & 1023;
