import type { Clock } from "../clock.ts";
import {
  type Comparison,
  compare,
  gramsOf,
  type Proposition,
  RULES_VERSION,
  toGroups,
  toProposition,
} from "../domain/matching/index.ts";
import { ONE } from "../domain/prices.ts";
import { type Decided, STAGES, type Stage } from "../store/matches.ts";
import { findPosition, savePosition } from "../store/properties.ts";
import type { Question } from "../store/propositions.ts";
import { createCorpus, type FiledWeighed, type MatchCorpus } from "./match-corpus.ts";
import type { Writing } from "./writing.ts";

/** A step of matching holds the database this long at most; then waiting commands get their turn. */
const STEP_MS = 20;
const STEP_MARKETS = 200;

/** A market that closed takes part this long after its last change; its matches stay. */
const STAYS_MS = 30 * 86_400_000;

/** Refused pairs that score less are not worth a look; of the others each market keeps the nearest few. */
const LEAST_MISS = 0.6;
const MOST_MISSES = 3;

const RULES = "match-rules";

export type Matcher = ReturnType<typeof createMatcher>;

/**
 * Finds markets of different platforms that ask the same question: reads what is new or changed, compares it with what
 * is filed under the same grams, and chooses among the pairs. All in short steps; cut short, it goes on where it was.
 */
export function createMatcher(writing: Writing, clock: Clock, signal: AbortSignal) {
  const { propositions } = writing.matching;
  const corpus = createCorpus(writing);
  /** The run before, however it ended. */
  let last: Promise<void> = Promise.resolve();

  const runAlone = (isRebuild: boolean): Promise<void> => {
    const next = last.then(() => matchDue(writing, clock, corpus, { isRebuild, signal }));
    // Whoever asked for it is told when it fails.
    last = next.catch(() => undefined);
    return next;
  };
  return {
    /** Matches what is due. */
    runDue: (): Promise<void> => runAlone(false),

    /** Reads and matches all that takes part anew. */
    rebuild: (): Promise<void> => runAlone(true),

    /** Resolves when nothing is being matched. */
    settle: (): Promise<void> => last,

    /** Lets go of markets that closed long ago. */
    async retireClosed(): Promise<void> {
      let after: number | undefined = 0;
      while (after !== undefined && !signal.aborted) {
        const start: number = after;
        after = await writing.step(() => {
          const keys = propositions.listOutOfDate(start, clock.now() - STAYS_MS, STEP_MARKETS);
          for (const key of keys) retire(writing, corpus, key);
          return keys.at(-1);
        });
      }
    },
  };
}

/** One run through the three stages; a rebuild puts everything at the first. */
async function matchDue(
  writing: Writing,
  clock: Clock,
  corpus: MatchCorpus,
  { isRebuild, signal }: { isRebuild: boolean; signal: AbortSignal },
): Promise<void> {
  const { queue, pairs } = writing.matching;
  if (signal.aborted) return;
  if (findPosition(writing.db, RULES) !== RULES_VERSION) await startAnew(writing, clock);
  if (isRebuild) await queueAll(writing, clock);
  if (queue.count() === 0) return;
  await inSteps(writing, signal, STAGES.read, (key) => read(writing, corpus, clock.now(), key, isRebuild));
  const due = new Set(queue.listAll(STAGES.compare));
  await corpus.refresh(clock.now(), due.size);
  if (signal.aborted) return;
  const turns = { due, decided: new Set(pairs.listDecidedKeys()) };
  await inSteps(writing, signal, STAGES.compare, (key) => {
    turns.due.delete(key);
    compareOne(writing, corpus, key, turns);
  });
  corpus.clearLists();
  await choose(writing, signal);
}

/** The rules have changed: whatever was made by others is forgotten. Matches stay until they are found again or not. */
async function startAnew(writing: Writing, clock: Clock): Promise<void> {
  await writing.step(() => writing.matching.propositions.forgetAll());
  await queueAll(writing, clock);
  await writing.step(() => savePosition(writing.db, RULES, RULES_VERSION));
}

async function queueAll({ matching, step }: Writing, clock: Clock): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const start: number = after;
    after = await step(() => matching.queue.addNext(start, clock.now() - STAYS_MS, 10 * STEP_MARKETS));
  }
}

/** Does `work` for every market of a stage, as many in one step as its time allows. */
async function inSteps(
  { matching, step }: Writing,
  signal: AbortSignal,
  stage: Stage,
  work: (marketKey: number) => void,
): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await step(() => {
      const started = performance.now();
      const keys = matching.queue.list(stage, STEP_MARKETS);
      for (const key of keys) {
        work(key);
        if (performance.now() - started > STEP_MS) return true;
      }
      return keys.length === STEP_MARKETS;
    });
  }
}

/** Takes a market's question apart and files it. One that says the same as before is done with. */
function read(writing: Writing, corpus: MatchCorpus, now: number, marketKey: number, isRebuild: boolean): void {
  const { queue, propositions } = writing.matching;
  const question = propositions.findQuestion(marketKey);
  if (question === undefined) throw new Error(`matching: market ${marketKey} has no row`);
  if (question.status === "closed" && question.updatedAt <= now - STAYS_MS) {
    retire(writing, corpus, marketKey);
    queue.remove(marketKey);
    return;
  }
  const after = toProposition(question);
  const before =
    after !== undefined && propositions.isStored(marketKey, after) ? after : propositions.find(marketKey)?.proposition;
  const isChanged = before !== after;
  if (isChanged) refile(writing, question, before, after);
  corpus.forget(marketKey);
  if (isChanged || isRebuild) queue.move(marketKey, STAGES.compare);
  else queue.remove(marketKey);
}

function refile(
  { matching: { propositions } }: Writing,
  question: Question,
  before: Proposition | undefined,
  after: Proposition | undefined,
): void {
  const { marketKey } = question;
  const oldGrams = new Set(before === undefined ? [] : gramsOf(before));
  const newGrams = new Set(after === undefined ? [] : gramsOf(after));
  propositions.deleteGrams(
    marketKey,
    [...oldGrams].filter((gram) => !newGrams.has(gram)),
  );
  propositions.addGrams(
    marketKey,
    [...newGrams].filter((gram) => !oldGrams.has(gram)),
  );
  if (after === undefined) propositions.remove(marketKey);
  else propositions.save(question, after);
}

/** Takes a market out of the running; its pairs stay as they are. */
function retire({ matching: { propositions } }: Writing, corpus: MatchCorpus, marketKey: number): void {
  const filed = propositions.find(marketKey);
  if (filed === undefined) return;
  propositions.deleteGrams(marketKey, gramsOf(filed.proposition));
  propositions.remove(marketKey);
  corpus.forget(marketKey);
}

/** Scores a market against all it may match, but those whose own turn is still to come. */
function compareOne(writing: Writing, corpus: MatchCorpus, marketKey: number, turns: Turns): void {
  const { queue, pairs } = writing.matching;
  const touched = new Set(pairs.remove(marketKey));
  const decided = decisionsOf(writing, marketKey, turns);
  const own = corpus.hasPartners(marketKey) || decided.size > 0 ? corpus.find(marketKey) : undefined;
  const misses: Miss[] = [];
  for (const otherKey of own === undefined ? [] : partnersOf(corpus, own, marketKey)) {
    if (turns.due.has(otherKey) || decided.has(otherKey) || corpus.isSamePlatform(marketKey, otherKey)) continue;
    const other = corpus.find(otherKey);
    if (own === undefined || other === undefined || other.platform === own.platform) continue;
    const compared = compare(...inOrder(marketKey, own, otherKey, other));
    if (compared?.guard !== undefined) misses.push({ otherKey, compared });
    else if (compared !== undefined) {
      pairs.save({ marketKey, otherKey, ...compared, score: toMillionths(compared.score) });
      touched.add(otherKey);
    }
  }
  saveMisses(writing, marketKey, misses);
  for (const decision of decided.values()) {
    saveDecided(writing, marketKey, decision, own, corpus.find(decision.marketKey));
    touched.add(decision.marketKey);
  }
  for (const key of touched) queue.add(key, STAGES.choose);
  if (touched.size > 0) queue.move(marketKey, STAGES.choose);
  else queue.remove(marketKey);
}

/** Markets still to be compared, and those of which the operator has said something. */
interface Turns {
  readonly due: Set<number>;
  readonly decided: ReadonlySet<number>;
}

interface Miss {
  readonly otherKey: number;
  readonly compared: Comparison;
}

function decisionsOf({ matching }: Writing, marketKey: number, { decided }: Turns): Map<number, Decided> {
  const question = decided.has(marketKey) ? matching.propositions.findQuestion(marketKey) : undefined;
  const decisions = question === undefined ? [] : matching.pairs.listDecided(question.platform, question.id);
  return new Map(decisions.map((decision) => [decision.marketKey, decision]));
}

/** "The first" in reasons is the market with the smaller key. */
const inOrder = (key: number, own: FiledWeighed, otherKey: number, other: FiledWeighed) =>
  key < otherKey ? ([own.weighed, other.weighed] as const) : ([other.weighed, own.weighed] as const);

/** What is filed with a market under any gram that is not too common. */
function partnersOf(corpus: MatchCorpus, own: FiledWeighed, marketKey: number): Set<number> {
  const partners = new Set<number>();
  for (const gram of gramsOf(own.weighed.proposition)) for (const key of corpus.listFiled(gram)) partners.add(key);
  partners.delete(marketKey);
  return partners;
}

const toMillionths = (score: number): number => Math.round(score * ONE);

function saveMisses({ matching: { pairs } }: Writing, marketKey: number, misses: readonly Miss[]): void {
  const nearest = misses
    .filter(({ compared }) => compared.score >= LEAST_MISS)
    .toSorted((a, b) => b.compared.score - a.compared.score)
    .slice(0, MOST_MISSES);
  for (const { otherKey, compared } of nearest) {
    const { score, guard = "", reasons } = compared;
    pairs.saveMiss({ marketKey, otherKey, score: toMillionths(score), guard, reasons });
  }
}

/** What the operator has said wins over every rule. */
function saveDecided(
  { matching: { pairs } }: Writing,
  marketKey: number,
  { marketKey: otherKey, decision, isInverted }: Decided,
  own: FiledWeighed | undefined,
  other: FiledWeighed | undefined,
): void {
  const compared =
    own === undefined || other === undefined ? undefined : compare(...inOrder(marketKey, own, otherKey, other));
  const reasons = [`${decision} by the operator`, ...(compared?.reasons ?? [])];
  const pair = { marketKey, otherKey, reasons };
  if (decision === "rejected") {
    pairs.saveMiss({ ...pair, score: toMillionths(compared?.score ?? 0), guard: "operator" });
    return;
  }
  const isTurned = isInverted === null ? compared?.relation === "inverted" : isInverted === 1;
  pairs.save({ ...pair, score: ONE, relation: isTurned ? "inverted" : "same" });
}

/** Chooses the matches among the pairs of markets that were compared, and joins them into groups. */
async function choose({ matching: { queue, pairs }, step }: Writing, signal: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await step(() => {
      const keys = queue.list(STAGES.choose, STEP_MARKETS);
      pairs.chooseMatches(keys);
      const { markets, links } = pairs.listLinked(keys);
      pairs.saveGroups(markets, toGroups(markets, links));
      for (const key of keys) queue.remove(key);
      return keys.length === STEP_MARKETS;
    });
  }
}
