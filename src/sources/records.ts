/** A JSON object of unknown shape. Only its own properties count: `__proto__` and the like are data to nobody. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as a JSON object, or null. */
export const toFields = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value as a list; anything else is an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects in a list; what is no object becomes null, so that it can be counted. */
export const toRecords = (value: unknown): readonly (Fields | null)[] => toList(value).map(toFields);

/** Trimmed, well-formed text; null when absent, empty, or no text. Numbers are not text: see `identifier`. */
export function text(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const trimmed = value.includes("\0") ? value.replaceAll("\0", "").trim() : trim(value);
  return trimmed === "" ? null : trimmed.toWellFormed();
}

/** Texts mostly begin and end with what is plainly no space. */
const trim = (value: string): string =>
  isVisible(value.charCodeAt(0)) && isVisible(value.charCodeAt(value.length - 1)) ? value : value.trim();

const isVisible = (code: number): boolean => code > 32 && code < 127;

/** An identifier, given as text or as a whole number. */
export function identifier(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return text(value);
}

/** True or false as JSON says it; null for anything else. */
export const flag = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);

/** The strings of a list, trimmed; what is no text or empty is left out. */
export const texts = (value: unknown): string[] => toList(value).flatMap((item) => text(item) ?? []);

/** A list given as such or, as Polymarket does, as text that holds JSON; null when it is neither. */
export function jsonList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.startsWith("[")) return null;
  if (value.length > LONGEST_KEPT_LIST) return parseList(value);
  let list = readLists.get(value);
  if (list === undefined) {
    list = parseList(value);
    if (readLists.size >= MOST_KEPT_LISTS) readLists.clear();
    readLists.set(value, list);
  }
  return list;
}

/** Outcomes and pairs of prices are mostly the same few. */
const readLists = new Map<string, readonly unknown[] | null>();
const MOST_KEPT_LISTS = 2000;
const LONGEST_KEPT_LIST = 30;

function parseList(value: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null; // Text that is no JSON is an absent list: the caller decides what its absence means.
  }
}

/**
 * A time as epoch milliseconds, from ISO 8601 ("2026-01-23T20:56:36Z"), the database form "2026-01-23 20:56:36+00",
 * or epoch seconds or milliseconds as a number. Without a zone it is UTC. Null when absent, unreadable, or outside
 * 1971..9999 ("0001-01-01T00:00:00Z" means unset).
 */
export function time(value: unknown): number | null {
  if (typeof value === "number") return bounded(value < SECONDS_BELOW ? value * 1000 : value);
  if (typeof value !== "string") return null;
  const plain = readPlainTime(value);
  if (!Number.isNaN(plain)) return bounded(plain);
  const parts = LOOSE_ISO.exec(value);
  if (parts === null) return null;
  const [, date, clock = "00:00:00", fraction = "", zone = "Z"] = parts;
  const seconds = clock.length === 5 ? `${clock}:00` : clock;
  return bounded(Date.parse(`${date}T${seconds}${fraction.slice(0, 4)}${toZone(zone)}`));
}

/**
 * Epoch milliseconds of the usual form, "2026-01-23T20:56:36Z" with or without up to nine decimals, since 1971; NaN for
 * any other text, that of a leap day included.
 */
function readPlainTime(value: string): number {
  const last = value.length - 1;
  const isForm = hasTimeMarks(value) && value.charCodeAt(last) === 90 && last <= 29;
  if (!isForm || (last > 19 && value.charCodeAt(19) !== 46)) return Number.NaN;
  const year = digitsAt(value, 0, 4);
  const month = digitsAt(value, 5, 7);
  const day = digitsAt(value, 8, 10);
  const hour = digitsAt(value, 11, 13);
  const minute = digitsAt(value, 14, 16);
  const second = digitsAt(value, 17, 19);
  const isDay = year >= 1971 && day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0);
  if (!isDay || !(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  const ms = last === 19 ? 0 : Math.trunc((digitsAt(value, 20, last) * 1000) / 10 ** (last - 20));
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const hasTimeMarks = (value: string): boolean =>
  value.charCodeAt(4) === 45 &&
  value.charCodeAt(7) === 45 &&
  value.charCodeAt(10) === 84 &&
  value.charCodeAt(13) === 58 &&
  value.charCodeAt(16) === 58;

/** The number that the digits from one place to before another are; NaN where there is none, or anything else. */
function digitsAt(value: string, from: number, to: number): number {
  let number = from < to ? 0 : Number.NaN;
  for (let index = from; index < to; index++) {
    const digit = value.charCodeAt(index) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

/** Text as one segment of a web address's path. */
export const toSegment = (value: string): string =>
  PLAIN_SEGMENT.test(value) ? value : encodeURIComponent(value.toWellFormed());

const PLAIN_SEGMENT = /^[\w-]+$/;

/** The web address in a field in its normal form, in ASCII alone, or null when it is not an absolute https one. */
export function webAddress(value: unknown): string | null {
  const address = text(value);
  if (address === null || PLAIN_ADDRESS.test(address)) return address;
  if (!/^https:\/\/\S+$/i.test(address)) return null;
  return URL.parse(address)?.href ?? null;
}

/** In its normal form whatever it is: a name of no special kind, and a path that has nothing to be resolved or encoded. */
const PLAIN_ADDRESS = /^https:\/\/(?:[a-z0-9]+[.-])+[a-z]{2,20}(?:\/[\w-]+)+(?:\.[a-z0-9]{1,5})?$/;

const LOOSE_ISO = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/i;

/** Epoch milliseconds passed this in 1973, epoch seconds will in the year 5138. */
const SECONDS_BELOW = 1e11;
const EARLIEST = Date.UTC(1971, 0);
const LATEST = Date.UTC(10_000, 0) - 1;

function toZone(zone: string): string {
  if (/^z$/i.test(zone)) return "Z";
  const digits = zone.slice(1).replace(":", "");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2) || "00"}`;
}

function bounded(ms: number): number | null {
  const whole = Math.trunc(ms);
  return whole >= EARLIEST && whole <= LATEST ? whole : null;
}
