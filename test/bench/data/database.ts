import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config.ts";
import { RULES_VERSION } from "../../../src/domain/matching/matches.ts";
import { readEmbedded } from "../../../src/embedded.ts";
import type { PlatformFetcher } from "../../../src/sources/fetcher.ts";
import { openSources } from "../../../src/sources/index.ts";
import type { Source } from "../../../src/sources/source.ts";
import { flushGathered } from "../../../src/store/catalogue/gathered.ts";
import { checkpoint } from "../../../src/store/database/db.ts";
import { savePosition } from "../../../src/store/database/properties.ts";
import { RULES_POSITION } from "../../../src/store/matching/match-queue.ts";
import type { PolledPlatform } from "../../../src/writer/ingest/polled-platform.ts";
import { archiveHistory } from "../../../src/writer/maintenance/maintenance.ts";
import { openWriter, type Writer } from "../../../src/writer/writer.ts";
import { BENCH_PLATFORMS, type BenchPlatform, type Catalogue } from "./catalogue.ts";
import { closeMost, fillArchive, fillGroups } from "./filling.ts";
import { openPage } from "./pages.ts";

const FOLDER = join(tmpdir(), "toteboard-bench-databases");
const DAY_MS = 86_400_000;
/** A market's history reaches back so far; an older database would have too little of it left. */
const KEPT_DAYS = 5;
/** Raised when what is made here changes. */
const EDITION = 7;
const PAGE_EVENTS = 200;

/** A database of that many markets, a fifth of them open: one made before with the same schema, or a new one. */
export async function openBenchDatabase(markets: number): Promise<{ file: string; madeAt: number }> {
  mkdirSync(FOLDER, { recursive: true });
  const prefix = `${markets}-${schemaDigest()}-`;
  const now = Date.now();
  for (const name of readdirSync(FOLDER)) {
    const madeAt = Number(/-(\d+)\.db(-wal|-shm)?$/.exec(name)?.[1] ?? now);
    if (madeAt < now - KEPT_DAYS * DAY_MS) rmSync(join(FOLDER, name), { force: true });
    else if (name.startsWith(prefix) && name.endsWith(".db")) return { file: join(FOLDER, name), madeAt };
    else if (name.startsWith(`${markets}-`) && !name.startsWith(prefix)) rmSync(join(FOLDER, name), { force: true });
  }
  const file = join(FOLDER, `${prefix}${now}.db`);
  const unfinished = join(FOLDER, `unfinished-${process.pid}-${now}.db`);
  const startedAt = performance.now();
  process.stderr.write(`Building a database of ${markets} markets in ${FOLDER}…\n`);
  try {
    await build(unfinished, { markets, round: 0, madeAt: now });
    renameSync(unfinished, file);
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
  }
  process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.\n`);
  return { file, madeAt: now };
}

function schemaDigest(): string {
  const hash = createHash("sha256").update(String(EDITION));
  hash.update(readEmbedded("sql/schema.sql"));
  return hash.digest("hex").slice(0, 12);
}

/** Through the writer itself, page by page as the platforms would list them, but without waiting for the disk. */
async function build(file: string, catalogue: Catalogue): Promise<void> {
  const platforms = BENCH_PLATFORMS.map((platform) => toPlatform(platform, () => catalogue));
  const writer = openBenchWriter(file, platforms, new SharedClock());
  const { writing } = writer;
  const { db } = writing;
  db.pragma("synchronous = OFF");
  db.pragma("cache_size = -2000000");
  // All steps in one transaction: a page is then written once, not with every step that touches it.
  writing.step = async (work) => {
    const result = work({ isSpent: () => false, spend: () => undefined });
    flushGathered(writing);
    return result;
  };
  writing.part = writing.step;
  writing.bulk = writing.step;
  db.exec("BEGIN");
  for (const { status, error } of await Promise.all(writer.poller.runOnce(new Set()))) {
    if (status !== "ok") throw new Error(`a pass ended ${status}: ${error}`);
  }
  await archiveHistory(writing);
  fillGroups(writing, catalogue);
  fillArchive(db, catalogue);
  closeMost(writing);
  // The groups are there: nothing is left to be matched, and no rules are new.
  db.exec("DELETE FROM match_queue");
  savePosition(db, RULES_POSITION, RULES_VERSION);
  db.exec("COMMIT");
  checkpoint(db);
  await writer.close();
}

/** The service's writer for a file, in this thread. */
export const openBenchWriter = (file: string, platforms: readonly PolledPlatform[], clock: SharedClock): Writer =>
  openWriter({
    config: { ...readConfig({}, { isDemo: false, environment: {}, envFile: "no-such.env" }), db: file },
    addonPath: undefined,
    clock,
    log: pino({ level: "error" }, pino.destination(2)),
    platforms,
  });

/** A platform that lists what is in the catalogue, with the time that it takes to make the pages. */
export function toPlatform(platform: BenchPlatform, catalogueOf: () => Catalogue, making = { ms: 0 }): PolledPlatform {
  const real = openSources({}).get(platform);
  if (real === undefined) throw new Error(`no source for ${platform}`);
  const source: Source = {
    platform,
    normalise: (body, now) => real.normalise(body, now),
    async *fetchOpen() {
      for (let from: number | undefined = 0; from !== undefined; ) {
        const startedAt = performance.now();
        const page = openPage(platform, catalogueOf(), from, PAGE_EVENTS);
        making.ms += performance.now() - startedAt;
        yield page.body;
        from = page.next;
      }
    },
  };
  return {
    source,
    fetcher: NO_FETCHER,
    slowFetcher: NO_FETCHER,
    passes: { full: "0 0 * * *", active: null, resolved: null },
  };
}

const NO_FETCHER: PlatformFetcher = {
  json: () => Promise.reject(new Error("nothing is fetched")),
  until: () => NO_FETCHER,
} as PlatformFetcher;
