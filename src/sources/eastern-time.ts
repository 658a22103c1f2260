import { text, time } from "./json-fields.ts";

/**
 * A time of PredictIt's feed as epoch milliseconds: "2026-03-31T23:59:00", with up to seven decimals, or
 * "02/04/2026 11:00:00 AM (ET)", both in New York's time zone. Null for "NA", "N/A" and other text.
 */
export function easternTime(value: unknown): number | null {
  const written = text(value);
  if (written === null) return null;
  if (/[T ][\d:.]+(Z|[+-]\d\d:?\d\d)$/i.test(written)) return time(written);
  const american = AMERICAN.exec(written);
  // Read as UTC, then shifted by New York's offset at that time.
  const wall = american === null ? time(ZONELESS.exec(written)?.[0]) : time(toIsoClock(american));
  if (wall === null) return null;
  const guess = wall - easternOffset(wall);
  return wall - easternOffset(guess);
}

const ZONELESS = /^20\d\d-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(20\d\d) (\d{1,2}):(\d\d)(?::(\d\d))? ([AP])M(?: \(?E[SD]?T\)?)?$/i;

function toIsoClock(parts: RegExpExecArray): string {
  const [, month = "", day = "", year = "", hour = "", minute = "", second = "00", half = ""] = parts;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  const two = (part: string | number): string => String(part).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}`;
}

const NEW_YORK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** New York's offset from UTC at `at`, in milliseconds; negative. */
function easternOffset(at: number): number {
  const part = Object.fromEntries(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
