import type { Category } from "./categories/names.ts";
import type { Fee } from "./platforms.ts";
import type { Cents, Micros } from "./prices.ts";

export type MarketStatus = "open" | "closed";

/** How a closed market ended; `unknown` while the platform has not said. */
export type Outcome = "yes" | "no" | "split" | "void" | "unknown";

/**
 * The origin of `yesPrice`: the platform's own figure, the middle of bid and ask, the last trade, an automated market
 * maker, or the settlement.
 */
export type PriceSource = "quoted" | "mid" | "last" | "amm" | "settlement";

/** What a platform names as deciding a market's outcome. At least one of the two is known. */
export interface SettlementSource {
  readonly name: string | null;
  /** An http or https address. */
  readonly url: string | null;
}

/** A group of markets as one platform lists it. Times are epoch milliseconds. */
export interface EventRecord {
  readonly id: string;
  readonly title: string;
  readonly category: Category;
  readonly description: string | null;
  readonly url: string;
  readonly imageUrl: string | null;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly tags: readonly string[];
  readonly liquidity: Cents | null;
  /** True when at most one of its markets can resolve yes; null where the platform does not say. */
  readonly isExclusive: boolean | null;
  /**
   * True when it was derived from a market that came without its event. It never overwrites a stored event, and its
   * markets never overwrite stored titles, labels and links.
   */
  readonly isPartial: boolean;
}

/** What the two figures mean, in the words of pages and API. */
export const LIQUIDITY_MEANING = "Money in the orders that wait, or in the platform's own pool";
export const OPEN_INTEREST_MEANING = "What all contracts that people hold pay out";

/** A yes/no contract as one platform lists it. Times are epoch milliseconds. */
export interface MarketRecord {
  readonly id: string;
  readonly eventId: string;
  /** Complete by itself: includes the event's title where the market's own title leaves it out. */
  readonly title: string;
  /** The outcome within its event; null for the only market of an event. */
  readonly outcomeLabel: string | null;
  readonly description: string | null;
  readonly settlementSource: SettlementSource | null;
  readonly url: string;
  /** The platform's word; a passed `latestClosesAt` closes a market too. */
  readonly status: MarketStatus;
  /** False where the platform takes no orders, though the market is open. */
  readonly isTradable: boolean;
  /** Null until the market has a price; from then on it appears in lists. */
  readonly yesPrice: Micros | null;
  readonly priceSource: PriceSource | null;
  /** Null where that side of the book is empty or missing. */
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
  readonly lastPrice: Micros | null;
  /** Lifetime and 24-hour volume in USD cents. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** Lifetime volume in the platform's own unit; null where it publishes none. */
  readonly rawVolume: number | null;
  readonly liquidity: Cents | null;
  readonly openInterest: Cents | null;
  /** When people expect trading to end. Of an open market it lies ahead; null once it has passed. */
  readonly closesAt: number | null;
  /** When the platform ends trading at the latest; null where no time ends it. */
  readonly latestClosesAt: number | null;
  /** Null where the record does not say: what is stored stays, or the platform's table counts. */
  readonly fee: Fee | null;
  readonly createdAt: number | null;
  /** Null while open. */
  readonly outcome: Outcome | null;
  /** What a yes contract paid, once settled. */
  readonly settlementPrice: Micros | null;
  readonly resolvedAt: number | null;
  /** The market's id at the platform's history endpoint; null where it is the same. */
  readonly historyKey: string | null;
}

/** What a market's rules are read from; null where the record does not give it, which takes nothing back. */
export type MarketTexts = Pick<MarketRecord, "description" | "settlementSource">;

/** What a record says of a market where its platform publishes nothing; an adapter begins with it and adds what it knows. */
export const UNPUBLISHED = {
  outcomeLabel: null,
  description: null,
  settlementSource: null,
  bestBid: null,
  bestAsk: null,
  lastPrice: null,
  volume: 0,
  volume24h: 0,
  rawVolume: null,
  liquidity: null,
  openInterest: null,
  isTradable: true,
  closesAt: null,
  latestClosesAt: null,
  fee: null,
  createdAt: null,
  historyKey: null,
} as const satisfies Partial<MarketRecord>;

/**
 * What a change of each field is called. Fields of a price are columns of market_quotes, all others of markets; texts are in
 * market_descriptions.
 */
export const CHANGE_OF_FIELD = {
  yesPrice: "price",
  priceSource: "price",
  bestBid: "price",
  bestAsk: "price",
  lastPrice: "price",
  volume: "price",
  volume24h: "price",
  rawVolume: "price",
  liquidity: "price",
  openInterest: "price",
  outcome: "outcome",
  settlementPrice: "outcome",
  resolvedAt: "outcome",
  title: "status",
  outcomeLabel: "status",
  url: "status",
  historyKey: "status",
  status: "status",
  isTradable: "status",
  closesAt: "status",
  latestClosesAt: "status",
  feeKind: "status",
  feeRate: "status",
  feeSource: "status",
  createdAt: "status",
} as const satisfies Record<
  Exclude<keyof MarketRecord, "id" | "eventId" | "fee" | keyof MarketTexts> | keyof Fee,
  string
>;

interface Trading {
  readonly status?: MarketStatus;
  readonly isTradable?: 0 | 1;
}

/** Whether an open market's platform takes no orders for it now. */
export const isHalted = ({ status, isTradable }: Trading): boolean => status === "open" && isTradable === 0;

/** Open while the platform says so and its last moment of trading has not passed. */
export function statusAt(market: Pick<MarketRecord, "status" | "latestClosesAt">, now: number): MarketStatus {
  return market.status === "open" && isAhead(market.latestClosesAt, now) ? "open" : "closed";
}

const isAhead = (at: number | null, now: number): boolean => at === null || at > now;

/** The earliest of these times, once it has not passed: a forecast that was wrong says nothing of the end. */
export function aheadOf(now: number, ...times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  const first = known.length === 0 ? null : Math.min(...known);
  return first !== null && first > now ? first : null;
}

/** The title of one outcome of an event: "Who wins the cup? Reds", "Reds at Blues: Reds". */
export const toOutcomeTitle = (eventTitle: string, outcome: string): string =>
  /[?!:…]$/.test(eventTitle) ? `${eventTitle} ${outcome}` : `${eventTitle}: ${outcome}`;

/**
 * What may change. `price`: a published figure of a quote. `status`: opened, closed, or another field that
 * rarely changes, such as the title. `listed`: has a price for the first time. `resolved`: the outcome. `match`: a question
 * formed, changed its markets or dissolved. `spread`: the best one of a group. `source`: a pass over a platform ended.
 */
export const CHANGE_TYPES = ["price", "status", "listed", "resolved", "match", "spread", "source"] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** What changes of a market; its subject is the market. */
export const MARKET_CHANGE_TYPES = ["price", "status", "listed", "resolved"] as const satisfies readonly ChangeType[];
export type MarketChangeType = (typeof MARKET_CHANGE_TYPES)[number];
