import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Config, type Flags, readConfig } from "../../src/config.ts";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { SETTINGS, variableOf } from "../../src/settings.ts";
import { temporaryFolder } from "../support/service/process.ts";

const folder = temporaryFolder();
let files = 0;

function fileWith(text: string): string {
  const file = join(folder, `file-${++files}`);
  writeFileSync(file, text);
  return file;
}

interface Given {
  readonly flags?: Flags;
  readonly environment?: Record<string, string>;
  readonly file?: string;
  readonly isDemo?: boolean;
}

function read({ flags = {}, environment = {}, file, isDemo = false }: Given): Config {
  const envFile = file === undefined ? join(folder, "none.env") : fileWith(file);
  return readConfig(flags, { isDemo, environment, envFile });
}

describe("settings", () => {
  it("are taken from the flag, else the environment, else the .env file, else the default", () => {
    const [flags, environment, file] = [
      { host: "::1" },
      { TOTEBOARD_HOST: "0.0.0.0" },
      "# a\nTOTEBOARD_HOST=localhost\n",
    ];
    const given = [{ flags, environment, file }, { environment, file }, { file }, {}];
    assert.deepEqual(
      given.map((one) => read(one).host),
      ["::1", "0.0.0.0", "localhost", "127.0.0.1"],
    );
  });

  const ALL = ["polymarket", "kalshi", "manifold", "predictit"];
  /** What a setting is where it is not given, then what it is where it is given so. */
  const examples: readonly [name: string, (config: Config) => unknown, standard: unknown, Record<string, unknown>][] = [
    ["port", ({ port }) => port, 8080, { "0": 0, "65535": 65_535 }],
    ["platforms", ({ platforms }) => platforms, ALL, { "limitless, Kalshi": ["kalshi", "limitless"] }],
    ["trusted-proxies", ({ trustedProxies }) => trustedProxies, [], { "10.0.0.0/8, ::1": ["10.0.0.0/8", "::1"] }],
    ["webhook-allow", ({ webhookAllow }) => webhookAllow, [], { "10.0.0.0/8, ::1": ["10.0.0.0/8", "::1"] }],
    ["smtp-url", ({ smtpUrl }) => smtpUrl, undefined, { "smtps://a:b@c.example:465": "smtps://a:b@c.example:465" }],
    [
      "smtp-from",
      ({ smtpFrom }) => smtpFrom,
      "toteboard@localhost",
      { "Alerts <a@b.example>": "Alerts <a@b.example>" },
    ],
    [
      "embed-origins",
      ({ embedOrigins }) => embedOrigins,
      ["*"],
      { "https://A.example, http://*.b.example:80/": ["https://a.example", "http://*.b.example:80"], none: ["'none'"] },
    ],
    [
      "public-url",
      ({ publicUrl }) => publicUrl,
      undefined,
      { "http://b.example//": "http://b.example", "https://c.example/toteboard": "https://c.example/toteboard" },
    ],
    ["no-ingest", ({ ingests }) => ingests, true, { true: false, No: true, "1": false }],
  ];
  for (const [name, pick, standard, values] of examples) {
    it(`have ${name} in the form that the program takes`, () => {
      assert.deepEqual(pick(read({})), standard);
      for (const [text, expected] of Object.entries(values))
        assert.deepEqual(pick(read({ flags: { [name]: text } })), expected, text);
    });
  }

  it("an empty variable counts as not set", () => {
    const config = read({ environment: { TOTEBOARD_PORT: "", TOTEBOARD_HOST_FILE: "" }, file: "TOTEBOARD_PORT=81" });
    assert.deepEqual([config.port, config.host], [81, "127.0.0.1"]);
  });

  it("a value may lie in a file that NAME_FILE names, in the environment or in the .env file", () => {
    const secret = fileWith("10.0.0.1\n");
    assert.equal(read({ environment: { TOTEBOARD_HOST_FILE: secret } }).host, "10.0.0.1");
    assert.equal(read({ file: `TOTEBOARD_HOST_FILE=${secret}` }).host, "10.0.0.1");
    const both = { TOTEBOARD_HOST: "10.0.0.2", TOTEBOARD_HOST_FILE: secret };
    assert.equal(read({ environment: both }).host, "10.0.0.2", "the value itself comes before a file that holds it");
  });

  it("a demo has a database of its own unless one is named", () => {
    assert.equal(read({ isDemo: true }).db, "toteboard-demo.db");
    assert.equal(read({ isDemo: true, environment: { TOTEBOARD_DB: "x.db" } }).db, "x.db");
  });

  it("times of passes and addresses of the platforms are read from the environment", () => {
    const config = read({
      environment: {
        TOTEBOARD_KALSHI_FULL_CRON: "7,37 * * * *",
        TOTEBOARD_KALSHI_ACTIVE_CRON: "never",
        TOTEBOARD_KALSHI_URL: "http://localhost:9/kalshi/",
        TOTEBOARD_POLYMARKET_CLOB_URL: "http://localhost:9/clob",
      },
    });
    assert.deepEqual(config.passes.kalshi, { full: "7,37 * * * *", active: null, resolved: "*/10 * * * *" });
    assert.deepEqual(config.passes.predictit, { full: "*/2 * * * *", active: null, resolved: null });
    assert.deepEqual(config.urls, {
      kalshi: "http://localhost:9/kalshi",
      polymarket_clob: "http://localhost:9/clob",
    });
    assert.deepEqual(
      Object.keys(config.passes),
      PLATFORMS.map(({ id }) => id),
    );
  });

  it("a judge has an address and a model, or there is none", () => {
    const [url, model] = [{ TOTEBOARD_JUDGE_URL: "http://localhost:9/v1/" }, { TOTEBOARD_JUDGE_MODEL: "owl-1" }];
    assert.equal(read({ environment: {} }).judge, undefined);
    assert.deepEqual(read({ environment: { ...url, ...model } }).judge, {
      ...{ url: "http://localhost:9/v1", model: "owl-1", key: undefined, callsPerDay: 2000 },
    });
    for (const environment of [url, model]) assert.throws(() => read({ environment }), /set both, or none/);
  });

  it("addresses are put in a form that may stand in a header", () => {
    const { publicUrl } = read({ environment: { TOTEBOARD_PUBLIC_URL: "HTTPS://märkte.example/日本/" } });
    assert.equal(publicUrl, "https://xn--mrkte-gra.example/%E6%97%A5%E6%9C%AC");
    assert.equal(read({ environment: { TOTEBOARD_PUBLIC_URL: "http://a.exa\nmple" } }).publicUrl, "http://a.example");
  });
});

describe("wrong settings", () => {
  const names = PLATFORMS.map(({ id }) => id).join(", ");
  const wrong: readonly [name: string, value: string, complaint: string][] = [
    ["host", "", "expected a value, not ''"],
    ["port", "http", "expected a whole number from 0 to 65535, not 'http'"],
    ["port", "65536", "expected a whole number from 0 to 65535, not '65536'"],
    ["port", "-1", "expected a whole number from 0 to 65535, not '-1'"],
    ["port", "80.5", "expected a whole number from 0 to 65535, not '80.5'"],
    ["port", "1e3", "expected a whole number from 0 to 65535, not '1e3'"],
    ["db", "", "expected a value, not ''"],
    ["no-ingest", "maybe", "expected true or false, not 'maybe'"],
    ["platforms", "kalshi,betfair", `expected a list of ${names}, not 'kalshi,betfair'`],
    ["platforms", "", `expected a list of ${names}, not ''`],
    ["lane-seconds", "3601", "expected a whole number from 0 to 3600, not '3601'"],
    ["keys-per-hour", "0", "expected a whole number from 1 to 1000000, not '0'"],
    ["pages-per-minute", "0", "expected a whole number from 1 to 1000000, not '0'"],
    ...["10.0.0.0/33", "::1/129", "10.0.0.0/8/8", "proxy", "10.0.0.1,"].map((value): [string, string, string] => [
      "trusted-proxies",
      value,
      `expected a list of addresses or blocks such as 10.0.0.0/8, ::1, not '${value}'`,
    ]),
    ...["example.org", "https://a.example; script-src *", "https://a.example,", "*,https://a.example"].map(
      (value): [string, string, string] => [
        "embed-origins",
        value,
        `expected *, none, or a list such as https://example.org, https://*.example.org, not '${value}'`,
      ],
    ),
    ["webhook-allow", "private", "expected a list of addresses or blocks such as 10.0.0.0/8, ::1, not 'private'"],
    ["smtp-from", "nobody", "expected an e-mail address, not 'nobody'"],
    ["smtp-from", "<a@b.example> x@y", "expected an e-mail address, not '<a@b.example> x@y'"],
    ["on-refund", "maybe", "expected one of end, keep, not 'maybe'"],
    ["pages-tier", "all", "expected one of free, pro, enterprise, not 'all'"],
    ["public-url", "example.com", "expected an http or https address, not 'example.com'"],
    ["public-url", "ftp://example.com", "expected an http or https address, not 'ftp://example.com'"],
    ["public-url", "http://", "expected an http or https address, not 'http://'"],
    ["public-url", "http://a.example/?b=c", "expected an address without a query, not 'http://a.example/?b=c'"],
    ["public-url", "http://a.example/#b", "expected an address without a query, not 'http://a.example/#b'"],
    ["log-level", "loud", "expected one of trace, debug, info, warn, error, fatal, silent, not 'loud'"],
    ["log-refusals", "-1", "expected a whole number from 0 to 1000000, not '-1'"],
    ["log-format", "xml", "expected one of json, pretty, auto, not 'xml'"],
    ["raw-history-days", "0", "expected a whole number from 1 to 3650, not '0'"],
    ["hourly-history-days", "x", "expected a whole number from 1 to 36500, not 'x'"],
    ["backup-cron", "daily", "expected five fields such as 0 3 * * *, not 'daily'"],
    ["backup-cron", "60 3 * * *", "expected five fields such as 0 3 * * *, not '60 3 * * *'"],
    ["backup-keep", "0", "expected a whole number from 1 to 10000, not '0'"],
    ["checkpoints", "litestream", "expected one of own, external, not 'litestream'"],
    ["litestream-metrics", "127.0.0.1:9190", "expected an http or https address, not '127.0.0.1:9190'"],
    ["read-only", "maybe", "expected true or false, not 'maybe'"],
    ["primary-url", "primary", "expected an http or https address, not 'primary'"],
    ["judge-calls-per-day", "many", "expected a whole number from 0 to 1000000, not 'many'"],
    ["max-connections", "0", "expected a whole number from 1 to 1000000, not '0'"],
    ["max-connections-per-address", "0", "expected a whole number from 1 to 1000000, not '0'"],
    ["max-streams", "many", "expected a whole number from 0 to 1000000, not 'many'"],
    ["metrics-address", "9090", "expected an address and a port such as 127.0.0.1:9090, not '9090'"],
    ["metrics-address", "::1:99999", "expected an address and a port such as 127.0.0.1:9090, not '::1:99999'"],
    ["metrics-token", "short", "expected 16 to 200 characters without spaces"],
    ["admin-token", "nineteen-characters", "expected 20 to 200 characters without spaces"],
    ["key", "short", "expected 16 to 200 characters without spaces"],
    ["kalshi-url", "kalshi", "expected an http or https address, not 'kalshi'"],
    ["kalshi-full-cron", "never", "expected five fields such as 0 3 * * *, not 'never'"],
    ["kalshi-active-cron", "300", "expected five fields such as 0 3 * * *, not '300'"],
    ["retention-cron", "0 0 30 2 *", "expected five fields such as 0 3 * * *, not '0 0 30 2 *'"],
  ];

  for (const [name, value, complaint] of wrong) {
    it(`${name} '${value}' is refused in one line that names where it was given`, () => {
      const variable = variableOf(name);
      const refused = (given: Given, label: string): void =>
        assert.throws(() => read(given), { name: "UsageError", message: `${label}: ${complaint}` });
      refused({ flags: { [name]: value } }, `--${name}`);
      if (value === "") return;
      refused({ environment: { [variable]: value } }, variable);
      refused({ environment: { [`${variable}_FILE`]: fileWith(`${value}\n`) } }, `${variable}_FILE`);
      refused({ file: `${variable}='${value}'` }, variable);
    });
  }

  it("a standby without the address of its primary is refused", () => {
    assert.throws(() => read({ flags: { "read-only": true } }), {
      name: "UsageError",
      message: "--read-only: expected --primary-url with it, the address that errors of a standby name",
    });
  });

  it("of before cron expressions are refused, and the error names what replaces them", () => {
    for (const name of ["TOTEBOARD_KALSHI_FULL_EVERY", "TOTEBOARD_MANIFOLD_ACTIVE_EVERY"]) {
      const replaced = name.replace("EVERY", "CRON");
      const refused = {
        name: "UsageError",
        message: `${name}: set ${replaced} in its place, such as ${replaced}='*/30 * * * *' for every 30 minutes`,
      };
      assert.throws(() => read({ environment: { [name]: "60" } }), refused);
      assert.throws(() => read({ file: `${name}=60` }), refused);
    }
  });

  it("is of a setting whose name and variable no other has", () => {
    assert.equal(new Set(SETTINGS.map(({ name }) => variableOf(name))).size, SETTINGS.length);
  });

  it("every setting that can be wrong is in the table above", () => {
    const isOfPlatform = (name: string): boolean =>
      /-(url|full-cron|active-cron|resolved-cron)$/.test(name) && name !== "public-url";
    // Stripe alone knows what is right.
    const isOfStripe = (name: string): boolean => name.startsWith("stripe-");
    // Any text may be a folder, and none is one too; the judge alone knows its models and keys.
    const tested = new Set([...wrong.map(([name]) => name), "backup-dir", "judge-model", "judge-key"]);
    const missing = SETTINGS.map(({ name }) => name).filter(
      (name) => !tested.has(name) && !isOfPlatform(name) && !isOfStripe(name),
    );
    assert.deepEqual(missing, []);
  });

  it("of Stripe have names of their own, and the webhook may have several secrets", () => {
    const environment = {
      STRIPE_SECRET_KEY: "sk_test",
      STRIPE_WEBHOOK_SECRET: "whsec_a, whsec_b,",
      STRIPE_PRICE_ID_FILE: fileWith("price_pro\n"),
      TOTEBOARD_STRIPE_URL: "http://127.0.0.1:12111/",
    };
    const given = (config: Config) => [
      config.stripeSecretKey,
      config.stripeWebhookSecret,
      config.stripePriceId,
      config.stripeUrl,
    ];
    assert.deepEqual(given(read({ environment })), [
      ...["sk_test", ["whsec_a", "whsec_b"], "price_pro", "http://127.0.0.1:12111"],
    ]);
    assert.deepEqual(given(read({})), [undefined, [], undefined, undefined]);
  });

  it("a file that cannot be read is named", () => {
    const missing = join(folder, "missing");
    assert.throws(() => read({ environment: { TOTEBOARD_DB_FILE: missing } }), {
      name: "UsageError",
      message: new RegExp(`^TOTEBOARD_DB_FILE: cannot read ${missing} \\(ENOENT`),
    });
    const directory = join(folder, "directory");
    mkdirSync(directory);
    assert.throws(() => readConfig({}, { isDemo: false, environment: {}, envFile: directory }), {
      name: "UsageError",
      message: new RegExp(`^${directory}: cannot be read \\(EISDIR`),
    });
  });
});
