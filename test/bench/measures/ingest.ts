import { join } from "node:path";
import { SharedClock } from "../../../src/clock.ts";
import type { Writer } from "../../../src/writer/writer.ts";
import { type Catalogue, LARGE_PLATFORMS } from "../data/catalogue.ts";
import { openBenchWriter, toPlatform } from "../data/database.ts";
import type { Findings } from "../report.ts";
import type { Setting } from "../setting.ts";

const START = Date.parse("2026-11-20T12:00:00.000Z");
const PASS_EVERY_MS = 600_000;

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
  const startedAt = performance.now();
  const runs = await Promise.all(writer.poller.runOnce(new Set()));
  const seconds = (performance.now() - startedAt - making.ms) / 1000;
  const failed = runs.find(({ status }) => status !== "ok");
  if (failed !== undefined) throw new Error(`${name}: ${failed.platform} ${failed.status}: ${failed.error}`);
  const read = runs.reduce((sum, { markets }) => sum + markets, 0);
  const changed = runs.reduce((sum, run) => sum + run.changed + run.inserted, 0);
  const note = `ingest, ${name}: ${read} read, ${changed} changed, ${seconds.toFixed(1)} s`;
  return { marketsASecond: Math.round(read / seconds), note };
}
