import type { ChangeType } from "../domain/feed.ts";
import { hasTerms, type SearchTerms } from "../store/titles/index.ts";
import type { Facets } from "./facets.ts";

/** Which changes a stream gets. A missing part lets everything pass. */
export interface StreamFilter {
  readonly types: readonly ChangeType[];
  /** Named subjects: any of them passes. Markets and events as `platform:id`. */
  readonly named?: {
    readonly markets: readonly string[];
    readonly events: readonly string[];
    readonly questions: readonly string[];
  };
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  /** Words of a title. */
  readonly terms?: SearchTerms | undefined;
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

const isNamed = ({ markets, events, questions }: NonNullable<StreamFilter["named"]>, facets: Facets): boolean =>
  facets.markets.some((name) => markets.includes(name)) ||
  facets.events.some((name) => events.includes(name)) ||
  facets.questions.some((name) => questions.includes(name));
