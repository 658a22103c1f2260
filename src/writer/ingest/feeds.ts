import { SECOND_MS } from "../../clock.ts";
import type { Cadence } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../../sources/source.ts";
import { RUN_KINDS, type Run, type RunKind } from "../../store/runs.ts";
import type { Feed, FeedDeps } from "./feed.ts";
import { type PassResult, runPass } from "./ingest.ts";
import { checkOutcomes, createEventLookups, GIVE_UP_MS } from "./lookups.ts";

/** Recent resolutions are read this often, or with every full pass where those are rarer. */
const RESOLVED_EVERY_SECONDS = 600;

/** The first retry of a failed pass; each further failure doubles it. */
const FIRST_RETRY_MS = 5 * SECOND_MS;

/** So much of a cadence, either way, keeps the platforms' passes apart. */
const JITTER = 0.05;

/** A pass gets its cadence as time limit, but never less than this. */
const MIN_LIMIT_MS = 60_000;

/** How long a platform is left alone after a pass broke off. */
const PAUSE_MS = 30_000;

/** How far back the first look at recent resolutions goes, and by how much later ones overlap. */
const FIRST_RESOLVED_MS = 7 * 86_400_000;
const OVERLAP_MS = 10 * 60_000;

/** Events looked up between passes: a pass that is due waits some seconds for them. */
const MAX_LOOKUPS = 20;

/** The same for a single run. */
const MAX_LOOKUPS_ONCE = 200;

/** After a failure no event is asked for, so that a platform in trouble is left alone. */
const LOOKUP_PAUSE_MS = 10 * 60_000;

/** Older resolutions are asked for by id, or given up; the last pass may be dated 1970. */
const MAX_RESOLVED_MS = GIVE_UP_MS;

/** Runs the passes of all platforms side by side, each when its cadence says, one pass of a platform at a time. */
export function createFeeds(feeds: readonly Feed[], settings: FeedDeps) {
  const { writing, clock, log } = settings;
  const lookUpEvents = createEventLookups(settings);
  const running = new Map<string, Promise<void>>();
  /** Platforms left alone after an error of our own, such as a full disk; in the time of `clock.elapsed`. */
  const pausedUntil = new Map<string, number>();
  /** When events may be looked up again, in the time of `clock.elapsed`. */
  const lookUpFrom = new Map<Feed, number>();
  /** Passes due at once, as all are at start, even if the log of runs says later. */
  const hurried = new Set<string>();
  const hurry = (): void => {
    for (const { source } of feeds) for (const kind of RUN_KINDS) hurried.add(`${source.platform} ${kind}`);
  };
  hurry();

  const isDue = ({ source, cadence }: Feed, kind: RunKind): boolean => {
    const cadenceMs = everyMs(kind, cadence);
    if (cadenceMs === undefined || !hasPass(source, kind)) return false;
    const { platform } = source;
    const now = clock.now();
    const dueAt = dueAgainAt(writing.runs.findLatest(platform, kind)?.nextAt ?? 0, now, cadenceMs);
    if (kind !== "active") return hurried.has(`${platform} ${kind}`) || dueAt <= now;
    // A full pass shows all that an active one would.
    const full = writing.runs.findLatestOk(platform, "full");
    return full !== undefined && Math.max(dueAt, dueAgainAt(full.startedAt + cadenceMs, now, cadenceMs)) <= now;
  };

  const run = async (feed: Feed, kind: RunKind, acceptsDrift = false): Promise<Run> => {
    const result = await runOne(settings, feed, kind, acceptsDrift);
    await settings.checkClock();
    hurried.delete(`${feed.source.platform} ${kind}`);
    const retried = feed.takeRetry?.() ?? null;
    const error = result.error ?? (retried === null ? null : `${retried} (asked again)`);
    const finished = { ...result, error, nextAt: dueAfter(settings, feed, result) };
    // A pass that was cut short because the service stops says nothing about the platform.
    if (!settings.signal.aborted) await writing.step(() => writing.runs.insert(finished));
    settings.onPass(finished);
    return finished;
  };

  const runAllDue = async (feed: Feed): Promise<void> => {
    let hasRun = false;
    await settings.checkClock();
    for (const kind of RUN_KINDS) {
      if (!isDue(feed, kind) || settings.signal.aborted) continue;
      await run(feed, kind);
      hasRun = true;
    }
    await checkOutcomes(settings, feed);
    // Not right after a pass: the first one after a start is waited for.
    if (!hasRun && clock.elapsed() >= (lookUpFrom.get(feed) ?? 0)) {
      const isWell = await lookUpEvents(feed, MAX_LOOKUPS);
      if (!isWell) lookUpFrom.set(feed, clock.elapsed() + LOOKUP_PAUSE_MS);
    }
  };

  const runFullAndResolved = async (feed: Feed, acceptsDrift: boolean): Promise<Run> => {
    const full = await run(feed, "full", acceptsDrift);
    if (full.status === "ok" && hasPass(feed.source, "resolved")) await run(feed, "resolved");
    if (full.status === "ok") await lookUpEvents(feed, MAX_LOOKUPS_ONCE);
    return full;
  };

  /** Starts what is due on a platform that is idle. */
  const startDue = (feed: Feed): Promise<void> | undefined => {
    const { platform } = feed.source;
    const isPaused = clock.elapsed() < (pausedUntil.get(platform) ?? Number.NEGATIVE_INFINITY);
    if (running.has(platform) || isPaused || settings.signal.aborted) return undefined;
    const passes = runAllDue(feed)
      .catch((error: unknown) => {
        pausedUntil.set(platform, clock.elapsed() + PAUSE_MS);
        // That nothing can be written was logged when it was found.
        if (error instanceof AppError && error.code === "unavailable") return;
        log.error({ err: error, platform }, "a pass broke off");
      })
      .finally(() => running.delete(platform));
    running.set(platform, passes);
    return passes;
  };

  return {
    /** A full pass over each platform and, where they are listed apart, recent resolutions; gives the full passes. */
    runOnce: (acceptedDrift: ReadonlySet<string>): Promise<Run>[] =>
      feeds.map((feed) => {
        const { platform } = feed.source;
        const full = runFullAndResolved(feed, acceptedDrift.has(platform));
        const ended = full.then(
          () => undefined,
          () => undefined, // Told to the caller.
        );
        running.set(
          platform,
          ended.finally(() => running.delete(platform)),
        );
        return full;
      }),

    /** Makes full passes and those over resolutions due at once. */
    hurry,

    /** Starts what is due on platforms that are idle; returns at once. */
    runDue(): void {
      for (const feed of feeds) void startDue(feed);
    },

    /** Runs what is due, one platform after another, so that rows get the same numbers every time. */
    async runInTurn(): Promise<void> {
      for (const feed of feeds) await startDue(feed);
    },

    /** Resolves when no pass is running. */
    async whenIdle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

const hasPass = (source: Source, kind: RunKind): boolean =>
  kind === "full" || (kind === "active" ? source.fetchActive : source.fetchResolved) !== undefined;

async function runOne(settings: FeedDeps, feed: Feed, kind: RunKind, acceptsDrift: boolean): Promise<PassResult> {
  const { writing, clock, onProgress, signal } = settings;
  const { source, fetcher, cadence } = feed;
  const limitMs = Math.max(everyMs(kind, cadence) ?? 0, MIN_LIMIT_MS);
  // A pass is under way before its first page has come.
  onProgress({ platform: source.platform, kind, pages: 0, markets: 0 });
  return runPass(writing, clock, {
    source,
    kind,
    acceptsDrift,
    fetcher: fetcher.until(AbortSignal.any([AbortSignal.timeout(limitMs), signal])),
    since: sinceWhen(settings, source.platform, kind),
    onProgress: (progress) => onProgress({ platform: source.platform, kind, ...progress }),
  });
}

/** From when on a pass has to ask, in epoch milliseconds: a little before the last one that covered the same. */
function sinceWhen({ writing, clock }: FeedDeps, platform: string, kind: RunKind): number {
  const own = writing.runs.findLatestOk(platform, kind)?.startedAt;
  const full = kind === "active" ? writing.runs.findLatestOk(platform, "full")?.startedAt : undefined;
  const last = Math.max(own ?? 0, full ?? 0);
  const now = clock.now();
  if (last === 0 || last > now) return now - FIRST_RESOLVED_MS;
  return Math.max(last - OVERLAP_MS, now - MAX_RESOLVED_MS);
}

function dueAfter({ writing, random }: FeedDeps, { cadence }: Feed, pass: PassResult): number {
  const cadenceMs = everyMs(pass.kind, cadence) ?? 0;
  const failures = writing.runs.countFailures(pass.platform, pass.kind) + 1;
  return nextPassAt(pass, { cadenceMs, failures, random: random() });
}

/** Milliseconds from one pass of a kind to the next; undefined for a kind that is off. */
export function everyMs(kind: RunKind, { fullEverySeconds, activeEverySeconds }: Cadence): number | undefined {
  const seconds = {
    full: fullEverySeconds,
    active: activeEverySeconds,
    resolved: Math.min(RESOLVED_EVERY_SECONDS, fullEverySeconds),
  }[kind];
  return seconds === 0 ? undefined : seconds * SECOND_MS;
}

/**
 * When the next pass is due. After a failure it comes sooner than the cadence, then doubles up to it; `failures`
 * counts the passes in a row that failed, this one included. A pass that was held is not hurried.
 */
export function nextPassAt(
  pass: { startedAt: number; finishedAt: number; status: "ok" | "failed" | "held" },
  { cadenceMs, failures, random }: { cadenceMs: number; failures: number; random: number },
): number {
  if (pass.status === "failed") {
    const backOffMs = Math.min(cadenceMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    return pass.finishedAt + Math.round(backOffMs * (1 - random / 4));
  }
  const jitterMs = Math.round(cadenceMs * JITTER * (2 * random - 1));
  return Math.max(pass.startedAt + cadenceMs + jitterMs, pass.finishedAt);
}

/**
 * When a pass that was put off until `dueAt` is due. Farther ahead than any pass is ever put says that the clock was set
 * back since: it is due already.
 */
export const dueAgainAt = (dueAt: number, now: number, cadenceMs: number): number =>
  dueAt > now + cadenceMs * (1 + JITTER) + SECOND_MS ? now : dueAt;
