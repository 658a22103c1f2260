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
const MONTHS = "January February March April May June July August September October November December".split(" ");

function namesMonth(title: string, day: string): boolean {
  const month = MONTHS.find((name) => name.startsWith(day.slice(0, 3))) ?? day;
  return new RegExp(`\\b(?:${month}|${month.slice(0, 3)}|${month.slice(0, 4)})\\b`).test(title);
}

/**
 * The market's own title if it names the outcome and is a question or speaks of the event; else event and outcome. All
 * markets of an event may share one title, such as "A at B Winner?".
 */
export function toTitle(own: string, label: string | null, event: EventTitle | null): string {
  if (event === null) return label === null || names(own, label) ? own : toOutcomeTitle(own, label);
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
