/** Hashes are below this, so that the sum of two is a safe integer. */
export const HASHES = 2 ** 52;

/** FNV-1a in two halves, as an integer that a double holds exactly. `seed` is another hash. */
export function hash(text: string, seed = 0): number {
  let high = (0x811c9dc5 ^ Math.floor(seed / 0x100000)) >>> 0;
  let low = (0xc9dc5811 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ (code + index), 0x01000193) >>> 0;
  }
  return high * 0x100000 + (low & 0xfffff);
}
