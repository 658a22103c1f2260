// When a platform is asked: full, active and resolved passes by their cadences, retries after a failure. How fast is asked is
// up to sources/fetcher.ts.

import { SECOND_MS } from "../../clock.ts";
import type { Cadence } from "../../config.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../../sources/source.ts";
import { RUN_KINDS, type Run, type RunKind } from "../../store/runs.ts";
import { type Pass, type PassResult, runPass } from "./ingest.ts";
import { checkOutcomes, createEventLookups, GIVE_UP_MS } from "./lookups.ts";
import type { LeftOpen } from "./missing.ts";
import type { IngestDeps, PolledPlatform } from "./polled-platform.ts";
import { createRulesLookups } from "./rules-texts.ts";

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

/** A platform is read again on demand this long after its last pass. */
const MIN_REST_MS = 15 * SECOND_MS;

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
export function createPoller(platforms: readonly PolledPlatform[], settings: IngestDeps) {
  const { writing, clock, log } = settings;
  const lookUpEvents = createEventLookups(settings);
  const askForRules = createRulesLookups(settings);
  const running = new Map<string, Promise<void>>();
  const leftOpen = new Map<string, LeftOpen>();
  /** Platforms with a pass under way; `running` has also those that are only looked up in. */
  const passing = new Set<string>();
  /** Platforms left alone after an error of our own, such as a full disk; in the time of `clock.elapsed`. */
  const pausedUntil = new Map<string, number>();
  /** When events may be looked up again, in the time of `clock.elapsed`. */
  const lookUpFrom = new Map<PolledPlatform, number>();
  /** Passes due at once, as all are at start, even if the log of runs says later. */
  const hurried = new Set<string>();
  const hurry = (): void => {
    for (const { source } of platforms) for (const kind of RUN_KINDS) hurried.add(`${source.platform} ${kind}`);
  };
  hurry();

  const isDue = ({ source, cadence }: PolledPlatform, kind: RunKind): boolean => {
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

  const run = async (polled: PolledPlatform, kind: RunKind, acceptsDrift = false): Promise<Run> => {
    const { platform } = polled.source;
    passing.add(platform);
    return runAndRecord(polled, kind, acceptsDrift).finally(() => passing.delete(platform));
  };

  const runAndRecord = async (polled: PolledPlatform, kind: RunKind, acceptsDrift: boolean): Promise<Run> => {
    const { platform } = polled.source;
    const result = await runOne(settings, polled, { kind, acceptsDrift, leftOpen });
    await settings.checkClock();
    hurried.delete(`${platform} ${kind}`);
    const retried = polled.takeRetry?.() ?? null;
    const error = result.error ?? (retried === null ? null : `${retried} (asked again)`);
    const finished = { ...result, error, nextAt: dueAfter(settings, polled, result) };
    // A pass that was cut short because the service stops says nothing about the platform.
    if (!settings.signal.aborted) await writing.step(() => writing.runs.insert(finished));
    settings.onPass(finished);
    return finished;
  };

  const runAllDue = async (polled: PolledPlatform): Promise<void> => {
    let hasRun = false;
    await settings.checkClock();
    for (const kind of RUN_KINDS) {
      if (!isDue(polled, kind) || settings.signal.aborted) continue;
      await run(polled, kind);
      hasRun = true;
    }
    await checkOutcomes(settings, polled);
    await askForRules(polled);
    // Not right after a pass: the first one after a start is waited for.
    if (!hasRun && clock.elapsed() >= (lookUpFrom.get(polled) ?? 0)) {
      const isWell = await lookUpEvents(polled, MAX_LOOKUPS);
      if (!isWell) lookUpFrom.set(polled, clock.elapsed() + LOOKUP_PAUSE_MS);
    }
  };

  const runFullAndResolved = async (polled: PolledPlatform, acceptsDrift: boolean): Promise<Run> => {
    const full = await run(polled, "full", acceptsDrift);
    if (full.status === "ok" && hasPass(polled.source, "resolved")) await run(polled, "resolved");
    if (full.status === "ok") await lookUpEvents(polled, MAX_LOOKUPS_ONCE);
    return full;
  };

  /** Starts what is due on a platform that is idle. */
  const startDue = (polled: PolledPlatform): Promise<void> | undefined => {
    const { platform } = polled.source;
    const isPaused = clock.elapsed() < (pausedUntil.get(platform) ?? Number.NEGATIVE_INFINITY);
    if (running.has(platform) || isPaused || settings.signal.aborted) return undefined;
    const passes = runAllDue(polled)
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
      platforms.map((polled) => {
        const { platform } = polled.source;
        const full = runFullAndResolved(polled, acceptedDrift.has(platform));
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

    /** Starts a full pass over a platform, at its pace. Throws AppError where it is not read, is being read or just was. */
    readNow(platform: string): void {
      const polled = platforms.find(({ source }) => source.platform === platform);
      if (polled === undefined) {
        const names = platforms.map(({ source }) => source.platform).join(", ");
        throw new AppError("validation_error", `platform: expected one of ${names}, which this service reads`);
      }
      const { name } = getPlatform(platform);
      if (passing.has(platform)) {
        throw new AppError("rate_limit_exceeded", `${name} is being read now; wait until that pass has ended`);
      }
      const now = clock.now();
      const endedAt = Math.max(0, ...RUN_KINDS.map((kind) => writing.runs.findLatest(platform, kind)?.finishedAt ?? 0));
      const waitMs = endedAt + MIN_REST_MS - now;
      if (endedAt <= now && waitMs > 0) {
        const [past, ahead] = [now - endedAt, waitMs].map((ms) => Math.ceil(ms / SECOND_MS));
        throw new AppError("rate_limit_exceeded", `${name} was read ${past} s ago; ask again in ${ahead} s`);
      }
      hurried.add(`${platform} full`);
      void startDue(polled);
    },

    /** Starts what is due on platforms that are idle; returns at once. */
    runDue(): void {
      for (const polled of platforms) void startDue(polled);
    },

    /** Runs what is due, one platform after another, so that rows get the same numbers every time. */
    async runInTurn(): Promise<void> {
      for (const polled of platforms) await startDue(polled);
    },

    /** Resolves when no pass is running. */
    async whenIdle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

const hasPass = (source: Source, kind: RunKind): boolean =>
  kind === "full" || (kind === "active" ? source.fetchActive : source.fetchResolved) !== undefined;

async function runOne(
  settings: IngestDeps,
  polled: PolledPlatform,
  pass: Pick<Pass, "kind" | "acceptsDrift" | "leftOpen">,
): Promise<PassResult> {
  const { writing, clock, onProgress, signal } = settings;
  const { kind } = pass;
  const { source, fetcher, cadence } = polled;
  const limitMs = Math.max(everyMs(kind, cadence) ?? 0, MIN_LIMIT_MS);
  // A pass is under way before its first page has come.
  onProgress({ platform: source.platform, kind, pages: 0, markets: 0 });
  return runPass(writing, clock, {
    ...pass,
    source,
    fetcher: fetcher.until(AbortSignal.any([AbortSignal.timeout(limitMs), signal])),
    since: sinceWhen(settings, source.platform, kind),
    onProgress: (progress) => onProgress({ platform: source.platform, kind, ...progress }),
  });
}

/** From when on a pass has to ask, in epoch milliseconds: a little before the last one that covered the same. */
function sinceWhen({ writing, clock }: IngestDeps, platform: string, kind: RunKind): number {
  const own = writing.runs.findLatestOk(platform, kind)?.startedAt;
  const full = kind === "active" ? writing.runs.findLatestOk(platform, "full")?.startedAt : undefined;
  const last = Math.max(own ?? 0, full ?? 0);
  const now = clock.now();
  if (last === 0 || last > now) return now - FIRST_RESOLVED_MS;
  return Math.max(last - OVERLAP_MS, now - MAX_RESOLVED_MS);
}

function dueAfter({ writing, random }: IngestDeps, { cadence }: PolledPlatform, pass: PassResult): number {
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
