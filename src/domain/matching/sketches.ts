import { citiesOf, hasNickname, isCity } from "./lexicon.ts";
import { initialsOf } from "./names.ts";
import { isAlike, isTenure, LEAST_SHARED, LEAVE } from "./overlap.ts";
import type { Proposition } from "./proposition.ts";
import { LEAST_REVIEW } from "./score.ts";

/** What a sketch is made of. */
export type Sketched = Pick<Proposition, "words" | "context" | "entity">;

/**
 * Sketches questions as a few numbers each, so that of many pairs those can be told that are worth comparing. To be
 * used as long as words keep their weights.
 */
export function createSketches(weightOf: (word: string) => number) {
  const words = createWords(weightOf);
  return {
    /** The numbers to be kept of a question, one after the other. */
    sketch({ words: own, context, entity }: Sketched): number[] {
      const [ids, around] = [own, context].map((list) => [...new Set(list.map(words.idOf))]);
      const initials = entity.length < FEWEST_INITIALS ? NO_WORD : words.idOf(initialsOf(entity));
      return [initials, ids?.length ?? 0, around?.length ?? 0, ...(ids ?? []), ...(around ?? [])];
    },

    /**
     * Whether two questions may score enough to be kept, given where their sketches begin in `numbers`. Never false for
     * a pair that does.
     */
    mayScore(numbers: Uint32Array, a: number, b: number): boolean {
      const [one, other] = [placesOf(numbers, a), placesOf(numbers, b)];
      return mayOverlap(words, numbers, one, other) ?? mayBeAlike(words, numbers, one, other);
    },
  };
}

const NO_WORD = 0;
const FEWEST_INITIALS = 3;

/** What can be told of a word by itself, in bits above its first letter and its length. */
const FIRST_LETTER = 0x7f;
const LENGTH_SHIFT = 7;
const LONGEST = 0xff;
const NICKNAME = 1 << 16;
const TENURE = 1 << 17;
const TEAM = 1 << 18;
const CITY = 1 << 19;
const OUT = 1 << 20;
const LEAVES = 1 << 21;

type Words = ReturnType<typeof createWords>;

function createWords(weightOf: (word: string) => number) {
  const ids = new Map<string, number>();
  const texts = [""];
  const weights = [0];
  const traits = [0];
  return {
    texts,
    weights,
    traits,
    idOf(word: string): number {
      const known = ids.get(word);
      if (known !== undefined) return known;
      ids.set(word, texts.length);
      weights.push(weightOf(word));
      traits.push(traitsOf(word));
      return texts.push(word) - 1;
    },
  };
}

function traitsOf(word: string): number {
  const letter = /\d/.test(word) ? 0 : (word.codePointAt(0) ?? 0) & FIRST_LETTER;
  let traits = letter | (Math.min(word.length, LONGEST) << LENGTH_SHIFT);
  if (hasNickname(word)) traits |= NICKNAME;
  if (isTenure(word)) traits |= TENURE;
  if (citiesOf(word).length > 0) traits |= TEAM;
  if (isCity(word)) traits |= CITY;
  if (word === "out") traits |= OUT;
  return word === LEAVE ? traits | LEAVES : traits;
}

/** Where the words of a sketch begin, where they end and its context begins, and where that ends. */
interface Places {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly initials: number;
}

function placesOf(numbers: Uint32Array, at: number): Places {
  const start = at + 3;
  const middle = start + (numbers[at + 1] ?? 0);
  return { start, middle, end: middle + (numbers[at + 2] ?? 0), initials: numbers[at] ?? NO_WORD };
}

function has(numbers: Uint32Array, start: number, end: number, id: number): boolean {
  for (let at = start; at < end; at++) if (numbers[at] === id) return true;
  return false;
}

/** Sums in another order may differ by as much. */
const ROUNDING = 1e-6;

/** Whether their words suffice as they are; undefined where it depends on which words stand for each other. */
function mayOverlap(words: Words, numbers: Uint32Array, a: Places, b: Places): boolean | undefined {
  const [one, other] = [addUp(words, numbers, a, b), addUp(words, numbers, b, a)];
  const shared = one.both + one.explained + other.explained;
  const hasTeams = ((one.traits | other.traits) & TEAM) !== 0;
  if (shared + ROUNDING < LEAST_SHARED * Math.min(one.total, other.total) && !hasTeams) return false;
  // Cities may be left out beside their teams.
  const rest = hasTeams ? one.rest + other.rest : one.rest + one.cities + other.rest + other.cities;
  return shared + ROUNDING >= LEAST_REVIEW * (shared + rest) ? true : undefined;
}

/** The weights of a question's words: of all, of those the other says, of those only its event says, and of the rest. */
function addUp({ weights, traits }: Words, numbers: Uint32Array, own: Places, other: Places) {
  const sums = { total: 0, both: 0, explained: 0, rest: 0, cities: 0, traits: 0 };
  for (let at = own.start; at < own.middle; at++) {
    const id = numbers[at] ?? NO_WORD;
    const [weight, told] = [weights[id] ?? 0, traits[id] ?? 0];
    sums.total += weight;
    sums.traits |= told;
    if (has(numbers, other.start, other.middle, id)) sums.both += weight;
    else if (has(numbers, other.middle, other.end, id)) sums.explained += weight;
    else if ((told & CITY) !== 0) sums.cities += weight;
    // Who is out may go unsaid.
    else if ((told & OUT) === 0) sums.rest += weight;
  }
  return sums;
}

/** Whether any word that only one of them has may stand for one that only the other has. */
function mayBeAlike({ texts, traits }: Words, numbers: Uint32Array, a: Places, b: Places): boolean {
  if (isNamedBy(numbers, a, b) || isNamedBy(numbers, b, a)) return true;
  for (let one = a.start; one < a.middle; one++) {
    const id = numbers[one] ?? NO_WORD;
    const own = traits[id] ?? 0;
    for (let other = b.start; other < b.middle; other++) {
      const otherId = numbers[other] ?? NO_WORD;
      if (!mayStandFor(own, traits[otherId] ?? 0) || id === otherId) continue;
      if (isLeaving(own, traits[otherId] ?? 0) || isAlike(texts[id] ?? "", texts[otherId] ?? "")) {
        if (!has(numbers, b.start, b.end, id) && !has(numbers, a.start, a.end, otherId)) return true;
      }
    }
  }
  return false;
}

const isNamedBy = (numbers: Uint32Array, a: Places, b: Places): boolean =>
  a.initials !== NO_WORD && has(numbers, b.start, b.middle, a.initials);

/** Cheaper than to look at the words themselves, and never false for those that are alike. */
function mayStandFor(one: number, other: number): boolean {
  const shared = one & other;
  if ((shared & (NICKNAME | TENURE)) !== 0) return true;
  return maySpell(one, other) || isOpposite(one, other, TEAM, CITY) || isLeaving(one, other);
}

const maySpell = (one: number, other: number): boolean =>
  (one & FIRST_LETTER) !== 0 &&
  (one & FIRST_LETTER) === (other & FIRST_LETTER) &&
  Math.abs(lengthOf(one) - lengthOf(other)) <= 1;

const lengthOf = (traits: number): number => (traits >>> LENGTH_SHIFT) & LONGEST;

const isLeaving = (one: number, other: number): boolean => isOpposite(one, other, OUT, LEAVES);

const isOpposite = (one: number, other: number, here: number, there: number): boolean =>
  ((one & here) !== 0 && (other & there) !== 0) || ((one & there) !== 0 && (other & here) !== 0);
