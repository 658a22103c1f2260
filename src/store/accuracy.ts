import {
  type Bin,
  CRITERIA,
  type Criterion,
  compareAnswers,
  createBins,
  createScore,
  type Score,
  type Weight,
} from "../domain/accuracy.ts";
import { ONE } from "../domain/prices.ts";
import { orientOutcome } from "../domain/questions.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";

/** Which resolved markets are judged, and by which of their prices. */
export interface JudgedQuery {
  readonly platforms: readonly string[];
  /** Missing for all. */
  readonly categories?: readonly string[] | undefined;
  readonly criterion: Criterion;
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

/** A resolved market of a question; of those that disagree, both are given. */
export type MatchedResult = SqlRow<"criteria", "listMatched">;

export interface Disagreement {
  readonly questionId: string;
  readonly markets: readonly MatchedResult[];
}

/** How right prices were, over one connection. Markets are read into memory with the first question, then as they resolve. */
export function openAccuracy(db: Db) {
  const judged = openJudged(db);
  const listMatched = prepare(db, "criteria", "listMatched");
  const matched = () => Map.groupBy(listMatched.all().filter(isDecided), ({ groupKey }) => groupKey);

  const compare = (read: Awaited<ReturnType<typeof judged>>) =>
    compareAnswers(
      [...matched().values()].flat().flatMap(({ groupKey, marketKey, isInverted, outcome, ...market }) => {
        const found = read.find(marketKey);
        if (found === undefined) return [];
        const isYes = orientOutcome(outcome, isInverted === 1) === "yes";
        const price = isInverted === 1 ? 1 - found : found;
        return [{ ...market, question: groupKey, price, isYes }];
      }),
    );

  return {
    async calibrate(query: JudgedQuery, weight: Weight): Promise<Calibration> {
      const bins = createBins();
      const read = await judged(query);
      const split = read.each((price, isYes, market) => bins.add(price, isYes, weightOf(market, weight)));
      return { bins: bins.list(), split };
    },

    /** Those that have a market with such a price; the lowest Brier score first. */
    async score(query: JudgedQuery): Promise<readonly PlatformScore[]> {
      const scores = new Map(query.platforms.map((platform) => [platform, createScore()]));
      const read = await judged(query);
      read.each((price, isYes, { platform, eventKey }) => scores.get(platform)?.add(price, isYes, eventKey));
      const resolved = read.countResolved();
      const compared = compare(read);
      return [...scores]
        .flatMap(([platform, score]): PlatformScore[] => {
          const own = score.read();
          if (own === undefined) return [];
          const { n: relativeN = 0, relative: relativeBrier = null } = compared.get(platform) ?? {};
          const coverage = own.n / (resolved.get(platform) ?? 0);
          return [{ ...own, platform, coverage, relativeBrier, relativeN }];
        })
        .sort((a, b) => a.brier - b.brier);
    },

    /** Questions whose markets resolved differently, the latest first, and how many resolved on two platforms. */
    listDisagreements(platforms: readonly string[]) {
      return consistently(db, () => {
        const among = [...matched().values()]
          .map((markets) => markets.filter(({ platform }) => platforms.includes(platform)))
          .filter((markets) => new Set(markets.map(({ platform }) => platform)).size > 1);
        const outcomesOf = (markets: readonly MatchedResult[]) =>
          new Set(markets.map(({ outcome, isInverted }) => orientOutcome(outcome, isInverted === 1)));
        const disagreements = among
          .filter((markets) => outcomesOf(markets).size > 1)
          .map((markets): Disagreement => ({ questionId: markets[0]?.questionId ?? "", markets }))
          .toSorted((a, b) => latest(b) - latest(a));
        return { disagreements, compared: among.length };
      });
    },
  };
}

const isDecided = ({ outcome }: MatchedResult): boolean => outcome === "yes" || outcome === "no";

const latest = ({ markets }: Disagreement): number => Math.max(...markets.map(({ endedAt }) => endedAt));

interface ResolvedFacts {
  readonly platform: string;
  readonly eventKey: number;
  /** Cents. */
  readonly volume: number;
  /** Seconds. */
  readonly duration: number;
}

function weightOf({ volume, duration }: ResolvedFacts, weight: Weight): number {
  if (weight === "volume") return volume;
  return weight === "duration" ? duration : 1;
}

const ROWS_A_READ = 2000;
const DECIDED = ["yes", "no", "split"];
/** In place of a price that is not known. */
const NONE = 0xffff_ffff;

/**
 * Reads resolved markets into columns, some 100 bytes each: a million are looked through in the time in which SQLite reads
 * ten thousand.
 */
function openJudged(db: Db) {
  const listSince = prepare(db, "criteria", "listSince");
  const platforms: string[] = [];
  const categories: string[] = [];
  let columns = createColumns(1024);
  let [seq, size] = [0, 0];
  /** By market key: 1 + its place. */
  let places = new Uint32Array(1024);

  const put = (row: SqlRow<"criteria", "listSince">): void => {
    if (row.marketKey >= places.length) places = grown(places, row.marketKey + 1);
    const known = places[row.marketKey] ?? 0;
    if (known === 0 && size === columns.outcome.length) columns = growColumns(columns);
    const place = known === 0 ? size++ : known - 1;
    places[row.marketKey] = place + 1;
    columns.eventKey[place] = row.eventKey;
    columns.platform[place] = numberOf(platforms, row.platform);
    columns.category[place] = numberOf(categories, row.category);
    columns.outcome[place] = DECIDED.indexOf(row.outcome ?? "") + 1;
    columns.volume[place] = row.volume;
    columns.endedAt[place] = row.endedAt;
    columns.duration[place] = row.createdAt === null ? 0 : Math.max(0, row.endedAt - row.createdAt / 1000);
    for (const [index, criterion] of CRITERIA.entries()) {
      const price = row[criterion];
      const column = columns.prices[index];
      if (column !== undefined) column[place] = price ?? NONE;
    }
  };

  const sync = async (): Promise<void> => {
    for (;;) {
      const rows = listSince.all({ seq, limit: ROWS_A_READ });
      for (const row of rows) put(row);
      seq = rows.at(-1)?.seq ?? seq;
      if (rows.length < ROWS_A_READ) return;
      // Other requests come first.
      await new Promise(setImmediate);
    }
  };

  return async ({ criterion, minVolume, from, to, ...query }: JudgedQuery) => {
    await sync();
    const platformNumbers = new Set(query.platforms.map((one) => platforms.indexOf(one)));
    const categoryNumbers = query.categories && new Set(query.categories.map((one) => categories.indexOf(one)));
    const [earliest, end] = [(from ?? 0) / 1000, (to ?? Number.POSITIVE_INFINITY) / 1000];
    const { eventKey, platform, category, outcome, volume, endedAt, duration, prices } = columns;
    const price = prices[CRITERIA.indexOf(criterion)] ?? new Uint32Array();
    const isAsked = (place: number): boolean =>
      platformNumbers.has(platform[place] ?? -1) &&
      (categoryNumbers === undefined || categoryNumbers.has(category[place] ?? -1)) &&
      (volume[place] ?? 0) >= minVolume &&
      (endedAt[place] ?? 0) >= earliest &&
      (endedAt[place] ?? 0) < end;
    return {
      /** Calls `visit` with the price (0..1) of each market that resolved yes or no; gives how many were split. */
      each(visit: (price: number, isYes: boolean, market: ResolvedFacts) => void): number {
        const market = { platform: "", eventKey: 0, volume: 0, duration: 0 };
        let split = 0;
        for (let place = 0; place < size; place++) {
          if (outcome[place] === 0 || price[place] === NONE || !isAsked(place)) continue;
          if (outcome[place] === SPLIT) {
            split++;
            continue;
          }
          market.platform = platforms[platform[place] ?? 0] ?? "";
          market.eventKey = eventKey[place] ?? 0;
          market.volume = volume[place] ?? 0;
          market.duration = duration[place] ?? 0;
          visit((price[place] ?? 0) / ONE, outcome[place] === YES, market);
        }
        return split;
      },

      /** The price of one market; undefined where it is not known or not asked for. */
      find(marketKey: number): number | undefined {
        const place = (places[marketKey] ?? 0) - 1;
        const isKnown = place >= 0 && price[place] !== NONE && isAsked(place);
        return isKnown ? (price[place] ?? 0) / ONE : undefined;
      },

      /** How many resolved yes or no, with a known price or without, by platform. */
      countResolved(): ReadonlyMap<string, number> {
        const counts = platforms.map(() => 0);
        for (let place = 0; place < size; place++) {
          const isDecidedYet = outcome[place] !== 0 && outcome[place] !== SPLIT;
          const number = platform[place] ?? 0;
          if (isDecidedYet && isAsked(place)) counts[number] = (counts[number] ?? 0) + 1;
        }
        return new Map(platforms.map((name, number) => [name, counts[number] ?? 0]));
      },
    };
  };
}

const YES = DECIDED.indexOf("yes") + 1;
const SPLIT = DECIDED.indexOf("split") + 1;

const createColumns = (length: number) => ({
  eventKey: new Uint32Array(length),
  platform: new Uint8Array(length),
  category: new Uint8Array(length),
  outcome: new Uint8Array(length),
  volume: new Float64Array(length),
  endedAt: new Uint32Array(length),
  duration: new Uint32Array(length),
  prices: CRITERIA.map(() => new Uint32Array(length)),
});

function growColumns(columns: ReturnType<typeof createColumns>): ReturnType<typeof createColumns> {
  const { prices, ...others } = columns;
  const larger = createColumns(columns.outcome.length * 2);
  for (const name of Object.keys(others) as (keyof typeof others)[]) larger[name].set(others[name]);
  for (const [index, column] of prices.entries()) larger.prices[index]?.set(column);
  return larger;
}

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}

function numberOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}
