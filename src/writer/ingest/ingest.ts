import type { Clock } from "../../clock.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Listing, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import type { Run, RunKind } from "../../store/runs.ts";
import { toKeySet } from "../key-set.ts";
import type { Writing } from "../transactions/index.ts";
import { createChunks } from "./chunks.ts";
import { createGuard, type Drift } from "./drift.ts";
import { closeAbsent } from "./missing.ts";

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
 * One pass over one platform: fetch, normalise, guard, upsert, history. Never throws for what a platform does: the
 * result says how it ended, and what was stored before stays.
 */
export async function runPass(writing: Writing, clock: Clock, pass: Pass): Promise<PassResult> {
  const progress = new Progress(pass, clock);
  try {
    const drift = await readPages(writing, clock, pass, progress);
    if (drift !== undefined) return progress.finish("held", drift.summary);
    if (pass.kind !== "full") return progress.finish("ok", null);
    const closing = await closeAbsent(writing, clock, pass, progress.seen);
    progress.missing = closing.closed;
    // The day's count of open markets, also where nothing is traded.
    await writing.step(() => writing.volumes.add(pass.source.platform, clock.now(), 0));
    return progress.finish(closing.heldBecause === null ? "ok" : "held", closing.heldBecause);
  } catch (error) {
    if (error instanceof UpstreamError) return progress.finish("failed", error.summary);
    throw error;
  }
}

/** Reads all pages; what does not look right stops the pass before it is written. */
async function readPages(writing: Writing, clock: Clock, pass: Pass, progress: Progress): Promise<Drift | undefined> {
  const isOpenListing = pass.kind !== "resolved";
  const chunks = createChunks(writing, clock, {
    platform: pass.source.platform,
    isOpenListing,
    guard: isOpenListing && !pass.acceptsDrift ? createGuard() : undefined,
    onSeen: progress.seen.add,
    onWritten: (written) => progress.addWritten(written),
  });
  try {
    for await (const body of fetchPages(pass)) {
      const listing = pass.source.normalise(body, clock.now());
      progress.addPage(listing);
      const drift = await chunks.add(listing);
      if (drift !== undefined) return drift;
    }
    return await chunks.judgeRest();
  } finally {
    await chunks.finish();
  }
}

function fetchPages({ source, fetcher, kind, since }: Pass): AsyncIterable<unknown> {
  if (kind === "full") return source.fetchOpen(fetcher);
  const pages = kind === "active" ? source.fetchActive?.(fetcher, since) : source.fetchResolved?.(fetcher, since);
  if (pages === undefined) throw new Error(`${source.platform} has no ${kind} pass`);
  return pages;
}

/** Counts what a pass has done so far. */
class Progress {
  readonly seen = toKeySet([]);
  missing = 0;
  readonly #pass: Pass;
  readonly #clock: Clock;
  /** By the clock that nobody sets. */
  readonly #startedAt: number;
  readonly #rejections: Record<string, { count: number; ids: string[] }> = {};
  #pages = 0;
  #markets = 0;
  #inserted = 0;
  #changed = 0;
  #rejected = 0;

  constructor(pass: Pass, clock: Clock) {
    this.#pass = pass;
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
  }

  addPage({ markets, rejected }: Listing): void {
    this.#pages++;
    this.#markets += markets.length;
    this.#rejected += rejected.length;
    for (const { reason, id } of rejected) {
      const kind = this.#rejections[reason] ?? { count: 0, ids: [] };
      this.#rejections[reason] = kind;
      kind.count++;
      if (id !== null && kind.ids.length < SAMPLE_IDS) kind.ids.push(id);
    }
    this.#pass.onProgress({ pages: this.#pages, markets: this.#markets });
  }

  addWritten(written: { inserted: number; changed: number; marketKeys: readonly number[] }): void {
    this.#inserted += written.inserted;
    this.#changed += written.changed;
    for (const marketKey of written.marketKeys) this.seen.add(marketKey);
  }

  finish(status: Run["status"], error: string | null): PassResult {
    const finishedAt = this.#clock.now();
    return {
      platform: this.#pass.source.platform,
      kind: this.#pass.kind,
      startedAt: Math.round(finishedAt - (this.#clock.elapsed() - this.#startedAt)),
      finishedAt,
      status,
      error,
      pages: this.#pages,
      markets: this.#markets,
      inserted: this.#inserted,
      changed: this.#changed,
      missing: this.missing,
      rejected: this.#rejected,
      rejections: this.#rejections,
    };
  }
}
