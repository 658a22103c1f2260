import { setImmediate } from "node:timers/promises";
import {
  CRITERIA,
  type Criterion,
  createBins,
  createComparison,
  createEventErrors,
  createJudgedMarkets,
  createScores,
  dayOfPrice,
  type EventErrors,
  HORIZONS,
  type JudgedMarkets,
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

type ScoredQuery = Filters & Pick<JudgedQuery, "criterion" | "weight"> & { readonly events: EventErrors };
type DisagreementQuery = Pick<JudgedQuery, "platforms" | "categories" | "from" | "to">;

const HORIZON_NAMES = Object.keys(HORIZONS) as (keyof typeof HORIZONS)[];
const MAX_REMEMBERED = 100;
const QUESTIONS_A_TURN = 1000;

/** How right prices were, over one connection. What resolved is kept in memory. */
export function openAccuracy(db: Db) {
  const results = openResults(db);
  const lastGeneration = prepare(db, "questions", "lastGeneration").pluck();
  const listMatched = prepare(db, "criteria", "listMatched");

  const sync = async (): Promise<void> => {
    while (consistently(db, results.sync)) await setImmediate();
  };

  /** Answers a query by `work`, once until a market resolves or a question changes. */
  function remember<Query, Answer>(work: (query: Query) => Promise<Answer>): (query: Query) => Promise<Answer> {
    let [version, answers] = ["", new Map<string, Answer>()];
    return async (query) => {
      await sync();
      const present = `${results.seq()} ${lastGeneration.get()}`;
      if (version !== present || answers.size === MAX_REMEMBERED) [version, answers] = [present, new Map()];
      const [known, key] = [answers, JSON.stringify(query)];
      const answer = known.get(key) ?? (await work(query));
      known.set(key, answer);
      return answer;
    };
  }

  const scoreBy = async (kind: ScoreGroup, { events, ...query }: ScoredQuery) => {
    const scores = createScores(results.countNames(kind), events);
    const split = await results.each({ ...query, kind }, scores.add);
    return { found: scores.list().map((score) => ({ ...score, name: results.nameOf(kind, score.group) })), split };
  };

  /** Of questions that resolved on several of the platforms: the results. */
  async function* listCompared(query: DisagreementQuery) {
    const isAsked = results.testOf(query);
    for (let rows = listMembers(db, 0); rows.length > 0; rows = listMembers(db, rows.at(-1)?.questionKey ?? 0)) {
      for (const members of Map.groupBy(rows, ({ questionKey }) => questionKey).values()) {
        const found = members.flatMap(({ marketKey, isInverted }): ComparedResult[] => {
          const result = results.find(marketKey, isAsked);
          return result === undefined ? [] : [{ ...result, marketKey, isInverted: isInverted === 1 }];
        });
        if (found.some(({ platform }) => platform !== found[0]?.platform)) yield found;
      }
      await setImmediate();
    }
  }

  const compare = async ({ rivals, criterion, ...query }: JudgedQuery) => {
    const comparison = createComparison();
    for await (const found of listCompared({ ...query, platforms: rivals })) {
      const answers = found.flatMap((result) => {
        const priced = results.findPrice(result, criterion);
        if (priced === undefined) return [];
        const price = orientPrice(priced.price, result.isInverted);
        return [{ platform: result.platform, price, isYes: isYesOf(result), day: priced.day }];
      });
      comparison.add(answers);
    }
    return comparison;
  };

  /** The keys of markets, question by question, the latest first; and how many questions were compared. */
  const findDiffering = remember(async (query: DisagreementQuery) => {
    const differing: { keys: readonly number[]; endedAt: number }[] = [];
    let compared = 0;
    for await (const found of listCompared(query)) {
      compared++;
      const [yes, no] = [found.filter(isYesOf), found.filter((result) => !isYesOf(result))];
      if (yes.length === 0 || no.length === 0) continue;
      const endedAt = Math.max(...found.map((result) => result.endedAt));
      differing.push({ keys: found.map(({ marketKey }) => marketKey), endedAt });
    }
    return { compared, differing: differing.sort((a, b) => b.endedAt - a.endedAt).map(({ keys }) => keys) };
  });

  return {
    /** Takes in all that was committed, in turns. */
    sync,

    /** Takes in some of it; true while some is left. The caller holds the transaction. */
    syncSome: results.sync,

    /** Bins, and how many markets were split: they are in none. */
    async calibrate(query: JudgedQuery) {
      await sync();
      const bins = createBins(1);
      const split = await results.each({ ...query, kind: undefined }, bins.add);
      return { bins: bins.list(0), split };
    },

    /** Scores of platforms on a category, by prices a day before the end. */
    scoreCategory: remember(async (query: { readonly category: string; readonly platforms: readonly string[] }) => {
      const events = createEventErrors(results.eventsEnd());
      const asked = { platforms: query.platforms, categories: [query.category] };
      return (await scoreBy("platform", { ...asked, criterion: "1d", weight: "none", events })).found;
    }),

    /** Those that have a market with such a price; also by time before the end, and all together by category. */
    score: remember(async (given: JudgedQuery) => {
      const query = { ...given, events: createEventErrors(results.eventsEnd()) };
      const byTime = new Map<Criterion, Awaited<ReturnType<typeof scoreBy>>>();
      for (const criterion of new Set([...HORIZON_NAMES, query.criterion])) {
        byTime.set(criterion, await scoreBy("platform", { ...query, criterion }));
      }
      const { found: categories } = await scoreBy("category", query);
      const compared = await compare(given);
      const resolved = results.countDecided(given);
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
    }),

    /** Questions whose markets resolved differently, the latest first, and how many resolved on two platforms. */
    async listDisagreements(query: DisagreementQuery, { limit, page = 1 }: { limit: number; page?: number }) {
      const { compared, differing } = await findDiffering(query);
      const shown = differing.slice((page - 1) * limit, page * limit);
      const rows = Map.groupBy(listMatched.all({ keys: JSON.stringify(shown.flat()) }), (row) => row.questionId);
      const disagreements = [...rows].map(([questionId, markets]): Disagreement => ({ questionId, markets }));
      return { compared, disagreed: differing.length, disagreements };
    },
  };
}

/** In the direction of its question. */
const isYesOf = ({ isYes, isInverted }: ComparedResult): boolean => isYes !== isInverted;

/** The markets of some questions, by question: of those whose keys are greater than one. */
const listMembers = (db: Db, after: number) =>
  prepare(db, "questions", "membersAfter").all({ after, limit: QUESTIONS_A_TURN });

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

type Filters = DisagreementQuery & { readonly minVolume?: number };

type Test = (block: Block, at: number) => boolean;

/** A market that resolved yes or no, and where it is. */
interface FoundResult {
  readonly block: Block;
  readonly at: number;
  readonly platform: string;
  readonly isYes: boolean;
  /** Epoch seconds. */
  readonly endedAt: number;
}

/** The same as a market of a question. */
interface ComparedResult extends FoundResult {
  readonly marketKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
}

/**
 * Resolved markets in columns, some 90 bytes each: a million are looked through in the time in which SQLite reads ten
 * thousand.
 */
function openResults(db: Db) {
  const listSince = prepare(db, "criteria", "listSince");
  const names: Record<ScoreGroup, string[]> = { platform: [], category: [] };
  const blocks: Block[] = [];
  let [seq, size, eventsEnd] = [0, 0, 0];
  /** By market key: 1 + its place. */
  let places = new Uint32Array(1024);
  // Filled again for each block.
  const gathered = createJudgedMarkets(BLOCK_ROWS);

  const put = (row: SqlRow<"criteria", "listSince">): void => {
    if (row.marketKey >= places.length) places = grown(places, row.marketKey + 1);
    const place = (places[row.marketKey] || ++size) - 1;
    places[row.marketKey] = place + 1;
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
    eventsEnd = Math.max(eventsEnd, row.eventKey + 1);
    seq = row.seq;
  };

  return {
    /** Of the newest market that was read. */
    seq: () => seq,
    /** Event keys are below it. */
    eventsEnd: () => eventsEnd,
    countNames: (kind: ScoreGroup) => names[kind].length,
    nameOf: (kind: ScoreGroup, number: number): string => names[kind][number] ?? "",

    /** Reads some of what resolved; true while some may be left. */
    sync(): boolean {
      const rows = listSince.all({ seq, limit: ROWS_A_STEP });
      for (const row of rows) put(row);
      return rows.length === ROWS_A_STEP;
    },

    testOf,

    /**
     * Gives `add` those that resolved yes or no and have such a price, some at a time, and says how many were split. Lets
     * other requests pass now and then.
     */
    async each(query: Filters & Gathering, add: (markets: JudgedMarkets) => void): Promise<number> {
      const isAsked = testOf(query);
      let split = 0;
      for (const [index, block] of blocks.entries()) {
        split += gather(gathered, block, { ...query, isAsked });
        add(gathered);
        if (index % BLOCKS_A_TURN === BLOCKS_A_TURN - 1) await setImmediate();
      }
      return split;
    },

    /** How many resolved yes or no, with a known price or without, by number of the platform. */
    countDecided(query: Filters): readonly number[] {
      const counts = names.platform.map(() => 0);
      const isAsked = testOf(query);
      for (const block of blocks) {
        for (const [at, outcome] of block.outcome.entries()) {
          const platform = block.platform[at] ?? 0;
          if (isDecided(outcome) && isAsked(block, at)) counts[platform] = (counts[platform] ?? 0) + 1;
        }
      }
      return counts;
    },

    /** Undefined where it is not asked for. */
    find(marketKey: number, isAsked: Test): FoundResult | undefined {
      const place = (places[marketKey] ?? 0) - 1;
      const block = blocks[Math.floor(place / BLOCK_ROWS)];
      const at = place % BLOCK_ROWS;
      if (block === undefined || !isDecided(block.outcome[at]) || !isAsked(block, at)) return undefined;
      const platform = names.platform[block.platform[at] ?? 0] ?? "";
      return { block, at, platform, isYes: block.outcome[at] === YES, endedAt: block.endedAt[at] ?? 0 };
    },

    /** With its day; undefined for what is no price of a day, too. */
    findPrice({ block, at, endedAt }: FoundResult, criterion: Criterion) {
      const price = block.prices[criterion][at] ?? NONE;
      const day = dayOfPrice(criterion, endedAt, block.duration[at] ?? 0);
      return price === NONE || day === undefined ? undefined : { price, day };
    },
  };

  /** Says of each row whether a query asks for it. */
  function testOf({ platforms, categories, minVolume = 0, from = 0, to = Number.POSITIVE_INFINITY }: Filters): Test {
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
}

interface Gathering extends Pick<JudgedQuery, "criterion" | "weight"> {
  /** Undefined for one group of all. */
  readonly kind: ScoreGroup | undefined;
}

/** Replaces `markets` by those of a block; gives how many were split. */
function gather(
  markets: JudgedMarkets,
  block: Block,
  { criterion, weight, kind, isAsked }: Gathering & { readonly isAsked: Test },
): number {
  const { outcome, eventKey } = block;
  const prices = block.prices[criterion];
  const groups = kind && block[kind];
  const weights = weight === "none" ? undefined : block[weight];
  let [length, split] = [0, 0];
  for (let at = 0; at < BLOCK_ROWS; at++) {
    const price = prices[at] ?? NONE;
    const own = weights === undefined ? 1 : (weights[at] ?? 0);
    if (price === NONE || outcome[at] === UNKNOWN || !isAsked(block, at)) continue;
    if (outcome[at] === SPLIT) split++;
    else if (own > 0) {
      markets.price[length] = price;
      markets.isYes[length] = outcome[at] === YES ? 1 : 0;
      markets.weight[length] = own;
      markets.group[length] = groups?.[at] ?? 0;
      markets.event[length] = eventKey[at] ?? 0;
      length++;
    }
  }
  markets.length = length;
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
