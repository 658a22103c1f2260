import type { ChangeType } from "../domain/markets.ts";
import type { Log } from "../log.ts";
import type { Change } from "../store/change-reader.ts";
import { allows, type OneOrMore } from "../store/lists/list-query.ts";
import type { NamedSubjects } from "../store/named-markets.ts";
import { hasTerms, type SearchTerms } from "../store/titles/terms.ts";
import { toWords } from "../store/titles/words.ts";

/** How a stream is written: server-sent events, or a line of JSON for each event. */
export type StreamFormat = "sse" | "ndjson";

/** A change as streams send it. What they share of it is worked out once. */
export interface SentChange extends Change {
  /** The market, question, spread or platform that has changed. */
  readonly subject: string;
  /**
   * Whether a stream with this filter gets it. A move of a market goes to filters that accepted the market before and
   * do not now; all others get its new state.
   */
  isFor(filter: StreamFilter): boolean;
  /** Empty where the change cannot be presented. */
  toText(format: StreamFormat): string;
}

/** What is published of a change. */
interface PublishedChange {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface ChangeDeps {
  /** What is published of a change. */
  readonly present: (change: Change) => PublishedChange;
  readonly log: Log;
}

/** Each change is presented once at most. One that cannot be is logged, and keeps no other from its readers. */
export function createToSent({ present, log }: ChangeDeps): (change: Change) => SentChange {
  const toJson = (change: Change): string => {
    try {
      return JSON.stringify({ seq: change.seq, ...present(change) });
    } catch (error) {
      const { seq, type } = change;
      log.error({ err: error, seq, type }, "a change cannot be presented; streams do without it");
      return "";
    }
  };
  return (change) => {
    const { type, seq, market, formers } = change;
    const traits = traitsOf(change);
    const texts: { [Format in StreamFormat]?: string } = {};
    let json: string | undefined;
    let formerTraits: readonly Traits[] | undefined;

    const write = (format: StreamFormat): string => {
      json ??= toJson(change);
      return json === "" ? "" : toMessage(format, type, json, seq);
    };

    return {
      ...change,
      subject: traits.subject,
      isFor(filter) {
        // A later status of the market says its prices too.
        if (type === "price" && (market?.statusSeq ?? 0) > seq && filter.types.includes("status")) return false;
        const isAccepted = accepts(filter, traits);
        if (formers === undefined || isAccepted) return formers === undefined && isAccepted;
        formerTraits ??= formerTraitsOf(change);
        return formerTraits.some((former) => accepts(filter, former));
      },
      toText(format) {
        texts[format] ??= write(format);
        return texts[format];
      },
    };
  };
}

/** A message of the stream itself, such as its end. Without `seq`, a reader resumes from where it was. */
export function toNotice(format: StreamFormat, notice: PublishedChange, seq: number | undefined): string {
  const json = JSON.stringify({ ...(seq === undefined ? {} : { seq }), ...notice });
  return toMessage(format, notice.type, json, seq);
}

/**
 * Says that nothing has changed, so that proxies keep the connection and readers know where to resume. It is an event in
 * all formats: scripts see nothing else, and some clients take no id from a message without data, though they should
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage).
 */
export const toHeartbeat = (format: StreamFormat, seq: number | undefined): string =>
  toNotice(format, { type: "heartbeat" }, seq);

/** What a stream begins with; `retryMs` is when a browser comes back after its end. */
export const toOpening = (format: StreamFormat, seq: number | undefined, retryMs: number): string =>
  format !== "ndjson" ? `retry: ${retryMs}\n${toHeartbeat(format, seq)}` : toHeartbeat(format, seq);

function toMessage(format: StreamFormat, type: string, json: string, seq: number | undefined): string {
  if (format === "ndjson") return `${json}\n`;
  const id = seq === undefined ? "" : `id: ${seq}\n`;
  return `${id}event: ${type}\ndata: ${json}\n\n`;
}

/** Which changes a stream gets. A missing part lets everything pass. */
export interface StreamFilter {
  readonly types: readonly ChangeType[];
  /** Any of them passes. Sets: each change is looked up in those of every stream. */
  readonly named?: NamedSubjects;
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  /** Words of a title. */
  readonly terms?: SearchTerms | undefined;
}

/** Whether a filter accepts a change. What is not known of a change, as of a spread that is gone, is accepted. */
function accepts(filter: StreamFilter, traits: Traits): boolean {
  const { types, named, platform, category, terms } = filter;
  return (
    types.includes(traits.type) &&
    (named === undefined || isNamed(named, traits)) &&
    hasOne(platform, traits.platforms) &&
    hasOne(category, traits.categories) &&
    (terms === undefined || hasWords(terms, traits))
  );
}

/** A search without words finds nothing, as in lists. */
const hasWords = (terms: SearchTerms, { titles, words }: Traits): boolean =>
  terms.wanted.length > 0 && (titles === undefined || words().some((title) => hasTerms(title, terms)));

const hasOne = (wanted: OneOrMore | undefined, values: readonly string[] | undefined): boolean =>
  wanted === undefined || values === undefined || values.some((value) => allows(wanted, value));

const isNamed = ({ markets, events, questions }: NamedSubjects, traits: Traits): boolean =>
  traits.markets.some((name) => markets.has(name)) ||
  traits.events.some((name) => events.has(name)) ||
  traits.questions.some((name) => questions.has(name));

/** What filters look at in a change. */
interface Traits {
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

interface TraitsOfMarket {
  readonly platform: string;
  readonly id: string;
  readonly eventId: string;
  readonly category: string;
  readonly title: string;
}

function traitsOf(change: Change): Traits {
  const { market, question, spread, source } = change;
  if (market !== undefined) {
    const questions = market.questionId === null ? [] : [market.questionId];
    return ofMembers(change.type, `${market.platform}:${market.id}`, [market], questions);
  }
  if (question !== undefined) return ofMembers(change.type, question.id, question.members, [question.id]);
  if (spread !== undefined) {
    const questions = spread.questionId === null ? [] : [spread.questionId];
    const { key, opportunity } = spread;
    const traits = ofMembers(change.type, key, opportunity?.members, questions);
    return !opportunity ? traits : { ...traits, platforms: legPlatformsOf(opportunity) };
  }
  if (source !== undefined) {
    return { ...ofMembers(change.type, source.platform, [], []), platforms: [source.platform] };
  }
  const questions = change.questionId === undefined ? [] : [change.questionId];
  return ofMembers(change.type, questions[0] ?? "", undefined, questions);
}

/** A spread is of the platforms that one trades on, not of all that ask its question. */
const legPlatformsOf = ({ orders }: NonNullable<NonNullable<Change["spread"]>["opportunity"]>): string[] =>
  orders.map(({ market }) => market.platform);

/** What filters looked at before a market changed; none of a change that has not moved its market. */
function formerTraitsOf({ type, market, formers = [] }: Change): readonly Traits[] {
  if (market === undefined) return [];
  const questions = market.questionId === null ? [] : [market.questionId];
  const { platform, id } = market;
  return formers.map((former) => ofMembers(type, `${platform}:${id}`, [{ platform, id, ...former }], questions));
}

/** Without members, as once a question has dissolved, only its id is known. */
function ofMembers(
  type: ChangeType,
  subject: string,
  members: readonly TraitsOfMarket[] | undefined,
  questions: readonly string[],
): Traits {
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
