import { PLATFORMS } from "./domain/platforms.ts";
import { shorten } from "./errors.ts";
import { LOG_LEVELS } from "./log.ts";
import { nearestName } from "./spelling.ts";

/** One setting: a flag, and a variable that is `TOTEBOARD_` and the name in capitals, with few exceptions. */
export interface Setting {
  readonly name: string;
  /** The placeholder of its value in `--help`; a switch has none. */
  readonly value?: string;
  readonly standard: string | boolean | undefined;
  readonly help: string;
  /** True where there is no flag, only a variable. */
  readonly isEnvironmentOnly?: boolean;
  /** True where errors must not show the value. */
  readonly isSecret?: boolean;
  /** Its variable, where the name does not follow the rule. */
  readonly variable?: string;
}

const platformNames = PLATFORMS.map(({ id }) => id).join(",");

/** Every setting, in the order of `--help` and of the README. */
export const SETTINGS: readonly Setting[] = [
  { name: "host", value: "ADDRESS", standard: "127.0.0.1", help: "address to listen on" },
  { name: "port", value: "NUMBER", standard: "8080", help: "port to listen on; 0 takes any free one" },
  { name: "db", value: "FILE", standard: "toteboard.db", help: "the database (demo: toteboard-demo.db)" },
  { name: "no-ingest", standard: false, help: "serve what is stored; ask no platform" },
  {
    name: "platforms",
    value: "LIST",
    standard: PLATFORMS.filter(({ onByDefault }) => onByDefault)
      .map(({ id }) => id)
      .join(","),
    help: `platforms to gather from, comma separated, of ${platformNames}`,
  },
  { name: "keys-per-hour", value: "NUMBER", standard: "10", help: "keys that one address may create in an hour" },
  { name: "pages-per-minute", value: "NUMBER", standard: "60", help: "pages that one address may load in a minute" },
  {
    name: "trusted-proxies",
    value: "LIST",
    standard: undefined,
    help: "addresses or CIDR blocks, comma separated, whose X-Forwarded-For is trusted",
  },
  { name: "public-url", value: "URL", standard: undefined, help: "address under which others reach this service" },
  { name: "log-level", value: "LEVEL", standard: "info", help: LOG_LEVELS.join(", ") },
  { name: "log-format", value: "FORMAT", standard: "auto", help: "json, pretty, or auto: pretty on a terminal" },
  { name: "raw-history-days", value: "DAYS", standard: "31", help: "keep every price change this long, then hourly" },
  { name: "hourly-history-days", value: "DAYS", standard: "365", help: "keep hourly prices this long, then daily" },
  {
    name: "backup-cron",
    value: "TIMES",
    standard: undefined,
    help: "when to make a backup: minute hour day month weekday in UTC, such as '0 3 * * *'; never without",
  },
  { name: "backup-dir", value: "FOLDER", standard: "backups", help: "the folder of these backups" },
  { name: "backup-keep", value: "NUMBER", standard: "7", help: "how many of these backups are kept" },
  {
    name: "max-connections",
    value: "NUMBER",
    standard: "2000",
    help: "connections open at a time; then idle ones are closed, and new ones refused",
  },
  {
    name: "max-connections-per-address",
    value: "NUMBER",
    standard: undefined,
    help: "of these from one address that is no trusted proxy (a quarter)",
  },
  {
    name: "metrics-address",
    value: "HOST:PORT",
    standard: undefined,
    help: "a separate address for /metrics, open to all who can reach it",
  },
  {
    name: "metrics-token",
    value: "TOKEN",
    standard: undefined,
    help: "Bearer token that opens /metrics on the main address",
    isEnvironmentOnly: true,
    isSecret: true,
  },
  {
    name: "stripe-secret-key",
    value: "KEY",
    standard: undefined,
    help: "key of the Stripe account that keys are paid to",
    isEnvironmentOnly: true,
    isSecret: true,
    variable: "STRIPE_SECRET_KEY",
  },
  {
    name: "stripe-webhook-secret",
    value: "LIST",
    standard: undefined,
    help: "signing secrets of the webhook /api/v1/webhooks/stripe, comma separated",
    isEnvironmentOnly: true,
    isSecret: true,
    variable: "STRIPE_WEBHOOK_SECRET",
  },
  {
    name: "stripe-price-id",
    value: "ID",
    standard: undefined,
    help: "the recurring price of the pro plan",
    isEnvironmentOnly: true,
    variable: "STRIPE_PRICE_ID",
  },
  { name: "stripe-url", value: "URL", standard: undefined, help: "Stripe's API", isEnvironmentOnly: true },
  ...PLATFORMS.flatMap(({ id, name, fullEverySeconds, activeEverySeconds }): Setting[] => [
    { name: `${id}-url`, value: "URL", standard: undefined, help: `${name}'s API`, isEnvironmentOnly: true },
    ...(id === "polymarket"
      ? [
          {
            name: "polymarket-clob-url",
            value: "URL",
            standard: undefined,
            help: "its price API",
            isEnvironmentOnly: true,
          },
        ]
      : []),
    {
      name: `${id}-full-every`,
      value: "SECONDS",
      standard: String(fullEverySeconds),
      help: `from one full pass over ${name} to the next`,
      isEnvironmentOnly: true,
    },
    ...(activeEverySeconds === 0
      ? []
      : [
          {
            name: `${id}-active-every`,
            value: "SECONDS",
            standard: String(activeEverySeconds),
            help: `between passes over what changed lately on ${name}; 0 for none`,
            isEnvironmentOnly: true,
          },
        ]),
  ]),
];

/** The environment variable of a setting. */
export function variableOf(name: string): string {
  const own = SETTINGS.find((setting) => setting.name === name)?.variable;
  return own ?? `TOTEBOARD_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** The end of a variable that names a file with the value. */
export const FILE_SUFFIX = "_FILE";

const PREFIX = "TOTEBOARD_";

/** Warnings about variables that look like settings but are none. */
export function findMisspelt(variables: readonly string[]): string[] {
  const known = SETTINGS.map(({ name }) => variableOf(name));
  const accepted = new Set(known.flatMap((variable) => [variable, variable + FILE_SUFFIX]));
  const unknown = variables.filter((variable) => variable.toUpperCase().startsWith(PREFIX) && !accepted.has(variable));
  return unknown.map((variable) => {
    const suffix = variable.endsWith(FILE_SUFFIX) ? FILE_SUFFIX : "";
    const given = withoutPrefix(variable.slice(0, variable.length - suffix.length));
    const nearest = nearestName(given, known.map(withoutPrefix));
    const meant = known.find((one) => withoutPrefix(one) === nearest);
    const advice = meant === undefined ? "README.md lists all settings" : `did you mean ${meant}${suffix}?`;
    return `${shorten(variable)} is ignored: there is no such setting; ${advice}`;
  });
}

/** A variable without the prefix that all settings share. */
const withoutPrefix = (variable: string): string => variable.toLowerCase().replace(/^toteboard_/, "");
