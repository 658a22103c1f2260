// When a platform is asked: full, active and resolved passes at the times that the log of passes says, which follow from cron
// expressions and failures. How fast is asked is up to sources/fetcher.ts.

import { DAY_MS, SECOND_MS } from "../../clock.ts";
import { gapAt, nextTime } from "../../cron.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../../sources/source.ts";
import { prepare } from "../../store/database/db.ts";
import { findLatestOkRun, findLatestRun, insertRun, RUN_KINDS, type Run, type RunKind } from "../../store/runs.ts";
import { type Pass, type PassResult, runPass } from "./ingest.ts";
import { checkOutcomes, createEventLookups, createRulesLookups, GIVE_UP_MS } from "./lookups.ts";
import type { LeftOpen } from "./missing.ts";
import type { IngestDeps, PolledPlatform } from "./polled-platform.ts";

/** The first retry of a failed pass; each further failure doubles it. */
const FIRST_RETRY_MS = 5 * SECOND_MS;

/** A pass begins at most this late, so that services do not all ask a platform at the same moment. */
const MAX_LAG_MS = 10_000;

/** A pass gets the gap to the next one as time limit, but within these. */
const MIN_LIMIT_MS = 60_000;
const MAX_LIMIT_MS = DAY_MS;

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

/** Passes that are due and under way. */
interface PollerState {
  readonly settings: IngestDeps;
  readonly platforms: readonly PolledPlatform[];
  readonly slots: readonly PassSlot[];
  readonly running: Map<string, Promise<void>>;
  /** Platforms with a pass under way; `running` has also those that are only looked up in. */
  readonly passing: Set<string>;
  /** Platforms left alone after an error of our own, such as a full disk, in the time of `clock.elapsed`. */
  readonly pausedUntil: Map<string, number>;
  readonly leftOpen: Map<string, LeftOpen>;
  /** When events may be looked up again, in the same time. */
  readonly lookUpFrom: Map<PolledPlatform, number>;
  readonly lookUpEvents: ReturnType<typeof createEventLookups>;
  readonly askForRules: ReturnType<typeof createRulesLookups>;
}

/** Runs the passes of all platforms side by side, each when its time has come, one pass of a platform at a time. */
export function createPoller(platforms: readonly PolledPlatform[], settings: IngestDeps) {
  const poller: PollerState = {
    settings,
    platforms,
    slots: platforms.flatMap((polled) => slotsOf(polled, settings)),
    running: new Map(),
    passing: new Set(),
    pausedUntil: new Map(),
    leftOpen: new Map(),
    lookUpFrom: new Map(),
    lookUpEvents: createEventLookups(settings),
    askForRules: createRulesLookups(settings),
  };
  return {
    /** A full pass over each platform and, where they are listed apart, recent resolutions; gives the full passes. */
    runOnce: (acceptedDrift: ReadonlySet<string>): Promise<Run>[] => runOnce(poller, acceptedDrift),

    /** Makes passes of all kinds due at once, as all are at start. */
    hurry(): void {
      for (const slot of poller.slots) slot.isHurried = true;
    },

    /** Starts a full pass over a platform, at its pace. Throws AppError where it is not read, is being read or just was. */
    readNow(platform: string): void {
      const slot = getFree(poller, platform);
      slot.isHurried = true;
      void startDue(poller, slot.polled);
    },

    runDue: () => runDue(poller),
    job: { name: "run-passes", everyMs: SECOND_MS, run: () => runDue(poller) },

    /** Runs what is due, one platform after another, so that rows get the same numbers every time. */
    async runInTurn(): Promise<void> {
      for (const polled of platforms) await startDue(poller, polled);
    },

    /** Resolves when no pass is running. */
    async whenIdle(): Promise<void> {
      while (poller.running.size > 0) await Promise.all(poller.running.values());
    },
  };
}

/** Starts what is due on platforms that are idle; returns at once. */
function runDue(poller: PollerState): void {
  for (const polled of poller.platforms) void startDue(poller, polled);
}

/** Starts what is due on a platform that is idle. */
function startDue(poller: PollerState, polled: PolledPlatform): Promise<void> | undefined {
  const { settings, running, pausedUntil } = poller;
  const { clock, log, signal } = settings;
  const { platform } = polled.source;
  const isPaused = clock.elapsed() < (pausedUntil.get(platform) ?? Number.NEGATIVE_INFINITY);
  if (running.has(platform) || isPaused || signal.aborted) return undefined;
  const passes = runAllDue(poller, polled)
    .catch((error: unknown) => {
      pausedUntil.set(platform, clock.elapsed() + PAUSE_MS);
      // That nothing can be written was logged when it was found.
      if (error instanceof AppError && error.code === "unavailable") return;
      log.error({ err: error, platform }, "a pass broke off");
    })
    .finally(() => running.delete(platform));
  running.set(platform, passes);
  return passes;
}

async function runAllDue(poller: PollerState, polled: PolledPlatform): Promise<void> {
  const { settings, slots, lookUpFrom, lookUpEvents, askForRules } = poller;
  const { clock } = settings;
  let hasRun = false;
  await settings.checkClock();
  for (const slot of slots) {
    if (slot.polled !== polled || !isDue(settings, slot) || settings.signal.aborted) continue;
    await run(poller, slot);
    hasRun = true;
  }
  await checkOutcomes(settings, polled);
  await askForRules(polled);
  // Not right after a pass: the first one after a start is waited for.
  if (!hasRun && clock.elapsed() >= (lookUpFrom.get(polled) ?? 0)) {
    const isWell = await lookUpEvents(polled, MAX_LOOKUPS);
    if (!isWell) lookUpFrom.set(polled, clock.elapsed() + LOOKUP_PAUSE_MS);
  }
}

/** An active pass has to know all that is open, and is not needed where a full one has shown what it would. */
function isDue({ writing: { db }, clock }: IngestDeps, slot: PassSlot): boolean {
  const { kind, expression, isHurried, polled } = slot;
  const { platform } = polled.source;
  const latest = findLatestRun(db, platform, kind);
  const full = kind === "active" ? findLatestOkRun(db, platform, "full") : undefined;
  if (kind === "active" && full === undefined) return false;
  if (isHurried) return true;
  const isCovered = full !== undefined && full.startedAt >= (latest?.startedAt ?? 0);
  const nextAt = isCovered ? timeAfter(expression, full.startedAt) + lagMsOf(slot) : (latest?.nextAt ?? 0);
  return nextAt <= clock.now();
}

async function run(poller: PollerState, slot: PassSlot, acceptsDrift = false): Promise<Run> {
  const { settings, leftOpen, passing } = poller;
  const { writing, signal, onPass, checkClock } = settings;
  const { polled, kind } = slot;
  const { platform } = polled.source;
  passing.add(platform);
  // Who hurries it meanwhile wants another.
  slot.isHurried = false;
  try {
    const result = await runOne(settings, slot, { acceptsDrift, leftOpen });
    await checkClock();
    const retried = polled.takeRetry?.() ?? null;
    const error = result.error ?? (retried === null ? null : `${retried} (asked again)`);
    const finished = { ...result, error, nextAt: nextAfter(settings, slot, result) };
    const active = findSlot(poller, polled, "active");
    if (kind === "full" && finished.status === "ok" && active !== undefined) active.isHurried = false;
    // A pass that was cut short because the service stops says nothing about the platform.
    if (!signal.aborted) await writing.step(() => insertRun(writing, finished));
    onPass(finished);
    return finished;
  } catch (error) {
    slot.isHurried = true;
    throw error;
  } finally {
    passing.delete(platform);
  }
}

const findSlot = ({ slots }: PollerState, polled: PolledPlatform, kind: RunKind) =>
  slots.find((slot) => slot.polled === polled && slot.kind === kind);

const fullSlotsOf = ({ slots }: PollerState): PassSlot[] => slots.filter(({ kind }) => kind === "full");

function runOnce(poller: PollerState, acceptedDrift: ReadonlySet<string>): Promise<Run>[] {
  return fullSlotsOf(poller).map((slot) => {
    const { platform } = slot.polled.source;
    const full = runFullAndResolved(poller, slot, acceptedDrift.has(platform));
    const end = (): void => void poller.running.delete(platform);
    // A failure is told to the caller.
    poller.running.set(platform, full.then(end, end));
    return full;
  });
}

async function runFullAndResolved(poller: PollerState, slot: PassSlot, acceptsDrift: boolean): Promise<Run> {
  const full = await run(poller, slot, acceptsDrift);
  const resolved = findSlot(poller, slot.polled, "resolved");
  if (full.status === "ok" && resolved !== undefined) await run(poller, resolved);
  if (full.status === "ok") await poller.lookUpEvents(slot.polled, MAX_LOOKUPS_ONCE);
  return full;
}

/** The slot of a platform whose full pass may start now. */
function getFree(poller: PollerState, platform: string): PassSlot {
  const { writing, clock } = poller.settings;
  const slot = fullSlotsOf(poller).find(({ polled }) => polled.source.platform === platform);
  if (slot === undefined) {
    const names = poller.platforms.map(({ source }) => source.platform).join(", ");
    throw new AppError("validation_error", `platform: expected one of ${names}, which this service reads`);
  }
  const { name } = getPlatform(platform);
  if (poller.passing.has(platform)) {
    throw new AppError("rate_limit_exceeded", `${name} is being read now; wait until that pass has ended`);
  }
  const now = clock.now();
  const ends = RUN_KINDS.map((kind) => findLatestRun(writing.db, platform, kind)?.finishedAt ?? 0);
  const endedAt = Math.max(0, ...ends);
  const waitMs = endedAt + MIN_REST_MS - now;
  if (endedAt <= now && waitMs > 0) {
    const [past, ahead] = [now - endedAt, waitMs].map((ms) => Math.ceil(ms / SECOND_MS));
    throw new AppError("rate_limit_exceeded", `${name} was read ${past} s ago; ask again in ${ahead} s`);
  }
  return slot;
}

/** The passes of one kind over one platform. */
interface PassSlot {
  readonly polled: PolledPlatform;
  readonly kind: RunKind;
  readonly expression: string;
  /** How late it begins, as a share of the most. */
  readonly lag: number;
  /** Whether the next one begins at once, as the first after a start. */
  isHurried: boolean;
}

const lagMsOf = ({ expression, lag }: PassSlot): number =>
  Math.round(lag * Math.min(MAX_LAG_MS, gapAt(expression, 0) / 20));

const slotsOf = (polled: PolledPlatform, { random }: IngestDeps): PassSlot[] =>
  RUN_KINDS.flatMap((kind) => {
    const expression = polled.passes[kind];
    if (expression === null || !hasPass(polled.source, kind)) return [];
    return [{ polled, kind, expression, lag: Math.abs(2 * random() - 1), isHurried: true }];
  });

const hasPass = (source: Source, kind: RunKind): boolean =>
  kind === "full" || (kind === "active" ? source.fetchActive : source.fetchResolved) !== undefined;

async function runOne(
  settings: IngestDeps,
  { polled, kind, expression }: PassSlot,
  pass: Pick<Pass, "acceptsDrift" | "leftOpen">,
): Promise<PassResult> {
  const { writing, clock, onProgress, signal } = settings;
  const { source, fetcher } = polled;
  const limitMs = Math.min(MAX_LIMIT_MS, Math.max(gapAt(expression, clock.now()), MIN_LIMIT_MS));
  // A pass is under way before its first page has come.
  onProgress({ platform: source.platform, kind, pages: 0, markets: 0 });
  return runPass(writing, clock, {
    ...pass,
    kind,
    source,
    fetcher: fetcher.until(AbortSignal.any([AbortSignal.timeout(limitMs), signal])),
    since: sinceWhen(settings, source.platform, kind),
    onProgress: (progress) => onProgress({ platform: source.platform, kind, ...progress }),
  });
}

/** From when on a pass has to ask, in epoch milliseconds: a little before the last one that covered the same. */
function sinceWhen({ writing, clock }: IngestDeps, platform: string, kind: RunKind): number {
  const own = findLatestOkRun(writing.db, platform, kind)?.startedAt;
  const full = kind === "active" ? findLatestOkRun(writing.db, platform, "full")?.startedAt : undefined;
  const last = Math.max(own ?? 0, full ?? 0);
  const now = clock.now();
  if (last === 0 || last > now) return now - FIRST_RESOLVED_MS;
  return Math.max(last - OVERLAP_MS, now - MAX_RESOLVED_MS);
}

function nextAfter({ writing, random }: IngestDeps, slot: PassSlot, pass: PassResult): number {
  const { platform, kind } = pass;
  const failures = prepare(writing.db, "runs", "failuresInARow").pluck().get({ platform, kind }) + 1;
  const nextAt = nextPassAt(pass, { expression: slot.expression, failures, random: random() });
  return pass.status === "failed" ? nextAt : nextAt + lagMsOf(slot);
}

/**
 * When the next pass is due. After a failure it comes sooner than cron says, then doubles up to a gap between two times;
 * `failures` counts the passes in a row that failed, this one included. A pass that was held is not hurried.
 */
export function nextPassAt(
  pass: { startedAt: number; finishedAt: number; status: "ok" | "failed" | "held" },
  { expression, failures, random }: { expression: string; failures: number; random: number },
): number {
  const { startedAt, finishedAt, status } = pass;
  if (status === "failed") {
    const backOffMs = Math.min(gapAt(expression, startedAt), FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    return finishedAt + Math.round(backOffMs * (1 - random / 4));
  }
  return Math.max(timeAfter(expression, startedAt), finishedAt);
}

/** The next time of an expression that a pass which began then does not cover: one just before covers it. */
const timeAfter = (expression: string, startedAt: number): number =>
  nextTime(expression, startedAt + gapAt(expression, startedAt) / 2 - 1);
