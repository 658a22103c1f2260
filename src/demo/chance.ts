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

const DAY_TICKS = 2880;
const SPANS = [8, 32, 128, 512, 2048, 8192, 32_768, 131_072] as const;

const OCTAVES = SPANS.map((ticks) => ({
  ticks,
  weight: Math.min(2.5, Math.sqrt(ticks / DAY_TICKS) + (ticks < 100 ? 0.16 : 0.04)),
}));

/** A walk in log odds: mostly calm, with small moves within minutes. */
export function noise(key: number, tick: number): number {
  let sum = 0;
  for (const { ticks, weight } of OCTAVES) sum += weight * lattice(key, ticks, tick / ticks);
  return sum;
}

/** Smooth noise in -1..1 with a random value at every whole position. */
export function lattice(key: number, salt: number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  const salted = key ^ Math.imul(salt, 0x9e3779b1);
  const from = unit(mix(salted, whole)) * 2 - 1;
  const to = unit(mix(salted, whole + 1)) * 2 - 1;
  return from + (to - from) * part * part * (3 - 2 * part);
}

/** A walk whose moves within a day are about one in size, and grow with the root of the time. */
export const brownian = (key: number, tick: number): number =>
  SPANS.reduce((sum, ticks) => sum + Math.sqrt(ticks / DAY_TICKS) * lattice(key, ticks, tick / ticks), 0);
