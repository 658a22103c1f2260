import type { ChangeLog } from "../change-log.ts";
import type { Db } from "../database/db.ts";
import type { History } from "../history/history.ts";
import { openTitleIndex } from "../titles/title-index.ts";
import { openEventTotals } from "./event-totals.ts";
import { openEventWriter } from "./event-writer.ts";
import { openMarketRows } from "./market-rows.ts";
import { openMarketWriter } from "./market-writer.ts";
import type { Volumes } from "./volumes.ts";

interface CatalogueDeps {
  readonly history: History;
  readonly volumes: Volumes;
  readonly changes: ChangeLog;
}

/** The writer's view of events and markets. */
export type Catalogue = ReturnType<typeof openCatalogue>;

/** Prepares the statements on the writer's connection; the caller holds the transaction, and ends it with `flush`. */
export function openCatalogue(db: Db, deps: CatalogueDeps) {
  const titles = openTitleIndex(db);
  const rows = openMarketRows(db);
  const totals = openEventTotals(db, deps.changes);
  const { flush, discard, ...writer } = openMarketWriter(db, {
    ...deps,
    rows,
    totals,
    titles: titles.markets,
  });
  return {
    markets: { ...rows, ...writer },
    events: openEventWriter(db, { rows, markets: writer, totals, titles: titles.events }),
    titles,

    /** Writes what the transaction's changes of markets and events add up to. */
    flush,

    /** Forgets that, for a transaction that is undone. */
    discard,
  };
}
