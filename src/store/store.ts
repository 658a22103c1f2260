import type { Keys } from "./accounts/keys.ts";
import type { StoredPayments } from "./accounts/stored-payments.ts";
import type { Usage } from "./accounts/usage.ts";
import type { Analytics } from "./analytics.ts";
import type { Board } from "./board/board.ts";
import type { Movements } from "./board/movements.ts";
import type { Compare } from "./compare.ts";
import type { Details } from "./detail.ts";
import type { Events } from "./events.ts";
import type { ChangeFeed } from "./feed/feed.ts";
import type { Prices } from "./history/prices.ts";
import type { Links } from "./links.ts";
import type { Markets } from "./markets.ts";
import type { PairReview } from "./matching/pair-review.ts";
import type { Popular } from "./popular.ts";
import type { Questions } from "./questions/questions.ts";
import type { Resolved } from "./resolved.ts";
import type { Search } from "./search/search.ts";
import type { Sources } from "./sources.ts";
import type { Arbitrage } from "./spreads/arbitrage.ts";
import type { Books } from "./spreads/book-sizes.ts";

/**
 * Everything the API and the pages can read. One method is one answer: all it says is of one moment. Methods are
 * awaited although SQLite answers at once, so that another engine could take its place.
 */
export interface Store {
  readonly markets: Markets;
  readonly events: Events;
  readonly board: Board;
  readonly movements: Movements;
  readonly popular: Popular;
  readonly resolved: Resolved;
  readonly details: Details;
  readonly analytics: Analytics;
  readonly search: Search;
  readonly links: Links;
  readonly questions: Questions;
  /** Pairs for the operator to decide. */
  readonly review: PairReview;
  readonly arbitrage: Arbitrage;
  readonly books: Books;
  readonly compare: Compare;
  readonly prices: Prices;
  readonly sources: Sources;
  /** What has changed since. */
  readonly feed: ChangeFeed;
  readonly keys: Keys;
  readonly usage: Usage;
  readonly billing: StoredPayments;
  /** Takes some committed changes into the lists in memory, so that no request waits for it; true while more are left. */
  syncLists(): boolean;
  /** True for a database of demo data. */
  readonly isDemo: boolean;
  /**
   * Changes with everything the other methods read, but for keys, usage and payments, within a second; undefined while
   * nothing can be read.
   */
  dataVersion(): number | undefined;
  /** Whether the database answers a read; never throws. */
  isReadable(): boolean;
  close(): void;
}
