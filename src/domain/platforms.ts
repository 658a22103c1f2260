import type { Category, Colours } from "./categories/names.ts";
import { type Cents, fromCents, type Micros } from "./prices.ts";

/** A platform that markets come from. A further platform is one row here and one adapter in `sources/`. */
interface Platform {
  /** The identifier used in parameters, answers and the database. */
  readonly id: string;
  readonly name: string;
  /** Marks it in lists and charts. */
  readonly colours: Colours;
  readonly site: string;
  /** Play money is never added to real money. */
  readonly money: "real" | "play";
  /** The unit the platform counts volume in; published volume is always USD. */
  readonly volumeUnit: "usd" | "contracts" | "mana" | "none";
  /** Whether it publishes order books. */
  readonly hasBooks: boolean;
  /** Whether it publishes what each market takes to resolve to yes. */
  readonly hasRules: boolean;
  /** Whether it is ingested without a setting. */
  readonly onByDefault: boolean;
  /** When its passes begin, unless settings say otherwise. */
  readonly passes: PassTimes;
  /** The pace of our requests, well under what the platform allows. */
  readonly requestsPerSecond: number;
  readonly fees: FeeSchedule;
  /** The terms of its data, shown wherever the data is described. */
  readonly attribution: string;
}

/**
 * When a platform is read, as cron expressions: all that is open, what changed lately, what resolved lately. Null for never, as
 * where the platform cannot filter so.
 */
export interface PassTimes {
  readonly full: string;
  readonly active: string | null;
  readonly resolved: string | null;
}

/**
 * What the fee of taking an offer is a share of. `quadratic`: price × (1 − price) of each contract; `price`: its price;
 * `profit`: what a contract that wins earns, taken from its payout.
 */
export const FEE_KINDS = ["none", "quadratic", "price", "profit"] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** What a platform charges for taking an offer, where its rows do not say. Rates are fractions of 1. */
export interface FeeSchedule {
  readonly charge:
    | { readonly kind: "none" }
    | { readonly kind: Exclude<FeeKind, "none">; readonly rate: number | RateByCategory };
  /** To what the fee of an order is rounded. */
  readonly rounding: Rounding;
  /** The address of the platform's publication. */
  readonly source: string;
  /** The date it took effect; null where the platform does not say. */
  readonly since: string | null;
}

/** `other` is the rate of all categories that are not named. */
export type RateByCategory = Readonly<Partial<Record<Category, number>> & { other: number }>;

interface Rounding {
  readonly to: Micros;
  readonly isUp: boolean;
}

const UNPUBLISHED_ROUNDING: Rounding = { to: 1, isUp: true };

export const PLATFORMS: readonly Platform[] = [
  {
    id: "polymarket",
    name: "Polymarket",
    colours: ["#2450c8", "#7d9dff"],
    site: "https://polymarket.com",
    money: "real",
    volumeUnit: "usd",
    hasBooks: true,
    hasRules: true,
    onByDefault: true,
    passes: { full: "*/30 * * * *", active: "*/5 * * * *", resolved: "*/10 * * * *" },
    requestsPerSecond: 5,
    // For rows without a schedule of their own. An order's fee is rounded to 5 places.
    fees: {
      charge: {
        kind: "quadratic",
        rate: { crypto: 0.07, sports: 0.05, finance: 0.04, politics: 0.04, technology: 0.04, world: 0, other: 0.05 },
      },
      rounding: { to: 10, isUp: false },
      source: "https://docs.polymarket.com/trading/fees",
      since: "2026-07-10",
    },
    attribution: "Data from Polymarket's public API.",
  },
  {
    id: "kalshi",
    name: "Kalshi",
    colours: ["#0a7a5a", "#3fc79b"],
    site: "https://kalshi.com",
    money: "real",
    volumeUnit: "contracts",
    hasBooks: true,
    hasRules: true,
    onByDefault: true,
    passes: { full: "*/30 * * * *", active: "*/5 * * * *", resolved: "*/10 * * * *" },
    requestsPerSecond: 5,
    fees: {
      // Up to the cent, once an order (docs.kalshi.com/getting_started/fee_rounding).
      charge: { kind: "quadratic", rate: 0.07 },
      rounding: { to: 10_000, isUp: true },
      source: "https://kalshi.com/docs/kalshi-fee-schedule.pdf",
      since: "2025-07-01",
    },
    attribution: "Data from Kalshi's public API.",
  },
  {
    id: "manifold",
    name: "Manifold",
    colours: ["#6d3fc4", "#b39af5"],
    site: "https://manifold.markets",
    money: "play",
    volumeUnit: "mana",
    hasBooks: false,
    hasRules: true,
    onByDefault: true,
    passes: { full: "0 * * * *", active: "*/2 * * * *", resolved: "*/10 * * * *" },
    requestsPerSecond: 4,
    fees: {
      charge: { kind: "none" },
      rounding: UNPUBLISHED_ROUNDING,
      source: "https://docs.manifold.markets/api",
      since: null,
    },
    attribution: "Data from Manifold's public API; not for training commercial models without a licence from Manifold.",
  },
  {
    id: "predictit",
    name: "PredictIt",
    colours: ["#a8500b", "#eb9a55"],
    site: "https://www.predictit.org",
    money: "real",
    volumeUnit: "none",
    hasBooks: false,
    hasRules: false,
    onByDefault: true,
    passes: { full: "*/2 * * * *", active: null, resolved: null },
    requestsPerSecond: 0.5,
    // Without the 5% on withdrawals.
    fees: {
      charge: { kind: "profit", rate: 0.1 },
      rounding: UNPUBLISHED_ROUNDING,
      source: "https://www.predictit.org/support/how-to-trade-on-predictit",
      since: null,
    },
    attribution: "Data from PredictIt, its sole source; non-commercial use only.",
  },
  {
    id: "limitless",
    name: "Limitless",
    colours: ["#7a6a00", "#d4c24a"],
    site: "https://limitless.exchange",
    money: "real",
    volumeUnit: "usd",
    hasBooks: true,
    hasRules: true,
    onByDefault: false,
    passes: { full: "*/5 * * * *", active: null, resolved: null },
    requestsPerSecond: 2,
    // The highest rate of its order books; it falls to 0.4% as the price rises. Its market makers take 0.4%.
    fees: {
      charge: { kind: "price", rate: 0.03 },
      rounding: UNPUBLISHED_ROUNDING,
      source: "https://docs.limitless.exchange/user-guide/fees",
      since: null,
    },
    attribution: "Data from Limitless Exchange's public API.",
  },
];

const byId = new Map(PLATFORMS.map((platform) => [platform.id, platform]));

/** The platform's row; throws for an identifier that is not in the table. */
export function getPlatform(id: string): Platform {
  const platform = byId.get(id);
  if (platform === undefined) throw new Error(`no platform '${id}'`);
  return platform;
}

/** Whether a platform publishes volume; throws for an unknown one. */
export const reportsVolume = (id: string): boolean => getPlatform(id).volumeUnit !== "none";

/** Whether a platform trades real money; throws for an unknown one. */
export const isRealMoney = (id: string): boolean => getPlatform(id).money === "real";

/** The sign of amounts of money, and how many of its units are published as one US dollar. */
interface MoneyUnit {
  readonly sign: "$" | "Ṁ";
  readonly perDollar: number;
}

const DOLLAR: MoneyUnit = { sign: "$", perDollar: 1 };
/** Manifold sells 100 mana for a dollar. */
export const MANA: MoneyUnit = { sign: "Ṁ", perDollar: 100 };

/** What a platform counts in; without a platform, dollars. Throws for an unknown platform. */
export const moneyUnitOf = (platform?: string): MoneyUnit =>
  platform !== undefined && getPlatform(platform).money === "play" ? MANA : DOLLAR;

/**
 * A whole amount with its sign: "$1,234", on a platform with play money "Ṁ123,400". Sums over platforms are dollars and
 * hold no play money. `write` makes the number's text.
 */
export function amountText(amount: Cents, platform: string | undefined, write: (value: number) => string): string {
  const { sign, perDollar } = moneyUnitOf(platform);
  return `${sign}${write(Math.round(fromCents(amount * perDollar)))}`;
}
