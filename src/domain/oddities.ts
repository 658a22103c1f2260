import { getPlatform } from "./platforms.ts";

/**
 * What is seldom so of the rows of a listing of open markets. Many rows of one kind mean that the platform is misread, or
 * that it means something else than before, though each row can be read.
 */
export const ODDITY_KINDS = [
  "closed_without_outcome",
  "traded_but_closed",
  "past_end",
  "halted",
  "unopened",
  "fee_unknown",
  "half_without_book",
] as const;
export type OddityKind = (typeof ODDITY_KINDS)[number];

/** How many rows are so, of how many that could be. */
interface OddityCount {
  readonly count: number;
  readonly of: number;
}

export type OddityCounts = Readonly<Record<OddityKind, OddityCount>>;

interface KnownOddity {
  /** What rows are so, and those that could be; follows the numbers. */
  readonly rows: string;
  readonly of: string;
  /** A usual share in percent is at most this; some platforms have their own. */
  readonly usual: number;
  readonly usualAt?: Readonly<Record<string, number>>;
}

const ODDITIES: Readonly<Record<OddityKind, KnownOddity>> = {
  closed_without_outcome: {
    rows: "read as closed, without an outcome",
    of: "listed markets",
    usual: 5,
    // Kalshi lists an open event with its closed markets, which settle hours later. Markets of Limitless last an hour.
    usualAt: { kalshi: 20, limitless: 20 },
  },
  traded_but_closed: {
    rows: "read as closed, without an outcome",
    of: "markets traded within a day",
    usual: 2,
    // The same: they were traded on the day that they closed.
    usualAt: { kalshi: 15, limitless: 20 },
  },
  past_end: {
    rows: "past the end that the platform states",
    of: "open markets",
    usual: 10,
    // From `endDate` on a market may be resolved, and trading goes on: 24 of 100 open markets in February 2026.
    usualAt: { polymarket: 40 },
  },
  halted: {
    rows: "without trading",
    of: "open markets",
    usual: 5,
    // Polymarket's wait for their resolution, Kalshi pauses some by the hour.
    usualAt: { polymarket: 15, kalshi: 10 },
  },
  unopened: {
    rows: "read as not open yet",
    of: "listed rows",
    usual: 5,
    // Polymarket keeps slots for outcomes without a name, 27 of 33 in one event. Kalshi lists games days before.
    usualAt: { polymarket: 40, kalshi: 20 },
  },
  fee_unknown: {
    rows: "without a known fee rule",
    of: "open markets",
    usual: 5,
    // Their rows never say: the table of platforms does.
    usualAt: { manifold: 100, predictit: 100, limitless: 100 },
  },
  half_without_book: {
    rows: "at exactly 50¢, without a book",
    of: "open markets",
    usual: 5,
    // A market maker begins at one half, and gives no book: 3 of 54 on Manifold, 2 of 5 on Limitless.
    usualAt: { manifold: 20, limitless: 60 },
  },
};

/** Fewer rows than this say nothing. */
const MIN_ROWS = 10;

export interface Oddity extends OddityCount {
  readonly kind: OddityKind;
  readonly percent: number;
  /** At most so many percent are usual for the platform. */
  readonly usualPercent: number;
  readonly isUnusual: boolean;
}

/** What was counted of a platform, beside what is usual for it. */
export const judgeOddities = (platform: string, counts: OddityCounts): Oddity[] =>
  ODDITY_KINDS.map((kind) => {
    const { count, of } = counts[kind];
    const { usual, usualAt } = ODDITIES[kind];
    const usualPercent = usualAt?.[platform] ?? usual;
    const share = of === 0 ? 0 : (100 * count) / of;
    const isUnusual = count >= MIN_ROWS && share > usualPercent;
    return { kind, count, of, percent: Math.round(10 * share) / 10, usualPercent, isUnusual };
  });

/** "24 of 100 open markets past the end that the platform states (24%)" */
export function oddityText({ kind, count, of, percent }: Oddity): string {
  const { rows, of: among } = ODDITIES[kind];
  return `${count.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${among} ${rows} (${percent}%)`;
}

/** What an unusual share means, and what to do. */
export const unusualText = (platform: string, oddity: Oddity): string =>
  `${getPlatform(platform).name}: ${oddityText(oddity)}, where up to ${oddity.usualPercent}% is usual`;

/** The command that shows how a platform is read. */
export const commandToCompare = (platform: string): string => `toteboard doctor --platforms ${platform}`;
