import type { Clock } from "../../clock.ts";
import { type MarketRecord, statusAt } from "../../domain/markets.ts";
import { ODDITY_KINDS, type OddityCounts, type OddityKind } from "../../domain/oddities.ts";
import { ONE } from "../../domain/prices.ts";
import type { Fetcher } from "../../sources/fetcher.ts";
import type { Listing, Source } from "../../sources/source.ts";
import { UpstreamError } from "../../sources/upstream-error.ts";
import { noteVolume } from "../../store/catalogue/gathered.ts";
import { saveOddities } from "../../store/database/properties.ts";
import { findLatestOkRun, type Run, type RunKind } from "../../store/runs.ts";
import type { Writing } from "../transactions.ts";
import {
  addListing,
  type Batch,
  createBatch,
  createDriftCheck,
  type Drift,
  judgeWaiting,
  writePending,
} from "./batch.ts";
import { closeMissing, type LeftOpen } from "./missing.ts";

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
  /** By platform; the process keeps it from pass to pass. */
  readonly leftOpen: Map<string, LeftOpen>;
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
  const isFirst = kind === "full" && findLatestOkRun(writing.db, platform, "full") === undefined;
  const batch = createBatch({ writing, clock, platform, isOpenListing, isFirst, driftCheck });
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
    if (drift !== undefined) return finish("held", drift);
    if (kind !== "full") return finish("ok", null);
    const { closed, isHeld, error } = await closeMissing(writing, clock, pass, batch);
    await writing.step(() => {
      // The day's count of open markets, also where nothing is traded.
      noteVolume(writing.gathered, platform, clock.now(), 0);
      saveOddities(writing.db, platform, tally.oddities());
    });
    return finish(isHeld ? "held" : "ok", error, closed);
  } catch (error) {
    if (error instanceof UpstreamError) return { ...finish("failed", error.reason), host: error.host };
    throw error;
  }
}

/** Reads all pages; drift stops the pass before it is written. */
async function readPages(pass: Pass, clock: Clock, tally: PassTally, batch: Batch): Promise<Drift | undefined> {
  try {
    for await (const body of fetchPages(pass, clock)) {
      const listing = pass.source.normalise(body, clock.now());
      tally.addPage(listing, clock.now());
      const drift = await addListing(batch, listing);
      if (drift !== undefined) return drift;
    }
    return await judgeWaiting(batch, 0);
  } finally {
    // Also what passed before the pass failed.
    await writePending(batch);
  }
}

function fetchPages({ source, fetcher, kind, since }: Pass, clock: Clock): AsyncIterable<unknown> {
  if (kind === "full") return source.fetchOpen(fetcher, clock.now());
  const pages = kind === "active" ? source.fetchActive?.(fetcher, since) : source.fetchResolved?.(fetcher, since);
  if (pages === undefined) throw new Error(`${source.platform} has no ${kind} pass`);
  return pages;
}

type PassTally = ReturnType<typeof createTally>;

/** Counts what a pass has read so far. */
function createTally(pass: Pass, clock: Clock) {
  const startedAt = clock.worked();
  const rejections: Record<string, { count: number; ids: string[] }> = {};
  const read = { pages: 0, markets: 0, rejected: 0 };
  const oddities = createOddityCounter();
  return {
    addPage(listing: Listing, now: number): void {
      const { markets, rejected } = listing;
      read.pages++;
      read.markets += markets.length;
      read.rejected += rejected.length;
      for (const { reason, id } of rejected) {
        const kind = rejections[reason] ?? { count: 0, ids: [] };
        rejections[reason] = kind;
        kind.count++;
        if (id !== null && kind.ids.length < SAMPLE_IDS && !kind.ids.includes(id)) kind.ids.push(id);
      }
      oddities.addPage(listing, now);
      pass.onProgress({ pages: read.pages, markets: read.markets });
    },

    oddities: oddities.finish,

    finish() {
      const finishedAt = clock.now();
      // By the monotonic clock: the time of day may be set meanwhile.
      const tookMs = clock.worked() - startedAt;
      return { startedAt: Math.round(finishedAt - tookMs), finishedAt, ...read, rejections };
    },
  };
}

/** Counts rows that are seldom so in the pages of a listing of open markets. */
function createOddityCounter() {
  const counts = new Map(ODDITY_KINDS.map((kind) => [kind, { count: 0, of: 0 }]));
  const note = (kind: OddityKind, is: boolean): void => {
    const one = counts.get(kind);
    if (one === undefined) return;
    one.of++;
    if (is) one.count++;
  };
  return {
    /** `now` is epoch milliseconds. */
    addPage({ markets, unopened, pastEnds }: Listing, now: number): void {
      const ended = new Set(pastEnds);
      for (const market of markets) {
        const isOpen = statusAt(market, now) === "open";
        const isUnknown = !isOpen && (market.outcome ?? "unknown") === "unknown";
        note("closed_without_outcome", isUnknown);
        note("unopened", false);
        if (market.volume24h > 0) note("traded_but_closed", isUnknown);
        if (!isOpen) continue;
        note("past_end", ended.has(market.id));
        note("halted", !market.isTradable);
        note("fee_unknown", market.fee === null);
        note("half_without_book", isHalfWithoutBook(market));
      }
      for (const _ of unopened) note("unopened", true);
    },

    finish: (): OddityCounts => Object.fromEntries(counts) as OddityCounts,
  };
}

const isHalfWithoutBook = ({ yesPrice, bestBid, bestAsk }: MarketRecord): boolean =>
  yesPrice === ONE / 2 && bestBid === null && bestAsk === null;
