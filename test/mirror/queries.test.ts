import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import pino from "pino";
import { SharedClock } from "../../src/clock.ts";
import { runMirror } from "../../src/mirror/mirror.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { insertPast } from "../../src/store/history/history.ts";
import { skipsPostgres, startPostgres, type TestPostgres } from "../support/service/postgres.ts";
import { DAY_MS, HOUR_MS, market, page, resolvedMarket } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { fixedClock, openTestWriter } from "../support/store/writer.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}sql/mirror/queries`;
const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

// Tests that need it are skipped without it.
const postgres = (skipsPostgres === false ? await startPostgres() : undefined) as TestPostgres;
// The queries ask PostgreSQL for the time.
const now = Math.floor(new SharedClock().now() / 1000) * 1000;
let question = "";

/** An open question with a spread on two platforms, yes here being no there, and one that was answered with yes. */
async function fill(): Promise<void> {
  const dates = { createdAt: now - 30 * DAY_MS, closesAt: now + 30 * DAY_MS };
  const quotes = (yesPrice: number, bestBid: number, bestAsk: number) => ({ yesPrice, bestBid, bestAsk });
  const volumes = { volume: 30_000, volume24h: 20_000 };
  const resolved = resolvedMarket({ id: "r", ...dates, resolvedAt: now - HOUR_MS });
  const listed = (one: ReturnType<typeof quotes>) => ({
    full: [page([market({ id: "q", ...dates, ...volumes, ...one }), resolved])],
  });
  const test = openTestWriter({
    clock: fixedClock(now),
    scripts: {
      kalshi: listed(quotes(600_000, 590_000, 610_000)),
      polymarket: listed(quotes(450_000, 440_000, 460_000)),
    },
  });
  await test.pass();
  const past = (platform: string, id: string, points: readonly [daysAgo: number, yesPrice: number][]): void => {
    const key = test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id);
    const seconds = (days: number): number => Math.floor((now - days * DAY_MS) / 1000);
    insertPast(
      test.db,
      Number(key),
      points.map(([days, yesPrice]) => ({ at: seconds(days), yesPrice, volume: 10_000 })),
    );
  };
  test.write(() => {
    past("kalshi", "q", [[3, 400_000]]);
    past("polymarket", "q", [[3, 700_000]]);
    past("kalshi", "r", [
      [5, 500_000],
      [2, 950_000],
    ]);
    past("polymarket", "r", [
      [5, 500_000],
      [1.5, 960_000],
    ]);
  });
  const between = { a: "kalshi", b: "polymarket" };
  group(test, [
    { ...between, id: "q", isInverted: true },
    { ...between, id: "r" },
  ]);
  const titled = "SELECT questions.id FROM questions JOIN markets USING (market_key) WHERE markets.id = 'q'";
  question = String(test.value(titled));
  const db = openDatabase(test.file, "read-only", undefined);
  after(() => db.close());
  const log = pino({ level: "silent" });
  await runMirror({ db, url: postgres.url, clock: test.clock, log, signal: new AbortController().signal }, true);
}

/** Runs a file as the document says. Gives rows with numbers rounded to millionths. */
function run(file: string): Record<string, unknown>[] {
  const variables = [`question=${question}`, "platform=kalshi", "market=q", "ON_ERROR_STOP=1"];
  const args = ["--csv", "--no-psqlrc", ...variables.flatMap((one) => ["-v", one]), "-f", `${FOLDER}/${file}.sql`];
  const csv = execFileSync("psql", [...args, postgres.url], { encoding: "utf8" });
  return parse(csv, {
    columns: true,
    cast: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1e6) / 1e6 : text),
  }) as Record<string, unknown>[];
}

const pick = (rows: readonly Record<string, unknown>[], ...names: string[]): unknown[][] =>
  rows.map((row) => names.map((name) => row[name]));

/** What each query finds. */
const EXPECTED: Readonly<Record<string, () => void>> = {
  "price-history": () =>
    assert.deepEqual(pick(run("price-history"), "platform", "price"), [
      ["kalshi", 0.4],
      ["polymarket", 0.3],
      ["kalshi", 0.6],
      ["polymarket", 0.55],
    ]),
  "spread-history": () => {
    const rows = run("spread-history");
    assert.equal(rows.length, 73, "one row an hour");
    assert.deepEqual(pick(rows, "lowest", "highest", "spread")[0], [0.3, 0.4, 0.1]);
    assert.deepEqual(pick(rows, "lowest", "highest", "spread").at(-1), [0.55, 0.6, 0.05]);
  },
  "closing-lines": () =>
    assert.deepEqual(
      pick(run("closing-lines"), "platform", "id", "outcome", "closing_line", "an_hour_before", "a_day_before"),
      [
        ["kalshi", "r", "yes", 0.95, 0.95, 0.95],
        ["polymarket", "r", "yes", 0.96, 0.96, 0.96],
      ],
    ),
  calibration: () =>
    assert.deepEqual(pick(run("calibration"), "platform", "price_from", "markets", "mean_price", "share_of_yes"), [
      ["kalshi", 0.9, 1, 0.95, 1],
      ["polymarket", 0.9, 1, 0.96, 1],
    ]),
  "brier-scores": () =>
    assert.deepEqual(pick(run("brier-scores"), "platform", "category", "markets", "brier_score"), [
      ["kalshi", "politics", 1, 0.0025],
      ["polymarket", "politics", 1, 0.0016],
    ]),
  movers: () =>
    assert.deepEqual(pick(run("movers"), "platform", "id", "price_before", "price_now", "change", "volume_24h"), [
      ["polymarket", "q", 0.7, 0.45, -0.25, 200],
      ["kalshi", "q", 0.4, 0.6, 0.2, 200],
    ]),
  "daily-volume": () => {
    const rows = pick(run("daily-volume"), "day", "platform", "dollars", "markets");
    const day = new Date(now).toISOString().slice(0, 10);
    assert.deepEqual(
      rows.filter((row) => row[0] === day),
      [
        [day, "kalshi", 1100, 2],
        [day, "polymarket", 1100, 2],
      ],
    );
  },
  "first-to-know": () =>
    assert.deepEqual(pick(run("first-to-know"), "platform", "outcome", "later"), [
      ["kalshi", "yes", "00:00:00"],
      ["polymarket", "yes", "12:00:00"],
    ]),
  "open-spreads": () =>
    assert.deepEqual(pick(run("open-spreads"), "question", "buy_on", "buy_at", "sell_on", "sell_at", "spread"), [
      [question, "polymarket", 0.56, "kalshi", 0.59, 0.03],
    ]),
  candles: () =>
    assert.deepEqual(pick(run("candles"), "open", "high", "low", "close", "traded"), [
      [0.4, 0.4, 0.4, 0.4, 0],
      [0.4, 0.6, 0.4, 0.6, 200],
    ]),
};

describe("the queries over the mirror", { skip: skipsPostgres }, () => {
  before(fill);
  const names = readdirSync(FOLDER).map((name) => name.replace(/\.sql$/, ""));

  it("are all documented, and all of these are tested", () => {
    assert.deepEqual(names.toSorted(), Object.keys(EXPECTED).toSorted());
    const document = read(".deploy/mirror.md");
    assert.deepEqual(
      names.filter((name) => !document.includes(`(../sql/mirror/queries/${name}.sql)`)),
      [],
    );
  });

  for (const [name, check] of Object.entries(EXPECTED)) it(`${name} finds what there is`, check);
});

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly rawSql: string }[];
}

describe("the Grafana dashboard over the mirror", { skip: skipsPostgres }, () => {
  before(fill);
  const dashboard = JSON.parse(read(".deploy/grafana-mirror.json")) as {
    readonly panels: readonly Panel[];
    readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
  };
  /** As Grafana replaces its macros: https://grafana.com/docs/grafana/latest/datasources/postgres/ */
  const fillIn = (sql: string): string => {
    const [from, to] = [now - 7 * DAY_MS, now + HOUR_MS].map((ms) => `'${new Date(ms).toISOString()}'`);
    return sql
      .replace(/\$__timeFilter\(([^)]+)\)/g, `$1 BETWEEN ${from} AND ${to}`)
      .replaceAll("$__timeFrom()", String(from))
      .replaceAll("$__timeTo()", String(to))
      .replace(/\$\{question:sqlstring\}/g, `'${question}'`);
  };

  it("lists the questions, the most traded first", async () => {
    const { query = "" } = dashboard.templating.list.find(({ name }) => name === "question") ?? {};
    const values = (await postgres.query(query)).map((row) => row.__value);
    assert.equal(values.length, 2);
    assert.ok(values.includes(question));
  });

  for (const { title, targets } of dashboard.panels) {
    it(`draws '${title}'`, async () => {
      for (const { rawSql } of targets) assert.ok((await postgres.query(fillIn(rawSql))).length > 0);
    });
  }
});
