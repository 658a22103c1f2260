import { cleanText } from "../domain/titles.ts";

/** A JSON object of unknown shape. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** The value as a JSON object, or null. */
export const toFields = (value: unknown): JsonFields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonFields) : null;

/** The value as a list; anything else is an empty one. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects in a list; any other item becomes null, so that it can be counted. */
export const toRecords = (value: unknown): readonly (JsonFields | null)[] => toList(value).map(toFields);

/** The longest text that is read, such as the rules of a market, in characters. */
export const MAX_TEXT_LENGTH = 20_000;

/**
 * Trimmed, well-formed text of limited length, without characters that nobody sees; null when missing, empty, or no text.
 * Numbers are not text: see `identifier`.
 */
export function text(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const trimmed = cut(cleanText(value.replaceAll("\r\n", "\n")), MAX_TEXT_LENGTH).trim();
  return trimmed === "" ? null : trimmed.toWellFormed();
}

/** At most `max` characters of the text: whole ones with their accents, and an ellipsis for what is left out. */
export function cut(whole: string, max: number): string {
  if (whole.length <= max) return whole;
  // Longer than the characters asked for, which take two units at most.
  const characters = [...whole.slice(0, 2 * max)];
  if (characters.length <= max && whole.length <= 2 * max) return whole;
  const end = characters.slice(0, max - 1).join("").length;
  const last = WRITTEN.segment(whole.slice(0, end + MAX_LETTER_LENGTH)).containing(end);
  return `${whole.slice(0, last?.index || end).trimEnd()}…`;
}

/** Letters and signs as people see them. */
const WRITTEN = new Intl.Segmenter();
/** A family of four takes eleven. */
const MAX_LETTER_LENGTH = 64;

/** Two of them make an id that the API takes. */
const MAX_IDENTIFIER_LENGTH = 240;

/** An identifier, given as text or as a whole number; null for text that would have to be changed. */
export function identifier(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  if (typeof value !== "string") return null;
  const found = value.trim();
  const isWhole = found !== "" && found.isWellFormed() && !CONTROL.test(found);
  return isWhole && found.length <= MAX_IDENTIFIER_LENGTH ? found : null;
}

const CONTROL = /[\p{Cc}\p{Bidi_Control}]/v;

/** True or false as JSON says it; null for anything else. */
export const flag = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);

/** The strings of a list, trimmed; empty ones and other items are left out. */
export const texts = (value: unknown): string[] => toList(value).flatMap((item) => text(item) ?? []);

/** A list, given as such or, by Polymarket, as text that holds JSON; null for anything else. */
export function jsonList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.startsWith("[")) return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null; // Text that is no JSON is a missing list: the caller decides what that means.
  }
}

/**
 * A time as epoch milliseconds, from ISO 8601 ("2026-01-23T20:56:36Z"), the database form "2026-01-23 20:56:36+00",
 * or epoch seconds or milliseconds as a number. Without a zone it is UTC. Null when missing, unreadable, or outside
 * 1971..9999 ("0001-01-01T00:00:00Z" means unset).
 */
export function time(value: unknown): number | null {
  if (typeof value === "number") return bounded(value < SECONDS_BELOW ? value * 1000 : value);
  if (typeof value !== "string") return null;
  if (UTC_TIME.test(value)) return bounded(Date.parse(value));
  const parts = LOOSE_TIME.exec(value);
  if (parts === null) return null;
  const [, date, clock = "00:00:00", fraction = "", zone = "Z"] = parts;
  const seconds = clock.length === 5 ? `${clock}:00` : clock;
  return bounded(Date.parse(`${date}T${seconds}${fraction.slice(0, 4)}${toZone(zone)}`));
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const LOOSE_TIME = /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/i;

/** Epoch milliseconds passed this in 1973; epoch seconds will in the year 5138. */
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

/** Text as one segment of a web address's path. */
export const toSegment = (value: string): string => encodeURIComponent(value.toWellFormed());

/** The web address in a field in its normal form, in ASCII alone, or null when it is not an absolute https one. */
export function webAddress(value: unknown): string | null {
  const url = toUrl(value);
  return url?.protocol === "https:" ? url.href : null;
}

/** Longer addresses do not work everywhere. */
const MAX_ADDRESS_LENGTH = 2000;

/** The http or https address in a field, or null. */
export function toUrl(value: unknown): URL | null {
  const address = text(value);
  const url = address !== null && /^https?:\/\/\S+$/i.test(address) ? URL.parse(address) : null;
  return url !== null && url.href.length <= MAX_ADDRESS_LENGTH ? url : null;
}

/** The web address in a field, or null when it is not on `site` (a host name) or below it. */
export function addressOn(site: string, value: unknown): string | null {
  const address = webAddress(value);
  if (address === null) return null;
  const { hostname } = new URL(address);
  return hostname === site || hostname.endsWith(`.${site}`) ? address : null;
}
