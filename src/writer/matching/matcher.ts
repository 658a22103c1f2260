import { setImmediate } from "node:timers/promises";
import { type Clock, SECOND_MS } from "../../clock.ts";
import { RULES_VERSION, toGroups } from "../../domain/matching/matches.ts";
import type { MatchingUnderWay } from "../../domain/matching/under-way.ts";
import { addChanges } from "../../store/change-log.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { dequeueRange, listQueued, RULES_POSITION, STAGES, type Stage } from "../../store/matching/match-queue.ts";
import { chooseMatches, listLinked, saveGroups } from "../../store/matching/pairs.ts";
import { type CandidateIndex, createCandidateIndex } from "../../store/matching/propositions.ts";
import type { AskingDeps } from "../ingest/polled-platform.ts";
import type { Writing } from "../transactions.ts";
import { compareMarkets, compareRungs } from "./compare.ts";
import { createCorpus, MATCHED_AFTER_CLOSE_MS, type MatchCorpus, readQuestions, retireQuestions } from "./corpus.ts";

/** Markets of one step, unless its time budget ends earlier. */
const STEP_MARKETS = 1000;

/** Markets between two looks at the time budget. */
const BATCH_MARKETS = 40;

/** Fewer are matched after every pass, and neither logged nor told of. */
const MIN_LOGGED_MARKETS = 1000;

/** So many may be new since a demo that was matched was stopped. */
const MIN_ANNOUNCED_MARKETS = 100;

/** Fewer markets find most of their candidates in memory in any order. */
const MIN_SORTED_MARKETS = 1000;

/** Between two reports of how far a run is. */
const REPORT_EVERY_MS = 250;

/** Told how far a run over many markets is; null at its end. */
export type OnMatching = (progress: MatchingUnderWay | null) => void;

export type Matcher = ReturnType<typeof createMatcher>;

/**
 * Finds markets of different platforms that ask the same question: reads new and changed markets, compares them with
 * their candidates, and chooses among the pairs. Works in short steps; an aborted run continues with the next one.
 */
export function createMatcher({ writing, clock, log, signal }: AskingDeps, onProgress: OnMatching = () => undefined) {
  const candidates = createCandidateIndex(writing.db);
  const corpus = createCorpus(writing);
  const deps: MatcherDeps = { writing, clock, signal, corpus, candidates, onProgress };
  let lastRun: Promise<void> = Promise.resolve();

  /** Runs `work` when all earlier runs have ended. */
  const runAlone = <T>(work: () => Promise<T>): Promise<T> => {
    const run = lastRun.then(work);
    // The caller of a failed run gets its error. What the corpus holds may be of a step that was undone.
    lastRun = run.then(
      () => undefined,
      () => corpus.reset(),
    );
    return run;
  };
  const runDue = (): Promise<number> => runAlone(() => matchDue(deps, false));
  const runAndLog = async (): Promise<void> => {
    const startedAt = clock.elapsed();
    const markets = await runDue();
    const seconds = (clock.elapsed() - startedAt) / 1000;
    if (markets >= MIN_LOGGED_MARKETS && !signal.aborted) log.info({ markets, seconds }, "markets are matched");
  };
  return {
    /** Matches the markets in the queue; gives how many those were. */
    runDue,
    runAndLog,
    /** Tells of what is queued, where other work comes before its run. */
    announce(): void {
      const total = countQueued(writing.db);
      if (total >= MIN_ANNOUNCED_MARKETS) onProgress({ stage: "read", done: 0, total });
    },
    job: { name: "match-markets", everyMs: 5 * SECOND_MS, run: runAndLog },

    /** Reads and matches all markets again. */
    rebuild: (): Promise<number> => runAlone(() => matchDue(deps, true)),

    /** Deletes the propositions of markets that closed long ago; gives how many. */
    retireClosed: (): Promise<{ readonly propositions: number }> => runAlone(() => retireClosed(deps)),

    /** Resolves when no run is under way. */
    whenIdle: (): Promise<void> => lastRun,
  };
}

/** How many markets wait for a step; one that waits for several counts once. */
const countQueued = (db: Db): number => prepare(db, "matches", "countQueued").pluck().get();

interface MatcherDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly corpus: MatchCorpus;
  readonly candidates: CandidateIndex;
  readonly onProgress: OnMatching;
}

/** One run through the three stages; gives how many markets it had. A rebuild queues all markets for the first stage. */
async function matchDue(deps: MatcherDeps, isRebuild: boolean): Promise<number> {
  const { writing, signal } = deps;
  const { db } = writing;
  if (signal.aborted) return 0;
  if (findPosition(db, RULES_POSITION) !== RULES_VERSION) await applyNewRules(deps);
  if (isRebuild) await queueAll(deps);
  const due = countQueued(db);
  if (due === 0) return 0;
  const isTold = due >= MIN_LOGGED_MARKETS;
  try {
    await runStages(isTold ? deps : { ...deps, onProgress: () => undefined });
  } finally {
    deps.corpus.forgetQuestions();
    deps.onProgress(null);
  }
  return due;
}

async function runStages(deps: MatcherDeps): Promise<void> {
  const { writing, signal, clock } = deps;
  const { db } = writing;
  const now = clock.now();
  const listNext = (stage: Stage) => () => listQueued(db, stage, STEP_MARKETS);
  await inSteps(deps, startReport(deps, "read"), listNext(STAGES.read), (keys) => readQuestions(deps, keys, now));
  if (signal.aborted) return;
  await compareDue(deps);
  const chosen = startReport(deps, "choose");
  await inSteps(deps, chosen, listNext(STAGES.choose), (keys) => chooseSome(deps, keys));
  await writing.step(() => undefined);
}

/** Gives what to call with each number of markets that are done. */
function startReport(
  { writing, clock, onProgress }: MatcherDeps,
  stage: MatchingUnderWay["stage"],
  total = prepare(writing.db, "matches", "countStage").pluck().get({ stage: STAGES[stage] }) ?? 0,
): (markets: number) => void {
  let [done, reportedAt] = [0, clock.elapsed()];
  onProgress({ stage, done, total });
  return (markets) => {
    done += markets;
    if (clock.elapsed() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = clock.elapsed();
    onProgress({ stage, done: Math.min(done, total), total });
  };
}

/** Has all markets read with the new rules. Matches stay until the run replaces them. */
async function applyNewRules(deps: MatcherDeps): Promise<void> {
  const { writing, corpus } = deps;
  await writing.step(corpus.forgetCounts);
  await queueAll(deps);
  await writing.step(() => savePosition(writing.db, RULES_POSITION, RULES_VERSION));
}

/** Queues all markets to be read, and to be compared even where their questions have not changed. */
async function queueAll({ writing: { db, part }, clock }: MatcherDeps): Promise<void> {
  const largest = prepare(db, "matches", "largestMarket").pluck().get() ?? 0;
  const queueEligible = prepare(db, "matches", "queueEligible");
  for (let first = 1; first <= largest; first += STEP_MARKETS) {
    const range = { first, last: first + STEP_MARKETS - 1, updatedAfter: clock.now() - MATCHED_AFTER_CLOSE_MS };
    for (const stage of [STAGES.read, STAGES.compare]) await part(() => queueEligible.run({ ...range, stage }));
  }
}

async function compareDue(deps: MatcherDeps): Promise<void> {
  const { writing, corpus, candidates, clock } = deps;
  await corpus.refresh(clock.now());
  const due = await listDue(writing.db);
  if (due.length === 0) return;
  await candidates.load();
  const compareDeps = {
    corpus,
    candidates,
    due: new Set(due),
    decided: new Set(prepare(writing.db, "matches", "listDecidedKeys").pluck().all()),
    now: clock.now(),
  };
  const order = due.length < MIN_SORTED_MARKETS ? due : await candidates.sort(due);
  let done = 0;
  await inSteps(
    deps,
    startReport(deps, "compare", order.length),
    () => order.slice(done, done + STEP_MARKETS),
    (keys) => {
      const compared = compareMarkets(writing, compareDeps, keys);
      done += compared;
      return compared;
    },
  );
}

async function listDue(db: Db): Promise<readonly number[]> {
  const due: number[] = [];
  for (let after = 0; ; await setImmediate()) {
    const keys = listQueued(db, STAGES.compare, STEP_MARKETS, after);
    due.push(...keys);
    after = keys.at(-1) ?? after;
    if (keys.length < STEP_MARKETS) return due;
  }
}

/**
 * Calls `work` for the listed markets until there are none, as many in a step as its time budget allows. `work` gives how
 * many markets it has done, which may be fewer.
 */
async function inSteps(
  { writing: { part }, signal }: MatcherDeps,
  report: (markets: number) => void,
  listNext: () => readonly number[],
  work: (marketKeys: readonly number[]) => number,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await part(({ isSpent }) => {
      const keys = listNext();
      for (let at = 0; at < keys.length; ) {
        const markets = work(keys.slice(at, at + BATCH_MARKETS));
        report(markets);
        at += markets;
        if (isSpent()) return true;
      }
      return keys.length === STEP_MARKETS;
    });
  }
}

/** Matched markets are compared with their partners' ladders, so few at a time: about 250 pairs. */
const BATCH_CHOSEN = 3;

/** Chooses the matches among the pairs of the first markets, and updates their groups. Gives how many markets are done. */
function chooseSome({ writing, corpus, clock }: MatcherDeps, listed: readonly number[]): number {
  const marketKeys = listed.slice(0, BATCH_CHOSEN);
  addChanges(writing, "scored", chooseMatches(writing.db, marketKeys));
  const { markets, links } = listLinked(writing.db, marketKeys);
  saveGroups(writing, markets, toGroups(markets, links), clock.now());
  compareRungs(writing, corpus, marketKeys, clock.now());
  dequeueRange(writing.db, marketKeys, STAGES.choose);
  return marketKeys.length;
}

async function retireClosed(deps: MatcherDeps): Promise<{ readonly propositions: number }> {
  const { writing, clock, signal } = deps;
  let retired = 0;
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) {
    const start: number = after;
    after = await writing.part(() => {
      const asked = { after: start, updatedBefore: clock.now() - MATCHED_AFTER_CLOSE_MS, limit: BATCH_MARKETS };
      const keys = prepare(writing.db, "matches", "listRetired").pluck().all(asked);
      retireQuestions(deps, keys);
      retired += keys.length;
      return keys.at(-1);
    });
  }
  await writing.step(() => undefined);
  return { propositions: retired };
}
