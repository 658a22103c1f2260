import type { Clock } from "../../clock.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Listing, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Run, RunKind } from "../../store/runs.ts";
import type { Writing } from "../transactions/writing.ts";
import { type Batch, createBatch } from "./batch.ts";
import { createDriftCheck, type Drift } from "./drift.ts";
import { closeMissing } from "./missing.ts";

/** The first few ids of each kind of rejection are kept. */
const SAMPLE_IDS = 5;

export interface Pass {
  readonly source: Source;
  readonly fetcher: Fetcher;
  readonly kind: RunKind;
  /** For the kinds that ask for what changed since a time. */
  readonly since: number;
  /** True when the operator has said that what the platform sends now is right. */
  readonly acceptsDrift: boolean;
  readonly onProgress: (progress: { pages: number; markets: number }) => void;
}

export type PassResult = Omit<Run, "nextAt">;

/**
 * One pass over one platform: fetch, normalise, check for drift, upsert. Never throws for what a platform does: the
 * result says how it ended, and what was stored before stays.
 */
export async function runPass(writing: Writing, clock: Clock, pass: Pass): Promise<PassResult> {
  const { source, kind, acceptsDrift } = pass;
  const { platform } = source;
  const tally = createTally(pass, clock);
  const isOpenListing = kind !== "resolved";
  const driftCheck = isOpenListing && !acceptsDrift ? createDriftCheck({ isWhole: kind === "full" }) : undefined;
  const isFirst = kind === "full" && writing.runs.findLatestOk(platform, "full") === undefined;
  const batch = createBatch(writing, clock, { platform, isOpenListing, isFirst, driftCheck });
  const finish = (status: Run["status"], error: string | null, missing = 0): PassResult => ({
    platform,
    kind,
    ...tally.finish(),
    ...batch.written,
    missing,
    status,
    error,
  });
  try {
    const drift = await readPages(pass, clock, tally, batch);
    if (drift !== undefined) return finish("held", drift.summary);
    if (kind !== "full") return finish("ok", null);
    const { closed, heldBecause } = await closeMissing(writing, clock, pass, batch.seen);
    // The day's count of open markets, also where nothing is traded.
    await writing.step(() => writing.volumes.note(platform, clock.now(), 0));
    return finish(heldBecause === null ? "ok" : "held", heldBecause, closed);
  } catch (error) {
    if (error instanceof UpstreamError) return { ...finish("failed", error.reason), host: error.host };
    throw error;
  }
}

/** Reads all pages; drift stops the pass before it is written. */
async function readPages(pass: Pass, clock: Clock, tally: PassTally, batch: Batch): Promise<Drift | undefined> {
  try {
    for await (const body of fetchPages(pass)) {
      const listing = pass.source.normalise(body, clock.now());
      tally.addPage(listing);
      const drift = await batch.add(listing);
      if (drift !== undefined) return drift;
    }
    return await batch.judgeRest();
  } finally {
    await batch.finish();
  }
}

function fetchPages({ source, fetcher, kind, since }: Pass): AsyncIterable<unknown> {
  if (kind === "full") return source.fetchOpen(fetcher);
  const pages = kind === "active" ? source.fetchActive?.(fetcher, since) : source.fetchResolved?.(fetcher, since);
  if (pages === undefined) throw new Error(`${source.platform} has no ${kind} pass`);
  return pages;
}

type PassTally = ReturnType<typeof createTally>;

/** Counts what a pass has read so far. */
function createTally(pass: Pass, clock: Clock) {
  const startedAt = clock.elapsed();
  const rejections: Record<string, { count: number; ids: string[] }> = {};
  const read = { pages: 0, markets: 0, rejected: 0 };
  return {
    addPage({ markets, rejected }: Listing): void {
      read.pages++;
      read.markets += markets.length;
      read.rejected += rejected.length;
      for (const { reason, id } of rejected) {
        const kind = rejections[reason] ?? { count: 0, ids: [] };
        rejections[reason] = kind;
        kind.count++;
        if (id !== null && kind.ids.length < SAMPLE_IDS && !kind.ids.includes(id)) kind.ids.push(id);
      }
      pass.onProgress({ pages: read.pages, markets: read.markets });
    },

    finish() {
      const finishedAt = clock.now();
      // By the monotonic clock: the time of day may be set meanwhile.
      const tookMs = clock.elapsed() - startedAt;
      return { startedAt: Math.round(finishedAt - tookMs), finishedAt, ...read, rejections };
    },
  };
}
