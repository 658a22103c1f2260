import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { getSystemErrorMessage, parseEnv } from "node:util";
import { shorten, UsageError } from "./errors.ts";

/** Suffix of the variable that names a file with the setting's value. */
export const FILE_SUFFIX = "_FILE";

/** More than any value needs; a larger file is the wrong one. */
const MAX_VALUE_BYTES = 16 * 1024;

/** Reads the value for a variable `NAME_FILE`. Errors about a secret show neither content nor path. */
export function readValueFile(variable: string, file: string, isSecret: boolean): string {
  // People put the secret itself where its path belongs.
  const shown = isSecret ? "the file it names" : shorten(file);
  const bytes = readOrRefuse(`${variable}: cannot read ${shown}`, () => readStart(file, MAX_VALUE_BYTES + 1));
  if (bytes.length <= MAX_VALUE_BYTES) return bytes.toString("utf8").trim();
  throw new UsageError(
    `${variable}: ${shown} is larger than ${MAX_VALUE_BYTES} bytes; name a file that holds the value`,
  );
}

/** A parsed .env file. Warnings name lines and never show content. */
interface EnvFile {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly warnings: readonly string[];
}

/** Reads a .env file; a missing one, and one in a folder that this user may not enter, sets nothing. */
export function readEnvFile(file: string): EnvFile {
  const bytes = readOrRefuse(`${file}: cannot be read`, () => readFileIfAny(file));
  const { valid, garbage, unclosed } = sortLines(decode(bytes).split(/\r\n|\n|\r/));
  return {
    values: parseEnv(valid.join("\n")),
    warnings: [
      ...(garbage.length === 0 ? [] : [`${file}: ${nameLines(garbage)} ignored: expected NAME=value`]),
      ...unclosed.map((line) => `${file}: line ${line} begins a quotation that never ends`),
    ],
  };
}

function readOrRefuse(reason: string, read: () => Buffer): Buffer {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${reason} (${reasonOf(error)})`);
  }
}

/** Why a system call failed, without the path that Node's message repeats. */
function reasonOf(error: unknown): string {
  const { code = "unknown error", errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? code : `${code}: ${getSystemErrorMessage(errno)}`;
}

/** Reads at most `maxBytes`: the file may be huge, or a device without end. */
function readStart(file: string, maxBytes: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(maxBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxBytes; length += read) {
      read = readSync(descriptor, bytes, length, maxBytes - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function readFileIfAny(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || (code === "EACCES" && !canEnter(dirname(file)))) return Buffer.alloc(0);
    throw error;
  }
}

export function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Windows PowerShell writes UTF-16, and some editors a byte order mark, which the decoder removes. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

interface SortedLines {
  /** Lines for Node's parser, which ignores garbage silently and takes the next line as an empty value. */
  readonly valid: string[];
  /** Numbers of lines, from 1. */
  readonly garbage: number[];
  readonly unclosed: number[];
}

function sortLines(lines: readonly string[]): SortedLines {
  const sorted: SortedLines = { valid: [], garbage: [], unclosed: [] };
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? "").trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, value = ""] = /^(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      sorted.garbage.push(index + 1);
      continue;
    }
    const last = findEndOfValue(value, lines, index);
    if (last === undefined) sorted.unclosed.push(index + 1);
    sorted.valid.push(`${name}=${value}`, ...lines.slice(index + 1, (last ?? index) + 1));
    index = last ?? index;
  }
  return sorted;
}

/** The index of the line on which a value ends; undefined for a quotation without end. */
function findEndOfValue(value: string, lines: readonly string[], first: number): number | undefined {
  const [quote = ""] = /^["'`]/.exec(value) ?? [];
  if (quote === "" || value.includes(quote, 1)) return first;
  const rest = lines.slice(first + 1).findIndex((line) => line.includes(quote));
  return rest === -1 ? undefined : first + 1 + rest;
}

const MAX_NAMED_LINES = 5;

function nameLines(numbers: readonly number[]): string {
  const more = numbers.length - MAX_NAMED_LINES;
  const named = numbers.slice(0, MAX_NAMED_LINES).join(", ");
  if (numbers.length === 1) return `line ${named} is`;
  return `lines ${named}${more > 0 ? ` and ${more} more` : ""} are`;
}
