import { isIP } from "node:net";
import { PLATFORMS } from "../domain/platforms.ts";

// Kinds of values of settings. Each parses a text, or throws an Error that says what it expects.

/** Undefined for an empty text. */
export const optional =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === "" ? undefined : parse(text);

export function nonEmpty(text: string): string {
  if (text === "") throw new Error("expected a value");
  return text;
}

export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= low && value <= high)) throw new Error(`expected a whole number from ${low} to ${high}`);
    return value;
  };
}

export function oneOf<const T extends readonly string[]>(values: T): (text: string) => T[number] {
  return (text) => {
    if (!values.includes(text)) throw new Error(`expected one of ${values.join(", ")}`);
    return text;
  };
}

export function parseSwitch(text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new Error("expected true or false");
}

export function platformList(text: string): readonly string[] {
  const known = PLATFORMS.map(({ id }) => id);
  const named = text.split(",").map((name) => name.trim().toLowerCase());
  if (named.some((name) => !known.includes(name))) throw new Error(`expected a list of ${known.join(", ")}`);
  return known.filter((name) => named.includes(name));
}

export const words = (text: string): readonly string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

export function addressBlocks(text: string): readonly string[] {
  const blocks = text.split(",").map((block) => block.trim());
  if (text === "") return [];
  for (const block of blocks) {
    const [address = "", bits, ...more] = block.split("/");
    const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
    if (isIP(address) === 0 || !isBits || more.length > 0) {
      throw new Error("expected a list of addresses or blocks such as 10.0.0.0/8, ::1");
    }
  }
  return blocks;
}

/** A normalised address that is safe in a header, without a slash at its end. */
export function parseUrl(text: string): string {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) throw new Error("expected an http or https address");
  const { href, search, hash } = new URL(text);
  if (search !== "" || hash !== "") throw new Error("expected an address without a query");
  return href.replace(/\/+$/, "");
}

export function cronTimes(text: string): string {
  if (!isCron(text)) throw new Error("expected five fields such as 0 3 * * *");
  return text;
}

export function hostAndPort(text: string): { host: string; port: number } {
  const [, host = "", port = ""] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (host === "" || Number(port) > 65_535) throw new Error("expected an address and a port such as 127.0.0.1:9090");
  return { host, port: Number(port) };
}

/** Too long to guess, and safe in a header. */
export function bearerToken(min: number): (text: string) => string {
  return (text) => {
    if (text.length >= min && /^[!-~]{1,200}$/.test(text)) return text;
    throw new Error(`expected ${min} to 200 characters without spaces`);
  };
}

/** Lowest and highest value of each field: minute, hour, day of the month, month, day of the week. */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Whether a text is a cron expression of five numeric fields. */
function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === RANGES.length && RANGES.every(([low, high], index) => isField(fields[index] ?? "", low, high))
  );
}

const isField = (field: string, low: number, high: number): boolean =>
  field.split(",").every((part) => isPart(part, low, high));

/** Whether a part is `*`, a number or a range, each with or without a step. */
function isPart(part: string, low: number, high: number): boolean {
  const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
  if (found === null) return false;
  const [from, to, step] = found.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const isWithin = (value: number | undefined): boolean => value === undefined || (value >= low && value <= high);
  return isWithin(from) && isWithin(to) && (from ?? low) <= (to ?? high) && step !== 0;
}
