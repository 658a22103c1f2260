import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SharedClock } from "../../../src/clock.ts";
import type { AlertRule, AlertType } from "../../../src/domain/alerts.ts";
import { ALERTS_UP_TO } from "../../../src/store/alerts/alerts.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { type Db, immediately, openDatabase, prepare } from "../../../src/store/database/db.ts";
import { migrate } from "../../../src/store/database/migrations.ts";
import { findPosition, savePosition } from "../../../src/store/database/properties.ts";
import { insertRun } from "../../../src/store/runs.ts";
import { createWebhook } from "../../../src/store/webhooks/webhooks.ts";
import { openAlertEvaluator } from "../../../src/writer/alerts/evaluator.ts";
import { upsertMarkets } from "../../../src/writer/ingest/upsert.ts";
import { openWriting } from "../../../src/writer/transactions.ts";
import { poll, start } from "../../support/service/executable.ts";
import { event, market } from "../../support/store/builders.ts";
import { scriptAt, startContender } from "../contenders/contender.ts";
import { compareReads } from "../load/beside.ts";
import type { Findings } from "../report.ts";
import { type Setting, startOne } from "../setting.ts";

const MARKETS = 1000;
const ALERTS = 10 * MARKETS;
const COMMITS = 20;
const MAX_MS = 100;
const READS = 20_000;
const CHANGES_PER_SECOND = 50;

/** Alerts on 1,000 markets whose prices change all the time. */
export async function measureAlerts(setting: Setting): Promise<Findings> {
  const { targets = [], notes = [] } = measureLooks(setting);
  const { withMs, withoutMs, ratio, firings, delivered } = await measureReads(setting);
  return {
    targets: [...targets, { what: "alerts: hot reads, p99 with ÷ without", measured: ratio, unit: "×", atMost: 1.2 }],
    notes: [
      ...notes,
      `alerts: p99 of hot reads with them ${withMs.toFixed(2)} ms, without ${withoutMs.toFixed(2)} ms; ${firings} firings, ${delivered} delivered`,
    ],
  };
}

/** The hot list from two services in turns, one with alerts and a webhook, while prices change in both. */
async function measureReads(setting: Setting) {
  const [own] = setting.programs;
  const contenders = [
    await startOne(setting, own, { isPinned: false }),
    await startOne(setting, own, { isPinned: false }),
  ] as const;
  const db = openDatabase(contenders[0].file, "read-write", undefined);
  const receiver = await startReceiver(setting);
  // Its messages go to the operator's webhook.
  createWebhook(db, { keyId: null, target: "webhook", name: "bench", address: receiver.url }, Date.now());
  const names = db.prepare(`
    SELECT platform || ':' || id FROM markets WHERE status = 'open' ORDER BY market_key % 977 LIMIT ?`);
  const markets = (names.pluck().all(MARKETS) as string[]).map((name) => ({ name }));
  immediately(db, () => addAlerts(db, Date.now(), markets));
  await warmUp(setting, { db, files: contenders.map(({ file }) => file) });
  const count = db.prepare(
    "SELECT sum(firings), (SELECT count(*) FROM deliveries WHERE status = 'delivered') FROM alerts",
  );
  const readCounts = (): number[] => (count.raw().get() as unknown[]).map(Number);
  const before = readCounts();
  const paths = Array.from({ length: READS }, () => "/api/v1/markets");
  const compared = await compareReads(setting, { contenders, paths, changing: [CHANGES_PER_SECOND, MARKETS] });
  const [firings, delivered] = readCounts().map((after, index) => after - (before[index] ?? 0));
  db.close();
  await receiver.stop();
  return { ...compared, firings, delivered };
}

/** A receiver of messages in a process of its own. */
function startReceiver({ folder }: Pick<Setting, "folder">) {
  const answer = join(folder, "answer.json");
  writeFileSync(answer, JSON.stringify({ status: 204, headers: [], body: "" }));
  return startContender({ name: "receiver", command: scriptAt("contenders/bare.ts", answer), folder, isPinned: false });
}

/**
 * Reading 10,000 alerts and the first look at each market fall due once in the life of a process. Both are over when
 * every price has changed since: all of them do twice.
 */
async function warmUp({ folder }: Pick<Setting, "folder">, { db, files }: { db: Db; files: readonly string[] }) {
  const begun = findPosition(db, ALERTS_UP_TO);
  const changing = files.map((file) => start(scriptAt("data/changing.ts", file, MARKETS, MARKETS), folder, {}, 0));
  await poll(
    "alerts to look at every market",
    () => findPosition(db, ALERTS_UP_TO) >= begun + 2 * MARKETS || undefined,
  );
  for (const one of changing) one.process.kill("SIGKILL");
}

/**
 * How long the writer takes for all alerts after a commit that changed every market. Each market has ten alerts: on its
 * price, its moves and its end, by its name and by words of its title. In every other commit one of ten fires.
 * The first look at a market reads where each alert begins, so it is told apart.
 */
function measureLooks({ folder }: Pick<Setting, "folder">): Findings {
  const file = join(folder, "alerts.db");
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  const clock = new SharedClock();
  const writing = openWriting(db, { clock });
  const write = (yesPrice: number): void => {
    const markets = Array.from({ length: MARKETS }, (_, index) =>
      market({
        id: `m${index}`,
        title: `Will word${index} happen?`,
        yesPrice,
        closesAt: clock.now() + 30 * 86_400_000,
      }),
    );
    const events = new Map([["e1", event({ id: "e1" })]]);
    immediately(db, () => {
      upsertMarkets(writing, { platform: "kalshi", events, isOpenListing: true, markets }, clock.now());
      flushGathered(writing);
    });
  };
  write(500_000);
  notePass(writing, clock);
  const evaluator = openAlertEvaluator(db, { clock, platforms: ["kalshi"], publicUrl: undefined });
  const look = (): number => {
    const from = performance.now();
    while (evaluator.lookAtCommits());
    return performance.now() - from;
  };
  const withoutAlerts = Array.from({ length: COMMITS }, look).toSorted((a, b) => a - b)[COMMITS / 2] ?? 0;
  const named = Array.from({ length: MARKETS }, (_, market) => ({
    name: `kalshi:m${market}`,
    query: `word${market} happen`,
  }));
  immediately(db, () => addAlerts(db, clock.now(), named));
  look();
  write(510_000);
  const first = look();
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let commit = 0; commit < COMMITS; commit++) {
    write(commit % 2 === 0 ? 620_000 - commit : 500_000 + commit);
    const cpuFrom = process.cpuUsage();
    times.push(look());
    const { user, system } = process.cpuUsage(cpuFrom);
    cpuTimes.push((user + system) / 1000);
  }
  const firings = Number(db.prepare("SELECT sum(firings) FROM alerts").pluck().get());
  db.close();
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, longest = 0] = [sorted[COMMITS / 2], sorted.at(-1)];
  const cpuSorted = cpuTimes.toSorted((a, b) => a - b);
  const [cpu = 0, longestCpu = 0] = [cpuSorted[COMMITS / 2], cpuSorted.at(-1)];
  return {
    targets: [
      {
        what: `${ALERTS} alerts after a commit of ${MARKETS} changes: longest`,
        measured: longest,
        unit: "ms",
        atMost: MAX_MS,
      },
    ],
    notes: [
      `alerts: median ${median.toFixed(0)} ms of ${COMMITS} commits (processor ${cpu.toFixed(0)} ms, longest ${longestCpu.toFixed(0)} ms), ${firings} firings`,
      `alerts: first look ${first.toFixed(0)} ms; without alerts ${withoutAlerts.toFixed(3)} ms`,
    ],
  };
}

function notePass(writing: ReturnType<typeof openWriting>, clock: SharedClock): void {
  const [startedAt, finishedAt] = [clock.now() - 1000, clock.now()];
  const counts = { pages: 1, markets: MARKETS, inserted: MARKETS, changed: 0, missing: 0, rejected: 0 };
  const run = { platform: "kalshi", kind: "full", status: "ok", rejections: {}, error: null } as const;
  immediately(writing.db, () =>
    insertRun(writing, { ...run, ...counts, startedAt, finishedAt, nextAt: startedAt + 1_800_000 }),
  );
}

const TYPES: readonly (Partial<AlertRule> & { readonly type: AlertType })[] = [
  ...[0.6, 0.7, 0.8, 0.9].map((above) => ({ type: "market.price_crossed", above }) as const),
  ...[0.4, 0.3, 0.2].map((below) => ({ type: "market.price_crossed", below }) as const),
  { type: "market.price_moved", points: 30, windowHours: 24 },
  { type: "market.resolved" },
];

/** Ten alerts for each market; the last one searches for it where a query is given. */
function addAlerts(db: Db, now: number, markets: readonly { readonly name: string; readonly query?: string }[]): void {
  const insert = prepare(db, "alerts", "insert");
  savePosition(db, ALERTS_UP_TO, Number(prepare(db, "change-log", "lastSeq").pluck().get()));
  const columns = { keyId: null, name: "", webhookIds: null, now, expiresAt: null };
  const common = { once: false, cooldownSeconds: 0, hysteresis: 0, minVolume: 0 };
  for (const { name, query } of markets) {
    const scope = { market: name };
    const last = { type: "market.price_crossed", above: 0.95, scope: query === undefined ? scope : { query } };
    for (const [index, rule] of [...TYPES.map((type) => ({ ...type, scope })), last].entries()) {
      insert.run({ ...columns, id: `alert ${index} ${name}`, rule: JSON.stringify({ ...common, ...rule }) });
    }
  }
}
