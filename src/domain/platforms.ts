import type { FeeSchedule } from "./fees.ts";

/** What is known of one source platform. A further platform is one row here and one adapter in `sources/`. */
export interface Platform {
  /** The identifier used in parameters, answers and the database. */
  readonly id: string;
  readonly name: string;
  readonly site: string;
  /** Play money is never added to real money. */
  readonly money: "real" | "play";
  /** The unit the platform counts volume in; published volume is always USD. */
  readonly volumeUnit: "usd" | "contracts" | "mana" | "none";
  /** Ingested unless the settings say otherwise. */
  readonly onByDefault: boolean;
  /** Seconds from the start of one full pass to the next. */
  readonly fullEverySeconds: number;
  /** Seconds between passes over what changed lately; 0 where the platform cannot filter so. */
  readonly activeEverySeconds: number;
  /** Upper bound of our own requests to the platform, well under what it allows. */
  readonly requestsPerSecond: number;
  /** What taking an offer costs there. */
  readonly fees: FeeSchedule;
  /** Terms its data comes under, shown wherever the data is described. */
  readonly attribution: string;
}

export const PLATFORMS: readonly Platform[] = [
  {
    id: "polymarket",
    name: "Polymarket",
    site: "https://polymarket.com",
    money: "real",
    volumeUnit: "usd",
    onByDefault: true,
    fullEverySeconds: 1800,
    activeEverySeconds: 300,
    requestsPerSecond: 5,
    // Each market says whether it charges at all; these are the rates of those that do.
    fees: {
      charge: {
        kind: "odds",
        rate: { crypto: 700, sports: 300, finance: 400, politics: 400, technology: 400, world: 0, other: 500 },
        rounding: { to: 10, isUp: false },
      },
      source: "https://docs.polymarket.com/trading/fees",
      since: "2026-03-30",
    },
    attribution: "Data from Polymarket's public API.",
  },
  {
    id: "kalshi",
    name: "Kalshi",
    site: "https://kalshi.com",
    money: "real",
    volumeUnit: "contracts",
    onByDefault: true,
    fullEverySeconds: 1800,
    activeEverySeconds: 300,
    requestsPerSecond: 5,
    // An order is rounded up to a cent: a hundredth of one for each of 100 contracts, the size counted with here.
    fees: {
      charge: { kind: "odds", rate: 700, rounding: { to: 100, isUp: true } },
      source: "https://kalshi.com/docs/kalshi-fee-schedule.pdf",
      since: "2025-07-01",
    },
    attribution: "Data from Kalshi's public API.",
  },
  {
    id: "manifold",
    name: "Manifold",
    site: "https://manifold.markets",
    money: "play",
    volumeUnit: "mana",
    onByDefault: true,
    fullEverySeconds: 3600,
    activeEverySeconds: 120,
    requestsPerSecond: 4,
    fees: { charge: { kind: "none" }, source: "https://docs.manifold.markets/api", since: null },
    attribution: "Data from Manifold's public API; not for training commercial models without a licence from Manifold.",
  },
  {
    id: "predictit",
    name: "PredictIt",
    site: "https://www.predictit.org",
    money: "real",
    volumeUnit: "none",
    onByDefault: true,
    fullEverySeconds: 120,
    activeEverySeconds: 0,
    requestsPerSecond: 0.5,
    // The 5% on withdrawals is no part of it: it falls due once, on whatever is taken out.
    fees: {
      charge: { kind: "profit", rate: 1000 },
      source: "https://www.predictit.org/support/how-to-trade-on-predictit",
      since: null,
    },
    attribution: "Data from PredictIt, its sole source; non-commercial use only.",
  },
  {
    id: "limitless",
    name: "Limitless",
    site: "https://limitless.exchange",
    money: "real",
    volumeUnit: "usd",
    onByDefault: false,
    fullEverySeconds: 300,
    activeEverySeconds: 0,
    requestsPerSecond: 2,
    // The most it charges; the rate falls to 0.4% as the price rises.
    fees: {
      charge: { kind: "price", rate: 300 },
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

/** Whether a platform trades real money; throws for an unknown one. */
export const isRealMoney = (id: string): boolean => getPlatform(id).money === "real";
