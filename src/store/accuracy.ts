import { setImmediate } from "node:timers/promises";
import {
  CRITERIA,
  type Criterion,
  createBins,
  createComparison,
  createEventErrors,
  createScores,
  dayOfPrice,
  type EventErrors,
  HORIZONS,
  type JudgedResult,
  type Score,
  type Weight,
} from "../domain/accuracy.ts";
import { orientPrice } from "../domain/arbitrage.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";

/** Which resolved markets are judged, and by which of their prices. */
export interface JudgedQuery {
  readonly platforms: readonly string[];
  /** Those that relative scores compare with. */
  readonly rivals: readonly string[];
  /** Missing for all. */
  readonly categories?: readonly string[] | undefined;
  readonly criterion: Criterion;
  readonly weight: Weight;
  /** Cents. */
  readonly minVolume: number;
  /** When they ended, epoch milliseconds; `to` is exclusive. Missing for all. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Of a platform or a category. */
export interface NamedScore extends Score {
  readonly name: string;
}

export interface PlatformScore extends NamedScore {
  /** The share of its resolved markets whose price is known. */
  readonly coverage: number;
  /** Null where none of its questions was asked elsewhere. */
  readonly relativeBrier: number | null;
  readonly relativeN: number;
}

export interface HorizonScore extends NamedScore {
  readonly criterion: Criterion;
}

/** A resolved market of a question. */
export type MatchedResult = SqlRow<"criteria", "listMatched">;

/** A question with its resolved markets. */
export interface Disagreement {
  readonly questionId: string;
  readonly markets: readonly MatchedResult[];
}

type ScoredQuery = ResultFilters & Pick<JudgedQuery, "criterion" | "weight"> & { readonly events: EventErrors };
type DisagreementQuery = Pick<JudgedQuery, "platforms" | "categories" | "from" | "to">;

const HORIZON_NAMES = Object.keys(HORIZONS) as (keyof typeof HORIZONS)[];
const MAX_REMEMBERED = 100;
const QUESTIONS_A_TURN = 1000;

/** Takes in all results that were committed, in turns. */
export async function syncResults(db: Db): Promise<void> {
  while (consistently(db, () => syncSomeResults(db))) await setImmediate();
}

/** Bins, and how many markets were split: they are in none. */
export async function calibrate(db: Db, query: JudgedQuery) {
  await syncResults(db);
  const bins = createBins(1);
  const split = await gatherResults(resultsOf(db), { ...query, kind: undefined }, bins.add);
  return { bins: bins.list(0), split };
}

/** Scores of platforms on a category, by prices a day before the end. */
export const scoreCategory = (db: Db, { category, platforms }: { category: string; platforms: readonly string[] }) =>
  remember(db, ["category", category, platforms], async (results) => {
    const events = createEventErrors(results.eventsEnd);
    const asked = { platforms, categories: [category], criterion: "1d", weight: "none", events } as const;
    return (await scoreBy(results, "platform", asked)).found;
  });

/** Those that have a market with such a price; also by time before the end, and all together by category. */
export const score = (db: Db, query: JudgedQuery) =>
  remember(db, ["score", query], async (results) => {
    const scored = { ...query, events: createEventErrors(results.eventsEnd) };
    const byTime = new Map<Criterion, Awaited<ReturnType<typeof scoreBy>>>();
    for (const criterion of new Set([...HORIZON_NAMES, query.criterion])) {
      byTime.set(criterion, await scoreBy(results, "platform", { ...scored, criterion }));
    }
    const { found: categories } = await scoreBy(results, "category", scored);
    const compared = await compare(db, results, query);
    const resolved = countDecided(results, query);
    const { found = [], split = 0 } = byTime.get(query.criterion) ?? {};
    return {
      split,
      /** The lowest Brier score first. */
      platforms: found.map((one): PlatformScore => {
        return { ...one, coverage: one.n / (resolved[one.group] ?? 0), ...compared.find(one.name) };
      }),
      horizons: HORIZON_NAMES.flatMap((criterion) =>
        (byTime.get(criterion)?.found ?? []).map((one): HorizonScore => ({ ...one, criterion })),
      ),
      /** The most markets first. */
      categories: categories.sort((a, b) => b.n - a.n),
    };
  });

/** Questions whose markets resolved differently, the latest first, and how many resolved on two platforms. */
export async function listDisagreements(
  db: Db,
  query: DisagreementQuery,
  { limit, page = 1 }: { limit: number; page?: number },
) {
  const found = await remember(db, ["disagreements", query], (results) => findDiffering(db, results, query));
  const shown = found.differing.slice((page - 1) * limit, page * limit);
  const matched = prepare(db, "criteria", "listMatched").all({ keys: JSON.stringify(shown.flat()) });
  const rows = Map.groupBy(matched, (row) => row.questionId);
  const disagreements = [...rows].map(([questionId, markets]): Disagreement => ({ questionId, markets }));
  return { compared: found.compared, disagreed: found.differing.length, disagreements };
}

/** By connection. */
const answers = new WeakMap<Db, { readonly version: string; readonly byQuery: Map<string, unknown> }>();

/** Answers a query by `work`, once until a market resolves or a question changes. */
async function remember<Answer>(
  db: Db,
  query: readonly unknown[],
  work: (results: Results) => Promise<Answer>,
): Promise<Answer> {
  await syncResults(db);
  const results = resultsOf(db);
  const version = `${results.seq} ${prepare(db, "questions", "lastGeneration").pluck().get()}`;
  let known = answers.get(db);
  if (known?.version !== version || known.byQuery.size === MAX_REMEMBERED) {
    known = { version, byQuery: new Map() };
    answers.set(db, known);
  }
  const key = JSON.stringify(query);
  const answer = known.byQuery.has(key) ? (known.byQuery.get(key) as Answer) : await work(results);
  known.byQuery.set(key, answer);
  return answer;
}

async function scoreBy(results: Results, kind: ScoreGroup, { events, ...query }: ScoredQuery) {
  const names = results.names[kind];
  const scores = createScores(names.length, events);
  const split = await gatherResults(results, { ...query, kind }, scores.add);
  return { found: scores.list().map((one) => ({ ...one, name: names[one.group] ?? "" })), split };
}

/** The same as a market of a question. */
interface ComparedResult extends FoundResult {
  readonly marketKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
}

/** Of questions that resolved on several of the platforms: the results. */
async function* listCompared(db: Db, results: Results, query: DisagreementQuery) {
  const isAsked = testOf(results, query);
  for (let rows = listMembers(db, 0); rows.length > 0; rows = listMembers(db, rows.at(-1)?.questionKey ?? 0)) {
    for (const members of Map.groupBy(rows, ({ questionKey }) => questionKey).values()) {
      const found = members.flatMap(({ marketKey, isInverted }): ComparedResult[] => {
        const result = findResult(results, marketKey, isAsked);
        return result === undefined ? [] : [{ ...result, marketKey, isInverted: isInverted === 1 }];
      });
      if (found.some(({ platform }) => platform !== found[0]?.platform)) yield found;
    }
    await setImmediate();
  }
}

async function compare(db: Db, results: Results, { rivals, criterion, ...query }: JudgedQuery) {
  const comparison = createComparison();
  for await (const found of listCompared(db, results, { ...query, platforms: rivals })) {
    const given = found.flatMap((result) => {
      const priced = findPrice(result, criterion);
      if (priced === undefined) return [];
      const price = orientPrice(priced.price, result.isInverted);
      return [{ platform: result.platform, price, isYes: isYesOf(result), day: priced.day }];
    });
    comparison.add(given);
  }
  return comparison;
}

/** The keys of markets, question by question, the latest first; and how many questions were compared. */
async function findDiffering(db: Db, results: Results, query: DisagreementQuery) {
  const differing: { keys: readonly number[]; endedAt: number }[] = [];
  let compared = 0;
  for await (const found of listCompared(db, results, query)) {
    compared++;
    const [yes, no] = [found.filter(isYesOf), found.filter((result) => !isYesOf(result))];
    if (yes.length === 0 || no.length === 0) continue;
    const endedAt = Math.max(...found.map((result) => result.endedAt));
    differing.push({ keys: found.map(({ marketKey }) => marketKey), endedAt });
  }
  return { compared, differing: differing.sort((a, b) => b.endedAt - a.endedAt).map(({ keys }) => keys) };
}

/** In the direction of its question. */
const isYesOf = ({ isYes, isInverted }: ComparedResult): boolean => isYes !== isInverted;

/** The markets of some questions, by question: of those whose keys are greater than one. */
const listMembers = (db: Db, after: number) =>
  prepare(db, "questions", "membersAfter").all({ after, limit: QUESTIONS_A_TURN });

// What resolved, in columns beside the connection, some 90 bytes each: a million are looked through in the time in which SQLite
// reads ten thousand. The rows of criterion_prices say what is new: one that is written again has a new seq.

const ROWS_A_STEP = 500;
const OUTCOMES = ["", "yes", "no", "split"];
const [UNKNOWN, YES, NO, SPLIT] = [0, 1, 2, 3];
const isDecided = (outcome: number | undefined): boolean => outcome === YES || outcome === NO;
/** In place of a price that is not known. */
const NONE = 0xffff_ffff;
const BLOCK_ROWS = 2 ** 14;
/** Looked through in some milliseconds. */
const BLOCKS_A_TURN = 8;

/** What scores are grouped by. */
type ScoreGroup = "platform" | "category";

/** Missing filters let everything pass. */
interface ResultFilters {
  readonly platforms?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Cents. */
  readonly minVolume?: number;
  /** When they ended, epoch milliseconds; `to` is exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Says of a row of a block whether a query asks for it. */
type ResultTest = (block: Block, at: number) => boolean;

/** A market that resolved yes or no, and where it is. */
interface FoundResult {
  readonly block: Block;
  readonly at: number;
  readonly platform: string;
  readonly isYes: boolean;
  /** Epoch seconds. */
  readonly endedAt: number;
}

type Results = ReturnType<typeof createResults>;

const createResults = () => ({
  /** Platforms and categories by their numbers. */
  names: { platform: [], category: [] } as Record<ScoreGroup, string[]>,
  blocks: [] as Block[],
  /** By market key: 1 + its place. */
  places: new Uint32Array(1024),
  size: 0,
  /** Of the newest market that was read. */
  seq: 0,
  /** Event keys are below it. */
  eventsEnd: 0,
});

const known = new WeakMap<Db, Results>();

/** Those of a connection, as of the last sync. */
function resultsOf(db: Db): Results {
  const results = known.get(db) ?? createResults();
  known.set(db, results);
  return results;
}

/** Reads some of what resolved; true while some may be left. The caller holds the transaction. */
export function syncSomeResults(db: Db): boolean {
  const results = resultsOf(db);
  const rows = prepare(db, "criteria", "listSince").all({ seq: results.seq, limit: ROWS_A_STEP });
  for (const row of rows) put(results, row);
  return rows.length === ROWS_A_STEP;
}

function put(results: Results, row: SqlRow<"criteria", "listSince">): void {
  const { names, blocks } = results;
  if (row.marketKey >= results.places.length) results.places = grown(results.places, row.marketKey + 1);
  const place = (results.places[row.marketKey] || ++results.size) - 1;
  results.places[row.marketKey] = place + 1;
  const block = blocks[Math.floor(place / BLOCK_ROWS)] ?? createBlock();
  if (place === blocks.length * BLOCK_ROWS) blocks.push(block);
  const at = place % BLOCK_ROWS;
  block.eventKey[at] = row.eventKey;
  block.platform[at] = numberOf(names.platform, row.platform);
  block.category[at] = numberOf(names.category, row.category);
  block.outcome[at] = Math.max(UNKNOWN, OUTCOMES.indexOf(row.outcome ?? ""));
  block.volume[at] = row.volume;
  block.endedAt[at] = row.endedAt;
  block.duration[at] = row.createdAt === null ? 0 : Math.max(0, row.endedAt - row.createdAt / 1000);
  for (const name of CRITERIA) block.prices[name][at] = row[name] ?? NONE;
  results.eventsEnd = Math.max(results.eventsEnd, row.eventKey + 1);
  results.seq = row.seq;
}

/**
 * Gives `add` those that resolved yes or no and have such a price, some at a time, and says how many were split. Lets other
 * requests pass now and then.
 */
async function gatherResults(
  results: Results,
  query: ResultFilters & Gathering,
  add: (market: JudgedResult) => void,
): Promise<number> {
  const isAsked = testOf(results, query);
  let split = 0;
  for (const [index, block] of results.blocks.entries()) {
    split += gather(block, { ...query, isAsked }, add);
    if (index % BLOCKS_A_TURN === BLOCKS_A_TURN - 1) await setImmediate();
  }
  return split;
}

/** How many resolved yes or no, with a known price or without, by number of the platform. */
function countDecided(results: Results, query: ResultFilters): readonly number[] {
  const counts = results.names.platform.map(() => 0);
  const isAsked = testOf(results, query);
  for (const block of results.blocks) {
    for (const [at, outcome] of block.outcome.entries()) {
      const platform = block.platform[at] ?? 0;
      if (isDecided(outcome) && isAsked(block, at)) counts[platform] = (counts[platform] ?? 0) + 1;
    }
  }
  return counts;
}

/** Undefined where it is not asked for. */
function findResult(results: Results, marketKey: number, isAsked: ResultTest): FoundResult | undefined {
  const place = (results.places[marketKey] ?? 0) - 1;
  const block = results.blocks[Math.floor(place / BLOCK_ROWS)];
  const at = place % BLOCK_ROWS;
  if (block === undefined || !isDecided(block.outcome[at]) || !isAsked(block, at)) return undefined;
  const platform = results.names.platform[block.platform[at] ?? 0] ?? "";
  return { block, at, platform, isYes: block.outcome[at] === YES, endedAt: block.endedAt[at] ?? 0 };
}

/** With its day; undefined for what is no price of a day, too. */
function findPrice({ block, at, endedAt }: FoundResult, criterion: Criterion) {
  const price = block.prices[criterion][at] ?? NONE;
  const day = dayOfPrice(criterion, endedAt, block.duration[at] ?? 0);
  return price === NONE || day === undefined ? undefined : { price, day };
}

function testOf(
  { names }: Results,
  { platforms, categories, minVolume = 0, from = 0, to = Number.POSITIVE_INFINITY }: ResultFilters,
): ResultTest {
  const flags = (all: readonly string[], asked = all): Uint8Array =>
    Uint8Array.from(all, (name) => Number(asked.includes(name)));
  const [isPlatform, isCategory] = [flags(names.platform, platforms), flags(names.category, categories)];
  return ({ platform, category, volume, endedAt }, at) =>
    isPlatform[platform[at] ?? 0] === 1 &&
    isCategory[category[at] ?? 0] === 1 &&
    (volume[at] ?? 0) >= minVolume &&
    (endedAt[at] ?? 0) * 1000 >= from &&
    (endedAt[at] ?? 0) * 1000 < to;
}

interface Gathering {
  readonly criterion: Criterion;
  readonly weight: Weight;
  /** Undefined for one group of all. */
  readonly kind: ScoreGroup | undefined;
}

/** Gives `add` those of a block, and how many were split. */
function gather(
  block: Block,
  { criterion, weight, kind, isAsked }: Gathering & { readonly isAsked: ResultTest },
  add: (market: JudgedResult) => void,
): number {
  const { outcome, eventKey } = block;
  const prices = block.prices[criterion];
  const groups = kind && block[kind];
  const weights = weight === "none" ? undefined : block[weight];
  let split = 0;
  for (let at = 0; at < BLOCK_ROWS; at++) {
    const price = prices[at] ?? NONE;
    const own = weights === undefined ? 1 : (weights[at] ?? 0);
    if (price === NONE || outcome[at] === UNKNOWN || !isAsked(block, at)) continue;
    if (outcome[at] === SPLIT) split++;
    else if (own > 0) {
      const [group, event] = [groups?.[at] ?? 0, eventKey[at] ?? 0];
      add({ price, isYes: outcome[at] === YES, weight: own, group, event });
    }
  }
  return split;
}

type Block = ReturnType<typeof createBlock>;

const createBlock = () => ({
  eventKey: new Uint32Array(BLOCK_ROWS),
  platform: new Uint8Array(BLOCK_ROWS),
  category: new Uint8Array(BLOCK_ROWS),
  outcome: new Uint8Array(BLOCK_ROWS),
  volume: new Float64Array(BLOCK_ROWS),
  endedAt: new Uint32Array(BLOCK_ROWS),
  duration: new Uint32Array(BLOCK_ROWS),
  prices: Object.fromEntries(CRITERIA.map((name) => [name, new Uint32Array(BLOCK_ROWS)])) as Record<
    Criterion,
    Uint32Array
  >,
});

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}

function numberOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}
