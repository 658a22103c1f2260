import type { ChangeType } from "../domain/feed.ts";
import type { FeedEvent } from "../store/feed/events.ts";
import { hasTerms } from "../store/titles/match.ts";
import type { SearchTerms } from "../store/titles/terms.ts";
import { toWords } from "../store/titles/words.ts";

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

/** Markets and events as `platform:id`. Sets: each change is looked up in those of every stream. */
export interface NamedSubjects {
  readonly markets: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
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
  facets.markets.some((name) => markets.has(name)) ||
  facets.events.some((name) => events.has(name)) ||
  facets.questions.some((name) => questions.has(name));

/** What filters look at in a change. */
export interface Facets {
  readonly type: ChangeType;
  /** The subject: one event a second is sent of it. */
  readonly subject: string;
  /** As `platform:id`. */
  readonly markets: readonly string[];
  /** As `platform:id`. */
  readonly events: readonly string[];
  readonly questions: readonly string[];
  /** Undefined where they are not known. */
  readonly platforms: readonly string[] | undefined;
  readonly categories: readonly string[] | undefined;
  readonly titles: readonly string[] | undefined;
  /** The words of each title. */
  words(): readonly (readonly string[])[];
}

interface FacetMember {
  readonly platform: string;
  readonly id: string;
  readonly eventId: string;
  readonly category: string;
  readonly title: string;
}

export function facetsOf(event: FeedEvent): Facets {
  const { market, question, spread, source } = event;
  if (market !== undefined) {
    const questions = market.questionId === null ? [] : [market.questionId];
    return ofMembers(event.type, `${market.platform}:${market.id}`, [market], questions);
  }
  if (question !== undefined) return ofMembers(event.type, question.id, question.members, [question.id]);
  if (spread !== undefined) {
    const questions = spread.questionId === null ? [] : [spread.questionId];
    const { groupKey, opportunity } = spread;
    const facets = ofMembers(event.type, String(groupKey), opportunity?.members, questions);
    return !opportunity ? facets : { ...facets, platforms: legPlatformsOf(opportunity) };
  }
  if (source !== undefined) {
    return { ...ofMembers(event.type, source.platform, [], []), platforms: [source.platform] };
  }
  const questions = event.questionId === undefined ? [] : [event.questionId];
  return ofMembers(event.type, questions[0] ?? "", undefined, questions);
}

/** A spread is of the platforms that one trades on, not of all that ask its question. */
const legPlatformsOf = ({ buy, sell }: NonNullable<NonNullable<FeedEvent["spread"]>["opportunity"]>): string[] => [
  buy.platform,
  sell.platform,
];

/** What filters looked at before a market changed; none of a change that has not moved its market. */
export function formerFacetsOf({ type, market, formers = [] }: FeedEvent): readonly Facets[] {
  if (market === undefined) return [];
  const questions = market.questionId === null ? [] : [market.questionId];
  const { platform, id } = market;
  return formers.map((former) => ofMembers(type, `${platform}:${id}`, [{ platform, id, ...former }], questions));
}

/** Without members, as once a question has dissolved, only its id is known. */
function ofMembers(
  type: ChangeType,
  subject: string,
  members: readonly FacetMember[] | undefined,
  questions: readonly string[],
): Facets {
  let words: readonly (readonly string[])[] | undefined;
  const titles = members?.map(({ title }) => title);
  return {
    type,
    subject,
    questions,
    markets: members?.map(({ platform, id }) => `${platform}:${id}`) ?? [],
    events: members?.map(({ platform, eventId }) => `${platform}:${eventId}`) ?? [],
    platforms: members?.map(({ platform }) => platform),
    categories: members?.map(({ category }) => category),
    titles,
    words() {
      words ??= titles?.map(toWords) ?? [];
      return words;
    },
  };
}
