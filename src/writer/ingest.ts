import type { Clock } from "../clock.ts";
import type { EventRecord, MarketRecord } from "../domain/markets.ts";
import type { Fetcher } from "../sources/fetcher.ts";
import type { Listing, Source } from "../sources/source.ts";
import { UpstreamError } from "../sources/upstream-error.ts";
import type { Run, RunKind } from "../store/runs.ts";
import { closeAbsent } from "./absent.ts";
import { createGuard, type Drift } from "./guard.ts";
import { writeChunk } from "./upsert.ts";
import type { Writing } from "./writing.ts";

/** Markets written in one transaction: about 10 ms. */
const CHUNK_MARKETS = 400;

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
  const progress = new Progress(pass, clock.now());
  try {
    const drift = await readPages(writing, clock, pass, progress);
    if (drift !== undefined) return progress.finish(clock.now(), "held", drift.summary);
    if (pass.kind !== "full") return progress.finish(clock.now(), "ok", null);
    const closing = await closeAbsent(writing, clock, pass, progress.seen);
    progress.missing = closing.closed;
    return progress.finish(clock.now(), closing.heldBecause === null ? "ok" : "held", closing.heldBecause);
  } catch (error) {
    if (error instanceof UpstreamError) return progress.finish(clock.now(), "failed", error.summary);
    throw error;
  }
}

/** Reads all pages; a chunk that does not look right stops the pass before it is written. */
async function readPages(writing: Writing, clock: Clock, pass: Pass, progress: Progress): Promise<Drift | undefined> {
  const isOpenListing = pass.kind !== "resolved";
  const findDrift = isOpenListing && !pass.acceptsDrift ? createGuard() : () => undefined;
  let events = new Map<string, EventRecord>();
  let waiting: MarketRecord[] = [];
  const write = async (): Promise<Drift | undefined> => {
    // A listing whose pages shift while it is read gives some markets twice; what came last is newest.
    const records = new Map(waiting.slice(0, CHUNK_MARKETS).map((record) => [record.id, record]));
    waiting = waiting.slice(CHUNK_MARKETS);
    return writing.step(() => {
      const { platform } = pass.source;
      const markets = [...records.values()].map((record) => ({
        record,
        row: writing.catalogue.findMarket(platform, record.id),
      }));
      const drift = findDrift(markets);
      if (drift !== undefined) return drift;
      const now = clock.now();
      const written = writeChunk(writing, { platform, events, markets, isOpenListing }, now);
      if (written.traded > 0 || written.inserted > 0) writing.volumes.add(platform, now, written.traded);
      progress.addWritten(written);
      return undefined;
    });
  };
  for await (const body of fetchPages(pass)) {
    const listing = pass.source.normalise(body, clock.now());
    progress.addPage(listing);
    for (const event of listing.events) {
      if (!event.isPartial || !events.has(event.id)) events.set(event.id, event);
    }
    for (const market of listing.markets) waiting.push(market);
    // Two chunks' worth, so that what is left at the end is seldom too little to judge.
    while (waiting.length >= 2 * CHUNK_MARKETS) {
      const drift = await write();
      if (drift !== undefined) return drift;
    }
    events = eventsOf(waiting, events);
  }
  while (waiting.length > 0) {
    const drift = await write();
    if (drift !== undefined) return drift;
  }
  return undefined;
}

/** Only the events that are still needed, since a listing may hold very many. */
function eventsOf(
  markets: readonly MarketRecord[],
  events: ReadonlyMap<string, EventRecord>,
): Map<string, EventRecord> {
  const needed = new Map<string, EventRecord>();
  for (const { eventId } of markets) {
    const event = events.get(eventId);
    if (event !== undefined) needed.set(eventId, event);
  }
  return needed;
}

function fetchPages({ source, fetcher, kind, since }: Pass): AsyncIterable<unknown> {
  if (kind === "full") return source.fetchOpen(fetcher);
  const pages = kind === "active" ? source.fetchActive?.(fetcher, since) : source.fetchResolved?.(fetcher, since);
  if (pages === undefined) throw new Error(`${source.platform} has no ${kind} pass`);
  return pages;
}

/** Counts what a pass has done so far. */
class Progress {
  readonly seen = new Set<number>();
  missing = 0;
  readonly #pass: Pass;
  readonly #startedAt: number;
  readonly #rejections: Record<string, { count: number; ids: string[] }> = {};
  #pages = 0;
  #markets = 0;
  #inserted = 0;
  #changed = 0;
  #rejected = 0;

  constructor(pass: Pass, startedAt: number) {
    this.#pass = pass;
    this.#startedAt = startedAt;
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

  finish(finishedAt: number, status: Run["status"], error: string | null): PassResult {
    return {
      platform: this.#pass.source.platform,
      kind: this.#pass.kind,
      startedAt: this.#startedAt,
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
