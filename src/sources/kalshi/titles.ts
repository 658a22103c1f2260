import { MONTHS } from "../../clock.ts";
import { toOutcomeTitle } from "../../domain/markets.ts";

/** What the titles of an event's markets are made from. */
export interface EventTitle {
  /** The platform's title, with the day added where only the second title has it. */
  readonly title: string;
  /** The day in the event's second title, such as "Oct 8". */
  readonly day: string | null;
  /** Titles that do not tell its markets apart. */
  readonly shared: ReadonlySet<string>;
}

/**
 * The day in an event's second title: "TB vs DAL (Oct 8)", "On Aug 14, 2026". Without it, two games of the same sides
 * have equal titles. A deadline ("Before 2070") is no day.
 */
export const dayOf = (subTitle: string | null): string | null => DAY.exec(subTitle ?? "")?.groups?.day ?? null;

/** "A vs B" becomes "A vs B (Oct 8)"; a title that already names the month stays as it is. */
export function withDay(title: string, day: string | null): string {
  if (day === null || namesMonth(title, day)) return title;
  return title.endsWith("?") ? `${title.slice(0, -1)} (${day})?` : `${title} (${day})`;
}

const DAY = /(?:^On |\()(?<day>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b[^()]*)\)?$/;
function namesMonth(title: string, day: string): boolean {
  const month = MONTHS.find((name) => name.startsWith(day.slice(0, 3))) ?? day;
  return new RegExp(`\\b(?:${month}|${month.slice(0, 3)}|${month.slice(0, 4)})\\b`).test(title);
}

/** What a market says of itself in a list that names its event by ticker only. */
interface LoneMarket {
  readonly own: string;
  readonly label: string | null;
  readonly eventId: string;
  readonly rules: string | null;
}

/**
 * Titles for a market whose event is not known yet, and for that event. Own titles such as "Dallas wins" name no game; the
 * rules do: "If Dallas wins the … game originally scheduled for Oct 8, 2026, then the market resolves to Yes." (GetMarket)
 */
export function toLoneTitles({ own, label, eventId, rules }: LoneMarket): Record<"market" | "event", string> {
  if (!isBare(own, label)) {
    return { market: label === null || names(own, label) ? own : toOutcomeTitle(own, label), event: own };
  }
  const claim = CLAIM.exec(rules ?? "")?.groups?.claim?.replace(/^./u, (first) => first.toUpperCase());
  return claim === undefined
    ? { market: toOutcomeTitle(eventId, own), event: eventId }
    : { market: claim, event: claim };
}

const CLAIM = /^If (?<claim>[^\n]{10,300}?),? then the market (?:resolves|will resolve) to Yes\b/;

/** Words that a title needs beyond its outcome to tell what it is about. */
const MIN_WORDS = 3;

/** Whether a title says little but the outcome: "Miami", "Chicago wins". */
function isBare(own: string, label: string | null): boolean {
  if (own.includes("?")) return false;
  const outcome = wordsOf(label ?? "");
  return wordsOf(own).filter((word) => !outcome.includes(word)).length < MIN_WORDS;
}

/**
 * The market's own title if it names the outcome and is a question or speaks of the event; else event and outcome. All
 * markets of an event may share one title, such as "A at B Winner?".
 */
export function toTitle(own: string, label: string | null, event: EventTitle): string {
  if (label === null) return speaksOf(own, event.title) ? withDay(own, event.day) : toOutcomeTitle(event.title, own);
  const isOwn = !event.shared.has(own) && names(own, label) && (own.endsWith("?") || speaksOf(own, event.title));
  return isOwn ? withDay(own, event.day) : toOutcomeTitle(event.title, label);
}

/** Whether the title has all words of the label. */
function names(title: string, label: string): boolean {
  if (title.includes(label)) return true;
  const words = wordsOf(title);
  return wordsOf(label).every((word) => words.includes(word));
}

/** Whether the title has at least half of the event's words. */
function speaksOf(title: string, eventTitle: string): boolean {
  if (title.includes(eventTitle)) return true;
  const words = wordsOf(title);
  const wanted = wordsOf(eventTitle);
  return wanted.filter((word) => words.includes(word)).length * 2 >= wanted.length;
}

const wordsOf = (phrase: string): readonly string[] => phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
