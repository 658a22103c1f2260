import type { MarketStatus } from "../../domain/markets.ts";
import type { StoredEvent } from "../events.ts";
import type { OneOrMore } from "../lists/list-query.ts";
import type { AgedMarket } from "../markets.ts";
import type { Question } from "../questions/question.ts";

export interface SearchQuery {
  /** What a person typed. */
  readonly text: string;
  readonly platform?: OneOrMore | undefined;
  readonly category?: OneOrMore | undefined;
  readonly status: MarketStatus | "all";
  /** Leaves out what is traded in play money. */
  readonly realMoneyOnly?: boolean | undefined;
  /** Counted from 1; of questions, events and markets alike. */
  readonly page?: number | undefined;
  /** How many of each to give; with the pages before at most MAX_LISTED. */
  readonly limit: number;
  /** How many questions, where not as many as of the others; 0 looks for none. */
  readonly questions?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Looks for the words as they are typed, no others. */
  readonly isExact?: boolean | undefined;
}

export interface SearchResult {
  /** Best first: whole words before prefixes, open before closed, on many platforms before few, then by volume. */
  readonly questions: readonly Question[];
  /** Best first. */
  readonly events: readonly StoredEvent[];
  readonly markets: readonly AgedMarket[];
  /** All hits, counted up to MAX_COUNTED, events up to MAX_EVENTS_COUNTED. */
  readonly questionsFound: number;
  readonly eventsFound: number;
  readonly marketsFound: number;
  /** Closed markets that match too, where only open ones are wanted; open ones and they are counted up to MAX_COUNTED. */
  readonly closedFound: number;
  /** True where there are more hits than were counted. */
  readonly isCapped: boolean;
  /** False when the text holds nothing that can be looked for. */
  readonly hasTerms: boolean;
  /** Words that only ask ("who", "will") and were not looked for, since no title has them together with the others. */
  readonly leftOut?: readonly string[];
  /** Set where the text is the id or the address of a market or an event, which is what was found. */
  readonly isNamed?: true;
  /** Another text that finds more; where nothing was found the nearest that finds something. */
  readonly suggestion?: string;
}
