import type { Events } from "./events.ts";
import type { Markets } from "./markets.ts";
import type { Sources } from "./sources.ts";

/**
 * Everything the API and the pages can read. One method is one answer: all it says is of one moment. Methods are
 * awaited although SQLite answers at once, so that another engine could take its place.
 */
export interface Store {
  readonly markets: Markets;
  readonly events: Events;
  readonly sources: Sources;
  /** True for a database of demo data. */
  readonly isDemo: boolean;
  /** Whether the database answers a read; never throws. */
  isReadable(): boolean;
  close(): void;
}
