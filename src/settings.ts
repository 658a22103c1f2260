import { isIP } from "node:net";
import * as v from "valibot";
import { isCron } from "./cron.ts";
import { TIERS } from "./domain/accounts/plans.ts";
import { getPlatform, PLATFORMS } from "./domain/platforms.ts";
import { shorten } from "./errors.ts";
import { LOG_LEVELS } from "./log.ts";
import { FILE_SUFFIX } from "./setting-files.ts";
import { nearestName } from "./spelling.ts";

/**
 * A kind of value reads a text. Its title is the name that `--help` shows for such a value, none for a switch; the message of
 * each check says what was expected.
 */
type ValueSchema = v.GenericSchema<string, unknown>;

const checked = (title: string, expected: string, passes: (text: string) => boolean) =>
  v.pipe(v.string(), v.check(passes, `expected ${expected}`), v.title(title));

const text = (title: string) => checked(title, "a value", (given) => given !== "");

function wholeNumber(title: string, low: number, high: number) {
  const expected = `expected a whole number from ${low} to ${high}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, expected),
    v.toNumber(),
    v.minValue(low, expected),
    v.maxValue(high, expected),
    v.title(title),
  );
}

const oneOf = <const T extends string>(title: string, values: readonly T[]) =>
  v.pipe(v.picklist(values, `expected one of ${values.join(", ")}`), v.title(title));

const onOff = v.pipe(
  v.string(),
  v.regex(/^(true|1|yes|on|false|0|no|off)$/i, "expected true or false"),
  v.transform((given) => /^(true|1|yes|on)$/i.test(given)),
);

const list = <T>(entry: v.GenericSchema<string, T>) =>
  v.pipe(
    v.string(),
    v.transform((given) => (given === "" ? [] : given.split(",").map((part) => part.trim()))),
    v.array(entry),
    v.readonly(),
    v.title("LIST"),
  );

const words = v.pipe(
  list(v.string()),
  v.transform((entries) => entries.filter((entry) => entry !== "")),
  v.readonly(),
);

/** Gives those named, in the order of `known`. */
function someOf(known: readonly string[]) {
  const expected = `expected a list of ${known.join(", ")}`;
  return v.pipe(
    list(v.pipe(v.string(), v.toLowerCase(), v.picklist(known, expected))),
    v.nonEmpty(expected),
    v.transform((entries) => known.filter((name) => entries.includes(name))),
    v.readonly(),
  );
}

const addressBlocks = list(
  v.pipe(v.string(), v.check(isBlock, "expected a list of addresses or blocks such as 10.0.0.0/8, ::1")),
);

function isBlock(given: string): boolean {
  const [address = "", bits = "0", ...more] = given.split("/");
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && more.length === 0;
}

/** A normalised address that is safe in a header, without a slash at its end. */
const url = v.pipe(
  v.string(),
  v.check(isUrlOf(/^https?:\/\/./i), "expected an http or https address"),
  v.transform((given) => new URL(given)),
  v.check(({ search, hash }) => search === "" && hash === "", "expected an address without a query"),
  v.transform(({ href }) => href.replace(/\/+$/, "")),
  v.title("URL"),
);

function isUrlOf(scheme: RegExp): (given: string) => boolean {
  return (given) => scheme.test(given) && URL.canParse(given);
}

const smtpUrl = checked("URL", "an address such as smtps://mail.example.org", isUrlOf(/^smtps?:\/\/./i));

/** The address of a PostgreSQL database. */
export const postgresUrl = checked(
  "URL",
  "an address such as postgres://user@host:5432/database",
  isUrlOf(/^postgres(ql)?:\/\/./i),
);

const emailAddress = checked("ADDRESS", "an e-mail address", (given) =>
  /^[^\r\n<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(given),
);

const cronTimes = checked("TIMES", "five fields such as 0 3 * * *", isCron);

/** Null for "never". */
const cronTimesOrNever = v.pipe(
  v.union([v.literal("never"), cronTimes]),
  v.transform((given) => (given === "never" ? null : given)),
  v.title("TIMES"),
);

const hostAndPort = v.pipe(
  v.string(),
  v.transform((given) => /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]+)):(?<port>\d{1,5})$/.exec(given)?.groups ?? {}),
  v.transform(({ v6, name, port }) => ({ host: v6 ?? name ?? "", port: Number(port) })),
  v.check(({ host, port }) => host !== "" && port <= 65_535, "expected an address and a port such as 127.0.0.1:9090"),
  v.title("HOST:PORT"),
);

/** Too long to guess, and safe in a header. */
const bearerToken = (title: string, min: number) =>
  checked(title, `${min} to 200 characters without spaces`, (given) => new RegExp(`^[!-~]{${min},200}$`).test(given));

const expectedSites = "expected *, none, or a list such as https://example.org, https://*.example.org";

/** A site, or all subdomains of one. */
const site = v.pipe(
  v.string(),
  v.transform((given) => given.toLowerCase().replace(/\/$/, "")),
  v.regex(/^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, expectedSites),
);

/**
 * Which sites may show a page in a frame, as sources of frame-ancestors: `*`, `none`, or a list of origins
 * (https://www.w3.org/TR/CSP3/#directive-frame-ancestors).
 */
const frameSources = v.pipe(
  v.union(
    [
      v.pipe(
        v.literal("*"),
        v.transform(() => ["*"]),
      ),
      v.pipe(
        v.string(),
        v.regex(/^none$/i),
        v.transform(() => ["'none'"]),
      ),
      v.pipe(list(site), v.nonEmpty(expectedSites)),
    ],
    expectedSites,
  ),
  v.readonly(),
  v.title("LIST"),
);

/** One setting. Its flag is `--name`, its variable `TOTEBOARD_NAME` unless `variable` says otherwise. */
export interface Setting extends SettingRow {
  readonly name: string;
  /** The kind of its value, as `--help` shows it; none for a switch. */
  readonly value: string | undefined;
  readonly standard: string | false | undefined;
}

interface SettingRow {
  /** Reads its text, and has its default. A setting without one is undefined where it is empty or not given. */
  readonly schema: v.OptionalSchema<ValueSchema, string | undefined>;
  readonly help: string;
  /** True when only the environment or the .env file can set it. */
  readonly isEnvironmentOnly?: boolean;
  /** True when no error may show the value. */
  readonly isSecret?: boolean;
  /** Its environment variable, when the name does not follow the rule. */
  readonly variable?: string;
}

const SECRET = { isEnvironmentOnly: true, isSecret: true };

const IDS = PLATFORMS.map(({ id }) => id);
const DEFAULT_IDS = IDS.filter((id) => getPlatform(id).onByDefault).join(",");

/** The settings but those of each platform, by name. */
const TABLE = {
  host: { schema: v.optional(text("ADDRESS"), "127.0.0.1"), help: "address to listen on" },
  port: {
    schema: v.optional(wholeNumber("NUMBER", 0, 65_535), "8080"),
    help: "port to listen on; 0 takes any free one",
  },
  db: { schema: v.optional(text("FILE"), "toteboard.db"), help: "database file (demo: toteboard-demo.db)" },
  "no-ingest": { schema: v.optional(onOff, "false"), help: "serve stored data only; never ask a platform" },
  platforms: {
    schema: v.optional(someOf(IDS), DEFAULT_IDS),
    help: `platforms to read, comma separated: any of ${IDS.join(",")}`,
  },
  "lane-seconds": {
    schema: v.optional(wholeNumber("SECONDS", 0, 3600), "5"),
    help: "seconds between reads of the prices on open pages and of the best spreads; 0 turns this off",
  },
  "keys-per-hour": {
    schema: v.optional(wholeNumber("NUMBER", 1, 1_000_000), "10"),
    help: "keys that one address may create in an hour",
  },
  "pages-per-minute": {
    schema: v.optional(wholeNumber("NUMBER", 1, 1_000_000), "60"),
    help: "pages and forms that one address may request in a minute, as many actions on keys, and ten times as many updates of open pages",
  },
  "pages-tier": {
    schema: v.optional(oneOf("PLAN", TIERS)),
    help:
      "plan whose data the pages and their files give without a key: free, pro or enterprise; if empty, " +
      "enterprise in a demo on a loopback address, otherwise free",
  },
  "trusted-proxies": {
    schema: v.optional(addressBlocks, ""),
    help: "addresses or CIDR blocks, comma separated, whose X-Forwarded-For header is trusted",
  },
  "public-url": { schema: v.optional(url), help: "address under which clients reach this service" },
  "embed-origins": {
    schema: v.optional(frameSources, "*"),
    help: "sites whose pages may show embeds in a frame, comma separated, such as https://example.org; 'none' allows no site",
  },
  "log-level": { schema: v.optional(oneOf("LEVEL", LOG_LEVELS), "info"), help: `one of ${LOG_LEVELS.join(", ")}` },
  "log-refusals": {
    schema: v.optional(wholeNumber("NUMBER", 0, 1_000_000), "100"),
    help: "refused requests a second that get a line in the log, of one address at most 20; further ones are counted in one line every 10 seconds",
  },
  "log-format": {
    schema: v.optional(oneOf("FORMAT", ["json", "pretty", "auto"]), "auto"),
    help: "json, pretty, or auto: pretty on a terminal",
  },
  "raw-history-days": {
    schema: v.optional(wholeNumber("DAYS", 1, 3650), "31"),
    help: "days to keep every price change; then hourly prices",
  },
  "hourly-history-days": {
    schema: v.optional(wholeNumber("DAYS", 1, 36_500), "365"),
    help: "days to keep hourly prices; then daily prices",
  },
  "retention-cron": {
    schema: v.optional(cronTimes, "0 0 * * *"),
    help: "when history beyond these days is rolled up and what is old deleted: minute hour day month weekday in UTC",
  },
  "backup-cron": {
    schema: v.optional(cronTimes),
    help: "when to make backups: minute hour day month weekday in UTC, such as '0 3 * * *'; never if empty",
  },
  "backup-dir": {
    schema: v.optional(text("FOLDER")),
    help: "folder for these backups; if empty, 'backups' beside the database",
  },
  "backup-keep": {
    schema: v.optional(wholeNumber("NUMBER", 1, 10_000), "7"),
    help: "number of these backups to keep",
  },
  checkpoints: {
    schema: v.optional(oneOf("WORD", ["own", "external"]), "own"),
    help: "who copies the database's log into its file: own, or external where Litestream does",
  },
  "litestream-metrics": {
    schema: v.optional(url, "http://127.0.0.1:9190/metrics"),
    help: "metrics of Litestream, which say how far its copy is behind; asked with --checkpoints=external only",
  },
  "read-only": {
    schema: v.optional(onOff, "false"),
    help: "answer from a copy of the database and write nothing, as a standby of --primary-url",
  },
  "primary-url": {
    schema: v.optional(url),
    help: "address of the primary, which a standby names where it refuses a write",
  },
  "max-connections": {
    schema: v.optional(wholeNumber("NUMBER", 1, 1_000_000), "2000"),
    help: "open connections; beyond that, idle ones are closed and new ones refused",
  },
  "max-connections-per-address": {
    schema: v.optional(wholeNumber("NUMBER", 1, 1_000_000)),
    help: "open connections from one address (IPv6: one /64), except from trusted proxies; if empty, a quarter of --max-connections",
  },
  "max-streams": {
    schema: v.optional(wholeNumber("NUMBER", 0, 1_000_000), "2000"),
    help: "open streams of changes, in addition to --max-connections; beyond that, new ones are refused",
  },
  "webhook-allow": {
    schema: v.optional(addressBlocks, ""),
    help: "addresses or CIDR blocks, comma separated, that webhooks of keys may call beside public ones, on any port",
  },
  "smtp-url": {
    schema: v.optional(smtpUrl),
    help: "server that sends e-mail to webhooks, such as smtps://name:password@mail.example.org; if empty, there is no e-mail",
    ...SECRET,
  },
  "smtp-from": {
    schema: v.optional(emailAddress, "toteboard@localhost"),
    help: "sender of this e-mail",
    isEnvironmentOnly: true,
  },
  "metrics-address": {
    schema: v.optional(hostAndPort),
    help: "separate address for /metrics, such as 127.0.0.1:9091; anyone who reaches it may read it",
  },
  "metrics-token": {
    schema: v.optional(bearerToken("TOKEN", 16)),
    help: "Bearer token that opens /metrics on the address of the service",
    ...SECRET,
  },
  "admin-token": {
    schema: v.optional(bearerToken("TOKEN", 20)),
    help:
      "token for the operator's pages at /admin, at least 20 characters; if empty, a start on a terminal shows " +
      "a link with a new one, where the settings let only this machine reach the service",
    ...SECRET,
  },
  key: {
    schema: v.optional(bearerToken("KEY", 16)),
    help: "API key that 'toteboard mcp --url' sends; other users of this machine can see flags, so set the variable instead",
    isSecret: true,
  },
  "mirror-url": {
    schema: v.optional(postgresUrl),
    help: "PostgreSQL database that is kept current with markets and prices, such as postgres://user:password@host/database; none if empty",
    ...SECRET,
  },
  "stripe-secret-key": {
    schema: v.optional(text("KEY")),
    help: "secret key of the Stripe account",
    ...SECRET,
    variable: "STRIPE_SECRET_KEY",
  },
  "stripe-webhook-secret": {
    schema: v.optional(words, ""),
    help: "signing secrets of the webhook /api/v1/webhooks/stripe, comma separated",
    ...SECRET,
    variable: "STRIPE_WEBHOOK_SECRET",
  },
  "stripe-price-id": {
    schema: v.optional(text("ID")),
    help: "recurring Stripe price of the pro plan",
    isEnvironmentOnly: true,
    variable: "STRIPE_PRICE_ID",
  },
  "on-refund": {
    schema: v.optional(oneOf("WORD", ["end", "keep"]), "end"),
    help: "what a full refund or a lost dispute does to the plan it paid for: end or keep",
    isEnvironmentOnly: true,
  },
  "stripe-url": {
    schema: v.optional(url),
    help: "address of Stripe's API; empty for its own",
    isEnvironmentOnly: true,
  },
  "judge-url": {
    schema: v.optional(url),
    help:
      "OpenAI-compatible API, a local one too, whose model is asked about pairs of markets that may match; it " +
      "is sent their titles and rules; empty for none",
    isEnvironmentOnly: true,
  },
  "judge-model": { schema: v.optional(text("NAME")), help: "model to ask there", isEnvironmentOnly: true },
  "judge-key": { schema: v.optional(text("KEY")), help: "key to send there, if it needs one", ...SECRET },
  "judge-calls-per-day": {
    schema: v.optional(wholeNumber("NUMBER", 0, 1_000_000), "2000"),
    help: "calls to it in a day, by UTC",
    isEnvironmentOnly: true,
  },
} satisfies Readonly<Record<string, SettingRow>>;

/** The values of these settings: `publicUrl` is that of `public-url`. */
export type Values = {
  readonly [N in keyof typeof TABLE as MemberName<N>]: v.InferOutput<(typeof TABLE)[N]["schema"]>;
};

type MemberName<N extends string> = N extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<MemberName<Rest>>}`
  : N;

/** The member of `Values` for a setting. */
export const memberOf = (name: string): string => name.replace(/-(.)/g, (_, first: string) => first.toUpperCase());

const PASS_SETTINGS = [
  { pass: "full", times: cronTimes, what: "full passes over", off: "" },
  { pass: "active", times: cronTimesOrNever, what: "passes over recent changes on", off: "; never for none" },
  { pass: "resolved", times: cronTimesOrNever, what: "passes over recent outcomes on", off: "; never for none" },
] as const;

const toAddress = (id: string, api: string): [string, SettingRow] => [
  `${id}-url`,
  { schema: v.optional(url), help: `address of ${api}; empty for its own`, isEnvironmentOnly: true },
];

/** Every setting of the program, in the order in which `--help` and .deploy/settings.md list them. */
export const SETTINGS: readonly Setting[] = [
  ...Object.entries<SettingRow>(TABLE),
  ...PLATFORMS.flatMap(({ id, name, passes }): [string, SettingRow][] => [
    toAddress(id, `${name}'s API`),
    ...(id === "polymarket" ? [toAddress("polymarket-clob", "Polymarket's price API")] : []),
    ...PASS_SETTINGS.flatMap(({ pass, times, what, off }): [string, SettingRow][] => {
      const standard = passes[pass];
      if (standard === null) return [];
      const help = `when ${what} ${name} begin, by UTC${off}`;
      return [[`${id}-${pass}-cron`, { schema: v.optional(times, standard), help, isEnvironmentOnly: true }]];
    }),
  ]),
].map(([name, row]) => {
  const value = v.getTitle(row.schema.wrapped);
  return { ...row, name, value, standard: value === undefined ? false : v.getDefault(row.schema) || undefined };
});

/** Names a file that is read in the place of .env. */
export const SETTINGS_VARIABLE = "TOTEBOARD_SETTINGS";

export function variableOf(name: string): string {
  const own = SETTINGS.find((setting) => setting.name === name)?.variable;
  return own ?? `TOTEBOARD_${name.toUpperCase().replaceAll("-", "_")}`;
}

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
