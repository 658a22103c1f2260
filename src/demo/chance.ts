/** A well-spread 32-bit number that depends on nothing but the text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash, 0);
}

/** A well-spread 32-bit number that depends on both whole numbers. */
export function mix(key: number, value: number): number {
  let hash = Math.imul(key ^ 0x6a09e667, 0x85ebca6b) ^ Math.imul(value, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A hash as a number in 0..1. */
export const unit = (hash: number): number => hash / 4_294_967_296;
