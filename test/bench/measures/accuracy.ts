import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CRITERIA, WEIGHTS } from "../../../src/domain/accuracy.ts";
import { CATEGORIES } from "../../../src/domain/categories/names.ts";
import { openDatabase, prepare } from "../../../src/store/database/db.ts";
import { migrate } from "../../../src/store/database/migrations.ts";
import { openStore } from "../../../src/store/open.ts";
import { createRandom, fillResults } from "../../support/accuracy/results.ts";
import type { Findings } from "../report.ts";
import type { Setting } from "../setting.ts";

const MARKETS = 1_000_000;
const QUERIES = 200;
const CHANGES = 50;
const SCORES = 5;
const PLATFORMS = ["kalshi", "manifold", "polymarket", "predictit"];

/** How long figures of a million resolved markets take the processor, and after how long other requests have a turn. */
export async function measureAccuracy({ folder }: Pick<Setting, "folder">): Promise<Findings> {
  const file = join(folder, "accuracy.db");
  const db = openDatabase(file, "read-write", undefined);
  migrate(db, file);
  fillResults(db, MARKETS);
  // Otherwise the first change would pay for it.
  db.pragma("wal_checkpoint(TRUNCATE)");
  const { accuracy, close } = openStore(file, undefined, PLATFORMS);
  const before = process.memoryUsage().arrayBuffers;
  const read = await timesOf(1, () => accuracy.sync());
  const bytes = (process.memoryUsage().arrayBuffers - before) / MARKETS;
  const random = createRandom(7);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? failEmpty();
  const toQuery = (index: number) => ({
    platforms: random() < 0.5 ? PLATFORMS : [oneOf(PLATFORMS)],
    rivals: PLATFORMS,
    categories: random() < 0.5 ? undefined : [oneOf(CATEGORIES)],
    criterion: oneOf(CRITERIA),
    weight: oneOf(WEIGHTS),
    minVolume: random() < 0.5 ? index : Math.floor(random() * 1e6),
  });
  await timesOf(QUERIES / 10, (index) => accuracy.calibrate(toQuery(index)));
  const bins = await timesOf(QUERIES, (index) => accuracy.calibrate(toQuery(index)));
  const saveAgain = prepare(db, "criteria", "saveAgain");
  const synced = await timesOf(CHANGES, async (index) => {
    saveAgain.run(1 + index);
    await accuracy.sync();
  });
  const all = { platforms: PLATFORMS, rivals: PLATFORMS, criterion: "1d", weight: "none" } as const;
  const scores = await timesOf(SCORES, (minVolume) => accuracy.score({ ...all, minVolume }));
  const known = await timesOf(SCORES, (minVolume) => accuracy.score({ ...all, minVolume }));
  const differing = await timesOf(1, () => accuracy.listDisagreements({ platforms: PLATFORMS }, { limit: 20 }));
  close();
  db.close();
  const target = (what: string, measured: number, atMost: number) => ({ what, measured, unit: "ms", atMost });
  return {
    targets: [
      target(`calibration of ${MARKETS} markets, any filters: processor, p99`, bins.p99, 50),
      target("one changed market, until it counts: processor, p99", synced.p99, 5),
    ],
    notes: Object.entries({ read, calibration: bins, changed: synced, scores, known, differing })
      .map(([what, { p50, p99, turn }]) => `accuracy, ${what}: ${p50} ms, p99 ${p99} ms, longest turn ${turn} ms`)
      .concat(`accuracy: ${bytes.toFixed(0)} bytes a market in memory`),
  };
}

/** Milliseconds of processor time, and of the longest turn that others had to wait for. */
async function timesOf(count: number, work: (index: number) => Promise<unknown>) {
  const times: number[] = [];
  let [turn, isDone] = [0, false];
  const watch = async () => {
    for (let last = performance.now(); !isDone; last = performance.now()) {
      await setImmediate();
      turn = Math.max(turn, performance.now() - last);
    }
  };
  for (let index = 0; index < count; index++) {
    isDone = false;
    const watching = watch();
    const from = process.cpuUsage();
    await work(index);
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1000);
    isDone = true;
    await watching;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.floor(share * count)] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99), turn: Math.round(turn * 10) / 10 };
}

function failEmpty(): never {
  throw new Error("the list is empty");
}
