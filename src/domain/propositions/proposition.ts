import type { DateAnchors } from "./dates.ts";
import type { TextReading } from "./read-text.ts";

/** What a market asks, in parts that can be compared. Facets are sorted; names are empty where capitals tell nothing. */
export interface Proposition extends TextReading {
  /** Words of the event's title that the proposition lacks. */
  readonly context: readonly string[];
  /** Words of the outcome, mostly a name; none when the outcome is a date, a figure or a party. */
  readonly entity: readonly string[];
  /** Facets that only the event's title has; none whose name the proposition has too. */
  readonly hints: readonly string[];
  /** Epoch milliseconds. */
  readonly closesAt: number | null;
  /** Whether `closesAt` is the latest possible close rather than the expected one. */
  readonly hasLateClose: boolean;
  /** Years that the proposition or its event's title says, else those of the event's note; sorted. */
  readonly years: readonly string[];
  /** Words of the sentence in its rules that says what yes takes, stemmed; none where there are no such rules. */
  readonly ruleWords: readonly string[];
}

export interface MarketText extends DateAnchors {
  readonly title: string;
  readonly eventTitle: string;
  readonly outcomeLabel: string | null;
  /** A second, short title of the event, such as "In 2028". */
  readonly eventNote?: string | null | undefined;
  readonly hasLateClose?: boolean;
  /** The address of the event's page, which may name a league and a day. */
  readonly url?: string | undefined;
  /** Its rules, as the platform writes them. */
  readonly description?: string | null | undefined;
}

/** Facet of a proposition that names two sides and no outcome; yes is taken for the first side. */
export const FIRST_SIDE = "side:first";

/** What a facet or the reason of a veto is about: "stage" of "stage:final", "date" of "date: 2026 against 2027". */
export const nameOf = (facet: string): string => facet.slice(0, facet.indexOf(":"));

/** The values of a facet in the proposition itself. */
export function valuesOf({ facets }: Pick<Proposition, "facets">, name: string): readonly string[] {
  // A proposition is asked for its facets many times, and mostly has none of them.
  const found = facets.length === 0 ? NONE : facets.filter((facet) => isOf(facet, name));
  return found.length === 0 ? NONE : found.map((facet) => facet.slice(name.length + 1));
}

const NONE: readonly string[] = [];

const isOf = (facet: string, name: string): boolean => facet.startsWith(name) && facet[name.length] === ":";

export const hasFacet = ({ facets }: Pick<Proposition, "facets">, name: string): boolean =>
  facets.some((facet) => isOf(facet, name));

/** Whether it asks who leaves an office or stays in it. */
export const isTenure = ({ words }: Pick<Proposition, "words">): boolean =>
  ["out", "leav", "remain"].some((word) => words.includes(word));
