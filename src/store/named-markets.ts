import { MAX_WATCHED_MARKETS, type WatchedMarket } from "./commands.ts";
import { type Db, prepare } from "./database/db.ts";

/** What streams and pages name; markets and events as `platform:id`. */
export interface NamedSubjects {
  readonly markets: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
}

/** The open markets that are named, and those of named events and questions; those with the most volume where there are many. */
export const listNamedMarkets = (db: Db, { markets, events, questions }: NamedSubjects): WatchedMarket[] =>
  prepare(db, "lane", "listNamed").all({
    markets: JSON.stringify([...markets]),
    events: JSON.stringify([...events]),
    questions: JSON.stringify([...questions]),
    limit: MAX_WATCHED_MARKETS,
  });
