import { toOutcomeTitle } from "../markets.ts";

/** What has a title, with the title of its event where it has one. */
export interface Titled {
  /** Complete by itself. */
  readonly title: string;
  readonly eventTitle?: string | undefined;
}

/** A title in the two parts that pages set apart; together they are the title. */
export interface TitleParts {
  /** The event's title; undefined where the title is one sentence. */
  readonly event: string | undefined;
  /** What stands between the parts: ": " or " ". */
  readonly joiner: string;
  /** The outcome, or the whole title. */
  readonly rest: string;
}

/** Takes apart what `toOutcomeTitle` has put together. */
export function splitTitle({ title, eventTitle = "" }: Titled): TitleParts {
  const beginning = toOutcomeTitle(eventTitle, "");
  const rest = title.slice(beginning.length);
  if (eventTitle === "" || !title.startsWith(beginning) || rest.trim() === "") {
    return { event: undefined, joiner: "", rest: title };
  }
  return { event: eventTitle, joiner: beginning.slice(eventTitle.length), rest };
}
