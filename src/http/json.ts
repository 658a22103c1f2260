import { toIso } from "../clock.ts";

/** JSON as it is written, in UTF-8; a place for each byte, so that long lists leave no garbage behind. */
export interface Json {
  bytes: Buffer;
  length: number;
  /** The day that was written last, since the epoch, and how it begins a time. */
  day: number;
  date: string;
}

const FIRST_BYTES = 64 * 1024;
const MOST_SPARES = 4;
/** Too much is not held on to. */
const MOST_BYTES_SPARE = 4 * 1024 * 1024;

/**
 * Memory to write in again. Were a megabyte taken for each answer, the collector of garbage would look at everything
 * there is after every few dozens.
 */
const spares: Json[] = [];

/** Begins an empty text. */
export function beginJson(): Json {
  const json = spares.pop() ?? { bytes: Buffer.allocUnsafeSlow(FIRST_BYTES), length: 0, day: Number.NaN, date: "" };
  json.length = 0;
  return json;
}

/** Gives back the memory of a text that nobody reads any more. Whoever forgets it only makes work; once is all it may be done. */
export function releaseJson(json: Json): void {
  if (spares.length < MOST_SPARES && json.bytes.length <= MOST_BYTES_SPARE) spares.push(json);
}

/** What was written. */
export const bytesOf = ({ bytes, length }: Json): Buffer => bytes.subarray(0, length);

/** What was written, as text; its memory is given back. */
export function takeText(json: Json): string {
  const text = bytesOf(json).toString();
  releaseJson(json);
  return text;
}

/** Any text as it is. */
export function writeText(json: Json, text: string): void {
  reserve(json, Buffer.byteLength(text));
  json.length += json.bytes.write(text, json.length);
}

/** Short text as it is, ASCII alone: faster than any text where it has few characters. */
export function writeAscii(json: Json, text: string): void {
  reserve(json, text.length);
  const { bytes, length } = json;
  for (let index = 0; index < text.length; index++) bytes[length + index] = text.charCodeAt(index);
  json.length = length + text.length;
}

/** Epoch seconds as the string that `toIso` publishes. */
export function writeTime(json: Json, seconds: number): void {
  const day = Math.floor(seconds / DAY_SECONDS);
  if (day !== json.day) {
    json.day = day;
    json.date = `"${toIso(day * DAY_SECONDS * 1000).slice(0, "2026-11-20T".length)}`;
  }
  const time = (seconds - day * DAY_SECONDS) | 0;
  const minutes = (time / 60) | 0;
  const hours = (minutes / 60) | 0;
  writeAscii(json, json.date);
  writeDigits(json, hours, 2);
  writeAscii(json, ":");
  writeDigits(json, minutes - hours * 60, 2);
  writeAscii(json, ":");
  writeDigits(json, time - minutes * 60, 2);
  writeAscii(json, '.000Z"');
}

const DAY_SECONDS = 86_400;

/** A number of units of which 10 to the power of `places` are one, as JSON.stringify writes the quotient. At most six places. */
export function writeDecimal(json: Json, units: number, places: number): void {
  const scale = SCALES[places] ?? Number.NaN;
  if (units >= 0 && units === (units | 0)) writeParts(json, units, places, scale);
  else writeAscii(json, JSON.stringify(units / scale));
}

const SCALES = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/** Of a number of units below 2^31. */
function writeParts(json: Json, units: number, places: number, scale: number): void {
  const whole = (units / scale) | 0;
  let rest = units - whole * scale;
  writeDigits(json, whole, countDigits(whole));
  if (rest === 0) return;
  let length = places;
  for (; rest % 10 === 0; length--) rest = (rest / 10) | 0;
  writeAscii(json, ".");
  writeDigits(json, rest, length);
}

function countDigits(number: number): number {
  let count = 1;
  for (let next = 10; number >= next; next *= 10) count++;
  return count;
}

/** The last digits of a number below 2^31. */
function writeDigits(json: Json, number: number, count: number): void {
  reserve(json, count);
  const { bytes, length } = json;
  let rest = number;
  for (let index = length + count - 1; index >= length; index--) {
    const tens = (rest / 10) | 0;
    bytes[index] = ZERO + rest - tens * 10;
    rest = tens;
  }
  json.length = length + count;
}

const ZERO = 48;

function reserve(json: Json, bytes: number): void {
  if (json.length + bytes <= json.bytes.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(2 * json.bytes.length, json.length + bytes));
  json.bytes.copy(grown, 0, 0, json.length);
  json.bytes = grown;
}
