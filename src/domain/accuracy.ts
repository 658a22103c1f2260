// How right prices were: which prices of a resolved market are kept, and what is made of them.

import type { Micros } from "./prices.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Shares of a market's life, from when it was made to its end. */
const SHARES = { life_25: 0.25, life_50: 0.5, life_75: 0.75 } as const;

/** Seconds before its end. */
export const HORIZONS = {
  "1h": HOUR,
  "4h": 4 * HOUR,
  "12h": 12 * HOUR,
  "1d": DAY,
  "3d": 3 * DAY,
  "7d": 7 * DAY,
  "14d": 14 * DAY,
  "30d": 30 * DAY,
  "60d": 60 * DAY,
  "90d": 90 * DAY,
  "180d": 180 * DAY,
} as const;

/** The moments by which a price is judged; `life_mean` is the average over the whole life, by time. */
export type Criterion = keyof typeof SHARES | keyof typeof HORIZONS | "life_mean" | "last";

/** In the order in which they are stored. `last` is the last price before the end. */
export const CRITERIA = [
  ...(Object.keys(SHARES) as (keyof typeof SHARES)[]),
  "life_mean",
  "last",
  ...(Object.keys(HORIZONS) as (keyof typeof HORIZONS)[]),
] as const satisfies readonly Criterion[];

/** A price from `at` (epoch seconds) until the next one. */
export interface PricePoint {
  readonly at: number;
  readonly close: Micros;
}

/** Epoch seconds. */
interface MarketLife {
  /** When the market was made; null where the platform does not say: then its prices begin its life. */
  readonly startsAt: number | null;
  /** When trading ended. */
  readonly endsAt: number;
}

export type CriterionPrices = Readonly<Record<Criterion, Micros | null>>;

/**
 * The prices of a market at each criterion, from its points, oldest first; null where it was not open then or had no price
 * yet.
 */
export function toCriterionPrices(points: readonly PricePoint[], { startsAt, endsAt }: MarketLife): CriterionPrices {
  const traded = points.filter(({ at }) => at < endsAt);
  const start = startsAt ?? traded[0]?.at ?? endsAt;
  const priceAt = (at: number): Micros | null =>
    at < start ? null : (traded.findLast((point) => point.at <= at)?.close ?? null);
  const atShare = (share: number): Micros | null => priceAt(start + (endsAt - start) * share);
  return {
    ...mapValues(SHARES, atShare),
    life_mean: meanByTime(traded, endsAt),
    last: traded.at(-1)?.close ?? null,
    ...mapValues(HORIZONS, (seconds) => priceAt(endsAt - seconds)),
  };
}

/**
 * The prices found earlier for the same end, where there are any, since the archive thins out. With a longer past than then,
 * those of a life are better the second time.
 */
export const keepKnown = (earlier: CriterionPrices, found: CriterionPrices, isLonger: boolean): CriterionPrices =>
  Object.fromEntries(
    CRITERIA.map((name) => {
      const [first, second] = isLonger && name.startsWith("life") ? [found, earlier] : [earlier, found];
      return [name, first[name] ?? second[name]];
    }),
  ) as Record<Criterion, Micros | null>;

/** The day of a price, in days since 1970, of a market that ended at `endedAt` after `duration` seconds; undefined for a mean. */
export function dayOfPrice(criterion: Criterion, endedAt: number, duration: number): number | undefined {
  if (criterion === "life_mean") return undefined;
  const share = criterion in SHARES ? 1 - SHARES[criterion as keyof typeof SHARES] : 0;
  const before = criterion in HORIZONS ? HORIZONS[criterion as keyof typeof HORIZONS] : share * duration;
  return Math.floor((endedAt - before) / DAY);
}

/** When trading in a market ended, in epoch milliseconds: at its close, or before it where the outcome came early. */
export const endOf = (closesAt: number | null, resolvedAt: number): number =>
  closesAt === null ? resolvedAt : Math.min(closesAt, resolvedAt);

function meanByTime(points: readonly PricePoint[], endsAt: number): Micros | null {
  const [first] = points;
  if (first === undefined) return null;
  const total = points.reduce((sum, { at, close }, index) => sum + close * ((points[index + 1]?.at ?? endsAt) - at), 0);
  return Math.round(total / (endsAt - first.at));
}

const mapValues = <K extends string, V>(given: Readonly<Record<K, number>>, map: (value: number) => V) =>
  Object.fromEntries(Object.entries<number>(given).map(([key, value]) => [key, map(value)])) as Record<K, V>;

/** How much a market counts in bins: all alike, by lifetime volume, or by how long it was open. */
export const WEIGHTS = ["none", "volume", "duration"] as const;
export type Weight = (typeof WEIGHTS)[number];

/** How many parts the prices from 0 to 1 are split into, 5 percent each. */
export const BINS = 20;

/** Standard deviations that hold 95 of 100. */
const Z_95 = 1.959963984540054;

/** Resolved markets whose price was in the same twentieth. Prices and shares are in 0..1. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** What its markets count for together. */
  readonly weight: number;
  readonly meanPrice: number;
  /** The share that resolved yes, with its Wilson interval (Wilson 1927, J. Am. Stat. Assoc. 22:209) for 95 %. */
  readonly yesShare: number;
  readonly low: number;
  readonly high: number;
}

/** Adds up markets by their prices. */
export function createBins() {
  // Of each bin: markets, sum of weights, of their squares, of weighted prices, of weights that resolved yes.
  const sums = Array.from({ length: BINS }, () => ({ n: 0, weight: 0, squares: 0, price: 0, yes: 0 }));
  return {
    add(price: number, isYes: boolean, weight: number): void {
      const sum = sums[binOf(price)];
      if (sum === undefined || weight <= 0) return;
      sum.n++;
      sum.weight += weight;
      sum.squares += weight * weight;
      sum.price += weight * price;
      if (isYes) sum.yes += weight;
    },

    /** Those that have markets. */
    list: (): readonly Bin[] =>
      sums.flatMap(({ n, weight, squares, price, yes }, index) => {
        if (n === 0) return [];
        const yesShare = yes / weight;
        // Weights count for as many equal ones as vary as much (Kish 1965).
        const interval = wilson(yesShare, weight ** 2 / squares);
        return [
          { from: index / BINS, to: (index + 1) / BINS, n, weight, meanPrice: price / weight, yesShare, ...interval },
        ];
      }),
  };
}

/** A price between two bins belongs to the upper one. */
const binOf = (price: number): number => Math.min(BINS - 1, Math.floor(price * BINS + 1e-9));

function wilson(share: number, n: number) {
  const z2 = Z_95 ** 2 / n;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n))) / (1 + z2);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How right the prices of some resolved markets were; lower is better for Brier score, log score and reliability. */
export interface Score {
  readonly n: number;
  /** The mean of the squared difference between price and outcome (Brier 1950, Mon. Weather Rev. 78:1). All means are weighted. */
  readonly brier: number;
  /** Its interval for 95 %, where markets of one event count as one witness; null for fewer than two events. */
  readonly brierLow: number | null;
  readonly brierHigh: number | null;
  /** The mean of -ln of the price of what happened, each price taken as .001 to .999. */
  readonly logScore: number;
  /** 1 less brier ÷ uncertainty: what is gained on always saying the share of yes; null where all resolved alike. */
  readonly skill: number | null;
  /** Murphy's parts over the bins (1973, J. Appl. Meteorol. 12:595): brier ≈ reliability - resolution + uncertainty. */
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
}

/** Adds up how wrong prices were, by a name and by event. All markets of an event have the same name. */
export function createScores() {
  const byName = new Map<string, ReturnType<typeof createSums>>();
  let events = createEvents(1024);
  return {
    add(name: string, price: number, isYes: boolean, { eventKey, weight }: { eventKey: number; weight: number }): void {
      if (weight <= 0) return;
      const sums = byName.get(name) ?? createSums();
      if (sums.n === 0) byName.set(name, sums);
      if (eventKey >= events.weight.length) events = createEvents(Math.max(eventKey + 1, 2 * eventKey), events);
      const error = weight * (price - (isYes ? 1 : 0)) ** 2;
      if (events.weight[eventKey] === 0) sums.events.push(eventKey);
      events.weight[eventKey] = (events.weight[eventKey] ?? 0) + weight;
      events.error[eventKey] = (events.error[eventKey] ?? 0) + error;
      sums.n++;
      sums.weight += weight;
      sums.yes += isYes ? weight : 0;
      sums.error += error;
      sums.surprise -= weight * Math.log(Math.min(0.999, Math.max(0.001, isYes ? price : 1 - price)));
      sums.bins.add(price, isYes, weight);
    },

    /** Of each name that has markets, the lowest Brier score first. */
    list: (): readonly (Score & { readonly name: string })[] =>
      [...byName]
        .map(([name, { n, weight, yes, error, surprise, ...sums }]) => {
          const [brier, share, bins] = [error / weight, yes / weight, sums.bins.list()];
          const uncertainty = share * (1 - share);
          const overBins = (part: (bin: Bin) => number): number =>
            bins.reduce((sum, bin) => sum + bin.weight * part(bin) ** 2, 0) / weight;
          return {
            name,
            n,
            brier,
            ...clusterInterval(
              brier,
              weight,
              Float64Array.from(sums.events, (key) => {
                return (events.error[key] ?? 0) - brier * (events.weight[key] ?? 0);
              }),
            ),
            logScore: surprise / weight,
            skill: uncertainty === 0 ? null : 1 - brier / uncertainty,
            reliability: overBins(({ meanPrice, yesShare }) => meanPrice - yesShare),
            resolution: overBins(({ yesShare }) => yesShare - share),
            uncertainty,
          };
        })
        .sort((a, b) => a.brier - b.brier),
  };
}

const createSums = () => ({
  ...{ n: 0, weight: 0, yes: 0, error: 0, surprise: 0 },
  bins: createBins(),
  events: [] as number[],
});

/** Weights and weighted errors by event, with those that are known already. */
function createEvents(length: number, known?: { readonly weight: Float64Array; readonly error: Float64Array }) {
  const events = { weight: new Float64Array(length), error: new Float64Array(length) };
  if (known !== undefined) for (const name of ["weight", "error"] as const) events[name].set(known[name]);
  return events;
}

/**
 * The interval of a mean over clusters for 95 %: linearised variance with its correction for few clusters (Cochran 1977,
 * Sampling Techniques, ch. 6), by Student's t. It is what a bootstrap over events comes to, and the same each time.
 */
function clusterInterval(mean: number, weight: number, residuals: Float64Array) {
  const free = residuals.length - 1;
  if (free < 1) return { brierLow: null, brierHigh: null };
  const spread = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const half = studentT(free) * (Math.sqrt((spread * residuals.length) / free) / weight);
  return { brierLow: Math.max(0, mean - half), brierHigh: Math.min(1, mean + half) };
}

/** The .975 quantile of Student's t (Abramowitz and Stegun, 26.7.5); exact for 1 and 2 degrees of freedom. */
function studentT(free: number): number {
  if (free === 1) return 12.7062;
  if (free === 2) return 4.30265;
  const z = Z_95;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / free ** (index + 1), z);
}

/** An answer to a question on one of its platforms. */
export interface RelativeAnswer {
  readonly question: number;
  readonly platform: string;
  /** Of yes. */
  readonly price: number;
  readonly isYes: boolean;
  /** Of its price, see `dayOfPrice`. */
  readonly day: number;
}

/**
 * By platform: how much higher its Brier score was than the mean of all that had a price of the same question on the same day,
 * and on how many questions. Below 0 is better than the others.
 */
export function compareAnswers(
  answers: readonly RelativeAnswer[],
): ReadonlyMap<string, { readonly n: number; readonly relative: number }> {
  const sums = new Map<string, { n: number; total: number }>();
  for (const given of Map.groupBy(answers, ({ question, day }) => `${question} ${day}`).values()) {
    const platforms = Map.groupBy(given, ({ platform }) => platform);
    if (platforms.size < 2) continue;
    const errors = [...platforms].map(([platform, own]) => ({
      platform,
      error: own.reduce((sum, { price, isYes }) => sum + (price - (isYes ? 1 : 0)) ** 2, 0) / own.length,
    }));
    const mean = errors.reduce((sum, { error }) => sum + error, 0) / errors.length;
    for (const { platform, error } of errors) {
      const sum = sums.get(platform) ?? { n: 0, total: 0 };
      sums.set(platform, { n: sum.n + 1, total: sum.total + error - mean });
    }
  }
  return new Map([...sums].map(([platform, { n, total }]) => [platform, { n, relative: total / n }]));
}
