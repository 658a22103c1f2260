import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as v from "valibot";
import type { DemoChoice } from "./domain/demo.ts";
import { type PassTimes, PLATFORMS } from "./domain/platforms.ts";
import { quote, UsageError } from "./errors.ts";
import { canEnter, FILE_SUFFIX, readEnvFile, readValueFile } from "./setting-files.ts";
import {
  findMisspelt,
  memberOf,
  postgresUrl,
  SETTINGS,
  SETTINGS_VARIABLE,
  type Setting,
  type Values,
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

/** All settings, as plain data that a thread can receive. SETTINGS says what each is. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type ConfigOptions = { isDemo: boolean; environment?: NodeJS.ProcessEnv; envFile?: string } & DemoChoice;

/** Values given on the command line, by setting name. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The database of a demo, unless another is named. */
export const DEMO_FILE = "toteboard-demo.db";

/**
 * Reads the settings: flags before environment before the .env file before defaults. Throws UsageError that names the
 * wrong flag or variable.
 */
export function readConfig(flags: Flags, options: ConfigOptions = { isDemo: false }) {
  const environment = options.environment ?? process.env;
  const { values: file, warnings } = readEnvFile(options.envFile ?? environment[SETTINGS_VARIABLE] ?? ".env");
  refuseReplaced({ ...file, ...environment });
  const given = findAllGiven({ flags, environment, file });
  const values = readValues(given);
  const { noIngest, readOnly, judgeUrl, judgeModel, judgeKey, judgeCallsPerDay, ...own } = values;
  if (readOnly && own.primaryUrl === undefined) {
    throw new UsageError("--read-only: expected --primary-url with it, the address that errors of a standby name");
  }
  // The files beside a database are those of its own name, as SQLite has it.
  const db = followLinks(options.isDemo && !given.has("db") ? (options.demoFile ?? DEMO_FILE) : own.db);
  const backupDir = own.backupDir ?? join(dirname(db), "backups");
  const maxConnectionsPerAddress = own.maxConnectionsPerAddress ?? Math.ceil(own.maxConnections / 4);
  return {
    ...own,
    ...{ db, backupDir, maxConnectionsPerAddress },
    isDemo: options.isDemo,
    demo: options.demo,
    ingests: !readOnly && !noIngest,
    /** Of a demo: whether its time stands still, so that once loaded it has read all that there is. */
    isStill: options.demo?.heldAt !== undefined,
    isReadOnly: readOnly,
    ...readPlatforms(values),
    /** Undefined to ask no model about pairs. */
    judge: toJudge(judgeUrl, judgeModel, { key: judgeKey, callsPerDay: judgeCallsPerDay }),
    /** Undefined where systemd did not start the service. */
    systemd: readSystemd(environment),
    /** What was ignored: misspelt names and unreadable lines, as sentences for the operator. */
    warnings: [...warnings, ...findMisspelt([...new Set([...Object.keys(environment), ...Object.keys(file)])])],
    settings: listInForce(given, {
      ...{ db, "backup-dir": backupDir, "max-connections-per-address": String(maxConnectionsPerAddress) },
    }),
  };
}

/** Base addresses that replace the platforms' own, and the times of passes; by platform, also `polymarket_clob`. */
function readPlatforms(values: Readonly<Record<string, unknown>>) {
  const find = (name: string) => values[memberOf(name)] as string | null | undefined;
  const urls: Record<string, string> = {};
  const passes: Record<string, PassTimes> = {};
  for (const { id, passes: standard } of PLATFORMS) {
    passes[id] = {
      full: find(`${id}-full-cron`) ?? standard.full,
      active: find(`${id}-active-cron`) ?? null,
      resolved: find(`${id}-resolved-cron`) ?? null,
    };
  }
  for (const name of [...PLATFORMS.map(({ id }) => id), "polymarket-clob"]) {
    const address = find(`${name}-url`);
    if (address) urls[name.replace("-", "_")] = address;
  }
  return { urls, passes };
}

/** The model that is asked about pairs of markets; throws where only its address or only its name is set. */
function toJudge<T>(url: string | undefined, model: string | undefined, more: T) {
  if (url !== undefined && model !== undefined) return { url, model, ...more };
  if (url === undefined && model === undefined) return undefined;
  const [set, missing] = url === undefined ? ["MODEL", "URL"] : ["URL", "MODEL"];
  throw new UsageError(
    `TOTEBOARD_JUDGE_${set} is set and TOTEBOARD_JUDGE_${missing} is not: set both, or none to ask no model`,
  );
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

type GivenValues = ReadonlyMap<string, GivenValue>;

function findAllGiven(sources: SettingSources): GivenValues {
  const found = SETTINGS.map((setting) => [setting.name, findGiven(sources, setting)] as const);
  return new Map(found.filter((entry): entry is [string, GivenValue] => entry[1] !== undefined));
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

const readValues = (given: GivenValues): Values =>
  Object.fromEntries(
    SETTINGS.map((setting) => [memberOf(setting.name), readValue(setting, given.get(setting.name))]),
  ) as Values;

function readValue({ name, schema, isSecret }: Setting, given: GivenValue | undefined): unknown {
  const { text, label } = given ?? { text: v.getDefault(schema), label: `--${name}` };
  if (!text && v.getDefault(schema) === undefined) return undefined;
  const { output, issues, success } = v.safeParse(schema, text);
  if (success) return output;
  throw new UsageError(`${label}: ${issues[0].message}${isSecret ? "" : `, not ${quote(hidePassword(text ?? ""))}`}`);
}

/** All settings in force. `defaults` replaces those that depend on the mode. */
const listInForce = (given: GivenValues, defaults: Readonly<Record<string, string>>): readonly SettingInForce[] =>
  SETTINGS.map(({ name, help, standard, isSecret = false }) => {
    const { text: own, label, origin = "default" } = given.get(name) ?? {};
    const text = own ?? defaults[name] ?? String(standard ?? "");
    const shown = text === "" ? undefined : hidePassword(text);
    const value = isSecret ? (shown === undefined ? "not set" : "set") : shown;
    return { name, variable: variableOf(name), help, value, origin, label };
  });

/** The address of a proxy or platform may contain a name and a password. */
const hidePassword = (text: string): string => text.replace(/\/\/[^/]*@/g, "//…@");

/** The address of a PostgreSQL database. Throws UsageError that does not show it. */
export function parsePostgresUrl(text: string): string {
  const { output, issues, success } = v.safeParse(postgresUrl, text);
  if (success) return output;
  throw new UsageError(issues[0].message);
}
