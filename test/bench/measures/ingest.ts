import { join } from "node:path";
import { SharedClock } from "../../../src/clock.ts";
import { readWal } from "../../../src/store/database/db.ts";
import type { Writer } from "../../../src/writer/writer.ts";
import { type Catalogue, LARGE_PLATFORMS } from "../data/catalogue.ts";
import { openBenchWriter, toPlatform } from "../data/database.ts";
import type { Findings } from "../report.ts";
import type { Setting } from "../setting.ts";

const START = Date.parse("2026-11-20T12:00:00.000Z");
const PASS_EVERY_MS = 600_000;
/** Of each page in the log. */
const FRAME_HEADER = 24;

interface Pass {
  readonly marketsASecond: number;
  readonly note: string;
}

/** What passes over all platforms cost in this project's writer: the first, one without news, one where all changed. */
export async function measureIngest({ markets, folder }: Setting): Promise<Findings> {
  const clock = new SharedClock();
  const making = { ms: 0 };
  let catalogue: Catalogue = { markets, round: 0, madeAt: START };
  const platforms = LARGE_PLATFORMS.map((platform) => toPlatform(platform, () => catalogue, making));
  const writer = openBenchWriter(join(folder, "ingest.db"), platforms, clock);
  let now = START;
  const pass = (name: string, round: number): Promise<Pass> => {
    now += PASS_EVERY_MS;
    clock.fixAt(now);
    catalogue = { ...catalogue, round };
    return measurePass(name, writer, making);
  };
  try {
    const first = await pass("first", 0);
    const unchanged = await pass("unchanged", 0);
    const all = await pass("all", 1);
    const unit = "a second";
    return {
      targets: [
        { what: "ingest: changed markets", measured: all.marketsASecond, unit, atLeast: 25_000 },
        { what: "ingest: unchanged markets", measured: unchanged.marketsASecond, unit, atLeast: 60_000 },
      ],
      notes: [first.note, unchanged.note, all.note],
    };
  } finally {
    await writer.close();
  }
}

async function measurePass(name: string, writer: Writer, making: { ms: number }): Promise<Pass> {
  making.ms = 0;
  const { db } = writer.writing;
  db.pragma("wal_checkpoint(TRUNCATE)");
  const pageSize = Number(db.pragma("page_size", { simple: true }));
  const log = watchLog(db);
  const startedAt = performance.now();
  const runs = await Promise.all(writer.poller.runOnce(new Set()));
  const seconds = (performance.now() - startedAt - making.ms) / 1000;
  log.stop();
  const failed = runs.find(({ status }) => status !== "ok");
  if (failed !== undefined) throw new Error(`${name}: ${failed.platform} ${failed.status}: ${failed.error}`);
  const read = runs.reduce((sum, { markets }) => sum + markets, 0);
  const changed = runs.reduce((sum, run) => sum + run.changed + run.inserted, 0);
  const megabytes = (log.pages() * (pageSize + FRAME_HEADER)) / 2 ** 20;
  const note =
    `ingest, ${name}: ${read} read, ${changed} changed, ${seconds.toFixed(1)} s, ` + `WAL ${megabytes.toFixed(1)} MB`;
  return { marketsASecond: Math.round(read / seconds), note };
}

/** Counts the pages that all write transactions add to the log. */
function watchLog(db: Writer["writing"]["db"]) {
  let added = 0;
  const original = db.transaction;
  db.transaction = ((work: () => unknown) => {
    const made = original.call(db, work);
    const immediate = (): unknown => {
      const { pages: before } = readWal(db);
      const result = made.immediate();
      const { pages } = readWal(db);
      // The log restarts once all of it is in the database file.
      added += pages < before ? pages : pages - before;
      return result;
    };
    return Object.assign(() => made(), { ...made, immediate });
  }) as typeof db.transaction;
  return {
    pages: () => added,
    stop() {
      db.transaction = original;
    },
  };
}
