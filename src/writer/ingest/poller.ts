// When a platform is asked: full, active and resolved passes by their cron expressions, retries after a failure. How fast is asked is
// up to sources/fetcher.ts.

import { type Clock, DAY_MS, SECOND_MS } from "../../clock.ts";
import { createCronTimes, gapAt, nextTime } from "../../cron.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../../sources/source.ts";
import {
  countFailedRuns,
  findLatestOkRun,
  findLatestRun,
  insertRun,
  RUN_KINDS,
  type Run,
  type RunKind,
} from "../../store/runs.ts";
import { type Pass, type PassResult, runPass } from "./ingest.ts";
import { checkOutcomes, createEventLookups, GIVE_UP_MS } from "./lookups.ts";
import type { LeftOpen } from "./missing.ts";
import type { IngestDeps, PolledPlatform } from "./polled-platform.ts";
import { createRulesLookups } from "./rules-texts.ts";

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

/** Passes that are due and under way. Times are those of `clock.elapsed`. */
interface PollerState {
  readonly settings: IngestDeps;
  readonly platforms: readonly PolledPlatform[];
  readonly slots: readonly PassSlot[];
  readonly running: Map<string, Promise<void>>;
  /** Platforms with a pass under way; `running` has also those that are only looked up in. */
  readonly passing: Set<string>;
  /** Platforms left alone after an error of our own, such as a full disk. */
  readonly pausedUntil: Map<string, number>;
  readonly leftOpen: Map<string, LeftOpen>;
  /** When events may be looked up again. */
  readonly lookUpFrom: Map<PolledPlatform, number>;
  readonly lookUpEvents: ReturnType<typeof createEventLookups>;
  readonly askForRules: ReturnType<typeof createRulesLookups>;
}

/** Runs the passes of all platforms side by side, each when its time has come, one pass of a platform at a time. */
export function createPoller(platforms: readonly PolledPlatform[], settings: IngestDeps) {
  const poller: PollerState = {
    settings,
    platforms,
    slots: platforms.flatMap((polled) => slotsOf(polled, settings.clock)),
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
      for (const slot of poller.slots) slot.dueFrom = AT_ONCE;
    },

    /** Starts a full pass over a platform, at its pace. Throws AppError where it is not read, is being read or just was. */
    readNow(platform: string): void {
      const slot = getFree(poller, platform);
      slot.dueFrom = AT_ONCE;
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
  noteTimes(poller);
  for (const polled of poller.platforms) void startDue(poller, polled);
}

/** Makes due what cron says. */
function noteTimes({ slots, settings: { clock, random } }: PollerState): void {
  const [elapsed, now] = [clock.elapsed(), clock.now()];
  for (const slot of slots) {
    if (!slot.isTime() || slot.isFailing) continue;
    const gapMs = gapAt(slot.expression, now);
    // A pass that began just before, by either clock, covers this time: the machine may have slept since.
    if (Math.max(elapsed - slot.began.elapsed, now - slot.began.now) < gapMs / 2) continue;
    const lagMs = Math.abs(2 * random() - 1) * Math.min(MAX_LAG_MS, gapMs / 20);
    slot.dueFrom = Math.min(slot.dueFrom, elapsed + lagMs);
  }
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

/** An active pass has to know all that is open. */
const isDue = ({ writing, clock }: IngestDeps, { polled: { source }, kind, dueFrom }: PassSlot): boolean =>
  dueFrom <= clock.elapsed() &&
  (kind !== "active" || findLatestOkRun(writing.db, source.platform, "full") !== undefined);

function run(poller: PollerState, slot: PassSlot, acceptsDrift = false): Promise<Run> {
  const { platform } = slot.polled.source;
  poller.passing.add(platform);
  return runAndRecord(poller, slot, acceptsDrift).finally(() => poller.passing.delete(platform));
}

async function runAndRecord(poller: PollerState, slot: PassSlot, acceptsDrift: boolean): Promise<Run> {
  const { settings, leftOpen } = poller;
  const { writing, clock } = settings;
  const { polled, dueFrom } = slot;
  slot.began = { elapsed: clock.elapsed(), now: clock.now() };
  const result = await runOne(settings, slot, { acceptsDrift, leftOpen });
  await settings.checkClock();
  const retried = polled.takeRetry?.() ?? null;
  const error = result.error ?? (retried === null ? null : `${retried} (asked again)`);
  const finished = { ...result, error, nextAt: nextAfter(settings, slot, result) };
  // What came due meanwhile stays so.
  if (slot.dueFrom === dueFrom) slot.dueFrom = NEVER;
  slot.isFailing = finished.status === "failed";
  if (slot.isFailing) slot.dueFrom = clock.elapsed() + finished.nextAt - finished.finishedAt;
  if (slot.kind === "full" && finished.status === "ok") dropActive(poller, slot);
  // A pass that was cut short because the service stops says nothing about the platform.
  if (!settings.signal.aborted) await writing.step(() => insertRun(writing, finished));
  settings.onPass(finished);
  return finished;
}

/** A full pass has shown all that an active one would. */
function dropActive(poller: PollerState, { polled, began }: PassSlot): void {
  const active = findSlot(poller, polled, "active");
  if (active !== undefined) Object.assign(active, { began, dueFrom: NEVER, isFailing: false });
}

const findSlot = ({ slots }: PollerState, polled: PolledPlatform, kind: RunKind) =>
  slots.find((slot) => slot.polled === polled && slot.kind === kind);

const fullSlotsOf = ({ slots }: PollerState): PassSlot[] => slots.filter(({ kind }) => kind === "full");

function runOnce(poller: PollerState, acceptedDrift: ReadonlySet<string>): Promise<Run>[] {
  return fullSlotsOf(poller).map((slot) => {
    const { platform } = slot.polled.source;
    const full = runFullAndResolved(poller, slot, acceptedDrift.has(platform));
    const ended = full.then(
      () => undefined,
      () => undefined, // Told to the caller.
    );
    poller.running.set(
      platform,
      ended.finally(() => poller.running.delete(platform)),
    );
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

const NEVER = Number.POSITIVE_INFINITY;
const AT_ONCE = Number.NEGATIVE_INFINITY;

/** The passes of one kind over one platform. */
interface PassSlot {
  readonly polled: PolledPlatform;
  readonly kind: RunKind;
  readonly expression: string;
  /** Whether a time of the expression has come since the last look. */
  readonly isTime: () => boolean;
  /** In the time of `clock.elapsed`. */
  dueFrom: number;
  began: { readonly elapsed: number; readonly now: number };
  /** Whether the last one failed: the next comes by its wait, and no sooner. */
  isFailing: boolean;
}

const slotsOf = (polled: PolledPlatform, clock: Clock): PassSlot[] =>
  RUN_KINDS.flatMap((kind) => {
    const expression = polled.passes[kind];
    if (expression === null || !hasPass(polled.source, kind)) return [];
    const isTime = createCronTimes(expression, clock);
    return [
      {
        polled,
        kind,
        expression,
        isTime,
        dueFrom: AT_ONCE,
        began: { elapsed: AT_ONCE, now: AT_ONCE },
        isFailing: false,
      },
    ];
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

function nextAfter({ writing, random }: IngestDeps, { expression }: PassSlot, pass: PassResult): number {
  const failures = countFailedRuns(writing.db, pass.platform, pass.kind) + 1;
  return nextPassAt(pass, { expression, failures, random: random() });
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
  const gapMs = gapAt(expression, startedAt);
  if (status === "failed") {
    const backOffMs = Math.min(gapMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    return finishedAt + Math.round(backOffMs * (1 - random / 4));
  }
  // As in `noteTimes`.
  return Math.max(nextTime(expression, startedAt + gapMs / 2 - 1), finishedAt);
}
