import { PLATFORMS } from "./domain/platforms.ts";
import { shorten } from "./errors.ts";
import { LOG_LEVELS } from "./log.ts";
import { nearestName } from "./spelling.ts";

/** One setting: its flag, its environment variable (`TOTEBOARD_` and the name in capitals, with few exceptions), and what it may be. */
export interface Setting {
  readonly name: string;
  /** What its value is, as `--help` shows it; none for a switch. */
  readonly value?: string;
  readonly standard: string | boolean | undefined;
  readonly help: string;
  /** True for what is set in the environment or the .env file only. */
  readonly isEnvironmentOnly?: boolean;
  /** True for what no error may show. */
  readonly isSecret?: boolean;
  /** Its environment variable, where that has another name. */
  readonly variable?: string;
}

const platformNames = PLATFORMS.map(({ id }) => id).join(",");

/** Every setting of the program, in the order `--help` and the README list them. */
export const SETTINGS = [
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
  { name: "keys-per-hour", value: "NUMBER", standard: "10", help: "keys that may be made from one address in an hour" },
  { name: "pages-per-minute", value: "NUMBER", standard: "60", help: "pages shown to one address in a minute" },
  {
    name: "trusted-proxies",
    value: "LIST",
    standard: undefined,
    help: "addresses or CIDR blocks, comma separated, whose X-Forwarded-For is believed",
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
  { name: "backup-dir", value: "FOLDER", standard: "backups", help: "where these backups are put" },
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
    help: "address of its own for /metrics, where all who reach it may read it",
  },
  {
    name: "metrics-token",
    value: "TOKEN",
    standard: undefined,
    help: "Bearer token with which /metrics may be read from elsewhere",
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
] as const satisfies readonly Setting[];

/** The environment variable of a setting. */
export function variableOf(name: string): string {
  const settings: readonly Setting[] = SETTINGS;
  const own = settings.find((setting) => setting.name === name)?.variable;
  return own ?? `TOTEBOARD_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** Ends the variable that names the file in which a setting's value lies. */
export const FILE_SUFFIX = "_FILE";

const PREFIX = "TOTEBOARD_";

/** What to say of variables that look like settings of this program and are none. */
export function findMisspelt(variables: readonly string[]): string[] {
  const known = SETTINGS.map(({ name }) => variableOf(name));
  const read = new Set(known.flatMap((variable) => [variable, variable + FILE_SUFFIX]));
  const unknown = variables.filter((variable) => variable.toUpperCase().startsWith(PREFIX) && !read.has(variable));
  return unknown.map((variable) => {
    const suffix = variable.endsWith(FILE_SUFFIX) ? FILE_SUFFIX : "";
    const given = toEssence(variable.slice(0, variable.length - suffix.length));
    const nearest = nearestName(given, known.map(toEssence));
    const meant = known.find((one) => toEssence(one) === nearest);
    const advice = meant === undefined ? "README.md lists all settings" : `did you mean ${meant}${suffix}?`;
    return `${shorten(variable)} is ignored: there is no such setting; ${advice}`;
  });
}

/** The part of a variable in which the settings differ. */
const toEssence = (variable: string): string => variable.toLowerCase().replace(/^toteboard_/, "");
