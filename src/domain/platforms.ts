import type { Category, Colours } from "./categories/names.ts";
import { type Cents, fromCents, type Micros, ONE } from "./prices.ts";

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
interface FeeSchedule {
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
type RateByCategory = Readonly<Partial<Record<Category, number>> & { other: number }>;

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

/** Where a fee was read: the market's own row, its event, its series, or our table of platforms. */
export const FEE_SOURCES = ["market", "event", "series", "platform"] as const;
type FeeSource = (typeof FEE_SOURCES)[number];

/** The fee in force for taking an offer; the rate is 0 where none is taken. */
export interface Fee {
  readonly feeKind: FeeKind;
  readonly feeRate: Micros;
  readonly feeSource: FeeSource;
}

/** A fee in words: "7% of price × (1 − price)". */
export function feeText({ feeKind, feeRate }: Pick<Fee, "feeKind" | "feeRate">): string {
  const percent = `${feeRate / 10_000}%`;
  switch (feeKind) {
    case "none":
      return "none";
    case "quadratic":
      return `${percent} of price × (1 − price)`;
    case "price":
      return `${percent} of the price`;
    case "profit":
      return `${percent} of the profit`;
  }
}

/** What is charged at this rate, a fraction of 1. */
export function toFee(feeKind: Exclude<FeeKind, "none">, rate: number, feeSource: FeeSource): Fee {
  const feeRate = Math.round(rate * ONE);
  return feeRate === 0 ? { feeKind: "none", feeRate, feeSource } : { feeKind, feeRate, feeSource };
}

/** What a platform charges where neither a market nor what it belongs to says so; throws for an unknown platform. */
export function feeOfPlatform(platform: string, category: string): Fee {
  const { charge } = getPlatform(platform).fees;
  if (charge.kind === "none") return { feeKind: "none", feeRate: 0, feeSource: "platform" };
  const { rate } = charge;
  return toFee(charge.kind, typeof rate === "number" ? rate : (rate[category as Category] ?? rate.other), "platform");
}

/** The fee in force of a market whose newest record says nothing of it, in the category that it has now. */
export const keptFee = ({ feeKind, feeRate, feeSource }: Fee, platform: string, category: string): Fee =>
  feeSource === "platform" ? feeOfPlatform(platform, category) : { feeKind, feeRate, feeSource };

/** What the address of a page on a platform may name. */
export interface PageLink {
  readonly platform: string;
  /** Addresses that an event may be stored with, the likeliest first. */
  readonly urls: readonly string[];
  /** The address as it was given, in its shortest form: some platforms have one for each market of an event. */
  readonly url: string;
  /** What may be an id in its path, the likeliest first. */
  readonly ids: readonly string[];
  /** The words of its path, to search for. */
  readonly words: string;
}

const MAX_SEGMENTS = 8;

/** Reads the address of a page on one of the platforms; undefined for any other text. */
export function readPageLink(text: string): PageLink | undefined {
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (address === null || !text.includes("/")) return undefined;
  const host = bareHost(address.hostname);
  const found = PLATFORMS.find(({ site }) => bareHost(new URL(site).hostname) === host);
  const segments = address.pathname.split("/").filter((segment) => segment !== "");
  if (found === undefined || segments.length === 0 || segments.length > MAX_SEGMENTS) return undefined;
  const origin = new URL(found.site).origin;
  const paths = [segments, segments.slice(0, -1), segments.slice(1), segments.slice(1, -1)];
  const urls = paths.filter((path) => path.length > 0).map((path) => `${origin}/${path.join("/")}`);
  return {
    platform: found.id,
    urls,
    url: `${origin}/${segments.join("/")}`,
    ids: segments
      .toReversed()
      .map(decode)
      .flatMap((segment) => [segment, segment.toUpperCase()]),
    words: decode(segments.at(-1) ?? "")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  };
}

const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, "");

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
