/** Hashes are below this, so that the sum of two is a safe integer. */
export const HASHES = 2 ** 52;

/** FNV-1a in two halves, as an integer that a double holds exactly. */
export function hash(text: string): number {
  let [low, high] = [0x811c9dc5, 0xc9dc5811];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x01000193);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
}
