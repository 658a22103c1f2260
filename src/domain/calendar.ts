import { DAY_MS, toIso } from "../clock.ts";

export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Three letters in lower case, from January: as questions and addresses shorten them. */
export const MONTH_CODES = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

/** The UTC day of a time, as days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const startOfDay = (day: number): number => day * DAY_MS;

/** The first day of a day's UTC month. */
export function firstDayOfMonth(day: number): number {
  return day - new Date(day * DAY_MS).getUTCDate() + 1;
}

/** The first day of the month after a day's. */
export function firstDayOfNextMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

/** A day in the form 2026-11-20. */
export const toDate = (day: number): string => toIso(day * DAY_MS).slice(0, 10);
