import { DAY_MS, HOUR_MS, MINUTE_MS, MONTHS } from "../clock.ts";

/** A day in New York, by whose clock the platforms close, as days since 1970. */
export type DayNumber = number;

/** A rule that gives days, of one of these kinds. */
export interface When {
  /** A list of known days, by its name in calendars.json. */
  readonly calendar?: string | undefined;
  /** The same day of every year, "06-19". */
  readonly yearly?: string | undefined;
  /** A day of the week, "Fri". */
  readonly weekly?: string | undefined;
  /** Of these three kinds, which ones: 0 is the next, -1 the last. */
  readonly pick?: readonly number[] | undefined;
  /** The next one is at least this many days away. */
  readonly lead?: number | undefined;
  /** Days from today. */
  readonly days?: readonly number[] | undefined;
  /** Last days of months: 0 is this month. */
  readonly months?: readonly number[] | undefined;
  /** Last days of years: 0 is the year that ends at least four months from now. */
  readonly years?: readonly number[] | undefined;
  /** On a weekend it is the Friday before. */
  readonly trading?: boolean | undefined;
}

/** Known days. Beyond them, the first or last `count` come again after `weeks`. */
export interface DayList {
  readonly weeks: number;
  readonly count: number;
  readonly days: readonly string[];
}

/** The days of a rule, counted from `now` (epoch milliseconds). */
export function findDays(when: When, lists: Readonly<Record<string, DayList>>, now: number): DayNumber[] {
  const days = findAnyDays(when, lists, dayOf(now));
  return when.trading === true ? days.map(lastWeekday) : days;
}

const MIN_LEFT_OF_YEAR = 120;

function findAnyDays(when: When, lists: Readonly<Record<string, DayList>>, today: DayNumber): DayNumber[] {
  const { year, month } = partsOf(today);
  if (when.days !== undefined) return when.days.map((offset) => today + offset);
  if (when.months !== undefined) return when.months.map((offset) => toDay(year, month + offset + 1, 1) - 1);
  const firstYear = partsOf(today + MIN_LEFT_OF_YEAR).year;
  if (when.years !== undefined) return when.years.map((offset) => toDay(firstYear + offset, 12, 31));
  const dayAt = toSequence(when, lists, year);
  const from = today + (when.lead ?? 0);
  let next = 0;
  while (dayAt(next) < from) next++;
  while (dayAt(next - 1) >= from) next--;
  return (when.pick ?? [0]).map((index) => dayAt(next + index));
}

/** All days of a rule by number, negative ones too. */
function toSequence(
  { weekly, yearly, calendar = "" }: When,
  lists: Readonly<Record<string, DayList>>,
  year: number,
): (index: number) => DayNumber {
  if (weekly !== undefined) {
    const start = toDay(year, 1, 1);
    return (index) => start + modulo(WEEKDAYS.indexOf(weekly) - WEEKDAYS.indexOf(weekdayOf(start)), 7) + index * 7;
  }
  if (yearly !== undefined) {
    const [month = 1, day = 1] = yearly.split("-").map(Number);
    return (index) => toDay(year + index, month, day);
  }
  const list = lists[calendar];
  if (list === undefined) throw new Error(`no calendar '${calendar}'`);
  const days = list.days.map(parseDay);
  const { count, weeks } = list;
  return (index) => {
    const known = days[index];
    if (known !== undefined) return known;
    const first = index < 0 ? 0 : days.length - count;
    const offset = index - first;
    return (days[first + modulo(offset, count)] ?? 0) + Math.floor(offset / count) * weeks * 7;
  };
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export const weekdayOf = (day: DayNumber): string => WEEKDAYS[modulo(day + 4, 7)] ?? "";

/** "2026-11-20" as a day. */
export const parseDay = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY_MS;

/** The day in New York at a time. */
export const dayOf = (at: number): DayNumber => Math.floor((at - offsetAt(at)) / DAY_MS);

/** When New York's clock shows "20:15" on a day; the day's last second without a time. */
export function timeOn(day: DayNumber, clock = "23:59:59"): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const local = day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000;
  return local + offsetAt(local + 5 * HOUR_MS);
}

/** How far New York is behind UTC: less from the second Sunday of March to the first of November. */
function offsetAt(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const from = (firstSunday(year, 3) + 7) * DAY_MS + 7 * HOUR_MS;
  const to = firstSunday(year, 11) * DAY_MS + 6 * HOUR_MS;
  return (at >= from && at < to ? 4 : 5) * HOUR_MS;
}

function firstSunday(year: number, month: number): DayNumber {
  const first = toDay(year, month, 1);
  return first + modulo(-WEEKDAYS.indexOf(weekdayOf(first)), 7);
}

const lastWeekday = (day: DayNumber): DayNumber =>
  weekdayOf(day) === "Sat" ? day - 1 : weekdayOf(day) === "Sun" ? day - 2 : day;

const toDay = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / DAY_MS;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

export function partsOf(day: DayNumber): { year: number; month: number; date: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}

/** The words for a day that texts of the data may have in braces. */
export function wordsOf(day: DayNumber): Record<string, string> {
  const { year, month, date } = partsOf(day);
  const before = partsOf(toDay(year, month, 1) - 1);
  const next = partsOf(day + 1);
  const [name = "", lastName = ""] = [MONTHS[month - 1], MONTHS[before.month - 1]];
  const yy = String(year).slice(2);
  const monthTicker = `${yy}${name.slice(0, 3).toUpperCase()}`;
  return {
    date: `${name} ${date}, ${year}`,
    day: `${name} ${date}`,
    shortDay: `${name.slice(0, 3)} ${date}`,
    dayAfter: `${MONTHS[next.month - 1]} ${next.date}, ${next.year}`,
    month: `${name} ${year}`,
    monthName: name,
    shortMonth: `${name.slice(0, 3)} ${year}`,
    lastMonth: `${lastName} ${before.year}`,
    lastMonthName: lastName,
    lastMonthTicker: `${String(before.year).slice(2)}${lastName.slice(0, 3).toUpperCase()}`,
    year: String(year),
    yearAfter: String(year + 1),
    yearBefore: String(year - 1),
    yy,
    season: `${year - 1}-${yy}`,
    ticker: `${monthTicker}${String(date).padStart(2, "0")}`,
    monthTicker,
  };
}
