import { mix, unit } from "../../../src/demo/chance.ts";
import { outcomeOf, questionOf } from "./words.ts";

/** Those that most requests are about. */
export const LARGE_PLATFORMS = ["kalshi", "polymarket", "manifold"] as const;
/** PredictIt lists few markets, each of a question that all others ask too. */
export const BENCH_PLATFORMS = [...LARGE_PLATFORMS, "predictit"] as const;
export type BenchPlatform = (typeof BENCH_PLATFORMS)[number];

/** All that is listed, as plain numbers: every title and figure follows from them. */
export interface Catalogue {
  readonly markets: number;
  /** Prices and volumes move with it. */
  readonly round: number;
  /** Times are counted from it, in epoch milliseconds. */
  readonly madeAt: number;
}

export interface BenchMarket {
  /** Unique on its platform. */
  readonly number: number;
  readonly title: string;
  readonly outcome: string | undefined;
  readonly cents: number;
  readonly volumeUsd: number;
  readonly volume24hUsd: number;
  readonly closesAt: number;
}

export interface BenchEvent {
  readonly number: number;
  readonly title: string;
  readonly label: string;
  readonly markets: readonly BenchMarket[];
}

const SHARES: Readonly<Record<BenchPlatform, number>> = {
  kalshi: 299 / 600,
  polymarket: 2 / 6,
  manifold: 1 / 6,
  predictit: 1 / 600,
};
/** Sizes of events, over and over; those of Manifold and PredictIt have one market each. */
const SIZES = [1, 2, 1, 5, 1, 3, 1, 12, 1, 2, 1, 8, 1, 4, 1, 20, 1, 3, 1, 2, 1, 6, 1, 41] as const;
const MARKETS_A_CYCLE = SIZES.reduce<number>((sum, size) => sum + size, 0);
const SINGLES_A_CYCLE = SIZES.filter((size) => size === 1).length;
const LABELS = ["Politics", "Sports", "Crypto", "Economics", "Climate", "Science", "World", "Entertainment"] as const;
const DAY_MS = 86_400_000;
const MAX_GROUPS = 5000;

export const countMarkets = (platform: BenchPlatform, { markets }: Catalogue): number =>
  Math.round(markets * SHARES[platform]);

/** How many questions are asked on two platforms, every tenth of them on three, every fiftieth on four. */
export const countGroups = ({ markets }: Catalogue): number => Math.min(MAX_GROUPS, Math.floor(markets / 60));

/** Every group of the large two, every tenth of Manifold, every fiftieth of PredictIt. */
const GROUPS_A_MARKET: Readonly<Record<BenchPlatform, number>> = {
  kalshi: 1,
  polymarket: 1,
  manifold: 10,
  predictit: 50,
};

/** The platforms that ask a group's question. */
export const platformsOfGroup = (group: number): BenchPlatform[] =>
  BENCH_PLATFORMS.filter((platform) => group % GROUPS_A_MARKET[platform] === 0);

/** Whether Polymarket asks the question the other way round. */
export const isInverted = (group: number): boolean => group % 20 === 7;

/** The events of a platform from one number up to another. */
export function eventsBetween(platform: BenchPlatform, catalogue: Catalogue, from: number, to: number): BenchEvent[] {
  const events: BenchEvent[] = [];
  for (let number = from; number < to; number++) {
    const event = eventAt(platform, catalogue, number);
    if (event === undefined) break;
    events.push(event);
  }
  return events;
}

/** Undefined beyond the last. */
function eventAt(platform: BenchPlatform, catalogue: Catalogue, number: number): BenchEvent | undefined {
  const { first, size, single } = placeOf(platform, number);
  const left = countMarkets(platform, catalogue) - first;
  if (left <= 0) return undefined;
  const group = single === undefined ? undefined : groupAt(platform, single, catalogue);
  const key = mix(number, platform.length);
  const title = group === undefined ? questionOf(key) : wordingOf(platform, group);
  const markets = Array.from({ length: Math.min(size, left) }, (_, index) =>
    marketAt(platform, catalogue, { number: first + index, title, isOnly: size === 1, group }),
  );
  return { number, title, label: LABELS[key % LABELS.length] ?? "World", markets };
}

/** Where an event's markets begin, how many they are, and the how manieth event of one market it is. */
function placeOf(platform: BenchPlatform, number: number): { first: number; size: number; single: number | undefined } {
  if (hasSinglesOnly(platform)) return { first: number, size: 1, single: number };
  const cycle = Math.floor(number / SIZES.length);
  const place = number % SIZES.length;
  const before = SIZES.slice(0, place);
  const size = SIZES[place] ?? 1;
  return {
    first: cycle * MARKETS_A_CYCLE + before.reduce<number>((sum, one) => sum + one, 0),
    size,
    single: size === 1 ? cycle * SINGLES_A_CYCLE + before.filter((one) => one === 1).length : undefined,
  };
}

const hasSinglesOnly = (platform: BenchPlatform): boolean => GROUPS_A_MARKET[platform] > 1;

/** The group an event of one market belongs to. */
function groupAt(platform: BenchPlatform, single: number, catalogue: Catalogue): number | undefined {
  const group = single * GROUPS_A_MARKET[platform];
  return group < countGroups(catalogue) ? group : undefined;
}

/** The number of the market a platform lists for a group. */
export function marketOfGroup(platform: BenchPlatform, group: number): number {
  if (hasSinglesOnly(platform)) return group / GROUPS_A_MARKET[platform];
  const singles = SIZES.flatMap((size, place) => (size === 1 ? [place] : []));
  const cycle = Math.floor(group / SINGLES_A_CYCLE);
  return placeOf(platform, cycle * SIZES.length + (singles[group % SINGLES_A_CYCLE] ?? 0)).first;
}

function wordingOf(platform: BenchPlatform, group: number): string {
  const question = questionOf(mix(group, 77));
  return platform === "polymarket" && isInverted(group) ? question.replace(/^Will /, "Will it not be that ") : question;
}

interface MarketPlace {
  readonly number: number;
  readonly title: string;
  readonly isOnly: boolean;
  readonly group: number | undefined;
}

function marketAt(platform: BenchPlatform, catalogue: Catalogue, place: MarketPlace): BenchMarket {
  const { number, title, isOnly, group } = place;
  const key = mix(number, platform.length + 100);
  // Dollars from 1 to 10 million, most markets small.
  const volumeUsd = Math.floor(10 ** (7 * unit(mix(key, 1)) ** 1.5)) + catalogue.round * 10;
  const outcome = isOnly ? undefined : outcomeOf(key);
  return {
    number,
    title: outcome === undefined ? title : `${title.replace(/\?$/, "")}: ${outcome}`,
    outcome,
    cents: 3 + ((centsOf(platform, key, group) + catalogue.round * 5) % 95),
    volumeUsd,
    volume24hUsd: Math.floor(volumeUsd * 0.1 * unit(mix(key, 2))),
    closesAt: catalogue.madeAt + (20 + (mix(group ?? key, 3) % 300)) * DAY_MS,
  };
}

/** Platforms that ask the same are some cents apart. */
function centsOf(platform: BenchPlatform, key: number, group: number | undefined): number {
  if (group === undefined) return mix(key, 4) % 95;
  const cents = 10 + (mix(group, 5) % 75) + (mix(group, platform.length) % 9) - 4;
  return platform === "polymarket" && isInverted(group) ? 94 - cents : cents;
}
