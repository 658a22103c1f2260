import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { getSystemErrorMessage, parseEnv } from "node:util";
import { PLATFORMS } from "./domain/platforms.ts";
import { shorten, UsageError } from "./errors.ts";
import { LOG_LEVELS } from "./log.ts";
import { nearestName } from "./spelling.ts";

/** One setting. Its flag is `--name`, its variable `TOTEBOARD_NAME` unless `variable` says otherwise. */
export interface Setting {
  readonly name: string;
  /** The kind of its value, as `--help` shows it; none for a switch. */
  readonly value?: string;
  readonly standard?: string | boolean;
  readonly help: string;
  /** True when only the environment or the .env file can set it. */
  readonly isEnvironmentOnly?: boolean;
  /** True when no error may show the value. */
  readonly isSecret?: boolean;
  /** Its environment variable, when the name does not follow the rule. */
  readonly variable?: string;
}

const platformNames = PLATFORMS.map(({ id }) => id).join(",");

const PASS_SETTINGS = [
  { kind: "full", what: "full passes over", off: "" },
  { kind: "active", what: "passes over recent changes on", off: "; never for none" },
  { kind: "resolved", what: "passes over recent outcomes on", off: "; never for none" },
] as const;

/** Every setting of the program, in the order in which `--help` and .deploy/settings.md list them. */
export const SETTINGS: readonly Setting[] = [
  { name: "host", value: "ADDRESS", standard: "127.0.0.1", help: "address to listen on" },
  { name: "port", value: "NUMBER", standard: "8080", help: "port to listen on; 0 takes any free one" },
  { name: "db", value: "FILE", standard: "toteboard.db", help: "database file (demo: toteboard-demo.db)" },
  { name: "no-ingest", standard: false, help: "serve stored data only; never ask a platform" },
  {
    name: "platforms",
    value: "LIST",
    standard: PLATFORMS.filter(({ onByDefault }) => onByDefault)
      .map(({ id }) => id)
      .join(","),
    help: `platforms to read, comma separated: any of ${platformNames}`,
  },
  {
    name: "lane-seconds",
    value: "SECONDS",
    standard: "5",
    help: "seconds between reads of the prices on open pages and of the best spreads; 0 turns this off",
  },
  { name: "keys-per-hour", value: "NUMBER", standard: "10", help: "keys that one address may create in an hour" },
  {
    name: "pages-per-minute",
    value: "NUMBER",
    standard: "60",
    help: "pages and forms that one address may request in a minute, as many actions on keys, and ten times as many updates of open pages",
  },
  {
    name: "pages-tier",
    value: "PLAN",
    help:
      "plan whose data the pages and their files give without a key: free, pro or enterprise; if empty, " +
      "enterprise in a demo on a loopback address, otherwise free",
  },
  {
    name: "trusted-proxies",
    value: "LIST",
    help: "addresses or CIDR blocks, comma separated, whose X-Forwarded-For header is trusted",
  },
  { name: "public-url", value: "URL", help: "address under which clients reach this service" },
  {
    name: "embed-origins",
    value: "LIST",
    standard: "*",
    help: "sites whose pages may show embeds in a frame, comma separated, such as https://example.org; 'none' allows no site",
  },
  { name: "log-level", value: "LEVEL", standard: "info", help: `one of ${LOG_LEVELS.join(", ")}` },
  {
    name: "log-refusals",
    value: "NUMBER",
    standard: "100",
    help: "refused requests a second that get a line in the log, of one address at most 20; further ones are counted in one line every 10 seconds",
  },
  { name: "log-format", value: "FORMAT", standard: "auto", help: "json, pretty, or auto: pretty on a terminal" },
  {
    name: "raw-history-days",
    value: "DAYS",
    standard: "31",
    help: "days to keep every price change; then hourly prices",
  },
  {
    name: "hourly-history-days",
    value: "DAYS",
    standard: "365",
    help: "days to keep hourly prices; then daily prices",
  },
  {
    name: "retention-cron",
    value: "TIMES",
    standard: "0 0 * * *",
    help: "when history beyond these days is rolled up and what is old deleted: minute hour day month weekday in UTC",
  },
  {
    name: "backup-cron",
    value: "TIMES",
    help: "when to make backups: minute hour day month weekday in UTC, such as '0 3 * * *'; never if empty",
  },
  { name: "backup-dir", value: "FOLDER", help: "folder for these backups; if empty, 'backups' beside the database" },
  { name: "backup-keep", value: "NUMBER", standard: "7", help: "number of these backups to keep" },
  {
    name: "checkpoints",
    value: "WORD",
    standard: "own",
    help: "who copies the database's log into its file: own, or external where Litestream does",
  },
  {
    name: "litestream-metrics",
    value: "URL",
    standard: "http://127.0.0.1:9190/metrics",
    help: "metrics of Litestream, which say how far its copy is behind; asked with --checkpoints=external only",
  },
  {
    name: "read-only",
    standard: false,
    help: "answer from a copy of the database and write nothing, as a standby of --primary-url",
  },
  { name: "primary-url", value: "URL", help: "address of the primary, which a standby names where it refuses a write" },
  {
    name: "max-connections",
    value: "NUMBER",
    standard: "2000",
    help: "open connections; beyond that, idle ones are closed and new ones refused",
  },
  {
    name: "max-connections-per-address",
    value: "NUMBER",
    help: "open connections from one address (IPv6: one /64), except from trusted proxies; if empty, a quarter of --max-connections",
  },
  {
    name: "max-streams",
    value: "NUMBER",
    standard: "2000",
    help: "open streams of changes, in addition to --max-connections; beyond that, new ones are refused",
  },
  {
    name: "webhook-allow",
    value: "LIST",
    help: "addresses or CIDR blocks, comma separated, that webhooks of keys may call beside public ones, on any port",
  },
  {
    name: "smtp-url",
    value: "URL",
    help: "server that sends e-mail to webhooks, such as smtps://name:password@mail.example.org; if empty, there is no e-mail",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "smtp-from",
    value: "ADDRESS",
    standard: "toteboard@localhost",
    help: "sender of this e-mail",
    isEnvironmentOnly: true,
  },
  {
    name: "metrics-address",
    value: "HOST:PORT",
    help: "separate address for /metrics, such as 127.0.0.1:9091; anyone who reaches it may read it",
  },
  {
    name: "metrics-token",
    value: "TOKEN",
    help: "Bearer token that opens /metrics on the address of the service",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "admin-token",
    value: "TOKEN",
    help:
      "token for the operator's pages at /admin, at least 20 characters; if empty, a start on a terminal shows " +
      "a link with a new one, where the settings let only this machine reach the service",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "key",
    value: "KEY",
    help: "API key that 'toteboard mcp --url' sends; other users of this machine can see flags, so set the variable instead",
    isSecret: true,
  },
  {
    name: "mirror-url",
    value: "URL",
    help: "PostgreSQL database that is kept current with markets and prices, such as postgres://user:password@host/database; none if empty",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "stripe-secret-key",
    value: "KEY",
    help: "secret key of the Stripe account",
    isEnvironmentOnly: true,
    isSecret: true,
    variable: "STRIPE_SECRET_KEY",
  },
  {
    name: "stripe-webhook-secret",
    value: "LIST",
    help: "signing secrets of the webhook /api/v1/webhooks/stripe, comma separated",
    isEnvironmentOnly: true,
    isSecret: true,
    variable: "STRIPE_WEBHOOK_SECRET",
  },
  {
    name: "stripe-price-id",
    value: "ID",
    help: "recurring Stripe price of the pro plan",
    isEnvironmentOnly: true,
    variable: "STRIPE_PRICE_ID",
  },
  {
    name: "on-refund",
    value: "WORD",
    standard: "end",
    help: "what a full refund or a lost dispute does to the plan it paid for: end or keep",
    isEnvironmentOnly: true,
  },
  {
    name: "stripe-url",
    value: "URL",
    help: "address of Stripe's API; empty for its own",
    isEnvironmentOnly: true,
  },
  {
    name: "judge-url",
    value: "URL",
    help:
      "OpenAI-compatible API, a local one too, whose model is asked about pairs of markets that may match; it " +
      "is sent their titles and rules; empty for none",
    isEnvironmentOnly: true,
  },
  { name: "judge-model", value: "NAME", help: "model to ask there", isEnvironmentOnly: true },
  {
    name: "judge-key",
    value: "KEY",
    help: "key to send there, if it needs one",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "judge-calls-per-day",
    value: "NUMBER",
    standard: "2000",
    help: "calls to it in a day, by UTC",
    isEnvironmentOnly: true,
  },
  ...PLATFORMS.flatMap(({ id, name, passes }): Setting[] => [
    {
      name: `${id}-url`,
      value: "URL",
      help: `address of ${name}'s API; empty for its own`,
      isEnvironmentOnly: true,
    },
    ...(id === "polymarket"
      ? [
          {
            name: "polymarket-clob-url",
            value: "URL",
            help: "address of Polymarket's price API; empty for its own",
            isEnvironmentOnly: true,
          },
        ]
      : []),
    ...PASS_SETTINGS.flatMap(({ kind, what, off }): Setting[] => {
      const standard = passes[kind];
      if (standard === null) return [];
      const help = `when ${what} ${name} begin, by UTC${off}`;
      return [{ name: `${id}-${kind}-cron`, value: "TIMES", standard, help, isEnvironmentOnly: true }];
    }),
  ]),
];

export function variableOf(name: string): string {
  const own = SETTINGS.find((setting) => setting.name === name)?.variable;
  return own ?? `TOTEBOARD_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** Suffix of the variable that names a file with the setting's value. */
export const FILE_SUFFIX = "_FILE";

const PREFIX = "TOTEBOARD_";

/** Warnings about variables that look like settings of this program but are none. */
export function findMisspelt(variables: readonly string[]): string[] {
  const known = SETTINGS.map(({ name }) => variableOf(name));
  const accepted = new Set([SETTINGS_VARIABLE, ...known.flatMap((variable) => [variable, variable + FILE_SUFFIX])]);
  const unknown = variables.filter((variable) => variable.toUpperCase().startsWith(PREFIX) && !accepted.has(variable));
  return unknown.map((variable) => {
    const suffix = variable.endsWith(FILE_SUFFIX) ? FILE_SUFFIX : "";
    const given = withoutPrefix(variable.slice(0, variable.length - suffix.length));
    const nearest = nearestName(given, known.map(withoutPrefix));
    const meant = known.find((one) => withoutPrefix(one) === nearest);
    const advice = meant === undefined ? "see .deploy/settings.md for all settings" : `did you mean ${meant}${suffix}?`;
    return `${shorten(variable)} is ignored: there is no such setting; ${advice}`;
  });
}

/** The part of a variable's name that differs between settings. */
const withoutPrefix = (variable: string): string => variable.toLowerCase().replace(/^toteboard_/, "");

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

/** Names a file that is read in the place of .env. */
export const SETTINGS_VARIABLE = "TOTEBOARD_SETTINGS";

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
