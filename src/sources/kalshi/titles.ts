import { toOutcomeTitle } from "../../domain/markets.ts";

/** What the titles of an event's markets are made from. */
export interface EventTitle {
  /** As the platform has it, with the day of the event where it left that out. */
  readonly title: string;
  /** The day that only the event's second title names, such as "Oct 8". */
  readonly day: string | null;
  /** Titles that tell none of its markets from the others. */
  readonly shared: ReadonlySet<string>;
}

/**
 * The second title of an event is mostly its day: "TB vs DAL (Oct 8)", "On Aug 14, 2026". Without it, two games of the
 * same sides read alike. A deadline ("Before 2070") is no day.
 */
export const dayOf = (subTitle: string | null): string | null => DAY.exec(subTitle ?? "")?.groups?.day ?? null;

/** "A vs B" as "A vs B (Oct 8)"; a title that names the month itself, or where there is no day, stays as it is. */
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
 * The market's own title where that is a question, or speaks of the event, and names the outcome; else event and
 * outcome. All markets of an event may have the same title of their own, such as "A at B Winner?".
 */
export function toTitle(own: string, label: string | null, event: EventTitle | null): string {
  if (event === null) return label === null || names(own, label) ? own : toOutcomeTitle(own, label);
  if (label === null) return speaksOf(own, event.title) ? withDay(own, event.day) : toOutcomeTitle(event.title, own);
  const isOwn = !event.shared.has(own) && names(own, label) && (own.endsWith("?") || speaksOf(own, event.title));
  return isOwn ? withDay(own, event.day) : toOutcomeTitle(event.title, label);
}

const wordsOf = (phrase: string): readonly string[] => phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const names = (title: string, label: string): boolean => {
  if (title.includes(label) || containsPhrase(title.toLowerCase(), label.toLowerCase())) return true;
  const words = new Set(wordsOf(title));
  return wordsOf(label).every((word) => words.has(word));
};

/** Whether the words stand in the title just so: a glance that mostly saves taking both apart. */
function containsPhrase(title: string, phrase: string): boolean {
  const from = title.indexOf(phrase);
  return from !== -1 && isPlainGap(title, from - 1) && isPlainGap(title, from + phrase.length);
}

/** Whether no word can go on there: the title has ended, or has an ASCII character that is no letter and no digit. */
const isPlainGap = (title: string, at: number): boolean =>
  at < 0 || at >= title.length || PLAIN_GAP.test(title[at] ?? "");

const PLAIN_GAP = /[\0-/:-@[-`{-\x7f]/;

const speaksOf = (title: string, eventTitle: string): boolean => {
  if (title.includes(eventTitle)) return true;
  const words = new Set(wordsOf(title));
  const wanted = wordsOf(eventTitle);
  return wanted.filter((word) => words.has(word)).length * 2 >= wanted.length;
};
