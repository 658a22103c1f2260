import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import { RULES_VERSION, toGroups } from "../../domain/matching/index.ts";
import { findPosition, savePosition } from "../../store/database/index.ts";
import { STAGES, type Stage } from "../../store/matching/index.ts";
import { toKeySet } from "../key-set.ts";
import type { Writing } from "../transactions/index.ts";
import { isIndexToBeMade, leaveIndex, makeIndex } from "./blocking-index.ts";
import { compareMarkets } from "./compare.ts";
import { createCorpus, type MatchCorpus } from "./corpus.ts";
import { createNumbers } from "./numbers.ts";
import { createPartners, type Partners } from "./partners.ts";
import { readQuestions, retire, STAYS_MS } from "./read.ts";

/** As many a step looks at; it ends earlier when it has taken its time. */
const STEP_MARKETS = 1000;

/** Markets read or compared in one go, without a look at the time. */
const BATCH_MARKETS = 40;

/** From this share of all questions on, reading the whole index is cheaper than looking things up in it. */
const SHARE_TO_READ_ALL = 0.1;

/** With so many times as many unread questions as there are others, making the index anew is cheaper than adding to it. */
const TIMES_TO_MAKE_ANEW = 4;
const LEAST_TO_MAKE_ANEW = 5000;

const RULES = "match-rules";

export type Matcher = ReturnType<typeof createMatcher>;

/**
 * Finds markets of different platforms that ask the same question: reads what is new or changed, compares it with what
 * is filed under the same grams, and chooses among the pairs. All in short steps; cut short, it goes on where it was.
 */
export function createMatcher(writing: Writing, clock: Clock, signal: AbortSignal) {
  const run: Run = { writing, clock, signal, corpus: createCorpus(writing), partners: createPartners(writing) };
  /** The run before, however it ended. */
  let last: Promise<void> = Promise.resolve();

  const runAlone = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work);
    // Whoever asked for it is told when it fails.
    last = next.catch(() => undefined);
    return next;
  };
  return {
    /** Matches what is due. */
    runDue: (): Promise<void> => runAlone(() => matchDue(run, false)),

    /** Reads and matches all that takes part anew. */
    rebuild: (): Promise<void> => runAlone(() => matchDue(run, true)),

    /** Lets go of markets that closed long ago. */
    retireClosed: (): Promise<void> => runAlone(() => retireClosed(run)),

    /** Resolves when nothing is being matched. */
    whenIdle: (): Promise<void> => last,
  };
}

interface Run {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly corpus: MatchCorpus;
  readonly partners: Partners;
}

/** One run through the three stages; a rebuild puts everything at the first. */
async function matchDue(run: Run, isRebuild: boolean): Promise<void> {
  const { writing, signal, clock, corpus } = run;
  const { queue } = writing.matching;
  if (signal.aborted) return;
  if (findPosition(writing.db, RULES) !== RULES_VERSION) await startAnew(run);
  if (isRebuild) await queueAll(run);
  if (queue.count() === 0) return;
  const leavesIndex = await decideOnIndex(run);
  const reading = { now: clock.now(), isAnew: isRebuild || leavesIndex, leavesIndex };
  const listNext = (stage: Stage) => () => queue.list(stage, STEP_MARKETS);
  const step = leavesIndex ? writing.bulk : writing.part;
  await inSteps(run, step, listNext(STAGES.read), (keys) => readQuestions(writing, corpus, keys, reading));
  if (leavesIndex && !signal.aborted) await makeIndex(writing, corpus.size(), signal);
  if (signal.aborted) return;
  await compareDue(run, step);
  await inSteps(run, step, listNext(STAGES.choose), (keys) => choose(writing, keys));
  await writing.step(() => undefined);
}

/** The rules have changed: all is read anew. Matches stay until they are found again or not. */
async function startAnew(run: Run): Promise<void> {
  const { writing, corpus } = run;
  await writing.step(() => {
    leaveIndex(writing);
    corpus.forgetCounts();
  });
  await queueAll(run);
  await writing.step(() => savePosition(writing.db, RULES, RULES_VERSION));
}

async function queueAll({ writing: { matching, part }, clock }: Run): Promise<void> {
  const { queue } = matching;
  const largest = queue.largestMarket();
  for (let first = 1; first <= largest; first += STEP_MARKETS) {
    await part(() => queue.addAll(first, first + STEP_MARKETS - 1, clock.now() - STAYS_MS));
  }
}

/** Whether the index is to be made anew once all has been read, rather than added to. */
async function decideOnIndex({ writing, corpus }: Run): Promise<boolean> {
  if (isIndexToBeMade(writing)) return true;
  const unread = writing.matching.queue.countStage(STAGES.read);
  if (unread < LEAST_TO_MAKE_ANEW || unread < corpus.size() * TIMES_TO_MAKE_ANEW) return false;
  await writing.step(() => leaveIndex(writing));
  return true;
}

async function compareDue(run: Run, step: Writing["part"]): Promise<void> {
  const { writing, corpus, partners, clock } = run;
  const { queue, pairs } = writing.matching;
  const due = await listDue(queue);
  await corpus.refresh(clock.now());
  partners.clear();
  if (due.length > corpus.size() * SHARE_TO_READ_ALL) await partners.readAll(corpus);
  const compared = { corpus, partners, due: toKeySet(due), decided: new Set(pairs.listDecidedKeys()) };
  const order = partners.inOrder(due);
  let done = 0;
  await inSteps(
    run,
    step,
    () => [...order.subarray(done, done + STEP_MARKETS)],
    (keys, isLate) => {
      const now = compareMarkets(writing, compared, keys, isLate);
      done += now;
      return now;
    },
  );
  partners.clear();
}

async function listDue({ listAfter }: Writing["matching"]["queue"]): Promise<Uint32Array> {
  const due = createNumbers(Uint32Array);
  for (let after = 0; ; await setImmediate()) {
    const keys = listAfter(STAGES.compare, after, STEP_MARKETS);
    for (const key of keys) due.push(key);
    after = keys.at(-1) ?? after;
    if (keys.length < STEP_MARKETS) return due.take();
  }
}

/**
 * Does `work` for the markets that are next, as many in one step as its time allows, until there are none. It gives how
 * many it has done, which may be fewer when it is late.
 */
async function inSteps(
  { signal }: Run,
  step: Writing["part"],
  listNext: () => readonly number[],
  work: (marketKeys: readonly number[], isLate: () => boolean) => number,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await step((allowance) => {
      const keys = listNext();
      for (let at = 0; at < keys.length; ) {
        at += work(keys.slice(at, at + BATCH_MARKETS), allowance.isSpent);
        if (allowance.isSpent()) return true;
      }
      return keys.length === STEP_MARKETS;
    });
  }
}

/** Chooses the matches among the pairs of markets that were compared, and joins them into groups; gives how many. */
function choose({ matching: { queue, pairs } }: Writing, marketKeys: readonly number[]): number {
  pairs.chooseMatches(marketKeys);
  const { markets, links } = pairs.listLinked(marketKeys);
  pairs.saveGroups(markets, toGroups(markets, links));
  queue.remove(marketKeys, STAGES.choose);
  return marketKeys.length;
}

async function retireClosed({ writing, corpus, clock, signal }: Run): Promise<void> {
  const { propositions } = writing.matching;
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) {
    const start: number = after;
    after = await writing.part(() => {
      const keys = propositions.listOutOfDate(start, clock.now() - STAYS_MS, BATCH_MARKETS);
      retire(writing, corpus, keys, { leavesIndex: isIndexToBeMade(writing) });
      return keys.at(-1);
    });
  }
  await writing.step(() => undefined);
}
