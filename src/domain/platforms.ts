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
