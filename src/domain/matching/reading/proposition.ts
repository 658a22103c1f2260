import type { DateAnchors, NamedDate } from "./dates.ts";
import type { NamedNumber } from "./numbers.ts";

/** A yes/no question, taken apart so that it can be compared with another. */
export interface Proposition {
  /** Stemmed words of the question in their order, dates, figures and empty words left out. */
  readonly words: readonly string[];
  /** The same words unstemmed, for people. */
  readonly spoken: readonly string[];
  /** Words of its event's title that the question itself lacks. */
  readonly context: readonly string[];
  /** Words of the outcome it is about, names above all; none when the outcome is a date, a figure or a party. */
  readonly entity: readonly string[];
  readonly dates: readonly NamedDate[];
  readonly numbers: readonly NamedNumber[];
  /** `name:value`, sorted. */
  readonly facets: readonly string[];
  /** Facets that only its event's title has, of names the question itself has none of. */
  readonly hints: readonly string[];
  readonly isNegated: boolean;
  /** Epoch milliseconds. */
  readonly closesAt: number | null;
}

export interface MarketText extends DateAnchors {
  readonly title: string;
  readonly eventTitle: string;
  readonly outcomeLabel: string | null;
}

/** Of a question that names two sides and no outcome, where yes is taken to stand for the first. */
export const FIRST_SIDE = "side:first";
