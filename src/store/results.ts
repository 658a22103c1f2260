// What resolved, in columns beside the connection, some 90 bytes each: a million are looked through in the time in which SQLite
// reads ten thousand. The rows of criterion_prices say what is new: one that is written again has a new seq.

import { setImmediate } from "node:timers/promises";
import { CRITERIA, type Criterion, dayOfPrice, type JudgedResult, type Weight } from "../domain/accuracy.ts";
import { type Db, prepare, type SqlRow } from "./database/db.ts";

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
export type ScoreGroup = "platform" | "category";

/** Missing filters let everything pass. */
export interface ResultFilters {
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
export interface FoundResult {
  readonly block: Block;
  readonly at: number;
  readonly platform: string;
  readonly isYes: boolean;
  /** Epoch seconds. */
  readonly endedAt: number;
}

export type Results = ReturnType<typeof createResults>;

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
export function resultsOf(db: Db): Results {
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
export async function gatherResults(
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
export function countDecided(results: Results, query: ResultFilters): readonly number[] {
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
export function findResult(results: Results, marketKey: number, isAsked: ResultTest): FoundResult | undefined {
  const place = (results.places[marketKey] ?? 0) - 1;
  const block = results.blocks[Math.floor(place / BLOCK_ROWS)];
  const at = place % BLOCK_ROWS;
  if (block === undefined || !isDecided(block.outcome[at]) || !isAsked(block, at)) return undefined;
  const platform = results.names.platform[block.platform[at] ?? 0] ?? "";
  return { block, at, platform, isYes: block.outcome[at] === YES, endedAt: block.endedAt[at] ?? 0 };
}

/** With its day; undefined for what is no price of a day, too. */
export function findPrice({ block, at, endedAt }: FoundResult, criterion: Criterion) {
  const price = block.prices[criterion][at] ?? NONE;
  const day = dayOfPrice(criterion, endedAt, block.duration[at] ?? 0);
  return price === NONE || day === undefined ? undefined : { price, day };
}

export function testOf(
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
