import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "../../../src/store/database/db.ts";
import { type Started, start } from "../../support/service/executable.ts";
import { launchPostgres, type TestPostgres } from "../../support/service/postgres.ts";
import { eventually } from "../../support/service/service.ts";
import { scriptAt } from "../contenders/contender.ts";
import { shareOf, type Timed } from "../load/ask.ts";
import { compareReads } from "../load/beside.ts";
import type { Findings } from "../report.ts";
import { copyDatabase, type Setting, startOne } from "../setting.ts";

/** Of 300,000 markets; smaller databases have as many for each. */
const PRICES = 10_000_000;
const CHANGES_PER_SECOND = 5000;
const LAG_MS = 40_000;
const SAMPLE_MS = 50;
const READS = 4000;

/** The mirror in a process of its own beside PostgreSQL on the same cores. */
export async function measureMirror(setting: Setting): Promise<Findings> {
  const postgres = await launchPostgres();
  try {
    const file = copyDatabase(setting);
    fillPrices(file, Math.round((PRICES * setting.markets) / 300_000));
    const url = await postgres.create("copied");
    const copy = await measureCopy(setting, postgres.at(url), { file, url });
    const lag = await measureLag(setting, { file, url });
    const reads = await measureReads(setting, postgres);
    return {
      targets: [
        { what: "mirror: first copy", measured: copy.rows / copy.seconds, unit: "rows a second", atLeast: 50_000 },
        { what: "mirror: lag p99", measured: shareOf(lag.samples, 0.99) / 1000, unit: "s", atMost: 2 },
        { what: "mirror: reads, p99 with ÷ without", measured: reads.ratio, unit: "×", atMost: 1.2 },
      ],
      notes: [
        `mirror: ${copy.rows} rows copied in ${copy.seconds.toFixed(0)} s`,
        `mirror: lag at ${lag.perSecond.toFixed(0)} changes a second: p50 ${shareOf(lag.samples, 0.5).toFixed(0)} ms`,
        `mirror: p99 of reads with it ${reads.withMs.toFixed(2)} ms, without ${reads.withoutMs.toFixed(2)} ms`,
      ],
    };
  } finally {
    await postgres.close();
  }
}

/** Adds prices of the last 30 days until there are so many. */
function fillPrices(file: string, count: number): void {
  const db = openDatabase(file, "read-write", undefined);
  const have = Number(db.prepare("SELECT count(*) FROM history_points").pluck().get());
  const markets = Number(db.prepare("SELECT count(*) FROM markets").pluck().get());
  const each = Math.ceil((count - have) / markets);
  db.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT ${each} UNION ALL SELECT n - 1 FROM numbers WHERE n > 1)
    INSERT OR IGNORE INTO history_points (market_key, at, yes_price, volume)
    SELECT market_key, unixepoch() - n * ${Math.floor((29 * 86_400) / each)} - market_key % 61,
      max(10000, min(990000, yes_price + ((market_key * 31 + n * 17) % 41 - 20) * 1000)), volume
    FROM markets JOIN market_quotes USING (market_key) CROSS JOIN numbers
    WHERE has_price
    ORDER BY 1, 2`);
  db.close();
}

interface Mirrored {
  readonly file: string;
  readonly url: string;
}

const startMirror = (
  { programs: [{ program }], folder }: Setting,
  { file, url }: Mirrored,
  ...flags: string[]
): Started => start([...program, "mirror", "--db", file, ...flags], folder, { TOTEBOARD_MIRROR_URL: url }, 0);

async function measureCopy(setting: Setting, query: TestPostgres["query"], mirrored: Mirrored) {
  const startedAt = performance.now();
  const { exitCode, stderr } = await startMirror(setting, mirrored, "--once").ended;
  if (exitCode !== 0) throw new Error(`the copy failed: ${stderr}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const [counted] =
    await query(`SELECT ((SELECT count(*) FROM toteboard.prices) + (SELECT count(*) FROM toteboard.markets)
    + (SELECT count(*) FROM toteboard.events))::int AS rows`);
  return { rows: Number(counted?.rows), seconds };
}

/** How old the oldest change is that the mirror has not, every 50 ms. */
async function measureLag(setting: Setting, mirrored: Mirrored) {
  const mirror = startMirror(setting, mirrored);
  const changing = start(scriptAt("data/changing.ts", mirrored.file, CHANGES_PER_SECOND), setting.folder, {}, 0);
  const client = new pg.Client({ connectionString: mirrored.url });
  await client.connect();
  const db = openDatabase(mirrored.file, "read-only", undefined);
  const oldest = db.prepare("SELECT at FROM feed_changes WHERE seq > ? ORDER BY seq LIMIT 1").pluck();
  const count = db.prepare("SELECT count(*) FROM feed_changes WHERE seq > ? AND type = 1").pluck();
  const last = db.prepare("SELECT max(seq) FROM feed_changes").pluck();
  try {
    await eventually("changes", async () => Number(last.get()) > Number(await readSeq(client)));
    await delay(5000);
    const [from, startedAt] = [Number(last.get()), performance.now()];
    const samples: Timed[] = [];
    while (performance.now() - startedAt < LAG_MS) {
      const at = oldest.get(await readSeq(client));
      samples.push({ path: "", ms: at === undefined ? 0 : Math.max(0, Date.now() - Number(at)) });
      await delay(SAMPLE_MS);
    }
    return { samples, perSecond: Number(count.get(from)) / ((performance.now() - startedAt) / 1000) };
  } finally {
    changing.process.kill("SIGKILL");
    mirror.process.kill("SIGTERM");
    await client.end();
    await mirror.ended;
    db.close();
  }
}

const readSeq = async (client: pg.Client): Promise<number> =>
  Number((await client.query("SELECT seq FROM toteboard.mirror_state")).rows[0]?.seq);

/** The same pages of markets from two services in turns, one with a mirror, while 50 prices a second change in both. */
async function measureReads(setting: Setting, postgres: TestPostgres) {
  const url = await postgres.create("of_service");
  const [own] = setting.programs;
  const environment = { TOTEBOARD_MIRROR_URL: url };
  const contenders = [
    await startOne(setting, own, { environment, isPinned: false }),
    await startOne(setting, own, { isPinned: false }),
  ] as const;
  const query = postgres.at(url);
  const state = "SELECT copying IS NULL AND copies = 1 AS done FROM toteboard.mirror_state";
  await eventually(
    "the copy",
    () =>
      query(state).then(
        ([row]) => row?.done === true,
        () => false,
      ),
    { deadlineMs: 900_000, everyMs: 500 },
  );
  const paths = Array.from({ length: READS }, (_, read) => `/api/v1/markets?page=${1 + (read % 100)}`);
  return compareReads(setting, { contenders, paths, changing: [50] });
}
