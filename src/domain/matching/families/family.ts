import type { NamedDate } from "../../propositions/reading/calendar.ts";
import type { NamedNumber } from "../../propositions/reading/numbers.ts";
import type { Proposition } from "../../propositions/reading/proposition.ts";
import { kindOf, type Outline } from "./mining.ts";

/** A market as families are mined from. */
export interface FamilyMarket {
  readonly key: number;
  readonly platform: string;
  readonly proposition: Proposition;
}

/** What a member says beyond the template of its family. */
export interface Slot {
  /** Stemmed words, mostly a name. */
  readonly name: readonly string[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
  /** Facets that name the outcome, such as the party of "Democrats", as one text. */
  readonly naming: string;
  /** All other facets, as one text. */
  readonly facets: string;
  /** Whether it stands for all that is not listed. */
  readonly isRest: boolean;
}

export interface FamilyMember {
  readonly key: number;
  readonly slot: Slot;
}

/** Markets of one platform whose questions are equal but for one slot. */
export interface Family {
  /** The hash of platform and template. */
  readonly familyKey: number;
  readonly platform: string;
  /** What all members say. */
  readonly template: Proposition;
  /** At least two, by market key. */
  readonly members: readonly FamilyMember[];
}

export const toOutline = ({ familyKey, platform, template }: Family): Outline => ({
  familyKey,
  platform,
  kind: kindOf(template),
  words: template.words,
  dates: template.dates.map(({ value }) => value),
});

/** Makes a family of markets that share a template; undefined for a single market. */
export function toFamily(familyKey: number, markets: readonly FamilyMarket[]): Family | undefined {
  const [first] = markets;
  if (first === undefined || markets.length < 2) return undefined;
  const template = templateOf(markets.map(({ proposition }) => proposition));
  const isNamed = new Set(markets.map(({ proposition }) => proposition.entity.join(" "))).size > 1;
  const members = markets
    .map(({ key, proposition }) => ({ key, slot: slotOf(proposition, template, isNamed) }))
    .sort((a, b) => a.key - b.key);
  return { familyKey, platform: first.platform, template, members };
}

/** The parts that all questions have. */
function templateOf(propositions: readonly Proposition[]): Proposition {
  const [first] = propositions;
  if (first === undefined) throw new Error("families: a template of no questions");
  const isCommon = common(propositions.map(({ words }) => words));
  const places = placesOf(first.words, isCommon);
  return {
    words: places.map((index) => first.words[index] ?? ""),
    spoken: places.map((index) => first.spoken[index] ?? ""),
    context: [],
    entity: [],
    dates: first.dates.filter(
      commonTo(
        propositions.map(({ dates }) => dates),
        nameOfDate,
      ),
    ),
    numbers: first.numbers.filter(
      commonTo(
        propositions.map(({ numbers }) => numbers),
        nameOfNumber,
      ),
    ),
    facets: first.facets.filter(common(propositions.map(({ facets }) => facets))),
    hints: first.hints.filter(common(propositions.map(({ hints }) => hints))),
    isNegated: propositions.every(({ isNegated }) => isNegated),
    closesAt: Math.max(...propositions.map(({ closesAt }) => closesAt ?? 0)) || null,
    hasLateClose: first.hasLateClose,
    names: first.names.filter(common(propositions.map(({ names }) => names))),
    years: first.years.filter(common(propositions.map(({ years }) => years))),
  };
}

/** Where the words that pass the test first occur. */
const placesOf = (words: readonly string[], test: (word: string) => boolean): number[] =>
  words.flatMap((word, index) => (test(word) && words.indexOf(word) === index ? [index] : []));

/** A test for what is in all of the lists. */
function common(lists: readonly (readonly string[])[]): (item: string) => boolean {
  const counts = new Map<string, number>();
  for (const list of lists) {
    for (const [index, item] of list.entries()) {
      if (list.indexOf(item) === index) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
  }
  return (item) => counts.get(item) === lists.length;
}

function commonTo<T>(lists: readonly (readonly T[])[], nameOf: (item: T) => string): (item: T) => boolean {
  const isCommon = common(lists.map((list) => list.map(nameOf)));
  return (item) => isCommon(nameOf(item));
}

const nameOfDate = ({ kind, value, isLimit }: NamedDate): string => `${kind} ${value} ${isLimit}`;
const nameOfNumber = ({ comparison, value, upTo, unit }: NamedNumber): string =>
  `${comparison} ${value} ${upTo} ${unit}`;

/** With `isNamed` the name of the outcome fills the slot, else all words that the template lacks. */
function slotOf({ words, entity, dates, numbers, facets }: Proposition, template: Proposition, isNamed: boolean): Slot {
  const own = new Set(template.words);
  const rest = without(facets, template.facets, (facet) => facet);
  return {
    name: isNamed && entity.length > 0 ? entity : [...new Set(words)].filter((word) => !own.has(word)),
    dates: without(dates, template.dates, nameOfDate),
    numbers: without(numbers, template.numbers, nameOfNumber),
    naming: rest.filter((facet) => NAMING.test(facet)).join(),
    facets: rest.filter((facet) => !NAMING.test(facet)).join(),
    isRest: rest.includes("rest:others"),
  };
}

const NAMING = /^(?:party|state|district|country):/;

function without<T>(list: readonly T[], others: readonly T[], nameOf: (item: T) => string): readonly T[] {
  if (list.length === 0 || others.length === 0) return list;
  const known = new Set(others.map(nameOf));
  return list.filter((item) => !known.has(nameOf(item)));
}
