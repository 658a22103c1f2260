import { setImmediate } from "node:timers/promises";
import {
  type Bin,
  CRITERIA,
  type Criterion,
  compareAnswers,
  createBins,
  createScores,
  dayOfPrice,
  HORIZONS,
  type RelativeAnswer,
  type Score,
  type Weight,
} from "../domain/accuracy.ts";
import { ONE } from "../domain/prices.ts";
import { orientOutcome } from "../domain/questions.ts";
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

export interface Calibration {
  readonly bins: readonly Bin[];
  /** Markets that resolved to a part: in no bin. */
  readonly split: number;
}

export interface PlatformScore extends Score {
  readonly platform: string;
  /** The share of its resolved markets whose price is known. */
  readonly coverage: number;
  /** Null where none of its questions was asked elsewhere. */
  readonly relativeBrier: number | null;
  readonly relativeN: number;
}

export interface HorizonScore extends Score {
  readonly platform: string;
  readonly criterion: Criterion;
}

export interface CategoryScore extends Score {
  readonly category: string;
}

/** A resolved market of a question; of those that disagree, both are given. */
export type MatchedResult = SqlRow<"criteria", "listMatched">;

export interface Disagreement {
  readonly questionId: string;
  readonly markets: readonly MatchedResult[];
}

type DisagreementQuery = Pick<JudgedQuery, "platforms" | "categories" | "from" | "to">;

/** How right prices were, over one connection. Markets are read into memory with the first question, then as they resolve. */
export function openAccuracy(db: Db) {
  const openJudged = openColumns(db);
  const matched = openMatched(db);
  let kept = { seq: 0, scores: new Map<string, readonly PlatformScore[]>() };

  const compare = ({ find }: JudgedMarkets, { rivals, criterion }: JudgedQuery) =>
    compareAnswers(
      matched()
        .flat()
        .flatMap(({ groupKey, marketKey, isInverted, outcome, platform }): RelativeAnswer[] => {
          const found = rivals.includes(platform) ? find(marketKey, criterion) : undefined;
          if (found?.day === undefined) return [];
          const isYes = orientOutcome(outcome, isInverted === 1) === "yes";
          const price = isInverted === 1 ? 1 - found.price : found.price;
          return [{ question: groupKey, platform, price, isYes, day: found.day }];
        }),
    );

  const scoreBy = (judged: JudgedMarkets, query: JudgedQuery, name: "platform" | "category") => {
    const scores = createScores();
    const split = judged.each(query, (price, isYes, market) => scores.add(market[name], price, isYes, market));
    return { found: scores.list(), split };
  };

  /** Those that have a market with such a price; the lowest Brier score first. */
  const scorePlatforms = (judged: JudgedMarkets, query: JudgedQuery) => {
    const { found, split } = scoreBy(judged, query, "platform");
    const resolved = judged.countResolved();
    const compared = compare(judged, query);
    const platforms = found.map(({ name: platform, ...own }): PlatformScore => {
      const { n: relativeN = 0, relative: relativeBrier = null } = compared.get(platform) ?? {};
      return { ...own, platform, coverage: own.n / (resolved.get(platform) ?? 0), relativeBrier, relativeN };
    });
    return { platforms, split };
  };

  return {
    async calibrate(query: JudgedQuery): Promise<Calibration> {
      const bins = createBins();
      const judged = await openJudged(query);
      const split = judged.each(query, (price, isYes, { weight }) => bins.add(price, isYes, weight));
      return { bins: bins.list(), split };
    },

    /** Scores of all platforms on a category, kept until another market resolves: pages of questions ask again and again. */
    async scoreCategory(category: string, platforms: readonly string[]): Promise<readonly PlatformScore[]> {
      const asked = { platforms, rivals: platforms, categories: [category], minVolume: 0 };
      const query = { ...asked, criterion: "1d", weight: "none" } as const;
      const judged = await openJudged(query);
      if (judged.seq !== kept.seq) kept = { seq: judged.seq, scores: new Map() };
      const found = kept.scores.get(category) ?? scorePlatforms(judged, query).platforms;
      kept.scores.set(category, found);
      return found;
    },

    /** Also by time before the end, and all platforms together by category, the most markets first. */
    async score(query: JudgedQuery) {
      const judged = await openJudged(query);
      const horizons: HorizonScore[] = [];
      for (const criterion of Object.keys(HORIZONS) as (keyof typeof HORIZONS)[]) {
        const { found } = scoreBy(judged, { ...query, criterion }, "platform");
        horizons.push(...found.map(({ name, ...own }) => ({ ...own, platform: name, criterion })));
        // Other requests come first.
        await setImmediate();
      }
      const categories = scoreBy(judged, query, "category")
        .found.map(({ name, ...own }): CategoryScore => ({ ...own, category: name }))
        .sort((a, b) => b.n - a.n);
      return { ...scorePlatforms(judged, query), horizons, categories };
    },

    /** Questions whose markets resolved differently, the latest first, and how many resolved on two platforms. */
    listDisagreements: ({ platforms, categories, from = 0, to = Number.POSITIVE_INFINITY }: DisagreementQuery) =>
      consistently(db, () => {
        const isAsked = ({ platform, category, endedAt }: MatchedResult): boolean =>
          platforms.includes(platform) &&
          categories?.includes(category) !== false &&
          endedAt * 1000 >= from &&
          endedAt * 1000 < to;
        const among = matched()
          .map((markets) => markets.filter(isAsked))
          .filter((markets) => new Set(markets.map(({ platform }) => platform)).size > 1);
        const outcomesOf = (markets: readonly MatchedResult[]) =>
          new Set(markets.map(({ outcome, isInverted }) => orientOutcome(outcome, isInverted === 1)));
        const disagreements = among
          .filter((markets) => outcomesOf(markets).size > 1)
          .map((markets): Disagreement => ({ questionId: markets[0]?.questionId ?? "", markets }))
          .toSorted((a, b) => latest(b) - latest(a));
        return { disagreements, compared: among.length };
      }),
  };
}

const latest = ({ markets }: Disagreement): number => Math.max(...markets.map(({ endedAt }) => endedAt));

/** The markets of each question with two that resolved yes or no. Reads them again when one has resolved or moved. */
function openMatched(db: Db): () => readonly MatchedResult[][] {
  const listMatched = prepare(db, "criteria", "listMatched");
  const readVersion = prepare(db, "criteria", "matchedVersion").pluck();
  let [version, found]: [string, MatchedResult[][]] = ["", []];
  return () => {
    const now = readVersion.get();
    if (now !== version) found = [...Map.groupBy(listMatched.all(), ({ groupKey }) => groupKey).values()];
    version = now;
    return found;
  };
}

interface JudgedResult {
  platform: string;
  category: string;
  eventKey: number;
  /** What it counts for. */
  weight: number;
}

/** The markets that a query asks for. */
interface JudgedMarkets {
  /** Of the newest market that was read. */
  readonly seq: number;
  /**
   * Calls `visit` with the price (0..1) of each that resolved yes or no, and the same object for every market; gives how
   * many were split.
   */
  each(
    query: Pick<JudgedQuery, "criterion" | "weight">,
    visit: (price: number, isYes: boolean, market: JudgedResult) => void,
  ): number;
  /** The price of one market, and the day of it; undefined where it is not known or not asked for. */
  find(
    marketKey: number,
    criterion: Criterion,
  ): { readonly price: number; readonly day: number | undefined } | undefined;
  /** How many resolved yes or no, with a known price or without, by platform. */
  countResolved(): ReadonlyMap<string, number>;
}

const ROWS_A_READ = 2000;
const DECIDED = ["", "yes", "no", "split"];
const [YES, SPLIT] = [DECIDED.indexOf("yes"), DECIDED.indexOf("split")];
/** In place of a price that is not known. */
const NONE = 0xffff_ffff;
const BLOCK_ROWS = 2 ** 14;

/**
 * Reads resolved markets into columns, some 90 bytes each: a million are looked through in the time in which SQLite reads
 * ten thousand.
 */
function openColumns(db: Db): (query: JudgedQuery) => Promise<JudgedMarkets> {
  const listSince = prepare(db, "criteria", "listSince");
  const platforms: string[] = [];
  const categories: string[] = [];
  const blocks: Block[] = [];
  let [seq, size] = [0, 0];
  /** By market key: 1 + its place. */
  let places = new Uint32Array(1024);

  const put = (row: SqlRow<"criteria", "listSince">): void => {
    if (row.marketKey >= places.length) places = grown(places, row.marketKey + 1);
    const place = (places[row.marketKey] || ++size) - 1;
    places[row.marketKey] = place + 1;
    const block = blocks[Math.floor(place / BLOCK_ROWS)] ?? createBlock();
    if (place === blocks.length * BLOCK_ROWS) blocks.push(block);
    const at = place % BLOCK_ROWS;
    block.eventKey[at] = row.eventKey;
    block.platform[at] = numberOf(platforms, row.platform);
    block.category[at] = numberOf(categories, row.category);
    block.outcome[at] = Math.max(0, DECIDED.indexOf(row.outcome ?? ""));
    block.volume[at] = row.volume;
    block.endedAt[at] = row.endedAt;
    block.duration[at] = row.createdAt === null ? 0 : Math.max(0, row.endedAt - row.createdAt / 1000);
    for (const name of CRITERIA) block.prices[name][at] = row[name] ?? NONE;
  };

  const sync = async (): Promise<void> => {
    for (;;) {
      const rows = listSince.all({ seq, limit: ROWS_A_READ });
      for (const row of rows) put(row);
      seq = rows.at(-1)?.seq ?? seq;
      if (rows.length < ROWS_A_READ) return;
      await setImmediate();
    }
  };

  return async (query) => {
    await sync();
    const flags = (names: readonly string[], asked: readonly string[] = names): Uint8Array =>
      Uint8Array.from(names, (name) => Number(asked.includes(name)));
    const [isPlatform, isRival] = [flags(platforms, query.platforms), flags(platforms, query.rivals)];
    const isCategory = flags(categories, query.categories);
    const [from, to] = [(query.from ?? 0) / 1000, (query.to ?? Number.POSITIVE_INFINITY) / 1000];
    const { minVolume } = query;
    /** Says of each row whether it is asked for. */
    const testOf =
      ({ platform, category, volume, endedAt }: Block, among = isPlatform) =>
      (at: number): boolean =>
        among[platform[at] ?? 0] === 1 &&
        isCategory[category[at] ?? 0] === 1 &&
        (volume[at] ?? 0) >= minVolume &&
        (endedAt[at] ?? 0) >= from &&
        (endedAt[at] ?? 0) < to;
    const rowsOf = (index: number): number => Math.min(BLOCK_ROWS, size - index * BLOCK_ROWS);
    return {
      seq,

      each({ criterion, weight }, visit) {
        const market = { platform: "", category: "", eventKey: 0, weight: 1 };
        let split = 0;
        for (const [index, block] of blocks.entries()) {
          const isAsked = testOf(block);
          const prices = block.prices[criterion];
          const weights = weight === "none" ? undefined : block[weight];
          for (let at = 0, rows = rowsOf(index); at < rows; at++) {
            const [price, outcome] = [prices[at] ?? NONE, block.outcome[at]];
            if (outcome === 0 || price === NONE || !isAsked(at)) continue;
            if (outcome === SPLIT) {
              split++;
              continue;
            }
            market.platform = platforms[block.platform[at] ?? 0] ?? "";
            market.category = categories[block.category[at] ?? 0] ?? "";
            market.eventKey = block.eventKey[at] ?? 0;
            market.weight = weights?.[at] ?? 1;
            visit(price / ONE, outcome === YES, market);
          }
        }
        return split;
      },

      find(marketKey, criterion) {
        const place = (places[marketKey] ?? 0) - 1;
        const block = blocks[Math.floor(place / BLOCK_ROWS)];
        const at = place % BLOCK_ROWS;
        const price = block?.prices[criterion][at] ?? NONE;
        if (block === undefined || price === NONE || !testOf(block, isRival)(at)) return undefined;
        return { price: price / ONE, day: dayOfPrice(criterion, block.endedAt[at] ?? 0, block.duration[at] ?? 0) };
      },

      countResolved() {
        const counts = platforms.map(() => 0);
        for (const [index, block] of blocks.entries()) {
          const isAsked = testOf(block);
          for (let at = 0, rows = rowsOf(index); at < rows; at++) {
            const isDecided = block.outcome[at] !== 0 && block.outcome[at] !== SPLIT;
            const number = block.platform[at] ?? 0;
            if (isDecided && isAsked(at)) counts[number] = (counts[number] ?? 0) + 1;
          }
        }
        return new Map(platforms.map((name, number) => [name, counts[number] ?? 0]));
      },
    };
  };
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
