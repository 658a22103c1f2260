import { DAY_MS } from "../clock.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A day as the platforms write it. `end` is its last second in US Eastern standard time, when most of them close. */
export interface Day {
  readonly name: string;
  readonly full: string;
  readonly short: string;
  readonly ticker: string;
  readonly year: number;
  readonly end: number;
}

interface Month {
  readonly name: string;
  readonly label: string;
  readonly short: string;
  readonly ticker: string;
  readonly year: number;
  readonly lastDay: Day;
  readonly dayAfter: Day;
  readonly end: number;
}

/** Dates counted from the start of the demo, so that the catalogue never ages. */
export interface Calendar {
  readonly now: number;
  /** `offset` days from today; negative for the past. */
  day(offset: number): Day;
  month(offset: number): Month;
  /** The year that ends at least 40 days from now, plus `offset`. */
  year(offset: number): number;
  /** The last day of that year. */
  yearEnd(offset: number): Day;
  /** The year in which `month` (1..12) next ends at least 30 days from now. */
  season(month: number): number;
  date(year: number, month: number, day: number): Day;
  /** A meeting of the central bank, on the third Wednesday of eight months a year: 0 is the next, -1 the last one. */
  meeting(index: number): { readonly day: Day; readonly month: Month };
}

export function createCalendar(now: number): Calendar {
  const today = new Date(now);
  const firstYear = new Date(now + 40 * DAY_MS).getUTCFullYear();
  const month = (offset: number) => toMonth(today.getUTCFullYear(), today.getUTCMonth() + offset);
  return {
    now,
    day: (offset) => toDay(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + offset),
    month,
    year: (offset) => firstYear + offset,
    yearEnd: (offset) => toDay(firstYear + offset, 11, 31),
    date: (year, number, day) => toDay(year, number - 1, day),
    season(number) {
      const year = today.getUTCFullYear();
      return toMonth(year, number - 1).end > now + 30 * DAY_MS ? year : year + 1;
    },
    meeting: (index) => meetingOf(today, index),
  };
}

function toDay(year: number, month: number, day: number): Day {
  const date = new Date(Date.UTC(year, month, day));
  const name = MONTHS[date.getUTCMonth()] ?? "";
  const number = date.getUTCDate();
  const yearNumber = date.getUTCFullYear();
  return {
    name: `${name} ${number}`,
    full: `${name} ${number}, ${yearNumber}`,
    short: `${name.slice(0, 3)} ${number}`,
    ticker: `${String(yearNumber).slice(2)}${name.slice(0, 3).toUpperCase()}${String(number).padStart(2, "0")}`,
    year: yearNumber,
    end: date.getTime() + 29 * 3_600_000 - 1000,
  };
}

function toMonth(year: number, month: number): Month {
  const lastDay = toDay(year, month + 1, 0);
  const name = lastDay.name.replace(/ \d+$/, "");
  return {
    name,
    label: `${name} ${lastDay.year}`,
    short: name.slice(0, 3),
    ticker: lastDay.ticker.slice(0, 5),
    year: lastDay.year,
    lastDay,
    dayAfter: toDay(year, month + 1, 1),
    end: lastDay.end,
  };
}

const MEETING_MONTHS: readonly number[] = [0, 2, 3, 5, 6, 8, 9, 11];

function meetingOf(today: Date, index: number): { day: Day; month: Month } {
  const meetings = Array.from({ length: 36 }, (_, offset) => today.getUTCMonth() - 6 + offset)
    .filter((month) => MEETING_MONTHS.includes(((month % 12) + 12) % 12))
    .map((month) => ({
      day: thirdWednesday(today.getUTCFullYear(), month),
      month: toMonth(today.getUTCFullYear(), month),
    }));
  const next = meetings.findIndex(({ day }) => day.end > today.getTime());
  const found = meetings[next + index];
  if (found === undefined) throw new Error(`no meeting ${index}`);
  return found;
}

function thirdWednesday(year: number, month: number): Day {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return toDay(year, month, 15 + ((3 - weekday + 7) % 7));
}
