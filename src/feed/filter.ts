import type { ChangeType } from "../domain/feed.ts";
import { hasTerms } from "../store/titles/match.ts";
import type { SearchTerms } from "../store/titles/terms.ts";
import type { Facets } from "./facets.ts";

/** Which changes a stream gets. A missing part lets everything pass. */
export interface StreamFilter {
  readonly types: readonly ChangeType[];
  /** Any of them passes. */
  readonly named?: NamedSubjects;
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  /** Words of a title. */
  readonly terms?: SearchTerms | undefined;
}

/** Markets and events as `platform:id`. */
export interface NamedSubjects {
  readonly markets: readonly string[];
  readonly events: readonly string[];
  readonly questions: readonly string[];
}

/** Whether a change passes; what is not known of it, as of a spread that is gone, lets it pass. */
export function passes(filter: StreamFilter, facets: Facets): boolean {
  const { types, named, platform, category, terms } = filter;
  return (
    types.includes(facets.type) &&
    (named === undefined || isNamed(named, facets)) &&
    hasOne(platform, facets.platforms) &&
    hasOne(category, facets.categories) &&
    (terms === undefined || hasWords(terms, facets))
  );
}

/** A search without words finds nothing, as in lists. */
const hasWords = (terms: SearchTerms, { titles, words }: Facets): boolean =>
  terms.wanted.length > 0 && (titles === undefined || words().some((title) => hasTerms(title, terms)));

const hasOne = (wanted: string | undefined, values: readonly string[] | undefined): boolean =>
  wanted === undefined || values === undefined || values.includes(wanted);

const isNamed = ({ markets, events, questions }: NamedSubjects, facets: Facets): boolean =>
  facets.markets.some((name) => markets.includes(name)) ||
  facets.events.some((name) => events.includes(name)) ||
  facets.questions.some((name) => questions.includes(name));
