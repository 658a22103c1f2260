import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { isCron } from "./cron.ts";
import { TIERS } from "./domain/accounts/plans.ts";
import type { DemoChoice } from "./domain/demo.ts";
import { type PassTimes, PLATFORMS } from "./domain/platforms.ts";
import { messageOf, quote, UsageError } from "./errors.ts";
import { LOG_LEVELS } from "./log.ts";
import {
  canEnter,
  FILE_SUFFIX,
  findMisspelt,
  readEnvFile,
  readValueFile,
  SETTINGS,
  SETTINGS_VARIABLE,
  type Setting,
  variableOf,
} from "./settings.ts";

/** Where the value of a setting comes from: nothing set it, the environment, the .env file, the command line. */
type SettingOrigin = "default" | "environment" | "file" | "flag";

/** A value as it was given. */
interface GivenValue {
  readonly text: string;
  /** The flag or variable it came from. */
  readonly label: string;
  readonly origin: SettingOrigin;
}

/** A setting as the service runs with it. Never holds a secret. */
export interface SettingInForce {
  readonly name: string;
  readonly variable: string;
  readonly help: string;
  /** Undefined where there is none. Of a secret "set" or "not set". */
  readonly value: string | undefined;
  readonly origin: SettingOrigin;
  /** The flag or variable that set it; undefined for a default. */
  readonly label: string | undefined;
}

/** All settings, as plain data that a thread can receive. Where `help` in SETTINGS does not say all, `readConfig` does. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type ConfigOptions = { isDemo: boolean; environment?: NodeJS.ProcessEnv; envFile?: string } & DemoChoice;

/** Values given on the command line, by setting name. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The model that is asked about pairs of markets; throws where only its address or only its name is set. */
function readJudge(read: <T>(name: string, parse: (text: string) => T) => T) {
  const [url, model] = [read("judge-url", optional(parseUrl)), read("judge-model", optional(nonEmpty))];
  const key = read("judge-key", optional(nonEmpty));
  const callsPerDay = read("judge-calls-per-day", wholeNumber(0, 1_000_000));
  if (url !== undefined && model !== undefined) return { url, model, key, callsPerDay };
  if (url === undefined && model === undefined) return undefined;
  const [set, missing] = url === undefined ? ["MODEL", "URL"] : ["URL", "MODEL"];
  throw new UsageError(
    `TOTEBOARD_JUDGE_${set} is set and TOTEBOARD_JUDGE_${missing} is not: set both, or none to ask no model`,
  );
}

/** The database of a demo, unless another is named. */
export const DEMO_FILE = "toteboard-demo.db";

/**
 * Reads the settings: flags before environment before the .env file before defaults. Throws UsageError that names the
 * wrong flag or variable.
 */
export function readConfig(flags: Flags, options: ConfigOptions = { isDemo: false }) {
  const environment = options.environment ?? process.env;
  const { values, warnings } = readEnvFile(options.envFile ?? environment[SETTINGS_VARIABLE] ?? ".env");
  const sources = { flags, environment, file: values };
  const read = <T>(name: string, parse: (text: string) => T): T => readSetting(sources, name, parse);
  const isGiven = (name: string): boolean => findGiven(sources, getSetting(name)) !== undefined;
  const url = (name: string) => read(name, optional(parseUrl));
  const names = PLATFORMS.map(({ id }) => id);
  // Base addresses that replace the platforms' own, by platform; also `polymarket_clob`.
  const urls: Record<string, string> = {};
  for (const name of [...names, "polymarket-clob"]) {
    const address = url(`${name}-url`);
    if (address !== undefined) urls[name.replace("-", "_")] = address;
  }
  const passes: Record<string, PassTimes> = {};
  for (const { id, passes: standard } of PLATFORMS) passes[id] = readPassTimes(id, standard, read);
  refuseReplaced({ ...values, ...environment });
  const maxConnections = read("max-connections", wholeNumber(1, 1_000_000));
  const maxConnectionsPerAddress =
    read("max-connections-per-address", optional(wholeNumber(1, 1_000_000))) ?? Math.ceil(maxConnections / 4);
  const named = options.isDemo && !isGiven("db") ? (options.demoFile ?? DEMO_FILE) : read("db", nonEmpty);
  // The files beside a database are those of its own name, as SQLite has it.
  const db = followLinks(named);
  const backupFolder = read("backup-dir", optional(nonEmpty)) ?? join(dirname(db), "backups");
  const isReadOnly = read("read-only", parseSwitch);
  const primaryUrl = url("primary-url");
  if (isReadOnly && primaryUrl === undefined) {
    throw new UsageError("--read-only: expected --primary-url with it, the address that errors of a standby name");
  }
  return {
    host: read("host", nonEmpty),
    port: read("port", wholeNumber(0, 65_535)),
    db,
    isDemo: options.isDemo,
    demo: options.demo,
    ingests: !isReadOnly && !read("no-ingest", parseSwitch),
    /** Of a demo: whether its time stands still, so that once loaded it has read all that there is. */
    isStill: options.demo?.heldAt !== undefined,
    isReadOnly,
    /** Of a standby; without a slash at its end. */
    primaryUrl,
    checkpoints: read("checkpoints", oneOf(["own", "external"])),
    litestreamMetrics: read("litestream-metrics", parseUrl),
    /** Those that are on, in the order of PLATFORMS. */
    platforms: read("platforms", platformList),
    laneSeconds: read("lane-seconds", wholeNumber(0, 3600)),
    keysPerHour: read("keys-per-hour", wholeNumber(1, 1_000_000)),
    pagesPerMinute: read("pages-per-minute", wholeNumber(1, 1_000_000)),
    /** Undefined to choose by who has access. */
    pagesTier: read("pages-tier", optional(oneOf(TIERS))),
    trustedProxies: read("trusted-proxies", addressBlocks),
    /** Without a slash at its end. */
    publicUrl: url("public-url"),
    /** Sources of frame-ancestors. */
    embedOrigins: read("embed-origins", parseFrameSources),
    logLevel: read("log-level", oneOf(LOG_LEVELS)),
    logRefusals: read("log-refusals", wholeNumber(0, 1_000_000)),
    logFormat: read("log-format", oneOf(["json", "pretty", "auto"] as const)),
    rawHistoryDays: read("raw-history-days", wholeNumber(1, 3650)),
    hourlyHistoryDays: read("hourly-history-days", wholeNumber(1, 36_500)),
    urls,
    /** By platform. */
    passes,
    retentionCron: read("retention-cron", cronTimes),
    /** All unset where there are no payments; the service refuses half a set. */
    onRefund: read("on-refund", oneOf(["end", "keep"])),
    stripe: {
      secretKey: read("stripe-secret-key", optional(nonEmpty)),
      webhookSecrets: read("stripe-webhook-secret", words),
      priceId: read("stripe-price-id", optional(nonEmpty)),
      url: url("stripe-url"),
    },
    /** Undefined to ask no model about pairs. */
    judge: readJudge(read),
    backup: {
      cron: read("backup-cron", optional(cronTimes)),
      folder: backupFolder,
      keep: read("backup-keep", wholeNumber(1, 10_000)),
    },
    webhookAllow: read("webhook-allow", addressBlocks),
    smtp: {
      /** Undefined where there is no e-mail. */
      url: read("smtp-url", optional(smtpUrl)),
      from: read("smtp-from", emailAddress),
    },
    maxConnections,
    maxConnectionsPerAddress,
    maxStreams: read("max-streams", wholeNumber(0, 1_000_000)),
    metricsAddress: read("metrics-address", optional(hostAndPort)),
    metricsToken: read("metrics-token", optional(bearerToken(16))),
    adminToken: read("admin-token", optional(bearerToken(20))),
    key: read("key", optional(bearerToken(16))),
    /** A secret: it may hold a password. */
    mirrorUrl: read("mirror-url", optional(parsePostgresUrl)),
    /** Undefined where systemd did not start the service. */
    systemd: readSystemd(environment),
    /** What was ignored: misspelt names and unreadable lines, as sentences for the operator. */
    warnings: [...warnings, ...findMisspelt([...new Set([...Object.keys(environment), ...Object.keys(values)])])],
    settings: listInForce((setting) => findGiven(sources, setting), {
      db,
      "backup-dir": backupFolder,
      "max-connections-per-address": String(maxConnectionsPerAddress),
    }),
  };
}

function readPassTimes(
  id: string,
  { active, resolved }: PassTimes,
  read: <T>(name: string, parse: (text: string) => T) => T,
): PassTimes {
  return {
    full: read(`${id}-full-cron`, cronTimes),
    active: active && read(`${id}-active-cron`, cronTimesOrNever),
    resolved: resolved && read(`${id}-resolved-cron`, cronTimesOrNever),
  };
}

/** Throws UsageError for a setting of before that cron expressions have replaced. */
function refuseReplaced(variables: Readonly<Record<string, string | undefined>>): void {
  const old = Object.keys(variables).find((name) => /^TOTEBOARD_.+_(FULL|ACTIVE)_EVERY(_FILE)?$/.test(name));
  if (old === undefined) return;
  const name = old.replace(/_EVERY(_FILE)?$/, "_CRON");
  throw new UsageError(`${old}: set ${name} in its place, such as ${name}='*/30 * * * *' for every 30 minutes`);
}

/** The file that a path leads to; the path itself where that is no symbolic link, or in a folder that this user may not enter. */
function followLinks(path: string, maxLinks = 40): string {
  if (
    maxLinks === 0 ||
    !canEnter(dirname(path)) ||
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true
  )
    return path;
  // A link to a file that is not there yet has no real path.
  return existsSync(path) ? realpathSync(path) : followLinks(resolve(dirname(path), readlinkSync(path)), maxLinks - 1);
}

/** systemd sets these for a unit with Type=notify: systemd.service(5). */
function readSystemd({
  NOTIFY_SOCKET,
  WATCHDOG_USEC,
}: NodeJS.ProcessEnv): { readonly watchdogMs: number | undefined } | undefined {
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === "") return undefined;
  const watchdogMs = Number(WATCHDOG_USEC ?? 0) / 1000;
  return { watchdogMs: watchdogMs > 0 ? watchdogMs : undefined };
}

interface SettingSources {
  readonly flags: Flags;
  readonly environment: NodeJS.ProcessEnv;
  readonly file: Readonly<Record<string, string | undefined>>;
}

function readSetting<T>(sources: SettingSources, name: string, parse: (text: string) => T): T {
  const setting = getSetting(name);
  const given = findGiven(sources, setting) ?? { text: String(setting.standard ?? ""), label: `--${name}` };
  try {
    return parse(given.text);
  } catch (error) {
    const shown = setting.isSecret ? "" : `, not ${quote(hidePassword(given.text))}`;
    throw new UsageError(`${given.label}: ${messageOf(error)}${shown}`);
  }
}

function getSetting(name: string): Setting {
  const setting = SETTINGS.find((one) => one.name === name);
  if (setting === undefined) throw new Error(`no setting '${name}'`);
  return setting;
}

function findGiven(sources: SettingSources, { name, isSecret = false }: Setting): GivenValue | undefined {
  const flag = sources.flags[name];
  if (flag !== undefined) return { text: String(flag), label: `--${name}`, origin: "flag" };
  const variable = variableOf(name);
  const fileVariable = variable + FILE_SUFFIX;
  for (const origin of ["environment", "file"] as const) {
    const values = sources[origin];
    const text = values[variable];
    if (text !== undefined && text !== "") return { text, label: variable, origin };
    const file = values[fileVariable];
    if (file !== undefined && file !== "") {
      return { text: readValueFile(fileVariable, file, isSecret), label: fileVariable, origin };
    }
  }
  return undefined;
}

/** All settings in force. `defaults` replaces those that depend on the mode. */
const listInForce = (
  find: (setting: Setting) => GivenValue | undefined,
  defaults: Readonly<Record<string, string>>,
): readonly SettingInForce[] =>
  SETTINGS.map((setting) => {
    const { name, help, standard, isSecret = false } = setting;
    const given = find(setting);
    const text = given?.text ?? defaults[name] ?? String(standard ?? "");
    const shown = text === "" ? undefined : hidePassword(text);
    const value = isSecret ? (shown === undefined ? "not set" : "set") : shown;
    return { name, variable: variableOf(name), help, value, origin: given?.origin ?? "default", label: given?.label };
  });

/** The address of a proxy or platform may contain a name and a password. */
const hidePassword = (text: string): string => text.replace(/\/\/[^/]*@/g, "//…@");

/** A site, or all subdomains of one. */
const SOURCE = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/**
 * Reads which sites may show a page in a frame, as sources of frame-ancestors: `*`, `none`, or a list of origins
 * (https://www.w3.org/TR/CSP3/#directive-frame-ancestors). Throws Error that says what was expected.
 */
function parseFrameSources(text: string): readonly string[] {
  if (text === "*") return ["*"];
  if (text.toLowerCase() === "none") return ["'none'"];
  const sources = text
    .toLowerCase()
    .split(",")
    .map((source) => source.trim().replace(/\/$/, ""));
  if (!sources.every((source) => SOURCE.test(source))) {
    throw new Error("expected *, none, or a list such as https://example.org, https://*.example.org");
  }
  return sources;
}

// Kinds of values of settings. Each parses a text, or throws an Error that says what it expects.

/** A text that passes a test. */
const matching =
  (expected: string, passes: (text: string) => boolean) =>
  (text: string): string => {
    if (passes(text)) return text;
    throw new UsageError(`expected ${expected}`);
  };

/** Undefined for an empty text. */
const optional =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === "" ? undefined : parse(text);

const nonEmpty = matching("a value", (text) => text !== "");

function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= low && value <= high)) throw new Error(`expected a whole number from ${low} to ${high}`);
    return value;
  };
}

const oneOf = <const T extends string>(values: readonly T[]) =>
  matching(`one of ${values.join(", ")}`, (text) => values.some((value) => value === text)) as (text: string) => T;

function parseSwitch(text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new Error("expected true or false");
}

function platformList(text: string): readonly string[] {
  const known = PLATFORMS.map(({ id }) => id);
  const named = text.split(",").map((name) => name.trim().toLowerCase());
  if (named.some((name) => !known.includes(name))) throw new Error(`expected a list of ${known.join(", ")}`);
  return known.filter((name) => named.includes(name));
}

const words = (text: string): readonly string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

function addressBlocks(text: string): readonly string[] {
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
function parseUrl(text: string): string {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) throw new Error("expected an http or https address");
  const { href, search, hash } = new URL(text);
  if (search !== "" || hash !== "") throw new Error("expected an address without a query");
  return href.replace(/\/+$/, "");
}

const isUrlOf = (scheme: RegExp) => (text: string) => scheme.test(text) && URL.canParse(text);

const smtpUrl = matching("an address such as smtps://mail.example.org", isUrlOf(/^smtps?:\/\/./i));

const emailAddress = matching("an e-mail address", (text) => /^[^\r\n<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text));

/** The address of a PostgreSQL database. Throws UsageError that does not show it. */
export const parsePostgresUrl = matching(
  "an address such as postgres://user@host:5432/database",
  isUrlOf(/^postgres(ql)?:\/\/./i),
);

const cronTimes = matching("five fields such as 0 3 * * *", isCron);

const cronTimesOrNever = (text: string): string | null => (text === "never" ? null : cronTimes(text));

function hostAndPort(text: string): { host: string; port: number } {
  const [, host = "", port = ""] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (host === "" || Number(port) > 65_535) throw new Error("expected an address and a port such as 127.0.0.1:9090");
  return { host, port: Number(port) };
}

/** Too long to guess, and safe in a header. */
const bearerToken = (min: number) =>
  matching(`${min} to 200 characters without spaces`, (text) => text.length >= min && /^[!-~]{1,200}$/.test(text));
