import { citiesOf, hasNickname, initialsOf, isCity } from "./language/index.ts";
import { isAlike, isTenure, LEAVE, MIN_SHARED } from "./overlap.ts";
import type { Proposition } from "./reading/index.ts";
import { MIN_REVIEW_SCORE } from "./score.ts";

/** The part of a question that its sketch is made of. */
export type SketchInput = Pick<Proposition, "words" | "context" | "entity">;

/**
 * Turns questions into short lists of numbers, to rule out most pairs without a full comparison. Sketches are valid while
 * the words keep their weights.
 */
export function createSketches(weightOf: (word: string) => number) {
  const words = createWordTable(weightOf);
  /** One for each question of a pair. */
  const sums = [new Float64Array(SUMS), new Float64Array(SUMS)] as const;
  return {
    /** The sketch of a question: initials, two lengths, its words, and its context. */
    sketch({ words: own, context, entity }: SketchInput): number[] {
      const [ids, around] = [own, context].map((list) => [...new Set(list.map(words.idOf))]);
      const initials = entity.length < MIN_INITIALS ? NO_WORD : words.idOf(initialsOf(entity));
      return [initials, ids?.length ?? 0, around?.length ?? 0, ...(ids ?? []), ...(around ?? [])];
    },

    /**
     * Whether two questions may score enough for review. `a` and `b` are the starts of their sketches in `numbers`.
     * Never false for a pair that does.
     */
    mayScore(numbers: Uint32Array, a: number, b: number): boolean {
      addUp(words, numbers, a, b, sums[0]);
      addUp(words, numbers, b, a, sums[1]);
      return mayOverlap(sums[0], sums[1]) ?? mayBeAlike(words, numbers, a, b);
    },
  };
}

const NO_WORD = 0;
const MIN_INITIALS = 3;

// The traits of a word as bits: its first letter, its length, and what kind of word it is.
const FIRST_LETTER = 0x7f;
const LENGTH_SHIFT = 7;
const MAX_LENGTH = 0xff;
const NICKNAME = 1 << 16;
const TENURE = 1 << 17;
const TEAM = 1 << 18;
const CITY = 1 << 19;
const OUT = 1 << 20;
const LEAVES = 1 << 21;

type WordTable = ReturnType<typeof createWordTable>;

function createWordTable(weightOf: (word: string) => number) {
  const ids = new Map<string, number>();
  const texts = [""];
  const weights = [0];
  const traits = [0];
  return {
    texts,
    weights,
    traits,
    idOf(word: string): number {
      const id = ids.get(word);
      if (id !== undefined) return id;
      ids.set(word, texts.length);
      weights.push(weightOf(word));
      traits.push(traitsOf(word));
      return texts.push(word) - 1;
    },
  };
}

function traitsOf(word: string): number {
  const letter = /\d/.test(word) ? 0 : (word.codePointAt(0) ?? 0) & FIRST_LETTER;
  let traits = letter | (Math.min(word.length, MAX_LENGTH) << LENGTH_SHIFT);
  if (hasNickname(word)) traits |= NICKNAME;
  if (isTenure(word)) traits |= TENURE;
  if (citiesOf(word).length > 0) traits |= TEAM;
  if (isCity(word)) traits |= CITY;
  if (word === "out") traits |= OUT;
  return word === LEAVE ? traits | LEAVES : traits;
}

// A sketch has its words from wordsAt to before contextAt, and its context from there to before endOf.
const wordsAt = (sketch: number): number => sketch + 3;
const contextAt = (numbers: Uint32Array, sketch: number): number => wordsAt(sketch) + (numbers[sketch + 1] ?? 0);
const endOf = (numbers: Uint32Array, sketch: number): number => contextAt(numbers, sketch) + (numbers[sketch + 2] ?? 0);

function has(numbers: Uint32Array, start: number, end: number, id: number): boolean {
  for (let at = start; at < end; at++) if (numbers[at] === id) return true;
  return false;
}

/** Adding in another order changes a sum by less. */
const ROUNDING = 1e-6;

/** Weights of a question's words: all, shared, in the other's context only, and the rest; cities and teams apart. */
const [TOTAL, BOTH, EXPLAINED, REST, CITIES, TEAMS, SUMS] = [0, 1, 2, 3, 4, 5, 6] as const;

/** Adds into `sums`, since an object for each of millions of pairs costs more than the adding. */
function addUp(
  { weights, traits }: WordTable,
  numbers: Uint32Array,
  own: number,
  other: number,
  sums: Float64Array,
): void {
  const [start, middle, end] = [wordsAt(other), contextAt(numbers, other), endOf(numbers, other)];
  const last = contextAt(numbers, own);
  sums.fill(0);
  for (let at = wordsAt(own); at < last; at++) {
    const id = numbers[at] ?? NO_WORD;
    const weight = weights[id] ?? 0;
    const wordTraits = traits[id] ?? 0;
    add(sums, TOTAL, weight);
    if ((wordTraits & TEAM) !== 0) add(sums, TEAMS, 1);
    if (has(numbers, start, middle, id)) add(sums, BOTH, weight);
    else if (has(numbers, middle, end, id)) add(sums, EXPLAINED, weight);
    else if ((wordTraits & CITY) !== 0) add(sums, CITIES, weight);
    // "out" may be left out.
    else if ((wordTraits & OUT) === 0) add(sums, REST, weight);
  }
}

function add(sums: Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] ?? 0) + more;
}

/** Whether equal words suffice; undefined where it depends on words that mean the same. */
function mayOverlap(one: Float64Array, other: Float64Array): boolean | undefined {
  const both = (at: number): number => (one[at] ?? 0) + (other[at] ?? 0);
  const shared = (one[BOTH] ?? 0) + both(EXPLAINED);
  const hasTeams = both(TEAMS) > 0;
  if (shared + ROUNDING < MIN_SHARED * Math.min(one[TOTAL] ?? 0, other[TOTAL] ?? 0) && !hasTeams) return false;
  // A city may be left out beside its team.
  const rest = hasTeams ? both(REST) : both(REST) + both(CITIES);
  return shared + ROUNDING >= MIN_REVIEW_SCORE * (shared + rest) ? true : undefined;
}

/** Whether a word that only one has may mean the same as a word that only the other has. */
function mayBeAlike({ texts, traits }: WordTable, numbers: Uint32Array, a: number, b: number): boolean {
  if (isNamedBy(numbers, a, b) || isNamedBy(numbers, b, a)) return true;
  const [lastA, lastB] = [contextAt(numbers, a), contextAt(numbers, b)];
  for (let one = wordsAt(a); one < lastA; one++) {
    const id = numbers[one] ?? NO_WORD;
    const own = traits[id] ?? 0;
    for (let other = wordsAt(b); other < lastB; other++) {
      const otherId = numbers[other] ?? NO_WORD;
      if (!mayStandFor(own, traits[otherId] ?? 0) || id === otherId) continue;
      if (!isLeaving(own, traits[otherId] ?? 0) && !isAlike(texts[id] ?? "", texts[otherId] ?? "")) continue;
      if (!isSaid(numbers, b, id) && !isSaid(numbers, a, otherId)) return true;
    }
  }
  return false;
}

const isSaid = (numbers: Uint32Array, sketch: number, id: number): boolean =>
  has(numbers, wordsAt(sketch), endOf(numbers, sketch), id);

/** Whether one has the initials of the other's name. */
function isNamedBy(numbers: Uint32Array, a: number, b: number): boolean {
  const initials = numbers[a] ?? NO_WORD;
  return initials !== NO_WORD && has(numbers, wordsAt(b), contextAt(numbers, b), initials);
}

/** Cheaper than comparing the words, and never false for words that are alike. */
function mayStandFor(one: number, other: number): boolean {
  const shared = one & other;
  if ((shared & (NICKNAME | TENURE)) !== 0) return true;
  return maySpell(one, other) || isOpposite(one, other, TEAM, CITY) || isLeaving(one, other);
}

const maySpell = (one: number, other: number): boolean =>
  (one & FIRST_LETTER) !== 0 &&
  (one & FIRST_LETTER) === (other & FIRST_LETTER) &&
  Math.abs(lengthOf(one) - lengthOf(other)) <= 1;

const lengthOf = (traits: number): number => (traits >>> LENGTH_SHIFT) & MAX_LENGTH;

const isLeaving = (one: number, other: number): boolean => isOpposite(one, other, OUT, LEAVES);

const isOpposite = (one: number, other: number, here: number, there: number): boolean =>
  ((one & here) !== 0 && (other & there) !== 0) || ((one & there) !== 0 && (other & here) !== 0);
